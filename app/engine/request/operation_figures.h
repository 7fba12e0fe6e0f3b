// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace sandglass::engine::request {

/// The plan of an operation in one line, as MongoDB writes it: "COLLSCAN", "IXSCAN { a: 1 }". The
/// thread that runs the operation sets it; any thread reads it.
class PlanNote
{
public:
    /// Sets the plan, unless it is set already: the first one belongs to the command's own
    /// collection, later ones to $lookup and similar stages.
    void set(std::string summary)
    {
        const std::lock_guard lock(m_mutex);
        if (m_summary.empty()) {
            m_summary = std::move(summary);
        }
    }
    /// The plan; empty as long as none is set.
    std::string text() const
    {
        const std::lock_guard lock(m_mutex);
        return m_summary;
    }

private:
    mutable std::mutex m_mutex;
    std::string m_summary; // guarded by m_mutex
};

/// What one operation has done so far: for the profiler, the log and serverStatus. The thread that
/// runs the operation writes it; other threads may read only `plan`, and
/// `user` and `userDatabase`, which never change once the operation is listed.
struct OperationFigures
{
    std::int64_t keysExamined = 0;
    std::int64_t documentsExamined = 0;
    std::int64_t returned = 0; ///< documents in the reply's batch
    std::int64_t inserted = 0;
    std::int64_t matched = 0; ///< by updates
    std::int64_t modified = 0;
    std::int64_t upserted = 0;
    std::int64_t removed = 0;
    std::int64_t keysInserted = 0; ///< index entries
    std::int64_t keysDeleted = 0;
    std::int64_t collectionScans = 0;
    std::string user; ///< who runs it; empty: nobody is logged in
    std::string userDatabase; ///< where that user was created
    std::int64_t cursorId = 0; ///< of the cursor that stays open; 0: none
    std::chrono::microseconds waited{0}; ///< for new data (awaitData); not counted as work
    bool readsCursor = false; ///< the reply holds a batch
    bool sortsInMemory = false;
    PlanNote plan;
};

/// Who runs an operation. For comparisons: the text of ownerOf() is ambiguous, because both parts
/// may hold an @.
struct OperationOwner
{
    std::string user; ///< empty: nobody is logged in
    std::string database; ///< where the user was created
    bool operator==(const OperationOwner&) const = default;
};

/// Who runs the operation, for comparisons.
inline OperationOwner userOf(const OperationFigures& figures)
{
    return {figures.user, figures.userDatabase};
}

/// Who runs the operation, as text: "anna@shop"; empty when nobody is logged in.
inline std::string ownerOf(const OperationFigures& figures)
{
    return figures.user.empty() ? std::string() : figures.user + "@" + figures.userDatabase;
}

} // namespace sandglass::engine::request
