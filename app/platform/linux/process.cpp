// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/process.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace sandglass::platform {

namespace {

// The value of the `nice` command.
constexpr int kNice = 10;

} // namespace

bool isProcessRunning(std::int64_t processId)
{
    std::error_code unreadable;
    return processId > 0
        && std::filesystem::exists("/proc/" + std::to_string(processId), unreadable);
}

void endWithParent(std::int64_t parentProcessId)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // the parent may have died before the request
    if (::getppid() != parentProcessId) {
        ::_exit(EXIT_FAILURE);
    }
}

void hideMemory()
{
    ::prctl(PR_SET_DUMPABLE, 0);
}

void lowerThreadPriority()
{
    // Linux applies it to this thread alone
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNice));
}

} // namespace sandglass::platform
