// SPDX-License-Identifier: GPL-3.0-or-later
// The button below an empty view.
#include "tests/support/test_program.h"
#include "widgets/views/next_step.h"

#include <QApplication>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

namespace tst_views_next_step {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestNextStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_page.reset(); }
    void itIsShownForAnEmptyView();
    void withoutAnActionItIsHidden();
    void rowsHideItAndTheirEndBringsItBack();
    void aFilterThatHidesAllRowsBringsIt();
    void aResetIsFollowed();
    void enterAndSpacePressIt_data();
    void enterAndSpacePressIt();
    void tabLeadsFromTheViewToIt();
    void theFocusGoesToTheViewWhenItHides();
    void itsNameHasNoAccessKey();

private:
    std::unique_ptr<QWidget> m_page;
    QStandardItemModel* m_model = nullptr;
    QSortFilterProxyModel* m_filter = nullptr;
    QTableView* m_view = nullptr;
    NextStep* m_next = nullptr;
};

void TestNextStep::init()
{
    m_page = std::make_unique<QWidget>();
    m_model = new QStandardItemModel(m_page.get());
    m_filter = new QSortFilterProxyModel(m_page.get());
    m_filter->setSourceModel(m_model);
    m_view = new QTableView;
    m_view->setModel(m_filter);
    m_view->setTabKeyNavigation(false);
    auto* column = new QVBoxLayout(m_page.get());
    column->addWidget(m_view);
    m_next = new NextStep(u"nextButton"_s, *m_view, m_page.get());
    column->addWidget(m_next);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestNextStep::itIsShownForAnEmptyView()
{
    QVERIFY(!m_next->isVisible());
    m_next->setStep(u"&Add a row"_s);
    QVERIFY(m_next->isVisible());
    QCOMPARE(m_next->objectName(), u"nextButton"_s);
}

void TestNextStep::withoutAnActionItIsHidden()
{
    m_next->setStep(u"&Add a row"_s);
    m_next->setStep({});
    QVERIFY(!m_next->isVisible());
    QVERIFY(!m_next->accessibleName().isEmpty());
}

void TestNextStep::rowsHideItAndTheirEndBringsItBack()
{
    m_next->setStep(u"&Add a row"_s);
    m_model->appendRow(new QStandardItem(u"row"_s));
    QVERIFY(!m_next->isVisible());
    m_model->removeRow(0);
    QVERIFY(m_next->isVisible());
}

void TestNextStep::aFilterThatHidesAllRowsBringsIt()
{
    m_model->appendRow(new QStandardItem(u"row"_s));
    m_next->setStep(u"&Clear"_s);
    QVERIFY(!m_next->isVisible());
    m_filter->setFilterFixedString(u"other"_s);
    QVERIFY(m_next->isVisible());
    m_filter->setFilterFixedString({});
    QVERIFY(!m_next->isVisible());
}

void TestNextStep::aResetIsFollowed()
{
    m_model->appendRow(new QStandardItem(u"row"_s));
    m_next->setStep(u"&Add a row"_s);
    m_model->clear();
    QVERIFY(m_next->isVisible());
}

void TestNextStep::enterAndSpacePressIt_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("Enter") << Qt::Key_Return;
    QTest::newRow("Space") << Qt::Key_Space;
}

void TestNextStep::enterAndSpacePressIt()
{
    QFETCH(Qt::Key, key);
    m_next->setStep(u"&Add a row"_s);
    const QSignalSpy clicked(m_next, &QPushButton::clicked);
    m_next->setFocus();
    QTest::keyClick(m_next, key);
    QCOMPARE(clicked.count(), 1);
}

void TestNextStep::tabLeadsFromTheViewToIt()
{
    m_next->setStep(u"&Add a row"_s);
    m_view->setFocus();
    QTest::keyClick(m_view, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), m_next);
}

void TestNextStep::theFocusGoesToTheViewWhenItHides()
{
    m_next->setStep(u"&Add a row"_s);
    m_next->setFocus();
    m_model->appendRow(new QStandardItem(u"row"_s));
    QCOMPARE(QApplication::focusWidget(), m_view);
}

void TestNextStep::itsNameHasNoAccessKey()
{
    m_next->setStep(u"Insert a docu&ment…"_s);
    QCOMPARE(m_next->accessibleName(), u"Insert a document"_s);
}

SANDGLASS_GUI_TEST(TestNextStep)
} // namespace tst_views_next_step

#include "tst_views_next_step.moc"
