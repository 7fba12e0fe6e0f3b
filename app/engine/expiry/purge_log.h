// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/expiry/visit_report.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace sandglass::engine::expiry {

struct PurgeTarget;

/// The lines that MongoDB's TTL monitor writes to the log, under its numbers, and a few of our own.
class PurgeLog
{
public:
    /// Both must outlive it.
    PurgeLog(base::Log& log, const TtlSettings& settings);

    /// Logs the start of a visit at debug level.
    void begins(const PurgeTarget& target);
    /// Logs a visit that deleted something, as Info when it was slow.
    void ends(const PurgeTarget& target, const VisitOutcome& outcome,
              std::chrono::milliseconds elapsed);
    /// Logs a problem with one index. `id`, `message`: MongoDB's own; `error` may be empty.
    void problem(base::Severity severity, int id, const char* message, const PurgeTarget& target,
                 const std::string& error);
    /// Logs that an index is held, because `due` documents were due when they were written.
    void held(const std::string& ns, const std::string& index, std::int64_t due);
    /// Logs that the trash cannot keep documents, or cannot be trimmed.
    void trashProblem(const std::string& error);

private:
    base::Log& m_log;
    const TtlSettings& m_settings;
};

} // namespace sandglass::engine::expiry
