// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/trash/trash.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"

#include <algorithm>
#include <limits>
#include <string>

namespace sandglass::engine::trash {

namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
// Limits of one commit, so that other writers get their turn.
constexpr std::int64_t kEntriesPerCommit = 1000;
constexpr std::int64_t kBytesPerCommit = std::int64_t{16} * 1024 * 1024;
constexpr const char* kIndexName = "deletedAt_1";

/// The index by which entries leave after so many days.
catalog::IndexDefinition ageIndex(std::int64_t days)
{
    catalog::IndexDefinition definition;
    definition.name = kIndexName;
    definition.key = bson::makeDocument("deletedAt", 1);
    definition.expireAfterSeconds = bson::Value::of(static_cast<std::int32_t>(
        std::min<std::int64_t>(days * kSecondsPerDay, std::numeric_limits<std::int32_t>::max())));
    return definition;
}

} // namespace

Trash::Trash(catalog::Catalog& catalog, const TrashSettings& settings)
    : m_catalog(catalog)
    , m_settings(settings)
{
}

Trash::~Trash() = default;

Result<bool> Trash::prepare()
{
    m_collection = nullptr;
    if (!m_settings.keeps()) {
        return false;
    }
    auto collection = m_catalog.findOrCreate(trashNamespace(), nullptr);
    TRY(collection);
    m_collection = *std::move(collection);
    TRY(setIndex());
    return true;
}

Result<void> Trash::setIndex()
{
    const auto present = m_collection->index(kIndexName);
    const std::int64_t days = m_settings.days;
    if (days == 0) {
        return present ? m_catalog.dropIndexes(trashNamespace(), {kIndexName}) : Result<void>();
    }
    const catalog::IndexDefinition wanted = ageIndex(days);
    if (!present) {
        return m_catalog.createIndexes(trashNamespace(), {wanted});
    }
    if (present->definition.expireAfterSeconds.view().toInt64()
        == wanted.expireAfterSeconds.view().toInt64()) {
        return {};
    }
    catalog::IndexDefinition changed = present->definition;
    changed.expireAfterSeconds = wanted.expireAfterSeconds;
    return m_catalog.modifyIndex(trashNamespace(), changed);
}

bool Trash::keepsFrom(const catalog::Collection& collection) const
{
    return m_collection && collection.uuid() != m_collection->uuid();
}

Result<void> Trash::keep(catalog::WriteUnit& unit, const Deletion& deletion,
                         bson::DocumentView document)
{
    if (m_unit == nullptr) {
        const auto joined = unit.join(m_collection);
        TRY(joined);
        m_unit = *joined;
    }
    const auto added = m_unit->insert(trashEntry(deletion, document));
    TRY(added);
    return {};
}

Result<void> Trash::trim()
{
    const std::int64_t most = m_settings.bytes;
    while (m_collection && most > 0 && m_collection->figures().bytes > most) {
        const auto removed = removeOldest(most);
        TRY(removed);
        if (!*removed) {
            break;
        }
    }
    return {};
}

Result<bool> Trash::removeOldest(std::int64_t mostBytes)
{
    const std::int64_t over = m_collection->figures().bytes - mostBytes;
    const auto oldest = m_collection->scan(catalog::Direction::Forward);
    auto unit = m_collection->beginWrite();
    TRY(unit);
    std::int64_t removed = 0;
    std::int64_t bytes = 0;
    while (bytes < std::min(over, kBytesPerCommit) && removed < kEntriesPerCommit
           && oldest->next()) {
        const auto gone = (*unit)->remove(oldest->id());
        TRY(gone);
        bytes += static_cast<std::int64_t>(oldest->document().size());
        ++removed;
    }
    TRY(oldest->status());
    TRY((*unit)->commit(storage::Durability::Process));
    return removed > 0;
}

} // namespace sandglass::engine::trash
