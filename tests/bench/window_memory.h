// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace sandglass::bench {

/// What a process takes, in bytes, as the kernel counts it; all 0 when there is no such process.
/// Source: Linux kernel documentation, The /proc Filesystem, smaps_rollup.
struct ProcessMemory
{
    std::int64_t proportional = 0; ///< PSS: pages shared with others are divided among them
    std::int64_t resident = 0; ///< RSS: shared pages counted in full
    std::int64_t own = 0; ///< private pages only
};

ProcessMemory memoryOf(std::int64_t processId);

} // namespace sandglass::bench
