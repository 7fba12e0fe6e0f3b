// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/stop_signals.h"

#include "app/platform/windows/handle.h"
#include "app/platform/windows/stop_event.h"

#include <tlhelp32.h>

#include <array>
#include <atomic>

namespace sandglass::platform {

namespace {

constexpr int kInterrupt = 2; // SIGINT
constexpr int kTerminate = 15; // SIGTERM

// The console's handler gets no argument. The handles outlive the program.
std::atomic<HANDLE> stopEvent = nullptr;
std::atomic<HANDLE> endedEvent = nullptr;
std::atomic<int> stopNumber = kTerminate;

// Runs on a thread of the system.
BOOL WINAPI takeConsoleEvent(DWORD kind)
{
    const bool byKey = kind == CTRL_C_EVENT || kind == CTRL_BREAK_EVENT;
    stopNumber = byKey ? kInterrupt : kTerminate;
    ::SetEvent(stopEvent);
    if (!byKey) {
        // the system kills the process as soon as this function returns
        ::WaitForSingleObject(endedEvent, INFINITE);
    }
    return TRUE;
}

std::uint64_t startOf(HANDLE process)
{
    FILETIME created{};
    FILETIME ended{};
    FILETIME kernel{};
    FILETIME user{};
    ::GetProcessTimes(process, &created, &ended, &kernel, &user);
    return (std::uint64_t{created.dwHighDateTime} << 32U) | created.dwLowDateTime;
}

// The number of the process that has started this one; 0 if it cannot be found out.
DWORD parentId()
{
    const Handle snapshot = ownedHandle(::CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
    PROCESSENTRY32W entry{};
    entry.dwSize = sizeof(entry);
    if (!snapshot || ::Process32FirstW(snapshot.get(), &entry) == 0) {
        return 0;
    }
    do {
        if (entry.th32ProcessID == ::GetCurrentProcessId()) {
            return entry.th32ParentProcessID;
        }
    } while (::Process32NextW(snapshot.get(), &entry) != 0);
    return 0;
}

} // namespace

struct StopSignals::State
{
    Handle asked; ///< what requestEnd() of the parent sets
    Handle parent; ///< null: not followed
};

StopSignals::StopSignals()
    : m_state(std::make_unique<State>())
{
    if (!stopEvent) {
        stopEvent = ::CreateEventW(nullptr, TRUE, FALSE, nullptr);
        endedEvent = ::CreateEventW(nullptr, TRUE, FALSE, nullptr);
    }
    m_state->asked.reset(
        ::CreateEventW(nullptr, TRUE, FALSE, stopEventName(::GetCurrentProcessId()).c_str()));
    ::SetConsoleCtrlHandler(takeConsoleEvent, TRUE);
}

StopSignals::~StopSignals()
{
    ::SetConsoleCtrlHandler(takeConsoleEvent, FALSE);
    ::SetEvent(endedEvent);
}

bool StopSignals::followParent()
{
    const DWORD id = parentId();
    m_state->parent.reset(
        id == 0 ? nullptr
                : ::OpenProcess(SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id));
    if (!m_state->parent) {
        return false;
    }
    // the parent may have ended, and its number may belong to a later process
    const bool later = startOf(m_state->parent.get()) > startOf(::GetCurrentProcess());
    return !later && ::WaitForSingleObject(m_state->parent.get(), 0) == WAIT_TIMEOUT;
}

int StopSignals::wait()
{
    std::array<HANDLE, 3> events{};
    DWORD count = 0;
    for (HANDLE each : {stopEvent.load(), m_state->asked.get(), m_state->parent.get()}) {
        if (each) {
            events.at(count++) = each;
        }
    }
    ::WaitForMultipleObjects(count, events.data(), FALSE, INFINITE);
    return ::WaitForSingleObject(stopEvent, 0) == WAIT_OBJECT_0 ? stopNumber.load() : kTerminate;
}

} // namespace sandglass::platform
