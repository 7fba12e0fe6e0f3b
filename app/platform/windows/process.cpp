// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/process.h"

#include "app/platform/windows/handle.h"
#include "app/platform/windows/stop_event.h"

namespace sandglass::platform {

std::int64_t processId()
{
    return ::GetCurrentProcessId();
}

bool isProcessRunning(std::int64_t processId)
{
    if (processId <= 0) {
        return false;
    }
    const Handle process(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(processId)));
    if (!process) {
        // it runs and belongs to another user
        return ::GetLastError() == ERROR_ACCESS_DENIED;
    }
    // others may hold handles to a process that has ended
    return ::WaitForSingleObject(process.get(), 0) == WAIT_TIMEOUT;
}

void requestEnd(std::int64_t processId)
{
    if (processId <= 0) {
        return;
    }
    const Handle event(::OpenEventW(EVENT_MODIFY_STATE, FALSE, stopEventName(processId).c_str()));
    if (event) {
        ::SetEvent(event.get());
    }
}

std::string_view programSuffix()
{
    return ".exe";
}

void hideCredentials(std::span<char*> /*arguments*/) { }

void forbidCoreDumps() { }

void hideMemory() { }

void endWithParent(std::int64_t /*parentProcessId*/) { }

void leaveTerminal() { }

void lowerThreadPriority()
{
    ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

void openStandardStreams() { }

void ignoreBrokenPipes() { }

void ignoreFileSizeLimit() { }

std::uint64_t raiseDescriptorLimit()
{
    return 0;
}

std::uint64_t descriptorLimit()
{
    return 0;
}

} // namespace sandglass::platform
