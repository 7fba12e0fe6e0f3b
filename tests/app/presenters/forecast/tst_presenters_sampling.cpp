// SPDX-License-Identifier: GPL-3.0-or-later
// The forecast of a large remote collection: sampled, and counted exactly on demand.
#include "app/bson/builder.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/journal/task_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_sampling {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const RefreshPacing kSlow{1h, 2h};

/// Forty documents that go within the hour, and two overdue ones; above ten, the fake samples.
struct Large : ServiceFixture
{
    Large()
    {
        server->addIndex(kSessions, "seen", 3'600);
        for (std::int32_t id = 0; id < 40; ++id) {
            add(id, std::chrono::minutes(id));
        }
        add(100, 2h);
        add(101, 3h);
        server->addDocument(kSessions, bson::makeDocument("_id", 102));
        set.forecasts.setSampleAbove(10);
    }
    void add(std::int32_t id, base::Millis age)
    {
        server->addDocument(
            kSessions, bson::makeDocument("_id", id, "seen", bson::Date::from(clock.now() - age)));
    }
};

bool becomesReady(const ForecastPresenter& presenter)
{
    // no query is under way when the next one is due, or when an exact count is held
    return QTest::qWaitFor([&] {
        return presenter.state().phase == Phase::Ready
            && (presenter.nextPause() || presenter.state().held);
    });
}

} // namespace

class TestSampledForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLargeRemoteCollectionIsSampledAndSaysSo();
    void theLocalEngineIsAlwaysCounted();
    void zeroMeansNeverSampled();
    void anOldestDateOfASampleIsALimit();
    void aServerThatCannotSampleIsNotCountedAgainAndAgain();
    void theExactCountHoldsUntilARefresh();
    void theExactCountReportsItsProgress();
    void theExactCountCanBeCancelled();
    void givingUpDuringTheExactCountSendsNothing();
    void itCanBeCancelledAmongTheTasks();
    void partsAreOfAUsefulSize();
};

void TestSampledForecast::aLargeRemoteCollectionIsSampledAndSaysSo()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    const ForecastState& state = presenter.state();
    QVERIFY(!state.exact);
    QCOMPARE(state.sampledShare, 0.25);
    QCOMPARE(state.errors.size(), state.totals.size());
    QVERIFY(std::ranges::all_of(state.errors, [](double error) { return error > 0.0; }));
    QVERIFY(state.laterError > 0.0);
    QCOMPARE(presenter.figures().dueWithinHour.source, FigureSource::Sampled);
    QCOMPARE(presenter.figures().overdue.source, FigureSource::CountedPerIndex);
}

void TestSampledForecast::theLocalEngineIsAlwaysCounted()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(true));
    QVERIFY(becomesReady(presenter));
    QVERIFY(presenter.state().exact);
    QCOMPARE(fixture.server->lastHistogram().sampleAbove, std::int64_t{0});
}

void TestSampledForecast::zeroMeansNeverSampled()
{
    Large fixture;
    fixture.set.forecasts.setSampleAbove(0);
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    QVERIFY(presenter.state().exact);
}

void TestSampledForecast::anOldestDateOfASampleIsALimit()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    QVERIFY(presenter.figures().oldestOverdue.text.startsWith(u"≥ "));
    QCOMPARE(presenter.figures().oldestOverdue.source, FigureSource::Sampled);
    presenter.countExactly();
    QTRY_VERIFY(presenter.state().held);
    QVERIFY(!presenter.figures().oldestOverdue.text.startsWith(u"≥ "));
}

void TestSampledForecast::aServerThatCannotSampleIsNotCountedAgainAndAgain()
{
    Large fixture;
    fixture.server->setCounting({.samples = false});
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    QVERIFY(presenter.state().exact);
    QVERIFY(presenter.state().held);
    QVERIFY(presenter.state().cannotSample);
    QVERIFY(!presenter.nextPause());
    const int before = fixture.server->calls("histogram");
    presenter.refresh();
    QTRY_VERIFY(fixture.server->calls("histogram") > before);
    QVERIFY(becomesReady(presenter));
    QVERIFY(presenter.state().held);
}

