// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/doctor/doctor_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/doctor/doctor_tab.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTabWidget>

namespace tst_ui_doctor_tab {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::DoctorModel;
using tests::cell;
using tests::click;
using tests::clickRow;
using tests::need;
using tests::ServiceFixture;
using tests::WindowFixture;

class TestDoctorTab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void invitesToCheckAtFirst();
    void whileItChecksTheKeyboardWaits();
    void eachResultBearsAnIconAndAWord();
    void theSelectedLineIsShownInFull();
    void theWorstLineIsSelectedWithItsButton();
    void nothingScrollsSideways();
    void theButtonOpensTheDocumentsInQuestion();
    void theReportGoesToTheClipboard();
    void anIndexCanBeChosen();
    void aFailureIsShownAndCanBeRetried();
    void aDocumentLeadsHereFromItsTab();
    void theServersDoctorOpensFromTheMenu();

private:
    void open(const protocol::Namespace& ns = tests::kSessions);
    QTableView* table() const { return need<QTableView>(m_tab.get(), u"doctorTableView"_s); }
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_tab.get(), name); }
    bool check()
    {
        return click(button(u"doctorCheckButton"_s))
            && QTest::qWaitFor([this] { return !m_presenter->state().busy; });
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::DoctorPresenter> m_presenter;
    std::unique_ptr<ui::DoctorTab> m_tab;
};

