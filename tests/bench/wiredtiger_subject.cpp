// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/wiredtiger_subject.h"

#include "app/engine/storage/key_codec.h"
#include "tests/bench/measuring.h"
#include "tests/bench/process_cpu.h"

#include <wiredtiger.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <limits>
#include <mutex>
#include <thread>

namespace sandglass::bench {

namespace {

namespace storage = engine::storage;

constexpr const char* kConnection
    = "create,cache_size=1GB,session_max=20,eviction=(threads_min=1,threads_max=2),"
      "log=(enabled=true,archive=true,file_max=100MB),checkpoint_sync=true";
constexpr const char* kRecordTable
    = "key_format=q,value_format=u,internal_page_max=4096,leaf_page_max=32768,memory_page_max=10m,"
      "split_pct=90";
constexpr const char* kIndexTable
    = "key_format=u,value_format=u,internal_page_max=16k,leaf_page_max=16k,prefix_compression=true";

/// The tables, in the order of their cursors.
enum class Table : std::uint8_t { Records, Ids, Codes, Dates };
constexpr std::array<const char*, 4> kTableNames{"table:rec", "table:id", "table:code",
                                                 "table:date"};

Result<void> checkedCall(int code)
{
    if (code != 0) {
        return base::failure(Errc::Storage, wiredtiger_strerror(code));
    }
    return {};
}

WT_ITEM item(std::string_view bytes)
{
    WT_ITEM result{};
    result.data = bytes.data();
    result.size = bytes.size();
    return result;
}

std::string idText(bson::DocumentView document)
{
    const bson::ObjectId id = document["_id"].asObjectId();
    return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
}

std::string codeText(bson::DocumentView document, std::uint64_t record)
{
    std::string key(document[kCodeField].asString());
    storage::appendU64(key, record);
    return key;
}

std::string dateText(std::int64_t millis, std::uint64_t record)
{
    std::string key;
    storage::appendI64(key, millis);
    storage::appendU64(key, record);
    return key;
}

class WiredTigerSubject final : public Subject
{
public:
    explicit WiredTigerSubject(std::size_t batch)
        : m_batch(batch)
    {
    }
    ~WiredTigerSubject() override;

    Result<void> open(const std::string& folder);
    Result<void> insert(const std::vector<bson::Document>& batch) override;
    Result<void> settle() override
    {
        return checkedCall(m_session->checkpoint(m_session, nullptr));
    }
    Result<Purge> purge(const Workload& workload) override;
    Result<void> reclaim() override { return {}; }
    bool reclaims() const override { return false; }
    std::optional<double> fileBytes() override;
    double cpuSeconds() const override { return ownCpuSeconds(); }

private:
    WT_CURSOR* cursor(Table table) const { return m_cursors.at(static_cast<std::size_t>(table)); }
    int put(Table table, std::string_view key, std::string_view value) const;
    int remove(Table table, std::string_view key) const;
    int insertOne(const bson::Document& document);
    int removeRecord(std::uint64_t record) const;
    int moveAfter(const std::string& last) const;
    Result<std::size_t> removeBatch(std::string& last, std::int64_t lastMillis);
    int removeDue(std::string& last, std::int64_t lastMillis, std::size_t& removed) const;
    void syncLog(const std::stop_token& stop);

