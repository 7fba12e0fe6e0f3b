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

/// Most classes of dates that one question may have; with more, reading is as good.
inline constexpr std::size_t kMostDateClasses = 10'000;

/// Stretches of dates one after the other, and the group that each belongs to.
class DateGroups
{
public:
    /// The group of dates that must not occur: where one does, the documents have to be read.
    static constexpr std::size_t kNoGroup = std::numeric_limits<std::size_t>::max();

    /// `from`: the first date that is asked for.
    explicit DateGroups(bson::Date from);

    /// Adds a group without dates; returns its number.
    std::size_t add(bson::Value id);
    /// The dates after those so far, up to `last` (inclusive), belong to the group; without effect
    /// when there are none.
    void extend(std::int64_t last, std::size_t group);

    /// Where the classes end, ascending; as Collection::dateClasses() takes them.
    const std::vector<bson::Date>& bounds() const { return m_bounds; }
    /// Of each class; what is before the first date belongs to kBefore.
    const std::vector<std::size_t>& groups() const { return m_groups; }
    const std::vector<bson::Value>& ids() const { return m_ids; }

    /// The group of what is not asked for.
    static constexpr std::size_t kBefore = kNoGroup - 1;

private:
    std::vector<bson::Date> m_bounds;
    std::vector<std::size_t> m_groups;
    std::vector<bson::Value> m_ids;
};

/// How many documents each group has.
struct CountedGroups
{
    std::vector<std::int64_t> documents; ///< one for each group
    std::int64_t ungrouped = 0; ///< documents with dates of kNoGroup
    bool byDirectory = false; ///< as in catalog::DateClassification
    std::int64_t mostOff = 0; ///< each number is off by at most this
};

/// Counts by an index. nullopt when it cannot be counted by it. Errors: 175, Storage.
Result<std::optional<CountedGroups>> countGroups(const catalog::Collection& collection,
                                                 std::string_view indexName,
                                                 const DateGroups& groups,
                                                 catalog::DatePrecision precision);

} // namespace sandglass::engine::plan
