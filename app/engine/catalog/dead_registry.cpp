// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/dead_registry.h"

#include "app/engine/catalog/index_entries.h"
#include "app/engine/storage/key_codec.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;
using storage::Slice;

// Every key of documents and entries begins with the id of its collection or index.
bool hasRecord(Slice key)
{
    return key.size() >= kIndexIdBytes;
}

} // namespace

/// Hides removed documents and their entries from one reader.
class DeadRegistry::ReadingView final : public View
{
public:
    ReadingView(const DeadRegistry& registry, Family family)
        : m_registry(registry)
        , m_family(family)
        , m_held(registry.hold())
    {
    }

    bool hides(Slice key, Slice value) override
    {
        if (!hasRecord(key)) {
            return false;
        }
        const std::uint32_t prefix = storage::readU32(key);
        // neighbouring keys mostly belong to one collection: the lookup is cached
        if (!m_reader || prefix != m_prefix) {
            turnTo(prefix);
        }
        return m_reader && !m_records->none()
            && m_reader->contains(entryRecord(m_family, key, value));
    }

private:
    /// Reads on in another collection or index.
    void turnTo(std::uint32_t prefix)
    {
        m_reader.reset();
        m_records = m_registry.recordsOf(m_family, prefix);
        m_prefix = prefix;
        if (m_records) {
            m_reader.emplace(*m_records);
        }
    }

    const DeadRegistry& m_registry;
    Family m_family;
    std::shared_ptr<const void> m_held;
    std::shared_ptr<DeadRecords> m_records;
    std::optional<DeadRecords::Reader> m_reader;
    std::uint32_t m_prefix = 0; ///< collection or index that m_records are of
};

/// Hides released records from one compaction, which thereby drops them.
class DeadRegistry::RemovalView final : public View
{
public:
    RemovalView(const DeadRegistry& registry, Family family)
        : m_registry(registry)
        , m_family(family)
    {
    }

    bool hides(Slice key, Slice value) override
    {
        if (!hasRecord(key)) {
            return false;
        }
        const std::uint32_t prefix = storage::readU32(key);
        if (!m_cached || prefix != m_prefix) {
            m_released = m_registry.releasedOf(m_family, prefix);
            m_prefix = prefix;
            m_cached = true;
        }
        return m_released && m_released->contains(entryRecord(m_family, key, value));
    }

private:
    const DeadRegistry& m_registry;
    Family m_family;
    std::shared_ptr<const DeadRecords::Frozen> m_released;
    bool m_cached = false; ///< m_released is that of m_prefix
    std::uint32_t m_prefix = 0; ///< collection or index of the last key
};

DeadRegistry::DeadRegistry()
    : m_generation(std::make_shared<int>())
{
}

std::shared_ptr<DeadRecords> DeadRegistry::records(std::uint32_t collectionId)
{
    const std::unique_lock lock(m_mutex);
    Grave& grave = m_graves[collectionId];
    if (!grave.records) {
        grave.records = std::make_shared<DeadRecords>();
    }
    return grave.records;
}

void DeadRegistry::addIndex(std::uint32_t collectionId, std::uint32_t indexId)
{
    const std::unique_lock lock(m_mutex);
    const auto [owner, fresh] = m_owners.try_emplace(indexId, collectionId);
    if (fresh) {
        m_graves[collectionId].indexes.push_back(indexId);
    }
}

void DeadRegistry::forgetCollection(std::uint32_t collectionId)
{
    const std::unique_lock lock(m_mutex);
    const auto grave = m_graves.find(collectionId);
    if (grave == m_graves.end()) {
        return;
    }
    for (const std::uint32_t index : grave->second.indexes) {
        m_owners.erase(index);
    }
    m_graves.erase(grave);
}

void DeadRegistry::release(std::uint32_t collectionId,
                           std::shared_ptr<const DeadRecords::Frozen> dead)
{
    const std::unique_lock lock(m_mutex);
    if (const auto grave = m_graves.find(collectionId); grave != m_graves.end()) {
        grave->second.released = std::move(dead);
    }
}

void DeadRegistry::retire(std::shared_ptr<DeadRecords> records,
                          std::shared_ptr<const DeadRecords::Frozen> dead)
{
    const std::unique_lock lock(m_mutex);
    m_retired.push_back({m_generation, std::move(records), std::move(dead)});
    // readers hold the generation of their start; once its last reader is gone, its pointer expires
    m_generation = std::make_shared<int>();
}

void DeadRegistry::forgetRetired()
{
    const std::unique_lock lock(m_mutex);
    // In order: a reader of an early generation also sees records that were retired later, so these
    // must wait for it too.
    while (!m_retired.empty() && m_retired.front().readers.expired()) {
        m_retired.front().records->forget(*m_retired.front().dead);
        m_retired.pop_front();
    }
}

const DeadRegistry::Grave* DeadRegistry::find(Family family, std::uint32_t prefix) const
{
    std::uint32_t collection = prefix;
    if (family != Family::Records) {
        const auto owner = m_owners.find(prefix);
        if (owner == m_owners.end()) {
            return nullptr;
        }
        collection = owner->second;
    }
    const auto grave = m_graves.find(collection);
    return grave == m_graves.end() ? nullptr : &grave->second;
}

std::shared_ptr<DeadRecords> DeadRegistry::recordsOf(Family family, std::uint32_t prefix) const
{
    const std::shared_lock lock(m_mutex);
    const Grave* grave = find(family, prefix);
    return grave ? grave->records : nullptr;
}

std::shared_ptr<const DeadRecords::Frozen> DeadRegistry::releasedOf(Family family,
                                                                    std::uint32_t prefix) const
{
    const std::shared_lock lock(m_mutex);
    const Grave* grave = find(family, prefix);
    return grave ? grave->released : nullptr;
}

std::unique_ptr<storage::KeyFilter::View> DeadRegistry::forReading(Family family) const
{
    if (family == Family::Meta) {
        return nullptr;
    }
    return std::make_unique<ReadingView>(*this, family);
}

std::unique_ptr<storage::KeyFilter::View> DeadRegistry::forRemoval(Family family) const
{
    const std::shared_lock lock(m_mutex);
    const bool any = std::any_of(m_graves.begin(), m_graves.end(),
                                 [](const auto& each) { return each.second.released != nullptr; });
    if (family == Family::Meta || !any) {
        return nullptr;
    }
    return std::make_unique<RemovalView>(*this, family);
}

bool DeadRegistry::hides(Family family, Slice key, Slice value) const
{
    if (family == Family::Meta || !hasRecord(key)) {
        return false;
    }
    const auto records = recordsOf(family, storage::readU32(key));
    return records && records->contains(entryRecord(family, key, value));
}

std::shared_ptr<const void> DeadRegistry::hold() const
{
    const std::shared_lock lock(m_mutex);
    return m_generation;
}

} // namespace sandglass::engine::catalog
