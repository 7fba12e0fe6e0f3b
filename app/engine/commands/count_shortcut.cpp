// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/count_shortcut.h"

#include "app/bson/builder.h"
#include "app/engine/commands/numbers.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace sandglass::engine::commands {

namespace {

constexpr std::int64_t kFirstMilli = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLastMilli = std::numeric_limits<std::int64_t>::max();

struct DateRange
{
    std::int64_t from = kFirstMilli;
    std::int64_t to = kLastMilli;
    bool hasLower = false;
    bool hasUpper = false;
    bool empty = false;

    void raiseFrom(std::int64_t millis, bool inclusive)
    {
        hasLower = true;
        empty = empty || (!inclusive && millis == kLastMilli);
        from = std::max(from, inclusive || empty ? millis : millis + 1);
    }
    void lowerTo(std::int64_t millis, bool inclusive)
    {
        hasUpper = true;
        empty = empty || (!inclusive && millis == kFirstMilli);
        to = std::min(to, inclusive || empty ? millis : millis - 1);
    }
};

/// {$gte: date, $lt: date} and the like; nullopt for anything else.
std::optional<DateRange> dateRange(bson::ValueView condition)
{
    if (condition.type() != bson::Type::Document || condition.asDocument().empty())
        return std::nullopt;
    DateRange range;
    for (const bson::Element& element : condition.asDocument()) {
        if (element.value.type() != bson::Type::Date)
            return std::nullopt;
        const std::int64_t millis = element.value.asDate().millis;
        if (element.key == "$gte" || element.key == "$gt")
            range.raiseFrom(millis, element.key == "$gte");
        else if (element.key == "$lte" || element.key == "$lt")
            range.lowerTo(millis, element.key == "$lte");
        else
            return std::nullopt;
    }
    return range;
}

bool canCount(const catalog::IndexInfo& index, std::string_view field, const DateRange& range)
{
    const catalog::IndexDefinition& definition = index.definition;
    if (!index.ready || !definition.isTtl() || !definition.isOrdered() || definition.partialFilter)
        return false;
    const auto fields = protocol::keyFields(definition.key);
    if (fields.size() != 1 || fields.front().path != field)
        return false;
    // of an array, different dates may meet the two ends
    return !index.multikey || !range.hasLower || !range.hasUpper;
}

bool isConstantOne(bson::ValueView accumulator)
{
    const bson::DocumentView document = accumulator.asDocument();
    return accumulator.type() == bson::Type::Document && document.count() == 1
        && document["$sum"].type() == bson::Type::Int32 && document["$sum"].asInt32() == 1;
}

bool isConstantId(bson::ValueView id)
{
    if (id.isNumber() || id.type() == bson::Type::Null)
        return true;
    return id.type() == bson::Type::String && !id.asString().starts_with('$');
}

} // namespace

std::optional<CountShortcut> countShortcut(const catalog::Collection& collection,
                                           bson::DocumentView filter)
{
    if (filter.empty())
        return CountShortcut{};
    const auto first = filter.begin();
    if (filter.count() != 1 || first->key.starts_with('$'))
        return std::nullopt;
    const std::string_view field = first->key;
    const auto range = dateRange(first->value);
    if (!range)
        return std::nullopt;
    for (const catalog::IndexInfo& index : collection.indexes()) {
        if (!canCount(index, field, *range))
            continue;
        if (range->empty)
            return CountShortcut{index.definition.name, {kLastMilli}, {kFirstMilli}};
        return CountShortcut{index.definition.name, {range->from}, {range->to}};
    }
    return std::nullopt;
}

std::string planSummary(const CountShortcut& shortcut)
{
    return shortcut.indexName.empty() ? "RECORD_STORE_FAST_COUNT"
                                      : "COUNT_SCAN " + shortcut.indexName;
}

Result<std::int64_t> countBy(const CountShortcut& shortcut, const catalog::Collection& collection)
{
    if (shortcut.indexName.empty())
        return collection.figures().documents;
    if (shortcut.from.millis > shortcut.to.millis)
        return std::int64_t{0};
    return collection.countDates(shortcut.indexName, shortcut.from, shortcut.to);
}

std::optional<bson::Document> CountingPipeline::result(std::int64_t count) const
{
    if (count == 0)
        return std::nullopt;
    bson::Builder document;
    document.append("_id", groupId);
    appendNumber(document, field, count);
    return document.take();
}

std::optional<CountingPipeline> countingPipeline(bson::ValueView stages)
{
    std::vector<bson::Element> list;
    for (const bson::Element& stage : stages.asDocument()) {
        if (stage.value.type() != bson::Type::Document || stage.value.asDocument().count() != 1
            || list.size() == 2)
            return std::nullopt;
        list.push_back(*stage.value.asDocument().begin());
    }
    CountingPipeline counting;
    if (list.size() == 2) {
        if (list[0].key != "$match" || list[0].value.type() != bson::Type::Document)
            return std::nullopt;
        counting.filter = list[0].value.asDocument();
        list.erase(list.begin());
    }
    if (list.size() != 1)
        return std::nullopt;
    const bson::Element& last = list.front();
    if (last.key == "$count" && last.value.type() == bson::Type::String) {
        counting.field = last.value.asString();
        return counting;
    }
    const bson::DocumentView group = last.value.asDocument();
    if (last.key != "$group" || group.count() != 2 || !isConstantId(group["_id"]))
        return std::nullopt;
    for (const bson::Element& element : group) {
        if (element.key == "_id")
            continue;
        if (!isConstantOne(element.value))
            return std::nullopt;
        counting.field = element.key;
    }
    counting.groupId = group["_id"];
    return counting;
}

} // namespace sandglass::engine::commands
