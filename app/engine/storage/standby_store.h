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

/// Reads the store of another process: a RocksDB secondary on the same files. Shows the state of
/// its last advance() and never writes. Reads from any thread; one thread advances.
///
/// A secondary learns from the journal how far the data go. When the primary turns journal into
/// tables, a secondary that has not read that journal would show only part of it. Therefore every
/// change of the set of tables opens a new instance, which reads everything again.
///
/// RocksDB's secondaries have no snapshots: an advance changes every later read. Therefore a
/// snapshot here keeps a whole instance. If an instance is still being read after kPatience calls,
/// the next advance opens another one, and the old one closes with its last reader.
class StandbyStore final : public KeyValueStore
{
public:
    /// kPatience: how many prepare() calls in a row wait for readers before another instance is
    /// opened. kMostInstances: how many instances may be open; beyond that, readers are waited for
    /// without limit.
    static constexpr int kPatience = 10;
    static constexpr std::size_t kMostInstances = 8;

    /// Opens the files in `folder`, which a primary created and may have open. `scratch`: an
    /// existing folder for this process only. `log` must outlive the store. Errors: NotFound when
    /// there is no store; Storage for unreadable files and for another format version.
    static Result<std::unique_ptr<StandbyStore>> open(const std::string& folder,
                                                      const std::string& scratch,
                                                      const StoreOptions& options, base::Log& log);
    StandbyStore(const StandbyStore&) = delete;
    StandbyStore& operator=(const StandbyStore&) = delete;
    ~StandbyStore() override;

    /// The slow part of an advance: opens another instance where one is needed. Readers are not
    /// blocked. Errors: as advance().
    Result<void> prepare();
    /// The next prepare() opens another instance in any case, because the journal may have given
    /// the current one documents that the primary has removed for good.
    void renew() { m_renew = true; }
    /// Takes over the primary's newer commits. False when there are none, or when readers must
    /// finish first. Errors: Storage; then the state before stays readable, and a later call may
    /// succeed.
    Result<bool> advance();

    std::unique_ptr<Batch> makeBatch() override;
    /// Always fails. Errors: NotWritablePrimary (server error).
    Result<void> commit(Batch& batch, Durability durability) override;
    std::shared_ptr<const Snapshot> snapshot() override;
    Result<bool> get(Family family, Slice key, std::string& value,
                     const Snapshot* snapshot) override;
    std::unique_ptr<Iterator> iterate(Family family, Slice lower, Slice upper,
                                      const Snapshot* snapshot) override;
    Result<void> syncJournal() override { return {}; }
    RangeBytes approximateBytes(Family family, Slice from, Slice to) override;
    StoreFigures figures() override;
    bool writesRefused() const override { return true; }
    Result<void> compact(Family family, Slice from, Slice to) override;
    void setKeyFilter(std::shared_ptr<const KeyFilter> filter) override;
    Result<bool> dropReleased(Family family, const ReleasedKeys& keys,
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
    /// Opens an instance on an unchanging set of tables. Null when the set changed during every
    /// attempt. Errors: Storage.
    Result<std::shared_ptr<Instance>> openInstance();
    /// Opens an instance that records `tables` as its mark. Errors: Storage.
    Result<std::shared_ptr<Instance>> openOnce(const std::string& tables);
    /// See the definition.
    std::string tablesMark() const;
    /// The instance for new readers.
    std::shared_ptr<Instance> current() const;
    /// The instance of a snapshot; the current one for nullptr.
    std::shared_ptr<Instance> instanceOf(const Snapshot* snapshot) const;
    /// Replays the primary's journal on `instance`; false when there was nothing new. Errors:
    /// Storage.
    Result<bool> moveOn(Instance& instance) const;
    /// advance() without readers: moves the current instance itself. m_mutex is held. Errors:
    /// Storage.
    Result<bool> moveCurrent();
    /// Whether someone besides this store uses the current instance.
    bool isRead() const;

    const std::string m_folder;
    const std::string m_scratch;
    const StoreOptions m_options;
    base::Log& m_log;
    const std::unique_ptr<const Families>
        m_families; ///< shared by all instances, with one block cache
    std::shared_ptr<const KeyFilter> m_filter; ///< null: nothing is hidden
    std::vector<std::weak_ptr<Instance>> m_opened; ///< advancing thread only
    int m_openedEver = 0; ///< advancing thread only; numbers the scratch folders
    bool m_renew = false; ///< advancing thread only; see renew()
    bool m_renewed = false; ///< advancing thread only: m_next replaces m_current even without news
    int m_putOff = 0; ///< advancing thread only: prepare() calls in a row that waited
    std::shared_ptr<Instance> m_next; ///< advancing thread only: opened, not yet visible to readers
    mutable std::mutex m_mutex;
    std::shared_ptr<Instance> m_current; // guarded by m_mutex
};

} // namespace sandglass::engine::storage
