// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_buckets.h"

#include "app/bson/compare.h"

#include <algorithm>
#include <compare>
#include <utility>

namespace sandglass::engine::plan {

namespace {

using bson::Type;
using bson::ValueView;

/// Whether a `default` is a constant and not an expression.
bool isPlain(ValueView constant)
{
    if (constant.type() == Type::String) {
        return !constant.asString().starts_with('$');
    }
    return constant.type() != Type::Document && constant.type() != Type::Array;
}

bool readBoundaries(ValueView list, DateBuckets& buckets)
{
    for (const bson::Element& boundary : list.asDocument()) {
        if (boundary.value.type() != Type::Date || buckets.boundaries.size() == kMaxDateClasses) {
            return false;
        }
        buckets.boundaries.push_back(boundary.value.asDate());
    }
    return buckets.boundaries.size() >= 2;
}

} // namespace

std::optional<DateBuckets> dateBuckets(ValueView specification, std::string_view field,
                                       CountedGroup& shown)
{
    const bson::DocumentView stage = specification.asDocument();
    const std::string_view groupBy = stage["groupBy"].asString();
    DateBuckets buckets;
    if (!groupBy.starts_with('$') || groupBy.substr(1) != field
        || !readBoundaries(stage["boundaries"], buckets)) {
        return std::nullopt;
    }
    buckets.otherwise = stage["default"];
    if (!buckets.otherwise.isMissing() && !isPlain(buckets.otherwise)) {
        return std::nullopt;
    }
    shown = {{"count"}, true};
    if (stage.contains("output")) {
        auto output = countedGroup(stage["output"].asDocument());
        if (!output) {
            return std::nullopt;
        }
        shown = std::move(*output);
    }
    return buckets;
}

DateGroups bucketGroups(const DateBuckets& buckets, bson::Date from, bson::Date to)
{
    // $bucket sorts its documents by _id, and the default's _id is either below or above all dates:
    // Pipeline::parse() refuses a default between the boundaries.
    const std::vector<bson::Date>& boundaries = buckets.boundaries;
    const bson::Value first = bson::Value::of(boundaries.front());
    DateGroups groups(from);
    std::size_t other = DateGroups::kNoGroup;
    const auto hasOther = !buckets.otherwise.isMissing();
    const bool otherIsFirst
        = hasOther && std::is_lt(bson::compare(buckets.otherwise, first.view()));
    if (otherIsFirst) {
        other = groups.add(bson::Value(buckets.otherwise));
    }
    const std::size_t firstBucket = groups.ids().size();
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
        groups.add(bson::Value::of(boundaries[i]));
    }
    if (hasOther && !otherIsFirst) {
        other = groups.add(bson::Value(buckets.otherwise));
    }

    if (from.millis < boundaries.front().millis) {
        groups.extend(std::min(to.millis, boundaries.front().millis - 1), other);
    }
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
        groups.extend(std::min(to.millis, boundaries[i + 1].millis - 1), firstBucket + i);
    }
    groups.extend(to.millis, other);
    return groups;
}

} // namespace sandglass::engine::plan
