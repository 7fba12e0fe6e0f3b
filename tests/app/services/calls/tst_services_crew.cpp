// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/crew.h"
#include "tests/support/test_program.h"

#include <QFuture>
#include <QObject>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tst_services_crew {

using namespace sandglass;
using namespace std::chrono_literals;
using services::AnsweringJob;
using services::Crew;
using services::JobsUnderWay;
using Answer = Result<int>;

namespace {

/// Holds jobs until it is opened, and counts them meanwhile.
class Gate
{
public:
    ~Gate() { open(); }

    void pass()
    {
        std::unique_lock lock(m_mutex);
        m_most = std::max(m_most, ++m_inside);
        m_opened.wait(lock, [this] { return m_open; });
        --m_inside;
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
        m_opened.notify_all();
    }
    int inside() const
    {
        const std::lock_guard lock(m_mutex);
        return m_inside;
    }
    int most() const
    {
        const std::lock_guard lock(m_mutex);
        return m_most;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_opened;
    bool m_open = false; // all guarded by m_mutex
    int m_inside = 0;
    int m_most = 0;
};

template <typename Work>
QFuture<Answer> give(const std::shared_ptr<Crew>& crew, Work work, ttl::CallLimits limits = {},
                     std::chrono::milliseconds parting = {})
{
    const auto job
        = std::make_shared<AnsweringJob<Answer, Work>>(std::move(work), std::move(limits), parting);
    QFuture<Answer> future = job->future();
    job->enter(crew);
    return future;
}

/// Work that waits at the gate and answers with `number`. The gate outlives the work.
auto waitAt(const std::shared_ptr<Gate>& gate, int number)
{
    return [gate, number](const ttl::CallLimits& limits) -> Answer {
        const ttl::CallUnderWay call(limits);
        gate->pass();
        return number;
    };
}

Errc codeOf(QFuture<Answer> future)
{
    future.waitForFinished();
    const Answer answer = future.result();
    return answer ? Errc::Internal : answer.error().code;
}

} // namespace

class TestCrew : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QVERIFY(JobsUnderWay::waitForNone(10s)); }
    void jobsBeginInTheOrderInWhichTheyCame();
    void neverMoreRunAtOnceThanThereAreThreads();
    void aCrewOfNoThreadsHasOne();
    void aThreadIsUsedAgain();
    void closingAnswersWhatWaitsAndWhatRuns();
    void onClosingAJobMayStillCleanUp();
    void aShortDeadlineIsKeptBehindALongOne();
    void anAbandonedThreadIsReplacedForThoseWhoWait();
    void jobsUnderWayAreCounted();
};

void TestCrew::jobsBeginInTheOrderInWhichTheyCame()
{
    const auto crew = std::make_shared<Crew>(1);
    const auto gate = std::make_shared<Gate>();
    const auto order = std::make_shared<std::vector<int>>(); // of the one thread
    std::vector<QFuture<Answer>> futures{give(crew, waitAt(gate, 0))};
    for (int i = 1; i <= 20; ++i) {
        futures.push_back(give(crew, [order, i](const ttl::CallLimits&) -> Answer {
            order->push_back(i);
            return i;
        }));
    }
    gate->open();
    for (QFuture<Answer>& future : futures) {
        future.waitForFinished();
    }
    QCOMPARE(order->size(), std::size_t{20});
    QVERIFY(std::ranges::is_sorted(*order));
    crew->close();
}

void TestCrew::neverMoreRunAtOnceThanThereAreThreads()
{
    const auto crew = std::make_shared<Crew>(3);
    const auto gate = std::make_shared<Gate>();
    std::vector<QFuture<Answer>> futures;
    for (int i = 0; i < 10; ++i) {
        futures.push_back(give(crew, waitAt(gate, i)));
    }
    QTRY_COMPARE(gate->inside(), 3);
    gate->open();
    for (int i = 0; i < 10; ++i) {
        futures[static_cast<std::size_t>(i)].waitForFinished();
        QCOMPARE(*futures[static_cast<std::size_t>(i)].result(), i);
    }
    QCOMPARE(gate->most(), 3);
    crew->close();
}

void TestCrew::aCrewOfNoThreadsHasOne()
{
    for (const int threads : {0, -5}) {
        const auto crew = std::make_shared<Crew>(threads);
        QFuture<Answer> answer = give(crew, [](const ttl::CallLimits&) -> Answer { return 7; });
        answer.waitForFinished();
        QCOMPARE(*answer.result(), 7);
        crew->close();
    }
}

