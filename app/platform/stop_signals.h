// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace sandglass::platform {

/// The requests to end this program: SIGTERM, SIGINT, and SIGHUP when a terminal is closed, unless
/// the caller ignores it, as nohup does; on Windows Ctrl+C, the end of the session and
/// requestEnd(). No signal handler runs; wait() receives the request. Create one object per
/// program, before its first thread starts.
class StopSignals
{
public:
    /// Blocks the signals in this thread and in every thread that starts later. Also calls
    /// ignoreBrokenPipes(), and ignores SIGUSR1: scripts send it to servers so that these begin a
    /// new log file, and it would end this program.
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    /// Makes the end of the parent process one of the requests. Returns false if the parent has
    /// already ended. Call it once, before wait().
    bool followParent();
    /// Blocks until a request arrives. Returns its number: 2 for SIGINT and Ctrl+C, 1 for SIGHUP,
    /// otherwise 15 for SIGTERM.
    int wait();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace sandglass::platform