void TestSampledForecast::theExactCountHoldsUntilARefresh()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    presenter.countExactly();
    QTRY_VERIFY(presenter.state().held);
    QVERIFY(presenter.state().exact);
    QCOMPARE(presenter.state().documents, std::int64_t{43});
    QCOMPARE(presenter.state().overdue, std::int64_t{2});
    QCOMPARE(presenter.state().never.noField, std::int64_t{1});
    QVERIFY(!presenter.nextPause());
    QVERIFY(fixture.set.tasks.tasks().empty());
    presenter.setVisible(false);
    presenter.setVisible(true);
    QVERIFY(presenter.state().held);
    presenter.refresh();
    QTRY_VERIFY(!presenter.state().exact);
    QVERIFY(!presenter.state().held);
    QVERIFY(presenter.nextPause());
}

void TestSampledForecast::theExactCountReportsItsProgress()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    std::vector<int> percents;
    connect(&presenter, &ForecastPresenter::stateChanged, this, [&] {
        if (presenter.state().countedPercent) {
            percents.push_back(*presenter.state().countedPercent);
        }
    });
    presenter.countExactly();
    QTRY_VERIFY(presenter.state().held);
    QVERIFY(percents.size() > 5);
    QVERIFY(std::ranges::is_sorted(percents));
    QCOMPARE(percents.front(), 0);
    QVERIFY(percents.back() >= 90);
}

void TestSampledForecast::theExactCountCanBeCancelled()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    fixture.server->hold("histogram");
    presenter.countExactly();
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    QVERIFY(presenter.state().countedPercent.has_value());
    presenter.cancelExactCount();
    fixture.server->release("histogram");
    QTRY_VERIFY(!presenter.state().countedPercent);
    QVERIFY(becomesReady(presenter));
    QVERIFY(!presenter.state().exact);
    QVERIFY(!presenter.state().held);
    QVERIFY(fixture.set.tasks.tasks().empty());
}

void TestSampledForecast::givingUpDuringTheExactCountSendsNothing()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    fixture.server->hold("histogram");
    presenter.countExactly();
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    const int before = fixture.server->calls("histogram");
    presenter.cancel();
    fixture.server->release("histogram");
    QTRY_VERIFY(!presenter.state().countedPercent);
    QCoreApplication::processEvents();
    QCOMPARE(fixture.server->calls("histogram"), before);
    QVERIFY(!presenter.nextPause());
}

void TestSampledForecast::itCanBeCancelledAmongTheTasks()
{
    Large fixture;
    ForecastPresenter presenter(fixture.set, kSessions, kSlow);
    presenter.setVisible(true);
    QVERIFY(fixture.connect(false));
    QVERIFY(becomesReady(presenter));
    fixture.server->hold("histogram");
    presenter.countExactly();
    QTRY_COMPARE(fixture.server->running("histogram"), 1);
    QCOMPARE(fixture.set.tasks.tasks().size(), std::size_t{1});
    fixture.set.tasks.cancel(fixture.set.tasks.tasks().front().id);
    QTRY_VERIFY(!presenter.state().countedPercent);
    fixture.server->release("histogram");
    QVERIFY(becomesReady(presenter));
    QVERIFY(!presenter.state().failure);
    QVERIFY(!presenter.state().held);
    QVERIFY(presenter.nextPause());
}

void TestSampledForecast::partsAreOfAUsefulSize()
{
    std::vector<base::Time> edges;
    ttl::ExpiryHistogram estimate;
    for (int i = 0; i <= 200; ++i) {
        edges.push_back(base::Time(std::chrono::hours(i)));
        estimate.counts.push_back(i % 2 == 0 ? 10 : 0);
    }
    estimate.counts.pop_back();
    estimate.overdue = 500;
    const std::vector<services::CountPart> parts = services::countParts(edges, estimate);
    QVERIFY(parts.size() < 30);
    QCOMPARE(*parts.front().part.upTo, edges.front());
    QVERIFY(parts.back().part.undated);
    double sum = 0.0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum += parts[i].share;
        if (i > 0 && i + 1 < parts.size()) {
            QCOMPARE(*parts[i].part.after, *parts[i - 1].part.upTo);
        }
    }
    QVERIFY(sum > 0.99 && sum < 1.01);
}

SANDGLASS_TEST(TestSampledForecast)
} // namespace tst_presenters_sampling

#include "tst_presenters_sampling.moc"
