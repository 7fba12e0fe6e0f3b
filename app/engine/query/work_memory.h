// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <atomic>
#include <cstddef>
#include <limits>
#include <string_view>

namespace sandglass::engine::query {

/// What one stage, sort, table or reply collects, as a part of what all running operations of the
/// process may collect together. HeldMemory counts in the same total: what is collected is then
/// given away document by document. The total is taken in steps, and what needs less than a step
/// takes none: small operations go on when large ones have used everything up. One thread each; the
/// static functions: any thread.
class WorkMemory
{
public:
    /// MongoDB's code ExceededMemoryLimit.
    static constexpr int kExceeded = 146;
    /// Size of a step, in bytes.
    static constexpr std::size_t kStep = std::size_t{1024} * 1024;

    /// `taker`: for messages; must outlive it, as a literal does.
    explicit WorkMemory(std::string_view taker)
        : m_taker(taker)
    {
    }
    WorkMemory(const WorkMemory&) = delete;
    WorkMemory& operator=(const WorkMemory&) = delete;
    WorkMemory(WorkMemory&& other) noexcept;
    WorkMemory& operator=(WorkMemory&& other) noexcept;
    /// Gives everything back.
    ~WorkMemory();

    /// Takes the steps that `bytes` need in all, and gives surplus ones back. Errors (server):
    /// ExceededMemoryLimit when it needs another step and all are taken; nothing has changed then.
    Result<void> use(std::size_t bytes);

    /// Sets the total, in bytes. Call it before operations run.
    static void setTotal(std::size_t bytes) { most = bytes; }
    /// The total, in bytes. Without setTotal() there is no limit.
    static std::size_t total() { return most; }
    /// Bytes of the total that are in use.
    static std::size_t used();

private:
    /// Gives all but `wanted` bytes back.
    void giveBackTo(std::size_t wanted);

    inline static std::atomic<std::size_t> most{std::numeric_limits<std::size_t>::max()};
    inline static std::atomic<std::size_t> takenByAll{0};

    std::string_view m_taker;
    std::size_t m_taken = 0; // bytes, whole steps
};

} // namespace sandglass::engine::query
