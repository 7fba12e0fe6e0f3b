// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"
#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/expiry/clock_guard.h"
#include "app/engine/expiry/start_brake.h"

#include <mutex>
#include <optional>
#include <string>

namespace sandglass::engine::catalog {
class Catalog;
}
namespace sandglass::engine::expiry {
class PurgePass;
struct TtlSettings;
} // namespace sandglass::engine::expiry
namespace sandglass::engine::storage {
class Batch;
class KeyValueStore;
} // namespace sandglass::engine::storage

namespace sandglass::engine::server {

/// Keeps TTL passes from deleting by a wrong time of day: the guard of the clock, the brake at a
/// start, and the mark in the data folder that both compare with. Any thread, except begin().
class TtlSafety
{
public:
    /// `clock` must outlive it.
    explicit TtlSafety(const base::Clock& clock);

    /// Compares with the mark of the last run and with the newest write, and leaves a mark. A new
    /// folder is believed. With the brake in `settings`, indexes that would delete much at once are
    /// held; in an old copy of a folder, those that would delete anything, unless the monitor is
    /// off. Call it before the first pass.
    void begin(storage::KeyValueStore& store, const catalog::Catalog& catalog,
               const expiry::TtlSettings& settings, base::Log& log);
    /// Takes up what the last run held back. Call it before begin() and before the first pass.
    /// Both must outlive the passes.
    void resumeHolds(storage::KeyValueStore& store, const catalog::Catalog& catalog);
    /// Hands the pass what the last run knew of documents that were due when they were written;
    /// from now on each mark keeps what the pass knows. Call it after resumeHolds(), before begin()
    /// and before the first pass. `pass` must outlive the last mark.
    void resumeLate(storage::KeyValueStore& store, expiry::PurgePass& pass);
    /// Holds an index back until release(), also over a restart. It waits for a batch of deletions
    /// that is under way. Errors: Storage.
    Result<void> hold(expiry::HeldIndex index);
    /// After a start that found a part of the journal missing, now or before, nothing expires until
    /// release(): all TTL indexes are held. `now`: what dates are compared with. Call it after
    /// begin() and before the first pass; `store` must outlive the safety.
    void holdAfterLoss(storage::KeyValueStore& store, const catalog::Catalog& catalog,
                       base::Time now, base::Log& log);
    /// Leaves a mark for the next run, and what the pass knows. Does nothing when the store refuses
    /// writes. On the thread of the passes, or while none runs.
    void remember(storage::KeyValueStore& store);
    /// As remember(), at most every ten minutes.
    void rememberAtTimes(storage::KeyValueStore& store);

    /// What holds deletion back: "none", "clock" (all of it), "journal" (all indexes that there
    /// were at the start) or "brake" (some indexes).
    std::string hold() const;
    /// Deletion may go on: the time of day is right, and what is due may go. The next run knows it
    /// too.
    void release();
    /// Appends the field `hold` of the section sandglassTtl of serverStatus, if anything holds
    /// deletion back: {clock: {byMillis, noticedAt}, journal: {lost}, indexes: [{ns, index, due,
    /// documents, dueCounted, uuid}]}. `lost`: what is missing from the journal, in words.
    void append(bson::Builder& section) const;

    /// For the monitor.
    expiry::ClockGuard& guard() { return m_guard; }
    /// For the passes.
    const expiry::StartBrake& brake() const { return m_brake; }

private:
    /// What an earlier run has left.
    struct Mark
    {
        expiry::ClockMark clock;
        std::string files; ///< KeyValueStore::identity(); empty: not known
    };

    /// The mark in the store; nullopt: there is none.
    static std::optional<Mark> readMark(storage::KeyValueStore& store);
    /// Holds what would delete too much after what has happened since the mark.
    void lookAtMark(const Mark& last, const std::string& files, const catalog::Catalog& catalog,
                    bool armed, base::Log& log);
    /// The indexes that are held, of those that are still there.
    std::vector<expiry::HeldIndex> held() const;
    /// Writes the indexes that are held to the store. Errors: Storage.
    Result<void> saveHolds();
    /// Adds the mark of now.
    void putMark(storage::Batch& batch, const std::string& files) const;
    /// The next run does not ask for what was released, and compares with now if the time of day
    /// was `doubted` until now.
    void rememberRelease(bool doubted);
    /// What was lost, if that is not confirmed yet.
    std::optional<std::string> loss() const;

    expiry::ClockGuard m_guard;
    mutable expiry::StartBrake m_brake; // forgets what was dropped when somebody asks
    storage::KeyValueStore* m_store = nullptr; // null before resumeHolds()
    const catalog::Catalog* m_catalog = nullptr; // null before resumeHolds()
    expiry::PurgePass* m_pass = nullptr; // null before resumeLate()
    bool m_marks = false; // begin() was called: marks are left
    std::mutex m_saveMutex; // held while saveHolds() reads the holds and writes them
    mutable std::mutex m_mutex;
    std::optional<std::string> m_loss; // guarded by m_mutex
    base::Millis m_remembered{0}; // since boot; only the thread of the monitor uses it
};

} // namespace sandglass::engine::server
