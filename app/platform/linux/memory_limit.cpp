// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/linux/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace sandglass::platform {

namespace {

namespace fs = std::filesystem;

// The number in a file; 0 for "max" and for a file that is not there.
std::int64_t numberIn(const fs::path& file)
{
    std::int64_t number = 0;
    std::ifstream stream(file);
    return stream >> number && number > 0 ? number : 0;
}

std::int64_t lesser(std::int64_t left, std::int64_t right)
{
    return left == 0 || right == 0 ? std::max(left, right) : std::min(left, right);
}

// A limit of a group holds for all below it. In a container the path may be that of the host, of
// which only the root is there.
std::int64_t leastFrom(const fs::path& mount, const std::string& group, const char* file)
{
    std::int64_t least = numberIn(mount / file);
    fs::path folder = mount;
    for (const fs::path& part : fs::path(group).relative_path()) {
        folder /= part;
        least = lesser(least, numberIn(folder / file));
    }
    return least;
}

bool names(const std::string& controllers, const std::string& wanted)
{
    std::istringstream list(controllers);
    for (std::string each; std::getline(list, each, ',');) {
        if (each == wanted) {
            return true;
        }
    }
    return false;
}

} // namespace

std::int64_t groupMemoryLimit(const std::string& membership, const fs::path& root)
{
    std::int64_t least = 0;
    std::istringstream lines(membership);
    for (std::string line; std::getline(lines, line);) {
        // "<number>:<controllers>:<path>"; version 2 has the number 0 and no controllers
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (controllers.empty()) {
            least = lesser(least, leastFrom(root, group, "memory.max"));
        } else if (names(controllers, "memory")) {
            least = lesser(least, leastFrom(root / "memory", group, "memory.limit_in_bytes"));
        }
    }
    return least;
}

} // namespace sandglass::platform
