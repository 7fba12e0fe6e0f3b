// SPDX-License-Identifier: GPL-3.0-or-later
// Tries app/platform on Windows, or with wine. packaging/scripts/cross-windows builds it; Qt Test
// is not there. Exit code: the number of failed checks.
#include "app/platform/child_guard.h"
#include "app/platform/files.h"
#include "app/platform/host.h"
#include "app/platform/local_socket.h"
#include "app/platform/process.h"
#include "app/platform/stop_signals.h"
#include "app/platform/windows/handle.h"

#include <aclapi.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

namespace {

using namespace sandglass;
namespace fs = std::filesystem;

int failures = 0;

void check(bool good, const char* what)
{
    std::printf("%s %s\n", good ? "ok  " : "FAIL", what);
    failures += good ? 0 : 1;
}

/// What an access list says.
struct Access
{
    int entries = -1; ///< -1: it could not be read
    bool everyone = true; ///< an entry names everyone
    bool inherits = true; ///< the parent folder adds entries
};

Access accessOf(const fs::path& path)
{
    Access found;
    PACL list = nullptr;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    std::wstring name = path.wstring();
    if (::GetNamedSecurityInfoW(name.data(), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr,
                                nullptr, &list, nullptr, &descriptor)
            != ERROR_SUCCESS
        || !list) {
        return found;
    }
    found.everyone = false;
    found.entries = list->AceCount;
    for (DWORD i = 0; i < list->AceCount; ++i) {
        void* entry = nullptr;
        ::GetAce(list, i, &entry);
        auto* allowed = static_cast<ACCESS_ALLOWED_ACE*>(entry);
        const bool grants
            = allowed->Header.AceType == ACCESS_ALLOWED_ACE_TYPE && allowed->Mask != 0;
        found.everyone
            = found.everyone || (grants && ::IsWellKnownSid(&allowed->SidStart, WinWorldSid) != 0);
    }
    SECURITY_DESCRIPTOR_CONTROL control = 0;
    DWORD revision = 0;
    ::GetSecurityDescriptorControl(descriptor, &control, &revision);
    found.inherits = (control & SE_DACL_PROTECTED) == 0;
    ::LocalFree(descriptor);
    return found;
}

// Wine keeps the mode of Linux instead of an access list: it shows other entries, and no
// inheritance.
bool isWine()
{
    const HMODULE library = ::GetModuleHandleW(L"ntdll.dll");
    return library && ::GetProcAddress(library, "wine_get_version") != nullptr;
}

void checkPrivate(const fs::path& path, const char* what)
{
    const Access access = accessOf(path);
    std::printf("     %d entries%s%s\n", access.entries, access.everyone ? ", everyone" : "",
                access.inherits ? ", inherits" : "");
    check(access.entries > 0 && !access.everyone, what);
    if (!isWine()) {
        check(access.entries == 3 && !access.inherits, "just three entries, none inherited");
    }
}

void checkFiles()
{
    const auto folder = platform::makeUniqueFolder(fs::temp_directory_path(), "sandglass-check-");
    check(folder.has_value(), "a private folder is made");
    if (!folder) {
        return;
    }
    checkPrivate(*folder, "nobody else may use it");
    check(platform::checkFolderAccess(*folder).has_value(), "it can be used");
    check(!platform::checkFolderAccess(*folder / "missing").has_value(), "a missing one cannot");
    const fs::path name = *folder / L"\u6f0f\u6597.txt";
    {
        auto created = platform::createPrivateFile(name);
        check(created.has_value(), "a private file with a Chinese name is made");
        if (created) {
            check(std::fputs("abc\n", created->get()) >= 0, "it takes text");
            check(platform::syncFile(**created).has_value(), "it is synced");
            check(platform::syncData(::_fileno(created->get())).has_value(), "its data are synced");
            platform::dropFromCache(**created);
        }
    }
    check(fs::file_size(name) == 4, "a line break stays one byte");
    {
        auto opened = platform::openFile(name, 2);
        check(opened.has_value() && std::getc(opened->get()) == 'c', "it is read from an offset");
    }
    check(!platform::createPrivateFile(*folder / "no" / "x").has_value(),
          "a file in a missing folder is an error");
    const auto missing = platform::openFile(*folder / "none");
    check(!missing.has_value() && !missing.error().message.empty(), "a missing file is an error");
    checkPrivate(name, "nobody else may read the file");
    platform::syncPath(name);
    platform::syncPath(*folder);
    check(platform::syncFolder(*folder).has_value(), "a folder is synced");
    const fs::path open = *folder / "open";
    fs::create_directory(open);
    check(platform::makePrivate(open).has_value(), "another folder is made private");
    checkPrivate(open, "then nobody else may use it");
    std::error_code error;
    fs::remove_all(*folder, error);
    check(!error, "the folder can be removed");
}

void checkHost()
{
    const platform::HostFacts facts = platform::hostFacts();
    std::printf("     %s, %s, %s %s, %lld MiB\n", facts.hostName.c_str(),
                facts.architecture.c_str(), facts.systemType.c_str(), facts.systemVersion.c_str(),
                static_cast<long long>(facts.memoryBytes >> 20));
    check(!facts.hostName.empty() && facts.systemType == "Windows", "the host has a name");
    check(!facts.systemVersion.empty(), "the system has a version");
    check(facts.memoryBytes > 0 && facts.pageBytes == 4096, "memory is counted");
    check(platform::processMemory().residentBytes > 0, "memory of the process is counted");
    check(platform::processUsage().maxResidentKilobytes > 0, "use of the process is counted");
    check(platform::zoneFolder().filename() == "zoneinfo", "the folder of zones has its name");
}

void checkSockets()
{
    check(!platform::hasLocalClients(), "the window uses TCP");
    const fs::path path = fs::temp_directory_path() / "sandglass-check.sock";
    check(platform::clearSocketPath(path.string()).has_value(), "a free path is free");
    std::ofstream(path) << "x";
    check(platform::clearSocketPath(path.string()).error().code == Errc::Conflict,
          "a file that is no socket is kept");
    check(platform::fileNumber(path.string()) != 0, "a file has a number");
    platform::removeSocketFile(path.string());
    check(platform::fileNumber(path.string()) == 0, "a removed file has none");
    check(platform::clearSocketPath(std::string(200, 'x')).error().code == Errc::InvalidInput,
          "a long path is refused");
}

// Starts this program again with one argument.
PROCESS_INFORMATION startSelf(const char* argument)
{
    wchar_t program[1024] = {};
    ::GetModuleFileNameW(nullptr, program, 1024);
    std::wstring command = L"\"" + std::wstring(program) + L"\" "
        + std::wstring(argument, argument + std::strlen(argument));
    STARTUPINFOW start{};
    start.cb = sizeof(start);
    PROCESS_INFORMATION made{};
    ::CreateProcessW(nullptr, command.data(), nullptr, nullptr, FALSE, 0, nullptr, nullptr, &start,
                     &made);
    return made;
}

constexpr DWORD kPatience = 20'000; // milliseconds

DWORD exitCodeOf(const PROCESS_INFORMATION& child)
{
    DWORD code = 0;
    ::WaitForSingleObject(child.hProcess, kPatience);
    ::GetExitCodeProcess(child.hProcess, &code);
    return code;
}

// Waits until the child has made its StopSignals.
void waitForEvent(const wchar_t* name)
{
    const HANDLE event = ::CreateEventW(nullptr, TRUE, FALSE, name);
    ::WaitForSingleObject(event, kPatience);
    ::ResetEvent(event);
    ::CloseHandle(event);
}

constexpr const wchar_t* kReady = L"Local\\sandglass-check-ready";

void checkProcesses()
{
    check(platform::isProcessRunning(platform::processId()), "this process runs");
    check(!platform::isProcessRunning(0) && !platform::isProcessRunning(-1), "no process is 0");
    check(platform::programSuffix() == ".exe", "programs end with .exe");
    platform::lowerThreadPriority();

    const PROCESS_INFORMATION asked = startSelf("--wait");
    waitForEvent(kReady);
    platform::requestEnd(asked.dwProcessId);
    check(exitCodeOf(asked) == 15, "a child ends in good order when asked");
    check(!platform::isProcessRunning(asked.dwProcessId), "then it does not run");

    {
        const PROCESS_INFORMATION guarded = startSelf("--wait");
        waitForEvent(kReady);
        {
            platform::ChildGuard guard;
            check(guard.add(guarded.dwProcessId).has_value(), "a child can be guarded");
        }
        check(exitCodeOf(guarded) != STILL_ACTIVE, "a guarded child ends with its guard");
    }

    // the middle one starts a child that follows it, and is killed
    const PROCESS_INFORMATION middle = startSelf("--middle");
    waitForEvent(kReady);
    const HANDLE ended = ::CreateEventW(nullptr, TRUE, FALSE, L"Local\\sandglass-check-ended");
    ::TerminateProcess(middle.hProcess, 1);
    check(::WaitForSingleObject(ended, kPatience) == WAIT_OBJECT_0,
          "a child ends in good order after its parent was killed");
}

void setEvent(const wchar_t* name)
{
    const HANDLE event = ::CreateEventW(nullptr, TRUE, FALSE, name);
    ::SetEvent(event);
    // a waiting process holds the event; the handle stays until this process ends
}

int waitForRequest(bool follow)
{
    platform::StopSignals requests;
    if (follow && !requests.followParent()) {
        return 3;
    }
    setEvent(kReady);
    const int number = requests.wait();
    if (follow) {
        setEvent(L"Local\\sandglass-check-ended");
    }
    return number;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "--wait") {
        return waitForRequest(false);
    }
    if (mode == "--follow") {
        return waitForRequest(true);
    }
    if (mode == "--middle") {
        startSelf("--follow");
        ::Sleep(INFINITE);
    }
    checkFiles();
    checkHost();
    checkSockets();
    checkProcesses();
    std::printf("%d failed\n", failures);
    return failures;
}
