// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/damage_watch.h"

#include "app/engine/storage/rocks_iterator.h"

#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

namespace sandglass::engine::storage {

namespace {

// The number of the table whose path is the last one in a text.
std::optional<std::uint64_t> tableNumber(std::string_view text)
{
    const std::size_t end = text.rfind(".sst");
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    std::size_t begin = end;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0) {
        --begin;
    }
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(text.data() + begin, text.data() + end, number);
    return begin < end && parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// RocksDB nearly always names the file. If not, it is one of those that were compacted.
std::vector<std::uint64_t> unreadTables(const rocksdb::CompactionJobInfo& job)
{
    if (const auto named = tableNumber(job.status.ToString())) {
        return {*named};
    }
    std::vector<std::uint64_t> numbers;
    for (const std::string& path : job.input_files) {
        if (const auto number = tableNumber(path)) {
            numbers.push_back(*number);
        }
    }
    return numbers;
}

} // namespace

void DamageWatch::OnCompactionCompleted(rocksdb::DB* /*db*/, const rocksdb::CompactionJobInfo& job)
{
    if (!isUnreadable(job.status)) {
        return;
    }
    const std::vector<std::uint64_t> numbers = unreadTables(job);
    {
        const std::lock_guard lock(m_mutex);
        for (const std::uint64_t number : numbers) {
            Known& known = m_known[number];
            known.family = job.cf_id;
            known.error = job.status.ToString();
        }
        m_failed.insert(job.cf_id);
    }
    m_changed.notify_all();
}

void DamageWatch::OnTableFileDeleted(const rocksdb::TableFileDeletionInfo& file)
{
    const auto number = tableNumber(file.file_path);
    if (number) {
        forget(*number);
    }
}

// RocksDB documents that resetting the status suppresses the error.
void DamageWatch::OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error)
{
    if (reason == rocksdb::BackgroundErrorReason::kCompaction && isUnreadable(*error)) {
        *error = rocksdb::Status::OK();
    }
}

std::set<std::uint32_t> DamageWatch::wait(const std::stop_token& stop, std::optional<Moment> limit)
{
    std::unique_lock lock(m_mutex);
    const auto hasNews = [this] { return !m_failed.empty() || m_ended; };
    if (limit) {
        m_changed.wait_until(lock, stop, *limit, hasNews);
    } else {
        m_changed.wait(lock, stop, hasNews);
    }
    m_ended = false;
    return std::exchange(m_failed, {});
}

std::vector<std::uint64_t> DamageWatch::files(std::uint32_t family) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, known] : m_known) {
        if (known.family == family) {
            numbers.push_back(number);
        }
    }
    return numbers;
}

std::optional<std::string> DamageWatch::describe(std::uint64_t file, Family family,
                                                 const KeySpan& keys)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_known.find(file);
    if (found == m_known.end()) {
        return std::nullopt;
    }
    Known& known = found->second;
    known.table = DamagedTable{family, file, keys, known.error, true};
    if (known.reported == known.error) {
        return std::nullopt;
    }
    known.reported = known.error;
    return known.error;
}

void DamageWatch::forget(std::uint64_t file)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_known.erase(file) == 0) {
            return;
        }
        m_ended = true;
    }
    m_changed.notify_all();
}

void DamageWatch::endRest(std::uint32_t family)
{
    const std::lock_guard lock(m_mutex);
    for (auto& [number, known] : m_known) {
        if (known.family == family && known.table) {
            known.table->resting = false;
        }
    }
}

void DamageWatch::forgetAll()
{
    const std::lock_guard lock(m_mutex);
    m_known.clear();
    m_failed.clear();
}

std::vector<DamagedTable> DamageWatch::tables() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<DamagedTable> all;
    for (const auto& [number, known] : m_known) {
        if (known.table) {
            all.push_back(*known.table);
        }
    }
    return all;
}

void DamageWatch::setListener(std::function<void()> listener)
{
    const std::lock_guard lock(m_listenerMutex);
    m_listener = std::move(listener);
}

void DamageWatch::announce()
{
    const std::lock_guard lock(m_listenerMutex);
    if (m_listener) {
        m_listener();
    }
}

} // namespace sandglass::engine::storage
