// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/forecast_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/forecast/timeline_panel.h"
#include "widgets/charts/bar_table_model.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/views/elided_label.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_ui_timeline_panel {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::BarDocuments;
using presenters::ForecastPresenter;
using tests::click;
using tests::need;
using tests::ServiceFixture;
using widgets::BarTableModel;

class TestTimelinePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theChartShowsWhatWasCounted();
    void theTableShowsTheSameNumbers();
    void theSwitchShowsTheTableInsteadOfTheChart();
    void aHorizonAsksForItsRange_data();
    void aHorizonAsksForItsRange();
    void oneHorizonIsMarked();
    void theScaleAndTheSumAreSwitched();
    void freshNumbersSayHowExactAndHowOldTheyAre();
    void oldNumbersStayWhenTheServerFails();
    void oldBarsAreDimmed();
    void aFirstCountThatFailsIsReportedAndCanBeRepeated();
    void withoutARuleItSaysSoAndOffersTheAction();
    void aBarAsksForItsDocuments();
    void aRowOfTheTableAsksForTheSameDocuments();
    void overdueLaterAndNeverAskForTheirDocuments();
    void aZoomedRangeIsLeftByZoomingOut();
    void homeResetsFromAnywhereInThePanel();
    void theFirstHorizonHoldsMostDocuments();
    void laterOffersTheLongerRange();
    void theOfferGoesBeforeTheFreshnessIsShortened();
    void nothingIsDrawnWhileNothingChanges();
    void aLongFirstCountIsAnnounced();
    void whereARuleFailedNothingIsExact();
    void theSummaryIsSpoken();

private:
    void open(const protocol::Namespace& ns = tests::kSessions,
              std::chrono::milliseconds pause = 20ms);
    bool ready() const { return m_presenter->state().phase == presenters::Phase::Ready; }
    widgets::ForecastChart* chart() const
    {
        return need<widgets::ForecastChart>(m_panel.get(), u"timelineChart"_s);
    }
    QTableView* table() const { return need<QTableView>(m_panel.get(), u"timelineTableView"_s); }
    QToolButton* button(const QString& name) const
    {
        return need<QToolButton>(m_panel.get(), name);
    }
    QString freshness() const
    {
        return need<widgets::ElidedLabel>(m_panel.get(), u"freshnessLabel"_s)->text();
    }
    /// The sum of the documents of all bars, and of overdue, later and never too.
    double barred() const;
    int firstBar() const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<ForecastPresenter> m_presenter;
    std::unique_ptr<ui::TimelinePanel> m_panel;
};

void TestTimelinePanel::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    tests::fillShop(*m_fixture);
}

void TestTimelinePanel::cleanup()
{
    m_panel.reset();
    m_presenter.reset();
    m_fixture.reset();
}

