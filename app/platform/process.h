// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sandglass::platform {

/// The number of this process.
std::int64_t processId();
/// Whether a process of that number runs. False for 0 and below.
bool isProcessRunning(std::int64_t processId);
/// Asks a child process to end: SIGTERM; Windows: the event that StopSignals waits for. Does
/// nothing for 0 and below, or for a process that has ended.
void requestEnd(std::int64_t processId);

/// What the file names of programs end with: nothing, or ".exe".
std::string_view programSuffix();

/// Overwrites user, password and the values of all options of connection strings in the arguments
/// of main(), which every user of the machine can read with ps; some options are secrets. Windows:
/// does nothing, because only the same user and
/// administrators can read them there.
void hideCredentials(std::span<char*> arguments);

/// Lets a crash of this process write no image of its memory, which may hold passwords
/// (RLIMIT_CORE). Its children inherit that, and may raise the limit again. Windows: does nothing,
/// because nothing is written unless an administrator has configured it.
void forbidCoreDumps();
/// Lets other programs of the same user not read the memory and the environment of this process.
/// Not for a program with a window: the desktop's portals refuse to serve a process whose files in
/// /proc they cannot read. Linux: PR_SET_DUMPABLE; elsewhere: does nothing.
void hideMemory();

/// Lets the system end the calling process when the thread that made it ends, as its program does;
/// if `parentProcessId` has ended before, the calling process ends here. For a child between fork
/// and exec: async-signal-safe. Linux: SIGTERM; elsewhere: does nothing.
void endWithParent(std::int64_t parentProcessId);
/// Takes the terminal from the calling process, so that it cannot ask there. For a child between
/// fork and exec: async-signal-safe. Windows: does nothing.
void leaveTerminal();
/// Gives the calling thread less processor time than the others. Linux: the nice value 10, for this
/// thread alone. A failure is ignored.
void lowerThreadPriority();
/// Lets a write to a closed connection return an error instead of ending the process (SIGPIPE).
/// Windows: nothing to do.
void ignoreBrokenPipes();
/// Lets a write beyond the limit of file sizes return an error instead of ending the process
/// (SIGXFSZ). Windows: nothing to do.
void ignoreFileSizeLimit();

/// Raises the number of files that this process may open to what the system allows it. Returns the
/// number that holds now; 0: not limited, or not known. Windows: does nothing and returns 0.
std::uint64_t raiseDescriptorLimit();
/// The number of files that this process may open; 0: not limited, or not known. Any thread.
std::uint64_t descriptorLimit();

} // namespace sandglass::platform
