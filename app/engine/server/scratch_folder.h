// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <string>

namespace sandglass::engine::server {

/// A folder of this process alone (mode 0700), gone with this object.
class ScratchFolder
{
public:
    /// Makes one in `parent`, which is made when it is missing; in the system's folder for
    /// temporary files when `parent` is empty. Errors: Storage.
    static Result<ScratchFolder> make(const std::string& parent);
    ScratchFolder(ScratchFolder&& other) noexcept;
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ScratchFolder& operator=(ScratchFolder&&) = delete;
    ~ScratchFolder();

    const std::string& path() const { return m_path; }

private:
    explicit ScratchFolder(std::string path);

    std::string m_path;
};

} // namespace sandglass::engine::server
