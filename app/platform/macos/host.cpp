// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/host.h"

#include "app/platform/posix/host_parts.h"

#include <mach/mach.h>
#include <sys/sysctl.h>
#include <time.h>

namespace sandglass::platform {

std::int64_t physicalMemoryBytes()
{
    std::int64_t bytes = 0;
    std::size_t size = sizeof(bytes);
    return ::sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0 ? bytes : 0;
}

std::int64_t memoryLimitOfGroup()
{
    return 0;
}

std::int64_t peakKilobytes(long maxResident)
{
    return maxResident / 1024; // bytes on macOS
}

std::chrono::milliseconds sinceBoot()
{
    // on macOS this clock goes on while the computer sleeps
    return std::chrono::milliseconds(::clock_gettime_nsec_np(CLOCK_MONOTONIC) / 1'000'000);
}

std::string bootId()
{
    char id[64] = {};
    std::size_t size = sizeof(id);
    return ::sysctlbyname("kern.bootsessionuuid", id, &size, nullptr, 0) == 0 ? id : "";
}

ProcessMemory processMemory()
{
    mach_task_basic_info_data_t info{};
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    const kern_return_t answer = ::task_info(mach_task_self(), MACH_TASK_BASIC_INFO,
                                             reinterpret_cast<task_info_t>(&info), &count);
    if (answer != KERN_SUCCESS) {
        return {};
    }
    return {static_cast<std::int64_t>(info.resident_size),
            static_cast<std::int64_t>(info.virtual_size)};
}

} // namespace sandglass::platform
