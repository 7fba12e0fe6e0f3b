// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::plan {

/// The maximum number of date classes for one query. With more, reading the documents takes no
/// longer.
inline constexpr std::size_t kMaxDateClasses = 10'000;

/// Assigns adjoining ranges of dates (classes) to groups. Several classes may belong to one group.
class DateGroups
{
public:
    /// The group of dates that the stage does not accept. If such a date exists, the documents must
    /// be read, which gives the stage's error.
    static constexpr std::size_t kNoGroup = std::numeric_limits<std::size_t>::max();

    /// `from`: the first date of the query.
    explicit DateGroups(bson::Date from);

    /// Adds a group that has no dates yet; returns its number.
    std::size_t add(bson::Value id);
    /// Assigns the dates that follow those assigned so far, up to `last` (inclusive, UTC
    /// milliseconds), to a group. Has no effect if `last` is assigned already.
    void extend(std::int64_t last, std::size_t group);

    /// The inclusive upper ends of the classes, ascending, as Collection::dateClasses() takes them.
    const std::vector<bson::Date>& bounds() const { return m_bounds; }
    /// The group of each class: a number from add(), kNoGroup or kBefore.
    const std::vector<std::size_t>& groups() const { return m_groups; }
    /// The _id of each group, by its number.
    const std::vector<bson::Value>& ids() const { return m_ids; }

    /// The group of dates before the query's first one. They are not counted.
    static constexpr std::size_t kBefore = kNoGroup - 1;

private:
    std::vector<bson::Date> m_bounds;
    std::vector<std::size_t> m_groups;
    std::vector<bson::Value> m_ids;
};

/// The number of documents in each group.
struct CountedGroups
{
    std::vector<std::int64_t> documents; ///< one for each group
    std::int64_t ungrouped = 0; ///< documents with a date of kNoGroup
    bool byDirectory = false; ///< as in catalog::DateClassification
    std::int64_t mostOff = 0; ///< each number is wrong by at most this; 0: exact
};

/// Counts the groups with an index. nullopt when the index cannot count them. Errors:
/// QueryPlanKilled (server) when it was dropped, Storage.
Result<std::optional<CountedGroups>> countGroups(const catalog::Collection& collection,
                                                 std::string_view indexName,
                                                 const DateGroups& groups,
                                                 catalog::DatePrecision precision);

} // namespace sandglass::engine::plan
