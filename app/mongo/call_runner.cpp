// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/call_runner.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace sandglass::mongo {

namespace {

// A server stops at maxTimeMS, which equals our limit; its own answer shall have the chance to
// arrive.
constexpr std::chrono::milliseconds kGrace{100};

// All calls that have not ended.
struct Running
{
    std::mutex mutex;
    std::condition_variable idle;
    int count = 0; // guarded by mutex

    void begin()
    {
        const std::lock_guard lock(mutex);
        ++count;
    }

    void end()
    {
        const std::lock_guard lock(mutex);
        --count;
        idle.notify_all();
    }
};

Running& running()
{
    // never destroyed: a call that hangs may end while the process exits
    static Running& calls = *new Running;
    return calls;
}

Error timeoutError()
{
    return base::failure(Errc::Timeout, "The server did not answer within the time limit.");
}

Error cancelledError()
{
    return base::failure(Errc::Cancelled, "The call was cancelled.");
}

// How one call ends, told from its thread to its caller.
struct Ending
{
    std::mutex mutex;
    std::condition_variable ended;
    bool over = false; // guarded by mutex
    std::string failure; // guarded by mutex
};

} // namespace

Result<void> CallScope::check() const
{
    if (m_cancel.cancelled()) {
        return cancelledError();
    }
    if (Steady::now() >= m_deadline) {
        return timeoutError();
    }
    return {};
}

std::chrono::milliseconds CallScope::remaining() const
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline - Steady::now());
    return std::max(left, std::chrono::milliseconds(1));
}

bool CallRunner::launch(std::function<void()> work)
{
    running().begin();
    try {
        // detached, because nobody may wait for a call that hangs; it shares what it needs
        std::thread([work = std::move(work)]() mutable {
            work();
            work = nullptr; // lets go of clients and pools before the call counts as ended
            running().end();
        }).detach();
        return true;
    } catch (const std::system_error&) {
        running().end();
        return false;
    }
}

bool CallRunner::waitForAll(std::chrono::milliseconds patience)
{
    Running& calls = running();
    std::unique_lock lock(calls.mutex);
    return calls.idle.wait_for(lock, patience, [&] { return calls.count == 0; });
}

Result<void> CallRunner::runAndWait(const ttl::CallLimits& limits,
                                    std::function<void(const CallScope&)> work)
{
    const CallScope scope(limits);
    TRY(scope.check());

    const auto ending = std::make_shared<Ending>();
    auto body = [ending, scope, work = std::move(work)]() {
        std::string failure;
        try {
            work(scope);
        } catch (const std::exception& caught) {
            failure = caught.what();
        }
        const std::lock_guard lock(ending->mutex);
        ending->over = true;
        ending->failure = std::move(failure);
        ending->ended.notify_all();
    };
    if (!launch(std::move(body))) {
        return base::failure(Errc::Internal, "No thread could be started for the call.");
    }

    const auto giveUp = CallScope::Steady::now() + limits.timeout + kGrace;
    std::unique_lock lock(ending->mutex);
    while (!ending->ended.wait_for(lock, kPollInterval, [&] { return ending->over; })) {
        if (scope.cancelled()) {
            return cancelledError();
        }
        if (CallScope::Steady::now() >= giveUp) {
            return timeoutError();
        }
    }
    if (!ending->failure.empty()) {
        return base::failure(Errc::Internal, "A call failed: " + ending->failure);
    }
    return {};
}

} // namespace sandglass::mongo
