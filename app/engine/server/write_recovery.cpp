// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/write_recovery.h"

#include "app/platform/files.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <filesystem>
#include <stop_token>
#include <system_error>
#include <utility>

namespace sandglass::engine::server {

namespace {

using protocol::ServerCode;

constexpr base::Millis kBetweenLooks{1000};
// a new list of tables, a new journal file and the first records in it
constexpr std::uint64_t kLeastRoom = std::uint64_t{256} << 10U;
constexpr int kLooksBetweenFreeing = 5;
constexpr std::uint64_t kSmallStore = std::uint64_t{512} << 20U;
constexpr int kReadOnlyLogId = 9100110;
constexpr int kWritableLogId = 9100111;
constexpr int kAttemptLogId = 9100112;
constexpr int kReadersEndedLogId = 9100121;

std::filesystem::path reservePath(const std::string& folder)
{
    return std::filesystem::path(folder) / "RESERVE";
}

bool isCode(const base::Error& error, ServerCode code)
{
    return error.serverCode == static_cast<int>(code);
}

} // namespace

WriteRecovery::WriteRecovery(storage::KeyValueStore& store, std::string folder,
                             const base::Clock& clock, base::Log& log,
                             storage::StoreReaders readers)
    : m_store(store)
    , m_folder(std::move(folder))
    , m_clock(clock)
    , m_log(log)
    , m_readers(std::move(readers))
{
    m_store.setRefusalListener([this](const base::Error& error) { begin(error); });
}

WriteRecovery::~WriteRecovery()
{
    stop();
    m_store.setRefusalListener({});
}

bool WriteRecovery::giveUpReserve(const std::string& folder)
{
    std::error_code error;
    return std::filesystem::remove(reservePath(folder), error) && !error;
}

void WriteRecovery::start()
{
    // a disk that is nearly full has none; then TTL passes may not be able to free space
    static_cast<void>(hasRoom());
    m_thread = std::jthread([this](const std::stop_token& stopping) { run(stopping); });
}

void WriteRecovery::run(const std::stop_token& stopping)
{
    while (!stopping.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, stopping, [this] { return m_refusal.has_value(); });
        }
        if (!stopping.stop_requested()) {
            look();
        }
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stopping, kBetweenLooks, [] { return false; });
    }
}

void WriteRecovery::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void WriteRecovery::begin(const base::Error& error)
{
    bool first = false;
    {
        const std::lock_guard lock(m_mutex);
        // it may fail again before clients were let in
        first = !m_refusal;
        if (first) {
            m_refusal = Refusal{m_clock.now(), error, {}};
        }
    }
    if (first) {
        m_log.write({base::Severity::Error,
                     "STORAGE",
                     kReadOnlyLogId,
                     "store",
                     "This server is read only now, because a write to its files failed",
                     {{"reason", error.message}}});
    }
    m_changed.notify_all();
}

void WriteRecovery::look()
{
    bool full = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_refusal) {
            return;
        }
        full = isCode(m_refusal->error, ServerCode::OutOfDiskSpace);
    }
    const bool writes = !m_store.writesRefused() || reopen();
    if (writes && (!full || hasRoom())) {
        end();
    } else if (writes && ++m_looksWithoutRoom % kLooksBetweenFreeing == 0) {
        freeSpace();
    }
}

bool WriteRecovery::reopen()
{
    const auto free = space();
    if (free && free->first < free->second) {
        giveUpReserve(m_folder);
    }
    const auto left = space();
    if (left && left->first < kLeastRoom) {
        return false;
    }
    const Result<bool> opened = m_store.resumeWrites(readersNow());
    m_looksInUse = opened && !*opened ? m_looksInUse + 1 : 0;
    if (opened) {
        return *opened;
    }
    bool isNew = false;
    {
        const std::lock_guard lock(m_mutex);
        isNew = m_refusal->lastAttempt != opened.error().message;
        m_refusal->lastAttempt = opened.error().message;
    }
    // looked at every second, said once
    if (isNew) {
        m_log.write({base::Severity::Warning,
                     "STORAGE",
                     kAttemptLogId,
                     "store",
                     "Writing cannot go on yet",
                     {{"error", opened.error().message}}});
    }
    return false;
}

