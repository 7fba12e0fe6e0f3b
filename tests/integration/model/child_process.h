// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// This program once more, as a child that reports each finished step by one byte on its standard
/// output, to be killed at a moment.
class ChildProcess
{
public:
    /// Starts `program` with `arguments`. Ends this program when that is impossible.
    ChildProcess(const std::string& program, std::vector<std::string> arguments);
    /// Kills the child if it still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Waits until that many steps have been reported in all, or the child has ended.
    void waitForSteps(std::int64_t steps);
    /// Reads the child's reports for `span`, or until the child has ended.
    void watch(std::chrono::microseconds span);
    /// Sends SIGKILL. Returns the number of steps that were reported until then, to the last byte.
    std::int64_t kill();
    /// Whether it had ended by itself because of a fault; after kill().
    bool hadFailed() const { return m_failed; }

private:
    bool read(std::chrono::microseconds patience);

    pid_t m_pid = 0;
    int m_pipe = -1;
    std::int64_t m_steps = 0;
    bool m_atEnd = false;
    bool m_failed = false;
};

} // namespace sandglass::tests::model
