// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/call_limits.h"

#include <QFuture>
#include <QPromise>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace sandglass::services {

class Crew;

/// One job of a WorkerPool. It is answered exactly once: by its worker, or before that by
/// Crew::abandon(). Any thread.
class WorkerJob : public ttl::CallWatch, public std::enable_shared_from_this<WorkerJob>
{
public:
    /// `cleanupTime`: how long a cancelled job may still run before it is abandoned; 0: not at all.
    WorkerJob(ttl::CancelToken cancel, std::chrono::milliseconds cleanupTime);

    /// Hands the job to `crew`. Cancelling has no effect before.
    void enter(const std::shared_ptr<Crew>& crew);
    /// Does the work and answers. Worker thread.
    virtual void execute() = 0;
    /// Answers with `error`, unless the job has an answer already. The work may still be running.
    virtual void answerWith(const Error& error) = 0;

    /// The token that cancels the job.
    const ttl::CancelToken& cancelToken() const { return m_cancel; }

    void callBegins(Steady::time_point deadline) override;
    void callEnds() override;

protected:
    /// Returns true once: to the caller that may answer.
    bool mayAnswer() { return !m_answered.exchange(true); }

private:
    friend class Crew;

    /// Abandons the job, at once or after its cleanup time. Runs in the thread that cancels.
    void onCancel();

    ttl::CancelToken m_cancel;
    std::chrono::milliseconds m_cleanupTime;
    std::weak_ptr<Crew> m_crew;
    std::atomic<bool> m_answered{false};
    std::optional<Steady::time_point> m_deadline; // of the current call; guarded by the crew
    std::optional<Steady::time_point> m_cleanupEnd; // set once cancelled; guarded by the crew
    std::optional<std::stop_callback<std::function<void()>>> m_onCancel;
};

/// A job whose work returns `Answer`, a Result.
template <typename Answer, typename Work>
class AnsweringJob final : public WorkerJob
{
public:
    /// `limits` are passed to `work`, with this job as their watch.
    AnsweringJob(Work work, ttl::CallLimits limits, std::chrono::milliseconds cleanupTime)
        : WorkerJob(limits.cancel, cleanupTime)
        , m_work(std::move(work))
        , m_limits(std::move(limits))
    {
        m_promise.start();
    }

    /// The job's one answer.
    QFuture<Answer> future() { return m_promise.future(); }

    void execute() override
    {
        m_limits.watch = shared_from_this();
        Answer answer = guarded();
        // everything that the work captured is destroyed before anyone sees the answer
        m_work.reset();
        m_limits = {};
        deliver(std::move(answer));
    }
    void answerWith(const Error& error) override { deliver(Answer(error)); }

private:
    /// Runs the work. Errors: Cancelled before it began; Internal for an exception; those of the
    /// work.
    Answer guarded()
    {
        if (m_limits.cancel.cancelled()) {
            return base::failure(Errc::Cancelled, "The call was cancelled before it began.");
        }
        try {
            return (*m_work)(std::as_const(m_limits));
        } catch (const std::exception& broken) {
            return base::failure(Errc::Internal, broken.what());
        }
    }

    /// Delivers the first answer and drops any other.
    void deliver(Answer answer)
    {
        if (mayAnswer()) {
            m_promise.addResult(std::move(answer));
            m_promise.finish();
        }
    }

    std::optional<Work> m_work;
    ttl::CallLimits m_limits;
    QPromise<Answer> m_promise;
};

} // namespace sandglass::services