storage::StoreReaders WriteRecovery::readersNow()
{
    storage::StoreReaders readers{m_readers.closeKept, {}};
    if (m_looksInUse >= kPatientLooks && m_readers.endRunning) {
        readers.endRunning = [this] {
            m_log.write({base::Severity::Warning,
                         "STORAGE",
                         kReadersEndedLogId,
                         "store",
                         "Operations that still run are ended, because writing cannot go on before",
                         {}});
            m_readers.endRunning();
        };
    }
    return readers;
}

void WriteRecovery::end()
{
    base::Time since;
    {
        const std::lock_guard lock(m_mutex);
        since = m_refusal->since;
        m_refusal.reset();
    }
    m_log.write({base::Severity::Info,
                 "STORAGE",
                 kWritableLogId,
                 "store",
                 "This server accepts writes again. Nothing that was acknowledged is lost",
                 {{"readOnlyMillis", std::int64_t{(m_clock.now() - since).count()}}}});
}

// The journal goes when what it holds is in tables; deletions there take less than the documents. A
// small store is compacted as a whole. In a large one the reclaim after a TTL pass does more. An
// error has stopped the store's writes, and the next look opens it again.
void WriteRecovery::freeSpace()
{
    const auto use = m_store.uses().enter();
    if (!use || !m_store.endJournal() || m_store.figures().fileBytes > kSmallStore) {
        return;
    }
    for (const storage::Family family :
         {storage::Family::Records, storage::Family::Indexes, storage::Family::Dates}) {
        if (!m_store.compact(family, {}, {})) {
            return;
        }
    }
}

bool WriteRecovery::hasRoom()
{
    const auto free = space();
    if (!free) {
        return true;
    }
    std::error_code none;
    const bool there = std::filesystem::exists(reservePath(m_folder), none);
    // twice: once for the reserve, once for what clients write before they are stopped again
    if (free->first < (there ? 1 : 2) * free->second) {
        return false;
    }
    return platform::reserveSpace(reservePath(m_folder), free->second).has_value();
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> WriteRecovery::space() const
{
    constexpr std::uint64_t kShare = 8;
    std::error_code error;
    const auto disk = std::filesystem::space(m_folder, error);
    if (error) {
        return std::nullopt;
    }
    return std::pair{std::uint64_t{disk.available},
                     std::min<std::uint64_t>(kReserveBytes, disk.capacity / kShare)};
}

bool WriteRecovery::refuses() const
{
    const std::lock_guard lock(m_mutex);
    return m_refusal.has_value() || m_store.writesRefused();
}

base::Error WriteRecovery::refusal() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_refusal) {
        return protocol::commandError(ServerCode::OutOfDiskSpace, "This server is read only.");
    }
    const base::Error& error = m_refusal->error;
    if (isCode(error, ServerCode::OutOfDiskSpace)) {
        return protocol::commandError(
            ServerCode::OutOfDiskSpace,
            "This server is read only because a write found no room: its disk is full, or a quota "
            "or a limit of file sizes is reached. It answers reads, and accepts writes again by "
            "itself when there is room. ("
                + error.message + ")");
    }
    if (isCode(error, ServerCode::TooManyFilesOpen)) {
        return protocol::commandError(
            ServerCode::TooManyFilesOpen,
            "This server is read only because it could not open a file: too many are open. It "
            "answers reads, and accepts writes again by itself when fewer are. ("
                + error.message + ")");
    }
    return protocol::commandError(
        ServerCode::OutOfDiskSpace,
        "This server has stopped writing after a failed write to its files. It answers reads. "
        "Repair the disk, then restart it. ("
            + error.message + ")");
}

void WriteRecovery::append(bson::Builder& section) const
{
    const std::lock_guard lock(m_mutex);
    if (m_refusal) {
        section.beginDocument("readOnly")
            .append("since", bson::Date::from(m_refusal->since))
            .append("reason", m_refusal->error.message)
            .end();
    }
}

} // namespace sandglass::engine::server
