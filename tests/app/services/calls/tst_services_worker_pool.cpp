// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/worker_pool.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>
#include <QThread>

#include <atomic>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace tst_services_worker_pool {

using namespace sandglass;
using namespace std::chrono_literals;
using services::WorkerPool;
using Answer = Result<int>;

namespace {

// A server call that hangs in its driver: nothing but release() ends it.
class HungCall
{
public:
    HungCall()
        : m_released(m_release.get_future().share())
    {
    }
    ~HungCall() { release(); }

    auto work()
    {
        return
            [released = m_released, started = m_started](const ttl::CallLimits& limits) -> Answer {
                const ttl::CallUnderWay call(limits);
                *started = true;
                released.wait();
                return 5;
            };
    }
    bool started() const { return *m_started; }
    void release()
    {
        if (!std::exchange(m_done, true)) {
            m_release.set_value();
        }
    }

private:
    std::promise<void> m_release;
    std::shared_future<void> m_released;
    std::shared_ptr<std::atomic<bool>> m_started = std::make_shared<std::atomic<bool>>(false);
    bool m_done = false;
};

Answer six(const ttl::CallLimits& /*limits*/)
{
    return 6;
}

} // namespace

class TestWorkerPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QVERIFY(WorkerPool::waitForAll(10s)); }
    void callsRunOnAnotherThread();
    void anExceptionBecomesAnError();
    void aCancelledCallDoesNotBegin();
    void anOverdueCallIsAnsweredAndItsThreadReplaced();
    void aCancelledCallIsAnsweredWhileItHangs();
    void theAnswerOfAnAbandonedCallIsDropped();
    void betweenItsCallsAJobHasNoDeadline();
    void aCancelledJobMayCleanUpFirst();
    void aCancelledJobThatDoesNotEndIsAbandoned();
    void aWaitingCallIsCancelledWithoutBeginning();
    void destroyingThePoolCancelsRunningCallsWithoutWaiting();
    void aServerThatNeverAnswersOutlivesThePool();
    void whatTheWorkHeldHasGoneBeforeItsAnswer();
    void abandonedCallsAreWaitedForAtTheEnd();
};

void TestWorkerPool::callsRunOnAnotherThread()
{
    WorkerPool pool;
    QFuture<Result<bool>> answer = pool.run(
        [gui = QThread::currentThread()](const ttl::CallLimits&) -> Result<bool> {
            return QThread::currentThread() != gui;
        },
        {});
    answer.waitForFinished();
    QVERIFY(*answer.result());
}

void TestWorkerPool::anExceptionBecomesAnError()
{
    WorkerPool pool;
    QFuture<Answer> answer = pool.run(
        [](const ttl::CallLimits&) -> Answer { throw std::runtime_error("broken"); }, {});
    answer.waitForFinished();
    QVERIFY(answer.result().error().code == Errc::Internal);
    QCOMPARE(answer.result().error().message, std::string("broken"));
}

void TestWorkerPool::aCancelledCallDoesNotBegin()
{
    WorkerPool pool;
    HungCall call;
    ttl::CallLimits limits;
    limits.cancel.cancel();
    QFuture<Answer> answer = pool.run(call.work(), limits);
    answer.waitForFinished();
    QVERIFY(answer.result().error().code == Errc::Cancelled);
    call.release();
    QVERIFY(WorkerPool::waitForAll(10s));
    QVERIFY(!call.started());
}

void TestWorkerPool::anOverdueCallIsAnsweredAndItsThreadReplaced()
{
    WorkerPool pool(1);
    HungCall hung;
    QFuture<Answer> overdue = pool.run(hung.work(), {20ms, {}});
    QFuture<Answer> next = pool.run(six, {});
    overdue.waitForFinished();
    QVERIFY(overdue.result().error().code == Errc::Timeout);
    next.waitForFinished();
    QCOMPARE(*next.result(), 6);
    QVERIFY(!WorkerPool::waitForAll(0ms)); // the first one hangs on
}

void TestWorkerPool::aCancelledCallIsAnsweredWhileItHangs()
{
    WorkerPool pool(1);
    HungCall hung;
    const ttl::CallLimits limits;
    QFuture<Answer> answer = pool.run(hung.work(), limits);
    QTRY_VERIFY(hung.started());
    limits.cancel.cancel();
    QVERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == Errc::Cancelled);
    QFuture<Answer> next = pool.run(six, {});
    next.waitForFinished();
    QCOMPARE(*next.result(), 6);
}

void TestWorkerPool::theAnswerOfAnAbandonedCallIsDropped()
{
    WorkerPool pool;
    HungCall hung;
    const ttl::CallLimits limits;
    QFuture<Answer> answer = pool.run(hung.work(), limits);
    QTRY_VERIFY(hung.started());
    limits.cancel.cancel();
    hung.release();
    QVERIFY(WorkerPool::waitForAll(10s));
    QCOMPARE(answer.resultCount(), 1);
    QVERIFY(answer.result().error().code == Errc::Cancelled);
}

