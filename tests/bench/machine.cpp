// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/machine.h"

#include <QString>
#include <QSysInfo>

#include <fstream>
#include <thread>

namespace sandglass::bench {

namespace {

std::string processor()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return QSysInfo::currentCpuArchitecture().toStdString();
}

} // namespace

std::string machineText()
{
    return processor() + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores, "
        + QSysInfo::prettyProductName().toStdString();
}

} // namespace sandglass::bench
