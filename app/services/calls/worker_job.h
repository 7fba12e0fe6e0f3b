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

/// One job of a WorkerPool. It is answered exactly once: by its worker, or before that by whoever
/// abandons it. Any thread.
class WorkerJob : public ttl::CallWatch, public std::enable_shared_from_this<WorkerJob>
{
public:
    /// `parting`: how long a cancelled job may take to end by itself before it is abandoned.
    WorkerJob(ttl::CancelToken cancel, std::chrono::milliseconds parting);

    /// Gives the job to `crew`; from then on cancelling takes effect.
    void enter(const std::shared_ptr<Crew>& crew);
    /// Does the work and answers; worker thread.
    virtual void execute() = 0;
    /// Answers with an error, unless an answer was given already. The work may still be running.
    virtual void answerWith(const Error& error) = 0;

    const ttl::CancelToken& cancelToken() const { return m_cancel; }

    void callBegins(Steady::time_point deadline) override;
    void callEnds() override;

protected:
    /// Whether this is the first answer.
    bool mayAnswer() { return !m_answered.exchange(true); }

private:
    friend class Crew;

    void onCancel();

    ttl::CancelToken m_cancel;
    std::chrono::milliseconds m_parting;
    std::weak_ptr<Crew> m_crew;
    std::atomic<bool> m_answered{false};
    std::optional<Steady::time_point> m_deadline; // of the call under way; guarded by the crew
    std::optional<Steady::time_point> m_partingEnd; // guarded by the crew
    std::optional<std::stop_callback<std::function<void()>>> m_onCancel;
};

/// A job whose work gives `Answer`, a Result.
template <typename Answer, typename Work>
class AnsweringJob final : public WorkerJob
{
public:
    AnsweringJob(Work work, ttl::CallLimits limits, std::chrono::milliseconds parting)
        : WorkerJob(limits.cancel, parting)
        , m_work(std::move(work))
        , m_limits(std::move(limits))
    {
        m_promise.start();
    }

    QFuture<Answer> future() { return m_promise.future(); }

    void execute() override
    {
        m_limits.watch = shared_from_this();
        Answer answer = guarded();
        // what the work held has gone before anybody hears of its answer
        m_work.reset();
        m_limits = {};
        deliver(std::move(answer));
    }
    void answerWith(const Error& error) override { deliver(Answer(error)); }

private:
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
