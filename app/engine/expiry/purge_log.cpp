// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/purge_log.h"

#include "app/bson/json.h"
#include "app/engine/expiry/purge_target.h"

namespace sandglass::engine::expiry {

PurgeLog::PurgeLog(base::Log& log, const TtlSettings& settings)
    : m_log(log)
    , m_settings(settings)
{
}

void PurgeLog::begins(const PurgeTarget& target)
{
    if (target.clustered()) {
        m_log.write({base::Severity::Debug1,
                     "INDEX",
                     5400704,
                     "TTLMonitor",
                     "Running TTL job for clustered collection",
                     {{"namespace", target.ns}}});
        return;
    }
    m_log.write({base::Severity::Debug1,
                 "INDEX",
                 22533,
                 "TTLMonitor",
                 "Running TTL job for index",
                 {{"namespace", target.ns},
                  {"key", bson::toJson(target.index.definition.key)},
                  {"name", target.name()}}});
}

void PurgeLog::ends(const PurgeTarget& target, const VisitOutcome& outcome,
                    std::chrono::milliseconds elapsed)
{
    if (outcome.documents == 0) {
        return;
    }
    const bool slow = elapsed.count() > m_settings.slowMillis;
    m_log.write({slow || m_settings.logAll ? base::Severity::Info : base::Severity::Debug1,
                 "INDEX",
                 target.clustered() ? 5400702 : 5479200,
                 "TTLMonitor",
                 target.clustered() ? "Deleted expired documents using clustered index scan"
                                    : "Deleted expired documents using index",
                 {{"namespace", target.ns},
                  {"index", target.name()},
                  {"numDeleted", outcome.documents},
                  {"numKeysDeleted", outcome.keys},
                  {"numKeysExamined", outcome.keysExamined},
                  {"numDocsExamined", outcome.keysExamined},
                  {"durationMillis", std::int64_t{elapsed.count()}}}});
}

void PurgeLog::problem(base::Severity severity, int id, const char* message,
                       const PurgeTarget& target, const std::string& error)
{
    base::LogEntry entry{severity, "INDEX", id, "TTLMonitor", message, {}};
    entry.attributes = {{"namespace", target.ns}, {"index", target.name()}};
    if (!error.empty()) {
        entry.attributes.emplace_back("error", error);
    }
    m_log.write(entry);
}

void PurgeLog::held(const std::string& ns, const std::string& index, std::int64_t due)
{
    m_log.write({base::Severity::Warning,
                 "INDEX",
                 9100105,
                 "TTLMonitor",
                 "A TTL index would delete many documents that were due already when they were "
                 "written. It waits for setParameter sandglassTtlHold: \"none\"",
                 {{"namespace", ns}, {"index", index}, {"due", due}}});
}

void PurgeLog::trashProblem(const std::string& error)
{
    m_log.write({base::Severity::Error,
                 "INDEX",
                 9100107,
                 "TTLMonitor",
                 "The trash for expired documents cannot be used. Nothing is deleted without it",
                 {{"error", error}}});
}

} // namespace sandglass::engine::expiry
