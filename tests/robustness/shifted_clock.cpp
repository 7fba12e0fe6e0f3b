// SPDX-License-Identifier: GPL-3.0-or-later
// A library to preload: the time of day is ahead by the seconds in the file SHIFTED_CLOCK_FILE;
// steady clocks are not. It allocates nothing, because allocators ask for the time while they
// start: libfaketime stops there under jemalloc.
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

namespace {

// Read at each call, so that a test can set the clock at any moment.
long shift()
{
    const char* const name = std::getenv("SHIFTED_CLOCK_FILE");
    const int file = name == nullptr ? -1 : ::open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    char text[32] = {};
    const ssize_t count = ::read(file, text, sizeof text - 1);
    ::close(file);
    return count > 0 ? std::strtol(text, nullptr, 10) : 0;
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* at) noexcept
{
    const long failed = ::syscall(SYS_clock_gettime, clock, at);
    if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        at->tv_sec += shift();
    }
    return static_cast<int>(failed);
}

extern "C" int gettimeofday(timeval* at, void* /*zone*/) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

extern "C" time_t time(time_t* at) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (at != nullptr) {
        *at = now.tv_sec;
    }
    return now.tv_sec;
}
