// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace sandglass::engine::request {

/// The way an operation took to its documents, in one line as MongoDB writes it: "COLLSCAN",
/// "IXSCAN { a: 1 }". Set by the thread that runs the operation, read by any.
class PlanNote
{
public:
    /// The first note stays: it is of the command's own collection, later ones are of $lookup and
    /// the like.
    void set(std::string summary)
    {
        const std::lock_guard lock(m_mutex);
        if (m_summary.empty()) {
            m_summary = std::move(summary);
        }
    }
    std::string text() const
    {
        const std::lock_guard lock(m_mutex);
        return m_summary;
    }

private:
    mutable std::mutex m_mutex;
    std::string m_summary; // guarded by m_mutex
};

/// What one operation has done so far, for the profiler, the log and serverStatus. Written by the
/// thread that runs it; others may read only the plan.
struct OperationFigures
{
    std::int64_t keysExamined = 0;
    std::int64_t documentsExamined = 0;
    std::int64_t returned = 0; ///< documents of the reply's batch
    std::int64_t inserted = 0;
    std::int64_t matched = 0; ///< by updates
    std::int64_t modified = 0;
    std::int64_t upserted = 0;
    std::int64_t removed = 0;
    std::int64_t keysInserted = 0; ///< index entries
    std::int64_t keysDeleted = 0;
    std::int64_t collectionScans = 0;
    std::int64_t cursorId = 0; ///< of the cursor that stays open; 0: none
    std::chrono::microseconds waited{0}; ///< for new data (awaitData): not counted as work
    bool readsCursor = false; ///< the reply holds a batch
    bool sortsInMemory = false;
    PlanNote plan;
};

} // namespace sandglass::engine::request
