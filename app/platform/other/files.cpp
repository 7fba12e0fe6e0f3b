// SPDX-License-Identifier: GPL-3.0-or-later
// What systems do that have no calls of their own for it: macOS and Windows.
#include "app/platform/files.h"

#include <algorithm>
#include <string>
#include <system_error>

namespace sandglass::platform {

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

std::string fileIdentity(const std::filesystem::path& /*file*/)
{
    return {};
}

void dropFromCache(std::FILE& /*file*/) { }

} // namespace sandglass::platform
