// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/json_log.h"

#include <utility>

namespace sandglass::engine::server {

namespace {

// MongoDB's getLog returns that many lines. Source: MongoDB manual, getLog.
constexpr std::size_t kKept = 1024;

int debugLevel(base::Severity severity)
{
    switch (severity) {
    case base::Severity::Debug1:
        return 1;
    case base::Severity::Debug2:
        return 2;
    case base::Severity::Debug3:
        return 3;
    default:
        return 0;
    }
}

} // namespace

JsonLog::JsonLog(const base::Clock& clock, std::FILE* stream)
    : m_clock(clock)
    , m_stream(stream)
{
}

void JsonLog::write(const base::LogEntry& entry)
{
    if (debugLevel(entry.severity) > m_verbosity) {
        return;
    }
    std::string line = base::logLine(entry, m_clock.now());
    const std::lock_guard lock(m_mutex);
    if (m_stream) {
        line += '\n';
        std::fwrite(line.data(), 1, line.size(), m_stream);
        // a line must not be lost when the process crashes
        std::fflush(m_stream);
        line.pop_back();
    }
    m_recent.push_back(std::move(line));
    if (m_recent.size() > kKept) {
        m_recent.pop_front();
    }
}

std::vector<std::string> JsonLog::recent() const
{
    const std::lock_guard lock(m_mutex);
    return {m_recent.begin(), m_recent.end()};
}

void JsonLog::setVerbosity(int level)
{
    m_verbosity = level;
}

int JsonLog::verbosity() const
{
    return m_verbosity;
}

} // namespace sandglass::engine::server
