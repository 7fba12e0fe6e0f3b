// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/types.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace sandglass::mongo {

/// The limits of a running call, as its work sees them. Cheap to copy; any thread.
class CallScope
{
public:
    using Steady = std::chrono::steady_clock;

    explicit CallScope(const ttl::CallLimits& limits)
        : m_deadline(Steady::now() + limits.timeout)
        , m_cancel(limits.cancel)
    {
    }

    /// Errors: Cancelled or Timeout once the call has to stop.
    Result<void> check() const;
    /// What is left of the time, at least one millisecond.
    std::chrono::milliseconds remaining() const;
    bool cancelled() const { return m_cancel.cancelled(); }

private:
    Steady::time_point m_deadline;
    ttl::CancelToken m_cancel;
};

/// Runs blocking driver calls so that the caller always gets back in time. The driver cannot be
/// interrupted; therefore each call works on a thread of its own, and a caller whose limits are
/// reached leaves it there. An abandoned call ends by its own time limits and its answer is
/// dropped. All static; any thread.
class CallRunner
{
public:
    CallRunner() = delete;

    /// How soon a cancelled caller returns, at the latest.
    static constexpr std::chrono::milliseconds kPollInterval{50};

    /// Runs `work` and waits for it. It must own everything it uses, since it may outlive the
    /// caller. Errors: Cancelled within kPollInterval after the token; Timeout when limits.timeout
    /// has passed; those of `work`; Internal when it throws.
    template <typename T>
    static Result<T> run(const ttl::CallLimits& limits,
                         std::function<Result<T>(const CallScope&)> work)
    {
        const auto answer = std::make_shared<std::optional<Result<T>>>();
        auto ended = runAndWait(limits, [answer, work = std::move(work)](const CallScope& scope) {
            answer->emplace(work(scope));
        });
        TRY(ended);
        return std::move(**answer);
    }

    /// Starts `work`, which must not throw, without waiting for it; false when no thread could be
    /// had.
    static bool launch(std::function<void()> work);

    /// Waits until no call runs any more, abandoned ones included; false when some still do after
    /// `patience`.
    static bool waitForAll(std::chrono::milliseconds patience);

private:
    static Result<void> runAndWait(const ttl::CallLimits& limits,
                                   std::function<void(const CallScope&)> work);
};

} // namespace sandglass::mongo
