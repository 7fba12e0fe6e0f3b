// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/files.h"

#include "app/platform/system_error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace sandglass::platform {

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

void dropFromCache(std::FILE& file)
{
    (void)::posix_fadvise(::fileno(&file), 0, 0, POSIX_FADV_DONTNEED);
}

} // namespace sandglass::platform
