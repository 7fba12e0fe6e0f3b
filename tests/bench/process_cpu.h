// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace sandglass::bench {

/// CPU seconds that a process has used so far, on all its threads; 0 when there is none.
double cpuSecondsOf(std::int64_t processId);
/// The same of this process, and of the calling thread alone; to the microsecond.
double ownCpuSeconds();
double threadCpuSeconds();

} // namespace sandglass::bench
