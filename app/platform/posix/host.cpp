// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/host.h"

#include "app/platform/posix/host_parts.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace sandglass::platform {

namespace {

std::int64_t microsOf(const timeval& time)
{
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
}

} // namespace

std::string hostName()
{
    std::string name(256, '\0');
    if (::gethostname(name.data(), name.size() - 1) != 0) {
        return "localhost";
    }
    name.resize(std::strlen(name.c_str()));
    return name;
}

std::filesystem::path zoneFolder()
{
    return "/usr/share/zoneinfo";
}

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
    facts.memoryBytes = physicalMemoryBytes();
    const std::int64_t limit = memoryLimitOfGroup();
    facts.memoryLimitBytes = limit > 0 ? std::min(limit, facts.memoryBytes) : facts.memoryBytes;
    return facts;
}

ProcessUsage processUsage()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    ProcessUsage used;
    used.userMicros = microsOf(usage.ru_utime);
    used.systemMicros = microsOf(usage.ru_stime);
    used.maxResidentKilobytes = peakKilobytes(usage.ru_maxrss);
    used.inputBlocks = usage.ru_inblock;
    used.outputBlocks = usage.ru_oublock;
    used.pageReclaims = usage.ru_minflt;
    used.pageFaults = usage.ru_majflt;
    used.voluntarySwitches = usage.ru_nvcsw;
    used.involuntarySwitches = usage.ru_nivcsw;
    return used;
}

} // namespace sandglass::platform
