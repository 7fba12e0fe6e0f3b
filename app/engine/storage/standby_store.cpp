// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/standby_store.h"

#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/range_bytes.h"
#include "app/engine/storage/rocks_iterator.h"
#include "app/engine/storage/rocks_options.h"

#include <rocksdb/db.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

namespace sandglass::engine::storage {

namespace {

constexpr int kNotWritablePrimary = 10107;
// Attempts to open an unchanging set of tables; each takes some milliseconds.
constexpr int kOpenAttempts = 10;

base::Error notWritable()
{
    base::Error error = base::failure(Errc::Unsupported,
                                      "not primary: this standby only reads the primary's files");
    error.serverCode = kNotWritablePrimary;
    error.serverCodeName = "NotWritablePrimary";
    return error;
}

/// A batch that drops its operations; its commit is refused anyway.
class NoBatch final : public Batch
{
public:
    void put(Family /*family*/, Slice /*key*/, Slice /*value*/) override { ++m_operations; }
    void remove(Family /*family*/, Slice /*key*/) override { ++m_operations; }
    void removeRange(Family /*family*/, Slice /*from*/, Slice /*to*/) override { ++m_operations; }
    std::size_t operations() const override { return m_operations; }
    std::size_t bytes() const override { return 0; }

private:
    std::size_t m_operations = 0;
};

} // namespace

/// How the families are opened. Shared by all instances, and with it the block cache.
struct StandbyStore::Families
{
    std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
};

/// A RocksDB secondary with its families. `tables`: the tablesMark() with which it was opened.
class StandbyStore::Instance
{
public:
    using Handles = std::vector<rocksdb::ColumnFamilyHandle*>;

    Instance(std::unique_ptr<rocksdb::DB> db, Handles handles, std::string scratch,
             std::string tables)
        : m_db(std::move(db))
        , m_handles(std::move(handles))
        , m_scratch(std::move(scratch))
        , m_tables(std::move(tables))
    {
    }
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;
    ~Instance()
    {
        for (rocksdb::ColumnFamilyHandle* handle : m_handles) {
            m_db->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
        }
        m_db->Close().PermitUncheckedError();
        m_db.reset();
        std::error_code ignored; // a leftover is removed with the process's scratch folder
        std::filesystem::remove_all(m_scratch, ignored);
    }

    rocksdb::DB& db() const { return *m_db; }
    rocksdb::ColumnFamilyHandle* handle(Family family) const
    {
        return m_handles.at(static_cast<std::size_t>(family));
    }
    const Handles& handles() const { return m_handles; }
    const std::string& tables() const { return m_tables; }

private:
    std::unique_ptr<rocksdb::DB> m_db;
    Handles m_handles;
    std::string m_scratch;
    std::string m_tables;
};

class StandbyStore::StandbySnapshot final : public Snapshot
{
public:
    StandbySnapshot(std::shared_ptr<Instance> instance, const KeyFilter* filter)
        : m_hidden(filter ? filter->hold() : nullptr)
        , m_instance(std::move(instance))
    {
    }
    const std::shared_ptr<Instance>& instance() const { return m_instance; }

private:
    std::shared_ptr<const void> m_hidden; ///< what is hidden in the snapshot stays hidden
    std::shared_ptr<Instance> m_instance;
};

/// An iterator that keeps its instance open.
class StandbyStore::StandbyIterator final : public Iterator
{
public:
    StandbyIterator(std::shared_ptr<Instance> instance, Family family, const KeyBounds& bounds,
                    std::unique_ptr<KeyFilter::View> filter)
        : m_instance(std::move(instance))
        , m_inner(m_instance->db(), m_instance->handle(family), rocksdb::ReadOptions(), bounds,
                  std::move(filter))
    {
    }