void TestTimelinePanel::open(const protocol::Namespace& ns, std::chrono::milliseconds pause)
{
    m_fixture->set.settings.setZoneId("UTC");
    QVERIFY(m_fixture->connect());
    m_presenter = std::make_unique<ForecastPresenter>(m_fixture->set, ns,
                                                      presenters::RefreshPacing{pause, pause});
    m_panel = std::make_unique<ui::TimelinePanel>(*m_presenter);
    m_panel->resize(1'000, 400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    m_presenter->setVisible(true);
}

double TestTimelinePanel::barred() const
{
    double sum = 0;
    for (const widgets::Bar& bar : chart()->model().bars) {
        sum += bar.count();
    }
    return sum;
}

int TestTimelinePanel::firstBar() const
{
    const QVector<widgets::ChartRow>& rows = chart()->rows();
    for (int row = 0; row < rows.size(); ++row) {
        if (rows[row].kind == widgets::BarKind::Forecast && rows[row].count > 0) {
            return row;
        }
    }
    return -1;
}

void TestTimelinePanel::theChartShowsWhatWasCounted()
{
    open();
    QTRY_VERIFY(ready());
    QCOMPARE(chart()->model().overdue.count(), 3.0);
    QCOMPARE(barred(), 7.0);
    QCOMPARE(chart()->model().later.count(), 0.0);
    double never = 0;
    for (const widgets::Reason& reason : chart()->model().never) {
        never += reason.count;
    }
    QCOMPARE(never, 2.0);
    QCOMPARE(chart()->model().series.size(), 1);
    QCOMPARE(chart()->model().series.front().name, u"lastSeen_1"_s);
}

void TestTimelinePanel::theTableShowsTheSameNumbers()
{
    open();
    QTRY_VERIFY(ready());
    const QVector<widgets::ChartRow>& rows = chart()->rows();
    QCOMPARE(table()->model()->rowCount(), rows.size());
    for (int row = 0; row < rows.size(); ++row) {
        const QModelIndex documents = table()->model()->index(row, BarTableModel::Documents);
        QCOMPARE(documents.data(Qt::EditRole).toDouble(), rows[row].count);
    }
}

void TestTimelinePanel::theSwitchShowsTheTableInsteadOfTheChart()
{
    open();
    QTRY_VERIFY(chart()->isVisible());
    QVERIFY(!table()->isVisible());
    QVERIFY(click(button(u"showAsTableButton"_s)));
    QVERIFY(table()->isVisible());
    QVERIFY(!chart()->isVisible());
    QVERIFY(click(button(u"showAsTableButton"_s)));
    QVERIFY(chart()->isVisible());
}

void TestTimelinePanel::aHorizonAsksForItsRange_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("minutes");
    QTest::newRow("5 min") << u"horizon5MinutesButton"_s << 5;
    QTest::newRow("24 h") << u"horizon24HoursButton"_s << 24 * 60;
    QTest::newRow("7 d") << u"horizon7DaysButton"_s << 7 * 24 * 60;
    QTest::newRow("30 d") << u"horizon30DaysButton"_s << 30 * 24 * 60;
    QTest::newRow("90 d") << u"horizon90DaysButton"_s << 90 * 24 * 60;
    QTest::newRow("1 y") << u"horizon1YearButton"_s << 365 * 24 * 60;
}

void TestTimelinePanel::aHorizonAsksForItsRange()
{
    QFETCH(QString, name);
    QFETCH(int, minutes);
    open();
    QTRY_VERIFY(ready());
    const std::uint64_t before = m_presenter->state().answerNumber;
    QVERIFY(click(button(name)));
    const auto wanted = std::chrono::minutes(minutes);
    const base::Time now = m_fixture->clock.now();
    QTRY_VERIFY(m_presenter->state().answerNumber > before
                && m_presenter->state().edges.back() - now >= wanted);
    const qint64 shown = chart()->model().bars.back().toMs - now.time_since_epoch().count();
    const qint64 asked = base::Millis(wanted).count();
    QVERIFY2(shown >= asked && shown <= asked + asked / 5, qPrintable(QString::number(shown)));
}

void TestTimelinePanel::oneHorizonIsMarked()
{
    open();
    QTRY_VERIFY(ready());
    QVERIFY(button(u"horizon1HourButton"_s)->isChecked());
    QVERIFY(click(button(u"horizon7DaysButton"_s)));
    QTRY_VERIFY(button(u"horizon7DaysButton"_s)->isChecked());
    QVERIFY(!button(u"horizon1HourButton"_s)->isChecked());
    m_presenter->setRange(m_fixture->clock.now(), m_fixture->clock.now() + 90s);
    QTRY_VERIFY(!button(u"horizon7DaysButton"_s)->isChecked());
}

void TestTimelinePanel::theScaleAndTheSumAreSwitched()
{
    open();
    QTRY_VERIFY(ready());
    QVERIFY(!chart()->isLogScale());
    QVERIFY(click(button(u"logScaleButton"_s)));
    QVERIFY(chart()->isLogScale());
    QVERIFY(chart()->model().cumulative);
    QVERIFY(click(button(u"cumulativeButton"_s)));
    QVERIFY(!chart()->model().cumulative);
}

void TestTimelinePanel::freshNumbersSayHowExactAndHowOldTheyAre()
{
    open();
    QTRY_VERIFY(ready());
    QCOMPARE(freshness(), u"exact · as of 00:00:00 UTC"_s);
    // no time passes: a count under way must not seem slow
    m_fixture->clock.set(m_fixture->clock.now() + 65s);
    QTRY_COMPARE(freshness(), u"exact · as of 00:01:05 UTC"_s);
}

