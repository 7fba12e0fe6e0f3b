// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/host.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>

namespace sandglass::platform {

namespace {

std::int64_t microsOf(const timeval& time)
{
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
}

} // namespace

HostFacts hostFacts()
{
    // cannot fail with a valid pointer
    utsname names{};
    ::uname(&names);
    HostFacts facts;
    facts.hostName = names.nodename;
    facts.architecture = names.machine;
    facts.systemType = names.sysname;
    facts.systemName = names.version;
    facts.systemVersion = names.release;
    facts.pageBytes = ::sysconf(_SC_PAGESIZE);
    facts.memoryBytes = ::sysconf(_SC_PHYS_PAGES) * facts.pageBytes;
    return facts;
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

ProcessUsage processUsage()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    ProcessUsage used;
    used.userMicros = microsOf(usage.ru_utime);
    used.systemMicros = microsOf(usage.ru_stime);
    used.maxResidentKilobytes = usage.ru_maxrss;
    used.inputBlocks = usage.ru_inblock;
    used.outputBlocks = usage.ru_oublock;
    used.pageReclaims = usage.ru_minflt;
    used.pageFaults = usage.ru_majflt;
    used.voluntarySwitches = usage.ru_nvcsw;
    used.involuntarySwitches = usage.ru_nivcsw;
    return used;
}

} // namespace sandglass::platform
