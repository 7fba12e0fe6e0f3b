// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into the engine: notes in the file UNSYNCED_NOTES what reached the disk. Each note is
// one write with O_APPEND, so that threads do not mix and SIGKILL loses none.
//
//   S size path    the file has been synced up to this size
//   F path         a sync of the file failed
//   T time path    that was when it failed, in seconds since 1970
//   D path         the folder has been synced
//   C path         the file was created
//   R old<TAB>new  the file was renamed
//
// UNSYNCED_FAIL=NAME:N lets about one of N calls of fdatasync, fsync or write on a file fail with
// the error number UNSYNCED_ERRNO, EIO without it. (libfiu does the same, but wraps malloc too, and
// hangs with jemalloc.)
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr std::size_t kPathBytes = 4096;

template <typename Function>
Function next(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

using Open = int (*)(const char*, int, ...);

void note(const char* line, int length)
{
    static const char* const file = std::getenv("UNSYNCED_NOTES");
    static const int notes = file != nullptr
        ? next<Open>("open")(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)
        : -1;
    // the system call itself: another library may let write() fail
    if (notes >= 0 && length > 0 && ::syscall(SYS_write, notes, line, length) < 0) {
        std::abort(); // a note that is lost would make the test blind
    }
}

bool pathOf(int descriptor, char* path)
{
    char link[64];
    std::snprintf(link, sizeof(link), "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link, path, kPathBytes - 1);
    if (length > 0) {
        path[length] = '\0';
    }
    return length > 0;
}

// Whether this call is one of those that fail.
bool fails(const char* function)
{
    static const char* const asked = std::getenv("UNSYNCED_FAIL");
    static const char* const colon = asked != nullptr ? std::strchr(asked, ':') : nullptr;
    if (colon == nullptr
        || std::strncmp(asked, function, static_cast<std::size_t>(colon - asked)) != 0
        || function[colon - asked] != '\0') {
        return false;
    }
    static const unsigned long one = std::strtoul(colon + 1, nullptr, 10);
    static std::atomic<unsigned long> state{static_cast<unsigned long>(::getpid()) * 2654435761UL};
    const unsigned long now = state.fetch_add(0x9E3779B97F4A7C15UL);
    const unsigned long mixed = (now ^ (now >> 30U)) * 0xBF58476D1CE4E5B9UL;
    return one != 0 && (mixed >> 33U) % one == 0;
}

int failure()
{
    static const char* const asked = std::getenv("UNSYNCED_ERRNO");
    static const int number = asked != nullptr ? std::atoi(asked) : EIO;
    return number;
}

int synced(int descriptor, const char* function)
{
    struct stat before = {};
    const bool known = ::fstat(descriptor, &before) == 0; // what is written later is not covered
    int result = -1;
    if (fails(function)) {
        errno = failure();
    } else {
        result = next<int (*)(int)>(function)(descriptor);
    }
    char path[kPathBytes];
    char line[2 * kPathBytes + 64];
    if (result != 0) {
        const int error = errno;
        struct timespec now = {};
        ::clock_gettime(CLOCK_REALTIME, &now);
        if (pathOf(descriptor, path)) {
            note(line,
                 std::snprintf(line, sizeof(line), "F %s\nT %lld.%09ld %s\n", path,
                               static_cast<long long>(now.tv_sec), now.tv_nsec, path));
        }
        errno = error;
    }
    if (result == 0 && known && pathOf(descriptor, path)) {
        note(line,
             S_ISDIR(before.st_mode) ? std::snprintf(line, sizeof(line), "D %s\n", path)
                                     : std::snprintf(line, sizeof(line), "S %lld %s\n",
                                                     static_cast<long long>(before.st_size), path));
    }
    return result;
}

int opened(const char* function, const char* path, int flags, mode_t mode)
{
    const bool fresh = (flags & O_CREAT) != 0 && ::access(path, F_OK) != 0;
    const int result = next<Open>(function)(path, flags, mode);
    char whole[kPathBytes];
    if (result >= 0 && fresh && pathOf(result, whole)) {
        char line[kPathBytes + 64];
        note(line, std::snprintf(line, sizeof(line), "C %s\n", whole));
    }
    return result;
}

mode_t modeOf(int flags, va_list arguments)
{
    return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : mode_t{0};
}

} // namespace

extern "C" {

int fsync(int descriptor)
{
    return synced(descriptor, "fsync");
}

int fdatasync(int descriptor)
{
    return synced(descriptor, "fdatasync");
}

ssize_t write(int descriptor, const void* bytes, std::size_t count)
{
    struct stat file = {};
    if (descriptor > STDERR_FILENO && ::fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode)
        && fails("write")) {
        errno = failure();
        return -1;
    }
    return ::syscall(SYS_write, descriptor, bytes, count);
}

int open(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return opened("open", path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return opened("open64", path, flags, mode);
}

int rename(const char* from, const char* to) noexcept
{
    const int result = next<int (*)(const char*, const char*)>("rename")(from, to);
    if (result == 0) {
        char line[2 * kPathBytes + 64];
        note(line, std::snprintf(line, sizeof(line), "R %s\t%s\n", from, to));
    }
    return result;
}
}
