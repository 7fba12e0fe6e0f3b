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

/// Writes log lines as JSON, one a line, to a stream and keeps the newest for getLog. Any thread.
class JsonLog final : public base::Log
{
public:
    /// `stream` is not owned; null keeps the lines only.
    JsonLog(const base::Clock& clock, std::FILE* stream);

    void write(const base::LogEntry& entry) override;

    /// The newest lines, oldest first, at most 1024.
    std::vector<std::string> recent() const;
    /// Highest debug level that is written: 0 (none) to 3.
    void setVerbosity(int level);
    int verbosity() const;

private:
    const base::Clock& m_clock;
    std::FILE* m_stream;
    std::atomic<int> m_verbosity{0};
    mutable std::mutex m_mutex;
    std::deque<std::string> m_recent; // guarded by m_mutex
};

} // namespace sandglass::engine::server
