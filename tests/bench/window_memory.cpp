// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window_memory.h"

#include <fstream>
#include <sstream>
#include <string>

namespace sandglass::bench {

ProcessMemory memoryOf(std::int64_t processId)
{
    constexpr std::int64_t kKibi = 1'024;
    ProcessMemory memory;
    std::ifstream file("/proc/" + std::to_string(processId) + "/smaps_rollup");
    std::string text;
    while (std::getline(file, text)) {
        std::istringstream line(text);
        std::string name;
        std::int64_t kibibytes = 0;
        line >> name >> kibibytes;
        if (name == "Pss:") {
            memory.proportional = kibibytes * kKibi;
        } else if (name == "Rss:") {
            memory.resident = kibibytes * kKibi;
        } else if (name == "Private_Clean:" || name == "Private_Dirty:") {
            memory.own += kibibytes * kKibi;
        }
    }
    return memory;
}

} // namespace sandglass::bench
