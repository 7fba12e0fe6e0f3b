// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/query/value_index.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// A collection's documents in memory, found by the values that an equality on one field would
/// meet: its elements for an array, null for no such field. Makes a join's cost the sum of both
/// sides instead of their product. One thread at a time.
class JoinTable
{
public:
    /// Takes in all of `source`; nullopt when it is too large to be kept (100 MB).
    /// Errors: the source's, the environment's.
    static Result<std::optional<JoinTable>> build(DocumentSource& source, std::string_view field,
                                                  PipelineEnvironment& environment);

    /// The documents that hold one of the values, in the collection's order, each once. Null stands
    /// for missing too. The pointers live as long as the table.
    std::vector<const bson::Document*> find(std::span<const bson::ValueView> values) const;

private:
    void add(bson::Document document, std::string_view field);

    std::vector<bson::Document> m_documents;
    ValueIndex m_keys;
    std::vector<std::vector<std::uint32_t>> m_rows; // per key: positions in m_documents, ascending
};

} // namespace sandglass::engine::query
