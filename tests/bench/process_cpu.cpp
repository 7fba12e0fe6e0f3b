// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/process_cpu.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace sandglass::bench {

double cpuSecondsOf(std::int64_t processId)
{
    std::ifstream file("/proc/" + std::to_string(processId) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos)
        return 0;
    // the name in brackets may hold spaces; user and system ticks are fields 12 and 13 after it
    std::istringstream fields(text.substr(nameEnd + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i)
        fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

} // namespace sandglass::bench
