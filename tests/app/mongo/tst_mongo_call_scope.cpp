// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/call_runner.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <future>
#include <stdexcept>
#include <thread>

namespace tst_mongo_call_runner {

using namespace sandglass;
using namespace std::chrono_literals;
using mongo::CallRunner;
using mongo::CallScope;
using Steady = std::chrono::steady_clock;

namespace {

ttl::CallLimits limits(std::chrono::milliseconds timeout = 30s)
{
    return ttl::CallLimits{timeout, {}};
}

} // namespace

class TestCallRunner : public QObject
{
    Q_OBJECT

private slots:
    void theAnswerComesBack()
    {
        const auto answer
            = CallRunner::run<int>(limits(), [](const CallScope&) { return Result<int>(5); });
        QCOMPARE(*answer, 5);
    }

    void theErrorComesBack()
    {
        const auto answer = CallRunner::run<int>(limits(), [](const CallScope&) {
            return Result<int>(base::failure(Errc::NotFound, "gone"));
        });
        QCOMPARE(answer.error().code, Errc::NotFound);
    }

    void anExceptionBecomesAnError()
    {
        const auto answer = CallRunner::run<int>(
            limits(), [](const CallScope&) -> Result<int> { throw std::runtime_error("boom"); });
        QCOMPARE(answer.error().code, Errc::Internal);
        QVERIFY(answer.error().message.find("boom") != std::string::npos);
    }

    void aCancelledCallReturnsWhileItsWorkStillRuns()
    {
        const ttl::CallLimits cancelled = limits();
        std::promise<void> release;
        const std::shared_future<void> released = release.get_future().share();
        std::promise<void> started;
        std::thread canceller([&] {
            started.get_future().wait();
            cancelled.cancel.cancel();
        });
        const auto begin = Steady::now();
        const auto answer = CallRunner::run<int>(cancelled, [&started, released](const CallScope&) {
            started.set_value();
            released.wait();
            return Result<int>(5);
        });
        const auto took = Steady::now() - begin;
        canceller.join();
        const bool wasRunning = !CallRunner::waitForAll(0ms);
        release.set_value();
        QCOMPARE(answer.error().code, Errc::Cancelled);
        QVERIFY(took < 500ms);
        QVERIFY(wasRunning);
        QVERIFY(CallRunner::waitForAll(5s));
    }

    void anOverdueCallTimesOut()
    {
        std::promise<void> release;
        const std::shared_future<void> released = release.get_future().share();
        const auto begin = Steady::now();
        const auto answer = CallRunner::run<int>(limits(100ms), [released](const CallScope&) {
            released.wait();
            return Result<int>(5);
        });
        const auto took = Steady::now() - begin;
        release.set_value();
        QCOMPARE(answer.error().code, Errc::Timeout);
        QVERIFY(took >= 100ms && took < 600ms);
        QVERIFY(CallRunner::waitForAll(5s));
    }

    void aCallThatIsCancelledBeforehandDoesNotStart()
    {
        const ttl::CallLimits cancelled = limits();
        cancelled.cancel.cancel();
        const auto ran = std::make_shared<bool>(false);
        const auto answer = CallRunner::run<int>(cancelled, [ran](const CallScope&) {
            *ran = true;
            return Result<int>(5);
        });
        QCOMPARE(answer.error().code, Errc::Cancelled);
        QVERIFY(!*ran);
    }

    void theScopeTellsTheWorkToStop()
    {
        const ttl::CallLimits scoped = limits();
        const CallScope scope(scoped);
        QVERIFY(scope.check());
        QVERIFY(scope.remaining() > 29s);
        scoped.cancel.cancel();
        QCOMPARE(scope.check().error().code, Errc::Cancelled);
    }

    void aPassedDeadlineLeavesOneMillisecond()
    {
        const CallScope scope(limits(-5s));
        QCOMPARE(scope.check().error().code, Errc::Timeout);
        QCOMPARE(scope.remaining(), 1ms);
    }
};

SANDGLASS_TEST(TestCallRunner)
} // namespace tst_mongo_call_runner

#include "tst_mongo_call_runner.moc"
