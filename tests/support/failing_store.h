// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A store whose writes fail from a chosen commit on, as a full disk makes them fail, or which
/// cannot read some keys, as a damaged block makes it. Decorates another store, which must outlive
/// it.
class FailingStore final : public engine::storage::KeyValueStore
{
public:
    using Batch = engine::storage::Batch;
    using Durability = engine::storage::Durability;
    using Family = engine::storage::Family;
    using Slice = engine::storage::Slice;
    using Snapshot = engine::storage::Snapshot;

    explicit FailingStore(KeyValueStore& store)
        : m_store(store)
    {
    }

    /// The next `commits` commits succeed, all later ones fail.
    void failAfter(int commits) { m_left = commits; }
    /// Writes work again, as after a restart with more space.
    void repair()
    {
        m_left = kNever;
        m_refused = false;
    }

    /// Whether the next resumeWrites() succeeds, as with more space.
    void setRoom(bool room) { m_room = room; }
    /// What lostJournal() returns from now on.
    void setLostJournal(std::string lost) { m_lost = std::move(lost); }

    /// What lastWritten() returns from now on.
    void setLastWritten(base::Time written) { m_lastWritten = written; }
    /// What identity() returns from now on.
    void setIdentity(std::string identity) { m_identity = std::move(identity); }

    /// From now on records whose keys begin with `prefix` cannot be read; empty: all can.
    void damage(std::string prefix) { m_damaged = std::move(prefix); }

    /// From now on a compaction has met a table with the records whose keys begin with `prefix`,
    /// which no iterator can read; empty: none has. Call tellDamage() then.
    void setDamaged(std::string prefix) { m_unread = std::move(prefix); }
    /// Calls the damage listener, as a store does when damagedTables() has changed.
    void tellDamage()
    {
        if (m_damageListener) {
            m_damageListener();
        }
    }
    std::vector<engine::storage::DamagedTable> damagedTables() const override
    {
        if (m_unread.empty()) {
            return {};
        }
        const std::string last = m_unread + std::string(8, '\xff');
        return {{Family::Records, 1, {m_unread, last}, "block checksum mismatch", true}};
    }
    void setDamageListener(const std::function<void()>& listener) override
    {
        m_damageListener = listener;
    }

    std::unique_ptr<Batch> makeBatch() override { return m_store.makeBatch(); }
    Result<void> commit(Batch& batch, Durability durability) override
    {
        if (m_left != kNever && --m_left < 0 && !m_refused.exchange(true) && m_listener) {
            m_listener(refusal());
        }
        if (m_refused) {
            return refusal();
        }
        return m_store.commit(batch, durability);
    }
    std::shared_ptr<const Snapshot> snapshot() override { return m_store.snapshot(); }
    Result<bool> get(Family family, Slice key, std::string& value,
                     const Snapshot* snapshot) override
    {
        if (family == Family::Records && !m_damaged.empty() && key.starts_with(m_damaged)) {
            return base::failure(Errc::Storage, "reading: block checksum mismatch");
        }
        return m_store.get(family, key, value, snapshot);
    }
    std::unique_ptr<engine::storage::Iterator> iterate(Family family, Slice lower, Slice upper,
                                                       const Snapshot* snapshot) override
    {
        if (family == Family::Records && !m_unread.empty() && lower.starts_with(m_unread)) {
            return std::make_unique<Unreadable>();
        }
        return m_store.iterate(family, lower, upper, snapshot);
    }
    void setKeyFilter(std::shared_ptr<const engine::storage::KeyFilter> filter) override
    {
        m_store.setKeyFilter(std::move(filter));
    }
    Result<bool> dropReleased(Family family, const engine::storage::ReleasedKeys& keys,
                              std::atomic<bool>& cancelled) override
    {
        if (m_refused) {
            return refusal();
        }
        return m_store.dropReleased(family, keys, cancelled);
    }
    Result<std::uint64_t> endJournal() override
    {
        if (m_refused) {
            return refusal();
        }
        return m_store.endJournal();
    }
    std::uint64_t oldestJournal() override { return m_store.oldestJournal(); }
    void wakeRewrites() override { m_store.wakeRewrites(); }
    Result<void> syncJournal() override
    {
        if (m_refused) {
            return refusal();
        }
        return m_store.syncJournal();
    }
    engine::storage::RangeBytes approximateBytes(Family family, Slice from, Slice to) override
    {
        return m_store.approximateBytes(family, from, to);
    }
    engine::storage::StoreFigures figures() override { return m_store.figures(); }
    Result<void> checkpoint(const std::string& folder) override
    {
        if (m_refused) {
            return refusal();
        }
        return m_store.checkpoint(folder);
    }
    bool writesRefused() const override { return m_refused; }
    /// As the real one, it waits until nobody is inside.
    Result<bool> resumeWrites(const engine::storage::StoreReaders& readers) override
    {
        if (!m_room || !uses().close(base::Millis(0), readers.endRunning)) {
            return false;
        }
        readers.closeKept();
        repair();
        uses().open();
        return true;
    }
    void setRefusalListener(const std::function<void(const base::Error&)>& listener) override
    {
        m_listener = listener;
    }
    std::optional<base::Time> lastWritten() const override { return m_lastWritten; }
    std::string identity() const override { return m_identity; }
    std::optional<std::string> lostJournal() const override
    {
        return m_lost.empty() ? std::nullopt : std::optional(m_lost);
    }
    Result<void> compact(Family family, Slice from, Slice to) override
    {
        if (m_refused) {
            return refusal();
        }
        return m_store.compact(family, from, to);
    }

private:
    static constexpr int kNever = -1'000'000;

    /// An iterator that finds nothing, because of an error.
    class Unreadable final : public engine::storage::Iterator
    {
    public:
        bool valid() const override { return false; }
        void seek(Slice /*key*/) override { }
        void seekForPrevious(Slice /*key*/) override { }
        void seekToFirst() override { }
        void seekToLast() override { }
        void next() override { }
        void previous() override { }
        Slice key() const override { return {}; }
        Slice value() const override { return {}; }
        Result<void> status() const override
        {
            return base::failure(Errc::Storage, "reading: block checksum mismatch");
        }
    };

    static base::Error refusal()
    {
        base::Error error = base::failure(Errc::Storage, "writing: No space left on device");
        error.serverCode = 14031;
        error.serverCodeName = "OutOfDiskSpace";
        return error;
    }

    KeyValueStore& m_store;
    std::atomic<int> m_left{kNever};
    std::atomic<bool> m_refused{false};
    std::string m_damaged;
    std::string m_unread;
    std::function<void()> m_damageListener;
    std::string m_lost;
    std::optional<base::Time> m_lastWritten;
    std::string m_identity;
    bool m_room = false;
    std::function<void(const base::Error&)> m_listener;
};

} // namespace sandglass::tests
