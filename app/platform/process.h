// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sandglass::platform {

/// The id of this process.
std::int64_t processId();
/// Whether a process with that id is running. False for 0 and below.
bool isProcessRunning(std::int64_t processId);
/// Asks a child process to end: SIGTERM; Windows: the event that StopSignals waits for. Does
/// nothing for 0 and below, or for a process that has ended.
void requestEnd(std::int64_t processId);

/// The suffix of the file names of programs: empty, or ".exe".
std::string_view programSuffix();

/// Overwrites the user, the password and all option values of connection strings in the arguments
/// of main(), because every user of the machine can read these with ps. All values, since it is not
/// known here which options are secret. Windows: does nothing, because only the same user and
/// administrators can read them there.
void hideCredentials(std::span<char*> arguments);

/// Disables core dumps of this process (RLIMIT_CORE), because its memory may hold passwords. Child
/// processes inherit the limit and may raise it again. Windows: does nothing, because nothing is
/// written unless an administrator has configured it.
void forbidCoreDumps();
/// Prevents other programs of the same user from reading the memory and the environment of this
/// process. Not for a program with a window: the desktop's portals refuse to serve a process whose
/// files in /proc they cannot read. Linux: PR_SET_DUMPABLE; elsewhere: does nothing.
void hideMemory();

/// Makes the system end the calling process when the thread that created it ends, and so at the
/// latest with its program. If `parentProcessId` has already ended, the calling process ends here.
/// For a child between fork and exec: async-signal-safe. Linux: SIGTERM; elsewhere: does nothing.
void endWithParent(std::int64_t parentProcessId);
/// Detaches the calling process from its terminal, so that it cannot prompt there. For a child
/// between fork and exec: async-signal-safe. Windows: does nothing.
void leaveTerminal();
/// Gives the calling thread less processor time than the others. Linux: the nice value 10, for this
/// thread alone. A failure is ignored.
void lowerThreadPriority();
/// Opens the null device in place of each standard stream that is closed. Otherwise a file of this
/// program would get its number, and what is written to that stream would land in the file. Call it
/// before the first file is opened. Windows: does nothing, because streams have no such numbers
/// there.
void openStandardStreams();
/// Makes a write to a closed connection return an error instead of ending the process (SIGPIPE).
/// Windows: nothing to do.
void ignoreBrokenPipes();
/// Makes a write beyond the limit of file sizes return an error instead of ending the process
/// (SIGXFSZ). Windows: nothing to do.
void ignoreFileSizeLimit();

/// Raises the number of files that this process may open to the most that the system allows.
/// Returns the limit that is then in force; 0: unlimited or unknown. Windows: does nothing and
/// returns 0.
std::uint64_t raiseDescriptorLimit();
/// The number of files that this process may open; 0: unlimited or unknown. Any thread.
std::uint64_t descriptorLimit();

} // namespace sandglass::platform
