// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::server {

/// Writes log entries as JSON, one per line, to a stream, and keeps the newest ones for getLog.
/// Never waits for the reader of the stream: what does not fit is kept for the next line, up to 1
/// MiB. Further lines are dropped and counted, and a line says how many. Any thread.
class JsonLog final : public base::Log
{
public:
    /// `clock` and `stream` must outlive it. `stream`: null to write nowhere.
    JsonLog(const base::Clock& clock, std::FILE* stream);

    void write(const base::LogEntry& entry) override;

    /// The newest lines, oldest first, at most 1024.
    std::vector<std::string> recent() const;
    /// The warnings and errors until endStartup(), oldest first, at most 100.
    std::vector<std::string> startupWarnings() const;
    /// The engine serves clients from now on: later lines are no startup warnings.
    void endStartup();
    /// Sets the highest debug level that is written: 0 for none; there are entries up to level 3.
    void setVerbosity(int level);
    /// See setVerbosity().
    int verbosity() const;
    /// Lines that never reached the stream so far.
    std::int64_t dropped() const { return m_dropped; }

private:
    /// Appends a line to what is to be written, or drops it. m_mutex must be locked.
    void queue(const std::string& line);
    /// Writes what the stream takes. m_mutex must be locked.
    void flush();

    const base::Clock& m_clock;
    std::FILE* m_stream; // not owned; written under m_mutex, so that lines do not mix
    std::atomic<int> m_verbosity{0};
    mutable std::mutex m_mutex;
    std::deque<std::string> m_recent; // guarded by m_mutex
    std::vector<std::string> m_startupWarnings; // guarded by m_mutex
    bool m_starting = true; // guarded by m_mutex
    std::string m_waiting; // guarded by m_mutex; whole lines, but the first may have begun
    std::int64_t m_unsaid = 0; // guarded by m_mutex; lines dropped since a line said so
    std::atomic<std::int64_t> m_dropped{0};
};

} // namespace sandglass::engine::server
