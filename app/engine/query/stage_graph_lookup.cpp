// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/join_table.h"
#include "app/engine/query/stage.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

// $graphLookup is a breadth-first search, one round for each depth: the values of a round are
// looked up in the collection, and the documents found give the values of the next round.

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

/// The options of $graphLookup.
struct GraphOptions
{
    std::string from;
    std::string asText; ///< path of the result, as given
    std::vector<std::string> as; ///< the same, split
    Expression startWith;
    bool hasStart = false; ///< startWith was given
    std::string connectFrom;
    std::string connectTo;
    std::vector<std::string> depthField; ///< empty: none
    std::optional<std::int64_t> maxDepth; ///< unset: unlimited
    Filter restriction; ///< restrictSearchWithMatch
    bson::CollationPtr collation; ///< of strings; may be null
};

/// One round of the search: the values to look for.
using Frontier = std::vector<bson::Value>;

/// The state of the search for one document.
struct Search
{
    ValueIndex seen; ///< all values that were looked up
    std::set<const bson::Document*> visited; ///< in the table; each is returned once
    MemoryBudget memory; ///< of the two
};

Error tooMuchMemory()
{
    return expressionError(40099, "$graphLookup reached maximum memory consumption");
}

/// Adds one value to `frontier`, unless it was looked up before.
Result<void> addOne(ValueView value, Search& search, Frontier& frontier)
{
    // the value's slots in the index, and the document it may lead to
    constexpr std::size_t kSlotBytes = 80;
    if (value.isMissing() || !search.seen.insert(value).second) {
        return {};
    }
    frontier.emplace_back(value);
    auto counted = search.memory.take(2 * (sizeof(bson::Value) + value.raw().size()) + kSlotBytes);
    if (!counted && counted.error().serverCode != WorkMemory::kExceeded) {
        return tooMuchMemory();
    }
    return counted;
}

// Adds a value for the next round, or each element of an array. A value that was looked up before
// is skipped, which also ends the search in a cycle.
Result<void> addToFrontier(ValueView value, Search& search, Frontier& frontier)
{
    if (value.type() != Type::Array) {
        return addOne(value, search, frontier);
    }
    for (const bson::Element& element : value.asDocument()) {
        TRY(addOne(element.value, search, frontier));
    }
    return {};
}

class GraphLookupStage final : public Stage
{
public:
    explicit GraphLookupStage(GraphOptions options)
        : m_options(std::move(options))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return changingSource(
            std::move(input), environment,
            [this, &environment, table = std::optional<JoinTable>()](
                const bson::Document& document) mutable -> Result<std::optional<bson::Document>> {
                if (!table) {
                    auto made = makeTable(environment);
                    TRY(made);
                    table = std::move(*made);
                }
                return joined(document, *table, environment);
            });
    }

private:
    // Reads the collection once into a table by the connectTo field: the search makes many lookups.
    Result<JoinTable> makeTable(PipelineEnvironment& environment) const
    {
        Result<DocumentSourcePtr> foreign
            = environment.openCollection(m_options.from, m_options.restriction);
        TRY(foreign);
        Result<std::optional<JoinTable>> table = JoinTable::build(
            **foreign, {m_options.connectTo, m_options.collation}, "$graphLookup", environment);
        TRY(table);
        if (!*table) {
            return tooMuchMemory();
        }
        return std::move(**table);
    }

    Result<std::optional<bson::Document>> joined(const bson::Document& document,
                                                 const JoinTable& table,
                                                 PipelineEnvironment& environment) const
    {
        const Result<bson::Value> start = m_options.startWith.evaluate(document);
        TRY(start);
        Search search{ValueIndex(m_options.collation), {}, {"$graphLookup", environment}};
        Frontier frontier;
        TRY(addToFrontier(start->view(), search, frontier));
        bson::Builder found;
        InterruptGate gate(environment);
        for (std::int64_t depth = 0; !frontier.empty() && withinDepth(depth); ++depth) {
            Frontier next;
            for (const bson::Document* match : matchesOf(frontier, table)) {
                if (!search.visited.insert(match).second) {
                    continue;
                }
                TRY(gate.pass());
                found.push(shown(*match, depth));
                if (found.size() > bson::kMaxDocumentBytes) {
                    return tooMuchMemory();
                }
                for (const ValueView value :
                     bson::valuesAtPath(*match, m_options.connectFrom, false)) {
                    TRY(addToFrontier(value, search, next));
                }
            }
            frontier = std::move(next);
        }
        const bson::Document list = found.take();
        return std::optional(
            withPath(document, m_options.as, ValueView(Type::Array, list.bytes())));
    }

    bool withinDepth(std::int64_t depth) const
    {
        return !m_options.maxDepth || depth <= *m_options.maxDepth;
    }

    static std::vector<const bson::Document*> matchesOf(const Frontier& frontier,
                                                        const JoinTable& table)
    {
        std::vector<ValueView> values;
        values.reserve(frontier.size());
        for (const bson::Value& value : frontier) {
            values.push_back(value.view());
        }
        return table.find(values);
    }

    /// A document of the result, with its depth if that is asked for.
    bson::Document shown(const bson::Document& match, std::int64_t depth) const
    {
        if (m_options.depthField.empty()) {
            return match;
        }
        return withPath(match, m_options.depthField, bson::Value::of(depth).view());
    }

    GraphOptions m_options;
};

