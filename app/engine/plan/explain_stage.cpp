// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/explain_stage.h"

#include "app/bson/json.h"
#include "app/engine/plan/special_match.h"
#include "app/engine/request/numbers.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace sandglass::engine::plan {

using catalog::Bound;
using catalog::Direction;
using catalog::IndexInfo;
using catalog::IndexRange;
using request::appendNumber;

namespace {

const char* directionText(Direction direction)
{
    return direction == Direction::Forward ? "forward" : "backward";
}

/// "[1, 5)" in the direction of the scan; a missing bound is MinKey or MaxKey.
std::string intervalText(const std::optional<Bound>& lower, const std::optional<Bound>& upper,
                         bool ascending)
{
    const std::string low = lower ? bson::toShellText(lower->value.view()) : "MinKey";
    const std::string high = upper ? bson::toShellText(upper->value.view()) : "MaxKey";
    const bool lowIn = !lower || lower->inclusive;
    const bool highIn = !upper || upper->inclusive;
    if (ascending) {
        return (lowIn ? "[" : "(") + low + ", " + high + (highIn ? "]" : ")");
    }
    return (highIn ? "[" : "(") + high + ", " + low + (lowIn ? "]" : ")");
}

/// The interval of one field of the index: a point in the equal prefix, the bounds of the field
/// after it, everything in later fields.
std::string fieldInterval(const IndexRange& range, std::size_t field, bool ascending)
{
    if (field < range.equalPrefix.size()) {
        const Bound equal{range.equalPrefix[field], true};
        return intervalText(equal, equal, ascending);
    }
    if (field == range.equalPrefix.size()) {
        return intervalText(range.lower, range.upper, ascending);
    }
    return intervalText(std::nullopt, std::nullopt, ascending);
}

/// {field: ["[1, 1]", "[5, 5]"], …}. Ranges that share an interval of a field show it once.
bson::Document indexBounds(const QueryPlan& plan)
{
    bson::Builder bounds;
    const auto fields = keyParts(*plan.index, plan.ranges.front());
    for (std::size_t at = 0; at < fields.size(); ++at) {
        const bool ascending = plan.direction == Direction::Forward;
        bounds.beginArray(fields[at]);
        std::string last;
        for (const IndexRange& range : plan.ranges) {
            std::string text = fieldInterval(range, at, ascending);
            if (text != last) {
                bounds.push(text);
            }
            last = std::move(text);
        }
        bounds.end();
    }
    return bounds.take();
}

bson::Document numbers(std::initializer_list<std::pair<std::string_view, std::int64_t>> fields)
{
    bson::Builder builder;
    for (const auto& [field, number] : fields) {
        appendNumber(builder, field, number);
    }
    return builder.take();
}

/// The direction of the scan relative to the key pattern, as MongoDB shows it. Stored entries
/// ascend in every field, so following a descending field is a backward scan here.
Direction patternDirection(const QueryPlan& plan)
{
    const auto fields = protocol::keyFields(plan.index->definition.key);
    const std::size_t at = std::min(plan.ranges.front().equalPrefix.size(), fields.size() - 1);
    const bool along = (plan.direction == Direction::Forward) == fields[at].ascending;
    return along ? Direction::Forward : Direction::Backward;
}

/// The key pattern, with the two parts of a wildcard field.
bson::Document scannedPattern(const QueryPlan& plan)
{
    const bson::DocumentView key = plan.index->definition.key;
    const std::vector<std::string> parts = keyParts(*plan.index, plan.ranges.front());
    if (parts.size() == key.count()) {
        return bson::Document(key);
    }
    bson::Builder pattern;
    for (const std::string& part : parts) {
        const bson::ValueView direction = key[part];
        pattern.append(part, direction.isMissing() ? bson::Value::of(1) : bson::Value(direction));
    }
    return pattern.take();
}

ExplainStage indexScanStage(const MatchCursor& walk)
{
    const QueryPlan& plan = walk.plan();
    const IndexInfo& index = *plan.index;
    bson::Builder details;
    details.append("keyPattern", scannedPattern(plan)).append("indexName", index.definition.name);
    if (index.definition.collation) {
        details.append("collation", *index.definition.collation);
    }
    details.append("isMultiKey", index.multikey)
        .append("isUnique", index.definition.unique)
        .append("isSparse", index.definition.sparse)
        .append("isPartial", index.definition.partialFilter.has_value())
        .append("indexVersion", std::int32_t{index.definition.version})
        .append("direction", directionText(patternDirection(plan)))
        .append("indexBounds", indexBounds(plan));
    return {"IXSCAN", details.take(), walk.documentsExamined(),
            numbers({{"keysExamined", walk.keysExamined()},
                     {"seeks", static_cast<std::int64_t>(plan.ranges.size())}})};
}

bson::Document filterDetails(bson::DocumentView filter)
{
    bson::Builder details;
    if (!filter.empty()) {
        details.append("filter", filter);
    }
    return details.take();
}

} // namespace

std::vector<ExplainStage> accessStages(const MatchCursor& walk, bson::DocumentView filter)
{
    const QueryPlan& plan = walk.plan();
    const bson::Document examined = numbers({{"docsExamined", walk.documentsExamined()}});
    switch (plan.access) {
    case Access::Nothing:
        return {{"EOF", {}, 0, {}}};
    case Access::IdLookup:
        // MongoDB's name for a lookup by _id, which skips the planner there
        return {{"IDHACK",
                 {},
                 walk.delivered(),
                 numbers({{"keysExamined", walk.keysExamined()},
                          {"docsExamined", walk.documentsExamined()}})}};
    case Access::CollectionScan: {
        bson::Builder details;
        details.appendAll(filterDetails(filter));
        details.append("direction", directionText(plan.direction));
        return {{"COLLSCAN", details.take(), walk.delivered(), examined}};
    }
    case Access::IndexScan:
        break;
    }
    return {{"FETCH", filterDetails(filter), walk.delivered(), examined}, indexScanStage(walk)};
}

std::string planSummary(const QueryPlan& plan)
{
    switch (plan.access) {
    case Access::Nothing:
        return "EOF";
    case Access::IdLookup:
        return "IDHACK";
    case Access::CollectionScan:
        return "COLLSCAN";
    case Access::IndexScan:
        break;
    }
    return "IXSCAN " + bson::toShellText(plan.index->definition.key);
}

bson::Document planTree(const std::vector<ExplainStage>& stages)
{
    // from the innermost stage outward: each one contains the document built so far
    bson::Document inner;
    for (std::size_t left = stages.size(); left > 0; --left) {
        const ExplainStage& stage = stages[left - 1];
        bson::Builder outer;
        outer.append("stage", stage.name).appendAll(stage.details);
        if (!inner.empty()) {
            outer.append("inputStage", inner);
        }
        inner = outer.take();
    }
    return inner;
}

bson::Document executionTree(const std::vector<ExplainStage>& stages, std::int64_t millis)
{
    bson::Document inner;
    for (std::size_t left = stages.size(); left > 0; --left) {
        const ExplainStage& stage = stages[left - 1];
        bson::Builder outer;
        outer.append("stage", stage.name);
        appendNumber(outer, "nReturned", stage.returned);
        appendNumber(outer, "executionTimeMillisEstimate", millis);
        appendNumber(outer, "advanced", stage.returned);
        outer.append("isEOF", 1).appendAll(stage.details).appendAll(stage.figures);
        if (!inner.empty()) {
            outer.append("inputStage", inner);
        }
        inner = outer.take();
    }
    return inner;
}

} // namespace sandglass::engine::plan
