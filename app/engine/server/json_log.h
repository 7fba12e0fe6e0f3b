// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"

#include <atomic>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::server {

/// Writes log entries as JSON, one per line, to a stream, and keeps the newest ones for getLog. Any
/// thread.
class JsonLog final : public base::Log
{
public:
    /// `clock` and `stream` must outlive it. `stream`: null to write nowhere.
    JsonLog(const base::Clock& clock, std::FILE* stream);

    void write(const base::LogEntry& entry) override;

    /// The newest lines, oldest first, at most 1024.
    std::vector<std::string> recent() const;
    /// Sets the highest debug level that is written: 0 for none; there are entries up to level 3.
    void setVerbosity(int level);
    /// See setVerbosity().
    int verbosity() const;

private:
    const base::Clock& m_clock;
    std::FILE* m_stream; // not owned; written under m_mutex, so that lines do not mix
    std::atomic<int> m_verbosity{0};
    mutable std::mutex m_mutex;
    std::deque<std::string> m_recent; // guarded by m_mutex
};

} // namespace sandglass::engine::server