void TestDoctorTab::init()
{
    resources::initResources();
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestDoctorTab::cleanup()
{
    m_tab.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestDoctorTab::open(const protocol::Namespace& ns)
{
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<presenters::DoctorPresenter>(m_fixture->set, ns);
    m_tab = std::make_unique<ui::DoctorTab>(*m_presenter);
    m_tab->resize(1'000, 500);
    m_tab->show();
    QVERIFY(QTest::qWaitForWindowActive(m_tab.get()));
}

void TestDoctorTab::invitesToCheckAtFirst()
{
    open();
    QVERIFY(need<QWidget>(m_tab.get(), u"doctorEmptyState"_s)->isVisible());
    QVERIFY(!table()->isVisible());
    QVERIFY(!button(u"copyDoctorReportButton"_s)->isEnabled());
    QCOMPARE(m_fixture->server->calls("histogram"), 0);
}

// The button of the help got it, and a second press opened that.
void TestDoctorTab::whileItChecksTheKeyboardWaits()
{
    open();
    QPushButton* pressed = button(u"doctorCheckButton"_s);
    pressed->setFocus();
    QTest::keyClick(pressed, Qt::Key_Space);
    QVERIFY(!need<QAbstractButton>(m_tab.get(), u"explainCheckButton"_s)->hasFocus());
    QTRY_VERIFY(table()->isVisible() && !m_presenter->state().busy);
    QVERIFY(pressed->hasFocus());
}

void TestDoctorTab::eachResultBearsAnIconAndAWord()
{
    open();
    QVERIFY(check());
    QVERIFY(table()->isVisible());
    for (int row = 0; row < table()->model()->rowCount(); ++row) {
        const QModelIndex result = table()->model()->index(row, DoctorModel::StateColumn);
        QVERIFY(!result.data().toString().isEmpty());
        const QIcon icon = result.data(Qt::DecorationRole).value<QIcon>();
        QVERIFY2(!icon.isNull(), qPrintable(result.data().toString()));
    }
    QVERIFY(need<QLabel>(m_tab.get(), u"doctorHeadlineLabel"_s)->text().startsWith(u"2 "_s));
}

void TestDoctorTab::theSelectedLineIsShownInFull()
{
    open();
    QVERIFY(check());
    int row = 0;
    while (cell(table(), row, DoctorModel::StateColumn) != u"failed"_s) {
        ++row;
    }
    QVERIFY(clickRow(table(), table()->model()->index(row, 0)));
    const QString line = need<QPlainTextEdit>(m_tab.get(), u"doctorLineEdit"_s)->toPlainText();
    QVERIFY(line.contains(cell(table(), row, DoctorModel::EvidenceColumn)));
    QVERIFY(line.contains(cell(table(), row, DoctorModel::AdviceColumn)));
}

void TestDoctorTab::theWorstLineIsSelectedWithItsButton()
{
    open();
    QVERIFY(check());
    QCOMPARE(table()->currentIndex().row(), 0);
    QCOMPARE(cell(table(), 0, DoctorModel::StateColumn), u"failed"_s);
    const QString title = need<QLabel>(m_tab.get(), u"doctorLineTitleLabel"_s)->text();
    QVERIFY2(title.contains(cell(table(), 0, DoctorModel::CheckColumn)), qPrintable(title));
    auto* card = need<QWidget>(m_tab.get(), u"doctorCard"_s);
    auto* remedy = button(u"doctorRemedyButton"_s);
    QVERIFY(remedy->isVisible() && card->isAncestorOf(remedy));
    QVERIFY(card->rect().contains(QRect(remedy->mapTo(card, QPoint()), remedy->size())));
    // what passed has nothing to be done
    QVERIFY(clickRow(table(), table()->model()->index(table()->model()->rowCount() - 1, 0)));
    QVERIFY(!remedy->isVisible());
    QVERIFY(!remedy->accessibleName().isEmpty());
}

void TestDoctorTab::nothingScrollsSideways()
{
    open();
    // what is left on a page of 1280 x 800 with all docks open
    m_tab->resize(800, 300);
    QVERIFY(check());
    QCOMPARE(table()->horizontalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
    QTRY_VERIFY(table()->horizontalHeader()->length() <= table()->viewport()->width());
}

void TestDoctorTab::theButtonOpensTheDocumentsInQuestion()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.open());
    QVERIFY(fixture.openPage(u"shop.sessions"_s));
    auto* tabs = need<QTabWidget>(fixture.window.get(), u"collectionTabWidget"_s);
    auto* doctor = need<QWidget>(fixture.window.get(), u"doctorTab"_s);
    tabs->setCurrentWidget(doctor);
    QVERIFY(click(need<QPushButton>(doctor, u"doctorCheckButton"_s)));
    auto* remedy = need<QPushButton>(doctor, u"doctorRemedyButton"_s);
    QTRY_VERIFY(remedy->isVisible());
    QVERIFY(click(remedy));
    QCOMPARE(tabs->currentWidget(), need<QWidget>(fixture.window.get(), u"documentsTab"_s));
}

void TestDoctorTab::theReportGoesToTheClipboard()
{
    open();
    QVERIFY(check());
    QVERIFY(click(button(u"copyDoctorReportButton"_s)));
    QCOMPARE(QGuiApplication::clipboard()->text(), m_presenter->reportText());
}

void TestDoctorTab::anIndexCanBeChosen()
{
    open(tests::kOrders);
    tests::choose(need<QComboBox>(m_tab.get(), u"doctorTargetComboBox"_s), 1);
    QTRY_COMPARE(m_presenter->state().target, 1);
    QVERIFY(check());
    QVERIFY(cell(table(), 0, DoctorModel::EvidenceColumn).contains(u"placedAt_1"_s));
}

void TestDoctorTab::aFailureIsShownAndCanBeRetried()
{
    open();
    m_presenter->examineDocument(bson::Value::of(99));
    auto* banner = need<QWidget>(m_tab.get(), u"doctorErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    m_fixture->server->addDocument(tests::kSessions, bson::makeDocument("_id", 99));
    QVERIFY(check());
    QVERIFY(!banner->isVisible());
    QVERIFY(table()->isVisible());
}

void TestDoctorTab::aDocumentLeadsHereFromItsTab()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.open());
    QVERIFY(fixture.openPage(u"shop.sessions"_s));
    auto* tabs = need<QTabWidget>(fixture.window.get(), u"collectionTabWidget"_s);
    auto* documents = need<QWidget>(fixture.window.get(), u"documentsTab"_s);
    tabs->setCurrentWidget(documents);
    auto* list = need<QTableView>(documents, u"documentsTableView"_s);
    QTRY_VERIFY(list->model()->rowCount() > 0);
    QVERIFY(clickRow(list, list->model()->index(0, 0)));
    const QString id = cell(list, 0, 0);
    QVERIFY(click(need<QAbstractButton>(documents, u"whyNotExpiringButton"_s)));
    auto* doctor = need<QWidget>(fixture.window.get(), u"doctorTab"_s);
    QTRY_COMPARE(tabs->currentWidget(), doctor);
    auto* checks = need<QTableView>(doctor, u"doctorTableView"_s);
    QTRY_VERIFY(checks->isVisible() && checks->model()->rowCount() > 0);
    // the document is the target, by its _id
    const QString target = need<QComboBox>(doctor, u"doctorTargetComboBox"_s)->currentText();
    QVERIFY2(target.contains(id), qPrintable(target + u" | "_s + id));
}

void TestDoctorTab::theServersDoctorOpensFromTheMenu()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.open());
    QVERIFY(fixture.trigger(u"doctorAction"_s));
    auto* dialog = need<QDialog>(fixture.window.get(), u"doctorDialog"_s);
    QTRY_VERIFY(need<QTableView>(dialog, u"doctorTableView"_s)->model()->rowCount() > 0);
    QVERIFY(fixture.trigger(u"doctorAction"_s));
    QCOMPARE(fixture.window->findChildren<QDialog*>(u"doctorDialog"_s).size(), 1);
}

SANDGLASS_GUI_TEST(TestDoctorTab)
} // namespace tst_ui_doctor_tab

#include "tst_ui_doctor_tab.moc"
