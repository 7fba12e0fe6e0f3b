// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/process_cpu.h"

#include <sys/resource.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace sandglass::bench {

namespace {

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

} // namespace

double cpuSecondsOf(std::int64_t processId)
{
    std::ifstream file("/proc/" + std::to_string(processId) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos) {
        return 0;
    }
    // the name in brackets may hold spaces; user and system ticks are fields 12 and 13 after it
    std::istringstream fields(text.substr(nameEnd + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) {
        fields >> skipped;
    }
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double ownCpuSeconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
}

double threadCpuSeconds()
{
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

} // namespace sandglass::bench
