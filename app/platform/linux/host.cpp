// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/host.h"

#include "app/platform/posix/host_parts.h"

#include <unistd.h>

#include <fstream>

namespace sandglass::platform {

std::int64_t physicalMemoryBytes()
{
    return std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
}

std::int64_t peakKilobytes(long maxResident)
{
    return maxResident;
}

ProcessMemory processMemory()
{
    // both in pages
    std::int64_t virtualPages = 0;
    std::int64_t residentPages = 0;
    std::ifstream("/proc/self/statm") >> virtualPages >> residentPages;
    const std::int64_t pageBytes = ::sysconf(_SC_PAGESIZE);
    return {residentPages * pageBytes, virtualPages * pageBytes};
}

} // namespace sandglass::platform
