// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/loop_guard.h"

#include <utility>

namespace sandglass::engine::query {

LoopGuard::LoopGuard(Check check)
    : m_check(std::move(check))
    , m_outer(current().check)
{
    current().check = m_check ? &m_check : nullptr;
}

LoopGuard::~LoopGuard()
{
    current().check = m_outer;
}

Result<void> LoopGuard::look(State& state)
{
    state.left = kUnitsPerLook;
    return state.check != nullptr ? (*state.check)() : Result<void>();
}

} // namespace sandglass::engine::query
