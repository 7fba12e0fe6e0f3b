// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/files.h"

#include "app/platform/system_error.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

namespace sandglass::platform {

namespace {

// A snapshot keeps the numbers and the births of its files, but on btrfs it is a subvolume of its
// own. There the id of the file system, which elsewhere need not last, is that of the subvolume.
std::string subvolumeOf(const std::filesystem::path& file)
{
    struct statfs facts = {};
    if (::statfs(file.c_str(), &facts) != 0
        || static_cast<std::uint32_t>(facts.f_type) != BTRFS_SUPER_MAGIC) {
        return {};
    }
    std::uint64_t id = 0;
    static_assert(sizeof id == sizeof facts.f_fsid);
    std::memcpy(&id, &facts.f_fsid, sizeof id);
    return '@' + std::to_string(id);
}

} // namespace

Result<void> syncFile(std::FILE& file)
{
    if (std::fflush(&file) != 0 || ::fsync(::fileno(&file)) != 0) {
        return systemFailure(errno);
    }
    return {};
}

Result<void> syncData(int descriptor)
{
    // EINVAL: not a file that can be synced
    if (::fdatasync(descriptor) != 0 && errno != EINVAL) {
        return systemFailure(errno);
    }
    return {};
}

Result<void> reserveSpace(const std::filesystem::path& file, std::uint64_t bytes)
{
    const int descriptor = ::open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0) {
        return systemFailure(errno);
    }
    rlimit largest{};
    const bool limited = ::getrlimit(RLIMIT_FSIZE, &largest) == 0;
    const auto size
        = static_cast<off_t>(limited ? std::min<std::uint64_t>(bytes, largest.rlim_cur) : bytes);
    int error = ::posix_fallocate(descriptor, 0, size);
    if (error == 0 && ::ftruncate(descriptor, size) != 0) {
        error = errno;
    }
    ::close(descriptor);
    if (error != 0) {
        ::unlink(file.c_str());
        return systemFailure(error);
    }
    return {};
}

std::string fileIdentity(const std::filesystem::path& file)
{
    struct statx facts = {};
    if (::statx(AT_FDCWD, file.c_str(), AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &facts)
        != 0) {
        return {};
    }
    std::string identity = std::to_string(facts.stx_ino);
    // numbers of removed files are given to new ones; most file systems know when one was made
    if ((facts.stx_mask & STATX_BTIME) != 0) {
        identity += '-' + std::to_string(facts.stx_btime.tv_sec) + '.'
            + std::to_string(facts.stx_btime.tv_nsec);
    }
    return identity + subvolumeOf(file);
}

void dropFromCache(std::FILE& file)
{
    (void)::posix_fadvise(::fileno(&file), 0, 0, POSIX_FADV_DONTNEED);
}

} // namespace sandglass::platform
