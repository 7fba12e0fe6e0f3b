// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace sandglass::engine::server {

/// How much memory the work for clients may take, in bytes. The store's cache, messages and unread
/// replies have limits of their own.
struct MemoryShares
{
    /// What all operations that run, and all open cursors, may collect together: a quarter of what
    /// the process may have.
    std::size_t work = 0;
    /// The part of it that may be held before the least recently used cursors are closed.
    std::size_t cursors = 0;
};

/// `available`: bytes that the process may have; 0: unknown. Pure.
MemoryShares memorySharesOf(std::int64_t available);

/// Sets the total of query::WorkMemory to the share of this computer, and returns it. Call it
/// before operations run.
MemoryShares shareMemory();

} // namespace sandglass::engine::server
