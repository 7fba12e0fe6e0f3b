// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/host.h"

#include <mach/mach.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace sandglass::platform {

namespace {

std::int64_t microsOf(const timeval& time)
{
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
}

} // namespace

HostFacts hostFacts()
{
    utsname names{};
    ::uname(&names);
    HostFacts facts;
    facts.hostName = names.nodename;
    facts.architecture = names.machine;
    facts.systemType = names.sysname;
    facts.systemName = names.version;
    facts.systemVersion = names.release;
    facts.pageBytes = ::sysconf(_SC_PAGESIZE);
    std::int64_t bytes = 0;
    std::size_t size = sizeof(bytes);
    if (::sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0) {
        facts.memoryBytes = bytes;
    }
    return facts;
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

ProcessUsage processUsage()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    ProcessUsage used;
    used.userMicros = microsOf(usage.ru_utime);
    used.systemMicros = microsOf(usage.ru_stime);
    // bytes on macOS
    used.maxResidentKilobytes = usage.ru_maxrss / 1024;
    used.inputBlocks = usage.ru_inblock;
    used.outputBlocks = usage.ru_oublock;
    used.pageReclaims = usage.ru_minflt;
    used.pageFaults = usage.ru_majflt;
    used.voluntarySwitches = usage.ru_nvcsw;
    used.involuntarySwitches = usage.ru_nivcsw;
    return used;
}

} // namespace sandglass::platform
