// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QProcess;

namespace sandglass::services {

/// Which terminal a child process has.
enum class ChildTerminal {
    OfThisProgram,
    /// None: it cannot ask there.
    None,
};

/// Prepares a process that has not started yet: the system ends it when the calling thread ends, as
/// this program does, even by SIGKILL, and even before the child runs a program of its own. Linux:
/// SIGTERM; elsewhere: does nothing (platform::ChildGuard does it on Windows).
void tieToThisProgram(QProcess& process, ChildTerminal terminal = ChildTerminal::OfThisProgram);

} // namespace sandglass::services
