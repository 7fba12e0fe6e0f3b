// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bars of a timeline lead, by click, key and assistive tool, and what the chart and its
// table say beside the forecast: what was deleted, in which zone, how documents are counted.
#include "app/presenters/documents/bar_documents.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/forecast/timeline_panel.h"
#include "widgets/charts/bar_table_model.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/inputs/duration_slider.h"

#include <QAccessible>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

namespace tst_ui_bar_documents {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::BarDocuments;
using tests::click;
using tests::need;
using tests::ServiceFixture;
using widgets::BarKind;
using widgets::BarTableModel;

class TestBarDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aBarOfTheWhatIfLeadsToTheDocumentsOfTheTriedPeriod_data();
    void aBarOfTheWhatIfLeadsToTheDocumentsOfTheTriedPeriod();
    void withTodaysPeriodNothingIsTried();
    void aSelectionOfTheWhatIfLeadsToItsDocuments();
    void aDeletionSaysWhyItLeadsNowhere();
    void theTableAndTheBarsHoldWhatWasDeleted();
    void theSelectionNamesTheZone();
    void severalRulesAreSaidToCountEach();

private:
    bool open();
    bool countAgain(std::chrono::seconds later);
    /// Opens the what-if and tries half a minute: all ten documents would be overdue.
    bool tryHalfAMinute();
    widgets::ForecastChart* chart() const
    {
        return need<widgets::ForecastChart>(m_panel.get(), u"timelineChart"_s);
    }
    QTableView* table() const { return need<QTableView>(m_panel.get(), u"timelineTableView"_s); }
    QLabel* message() const { return need<QLabel>(m_panel.get(), u"barMessageLabel"_s); }
    QAccessibleInterface* access() const { return QAccessible::queryAccessibleInterface(chart()); }
    int rowOf(BarKind kind) const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::ForecastPresenter> m_presenter;
    std::unique_ptr<presenters::WhatIfPresenter> m_whatIf;
    std::unique_ptr<ui::TimelinePanel> m_panel;
    QList<BarDocuments> m_asked;
};

void TestBarDocuments::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->set.settings.setZoneId("Asia/Kathmandu");
    tests::fillShop(*m_fixture);
    m_asked.clear();
}

void TestBarDocuments::cleanup()
{
    m_panel.reset();
    m_whatIf.reset();
    m_presenter.reset();
    m_fixture.reset();
}

