// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/start_brake.h"

#include "app/engine/catalog/catalog.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace sandglass::engine::expiry {

namespace {

constexpr int kHeldLogId = 9100105;

using Uuid = decltype(HeldIndex::collection);
using CollectionPtr = std::shared_ptr<catalog::Collection>;

bool isOf(const HeldIndex& held, const catalog::Collection& collection)
{
    return held.collection == Uuid{} ? held.ns == collection.ns().text()
                                     : held.collection == collection.uuid();
}

/// The collection of a key; null without one.
template <typename Key>
CollectionPtr collectionOf(const std::map<Key, CollectionPtr>& collections, const Key& key)
{
    const auto found = collections.find(key);
    return found == collections.end() ? nullptr : found->second;
}

} // namespace

std::int64_t StartBrake::mostOf(std::int64_t documents)
{
    return std::max(kDocuments, documents / 100 * kPercent);
}

void StartBrake::look(const catalog::Catalog& catalog, base::Time last, base::Time now,
                      base::Log& log)
{
    for (const auto& collection : catalog.collections({})) {
        lookAt(*collection, {last, now, false}, log);
    }
}

void StartBrake::lookAtCopy(const catalog::Catalog& catalog, base::Time last, base::Time now,
                            base::Log& log)
{
    for (const auto& collection : catalog.collections({})) {
        lookAt(*collection, {last, now, true}, log);
    }
}

void StartBrake::lookAt(const catalog::Collection& collection, const Start& start, base::Log& log)
{
    const std::int64_t documents = collection.figures().documents;
    const std::int64_t most = start.copy ? 0 : mostOf(documents);
    if (documents <= most) {
        return;
    }
    for (const catalog::IndexInfo& index : collection.indexes()) {
        const std::string& name = index.definition.name;
        const auto rule = collection.expiryRule(name);
        if (!rule || !rule->valid || !index.ready || holds(collection, name)) {
            continue;
        }
        const bson::Date from{ttl::cutoff(*rule, start.last).millis + 1};
        const bson::Date to = ttl::cutoff(*rule, start.now);
        const auto due = to.millis < from.millis ? Result<std::int64_t>(0)
                                                 : collection.countDates(name, from, to);
        // an index that cannot be read is not emptied either
        if (due && *due <= most) {
            continue;
        }
        const std::string ns = collection.ns().text();
        log.write(
            {base::Severity::Warning,
             "INDEX",
             kHeldLogId,
             "TTLMonitor",
             start.copy
                 ? "Documents became due since this copy of a data folder was last used. Their TTL "
                   "index waits for setParameter sandglassTtlHold: \"none\""
                 : "A TTL index would delete much more than when this server last ran. It waits "
                   "for "
                   "setParameter sandglassTtlHold: \"none\"",
             {{"namespace", ns}, {"index", name}, {"due", due.value_or(-1)}}});
        hold({ns, name, due.value_or(documents), documents, due.has_value(), collection.uuid()});
    }
}

void StartBrake::hold(HeldIndex index)
{
    const std::unique_lock lock(m_mutex);
    const auto known = std::ranges::find_if(m_held, [&](const HeldIndex& each) {
        return each.ns == index.ns && each.collection == index.collection
            && each.index == index.index;
    });
    if (known == m_held.end()) {
        m_places.emplace(index.collection, index.index);
        m_held.push_back(std::move(index));
        return;
    }
    known->due += index.due;
    known->documents = index.documents;
    known->dueCounted = known->dueCounted && index.dueCounted;
}

void StartBrake::resume(std::vector<HeldIndex> held)
{
    const std::unique_lock lock(m_mutex);
    m_held = std::move(held);
    listPlaces();
}

std::optional<StartBrake::Passage> StartBrake::enter(const catalog::Collection& collection,
                                                     std::string_view index) const
{
    Passage passage(m_mutex);
    if (isHeld(collection, index)) {
        return std::nullopt;
    }
    return passage;
}

void StartBrake::holdAll(const catalog::Catalog& catalog, base::Time now)
{
    std::vector<HeldIndex> all;
    for (const auto& collection : catalog.collections({})) {
        const std::int64_t documents = collection->figures().documents;
        for (const catalog::IndexInfo& index : collection->indexes()) {
            const std::string& name = index.definition.name;
            const auto rule = collection->expiryRule(name);
            if (!rule || !rule->valid) {
                continue;
            }
            constexpr auto kEarliest = std::numeric_limits<std::int64_t>::min();
            const auto due = collection->countDates(name, {kEarliest}, ttl::cutoff(*rule, now));
            all.push_back({collection->ns().text(), name, due.value_or(documents), documents,
                           due.has_value(), collection->uuid()});
        }
    }
    const std::unique_lock lock(m_mutex);
    m_held = std::move(all);
    listPlaces();
}

void StartBrake::listPlaces()
{
    m_places.clear();
    for (const HeldIndex& each : m_held) {
        m_places.emplace(each.collection, each.index);
    }
}

bool StartBrake::isHeld(const catalog::Collection& collection, std::string_view index) const
{
    const std::string name(index);
    if (m_places.contains({collection.uuid(), name})) {
        return true;
    }
    // what an older version has stored goes by the name of the collection
    return m_places.contains({Uuid{}, name})
        && std::ranges::any_of(m_held, [&](const HeldIndex& each) {
               return each.index == index && isOf(each, collection);
           });
}

bool StartBrake::holds(const catalog::Collection& collection, std::string_view index) const
{
    const std::shared_lock lock(m_mutex);
    return isHeld(collection, index);
}

void StartBrake::follow(const catalog::Catalog& catalog)
{
    if (held().empty()) {
        return;
    }
    std::map<Uuid, CollectionPtr> byUuid;
    std::map<std::string, CollectionPtr> byName;
    for (const auto& collection : catalog.collections({})) {
        byUuid.emplace(collection->uuid(), collection);
        byName.emplace(collection->ns().text(), collection);
    }
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock) {
        return;
    }
    std::erase_if(m_held, [&](HeldIndex& each) {
        const CollectionPtr collection = each.collection == Uuid{}
            ? collectionOf(byName, each.ns)
            : collectionOf(byUuid, each.collection);
        if (!collection || !collection->index(each.index)) {
            return true;
        }
        each.ns = collection->ns().text();
        return false;
    });
    listPlaces();
}

std::vector<HeldIndex> StartBrake::held() const
{
    const std::shared_lock lock(m_mutex);
    return m_held;
}

void StartBrake::release()
{
    ++m_releases;
    const std::unique_lock lock(m_mutex);
    m_held.clear();
    m_places.clear();
}

} // namespace sandglass::engine::expiry
