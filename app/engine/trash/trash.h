// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/trash/trash_entry.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace sandglass::engine::catalog {
class Catalog;
class Collection;
class WriteUnit;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::trash {

/// How long the trash keeps documents. Without any limit nothing is kept: TTL deletions are final,
/// as MongoDB's are. Any thread.
struct TrashSettings
{
    std::atomic<std::int64_t> days{0}; ///< sandglassTrashDays; 0: not limited by age
    std::atomic<std::int64_t> bytes{
        0}; ///< sandglassTrashBytes, of documents; 0: not limited by size

    /// Whether deletions go to the trash.
    bool keeps() const { return days > 0 || bytes > 0; }
};

/// Keeps what TTL indexes delete: each deletion and its entry in the trash are one commit. Old
/// entries leave by a TTL index of the trash itself, and the oldest ones when the size is exceeded.
/// One thread.
class Trash
{
public:
    /// Both must outlive it.
    Trash(catalog::Catalog& catalog, const TrashSettings& settings);
    ~Trash();
    Trash(const Trash&) = delete;
    Trash& operator=(const Trash&) = delete;

    /// Makes the collection and its index agree with the settings. Call it before each pass. True
    /// when deletions must be kept. Errors: as the catalog's; then nothing may be deleted.
    Result<bool> prepare();
    /// Whether deletions from a collection must be kept, as of the last prepare().
    bool keepsFrom(const catalog::Collection& collection) const;
    /// Adds an entry to what `unit` will commit. It must be of a collection other than the trash.
    /// Errors: as the catalog's.
    Result<void> keep(catalog::WriteUnit& unit, const Deletion& deletion,
                      bson::DocumentView document);
    /// Call it before the first keep() with another unit.
    void beginUnit() { m_unit = nullptr; }
    /// Removes the oldest entries until the size is within the limit. Errors: as the catalog's.
    Result<void> trim();

private:
    /// Creates, changes or drops the TTL index of the trash.
    Result<void> setIndex();
    /// Removes up to one batch of the oldest entries. False when nothing is left to remove.
    Result<bool> removeOldest(std::int64_t mostBytes);

    catalog::Catalog& m_catalog;
    const TrashSettings& m_settings;
    std::shared_ptr<catalog::Collection> m_collection; ///< null: nothing is kept
    catalog::WriteUnit* m_unit = nullptr; ///< joined to the unit that keep() was called with
};

} // namespace sandglass::engine::trash
