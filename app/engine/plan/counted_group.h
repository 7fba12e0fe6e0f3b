// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::plan {

/// A stage that keeps nothing of a group but the number of its documents. Views live as long as the
/// stage.
struct CountedGroup
{
    std::vector<std::string_view> counters; ///< fields that hold the number, in their order
    bool showsId = true; ///< false for $count

    /// The group's document: {_id, <each counter>: number}.
    bson::Document document(bson::ValueView id, std::int64_t documents) const;
};

/// Reads the accumulators of a $group (its _id is left out) or of a $bucket's `output`; nullopt
/// when there is any but {$sum: 1} and {$count: {}}.
std::optional<CountedGroup> countedGroup(bson::DocumentView accumulators);

/// A pipeline that does nothing but count: [$match?, $group {_id: constant, n: {$sum: 1}}] or
/// [$match?, $count].
struct CountingPipeline
{
    bson::DocumentView filter;
    bson::ValueView groupId; ///< of $group; null for $count
    CountedGroup shown;

    /// The pipeline's documents: one, or none for a count of 0.
    std::vector<bson::Document> result(std::int64_t count) const;
};

/// Reads a stage that puts all documents into one group: $count, or $group with a constant _id. Its
/// filter is empty. nullopt for any other.
std::optional<CountingPipeline> countingStage(const bson::Element& stage);

/// nullopt when the stages do anything else.
std::optional<CountingPipeline> countingPipeline(bson::ValueView stages);

} // namespace sandglass::engine::plan
