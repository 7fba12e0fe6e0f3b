// SPDX-License-Identifier: GPL-3.0-or-later
// What another client does on the local engine is on the chart within two seconds, and the window
// answers meanwhile.
#include "app/mongo/mongo_driver.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "resources/resources.h"
#include "tests/support/engine_client.h"
#include "tests/support/event_loop_watchdog.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/main_window.h"
#include "widgets/charts/forecast_chart.h"

#include <QElapsedTimer>
#include <QTabWidget>

#include <algorithm>
#include <thread>

namespace tst_integration_live {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::need;

namespace {

constexpr int kPatienceMillis = 60'000; // sanitizers and shared machines are slow
constexpr int kTries = 3; // sandglass-live-bench measures how long it takes
const protocol::Namespace kVisits{"live", "visits"};

} // namespace

class TestLive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theWatchdogSeesAStall();
    void anInsertedDocumentShowsByItself();
    void aDeletionShowsByItself();
    void theWindowAnswersWhileAnotherClientInserts();

private:
    const widgets::ChartModel& chart() const
    {
        auto* page = need<QTabWidget>(m_window.get(), u"pageArea"_s)->currentWidget();
        return need<widgets::ForecastChart>(page, u"timelineChart"_s)->model();
    }
    double scheduled() const
    {
        double sum = 0;
        for (const widgets::Bar& bar : chart().bars) {
            sum += bar.count();
        }
        return sum;
    }
    void insert(int count, base::Millis age);
    // how long until the chart shows it
    template <typename Shown>
    qint64 millisUntil(const Shown& shown);

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client; // another one than the window's
    std::unique_ptr<tests::RealServices> m_services;
    std::unique_ptr<presenters::Servers> m_servers;
    std::unique_ptr<ui::MainWindow> m_window;
    std::int32_t m_lastId = 0;
};

void TestLive::initTestCase()
{
    resources::initResources();
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_client->run(kVisits.database, tests::json(R"({"createIndexes": "visits", "indexes": [
        {"key": {"seenAt": 1}, "name": "seenAt_1", "expireAfterSeconds": 3600}]})"));
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    m_client->setParameter("ttlMonitorSleepSecs", bson::Value::of(std::int32_t{1}));
    m_services = std::make_unique<tests::RealServices>(m_engine);
    QVERIFY(m_services->isOpen());
    m_servers = std::make_unique<presenters::Servers>(m_services->set);
    m_window = std::make_unique<ui::MainWindow>(*m_servers);
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(m_window->openPage(QString::fromStdString(kVisits.text())));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->pageReady(), kPatienceMillis);
}

void TestLive::cleanupTestCase()
{
    m_window.reset();
    m_servers.reset();
    m_services.reset();
    m_client.reset();
}

void TestLive::insert(int count, base::Millis age)
{
    std::vector<bson::Document> visits;
    for (int i = 0; i < count; ++i) {
        visits.push_back(
            bson::makeDocument("_id", ++m_lastId, "seenAt", bson::Date::from(m_clock.now() - age)));
    }
    m_client->insert(kVisits, visits);
}

template <typename Shown>
qint64 TestLive::millisUntil(const Shown& shown)
{
    QElapsedTimer watch;
    watch.start();
    return QTest::qWaitFor(shown, kPatienceMillis) ? watch.elapsed() : kPatienceMillis;
}

void TestLive::theWatchdogSeesAStall()
{
    tests::EventLoopWatchdog watchdog;
    QTRY_VERIFY(watchdog.events() > 3);
    watchdog.reset();
    constexpr auto kBusy = 200ms;
    const auto end = std::chrono::steady_clock::now() + kBusy;
    while (std::chrono::steady_clock::now() < end) { }
    QTRY_VERIFY(!watchdog.stalls().empty());
    QVERIFY(watchdog.longest().waited > kBusy / 2);
    QVERIFY(watchdog.mostWork() > 0us);
}

void TestLive::anInsertedDocumentShowsByItself()
{
    qint64 best = kPatienceMillis;
    for (int i = 0; i < kTries; ++i) {
        const double before = scheduled();
        insert(5, 30min);
        best = std::min(best, millisUntil([&] { return scheduled() == before + 5; }));
        QCOMPARE(scheduled(), before + 5);
    }
    qInfo("an inserted document shows after %lld ms", static_cast<long long>(best));
}

void TestLive::aDeletionShowsByItself()
{
    qint64 best = kPatienceMillis;
    for (int i = 0; i < kTries; ++i) {
        insert(7, 2h);
        QTRY_COMPARE_WITH_TIMEOUT(chart().overdue.count(), 7.0, kPatienceMillis);
        const std::int64_t left = m_client->countBy(kVisits, "$natural") - 7;
        m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
        // the moment of the pass, as another client sees it
        QTRY_COMPARE_WITH_TIMEOUT(m_client->countBy(kVisits, "$natural"), left, kPatienceMillis);
        best = std::min(best, millisUntil([&] { return chart().overdue.count() == 0.0; }));
        m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    }
    qInfo("a deletion shows after %lld ms", static_cast<long long>(best));
    const auto& deletions = chart().deletions;
    QVERIFY(
        std::ranges::any_of(deletions, [](const widgets::Bar& bar) { return bar.count() > 0; }));
}

void TestLive::theWindowAnswersWhileAnotherClientInserts()
{
    constexpr int kBatches = 60;
    constexpr int kBatch = 500;
    const double before = scheduled();
    tests::EventLoopWatchdog watchdog;
    std::thread other([this] {
        for (int i = 0; i < kBatches; ++i) {
            insert(kBatch, 20min);
        }
    });
    const bool shown = QTest::qWaitFor([&] { return scheduled() == before + kBatches * kBatch; },
                                       kPatienceMillis);
    other.join();
    QVERIFY(shown);
    QVERIFY(watchdog.events() > 50);
    qInfo("longest wait of an event: %.1f ms, most work at a stretch: %.1f ms",
          static_cast<double>(watchdog.longest().waited.count()) / 1'000,
          static_cast<double>(watchdog.mostWork().count()) / 1'000);
    // 50 ms are asked for; the build may be one with sanitizers
    QVERIFY(watchdog.mostWork() < 250ms);
}

SANDGLASS_GUI_TEST(TestLive)
} // namespace tst_integration_live

#include "tst_integration_live.moc"
