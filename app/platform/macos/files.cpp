// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/files.h"

#include "app/platform/system_error.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

namespace sandglass::platform {

namespace {

// fsync() leaves the bytes in the cache of the disk on macOS; F_FULLFSYNC does not, but some file
// systems do not know it.
bool syncDescriptor(int descriptor)
{
    return ::fcntl(descriptor, F_FULLFSYNC) == 0 || ::fsync(descriptor) == 0;
}

} // namespace

Result<void> syncFile(std::FILE& file)
{
    if (std::fflush(&file) != 0 || !syncDescriptor(::fileno(&file))) {
        return systemFailure(errno);
    }
    return {};
}

Result<void> syncData(int descriptor)
{
    // EINVAL and ENOTSUP: not a file that can be synced
    if (!syncDescriptor(descriptor) && errno != EINVAL && errno != ENOTSUP) {
        return systemFailure(errno);
    }
    return {};
}

// Written out: there is no call that reserves blocks on every file system.
Result<void> reserveSpace(const std::filesystem::path& file, std::uint64_t bytes)
{
    std::error_code error;
    if (std::filesystem::file_size(file, error) == bytes && !error) {
        return {};
    }
    auto made = createPrivateFile(file);
    TRY(made);
    const std::string zeros(1U << 20U, '\0');
    std::uint64_t left = bytes;
    while (left > 0) {
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, zeros.size()));
        if (std::fwrite(zeros.data(), 1, part, made->get()) != part) {
            break;
        }
        left -= part;
    }
    if (left == 0 && std::fflush(made->get()) == 0) {
        return {};
    }
    made->reset();
    std::filesystem::remove(file, error);
    return base::failure(Errc::Storage, "the space cannot be reserved");
}

void dropFromCache(std::FILE& /*file*/) { }

} // namespace sandglass::platform