void TestCrew::aThreadIsUsedAgain()
{
    const auto crew = std::make_shared<Crew>(1);
    const auto threads = std::make_shared<std::vector<std::thread::id>>();
    for (int i = 0; i < 5; ++i) {
        give(crew, [threads](const ttl::CallLimits&) -> Answer {
            threads->push_back(std::this_thread::get_id());
            return 0;
        }).waitForFinished();
    }
    QCOMPARE(threads->size(), std::size_t{5});
    QCOMPARE(std::ranges::count(*threads, threads->front()), 5);
    crew->close();
}

void TestCrew::closingAnswersWhatWaitsAndWhatRuns()
{
    const auto crew = std::make_shared<Crew>(1);
    const auto gate = std::make_shared<Gate>();
    const auto begun = std::make_shared<std::atomic<bool>>(false);
    const QFuture<Answer> running = give(crew, waitAt(gate, 1));
    QTRY_COMPARE(gate->inside(), 1);
    const QFuture<Answer> waiting = give(crew, [begun](const ttl::CallLimits&) -> Answer {
        *begun = true;
        return 2;
    });
    crew->close();
    QVERIFY(running.isFinished());
    QVERIFY(waiting.isFinished());
    QCOMPARE(codeOf(running), Errc::Cancelled);
    QCOMPARE(codeOf(waiting), Errc::Cancelled);
    gate->open();
    QVERIFY(JobsUnderWay::waitForNone(10s));
    QVERIFY(!*begun);
}

void TestCrew::onClosingAJobMayStillCleanUp()
{
    const auto crew = std::make_shared<Crew>(1);
    const auto begun = std::make_shared<std::atomic<bool>>(false);
    const QFuture<Answer> cleaning = give(
        crew,
        [begun](const ttl::CallLimits& limits) -> Answer {
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            *begun = true;
            wake.wait(lock, limits.cancel.token(), [] { return false; });
            return 5;
        },
        {}, 10s);
    QTRY_VERIFY(*begun);
    crew->close();
    QFuture<Answer> answer = cleaning;
    answer.waitForFinished();
    QCOMPARE(*answer.result(), 5);
}

void TestCrew::aShortDeadlineIsKeptBehindALongOne()
{
    const auto crew = std::make_shared<Crew>(2);
    const auto gate = std::make_shared<Gate>();
    const QFuture<Answer> patient = give(crew, waitAt(gate, 1), {1h, {}});
    QTRY_COMPARE(gate->inside(), 1);
    const QFuture<Answer> hasty = give(crew, waitAt(gate, 2), {1ms, {}});
    QCOMPARE(codeOf(hasty), Errc::Timeout);
    QVERIFY(!patient.isFinished());
    gate->open();
    QFuture<Answer> answer = patient;
    answer.waitForFinished();
    QCOMPARE(*answer.result(), 1);
    crew->close();
}

void TestCrew::anAbandonedThreadIsReplacedForThoseWhoWait()
{
    const auto crew = std::make_shared<Crew>(1);
    const auto gate = std::make_shared<Gate>();
    const ttl::CallLimits limits;
    const QFuture<Answer> hung = give(crew, waitAt(gate, 1), limits);
    QTRY_COMPARE(gate->inside(), 1);
    QFuture<Answer> next = give(crew, [](const ttl::CallLimits&) -> Answer { return 2; });
    limits.cancel.cancel();
    next.waitForFinished();
    QCOMPARE(*next.result(), 2);
    QCOMPARE(gate->inside(), 1); // it hangs on, on a thread of its own
    QCOMPARE(codeOf(hung), Errc::Cancelled);
    gate->open();
    crew->close();
}

void TestCrew::jobsUnderWayAreCounted()
{
    QVERIFY(JobsUnderWay::waitForNone(0ms));
    JobsUnderWay::begin();
    JobsUnderWay::begin();
    JobsUnderWay::end();
    QVERIFY(!JobsUnderWay::waitForNone(0ms));
    std::thread other([] { JobsUnderWay::end(); });
    QVERIFY(JobsUnderWay::waitForNone(10s));
    other.join();
}

SANDGLASS_TEST(TestCrew)
} // namespace tst_services_crew

#include "tst_services_crew.moc"
