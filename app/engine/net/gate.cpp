// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/gate.h"

#include "app/engine/net/error_tuple.h"

namespace sandglass::engine::net {

bool Gate::enter()
{
    if (m_inside == m_most) {
        return false;
    }
    ++m_inside;
    return true;
}

asio::awaitable<void> Gate::wait()
{
    const auto turn
        = std::make_shared<asio::steady_timer>(m_io, asio::steady_timer::time_point::max());
    m_line.push_back(turn);
    // ends with an error when leave() cancels the timer; that is the normal case
    co_await turn->async_wait(kTuple);
}

// The free place goes directly to the first in the queue, so m_inside stays the same.
void Gate::leave()
{
    if (m_line.empty()) {
        --m_inside;
        return;
    }
    m_line.front()->cancel();
    m_line.pop_front();
}

} // namespace sandglass::engine::net
