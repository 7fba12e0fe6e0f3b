// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstddef>
#include <functional>

namespace sandglass::engine::query {

/// Lets the expressions that this thread evaluates end early, also in the middle of one document: a
/// few nested loops can take years. Holds for the thread that made it, until it is destroyed; an
/// inner guard replaces the outer one. Without a guard nothing ends early.
class LoopGuard
{
public:
    /// Work of one unit takes about as long as a call of an operator. Arguments or a result of this
    /// size count as one unit more.
    static constexpr std::size_t kBytesPerUnit = 256;

    /// Success while the work may go on. Errors: what the expression fails with.
    using Check = std::function<Result<void>()>;

    /// `check`: null for work that must not end early.
    explicit LoopGuard(Check check);
    LoopGuard(const LoopGuard&) = delete;
    LoopGuard& operator=(const LoopGuard&) = delete;
    ~LoopGuard();

    /// Counts work that the thread is doing, and asks the check now and then: less than a
    /// millisecond passes between two looks. Errors: those of the check.
    static Result<void> work(std::size_t units)
    {
        State& state = current();
        if (state.left > units) {
            state.left -= units;
            return {};
        }
        return look(state);
    }

private:
    /// Units between two looks.
    static constexpr std::size_t kUnitsPerLook = 4096;

    /// Of each thread.
    struct State
    {
        const Check* check = nullptr; ///< not owned
        std::size_t left = kUnitsPerLook; ///< units until the next look
    };

    static State& current()
    {
        thread_local State state;
        return state;
    }
    static Result<void> look(State& state);

    const Check m_check;
    const Check* const m_outer;
};

} // namespace sandglass::engine::query
