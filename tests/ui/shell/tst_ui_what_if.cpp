// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/duration_slider.h"

#include <QDialog>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QTableView>
#include <QTabWidget>
#include <QTimer>

namespace tst_ui_what_if {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::WindowFixture;

class TestWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void onlyAButtonUntilItIsOpened();
    void theSliderStandsAtTheRulesPeriod();
    void movingTheSliderRedrawsTheChartAndSendsNothing();
    void aLongDragSendsNothingEitherNorDoesItsEnd();
    void todayStaysAsAnOutline();
    void whatWouldBeOverdueIsReported();
    void applyOpensTheChangeDialogWithThePeriod();
    void aBarShowsTheDocumentsThatWouldBeInIt();
    void resetBringsTheForecastBack();
    void aCollectionWithoutARuleHasNoWhatIf();
    void severalRulesAreChosenFrom();
    void everythingIsReachedByKeys();

private:
    QWidget* page() const
    {
        return need<QTabWidget>(m_fixture->window.get(), u"pageArea"_s)->currentWidget();
    }
    template <typename Wanted>
    Wanted* part(const QString& name) const
    {
        // the inventory has a timeline too
        return need<Wanted>(page(), name);
    }
    widgets::DurationSlider* slider() const
    {
        return part<widgets::DurationSlider>(u"whatIfSlider"_s);
    }
    const widgets::ChartModel& drawn() const
    {
        return part<widgets::ForecastChart>(u"timelineChart"_s)->model();
    }
    bool open();
    /// Waits for the timers that forms use to ask after the last key, if one was started before.
    bool earlierTimersHaveFired() const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestWhatIf::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    // a remote server is read every ten seconds: no refresh falls into a test
    QVERIFY(m_fixture->open(false));
    QVERIFY(m_fixture->openPage(u"shop.sessions"_s));
}

bool TestWhatIf::earlierTimersHaveFired() const
{
    constexpr auto kDelayOfForms = 300ms;
    QTimer control; // of two timers with one delay, the one that was started first fires first
    control.setSingleShot(true);
    control.start(kDelayOfForms);
    return QTest::qWaitFor([&] { return !control.isActive(); });
}

bool TestWhatIf::open()
{
    return click(part<QPushButton>(u"whatIfButton"_s))
        && QTest::qWaitFor([this] { return slider()->isVisible() && slider()->isEnabled(); });
}

void TestWhatIf::onlyAButtonUntilItIsOpened()
{
    QVERIFY(part<QPushButton>(u"whatIfButton"_s)->isVisible());
    QVERIFY(!slider()->isVisible());
    QVERIFY(!drawn().outline);
}

