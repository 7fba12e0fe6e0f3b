// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace sandglass::engine::net {

/// The memory of all messages that have arrived in part: each may be large, and nobody knows
/// whether its end will come. I/O thread only.
class PartBudget
{
public:
    /// `most`: bytes of all connections together.
    explicit PartBudget(std::size_t most)
        : m_most(most)
    {
    }

    /// Replaces what a connection holds by `now` bytes. False, and nothing changed, when it would
    /// hold more and all together too much.
    bool change(std::size_t before, std::size_t now)
    {
        const std::size_t sum = m_held - before + now;
        if (now > before && sum > m_most) {
            return false;
        }
        m_held = sum;
        return true;
    }
    /// Bytes that all connections hold.
    std::size_t held() const { return m_held; }

private:
    const std::size_t m_most;
    std::size_t m_held = 0;
};

} // namespace sandglass::engine::net
