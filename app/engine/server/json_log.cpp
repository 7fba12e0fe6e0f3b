// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/json_log.h"

#include "app/platform/files.h"

#include <utility>

namespace sandglass::engine::server {

namespace {

// MongoDB's getLog returns that many lines. Source: MongoDB manual, getLog.
constexpr std::size_t kKept = 1024;
// Of lines that the stream has not taken yet.
constexpr std::size_t kMostWaitingBytes = std::size_t{1024} * 1024;
constexpr int kDroppedLogId = 9100117;
constexpr std::size_t kMostWarnings = 100;

bool isProblem(base::Severity severity)
{
    return severity == base::Severity::Warning || severity == base::Severity::Error
        || severity == base::Severity::Fatal;
}

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
        // at once: a line must not be lost when the process crashes
        flush();
        queue(line);
        flush();
    }
    if (m_starting && isProblem(entry.severity) && m_startupWarnings.size() < kMostWarnings) {
        m_startupWarnings.push_back(line);
    }
    m_recent.push_back(std::move(line));
    if (m_recent.size() > kKept) {
        m_recent.pop_front();
    }
}

std::vector<std::string> JsonLog::startupWarnings() const
{
    const std::lock_guard lock(m_mutex);
    return m_startupWarnings;
}

void JsonLog::endStartup()
{
    const std::lock_guard lock(m_mutex);
    m_starting = false;
}

void JsonLog::queue(const std::string& line)
{
    if (m_waiting.size() + line.size() > kMostWaitingBytes) {
        ++m_unsaid;
        ++m_dropped;
        return;
    }
    if (m_unsaid > 0) {
        m_waiting += base::logLine({base::Severity::Warning,
                                    "CONTROL",
                                    kDroppedLogId,
                                    "log",
                                    "Log lines were dropped because nobody read them",
                                    {{"lines", std::exchange(m_unsaid, 0)}}},
                                   m_clock.now());
        m_waiting += '\n';
    }
    m_waiting += line;
    m_waiting += '\n';
}

void JsonLog::flush()
{
    m_waiting.erase(0, platform::writeWithoutWaiting(*m_stream, m_waiting));
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
