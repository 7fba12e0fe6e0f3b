// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/join_table.h"

#include "app/engine/query/path_walk.h"
#include "app/engine/query/stage.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

// beyond this, reading the collection again and again costs less than memory
constexpr std::size_t kMostBytes = std::size_t{100} * 1024 * 1024;

// An equality with null also matches missing and undefined.
bson::ValueView joinKey(bson::ValueView value)
{
    return value.isNullish() ? bson::ValueView(bson::Type::Null, {}) : value;
}

} // namespace

Result<std::optional<JoinTable>> JoinTable::build(DocumentSource& source, const JoinKey& key,
                                                  std::string_view stage,
                                                  PipelineEnvironment& environment)
{
    JoinTable table(key.collation);
    MemoryBudget memory(stage, environment);
    InterruptGate gate(environment);
    const std::size_t most = std::min(kMostBytes, environment.memoryLimit());
    while (true) {
        Result<std::optional<bson::Document>> document = source.next();
        TRY(document);
        if (!*document) {
            table.m_held.take(memory.used());
            return std::optional(std::move(table));
        }
        TRY(gate.pass());
        const std::size_t bytes = table.add(std::move(**document), key.field);
        if (memory.used() + bytes > most) {
            return std::optional<JoinTable>();
        }
        TRY(memory.take(bytes));
    }
}

std::size_t JoinTable::add(bson::Document document, std::string_view field)
{
    // of a value's slots in the index, besides the value
    constexpr std::size_t kSlotBytes = 32;
    const auto row = static_cast<std::uint32_t>(m_documents.size());
    std::size_t bytes = sizeof(bson::Document) + document.bytes().size();
    walkPath(document, field, LeafArray::Enter,
             [&](bson::ValueView value, std::optional<std::size_t> /*outerIndex*/) {
                 const std::size_t key = m_keys.insert(joinKey(value)).first;
                 if (key == m_rows.size()) {
                     m_rows.emplace_back();
                     bytes += sizeof(bson::Value) + value.raw().size() + kSlotBytes
                         + sizeof(decltype(m_rows)::value_type);
                 }
                 // an array may contain the same value twice
                 if (m_rows[key].empty() || m_rows[key].back() != row) {
                     m_rows[key].push_back(row);
                     bytes += sizeof(row);
                 }
                 return false;
             });
    m_documents.push_back(std::move(document));
    return bytes;
}

std::vector<const bson::Document*> JoinTable::find(std::span<const bson::ValueView> values) const
{
    std::vector<std::uint32_t> rows;
    for (const bson::ValueView value : values) {
        if (const auto key = m_keys.position(joinKey(value))) {
            rows.insert(rows.end(), m_rows[*key].begin(), m_rows[*key].end());
        }
    }
    // one value has its rows in order already
    if (values.size() > 1) {
        std::ranges::sort(rows);
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    }
    std::vector<const bson::Document*> found;
    found.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        found.push_back(&m_documents[row]);
    }
    return found;
}

} // namespace sandglass::engine::query