bool TestBarDocuments::open()
{
    if (!m_fixture->connect()) {
        return false;
    }
    // no refresh that the test did not ask for
    m_presenter = std::make_unique<presenters::ForecastPresenter>(
        m_fixture->set, tests::kSessions, presenters::RefreshPacing{24h, 24h});
    m_whatIf = std::make_unique<presenters::WhatIfPresenter>(m_fixture->set, *m_presenter);
    m_panel = std::make_unique<ui::TimelinePanel>(*m_presenter);
    m_panel->setWhatIf(*m_whatIf);
    m_panel->setOffersDocuments(true);
    connect(m_panel.get(), &ui::TimelinePanel::documentsRequested, this,
            [this](const BarDocuments& documents) { m_asked.append(documents); });
    m_panel->resize(1'000, 500);
    m_panel->show();
    m_presenter->setVisible(true);
    return QTest::qWaitForWindowActive(m_panel.get()) && QTest::qWaitFor([this] {
               return m_presenter->state().phase == presenters::Phase::Ready;
           });
}

bool TestBarDocuments::countAgain(std::chrono::seconds later)
{
    const std::uint64_t before = m_presenter->state().answerNumber;
    m_fixture->clock.set(m_fixture->clock.now() + later);
    m_presenter->refresh();
    return QTest::qWaitFor([&] { return m_presenter->state().answerNumber > before; });
}

bool TestBarDocuments::tryHalfAMinute()
{
    if (!click(need<QPushButton>(m_panel.get(), u"whatIfButton"_s))
        || !QTest::qWaitFor([this] { return m_whatIf->isShown(); })) {
        return false;
    }
    need<widgets::DurationSlider>(m_panel.get(), u"whatIfSlider"_s)->setSeconds(30);
    return QTest::qWaitFor([this] { return chart()->model().overdue.count() == 10.0; });
}

int TestBarDocuments::rowOf(BarKind kind) const
{
    for (int row = 0; row < chart()->rows().size(); ++row) {
        if (chart()->rows().at(row).kind == kind && chart()->rows().at(row).count > 0) {
            return row;
        }
    }
    return -1;
}

void TestBarDocuments::aBarOfTheWhatIfLeadsToTheDocumentsOfTheTriedPeriod_data()
{
    QTest::addColumn<QString>("way");
    for (const char* way : {"click", "key", "table", "assistive tool"}) {
        QTest::addRow("%s", way) << QString::fromLatin1(way);
    }
}

// Finding: a bar of the proposal led nowhere and said nothing.
void TestBarDocuments::aBarOfTheWhatIfLeadsToTheDocumentsOfTheTriedPeriod()
{
    QFETCH(QString, way);
    QVERIFY(open());
    QVERIFY(tryHalfAMinute());
    const int overdue = rowOf(BarKind::Overdue);
    QVERIFY(overdue >= 0);
    if (way == u"click"_s) {
        QTRY_VERIFY(!chart()->rowRect(overdue).isEmpty());
        QTest::mouseClick(chart(), Qt::LeftButton, {}, chart()->rowRect(overdue).center());
    } else if (way == u"key"_s) {
        chart()->setFocus();
        chart()->setCurrentRow(overdue);
        QTest::keyClick(chart(), Qt::Key_Return);
    } else if (way == u"table"_s) {
        QVERIFY(click(need<QToolButton>(m_panel.get(), u"showAsTableButton"_s)));
        QVERIFY(tests::clickRow(table(), table()->model()->index(overdue, 0)));
        QTest::keyClick(table(), Qt::Key_Return);
    } else {
        access()->child(overdue)->actionInterface()->doAction(
            QAccessibleActionInterface::pressAction());
    }
    QTRY_COMPARE(m_asked.size(), 1);
    QVERIFY(m_asked[0].kind == BarDocuments::Kind::Overdue);
    QCOMPARE(m_asked[0].to, std::optional(m_whatIf->state().picture.now));
    QCOMPARE(m_asked[0].ns, tests::kSessions);
    QCOMPARE(m_asked[0].indexName, std::string("lastSeen_1"));
    QCOMPARE(m_asked[0].triedSeconds, std::optional(std::int64_t{30}));
    QVERIFY(!message()->isVisible());
}

void TestBarDocuments::withTodaysPeriodNothingIsTried()
{
    QVERIFY(open());
    QVERIFY(click(need<QPushButton>(m_panel.get(), u"whatIfButton"_s)));
    QTRY_VERIFY(m_whatIf->isShown());
    chart()->activateRow(rowOf(BarKind::Forecast));
    QCOMPARE(m_asked.size(), 1);
    QVERIFY(!m_asked[0].triedSeconds);
}

void TestBarDocuments::aSelectionOfTheWhatIfLeadsToItsDocuments()
{
    QVERIFY(open());
    QVERIFY(click(need<QPushButton>(m_panel.get(), u"whatIfButton"_s)));
    QTRY_VERIFY(m_whatIf->isShown());
    // five documents are 50 minutes old, two ten: with 70 minutes they go in 20 and in 60
    need<widgets::DurationSlider>(m_panel.get(), u"whatIfSlider"_s)->setSeconds(70 * 60);
    QTRY_VERIFY(m_whatIf->state().canApply);
    chart()->setFocus();
    chart()->setCurrentRow(widgets::overdueRow(chart()->model()) + 1);
    for (int i = 0; i < chart()->model().bars.size(); ++i) {
        QTest::keyClick(chart(), Qt::Key_Right, Qt::ShiftModifier);
    }
    QVERIFY(click(need<QPushButton>(m_panel.get(), u"showDocumentsButton"_s)));
    QCOMPARE(m_asked.size(), 1);
    QVERIFY(m_asked[0].kind == BarDocuments::Kind::Range);
    QCOMPARE(m_asked[0].triedSeconds, std::optional(std::int64_t{70 * 60}));
    // between two dates of its histogram, a what-if assumes
    const QString text = need<QLabel>(m_panel.get(), u"selectionLabel"_s)->text();
    QVERIFY2(text.contains(u"about "_s), qPrintable(text));
}

void TestBarDocuments::aDeletionSaysWhyItLeadsNowhere()
{
    QVERIFY(open());
    QVERIFY(m_fixture->server->remove(tests::kSessions, {bson::Value::of(std::int32_t{1})}, {}));
    QVERIFY(countAgain(60s));
    QTRY_VERIFY(rowOf(BarKind::Deleted) >= 0);
    access()
        ->child(rowOf(BarKind::Deleted))
        ->actionInterface()
        ->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(message()->isVisible());
    QVERIFY2(message()->text().contains(u"deleted"_s), qPrintable(message()->text()));
    QCOMPARE(m_asked.size(), 0);
    QVERIFY(click(need<QPushButton>(m_panel.get(), u"dismissBarMessageButton"_s)));
    QVERIFY(!message()->isVisible());
    // a bar that leads to its documents takes the message away
    chart()->activateRow(rowOf(BarKind::Deleted));
    QVERIFY(message()->isVisible());
    chart()->activateRow(rowOf(BarKind::Overdue));
    QVERIFY(!message()->isVisible());
    QCOMPARE(m_asked.size(), 1);
}

// Finding: only who saw the chart knew what was deleted.
void TestBarDocuments::theTableAndTheBarsHoldWhatWasDeleted()
{
    QVERIFY(open());
    QCOMPARE(rowOf(BarKind::Deleted), -1);
    QVERIFY(countAgain(60s)); // nothing was deleted: that is known
    QVERIFY(m_fixture->server->remove(tests::kSessions, {bson::Value::of(std::int32_t{1})}, {}));
    QVERIFY(countAgain(300s)); // the minutes before the last one were not counted
    QCOMPARE(widgets::overdueRow(chart()->model()), 2);
    const QAbstractItemModel& cells = *table()->model();
    const auto deleted
        = [&cells](int row) { return cells.index(row, BarTableModel::Deleted).data().toString(); };
    QCOMPARE(deleted(0), u"0"_s);
    QCOMPARE(deleted(1), u"1"_s);
    QCOMPARE(deleted(2), QString()); // Overdue
    const QString counted = cells.index(1, BarTableModel::Counted).data().toString();
    QVERIFY2(counted.startsWith(u"estimated, "_s) && counted.contains(u"two counts"_s),
             qPrintable(counted));
    const QString bar = access()->child(1)->text(QAccessible::Name);
    QVERIFY2(bar.startsWith(u"Deleted: "_s) && bar.contains(u": 1 "_s)
                 && bar.endsWith(u", "_s + counted),
             qPrintable(bar));
    const QString title = cells.headerData(BarTableModel::Bucket, Qt::Horizontal).toString();
    QVERIFY2(title.endsWith(u" · Asia/Kathmandu"_s), qPrintable(title));
}

// Source: ui/DESIGN.md, For everyone.
void TestBarDocuments::theSelectionNamesTheZone()
{
    QVERIFY(open());
    chart()->setFocus();
    chart()->setCurrentRow(widgets::overdueRow(chart()->model()) + 1);
    QTest::keyClick(chart(), Qt::Key_Right, Qt::ShiftModifier);
    const QString text = need<QLabel>(m_panel.get(), u"selectionLabel"_s)->text();
    QVERIFY2(text.contains(u" UTC+05:45: "_s), qPrintable(text));
    QCOMPARE(text.count(u"UTC"_s), 1);
}

void TestBarDocuments::severalRulesAreSaidToCountEach()
{
    QVERIFY(open());
    const auto note = [this] {
        return table()
            ->model()
            ->headerData(BarTableModel::Documents, Qt::Horizontal, Qt::AccessibleDescriptionRole)
            .toString();
    };
    QCOMPARE(note(), QString());
    m_fixture->server->addIndex(tests::kSessions, "made", 60);
    m_fixture->set.catalog.refresh(tests::kSessions);
    QTRY_VERIFY2(note().contains(u"several rules"_s), qPrintable(note()));
    QCOMPARE(chart()->model().note, note());
    QVERIFY2(chart()->accessibleDescription().endsWith(note()),
             qPrintable(chart()->accessibleDescription()));
}

SANDGLASS_GUI_TEST(TestBarDocuments)
} // namespace tst_ui_bar_documents

#include "tst_ui_bar_documents.moc"
