// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/host.h"

#include "app/platform/linux/memory_limit.h"
#include "app/platform/posix/host_parts.h"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>

namespace sandglass::platform {

std::int64_t physicalMemoryBytes()
{
    return std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
}

std::int64_t memoryLimitOfGroup()
{
    std::ostringstream membership;
    membership << std::ifstream("/proc/self/cgroup").rdbuf();
    return groupMemoryLimit(membership.str(), "/sys/fs/cgroup");
}

std::int64_t peakKilobytes(long maxResident)
{
    return maxResident;
}

std::chrono::milliseconds sinceBoot()
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

std::string bootId()
{
    std::string id;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
    return id;
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
