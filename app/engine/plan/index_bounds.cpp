// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/index_bounds.h"

#include "app/bson/compare.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <utility>

namespace sandglass::engine::plan {

using catalog::Bound;
using catalog::IndexRange;
using protocol::commandError;

namespace {

using Values = std::vector<bson::Value>;

/// Splits the part of an index between two keys into ranges that each have fixed values for the
/// first fields and bounds for the next one, since a scan takes only such ranges. For {a: 1, b: 1}
/// from (1, 5) to (3, 2): a = 1 with b ≥ 5; 1 < a < 3; a = 3 with b < 2.
class KeyLimits
{
public:
    KeyLimits(std::vector<protocol::KeyField> fields, Values min, Values max,
              const bson::Collation* collation)
        : m_fields(std::move(fields))
        , m_min(std::move(min))
        , m_max(std::move(max))
        , m_collation(collation)
    {
        while (m_common < m_min.size() && m_common < m_max.size()
               && bson::equal(m_min[m_common], m_max[m_common], m_collation)) {
            ++m_common;
        }
    }

    /// Whether `min` comes before `max` in the index.
    bool inOrder() const
    {
        if (m_min.empty() || m_max.empty()) {
            return true;
        }
        return m_common < m_fields.size() && before(m_min[m_common], m_max[m_common]);
    }

    /// The ranges, ascending: stored entries ascend in every field, also where the key pattern
    /// descends.
    std::vector<IndexRange> ranges() const
    {
        std::vector<IndexRange> found = inPatternOrder();
        if (m_common >= m_fields.size() || m_fields[m_common].ascending) {
            return found;
        }
        return {std::make_move_iterator(found.rbegin()), std::make_move_iterator(found.rend())};
    }

private:
    std::vector<IndexRange> inPatternOrder() const
    {
        std::vector<IndexRange> found;
        // keys that share a prefix with `min`, the longest prefix first
        for (std::size_t at = m_fields.size(); !m_min.empty() && --at > m_common;) {
            found.push_back(after(at));
        }
        IndexRange middle;
        const Values& common = m_min.empty() ? m_max : m_min;
        const auto shared = m_min.empty() || m_max.empty() ? 0 : m_common;
        middle.equalPrefix.assign(common.begin(),
                                  common.begin() + static_cast<std::ptrdiff_t>(shared));
        if (!m_min.empty()) {
            limit(middle, shared, {m_min[shared], isLast(shared)}, true);
        }
        if (!m_max.empty()) {
            limit(middle, shared, {m_max[shared], false}, false);
        }
        found.push_back(std::move(middle));
        // keys that share a prefix with `max`, the shortest prefix first
        for (std::size_t at = shared + 1; !m_max.empty() && at < m_fields.size(); ++at) {
            found.push_back(upTo(at));
        }
        return found;
    }
    bool isLast(std::size_t at) const { return at + 1 == m_fields.size(); }
    bool before(const bson::Value& left, const bson::Value& right) const
    {
        const auto order = bson::compare(left.view(), right.view(), m_collation);
        return m_fields[m_common].ascending ? std::is_lt(order) : std::is_gt(order);
    }
    /// Bounds the field after the prefix at the start or the end of the range, in pattern order.
    void limit(IndexRange& range, std::size_t at, Bound bound, bool start) const
    {
        // a descending field starts with its largest values
        (m_fields[at].ascending == start ? range.lower : range.upper) = std::move(bound);
    }
    IndexRange after(std::size_t at) const
    {
        IndexRange range;
        range.equalPrefix.assign(m_min.begin(), m_min.begin() + static_cast<std::ptrdiff_t>(at));
        limit(range, at, {m_min[at], isLast(at)}, true);
        return range;
    }
    IndexRange upTo(std::size_t at) const
    {
        IndexRange range;
        range.equalPrefix.assign(m_max.begin(), m_max.begin() + static_cast<std::ptrdiff_t>(at));
        limit(range, at, {m_max[at], false}, false);
        return range;
    }

    std::vector<protocol::KeyField> m_fields;
    Values m_min; ///< one per field, or none
    Values m_max; ///< likewise
    const bson::Collation* m_collation; ///< of the index; may be null
    std::size_t m_common = 0; ///< number of first fields with equal values in both
};

/// Whether a limit is empty or has exactly the fields of the index, in their order.
bool namesFields(bson::DocumentView limit, const std::vector<protocol::KeyField>& fields)
{
    std::size_t at = 0;
    for (const bson::Element& element : limit) {
        if (at == fields.size() || element.key != fields[at++].path) {
            return false;
        }
    }
    return at == 0 || at == fields.size();
}

Values valuesOf(bson::DocumentView limit)
{
    Values values;
    for (const bson::Element& element : limit) {
        values.emplace_back(element.value);
    }
    return values;
}

} // namespace

Result<std::vector<IndexRange>> rangesBetween(const catalog::IndexInfo& index,
                                              bson::DocumentView min, bson::DocumentView max)
{
    auto fields = protocol::keyFields(index.definition.key);
    if (!namesFields(min, fields) || !namesFields(max, fields)) {
        return commandError(51174,
                            "The index chosen is not compatible with min/max: its key pattern has"
                            " other fields");
    }
    const KeyLimits limits(std::move(fields), valuesOf(min), valuesOf(max), index.collation.get());
    if (!limits.inOrder()) {
        return commandError(51175,
                            "The value provided for min() does not come before the value provided"
                            " for max() in the hinted index");
    }
    return limits.ranges();
}

Result<void> checkKeyLimits(bson::DocumentView min, bson::DocumentView max, bson::ValueView hint)
{
    if (min.empty() && max.empty()) {
        return {};
    }
    const bool hinted = hint.type() == bson::Type::String
        || (hint.type() == bson::Type::Document && !hint.asDocument().empty());
    if (!hinted) {
        return commandError(51173,
                            "When using min()/max() a hint of which index to use must be provided");
    }
    if (hint.type() == bson::Type::Document && hint.asDocument().contains("$natural")) {
        return commandError(51174, "min/max cannot be used with $natural");
    }
    if (min.empty() || max.empty()) {
        return {};
    }
    auto right = max.begin();
    for (const bson::Element& element : min) {
        if (right == max.end() || right->key != element.key) {
            return commandError(51176, "min() and max() must have the same field names");
        }
        ++right;
    }
    if (right != max.end()) {
        return commandError(51176, "min() and max() must have the same field names");
    }
    return {};
}

} // namespace sandglass::engine::plan
