// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace sandglass::platform {

/// The lowest memory limit of the control groups that a process is in, in bytes, of both versions;
/// 0: there is none. `membership`: the text of /proc/<pid>/cgroup. `root`: where the groups are
/// mounted. Any thread. Source: Linux kernel documentation, Control Group v2.
std::int64_t groupMemoryLimit(const std::string& membership, const std::filesystem::path& root);

} // namespace sandglass::platform
