// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/crew.h"
#include "app/services/calls/worker_job.h"
#include "tests/support/test_program.h"

#include <QFuture>
#include <QObject>
#include <QTest>

#include <future>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tst_services_worker_job {

using namespace sandglass;
using namespace std::chrono_literals;
using services::AnsweringJob;
using services::Crew;
using Answer = Result<int>;

namespace {

template <typename Work>
auto jobOf(Work work, ttl::CallLimits limits = {})
{
    return std::make_shared<AnsweringJob<Answer, Work>>(std::move(work), std::move(limits), 0ms);
}

auto answering(int number)
{
    return [number](const ttl::CallLimits&) -> Answer { return number; };
}

const Error kLost = base::failure(Errc::Network, "lost");

} // namespace

class TestWorkerJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QVERIFY(services::JobsUnderWay::waitForNone(10s)); }
    void theWorksAnswerIsTheFutures();
    void onlyTheFirstAnswerCounts();
    void anErrorBeforeTheWorkIsTheAnswer();
    void anExceptionBecomesAnInternalError();
    void aCancelledJobDoesNotBegin();
    void theWorkGetsItsLimitsAndIsFollowed();
    void workThatCannotBeCopiedRuns();
    void whatTheWorkHeldHasGoneWithItsAnswer();
    void oneTokenCancelsAllItsJobs();
    void aTokenThatIsCancelledAlreadyAnswersAtOnce();
    void aTokenMayOutliveItsJob();
    void aJobWithoutACrewMayBeFollowedAndCancelled();
};

void TestWorkerJob::theWorksAnswerIsTheFutures()
{
    const auto job = jobOf(answering(7));
    const QFuture<Answer> future = job->future();
    QVERIFY(!future.isFinished());
    job->execute();
    QVERIFY(future.isFinished());
    QCOMPARE(*future.result(), 7);
}

void TestWorkerJob::onlyTheFirstAnswerCounts()
{
    const auto job = jobOf(answering(7));
    job->execute();
    job->answerWith(kLost);
    job->answerWith(kLost);
    QCOMPARE(job->future().resultCount(), 1);
    QCOMPARE(*job->future().result(), 7);
}

void TestWorkerJob::anErrorBeforeTheWorkIsTheAnswer()
{
    const auto job = jobOf(answering(7));
    job->answerWith(kLost);
    job->execute(); // its thread comes to it all the same
    QCOMPARE(job->future().resultCount(), 1);
    QCOMPARE(job->future().result().error().message, std::string("lost"));
}

void TestWorkerJob::anExceptionBecomesAnInternalError()
{
    const auto job
        = jobOf([](const ttl::CallLimits&) -> Answer { throw std::out_of_range("%1 \"x\"\n"); });
    job->execute();
    QCOMPARE(job->future().result().error().code, Errc::Internal);
    QCOMPARE(job->future().result().error().message, std::string("%1 \"x\"\n"));
}

void TestWorkerJob::aCancelledJobDoesNotBegin()
{
    ttl::CallLimits limits;
    limits.cancel.cancel();
    int begun = 0;
    const auto job = jobOf([&begun](const ttl::CallLimits&) -> Answer { return ++begun; }, limits);
    job->execute();
    QCOMPARE(begun, 0);
    QCOMPARE(job->future().result().error().code, Errc::Cancelled);
}

void TestWorkerJob::theWorkGetsItsLimitsAndIsFollowed()
{
    const ttl::CallLimits limits{1'234ms, {}};
    const ttl::CallWatch* followed = nullptr;
    const auto job = jobOf(
        [&followed](const ttl::CallLimits& given) -> Answer {
            followed = given.watch.get();
            given.cancel.cancel(); // the very token of the caller
            return static_cast<int>(given.timeout.count());
        },
        limits);
    job->execute();
    QCOMPARE(*job->future().result(), 1'234);
    QVERIFY(followed == job.get());
    QVERIFY(limits.cancel.cancelled());
    QCOMPARE(job.use_count(), 1L); // the limits that named it have gone
}

void TestWorkerJob::workThatCannotBeCopiedRuns()
{
    const auto job = jobOf(
        [number = std::make_unique<int>(9)](const ttl::CallLimits&) -> Answer { return *number; });
    job->execute();
    QCOMPARE(*job->future().result(), 9);
}

void TestWorkerJob::whatTheWorkHeldHasGoneWithItsAnswer()
{
    const auto held = std::make_shared<int>(3);
    const auto job = jobOf([held](const ttl::CallLimits&) -> Answer { return *held; });
    QCOMPARE(held.use_count(), 2L);
    job->execute();
    QCOMPARE(held.use_count(), 1L);
}

void TestWorkerJob::oneTokenCancelsAllItsJobs()
{
    const auto crew = std::make_shared<Crew>(1);
    std::promise<void> release;
    const std::shared_future<void> released = release.get_future().share();
    const ttl::CallLimits limits;
    const auto hang = [released](const ttl::CallLimits&) -> Answer {
        released.wait();
        return 1;
    };
    std::vector<QFuture<Answer>> futures;
    for (int i = 0; i < 4; ++i) { // one of them runs, three wait
        const auto job = jobOf(hang, limits);
        futures.push_back(job->future());
        job->enter(crew);
    }
    limits.cancel.cancel();
    for (const QFuture<Answer>& future : futures) {
        // a worker that has just taken the job may be about to answer it
        QTRY_VERIFY(future.isFinished());
        QCOMPARE(future.result().error().code, Errc::Cancelled);
    }
    release.set_value();
    crew->close();
}

void TestWorkerJob::aTokenThatIsCancelledAlreadyAnswersAtOnce()
{
    const auto crew = std::make_shared<Crew>(1);
    ttl::CallLimits limits;
    limits.cancel.cancel();
    const auto job = jobOf(answering(1), limits);
    job->enter(crew);
    QVERIFY(job->future().isFinished());
    QCOMPARE(job->future().result().error().code, Errc::Cancelled);
    crew->close();
}

void TestWorkerJob::aTokenMayOutliveItsJob()
{
    const ttl::CallLimits limits;
    QFuture<Answer> future;
    {
        const auto crew = std::make_shared<Crew>(1);
        const auto job = jobOf(answering(4), limits);
        future = job->future();
        job->enter(crew);
        future.waitForFinished();
        crew->close();
    }
    QVERIFY(services::JobsUnderWay::waitForNone(10s));
    limits.cancel.cancel();
    QCOMPARE(*future.result(), 4);
}

void TestWorkerJob::aJobWithoutACrewMayBeFollowedAndCancelled()
{
    const auto job = jobOf(answering(4));
    job->callBegins(ttl::CallWatch::Steady::now());
    job->callEnds();
    job->cancelToken().cancel();
    QVERIFY(!job->future().isFinished());
    job->execute();
    QCOMPARE(job->future().result().error().code, Errc::Cancelled);
}

SANDGLASS_TEST(TestWorkerJob)
} // namespace tst_services_worker_job

#include "tst_services_worker_job.moc"
