// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/interrupt.h"

#include "app/engine/request/generic_fields.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/request/request.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandglass::engine::operations {

using protocol::commandError;
using protocol::ServerCode;
using request::OperationFigures;
using request::Request;

namespace {

constexpr std::uint32_t kCallsBetweenLooks = 64;
constexpr std::string_view kCommentOfWindow = "Sandglass"; // of each command that a window sends

/// The words before an error of a command's query; empty: none.
struct Introduction
{
    std::string_view command;
    std::string_view words;
};

constexpr std::array kIntroductions{
    Introduction{"find", "Executor error during find command"},
    Introduction{"getMore", "Executor error during getMore"},
    Introduction{"distinct", "Executor error during distinct command"},
    Introduction{"aggregate", "PlanExecutor error during aggregation"},
    Introduction{"update", "Plan executor error during update"},
    Introduction{"delete", "Plan executor error during delete"},
    Introduction{"findAndModify", "Plan executor error during findAndModify"},
    Introduction{"findandmodify", "Plan executor error during findAndModify"},
};

const char* reasonOf(ServerCode why)
{
    switch (why) {
    case ServerCode::InterruptedAtShutdown:
        return "interrupted at shutdown";
    case ServerCode::InterruptedDueToReplStateChange:
        return "operation was interrupted, because the data files are opened again after a failed "
               "write; run it again";
    default:
        return "operation was interrupted";
    }
}

} // namespace

Interrupt::Interrupt(const base::Clock& clock)
    : m_clock(&clock)
{
}

Result<Interrupt> Interrupt::make(const Request& request, const base::Clock& clock)
{
    Interrupt interrupt(clock);
    interrupt.m_command = request.name;
    interrupt.m_session = request.session();
    interrupt.m_killed = request.killed;
    interrupt.m_figures = request.figures ? request.figures : std::make_shared<OperationFigures>();
    interrupt.m_ofWindow = request.body["comment"].asString() == kCommentOfWindow;
    const auto limit = request::timeLimit(request);
    TRY(limit);
    // The clock may run faster than real time, but the limit is in real time.
    if (limit->count() > 0) {
        interrupt.m_deadline = clock.now() + clock.duringReal(*limit);
    }
    return interrupt;
}

Result<std::shared_ptr<Interrupt>> Interrupt::makeShared(const Request& request,
                                                         const base::Clock& clock)
{
    auto made = make(request, clock);
    TRY(made);
    return std::make_shared<Interrupt>(std::move(*made));
}

Result<void> Interrupt::check() const
{
    if (const int code = m_killed ? m_killed->load(std::memory_order_relaxed) : 0; code != 0) {
        const auto why = static_cast<ServerCode>(code);
        return commandError(why, reasonOf(why));
    }
    if (m_deadline && m_clock->now() >= *m_deadline) {
        return commandError(ServerCode::MaxTimeMSExpired, "operation exceeded time limit");
    }
    return {};
}

Result<void> Interrupt::checkSometimes()
{
    if (++m_calls % kCallsBetweenLooks != 0) {
        return {};
    }
    return check();
}

Error Interrupt::executorError(Error error) const
{
    const auto* found = std::ranges::find(kIntroductions, m_command, &Introduction::command);
    if (found != kIntroductions.end()) {
        error.message = std::string(found->words) + " :: caused by :: " + error.message;
    }
    return error;
}

} // namespace sandglass::engine::operations
