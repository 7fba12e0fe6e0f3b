// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/damage_finder.h"

#include "app/engine/catalog/index_entries.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

constexpr int kKeysBetweenLooks = 1000;

std::vector<KeyRange> rangesOfAll(const CollectionImpl& collection)
{
    std::vector<KeyRange> ranges{recordRange(collection.id())};
    const auto indexes = collection.indexSet();
    for (const auto& index : *indexes) {
        const auto own = allRanges(*index);
        ranges.insert(ranges.end(), own.begin(), own.end());
    }
    return ranges;
}

// The parts of a collection's ranges that lie between the first and the last key of a table.
std::vector<KeyRange> partsIn(const CollectionImpl& collection, const storage::DamagedTable& table)
{
    const std::string afterLast = table.keys.to + '\0';
    std::vector<KeyRange> parts;
    for (KeyRange& range : rangesOfAll(collection)) {
        if (range.family != table.family) {
            continue;
        }
        range.lower = std::max(range.lower, table.keys.from);
        range.upper = range.upper.empty() ? afterLast : std::min(range.upper, afterLast);
        if (range.lower < range.upper) {
            parts.push_back(std::move(range));
        }
    }
    return parts;
}

} // namespace

DamageFinder::DamageFinder(Core& core, const CollectionTable& table)
    : m_core(core)
    , m_table(table)
{
}

// A store that refuses writes is to be opened again, which waits for this. Afterwards it knows no
// damaged tables, and compactions find them anew.
bool DamageFinder::mustEnd() const
{
    return m_core.stopping || m_core.store.writesRefused();
}

std::optional<std::string> DamageFinder::errorIn(const CollectionImpl& collection,
                                                 const storage::DamagedTable& table,
                                                 storage::Iterator& keys) const
{
    for (const KeyRange& part : partsIn(collection, table)) {
        int read = 0;
        // Damage in a neighbour's blocks is not damage in this part. The index of a table may name
        // the border itself as the end of the block before it; no key is equal to a border.
        keys.endBefore(part.upper);
        keys.seek(part.lower > table.keys.from ? part.lower + '\0' : part.lower);
        for (; keys.valid() && keys.key() < part.upper; keys.next()) {
            if (++read % kKeysBetweenLooks == 0 && mustEnd()) {
                return std::nullopt;
            }
        }
        if (const Result<void> status = keys.status(); !status) {
            return status.error().message;
        }
    }
    return std::nullopt;
}

std::optional<storage::DamagedTable>
DamageFinder::nextOf(const std::vector<storage::DamagedTable>& tables) const
{
    const std::lock_guard lock(m_mutex);
    const auto next = std::ranges::find_if(
        tables, [this](const auto& table) { return !m_findings.contains(table.file); });
    return next == tables.end() ? std::nullopt : std::optional(*next);
}

bool DamageFinder::look()
{
    const std::vector<storage::DamagedTable> tables = m_core.store.damagedTables();
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_findings, [&tables](const auto& finding) {
            return std::ranges::find(tables, finding.first, &storage::DamagedTable::file)
                == tables.end();
        });
    }
    const std::optional<storage::DamagedTable> table = nextOf(tables);
    if (!table) {
        return false;
    }
    Finding finding{m_core.clock.now(), {}};
    const auto keys = m_core.store.iterateTable(*table);
    for (const auto& collection : m_table.all()) {
        if (mustEnd()) {
            return false;
        }
        if (auto error = errorIn(*collection, *table, *keys)) {
            finding.errors.emplace(collection->id(), *std::move(error));
        }
    }
    // one that ended in the middle knows nothing
    if (mustEnd()) {
        return false;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_findings.emplace(table->file, std::move(finding));
    }
    return nextOf(tables).has_value();
}

std::vector<DamagedCollection> DamageFinder::found() const
{
    std::map<std::uint32_t, DamagedCollection> damaged;
    for (const storage::DamagedTable& table : m_core.store.damagedTables()) {
        const std::lock_guard lock(m_mutex);
        const auto finding = m_findings.find(table.file);
        if (finding == m_findings.end()) {
            continue;
        }
        for (const auto& [id, error] : finding->second.errors) {
            DamagedCollection& one = damaged[id];
            if (one.error.empty() || finding->second.since < one.since) {
                one = {nullptr, finding->second.since, error};
            }
        }
    }
    std::vector<DamagedCollection> all;
    if (damaged.empty()) {
        return all; // the usual case
    }
    for (const auto& collection : m_table.all()) {
        if (const auto one = damaged.find(collection->id()); one != damaged.end()) {
            all.push_back({collection, one->second.since, one->second.error});
        }
    }
    return all;
}

bool DamageFinder::blocks(const CollectionImpl& collection) const
{
    const std::vector<storage::DamagedTable> tables = m_core.store.damagedTables();
    return std::ranges::any_of(tables, [&collection](const storage::DamagedTable& table) {
        return table.resting && !partsIn(collection, table).empty();
    });
}

} // namespace sandglass::engine::catalog
