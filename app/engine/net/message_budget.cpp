// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/message_budget.h"

namespace sandglass::engine::net {

bool MessageBudget::change(std::size_t before, std::size_t now)
{
    const std::size_t sum = m_held - before + now;
    if (now > before && sum > m_most) {
        return false;
    }
    m_held = sum;
    if (now < before) {
        wakeFirst();
    }
    return true;
}

void MessageBudget::leave(const std::shared_ptr<Wait>& wait)
{
    std::erase(m_line, wait);
    wakeFirst();
}

void MessageBudget::wakeFirst()
{
    if (!m_line.empty()) {
        m_line.front()->timer.cancel();
    }
}

} // namespace sandglass::engine::net