    const std::size_t m_batch;
    std::string m_folder;
    WT_CONNECTION* m_connection = nullptr;
    WT_SESSION* m_session = nullptr;
    std::array<WT_CURSOR*, kTableNames.size()> m_cursors{};
    std::uint64_t m_nextRecord = 1;
    std::jthread m_log;
};

WiredTigerSubject::~WiredTigerSubject()
{
    if (m_log.joinable()) {
        m_log.request_stop();
        m_log.join();
    }
    if (m_connection) {
        m_connection->close(m_connection, "leak_memory=true");
    }
}

Result<void> WiredTigerSubject::open(const std::string& folder)
{
    std::filesystem::create_directories(folder);
    m_folder = folder;
    if (auto opened
        = checkedCall(wiredtiger_open(folder.c_str(), nullptr, kConnection, &m_connection));
        !opened) {
        return opened;
    }
    TRY(checkedCall(
        m_connection->open_session(m_connection, nullptr, "isolation=snapshot", &m_session)));
    for (std::size_t i = 0; i < kTableNames.size(); ++i) {
        const char* name = kTableNames.at(i);
        const char* form = i == 0 ? kRecordTable : kIndexTable;
        TRY(checkedCall(m_session->create(m_session, name, form)));
        TRY(checkedCall(
            m_session->open_cursor(m_session, name, nullptr, nullptr, &m_cursors.at(i))));
    }
    m_log = std::jthread([this](const std::stop_token& stop) { syncLog(stop); });
    return {};
}

int WiredTigerSubject::put(Table table, std::string_view key, std::string_view value) const
{
    WT_CURSOR* at = cursor(table);
    const WT_ITEM keyItem = item(key);
    const WT_ITEM valueItem = item(value);
    at->set_key(at, &keyItem);
    at->set_value(at, &valueItem);
    return at->insert(at);
}

int WiredTigerSubject::remove(Table table, std::string_view key) const
{
    WT_CURSOR* at = cursor(table);
    const WT_ITEM keyItem = item(key);
    at->set_key(at, &keyItem);
    return at->remove(at);
}

int WiredTigerSubject::insertOne(const bson::Document& document)
{
    const std::uint64_t record = m_nextRecord++;
    WT_CURSOR* records = cursor(Table::Records);
    const WT_ITEM body
        = item({reinterpret_cast<const char*>(document.bytes().data()), document.bytes().size()});
    records->set_key(records, static_cast<std::int64_t>(record));
    records->set_value(records, &body);
    std::string recordBytes;
    storage::appendU64(recordBytes, record);
    int code = records->insert(records);
    if (code == 0) {
        code = put(Table::Ids, idText(document), recordBytes);
    }
    if (code == 0) {
        code = put(Table::Codes, codeText(document, record), {});
    }
    if (code == 0) {
        code = put(Table::Dates, dateText(document[kDateField].asDate().millis, record), {});
    }
    return code;
}

Result<void> WiredTigerSubject::insert(const std::vector<bson::Document>& batch)
{
    TRY(checkedCall(m_session->begin_transaction(m_session, nullptr)));
    for (const bson::Document& document : batch) {
        TRY(checkedCall(insertOne(document)));
    }
    return checkedCall(m_session->commit_transaction(m_session, nullptr));
}

Result<Purge> WiredTigerSubject::purge(const Workload& workload)
{
    const std::int64_t lastMillis = bson::Date::from(workload.halfTime()).millis;
    std::string last = dateText(std::numeric_limits<std::int64_t>::min(), 0);
    Purge purge;
    while (true) {
        const Timer timer;
        const auto removed = removeBatch(last, lastMillis);
        TRY(removed);
        if (*removed == 0) {
            return purge;
        }
        purge.documents += static_cast<std::int64_t>(*removed);
        purge.longestBatchSeconds = std::max(purge.longestBatchSeconds, timer.seconds());
    }
}

Result<std::size_t> WiredTigerSubject::removeBatch(std::string& last, std::int64_t lastMillis)
{
    TRY(checkedCall(m_session->begin_transaction(m_session, nullptr)));
    std::size_t removed = 0;
    TRY(checkedCall(removeDue(last, lastMillis, removed)));
    TRY(checkedCall(m_session->commit_transaction(m_session, nullptr)));
    return removed;
}

/// To the first date key after `last`, from which the pass left off; WT_NOTFOUND at the end.
int WiredTigerSubject::moveAfter(const std::string& last) const
{
    WT_CURSOR* dates = cursor(Table::Dates);
    const WT_ITEM from = item(last);
    dates->set_key(dates, &from);
    int side = 0;
    const int code = dates->search_near(dates, &side);
    return code == 0 && side <= 0 ? dates->next(dates) : code;
}

int WiredTigerSubject::removeDue(std::string& last, std::int64_t lastMillis,
                                 std::size_t& removed) const
{
    WT_CURSOR* dates = cursor(Table::Dates);
    int code = moveAfter(last);
    for (; code == 0 && removed < m_batch; code = dates->next(dates)) {
        WT_ITEM key{};
        if (code = dates->get_key(dates, &key); code != 0) {
            break;
        }
        const std::string_view bytes(static_cast<const char*>(key.data), key.size);
        if (storage::readI64(bytes) > lastMillis) {
            break;
        }
        last = bytes;
        if (code = dates->remove(dates); code != 0) {
            break;
        }
        if (code = removeRecord(storage::readU64(std::string_view(last).substr(8))); code != 0) {
            break;
        }
        ++removed;
    }
    return code == WT_NOTFOUND ? 0 : code;
}

int WiredTigerSubject::removeRecord(std::uint64_t record) const
{
    WT_CURSOR* records = cursor(Table::Records);
    records->set_key(records, static_cast<std::int64_t>(record));
    int code = records->search(records);
    WT_ITEM body{};
    if (code == 0) {
        code = records->get_value(records, &body);
    }
    if (code != 0) {
        return code;
    }
    const bson::DocumentView document(
        bson::Bytes(static_cast<const std::uint8_t*>(body.data), body.size));
    const std::string id = idText(document);
    const std::string text = codeText(document, record);
    code = records->remove(records);
    if (code == 0) {
        code = remove(Table::Ids, id);
    }
    return code == 0 ? remove(Table::Codes, text) : code;
}

std::optional<double> WiredTigerSubject::fileBytes()
{
    double sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder)) {
        if (entry.path().extension() == ".wt") {
            sum += static_cast<double>(entry.file_size());
        }
    }
    return sum;
}

void WiredTigerSubject::syncLog(const std::stop_token& stop)
{
    WT_SESSION* session = nullptr;
    if (m_connection->open_session(m_connection, nullptr, nullptr, &session) != 0) {
        return;
    }
    std::mutex mutex;
    std::condition_variable_any never;
    while (!stop.stop_requested()) {
        std::unique_lock lock(mutex);
        never.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
        session->log_flush(session, "sync=on");
    }
    session->close(session, nullptr);
}

} // namespace

Result<std::unique_ptr<Subject>> openWiredTiger(const std::string& folder, std::size_t batch)
{
    auto subject = std::make_unique<WiredTigerSubject>(batch);
    TRY(subject->open(folder));
    return subject;
}

} // namespace sandglass::bench