    bool valid() const override { return m_inner.valid(); }
    void seek(Slice key) override { m_inner.seek(key); }
    void seekForPrevious(Slice key) override { m_inner.seekForPrevious(key); }
    void seekToFirst() override { m_inner.seekToFirst(); }
    void seekToLast() override { m_inner.seekToLast(); }
    void next() override { m_inner.next(); }
    void previous() override { m_inner.previous(); }
    Slice key() const override { return m_inner.key(); }
    Slice value() const override { return m_inner.value(); }
    Result<void> status() const override { return m_inner.status(); }

private:
    std::shared_ptr<Instance> m_instance;
    RocksIterator m_inner;
};

StandbyStore::StandbyStore(std::string folder, std::string scratch, const StoreOptions& options,
                           base::Log& log)
    : m_folder(std::move(folder))
    , m_scratch(std::move(scratch))
    , m_options(options)
    , m_log(log)
    , m_families(std::make_unique<const Families>(Families{familyDescriptors(options, nullptr)}))
{
}

StandbyStore::~StandbyStore() = default;

Result<std::unique_ptr<StandbyStore>> StandbyStore::open(const std::string& folder,
                                                         const std::string& scratch,
                                                         const StoreOptions& options,
                                                         base::Log& log)
{
    std::error_code unreadable;
    if (!std::filesystem::exists(std::filesystem::path(folder) / "CURRENT", unreadable)) {
        return base::failure(Errc::NotFound,
                             "'" + folder + "' holds no engine data that a standby could read");
    }
    std::unique_ptr<StandbyStore> store(new StandbyStore(folder, scratch, options, log));
    auto instance = store->openInstance();
    TRY(instance);
    if (!*instance) {
        return base::failure(Errc::Storage,
                             "the tables in '" + folder
                                 + "' change faster than they can be opened; try again");
    }
    store->m_current = std::move(*instance);
    std::string version;
    const Result<bool> found = store->get(Family::Meta, kFormatKey, version, nullptr);
    TRY(found);
    const std::uint32_t number = *found && version.size() == 4 ? readU32(version) : 0;
    if (number != kFormatVersion) {
        return base::failure(Errc::Storage,
                             "'" + folder + "' has format version " + std::to_string(number)
                                 + ", but this program only knows version "
                                 + std::to_string(kFormatVersion));
    }
    return store;
}

// A text that changes with the primary's set of tables: name and size of its MANIFEST file. "" when
// it cannot be read now.
std::string StandbyStore::tablesMark() const
{
    const std::filesystem::path folder = m_folder;
    std::ifstream current(folder / "CURRENT");
    std::string name;
    std::getline(current, name);
    std::error_code unreadable;
    const auto bytes = std::filesystem::file_size(folder / name, unreadable);
    return name.empty() || unreadable ? std::string() : name + " " + std::to_string(bytes);
}

Result<std::shared_ptr<StandbyStore::Instance>> StandbyStore::openInstance()
{
    Result<std::shared_ptr<Instance>> instance = std::shared_ptr<Instance>();
    for (int attempt = 0; attempt < kOpenAttempts; ++attempt) {
        const std::string before = tablesMark();
        instance = openOnce(before);
        // the set of tables did not change while they were opened
        if (instance && !before.empty() && tablesMark() == before) {
            return instance;
        }
    }
    // an error of the last attempt counts; otherwise all attempts met changing tables
    return instance ? std::shared_ptr<Instance>() : instance;
}

Result<std::shared_ptr<StandbyStore::Instance>> StandbyStore::openOnce(const std::string& tables)
{
    try {
        rocksdb::DBOptions options = databaseOptions(m_options, m_log);
        options.create_if_missing = false;
        options.create_missing_column_families = false;
        // the primary may remove files at any time, so every file in use must stay open
        options.max_open_files = -1;
        // a secondary needs a folder of its own for its log
        const std::string scratch = m_scratch + "/" + std::to_string(m_openedEver++);
        std::filesystem::create_directory(scratch);
        Instance::Handles handles;
        rocksdb::DB* db = nullptr;
        const rocksdb::Status status = rocksdb::DB::OpenAsSecondary(
            options, m_folder, scratch, m_families->descriptors, &handles, &db);
        if (!status.ok()) {
            return storageError("opening '" + m_folder + "' as a standby", status);
        }
        auto instance = std::make_shared<Instance>(std::unique_ptr<rocksdb::DB>(db),
                                                   std::move(handles), scratch, tables);
        m_opened.emplace_back(instance);
        return instance;
    } catch (const std::exception& problem) {
        return base::failure(Errc::Storage,
                             "opening '" + m_folder + "' as a standby: " + problem.what());
    }
}

Result<bool> StandbyStore::moveOn(Instance& instance) const
{
    const rocksdb::SequenceNumber before = instance.db().GetLatestSequenceNumber();
    const rocksdb::Status status = instance.db().TryCatchUpWithPrimary();
    if (!status.ok()) {
        return storageError("catching up with '" + m_folder + "'", status);
    }
    return instance.db().GetLatestSequenceNumber() != before;
}

bool StandbyStore::isRead() const
{
    // one reference is m_current itself
    const std::lock_guard lock(m_mutex);
    return m_current.use_count() > 1;
}

Result<void> StandbyStore::prepare()
{
    // m_current is read without the mutex: only this thread replaces it
    m_renew = m_renew || tablesMark() != m_current->tables();
    if (!isRead() && !m_renew) {
        m_putOff = 0;
        m_next.reset();
        return {};
    }
    // gives readers time to finish before another instance is opened
    if (m_putOff < kPatience && !m_renew) {
        ++m_putOff;
        return {};
    }
    std::erase_if(m_opened, [](const auto& instance) { return instance.expired(); });
    // too many are still read: waits for their readers
    if (m_opened.size() >= kMostInstances) {
        return {};
    }
    auto fresh = openInstance();
    TRY(fresh);
    if (!*fresh) {
        return {}; // the tables kept changing; the next call tries again
    }
    m_next = std::move(*fresh);
    m_renewed = std::exchange(m_renew, false);
    m_putOff = 0;
    return {};
}

Result<bool> StandbyStore::advance()
{
    // Readers get an instance under this mutex only. Without readers now, nobody can see it move.
    const std::lock_guard lock(m_mutex);
    if (m_current.use_count() == 1 && !m_next) {
        return moveCurrent();
    }
    if (!m_next) {
        return false;
    }
    // an instance without newer commits is dropped: switching to it would only empty the caches
    const bool news = std::exchange(m_renewed, false)
        || m_next->db().GetLatestSequenceNumber() != m_current->db().GetLatestSequenceNumber();
    if (news) {
        m_current = std::move(m_next);
    }
    m_next.reset();
    return news;
}

// Correct only while nothing but the journal has grown.
Result<bool> StandbyStore::moveCurrent()
{
    if (tablesMark() != m_current->tables()) {
        return false; // the next prepare() opens another instance
    }
    auto moved = moveOn(*m_current);
    if (!moved || tablesMark() == m_current->tables()) {
        return moved;
    }
    // the tables changed while it moved: it may show a part of a commit
    auto fresh = openInstance();
    TRY(fresh);
    if (!*fresh) {
        return base::failure(Errc::Storage,
                             "the tables in '" + m_folder
                                 + "' change faster than they can be opened; the data shown now"
                                   " may mix two moments");
    }
    m_current = std::move(*fresh);
    return true;
}

std::shared_ptr<StandbyStore::Instance> StandbyStore::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_current;
}

