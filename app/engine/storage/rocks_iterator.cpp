// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/rocks_iterator.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace sandglass::engine::storage {

namespace {

// RocksDB has no code for these, only the system's text
bool saysTooManyFiles(const rocksdb::Status& status)
{
    const std::string text = status.ToString();
    return status.IsIOError()
        && (text.find(std::generic_category().message(EMFILE)) != std::string::npos
            || text.find(std::generic_category().message(ENFILE)) != std::string::npos);
}

} // namespace

base::Error storageError(std::string_view doing, const rocksdb::Status& status)
{
    base::Error error = base::failure(Errc::Storage, status.ToString());
    if (status.IsNoSpace()) {
        error.serverCode = kOutOfDiskSpace;
        error.serverCodeName = "OutOfDiskSpace";
    } else if (saysTooManyFiles(status)) {
        error.serverCode = kTooManyFilesOpen;
        error.serverCodeName = "TooManyFilesOpen";
    } else {
        error.serverCode = kUnknownError;
        error.serverCodeName = "UnknownError";
    }
    return std::move(error).during(doing);
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
