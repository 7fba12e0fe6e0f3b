// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::plan {

/// The output of a stage that computes only the number of documents of each group. Views are valid
/// as long as the stage's document.
struct CountedGroup
{
    std::vector<std::string_view> counters; ///< the fields that contain the number, in order
    bool showsId = true; ///< false for $count

    /// The group's document: {_id, <each counter>: number}.
    bson::Document document(bson::ValueView id, std::int64_t documents) const;
};

/// Reads the accumulators of a $group (`_id` is skipped) or of a $bucket's `output`. nullopt when
/// there is any other than {$sum: 1} and {$count: {}}.
std::optional<CountedGroup> countedGroup(bson::DocumentView accumulators);

/// A pipeline that only counts: [$match?, $group {_id: constant, n: {$sum: 1}}] or [$match?,
/// $count].
struct CountingPipeline
{
    bson::DocumentView filter; ///< of $match; empty without one
    bson::ValueView groupId; ///< of $group; null for $count
    CountedGroup shown; ///< the output document

    /// The pipeline's documents: one, or none if `count` is 0.
    std::vector<bson::Document> result(std::int64_t count) const;
};

/// Reads a stage that puts all documents into one group: $count, or $group with a constant _id. The
/// result's filter is empty. nullopt for any other stage.
std::optional<CountingPipeline> countingStage(const bson::Element& stage);

/// Reads a whole pipeline. nullopt when it does more than count.
std::optional<CountingPipeline> countingPipeline(bson::ValueView stages);

} // namespace sandglass::engine::plan
