// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/query_shape_text.h"

#include "app/bson/json.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace sandglass::engine::plan {

namespace {

using Parts = std::vector<std::string>;

/// Stages that MongoDB's planner includes in a query's shape.
constexpr std::array<std::string_view, 10> kShapingStages{
    "$bucket",  "$count",       "$densify",         "$group", "$lookup",
    "$project", "$replaceRoot", "$setWindowFields", "$sort",  "$sortByCount"};

/// Sorted, so that the order of conditions does not matter.
std::string joined(Parts parts)
{
    std::ranges::sort(parts);
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : "&") + part;
    }
    return text;
}

bool isOperators(bson::ValueView value)
{
    return value.type() == bson::Type::Document && !value.asDocument().empty()
        && value.asDocument().begin()->key.starts_with('$');
}

std::string shapeOfOperators(bson::DocumentView operators);

std::string shapeOfOperator(const bson::Element& element)
{
    std::string name(element.key);
    const bool isList = element.value.type() == bson::Type::Array;
    if ((name == "$in" || name == "$nin" || name == "$all") && isList) {
        return name + std::to_string(element.value.asDocument().count());
    }
    if (name == "$exists") {
        return name + (element.value.toBool() ? "+" : "-");
    }
    if (element.value.type() != bson::Type::Document) {
        return name;
    }
    if (name == "$not" || (name == "$elemMatch" && isOperators(element.value))) {
        return name + "(" + shapeOfOperators(element.value.asDocument()) + ")";
    }
    if (name == "$elemMatch") {
        return name + "(" + shapeOfFilter(element.value.asDocument()) + ")";
    }
    return name;
}

std::string shapeOfOperators(bson::DocumentView operators)
{
    Parts parts;
    for (const bson::Element& element : operators) {
        if (element.key != "$options") {
            parts.push_back(shapeOfOperator(element));
        }
    }
    return joined(std::move(parts));
}

/// The conditions on one field, one part for each operator.
void collectField(const bson::Element& field, Parts& parts)
{
    const std::string path = std::string(field.key) + " ";
    if (!isOperators(field.value)) {
        parts.push_back(path + (field.value.type() == bson::Type::Regex ? "$regex" : "$eq"));
        return;
    }
    for (const bson::Element& condition : field.value.asDocument()) {
        if (condition.key != "$options") {
            parts.push_back(path + shapeOfOperator(condition));
        }
    }
}

std::string shapeOfClauses(bson::DocumentView clauses)
{
    Parts parts;
    for (const bson::Element& clause : clauses) {
        parts.push_back("(" + shapeOfFilter(clause.value.asDocument()) + ")");
    }
    return joined(std::move(parts));
}

// The clauses of an $and are listed with the other conditions, so that {a: 1, b: 1} and {$and: [{a:
// 1}, {b: 1}]} have one shape.
void collect(bson::DocumentView filter, Parts& parts)
{
    for (const bson::Element& element : filter) {
        const std::string name(element.key);
        if (name == "$comment") {
            continue;
        }
        if (name == "$and") {
            for (const bson::Element& clause : element.value.asDocument()) {
                collect(clause.value.asDocument(), parts);
            }
        } else if (name == "$or" || name == "$nor") {
            parts.push_back(name + "[" + shapeOfClauses(element.value.asDocument()) + "]");
        } else if (name.starts_with('$')) {
            parts.push_back(name);
        } else {
            collectField(element, parts);
        }
    }
}

std::string shapeOfProjection(bson::ValueView projection)
{
    Parts fields;
    if (projection.type() == bson::Type::Document) {
        for (const bson::Element& field : projection.asDocument()) {
            fields.push_back(std::string(field.key) + bson::toShellText(field.value));
        }
    }
    return joined(std::move(fields));
}

std::string shapeOfPipeline(bson::ValueView pipeline)
{
    std::string text;
    if (pipeline.type() != bson::Type::Array) {
        return text;
    }
    for (const bson::Element& stage : pipeline.asDocument()) {
        const bson::Element only = *stage.value.asDocument().begin();
        if (std::ranges::find(kShapingStages, only.key) != kShapingStages.end()) {
            text += std::string(only.key) + bson::toShellText(only.value);
        }
    }
    return text;
}

} // namespace

std::string shapeOfFilter(bson::DocumentView filter)
{
    Parts parts;
    collect(filter, parts);
    return joined(std::move(parts));
}

std::string shapeOfCommand(bson::DocumentView filter, bson::DocumentView command)
{
    std::string shape = shapeOfFilter(filter);
    for (const std::string_view field : {"sort", "collation"}) {
        if (const bson::ValueView value = command[field]; !value.isMissing()) {
            shape += "|" + std::string(field) + bson::toShellText(value);
        }
    }
    for (const std::string_view field : {"projection", "fields"}) {
        shape += "|" + shapeOfProjection(command[field]);
    }
    return shape + "|" + shapeOfPipeline(command["pipeline"]);
}

std::string shapeHash(std::string_view shape)
{
    // the offset basis and the prime of 32-bit FNV-1a
    std::uint32_t hash = 2'166'136'261U;
    for (const char letter : shape) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 16'777'619U;
    }
    std::array<char, 9> text{};
    std::snprintf(text.data(), text.size(), "%08X", hash);
    return text.data();
}

} // namespace sandglass::engine::plan
