// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/counted_group.h"

#include "app/bson/builder.h"
#include "app/engine/request/numbers.h"

#include <utility>

namespace sandglass::engine::plan {

using request::appendNumber;

namespace {

using bson::Type;

/// {$sum: 1} or {$count: {}}
bool isCounter(bson::ValueView accumulator)
{
    const bson::DocumentView document = accumulator.asDocument();
    if (accumulator.type() != Type::Document || document.count() != 1) {
        return false;
    }
    const bson::Element only = *document.begin();
    if (only.key == "$sum") {
        return only.value.type() == Type::Int32 && only.value.asInt32() == 1;
    }
    return only.key == "$count" && only.value.type() == Type::Document
        && only.value.asDocument().empty();
}

/// Whether an _id is the same for all documents. Documents and arrays are not accepted: they may
/// contain expressions.
bool isConstantId(bson::ValueView id)
{
    switch (id.type()) {
    case Type::Null:
    case Type::Bool:
    case Type::Date:
    case Type::ObjectId:
        return true;
    case Type::String:
        return !id.asString().starts_with('$');
    default:
        return id.isNumber();
    }
}

bson::ValueView nullId()
{
    return {Type::Null, {}};
}

} // namespace

bson::Document CountedGroup::document(bson::ValueView id, std::int64_t documents) const
{
    bson::Builder group;
    if (showsId) {
        group.append("_id", id);
    }
    for (const std::string_view counter : counters) {
        appendNumber(group, counter, documents);
    }
    return group.take();
}

std::optional<CountedGroup> countedGroup(bson::DocumentView accumulators)
{
    // one other accumulator, such as {$max: "$field"}, needs the documents themselves
    CountedGroup group;
    for (const bson::Element& element : accumulators) {
        if (element.key == "_id") {
            continue;
        }
        if (!isCounter(element.value)) {
            return std::nullopt;
        }
        group.counters.push_back(element.key);
    }
    return group;
}

std::vector<bson::Document> CountingPipeline::result(std::int64_t count) const
{
    // $group and $count produce nothing at all for no documents, not a document with 0
    std::vector<bson::Document> documents;
    if (count > 0) {
        documents.push_back(shown.document(groupId, count));
    }
    return documents;
}

std::optional<CountingPipeline> countingStage(const bson::Element& stage)
{
    CountingPipeline counting;
    counting.groupId = nullId();
    if (stage.key == "$count" && stage.value.type() == Type::String) {
        counting.shown = {{stage.value.asString()}, false};
        return counting;
    }
    const bson::DocumentView group = stage.value.asDocument();
    if (stage.key != "$group" || !isConstantId(group["_id"])) {
        return std::nullopt;
    }
    auto shown = countedGroup(group);
    if (!shown) {
        return std::nullopt;
    }
    counting.shown = std::move(*shown);
    counting.groupId = group["_id"];
    return counting;
}

std::optional<CountingPipeline> countingPipeline(bson::ValueView stages)
{
    // at most two stages: a $match, and the one that counts
    std::vector<bson::Element> list;
    for (const bson::Element& stage : stages.asDocument()) {
        if (stage.value.type() != Type::Document || stage.value.asDocument().count() != 1
            || list.size() == 2) {
            return std::nullopt;
        }
        list.push_back(*stage.value.asDocument().begin());
    }
    bson::DocumentView filter;
    if (list.size() == 2) {
        if (list[0].key != "$match" || list[0].value.type() != Type::Document) {
            return std::nullopt;
        }
        filter = list[0].value.asDocument();
        list.erase(list.begin());
    }
    if (list.size() != 1) {
        return std::nullopt;
    }
    auto counting = countingStage(list.front());
    if (counting) {
        counting->filter = filter;
    }
    return counting;
}

} // namespace sandglass::engine::plan
