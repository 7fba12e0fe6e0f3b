// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/later_turn.h"
#include "app/services/calls/worker_pool.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QCoroTask>
#include <QObject>
#include <QTest>
#include <QThread>

#include <stdexcept>

namespace tst_services_worker_pool {

using namespace sandglass;
using services::LaterTurn;
using services::WorkerPool;

class TestWorkerPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server = std::make_shared<tests::FakeTtlServer>(m_clock); }
    void callsRunOnAnotherThread();
    void anExceptionBecomesAnError();
    void aCancelledCallDoesNotReachTheServer();
    void destroyingThePoolCancelsRunningCallsWithoutWaiting();
    void anAnswerThatIsThereAlreadyStillComesInALaterTurn();

private:
    tests::FakeClock m_clock;
    std::shared_ptr<tests::FakeTtlServer> m_server;
};

void TestWorkerPool::callsRunOnAnotherThread()
{
    WorkerPool pool(m_server);
    QFuture<Result<bool>> answer = pool.run(
        [gui = QThread::currentThread()](ttl::TtlServer&, const ttl::CallLimits&) -> Result<bool> {
            return QThread::currentThread() != gui;
        },
        {});
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(*answer.result());
}

void TestWorkerPool::anExceptionBecomesAnError()
{
    WorkerPool pool(m_server);
    QFuture<Result<bool>> answer = pool.run(
        [](ttl::TtlServer&, const ttl::CallLimits&) -> Result<bool> {
            throw std::runtime_error("broken");
        },
        {});
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == Errc::Internal);
}

void TestWorkerPool::aCancelledCallDoesNotReachTheServer()
{
    WorkerPool pool(m_server);
    ttl::CallLimits limits;
    limits.cancel.cancel();
    auto answer = pool.run(
        [](ttl::TtlServer& server, const ttl::CallLimits& with) { return server.serverInfo(with); },
        limits);
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == Errc::Cancelled);
    QCOMPARE(m_server->calls("serverInfo"), 0);
}

void TestWorkerPool::destroyingThePoolCancelsRunningCallsWithoutWaiting()
{
    m_server->hold("serverInfo"); // never released: waiting for it would hang here
    auto pool = std::make_unique<WorkerPool>(m_server);
    auto answer = pool->run(
        [](ttl::TtlServer& server, const ttl::CallLimits& with) { return server.serverInfo(with); },
        {});
    QTRY_COMPARE(m_server->running("serverInfo"), 1);
    pool.reset();
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == Errc::Cancelled);
}

void TestWorkerPool::anAnswerThatIsThereAlreadyStillComesInALaterTurn()
{
    WorkerPool pool(m_server);
    QFuture<Result<bool>> answer = pool.run(
        [](ttl::TtlServer&, const ttl::CallLimits&) -> Result<bool> { return true; }, {});
    answer.waitForFinished();
    bool arrived = false;
    const auto wait = [](QFuture<Result<bool>> future, bool& told) -> QCoro::Task<void> {
        LaterTurn<Result<bool>> arriving(std::move(future));
        const Result<bool> value = co_await arriving;
        told = *value;
    };
    wait(answer, arrived);
    QVERIFY(!arrived);
    QTRY_VERIFY(arrived);
}

SANDGLASS_TEST(TestWorkerPool)
} // namespace tst_services_worker_pool

#include "tst_services_worker_pool.moc"
