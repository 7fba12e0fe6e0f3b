// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::request {
struct OperationFigures;
struct Request;
} // namespace sandglass::engine::request

namespace sandglass::engine::operations {

/// Tells a long walk when to stop: at the request's maxTimeMS, or when somebody killed the
/// operation. One thread at a time. The clock must outlive it.
class Interrupt
{
public:
    /// Errors: 2 BadValue for a maxTimeMS that is no number or is negative.
    static Result<Interrupt> make(const request::Request& request, const base::Clock& clock);
    /// The same, for sharing between the sources of a query.
    static Result<std::shared_ptr<Interrupt>> makeShared(const request::Request& request,
                                                         const base::Clock& clock);

    /// Takes maxTimeMS back: where it says how long to wait for data, it limits no work.
    void removeDeadline() { m_deadline.reset(); }

    /// What the operation has done so far: whoever walks or writes adds to it.
    request::OperationFigures& figures() const { return *m_figures; }

    /// Ok to go on. Errors: 50 MaxTimeMSExpired, 11601 Interrupted.
    Result<void> check() const;
    /// The same, but looks only at every 64th call: for inner loops.
    Result<void> checkSometimes();

private:
    explicit Interrupt(const base::Clock& clock);

    const base::Clock* m_clock;
    std::optional<base::Time> m_deadline;
    std::shared_ptr<const std::atomic<bool>> m_killed;
    std::shared_ptr<request::OperationFigures> m_figures; // never null
    std::uint32_t m_calls = 0;
};

} // namespace sandglass::engine::operations
