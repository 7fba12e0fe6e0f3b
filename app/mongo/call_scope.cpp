// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/call_scope.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace sandglass::mongo {

namespace {

// How many objects are using the driver.
struct Uses
{
    std::mutex mutex;
    std::condition_variable none;
    int count = 0; // guarded by mutex
};

Uses& uses()
{
    // never destroyed: a call that hangs may end while the process exits
    static Uses& all = *new Uses;
    return all;
}

} // namespace

DriverUse::DriverUse()
{
    const std::lock_guard lock(uses().mutex);
    ++uses().count;
}

DriverUse::~DriverUse()
{
    const std::lock_guard lock(uses().mutex);
    --uses().count;
    uses().none.notify_all();
}

bool DriverUse::waitForNone(std::chrono::milliseconds patience)
{
    std::unique_lock lock(uses().mutex);
    return uses().none.wait_for(lock, patience, [] { return uses().count == 0; });
}

Result<void> CallScope::check() const
{
    if (m_cancel.cancelled()) {
        return base::failure(Errc::Cancelled, "The call was cancelled.");
    }
    if (Steady::now() >= deadline()) {
        return base::failure(Errc::Timeout, "The server did not answer within the time limit.");
    }
    return {};
}

Result<void> CallScope::checkMayChange() const
{
    return m_key.permits()
        ? Result<void>()
        : Result<void>(base::failure(Errc::NotPermitted, "The connection is locked.")
                           .because(base::LocalReason::ConnectionLocked));
}

std::chrono::milliseconds CallScope::remaining() const
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline() - Steady::now());
    // 0 would mean "no limit" to the server
    return std::max(left, std::chrono::milliseconds(1));
}

} // namespace sandglass::mongo
