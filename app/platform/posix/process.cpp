// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/process.h"

#include <fcntl.h>
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
        if (!scheme) {
            continue;
        }
        char* const start = scheme + 3;
        char* const at = std::strrchr(start, '@');
        // an '@' behind the '?' may belong to the value of an option
        bool inValue = at && std::find(start, at, '?') != at;
        if (at) {
            std::fill(start, at, '*');
        }
        // all values: which options are secrets is not known here
        for (char* each = at ? at + 1 : start; *each != '\0'; ++each) {
            if (*each == '?' || *each == '&') {
                inValue = false;
            } else if (inValue) {
                *each = '*';
            } else {
                inValue = *each == '=';
            }
        }
    }
}

void forbidCoreDumps()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        static_cast<void>(::setrlimit(RLIMIT_CORE, &limit));
    }
}

void leaveTerminal()
{
    // a session of its own has no terminal
    static_cast<void>(::setsid());
}

void openStandardStreams()
{
    // the system gives the lowest number that is free
    int descriptor = STDIN_FILENO;
    while (descriptor >= 0 && descriptor <= STDERR_FILENO) {
        descriptor = ::open("/dev/null", O_RDWR);
    }
    if (descriptor >= 0) {
        ::close(descriptor);
    }
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
