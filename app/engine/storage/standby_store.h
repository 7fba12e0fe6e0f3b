// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/open_store.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandglass::engine::storage {

/// The store of another process, read beside it: a RocksDB secondary on the same files. It shows
/// the state of its last advance() and never writes. Reads from any thread; one thread advances.
///
/// A secondary knows how far the data go from the journal that it reads. When the primary turns
/// journal into tables, one that had not read that journal would show a part of it; so after every
/// change of the set of tables another instance is opened, which reads everything anew.
///
/// RocksDB's secondaries have no snapshots: an advance moves every later read. So a snapshot here
/// holds on to a whole instance; when somebody still reads an instance after a moment of patience,
/// the next advance opens another one beside it, and the old one goes with its last reader.
class StandbyStore final : public KeyValueStore
{
public:
    /// How many calls of prepare() in a row leave the work to the next one since somebody reads,
    /// before another instance is opened; and how many instances there may be, after which readers
    /// are waited for however long they take.
    static constexpr int kPatience = 10;
    static constexpr std::size_t kMostInstances = 8;

    /// Opens the files in `folder`, which a primary has made and may have open. `scratch`: an
    /// existing folder of this process alone. `log` must outlive the store. Errors: NotFound when
    /// there is no store, Storage for unreadable files and for another format version.
    static Result<std::unique_ptr<StandbyStore>> open(const std::string& folder,
                                                      const std::string& scratch,
                                                      const StoreOptions& options, base::Log& log);
    StandbyStore(const StandbyStore&) = delete;
    StandbyStore& operator=(const StandbyStore&) = delete;
    ~StandbyStore() override;

    /// The slow part of an advance, before readers are kept waiting for the rest: opens another
    /// instance where one is needed. Errors as advance().
    Result<void> prepare();
    /// The next prepare() opens another instance, whether one reads or not: what the present one
    /// has taken from the journal may hold documents that the primary has removed for good.
    void renew() { m_renew = true; }
    /// Takes over what the primary has committed since; false when there was nothing, or when
    /// readers are waited for. Errors: Storage; what could be read before can still be read, and a
    /// later call may succeed.
    Result<bool> advance();

    std::unique_ptr<Batch> makeBatch() override;
    /// Error 10107 NotWritablePrimary, always.
    Result<void> commit(Batch& batch, Durability durability) override;
    std::shared_ptr<const Snapshot> snapshot() override;
    Result<bool> get(Family family, Slice key, std::string& value,
                     const Snapshot* snapshot) override;
    std::unique_ptr<Iterator> iterate(Family family, Slice lower, Slice upper,
                                      const Snapshot* snapshot) override;
    Result<void> syncJournal() override { return {}; }
    std::uint64_t approximateBytes(Family family, Slice from, Slice to) override;
    StoreFigures figures() override;
    bool writesRefused() const override { return true; }
    Result<void> compact(Family family, Slice from, Slice to) override;
    void setKeyFilter(std::shared_ptr<const KeyFilter> filter) override;
    Result<bool> dropReleased(Family family, std::span<const KeySpan> ranges,
                              std::atomic<bool>& cancelled) override;
    Result<std::uint64_t> endJournal() override;
    std::uint64_t oldestJournal() override { return 0; }
    void wakeRewrites() override { }
    Result<void> checkpoint(const std::string& folder) override;

private:
    struct Families;
    class Instance;
    class StandbySnapshot;
    class StandbyIterator;

    StandbyStore(std::string folder, std::string scratch, const StoreOptions& options,
                 base::Log& log);
    /// Null when the set of tables changed during every attempt.
    Result<std::shared_ptr<Instance>> openInstance();
    Result<std::shared_ptr<Instance>> openOnce(const std::string& tables);
    std::string tablesMark() const;
    std::shared_ptr<Instance> current() const;
    std::shared_ptr<Instance> instanceOf(const Snapshot* snapshot) const;
    Result<bool> moveOn(Instance& instance) const;
    Result<bool> moveCurrent();
    bool isRead() const;

    const std::string m_folder;
    const std::string m_scratch;
    const StoreOptions m_options;
    base::Log& m_log;
    const std::unique_ptr<const Families> m_families; ///< of all instances: one block cache
    std::shared_ptr<const KeyFilter> m_filter; ///< null: nothing is hidden
    std::vector<std::weak_ptr<Instance>> m_opened; ///< of the advancing thread
    int m_openedEver = 0; ///< of the advancing thread
    bool m_renew = false; ///< of the advancing thread
    bool m_renewed = false; ///< of the advancing thread: m_next takes the place of m_current anyway
    int m_putOff = 0; ///< of the advancing thread: advances left to the next one in a row
    std::shared_ptr<Instance> m_next; ///< of the advancing thread: opened, not yet read
    mutable std::mutex m_mutex;
    std::shared_ptr<Instance> m_current; // guarded by m_mutex
};

} // namespace sandglass::engine::storage