Result<std::string> graphText(const bson::Element& element)
{
    constexpr std::array kTexts{"from", "as", "connectFromField", "connectToField", "depthField"};
    if (std::ranges::find(kTexts, element.key) == kTexts.end()) {
        return expressionError(40104,
                               "Unknown argument to $graphLookup: " + std::string(element.key));
    }
    if (element.value.type() != Type::String) {
        return expressionError(40103,
                               "expected string as argument for " + std::string(element.key)
                                   + ", found: " + typeText(element.value));
    }
    return std::string(element.value.asString());
}

Result<void> readDepth(ValueView value, GraphOptions& options)
{
    if (!value.isNumber()) {
        return expressionError(40100, "maxDepth must be numeric, found type: " + typeText(value));
    }
    if (value.toDouble() < 0) {
        return expressionError(
            40101, "maxDepth requires a nonnegative argument, found: " + bson::toShellText(value));
    }
    const auto depth = value.toExactInt64();
    if (!depth) {
        return expressionError(
            40102, "maxDepth could not be represented as a long long: " + bson::toShellText(value));
    }
    options.maxDepth = *depth;
    return {};
}

Result<void> readPath(const std::string& text, std::vector<std::string>& path)
{
    Result<std::vector<std::string>> split = splitFieldPath(text);
    TRY(split);
    path = std::move(*split);
    return {};
}

Result<void> readGraphOption(const bson::Element& element, const EvaluationContext& context,
                             GraphOptions& options)
{
    if (element.key == "startWith") {
        Result<Expression> start = Expression::parse(element.value, context);
        TRY(start);
        options.startWith = std::move(*start);
        options.hasStart = true;
        return {};
    }
    if (element.key == "maxDepth") {
        return readDepth(element.value, options);
    }
    if (element.key == "restrictSearchWithMatch") {
        if (element.value.type() != Type::Document) {
            return expressionError(40185,
                                   "restrictSearchWithMatch must be an object, found "
                                       + typeText(element.value));
        }
        Result<Filter> filter = Filter::parse(element.value.asDocument(), context);
        TRY(filter);
        options.restriction = std::move(*filter);
        return {};
    }
    const Result<std::string> text = graphText(element);
    TRY(text);
    if (element.key == "depthField") {
        return readPath(*text, options.depthField);
    }
    std::string& target = element.key == "from" ? options.from
        : element.key == "as"                   ? options.asText
        : element.key == "connectFromField"     ? options.connectFrom
                                                : options.connectTo;
    target = *text;
    return {};
}

/// The collection is read before all else, as in MongoDB.
Result<void> checkFrom(bson::DocumentView specification)
{
    const ValueView from = specification["from"];
    if (from.isMissing()) {
        return expressionError(9,
                               "missing 'from' option to $graphLookup stage specification: "
                                   + bson::toShellText(specification));
    }
    if (from.type() != Type::String) {
        return expressionError(
            9, "$graphLookup 'from' field must be a string, but found " + typeText(from));
    }
    return from.asString().empty() ? emptyForeignName("$graphLookup") : Result<void>();
}

Result<void> checkGraph(GraphOptions& options)
{
    const bool complete = !options.asText.empty() && options.hasStart
        && !options.connectFrom.empty() && !options.connectTo.empty();
    if (!complete) {
        return expressionError(40105,
                               "$graphLookup requires 'from', 'as', 'startWith', "
                               "'connectFromField', and 'connectToField' to be specified.");
    }
    for (const std::string* field : {&options.connectFrom, &options.connectTo}) {
        const auto path = splitFieldPath(*field);
        TRY(path);
    }
    return readPath(options.asText, options.as);
}

} // namespace

Result<void> parseGraphLookup(ValueView specification, StageList& list)
{
    if (specification.type() != Type::Document) {
        return expressionError(9,
                               "the $graphLookup stage specification must be an object, but found "
                                   + typeText(specification));
    }
    TRY(checkFrom(specification.asDocument()));
    GraphOptions options;
    options.collation = list.context.evaluation.collation;
    for (const bson::Element& element : specification.asDocument()) {
        TRY(readGraphOption(element, list.context.evaluation, options));
    }
    TRY(checkGraph(options));
    list.items.push_back({"$graphLookup", std::make_shared<GraphLookupStage>(std::move(options))});
    return {};
}

} // namespace sandglass::engine::query
