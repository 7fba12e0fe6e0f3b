// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace sandglass::platform {

/// The physical memory in bytes; 0: unknown.
std::int64_t physicalMemoryBytes();

/// The memory that this process may have, in bytes, where the system limits it; 0: no limit.
std::int64_t memoryLimitOfGroup();

/// rusage::ru_maxrss in kilobytes; its unit depends on the system.
std::int64_t peakKilobytes(long maxResident);

} // namespace sandglass::platform