std::shared_ptr<StandbyStore::Instance> StandbyStore::instanceOf(const Snapshot* snapshot) const
{
    return snapshot ? static_cast<const StandbySnapshot*>(snapshot)->instance() : current();
}

std::unique_ptr<Batch> StandbyStore::makeBatch()
{
    return std::make_unique<NoBatch>();
}

Result<void> StandbyStore::commit(Batch& /*batch*/, Durability /*durability*/)
{
    return notWritable();
}

std::shared_ptr<const Snapshot> StandbyStore::snapshot()
{
    return std::make_shared<StandbySnapshot>(current(), m_filter.get());
}

Result<bool> StandbyStore::get(Family family, Slice key, std::string& value,
                               const Snapshot* snapshot)
{
    const std::shared_ptr<Instance> instance = instanceOf(snapshot);
    // plain options: a secondary has no snapshots, the instance itself is one
    const rocksdb::Status status = instance->db().Get(
        rocksdb::ReadOptions(), instance->handle(family), toRocks(key), &value);
    if (status.IsNotFound()) {
        return false;
    }
    if (!status.ok()) {
        return storageError("reading", status);
    }
    return !m_filter || !m_filter->hides(family, key, value);
}

std::unique_ptr<Iterator> StandbyStore::iterate(Family family, Slice lower, Slice upper,
                                                const Snapshot* snapshot)
{
    return std::make_unique<StandbyIterator>(instanceOf(snapshot), family, KeyBounds{lower, upper},
                                             m_filter ? m_filter->forReading(family) : nullptr);
}

RangeBytes StandbyStore::approximateBytes(Family family, Slice from, Slice to)
{
    const std::shared_ptr<Instance> instance = current();
    return rangeBytes(instance->db(), instance->handle(family), from, to);
}

StoreFigures StandbyStore::figures()
{
    const std::shared_ptr<Instance> instance = current();
    StoreFigures figures;
    for (rocksdb::ColumnFamilyHandle* family : instance->handles()) {
        std::uint64_t bytes = 0;
        if (instance->db().GetIntProperty(family, rocksdb::DB::Properties::kTotalSstFilesSize,
                                          &bytes)) {
            figures.fileBytes += bytes;
        }
        if (instance->db().GetIntProperty(family, rocksdb::DB::Properties::kCurSizeAllMemTables,
                                          &bytes)) {
            figures.memtableBytes += bytes;
        }
    }
    return figures;
}

Result<void> StandbyStore::compact(Family /*family*/, Slice /*from*/, Slice /*to*/)
{
    return notWritable();
}

void StandbyStore::setKeyFilter(std::shared_ptr<const KeyFilter> filter)
{
    m_filter = std::move(filter);
}

Result<bool> StandbyStore::dropReleased(Family /*family*/, const ReleasedKeys& /*keys*/,
                                        std::atomic<bool>& /*cancelled*/)
{
    return notWritable();
}

Result<std::uint64_t> StandbyStore::endJournal()
{
    return notWritable();
}

Result<void> StandbyStore::checkpoint(const std::string& /*folder*/)
{
    return notWritable();
}

} // namespace sandglass::engine::storage