void TestWhatIf::theSliderStandsAtTheRulesPeriod()
{
    QVERIFY(open());
    QCOMPARE(slider()->seconds(), qint64{3'600});
    const QString period = part<QLabel>(u"whatIfPeriodLabel"_s)->text();
    QVERIFY2(period.startsWith(u"after 1 h = 3"_s), qPrintable(period));
    QVERIFY(!part<QPushButton>(u"whatIfApplyButton"_s)->isEnabled());
}

void TestWhatIf::movingTheSliderRedrawsTheChartAndSendsNothing()
{
    QVERIFY(open());
    QVERIFY(earlierTimersHaveFired());
    const int calls = m_fixture->server->allCalls();
    slider()->setFocus();
    QTest::keyClick(slider(), Qt::Key_PageUp);
    QCOMPARE(slider()->seconds(), qint64{86'400});
    QCOMPARE(drawn().overdue.count(), 0.0);
    QTest::keyClick(slider(), Qt::Key_PageDown);
    QTest::keyClick(slider(), Qt::Key_Home);
    QCOMPARE(drawn().overdue.count(), 10.0);
    for (int position = slider()->minimum(); position <= slider()->maximum(); position += 7) {
        slider()->setValue(position);
    }
    QVERIFY(earlierTimersHaveFired());
    QCOMPARE(m_fixture->server->allCalls(), calls);
}

void TestWhatIf::aLongDragSendsNothingEitherNorDoesItsEnd()
{
    QVERIFY(open());
    QVERIFY(earlierTimersHaveFired());
    const int calls = m_fixture->server->allCalls();
    QSet<double> pictures;
    slider()->setSliderDown(true);
    for (int position = slider()->minimum(); position <= slider()->maximum(); position += 11) {
        slider()->setSliderPosition(position);
        pictures.insert(drawn().overdue.count());
    }
    slider()->setSliderDown(false);
    QVERIFY(earlierTimersHaveFired());
    QVERIFY(pictures.size() > 2);
    QCOMPARE(m_fixture->server->allCalls(), calls);
    // the counter does count: what asks the server is seen
    m_fixture->press(Qt::Key_F5);
    QTRY_VERIFY(m_fixture->server->allCalls() > calls);
}

void TestWhatIf::todayStaysAsAnOutline()
{
    QVERIFY(open());
    QTest::keyClick(slider(), Qt::Key_PageUp);
    QVERIFY(drawn().outline);
    QCOMPARE(drawn().outline->overdue, std::optional<double>(3.0));
    double outlined = 0;
    for (const widgets::Bar& bar : drawn().outline->bars) {
        outlined += bar.count();
    }
    QCOMPARE(outlined, 7.0);
    QVERIFY(drawn().series.front().role == widgets::ColorRole::WhatIf);
}

void TestWhatIf::whatWouldBeOverdueIsReported()
{
    QVERIFY(open());
    const auto* overdue = part<QLabel>(u"whatIfOverdueLabel"_s);
    QTest::keyClick(slider(), Qt::Key_Home);
    QVERIFY2(overdue->text().contains(u"10 "_s), qPrintable(overdue->text()));
    QVERIFY2(overdue->text().contains(u"3)"_s), qPrintable(overdue->text()));
}

void TestWhatIf::applyOpensTheChangeDialogWithThePeriod()
{
    QVERIFY(open());
    QTest::keyClick(slider(), Qt::Key_PageUp);
    QVERIFY(click(part<QPushButton>(u"whatIfApplyButton"_s)));
    auto* dialog = need<QDialog>(m_fixture->window.get(), u"changeIndexDialog"_s);
    auto* period = need<widgets::DurationEdit>(dialog, u"changeDurationEdit"_s);
    QTRY_COMPARE(period->seconds().value_or(0), qint64{86'400});
    QVERIFY(need<QRadioButton>(dialog, u"changeAfterPeriodRadioButton"_s)->isChecked());
    QCOMPARE(m_fixture->server->calls("changeIndex"), 0);
}

// Ten documents are older than a second; by the rule as it is, three are overdue.
void TestWhatIf::aBarShowsTheDocumentsThatWouldBeInIt()
{
    QVERIFY(open());
    QTest::keyClick(slider(), Qt::Key_Home);
    QCOMPARE(drawn().overdue.count(), 10.0);
    auto* chart = part<widgets::ForecastChart>(u"timelineChart"_s);
    chart->setFocus();
    chart->setCurrentRow(widgets::overdueRow(chart->model()));
    QTest::keyClick(chart, Qt::Key_Return);
    const auto* documents = part<QTableView>(u"documentsTableView"_s);
    QTRY_VERIFY(documents->isVisible());
    QTRY_COMPARE(documents->model()->rowCount(), 10);
    // the what-if goes on
    QCOMPARE(drawn().overdue.count(), 10.0);
    QVERIFY(click(part<QPushButton>(u"whatIfResetButton"_s)));
    chart->activateRow(widgets::overdueRow(chart->model()));
    QTRY_COMPARE(documents->model()->rowCount(), 3);
}

void TestWhatIf::resetBringsTheForecastBack()
{
    QVERIFY(open());
    QTest::keyClick(slider(), Qt::Key_PageUp);
    QVERIFY(click(part<QPushButton>(u"whatIfResetButton"_s)));
    QVERIFY(!slider()->isVisible());
    QVERIFY(!drawn().outline);
    QCOMPARE(drawn().overdue.count(), 3.0);
    QVERIFY(!part<QPushButton>(u"whatIfButton"_s)->isChecked());
}

void TestWhatIf::aCollectionWithoutARuleHasNoWhatIf()
{
    QVERIFY(m_fixture->openPage(u"shop.notes"_s));
    QVERIFY(!part<QWidget>(u"whatIfBar"_s)->isVisible());
}

void TestWhatIf::severalRulesAreChosenFrom()
{
    m_fixture->server->addIndex(tests::kSessions, "made", 60);
    m_fixture->set.catalog.refresh(tests::kSessions);
    QTRY_COMPARE(drawn().series.size(), 2);
    QVERIFY(click(part<QPushButton>(u"whatIfButton"_s)));
    auto* rules = part<QComboBox>(u"whatIfRuleComboBox"_s);
    QVERIFY(rules->isVisible());
    QVERIFY(!slider()->isVisible());
    QCOMPARE(rules->count(), 2);
    tests::choose(rules, 0);
    Q_EMIT rules->activated(rules->currentIndex());
    QTRY_VERIFY(slider()->isVisible() && slider()->isEnabled());
}

void TestWhatIf::everythingIsReachedByKeys()
{
    part<QPushButton>(u"whatIfButton"_s)->setFocus();
    QTest::keyClick(part<QPushButton>(u"whatIfButton"_s), Qt::Key_Space);
    QTRY_VERIFY(slider()->isEnabled());
    QTest::keyClick(part<QPushButton>(u"whatIfButton"_s), Qt::Key_Tab);
    QVERIFY(slider()->hasFocus());
    QTest::keyClick(slider(), Qt::Key_Right);
    QTest::keyClick(slider(), Qt::Key_Tab);
    QVERIFY(part<QPushButton>(u"whatIfApplyButton"_s)->hasFocus());
    QTest::keyClick(part<QPushButton>(u"whatIfApplyButton"_s), Qt::Key_Tab);
    QVERIFY(part<QPushButton>(u"whatIfResetButton"_s)->hasFocus());
}

SANDGLASS_GUI_TEST(TestWhatIf)
} // namespace tst_ui_what_if

#include "tst_ui_what_if.moc"
