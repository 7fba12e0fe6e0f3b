// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/held_memory.h"
#include "app/engine/query/stage.h"
#include "app/engine/query/value_index.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// What the documents of a join are found by.
struct JoinKey
{
    std::string_view field; ///< a dotted path
    const bson::CollationPtr& collation; ///< of strings; may be null
};

/// A collection's documents in memory, indexed by the values that an equality on one field matches:
/// the elements of an array, null for a missing field. The cost of a join is then the sum of both
/// sides, not their product. Not thread-safe.
class JoinTable
{
public:
    /// Reads all of `source` on behalf of `stage`, as whose memory the table counts until it is
    /// complete; then it counts as HeldMemory, since an open cursor keeps it. nullopt when it would
    /// exceed 100 MB, or the memory limit of a stage. Errors: the source's; an interruption. Errors
    /// (server): ExceededMemoryLimit when all stages together have too much.
    static Result<std::optional<JoinTable>> build(DocumentSource& source, const JoinKey& key,
                                                  std::string_view stage,
                                                  PipelineEnvironment& environment);

    /// The documents with one of the values, each once, in the collection's order. Null also finds
    /// missing fields. The pointers are valid as long as the table.
    std::vector<const bson::Document*> find(std::span<const bson::ValueView> values) const;

private:
    explicit JoinTable(const bson::CollationPtr& collation)
        : m_keys(collation)
    {
    }
    /// Adds a document under all values of `field`. Returns the bytes that it takes.
    std::size_t add(bson::Document document, std::string_view field);

    std::vector<bson::Document> m_documents;
    ValueIndex m_keys;
    std::vector<std::vector<std::uint32_t>> m_rows; // per key: positions in m_documents, ascending
    HeldMemory m_held; // by all of the above
};

} // namespace sandglass::engine::query
