// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sandglass::engine::request {
struct OperationFigures;
struct Request;
} // namespace sandglass::engine::request

namespace sandglass::engine::operations {

/// Says when a long operation must stop: after the request's maxTimeMS, or once it was killed. One
/// thread at a time. The clock must outlive it.
class Interrupt
{
public:
    /// The interrupt of a request. Errors (server): BadValue for a maxTimeMS that is not a whole
    /// number from 0 to 2147483647.
    static Result<Interrupt> make(const request::Request& request, const base::Clock& clock);
    /// As make(), for the sources of a query, which share it.
    static Result<std::shared_ptr<Interrupt>> makeShared(const request::Request& request,
                                                         const base::Clock& clock);

    /// Removes the time limit: in a getMore that waits for data, maxTimeMS limits the wait and not
    /// the work.
    void removeDeadline() { m_deadline.reset(); }

    /// The session of the request; see request::sessionOf().
    const std::string& session() const { return m_session; }
    /// Whether it is a command of a window: its comment says so.
    bool isOfWindow() const { return m_ofWindow; }
    /// The counts of what the operation has done so far; its sources and writes add to them.
    request::OperationFigures& figures() const { return *m_figures; }

    /// Success while the operation may continue. Errors (server): MaxTimeMSExpired, Interrupted,
    /// InterruptedAtShutdown, InterruptedDueToReplStateChange.
    Result<void> check() const;
    /// As check(), but checks only at every 64th call: for inner loops, where reading the clock
    /// would cost too much.
    Result<void> checkSometimes();

    /// An error of the query itself, with the words that MongoDB puts before it: "Executor error
    /// during find command :: caused by :: …", "PlanExecutor error during aggregation :: …". Code
    /// and name stay. Unchanged for commands whose errors MongoDB does not introduce.
    Error executorError(Error error) const;

private:
    explicit Interrupt(const base::Clock& clock);

    std::string m_command; // as the request spells it
    std::string m_session;
    const base::Clock* m_clock;
    std::optional<base::Time> m_deadline;
    std::shared_ptr<const std::atomic<int>> m_killed; // see Request; may be null
    std::shared_ptr<request::OperationFigures> m_figures; // never null
    std::uint32_t m_calls = 0;
    bool m_ofWindow = false;
};

} // namespace sandglass::engine::operations
