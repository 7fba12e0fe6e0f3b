// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/log.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::expiry {

/// A TTL index that waits for a confirmation before it deletes.
struct HeldIndex
{
    std::string ns;
    std::string index;
    std::int64_t due = 0; ///< documents that became due since the engine last ran, or were due when
                          ///< they were written; of holdAll(): that are due
    std::int64_t documents = 0; ///< of the collection
    bool dueCounted = true; ///< false: the keys could not be read, and `due` is the most that it
                            ///< can be
    /// The UUID of the collection, which a rename keeps; all zero in what older versions have
    /// stored, then `ns` counts.
    std::array<std::uint8_t, 16> collection{};
};

/// Holds TTL indexes until an administrator confirms. After a start it holds those that would
/// delete much at once: the computer's clock may be wrong, or the folder may be an old copy.
/// Documents that were due when the engine last ran do not count, because nobody is surprised by
/// them. Passes hold indexes too, see PurgePass::setHoldHook(). Any thread.
class StartBrake
{
public:
    /// As long as it lives, hold() waits.
    using Passage = std::shared_lock<std::shared_mutex>;

    /// An index is held when more documents than this, and more than kPercent of its collection,
    /// became due since the last run.
    static constexpr std::int64_t kDocuments = 10'000;
    static constexpr std::int64_t kPercent = 20;
    /// The largest number of due documents that does not hold an index, in a collection of
    /// `documents` documents.
    static std::int64_t mostOf(std::int64_t documents);

    /// Looks at all TTL indexes. `last`: when the engine last ran; `now`: what it compares dates
    /// with. Logs each index that it holds. Call it once, before the first pass.
    void look(const catalog::Catalog& catalog, base::Time last, base::Time now, base::Log& log);
    /// The same for an old copy of a folder: holds every index from which a document became due
    /// since then. Somebody who goes back to a backup wants what is in it.
    void lookAtCopy(const catalog::Catalog& catalog, base::Time last, base::Time now,
                    base::Log& log);
    /// Holds an index, and waits for a deletion that is under way. An index that is held already
    /// gets more documents that are due.
    void hold(HeldIndex index);
    /// Restores the holds of an earlier run of the engine.
    void resume(std::vector<HeldIndex> held);
    /// Allows one batch of deletions from an index; nullopt when it is held.
    std::optional<Passage> enter(const catalog::Collection& collection,
                                 std::string_view index) const;
    /// Holds all TTL indexes there are, however much is due at `now`: documents may have been lost.
    /// Call it once, before the first pass.
    void holdAll(const catalog::Catalog& catalog, base::Time now);
    /// Whether an index must not delete.
    bool holds(const catalog::Collection& collection, std::string_view index) const;
    /// Forgets indexes that were dropped, and follows collections that were renamed. Does nothing
    /// while documents are being deleted.
    void follow(const catalog::Catalog& catalog);
    /// The indexes that are held.
    std::vector<HeldIndex> held() const;
    /// Releases all indexes.
    void release();
    /// How often release() was called.
    std::uint64_t releases() const { return m_releases; }

private:
    /// As holds(). Call with m_mutex locked.
    bool isHeld(const catalog::Collection& collection, std::string_view index) const;
    /// What a start knows.
    struct Start
    {
        base::Time last; ///< when the engine last ran
        base::Time now;
        bool copy = false; ///< of an old copy
    };
    /// Makes m_places from m_held. Call with m_mutex locked.
    void listPlaces();
    /// Looks at the indexes of one collection.
    void lookAt(const catalog::Collection& collection, const Start& start, base::Log& log);

    mutable std::shared_mutex m_mutex;
    std::vector<HeldIndex> m_held; // guarded by m_mutex
    /// UUIDs of collections, and names of indexes: after a loss there may be thousands, and each
    /// batch of deletions asks.
    using Places = std::set<std::pair<std::array<std::uint8_t, 16>, std::string>>;
    Places m_places; // guarded by m_mutex; of m_held
    std::atomic<std::uint64_t> m_releases{0};
};

} // namespace sandglass::engine::expiry