void TestTimelinePanel::oldNumbersStayWhenTheServerFails()
{
    open();
    QTRY_VERIFY(ready());
    m_fixture->server->fail("histogram", base::failure(Errc::Timeout, "too slow"));
    auto* banner = need<QWidget>(m_panel.get(), u"forecastErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(barred(), 7.0);
    QCOMPARE(freshness(), u"as of 00:00:00 UTC"_s);
    m_fixture->server->fail("histogram", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_VERIFY(!banner->isVisible());
    QCOMPARE(freshness(), u"exact · as of 00:00:00 UTC"_s);
}

void TestTimelinePanel::oldBarsAreDimmed()
{
    open(tests::kSessions, 24h);
    QTRY_VERIFY(ready());
    const QImage fresh = chart()->grab().toImage();
    QCOMPARE(chart()->grab().toImage(), fresh);
    m_fixture->set.connections.disconnectNow();
    QCOMPARE(m_presenter->state().phase, presenters::Phase::Stale);
    QCOMPARE(barred(), 7.0);
    const QImage old = chart()->grab().toImage();
    QCOMPARE(old.size(), fresh.size());
    QVERIFY(old != fresh);
    QCOMPARE(freshness(), u"as of 00:00:00 UTC"_s);
}

void TestTimelinePanel::aFirstCountThatFailsIsReportedAndCanBeRepeated()
{
    m_fixture->server->fail("histogram", base::serverError(13, "Unauthorized", "not for you"));
    open();
    auto* banner = need<QWidget>(m_panel.get(), u"forecastErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(chart()->model().bars.isEmpty());
    QVERIFY(!chart()->isVisible()); // it would say 0
    // it is counted again by itself, so that this comes and goes
    QTRY_VERIFY(need<QWidget>(m_panel.get(), u"timelineEmptyState"_s)->isVisible());
    m_fixture->server->fail("histogram", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_COMPARE(barred(), 7.0);
    QVERIFY(!banner->isVisible());
}

void TestTimelinePanel::withoutARuleItSaysSoAndOffersTheAction()
{
    open(tests::kNotes);
    m_panel->setEmptyText(u"Nothing goes"_s, u"No index."_s, u"&Make one"_s);
    auto* empty = need<QWidget>(m_panel.get(), u"timelineEmptyState"_s);
    QTRY_VERIFY(empty->isVisible());
    QCOMPARE(need<QLabel>(empty, u"titleLabel"_s)->text(), u"Nothing goes"_s);
    const QSignalSpy used(m_panel.get(), &ui::TimelinePanel::emptyActionTriggered);
    QVERIFY(click(need<QPushButton>(empty, u"actionButton"_s)));
    QCOMPARE(used.count(), 1);
}

void TestTimelinePanel::aBarAsksForItsDocuments()
{
    open();
    QTRY_VERIFY(ready());
    m_panel->setOffersDocuments(true);
    std::optional<BarDocuments> asked;
    connect(m_panel.get(), &ui::TimelinePanel::documentsRequested, this,
            [&](const BarDocuments& documents) { asked = documents; });
    chart()->setFocus();
    chart()->setCurrentRow(firstBar());
    QTest::keyClick(chart(), Qt::Key_Return);
    QVERIFY(asked.has_value());
    const base::Time due = m_fixture->clock.now() + 10min;
    QVERIFY(asked->kind == BarDocuments::Kind::Range);
    QVERIFY(*asked->from < due && due <= *asked->to);
    QCOMPARE(asked->ns, tests::kSessions);
    QCOMPARE(asked->indexName, std::string("lastSeen_1"));
}

void TestTimelinePanel::aRowOfTheTableAsksForTheSameDocuments()
{
    open();
    QTRY_VERIFY(ready());
    std::optional<base::Time> end;
    connect(m_panel.get(), &ui::TimelinePanel::documentsRequested, this,
            [&](const BarDocuments& documents) { end = documents.to; });
    m_panel->setOffersDocuments(true);
    QVERIFY(click(button(u"showAsTableButton"_s)));
    QVERIFY(tests::clickRow(table(), table()->model()->index(firstBar(), 0)));
    QTest::keyClick(table(), Qt::Key_Return);
    QVERIFY(end.has_value());
    QVERIFY(m_fixture->clock.now() + 10min <= *end);
}

void TestTimelinePanel::overdueLaterAndNeverAskForTheirDocuments()
{
    open();
    QTRY_VERIFY(ready());
    m_presenter->setHorizon(presenters::Horizon::Minutes5);
    QTRY_VERIFY(m_presenter->state().later == 7);
    m_panel->setOffersDocuments(true);
    QList<BarDocuments> asked;
    connect(m_panel.get(), &ui::TimelinePanel::documentsRequested, this,
            [&](const BarDocuments& documents) { asked.append(documents); });
    for (int row = 0; row < chart()->rows().size(); ++row) {
        chart()->activateRow(row);
    }
    QCOMPARE(asked.size(), 4);
    const presenters::ForecastState& state = m_presenter->state();
    QVERIFY(asked[0].kind == BarDocuments::Kind::Overdue);
    QVERIFY(!asked[0].from && asked[0].to == state.now);
    QVERIFY(asked[1].kind == BarDocuments::Kind::Later);
    QVERIFY(asked[1].from == state.edges.back() && !asked[1].to);
    QVERIFY(asked[2].reason == ttl::NeverReason::NoField);
    QVERIFY(asked[3].reason == ttl::NeverReason::NotADate);
    QVERIFY(asked[3].kind == BarDocuments::Kind::Never && !asked[3].from && !asked[3].to);
    QCOMPARE(asked[3].ns, tests::kSessions);
}

void TestTimelinePanel::aZoomedRangeIsLeftByZoomingOut()
{
    open();
    QTRY_VERIFY(ready());
    chart()->setFocus();
    chart()->zoomIn();
    chart()->zoomIn();
    QTRY_VERIFY(m_presenter->state().horizon == presenters::Horizon::Custom);
    const std::uint64_t before = m_presenter->state().answerNumber;
    QTRY_VERIFY(m_presenter->state().answerNumber > before);
    const auto zoomed = chart()->visibleRange();
    QTest::keyClick(chart(), Qt::Key_Minus);
    QVERIFY(chart()->visibleRange().second - chart()->visibleRange().first
            > zoomed.second - zoomed.first);
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(chart(), Qt::Key_Minus);
    }
    QTRY_VERIFY(m_presenter->state().horizon == presenters::Horizon::Hour1);
    QTRY_VERIFY(button(u"horizon1HourButton"_s)->isChecked());
}

void TestTimelinePanel::homeResetsFromAnywhereInThePanel()
{
    open();
    QTRY_VERIFY(ready());
    chart()->zoomIn();
    QTRY_VERIFY(m_presenter->state().horizon == presenters::Horizon::Custom);
    button(u"exportButton"_s)->setFocus();
    QTest::keyClick(button(u"exportButton"_s), Qt::Key_Home);
    QTRY_VERIFY(m_presenter->state().horizon == presenters::Horizon::Hour1);
    QVERIFY(chart()->focusPolicy() & Qt::WheelFocus & ~Qt::StrongFocus);
}

void TestTimelinePanel::theFirstHorizonHoldsMostDocuments()
{
    // 95 of 100 go within 20 days
    m_fixture->server->addIndex(tests::kNotes, "writtenAt", 30 * 86'400);
    for (int i = 0; i < 100; ++i) {
        m_fixture->server->addDocument(
            tests::kNotes,
            tests::agedDocument(*m_fixture, 1'000 + i, "writtenAt",
                                std::chrono::hours(24 * (i < 95 ? 11 + i % 15 : -200))));
    }
    open(tests::kNotes);
    QTRY_VERIFY(ready() && m_presenter->state().horizon == presenters::Horizon::Days30);
    QTRY_VERIFY(m_presenter->state().later > 0 && m_presenter->state().later < 10);
    QVERIFY(button(u"horizon30DaysButton"_s)->isChecked());
}

void TestTimelinePanel::laterOffersTheLongerRange()
{
    open();
    QTRY_VERIFY(ready());
    auto* later = button(u"laterButton"_s);
    QVERIFY(!later->isVisible());
    QVERIFY(click(button(u"horizon5MinutesButton"_s)));
    QTRY_VERIFY(later->isVisible());
    QVERIFY2(later->text().contains(u'7') && later->text().contains(u"1 h"_s),
             qPrintable(later->text()));
    QVERIFY(click(later));
    QTRY_VERIFY(m_presenter->state().horizon == presenters::Horizon::Hour1);
    QTRY_VERIFY(!later->isVisible());
}

void TestTimelinePanel::theOfferGoesBeforeTheFreshnessIsShortened()
{
    open();
    QTRY_VERIFY(ready());
    QVERIFY(click(button(u"horizon5MinutesButton"_s)));
    QWidget* window = m_panel->window();
    window->resize(1'600, window->height());
    auto* later = button(u"laterButton"_s);
    QTRY_VERIFY(later->isVisible());
    const auto* freshness = need<widgets::ElidedLabel>(m_panel.get(), u"freshnessLabel"_s);
    bool goneFirst = false;
    for (int width = 1'600; width >= 300; width -= 8) {
        window->resize(width, window->height());
        QCoreApplication::processEvents();
        QVERIFY2(!freshness->isElided() || !later->isVisible(), qPrintable(QString::number(width)));
        goneFirst = goneFirst || (!freshness->isElided() && !later->isVisible());
    }
    QVERIFY(goneFirst);
}

void TestTimelinePanel::nothingIsDrawnWhileNothingChanges()
{
    open();
    QTRY_VERIFY(ready());
    const QSignalSpy resets(table()->model(), &QAbstractItemModel::modelReset);
    const QSignalSpy changes(table()->model(), &QAbstractItemModel::dataChanged);
    const QSignalSpy replots(chart()->findChild<QWidget*>(u"plotCanvas"_s), SIGNAL(afterReplot()));
    QCoreApplication::processEvents();
    const auto drawn = replots.size();
    const std::uint64_t before = m_presenter->state().answerNumber;
    QTRY_VERIFY(m_presenter->state().answerNumber > before + 5);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(changes.size(), 0);
    QVERIFY(replots.size() <= drawn + 1);
}

void TestTimelinePanel::aLongFirstCountIsAnnounced()
{
    m_fixture->server->hold("histogram");
    open();
    auto* busy = need<QWidget>(m_panel.get(), u"timelineBusyOverlay"_s);
    QTRY_VERIFY(busy->isVisible());
    QVERIFY(!chart()->isVisible());
    m_fixture->server->release("histogram");
    QTRY_VERIFY(!busy->isVisible());
    QTRY_COMPARE(barred(), 7.0);
    QVERIFY(chart()->isVisible());
}

void TestTimelinePanel::whereARuleFailedNothingIsExact()
{
    m_fixture->server->addIndex(tests::kSessions, "other", 60);
    m_fixture->server->failAfter("histogram", 1, base::serverError(13, "Unauthorized", "no"));
    open(tests::kSessions, 1h); // the next count would succeed
    QTRY_VERIFY(ready());
    QVERIFY(chart()->model().atLeast);
    QVERIFY2(freshness().startsWith(u"incomplete"_s), qPrintable(freshness()));
    for (int row = 0; row < table()->model()->rowCount(); ++row) {
        for (int column = 1; column < table()->model()->columnCount(); ++column) {
            const QString cell = table()->model()->index(row, column).data().toString();
            QVERIFY2(cell != "0"_L1 && !cell.contains(u"exact"_s) && !cell.contains(u"%"_s),
                     qPrintable(cell));
        }
    }
}

void TestTimelinePanel::theSummaryIsSpoken()
{
    open();
    QTRY_VERIFY(ready());
    QVERIFY(chart()->accessibleDescription().startsWith(u"3 overdue, 7 due"_s));
}

SANDGLASS_GUI_TEST(TestTimelinePanel)
} // namespace tst_ui_timeline_panel

#include "tst_ui_timeline_panel.moc"
