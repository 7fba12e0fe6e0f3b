// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/engine/storage/damage_watch.h"
#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>

namespace sandglass::engine::storage {

/// RocksDB's handles, in the order of enum Family.
using FamilyHandles = std::array<rocksdb::ColumnFamilyHandle*, kFamilyCount>;

/// Lets the automatic compactions of a family rest after one could not read a table: RocksDB would
/// try it again every second. They are tried again after `shortest`, then after twice as long, and
/// so on up to kMostDoublings times; and at once when the table is gone. Writes never wait for the
/// compactions of such a family. It has a thread of its own, because RocksDB's own must not wait
/// for a change of options.
class CompactionRest
{
public:
    /// Rests are at most 2^kMostDoublings times as long as the first.
    static constexpr unsigned kMostDoublings = 6;

    /// The database and its handles must outlive it. `watch`: a listener of the database.
    /// `shortest`: the first rest. `log` must outlive it.
    CompactionRest(rocksdb::DB& db, const FamilyHandles& families,
                   std::shared_ptr<DamageWatch> watch, base::Millis shortest, base::Log& log);
    CompactionRest(const CompactionRest&) = delete;
    CompactionRest& operator=(const CompactionRest&) = delete;
    /// Ends the thread. Options stay as they are: they last until the database is closed.
    ~CompactionRest() = default;

private:
    using Options = std::unordered_map<std::string, std::string>;

    /// What is known of a family in which a compaction has failed.
    struct Rest
    {
        Options usual; ///< what begin() has changed, as it was
        unsigned rests = 0; ///< how many there were
        std::optional<DamageWatch::Moment> end; ///< unset: compactions are tried
    };

    /// The body of the thread.
    void run(const std::stop_token& stop);
    /// When the next rest ends; nullopt: there is none.
    std::optional<DamageWatch::Moment> nextEnd() const;
    /// A compaction has failed.
    void begin(std::size_t at);
    /// The rest is over: lets compactions try again.
    void tryAgain(std::size_t at);
    /// No table of the family is known as damaged any more.
    void end(std::size_t at);
    /// Tells the watch what its new tables hold, and logs them.
    void describe(std::size_t at);
    /// Changes options of a family; logs a failure.
    void set(std::size_t at, const Options& options);

    rocksdb::DB& m_db;
    const FamilyHandles m_families;
    const std::shared_ptr<DamageWatch> m_watch;
    const base::Millis m_shortest;
    base::Log& m_log;
    std::map<std::size_t, Rest> m_rests; ///< by the place in m_families; only the thread uses it
    std::jthread m_thread; ///< last, so that it ends before anything it uses
};

} // namespace sandglass::engine::storage
