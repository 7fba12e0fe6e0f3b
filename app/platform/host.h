// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace sandglass::platform {

/// Facts about the computer and its operating system, as the system reports them.
struct HostFacts
{
    std::string hostName;
    std::string architecture; ///< for example x86_64
    std::string systemType; ///< Linux, Darwin or Windows
    std::string systemName; ///< Linux: the build of the kernel
    std::string systemVersion; ///< Linux: the release of the kernel
    std::int64_t memoryBytes = 0; ///< of the whole computer
    std::int64_t memoryLimitBytes = 0; ///< what this process may have of it: less in a container
    std::int64_t pageBytes = 0; ///< size of a page of memory
};

/// Reads the facts. A fact that the system does not provide is empty or 0. Any thread.
HostFacts hostFacts();
/// The name of this computer in the network; "localhost" if it has none. Any thread.
std::string hostName();

/// The time since the system was started, including the time that it slept. Setting the time of day
/// does not change it. Any thread.
std::chrono::milliseconds sinceBoot();
/// An id that stays the same until the system is restarted; empty if the system has none. Any
/// thread.
std::string bootId();

/// The folder of the compiled tz database, for example /usr/share/zoneinfo. Windows has none of its
/// own: share/zoneinfo beside the folder of the program, if the installer put it there. Any thread.
std::filesystem::path zoneFolder();

/// The memory of this process, in bytes.
struct ProcessMemory
{
    std::int64_t residentBytes = 0;
    std::int64_t virtualBytes = 0;
};

/// Measures the memory of this process; 0 for a figure that the system does not provide. Any
/// thread.
ProcessMemory processMemory();

/// What this process has used since its start. A system that does not count a figure leaves it at
/// 0.
struct ProcessUsage
{
    std::int64_t userMicros = 0; ///< processor time, in microseconds
    std::int64_t systemMicros = 0; ///< of the kernel for this process, in microseconds
    std::int64_t maxResidentKilobytes = 0;
    std::int64_t inputBlocks = 0; ///< Windows: read operations
    std::int64_t outputBlocks = 0; ///< Windows: write operations
    std::int64_t pageReclaims = 0;
    std::int64_t pageFaults = 0;
    std::int64_t voluntarySwitches = 0;
    std::int64_t involuntarySwitches = 0;
};

/// Reads the counters of this process. Any thread.
ProcessUsage processUsage();

} // namespace sandglass::platform
