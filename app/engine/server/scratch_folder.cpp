// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sandglass::engine::server {

namespace fs = std::filesystem;

Result<ScratchFolder> ScratchFolder::make(const std::string& parent)
{
    std::error_code failed;
    const fs::path folder = parent.empty() ? fs::temp_directory_path(failed) : fs::path(parent);
    if (!failed) {
        fs::create_directories(folder, failed);
    }
    std::string path = (folder / "sandglass-standby-XXXXXX").string();
    if (!failed && ::mkdtemp(path.data()) == nullptr) {
        failed.assign(errno, std::generic_category());
    }
    if (failed) {
        return base::failure(Errc::Storage,
                             "A folder cannot be created in '" + folder.string()
                                 + "': " + failed.message());
    }
    return ScratchFolder(std::move(path));
}

ScratchFolder::ScratchFolder(std::string path)
    : m_path(std::move(path))
{
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {}))
{
}

ScratchFolder::~ScratchFolder()
{
    if (m_path.empty()) {
        return;
    }
    std::error_code ignored; // a folder that stays behind only wastes space
    fs::remove_all(m_path, ignored);
}

} // namespace sandglass::engine::server
