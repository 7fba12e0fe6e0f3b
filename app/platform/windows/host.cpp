// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/host.h"

#include "app/platform/windows/handle.h"

#include <psapi.h>

#include <iterator>
#include <string_view>

namespace sandglass::platform {

namespace {

std::string utf8Of(std::wstring_view wide)
{
    const int length = static_cast<int>(wide.size());
    const int bytes
        = ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), length, nullptr, 0, nullptr, nullptr);
    std::string text(static_cast<std::size_t>(bytes), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), length, text.data(), bytes, nullptr, nullptr);
    return text;
}

std::string architectureName(WORD architecture)
{
    switch (architecture) {
    case PROCESSOR_ARCHITECTURE_AMD64:
        return "x86_64";
    case PROCESSOR_ARCHITECTURE_ARM64:
        return "aarch64";
    default:
        return "unknown";
    }
}

// GetVersionEx() answers with the version that the program's manifest names; this call does not.
std::string versionText()
{
    using GetVersion = LONG(WINAPI*)(OSVERSIONINFOW*);
    const HMODULE library = ::GetModuleHandleW(L"ntdll.dll");
    // through void*: gcc warns about casts between types of functions
    const auto getVersion = library ? reinterpret_cast<GetVersion>(
                                reinterpret_cast<void*>(::GetProcAddress(library, "RtlGetVersion")))
                                    : nullptr;
    OSVERSIONINFOW found{};
    found.dwOSVersionInfoSize = sizeof(found);
    if (!getVersion || getVersion(&found) != 0) {
        return {};
    }
    return std::to_string(found.dwMajorVersion) + "." + std::to_string(found.dwMinorVersion) + "."
        + std::to_string(found.dwBuildNumber);
}

// A FILETIME counts units of 100 ns.
std::int64_t microsOf(const FILETIME& time)
{
    ULARGE_INTEGER number{};
    number.LowPart = time.dwLowDateTime;
    number.HighPart = time.dwHighDateTime;
    return static_cast<std::int64_t>(number.QuadPart / 10);
}

PROCESS_MEMORY_COUNTERS_EX memoryCounters()
{
    PROCESS_MEMORY_COUNTERS_EX counters{};
    // zeros if it fails
    ::GetProcessMemoryInfo(::GetCurrentProcess(),
                           reinterpret_cast<PROCESS_MEMORY_COUNTERS*>(&counters), sizeof(counters));
    return counters;
}

} // namespace

std::string hostName()
{
    wchar_t name[256] = {};
    DWORD length = static_cast<DWORD>(std::size(name));
    if (::GetComputerNameExW(ComputerNameDnsHostname, name, &length) == 0) {
        return "localhost";
    }
    return utf8Of({name, length});
}

std::filesystem::path zoneFolder()
{
    // a longer path is cut, and then nothing is found
    wchar_t program[1024] = {};
    ::GetModuleFileNameW(nullptr, program, static_cast<DWORD>(std::size(program)));
    return std::filesystem::path(program).parent_path().parent_path() / "share" / "zoneinfo";
}

std::chrono::milliseconds sinceBoot()
{
    // it goes on while the computer sleeps
    return std::chrono::milliseconds(::GetTickCount64());
}

std::string bootId()
{
    return {};
}

HostFacts hostFacts()
{
    SYSTEM_INFO system{};
    ::GetNativeSystemInfo(&system);
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof(memory);
    ::GlobalMemoryStatusEx(&memory);
    HostFacts facts;
    facts.hostName = hostName();
    facts.architecture = architectureName(system.wProcessorArchitecture);
    facts.systemType = "Windows";
    facts.systemName = "Microsoft Windows";
    facts.systemVersion = versionText();
    facts.memoryBytes = static_cast<std::int64_t>(memory.ullTotalPhys);
    facts.memoryLimitBytes = facts.memoryBytes;
    facts.pageBytes = static_cast<std::int64_t>(system.dwPageSize);
    return facts;
}

ProcessMemory processMemory()
{
    const PROCESS_MEMORY_COUNTERS_EX counters = memoryCounters();
    return {static_cast<std::int64_t>(counters.WorkingSetSize),
            static_cast<std::int64_t>(counters.PrivateUsage)};
}

ProcessUsage processUsage()
{
    FILETIME created{};
    FILETIME ended{};
    FILETIME kernel{};
    FILETIME user{};
    ::GetProcessTimes(::GetCurrentProcess(), &created, &ended, &kernel, &user);
    IO_COUNTERS operations{};
    ::GetProcessIoCounters(::GetCurrentProcess(), &operations);
    const PROCESS_MEMORY_COUNTERS_EX counters = memoryCounters();
    ProcessUsage used;
    used.userMicros = microsOf(user);
    used.systemMicros = microsOf(kernel);
    used.maxResidentKilobytes = static_cast<std::int64_t>(counters.PeakWorkingSetSize / 1024);
    used.inputBlocks = static_cast<std::int64_t>(operations.ReadOperationCount);
    used.outputBlocks = static_cast<std::int64_t>(operations.WriteOperationCount);
    used.pageFaults = counters.PageFaultCount;
    return used;
}

} // namespace sandglass::platform
