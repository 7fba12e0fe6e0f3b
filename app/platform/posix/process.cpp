// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace sandglass::platform {

std::int64_t processId()
{
    return ::getpid();
}

void requestEnd(std::int64_t processId)
{
    if (processId > 0) {
        ::kill(static_cast<pid_t>(processId), SIGTERM);
    }
}

std::string_view programSuffix()
{
    return {};
}

void hideCredentials(std::span<char*> arguments)
{
    for (char* argument : arguments) {
        char* const scheme = std::strstr(argument, "://");
        char* const at = scheme ? std::strrchr(scheme, '@') : nullptr;
        if (at) {
            std::fill(scheme + 3, at, '*');
        }
    }
}

void leaveTerminal()
{
    // a session of its own has no terminal
    static_cast<void>(::setsid());
}

void ignoreBrokenPipes()
{
    std::signal(SIGPIPE, SIG_IGN); // NOLINT(cert-err33-c): cannot fail for this signal
}

void ignoreFileSizeLimit()
{
    std::signal(SIGXFSZ, SIG_IGN); // NOLINT(cert-err33-c): cannot fail for this signal
}

std::uint64_t raiseDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        // a system may not grant what it has named; then the old limit stays
        static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
    }
    return descriptorLimit();
}

std::uint64_t descriptorLimit()
{
    rlimit limit{};
    const bool known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return known ? limit.rlim_cur : 0;
}

} // namespace sandglass::platform