void TestWorkerPool::betweenItsCallsAJobHasNoDeadline()
{
    WorkerPool pool;
    std::promise<void> release;
    QFuture<Answer> busy = pool.run(
        [released = release.get_future().share()](const ttl::CallLimits& limits) -> Answer {
            {
                const ttl::CallUnderWay call(limits);
            }
            released.wait();
            return 7;
        },
        {1ms, {}});
    HungCall hung;
    QFuture<Answer> overdue = pool.run(hung.work(), {50ms, {}});
    overdue.waitForFinished(); // by then the first one's limit is long past
    QVERIFY(!busy.isFinished());
    release.set_value();
    busy.waitForFinished();
    QCOMPARE(*busy.result(), 7);
}

void TestWorkerPool::aCancelledJobMayCleanUpFirst()
{
    WorkerPool pool;
    const ttl::CallLimits limits;
    const auto cleaned = std::make_shared<std::atomic<bool>>(false);
    const auto began = std::make_shared<std::atomic<bool>>(false);
    QFuture<Answer> answer = pool.run(
        [cleaned, began](const ttl::CallLimits& given) -> Answer {
            const ttl::CallUnderWay call(given);
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            *began = true;
            wake.wait(lock, given.cancel.token(), [] { return false; });
            *cleaned = true;
            return base::failure(Errc::Cancelled, "cleaned up");
        },
        limits, 10s);
    QTRY_VERIFY(*began);
    limits.cancel.cancel();
    answer.waitForFinished();
    QCOMPARE(answer.result().error().message, std::string("cleaned up"));
    QVERIFY(*cleaned);
}

void TestWorkerPool::aCancelledJobThatDoesNotEndIsAbandoned()
{
    WorkerPool pool;
    HungCall hung;
    const ttl::CallLimits limits;
    QFuture<Answer> answer = pool.run(hung.work(), limits, 20ms);
    QTRY_VERIFY(hung.started());
    limits.cancel.cancel();
    answer.waitForFinished();
    QVERIFY(answer.result().error().code == Errc::Cancelled);
}

void TestWorkerPool::aWaitingCallIsCancelledWithoutBeginning()
{
    WorkerPool pool(1);
    HungCall first;
    HungCall second;
    const ttl::CallLimits limits;
    QFuture<Answer> running = pool.run(first.work(), {});
    QFuture<Answer> waiting = pool.run(second.work(), limits);
    limits.cancel.cancel();
    QVERIFY(waiting.isFinished());
    QVERIFY(waiting.result().error().code == Errc::Cancelled);
    first.release();
    running.waitForFinished();
    QCOMPARE(*running.result(), 5);
    QVERIFY(!second.started());
}

void TestWorkerPool::destroyingThePoolCancelsRunningCallsWithoutWaiting()
{
    HungCall hung; // released last: waiting for it would hang here
    auto pool = std::make_unique<WorkerPool>();
    QFuture<Answer> answer = pool->run(hung.work(), {});
    QTRY_VERIFY(hung.started());
    pool.reset();
    QVERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == Errc::Cancelled);
}

void TestWorkerPool::aServerThatNeverAnswersOutlivesThePool()
{
    const tests::FakeClock clock;
    auto server = std::make_shared<tests::FakeTtlServer>(clock);
    const std::weak_ptr<tests::FakeTtlServer> watched = server;
    HungCall hung;
    auto pool = std::make_unique<WorkerPool>();
    QFuture<Answer> answer = pool->run(
        [server, call = hung.work()](const ttl::CallLimits& limits) mutable -> Answer {
            const Answer waited = call(limits);
            return server->calls("serverInfo") + *waited;
        },
        {});
    QTRY_VERIFY(hung.started());
    server.reset();
    pool.reset();
    QVERIFY(answer.isFinished());
    QVERIFY(!watched.expired());
    hung.release();
    QVERIFY(WorkerPool::waitForAll(10s));
    QVERIFY(watched.expired());
}

void TestWorkerPool::whatTheWorkHeldHasGoneBeforeItsAnswer()
{
    WorkerPool pool;
    const auto held = std::make_shared<int>(8);
    QFuture<Answer> answer
        = pool.run([held](const ttl::CallLimits&) -> Answer { return *held; }, {});
    answer.waitForFinished();
    QCOMPARE(*answer.result(), 8);
    QCOMPARE(held.use_count(), 1L);
}

void TestWorkerPool::abandonedCallsAreWaitedForAtTheEnd()
{
    WorkerPool pool;
    HungCall hung;
    QFuture<Answer> answer = pool.run(hung.work(), {10ms, {}});
    answer.waitForFinished();
    QVERIFY(!WorkerPool::waitForAll(0ms));
    hung.release();
    QVERIFY(WorkerPool::waitForAll(10s));
}

SANDGLASS_TEST(TestWorkerPool)
} // namespace tst_services_worker_pool

#include "tst_services_worker_pool.moc"
