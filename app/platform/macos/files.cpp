// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/files.h"

#include "app/platform/system_error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

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

} // namespace sandglass::platform
