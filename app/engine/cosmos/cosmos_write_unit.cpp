// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/cosmos_write_unit.h"

#include "app/engine/catalog/forwarding_write_unit.h"
#include "app/engine/cosmos/stamp.h"
#include "app/engine/cosmos/visibility.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::cosmos {

using catalog::RecordId;

namespace {

bool isDuplicateKey(const base::Error& error)
{
    return error.serverCode == static_cast<int>(protocol::ServerCode::DuplicateKey);
}

/// The keys of a document in the index of one field.
std::vector<bson::Value> keysAt(bson::DocumentView document, std::string_view path)
{
    std::vector<bson::Value> keys;
    for (const bson::ValueView& value : bson::valuesAtPath(document, path, true)) {
        keys.emplace_back(value);
    }
    // a missing field is indexed as null
    if (keys.empty()) {
        keys.push_back(bson::Value::null());
    }
    return keys;
}

class CosmosWriteUnit final : public catalog::ForwardingWriteUnit
{
public:
    CosmosWriteUnit(std::unique_ptr<catalog::WriteUnit> real,
                    std::shared_ptr<const catalog::Collection> collection, const base::Clock& clock)
        : ForwardingWriteUnit(std::move(real))
        , m_collection(std::move(collection))
        , m_clock(clock)
        , m_visibility(*m_collection, clock)
    {
    }

    Result<RecordId> insert(bson::DocumentView document) override;
    Result<std::optional<bson::Document>> fetch(RecordId id) override;
    Result<void> replace(RecordId id, bson::DocumentView document) override;
    bson::Document asFetched(bson::Document document) const override
    {
        return document.contains(kReservedField) ? unstamped(document) : document;
    }
    /// Cosmos DB writes a replaced document again whatever it contains: its time starts anew.
    bool countsEveryReplace() const override { return true; }

private:
    // Each returns whether a document was removed. Errors: Storage.
    Result<bool> removeExpiredRivals(bson::DocumentView document);
    Result<bool> removeExpiredWith(const catalog::IndexInfo& index, bson::Value firstKey);
    Result<bool> removeIfExpired(RecordId id);

    std::shared_ptr<const catalog::Collection> m_collection;
    const base::Clock& m_clock;
    Visibility m_visibility; // indexes do not change while the unit has the writer lock
};

Result<RecordId> CosmosWriteUnit::insert(bson::DocumentView document)
{
    const bson::Document stored = stamped(document, m_clock.now());
    auto inserted = real().insert(stored);
    if (inserted || !isDuplicateKey(inserted.error())) {
        return inserted;
    }
    // For clients an expired document no longer exists, so it must not cause the error.
    auto removed = removeExpiredRivals(document);
    TRY(removed);
    return *removed ? real().insert(stored) : inserted;
}

Result<std::optional<bson::Document>> CosmosWriteUnit::fetch(RecordId id)
{
    auto stored = real().fetch(id);
    if (!stored || !stored->has_value()) {
        return stored;
    }
    if (!m_visibility.shows(**stored)) {
        return std::optional<bson::Document>();
    }
    return std::optional(unstamped(**stored));
}

Result<void> CosmosWriteUnit::replace(RecordId id, bson::DocumentView document)
{
    const bson::Document stored = stamped(document, m_clock.now());
    auto replaced = real().replace(id, stored);
    if (replaced || !isDuplicateKey(replaced.error())) {
        return replaced;
    }
    auto removed = removeExpiredRivals(document);
    TRY(removed);
    return *removed ? real().replace(id, stored) : replaced;
}

/// Removes the expired documents that have the same first key as `document` in a unique index.
/// These may be more than the ones that conflict, but all of them are due anyway. Returns whether
/// there were any.
Result<bool> CosmosWriteUnit::removeExpiredRivals(bson::DocumentView document)
{
    bool any = false;
    for (const catalog::IndexInfo& index : m_collection->indexes()) {
        const auto fields = protocol::keyFields(index.definition.key);
        if (fields.empty() || !(index.definition.unique || index.definition.isIdIndex())) {
            continue;
        }
        for (bson::Value& key : keysAt(document, fields.front().path)) {
            auto removed = removeExpiredWith(index, std::move(key));
            TRY(removed);
            any = any || *removed;
        }
    }
    return any;
}

Result<bool> CosmosWriteUnit::removeExpiredWith(const catalog::IndexInfo& index,
                                                bson::Value firstKey)
{
    catalog::IndexRange range;
    range.equalPrefix.push_back(std::move(firstKey));
    const auto rivals
        = m_collection->scanIndex(index.definition.name, range, catalog::Direction::Forward);
    bool any = false;
    while (rivals && rivals->next()) {
        auto removed = removeIfExpired(rivals->id());
        TRY(removed);
        any = any || *removed;
    }
    if (rivals) {
        TRY(rivals->status());
    }
    return any;
}

Result<bool> CosmosWriteUnit::removeIfExpired(RecordId id)
{
    // The unit's own state decides: it may have rewritten the document.
    const auto stored = real().fetch(id);
    TRY(stored);
    if (!stored->has_value() || m_visibility.shows(**stored)) {
        return false;
    }
    return real().remove(id);
}

} // namespace

std::unique_ptr<catalog::WriteUnit>
cosmosWriteUnit(std::unique_ptr<catalog::WriteUnit> real,
                std::shared_ptr<const catalog::Collection> collection, const base::Clock& clock)
{
    return std::make_unique<CosmosWriteUnit>(std::move(real), std::move(collection), clock);
}

} // namespace sandglass::engine::cosmos
