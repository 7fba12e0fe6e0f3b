// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/rocks_iterator.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <initializer_list>
#include <system_error>
#include <utility>

namespace sandglass::engine::storage {

namespace {

// RocksDB has no code for most errors of the system, only its text.
bool saysOneOf(const rocksdb::Status& status, std::initializer_list<int> errors)
{
    const std::string text = status.ToString();
    return status.IsIOError() && std::ranges::any_of(errors, [&text](int error) {
               return text.find(std::generic_category().message(error)) != std::string::npos;
           });
}

} // namespace

base::Error storageError(std::string_view doing, const rocksdb::Status& status)
{
    base::Error error = base::failure(Errc::Storage, status.ToString());
    if (status.IsNoSpace() || saysOneOf(status, {EDQUOT, EFBIG})) {
        error.serverCode = kOutOfDiskSpace;
        error.serverCodeName = "OutOfDiskSpace";
    } else if (saysOneOf(status, {EMFILE, ENFILE})) {
        error.serverCode = kTooManyFilesOpen;
        error.serverCodeName = "TooManyFilesOpen";
    } else {
        error.serverCode = kUnknownError;
        error.serverCodeName = "UnknownError";
    }
    return std::move(error).during(doing);
}

bool isFailedSync(const rocksdb::Status& status)
{
    const std::string text = status.ToString();
    return std::ranges::any_of(
        std::array{"While fdatasync", "While fsync", "sync_file_range"},
        [&text](const char* call) { return text.find(call) != std::string::npos; });
}

bool isUnreadable(const rocksdb::Status& status)
{
    return status.IsCorruption()
        || (status.IsIOError() && status.ToString().find("While pread") != std::string::npos);
}

RocksIterator::RocksIterator(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family,
                             rocksdb::ReadOptions options, const KeyBounds& bounds,
                             std::unique_ptr<KeyFilter::View> filter)
    : m_lower(bounds.lower)
    , m_upper(bounds.upper)
    , m_lowerSlice(m_lower)
    , m_upperSlice(m_upper)
    , m_filter(std::move(filter))
{
    if (!m_lower.empty()) {
        options.iterate_lower_bound = &m_lowerSlice;
    }
    if (!m_upper.empty()) {
        options.iterate_upper_bound = &m_upperSlice;
    }
    countNothing();
    m_iterator.reset(db.NewIterator(options, family));
}

Result<void> RocksIterator::status() const
{
    const rocksdb::Status status = m_iterator->status();
    if (!status.ok()) {
        return storageError("reading", status);
    }
    return {};
}

} // namespace sandglass::engine::storage
