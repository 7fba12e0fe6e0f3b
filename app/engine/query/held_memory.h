// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

namespace sandglass::engine::query {

/// Counts the memory of the documents that a source keeps, for as long as it lives: those that it
/// has collected and not returned yet, and those that it looks up others in. An open cursor keeps
/// them between two requests. One thread each; total(): any thread.
class HeldMemory
{
public:
    HeldMemory() = default;
    HeldMemory(const HeldMemory&) = delete;
    HeldMemory& operator=(const HeldMemory&) = delete;
    HeldMemory(HeldMemory&& other) noexcept
        : m_bytes(std::exchange(other.m_bytes, 0))
    {
    }
    HeldMemory& operator=(HeldMemory&& other) noexcept
    {
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~HeldMemory() { heldByAll -= m_bytes; }

    /// More bytes are held.
    void take(std::size_t bytes)
    {
        m_bytes += bytes;
        heldByAll += bytes;
    }
    /// Bytes were given away.
    void give(std::size_t bytes)
    {
        const std::size_t given = std::min(bytes, m_bytes);
        m_bytes -= given;
        heldByAll -= given;
    }
    /// Bytes that all sources of the process hold.
    static std::size_t total() { return heldByAll; }

private:
    inline static std::atomic<std::size_t> heldByAll{0};
    std::size_t m_bytes = 0;
};

} // namespace sandglass::engine::query
