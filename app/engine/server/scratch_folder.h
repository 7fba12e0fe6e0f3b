// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::server {

/// A temporary folder that only this user can read (mode 0700). The destructor deletes it.
class ScratchFolder
{
public:
    /// Creates one in `parent`, which is created if it is missing. With an empty `parent` it is in
    /// the system's folder for temporary files. Errors: Storage.
    static Result<ScratchFolder> make(const std::string& parent);
    ScratchFolder(ScratchFolder&& other) noexcept;
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ScratchFolder& operator=(ScratchFolder&&) = delete;
    ~ScratchFolder();

    /// The folder's path.
    const std::string& path() const { return m_path; }

private:
    explicit ScratchFolder(std::string path);

    std::string m_path; // empty after a move
};

} // namespace sandglass::engine::server
