// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/scratch_folder.h"

#include "app/platform/files.h"

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
    const Result<fs::path> made = failed
        ? Result<fs::path>(base::failure(Errc::Storage, failed.message()))
        : platform::makeUniqueFolder(folder, "sandglass-standby-");
    if (!made) {
        return base::failure(Errc::Storage,
                             "A folder cannot be created in '" + folder.string()
                                 + "': " + made.error().message);
    }
    return ScratchFolder(made->string());
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
