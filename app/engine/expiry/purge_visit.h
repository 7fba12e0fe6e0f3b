// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/engine/expiry/purge_log.h"
#include "app/engine/expiry/purge_target.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/expiry/visit_report.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::trash {
class Trash;
}

namespace sandglass::engine::expiry {

class StartBrake;

/// What the visits of one pass share.
struct PassWork
{
    const TtlSettings& settings;
    TtlCounters& counters;
    PurgeLog& log;
    /// Collections and indexes from which this pass removed in bulk.
    std::set<std::pair<std::string, std::string>> bulk = {};
    /// Collections and indexes that this pass could not read. It does not try them again.
    std::set<std::pair<std::string, std::string>> unreadable = {};
    /// Keeps what is deleted; null: deletions are final.
    trash::Trash* trash = nullptr;
    /// For the times of deletion in the trash; null without one.
    const base::Clock* clock = nullptr;
    /// Indexes that wait for a confirmation; null: none.
    const StartBrake* brake = nullptr;
};

/// One visit of a TTL index: deletes what is expired there, batch by batch, in bulk where that
/// pays. One thread.
class PurgeVisit
{
public:
    /// All must outlive it. Documents that are expired at `now` are deleted.
    PurgeVisit(const PurgeTarget& target, base::Time now, PassWork& pass);
    ~PurgeVisit();
    PurgeVisit(const PurgeVisit&) = delete;
    PurgeVisit& operator=(const PurgeVisit&) = delete;

    /// Whether the visit has used up its share of documents or of time, so that other indexes get
    /// their turn.
    bool isFull() const;
    /// Deletes the next batch, in bulk or one by one. False when nothing more can be deleted.
    /// Errors: QueryPlanKilled when the collection was dropped, Storage.
    Result<bool> deleteSome();
    /// Documents and keys removed so far.
    const VisitOutcome& outcome() const { return m_outcome; }
    /// Time since the visit began, by the steady clock.
    std::chrono::microseconds elapsed() const;

private:
    /// Whether what is deleted goes to the trash.
    bool keeps() const;
    /// What one batch removed.
    struct Removal
    {
        std::int64_t documents = 0;
        std::int64_t bytes = 0;
        std::size_t walked = 0; ///< index entries read
    };

    /// Documents that the visit may still delete.
    std::int64_t documentsLeft() const { return m_mostDocuments - m_outcome.documents; }
    /// Number of due documents from which a removal in bulk pays.
    std::int64_t bulkThreshold() const;
    /// A removal in bulk if `due` documents are enough for it; nullptr: delete one by one.
    std::unique_ptr<catalog::BulkRemoval> bulkFor(std::int64_t due);
    /// The next batch in bulk; falls back to deleteBatch(). Result as deleteSome().
    Result<bool> deleteInBulk(const ttl::ExpiryRule& rule);
    /// The next batch one by one, in one write unit. Result as deleteSome().
    Result<bool> deleteBatch(const ttl::ExpiryRule& rule);
    /// Removes the entries' documents that are expired, within the limits of one batch.
    Result<Removal> removeDue(catalog::WriteUnit& unit,
                              const std::vector<catalog::DateEntry>& entries,
                              const ttl::ExpiryRule& rule);
    /// Adds to the counters. `millis`: duration of the batch.
    void count(const Removal& removal, std::int64_t keys, std::int64_t millis);

    const PurgeTarget& m_target;
    const base::Time m_now;
    PassWork& m_pass;
    const std::int64_t m_mostDocuments;
    const std::int64_t m_mostMillis;
    const std::chrono::steady_clock::time_point m_start;
    VisitOutcome m_outcome;
    std::unique_ptr<catalog::BulkRemoval> m_bulk; ///< null: one by one
    bool m_dueCounted = false; ///< the number of due documents is known
};

} // namespace sandglass::engine::expiry
