// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/match_parse.h"

#include "app/bson/builder.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_array.h"
#include "app/engine/query/match_leaf.h"
#include "app/engine/query/match_operators.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

// Most levels of a query tree. Source: MongoDB server source, expression_parser.cpp,
// kMaximumTreeDepth.
constexpr int kMaxTreeDepth = 100;

// Operators for whole documents; the others test a single value.
constexpr std::array<std::string_view, 9> kWholeOperators{
    "$and", "$or", "$nor", "$expr", "$where", "$text", "$comment", "$jsonSchema", "$alwaysFalse"};

bool isWholeOperator(std::string_view name)
{
    return std::ranges::find(kWholeOperators, name) != kWholeOperators.end();
}

std::string_view firstKey(bson::DocumentView document)
{
    return document.empty() ? std::string_view() : document.begin()->key;
}

// Why an operator that MongoDB has is not supported here; success for all others.
Result<void> refused(std::string_view name)
{
    // as a MongoDB server started with --noscripting
    if (name == "$where") {
        return badValue("no globalScriptEngine in $where parsing: this server runs no JavaScript");
    }
    // as a MongoDB collection without a text index
    if (name == "$text") {
        return commandError(ServerCode::IndexNotFound,
                            "text index required for $text query; this server has no text search");
    }
    return {};
}

// MongoDB sorts a list of conditions and evaluates $expr after those on fields. So an expression
// cannot fail for a document that another condition decides: {$expr: {$divide: [1, "$a"]}, a: {$gt:
// 0}} is safe. Source: MongoDB server source, expression.h, MatchType.
void putExpressionsLast(std::vector<MatchNode>& nodes)
{
    // not the one of std::ranges, whose result clang 14 cannot read with this standard library
    std::stable_partition(nodes.begin(), nodes.end(), [](const MatchNode& node) {
        return node.kind != MatchNode::Kind::Expression;
    });
}

// Counts the nesting while it lives.
class DepthGuard
{
public:
    explicit DepthGuard(int& depth)
        : m_depth(depth)
    {
        ++m_depth;
    }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    ~DepthGuard() { --m_depth; }
    bool tooDeep() const { return m_depth > kMaxTreeDepth; }

private:
    int& m_depth;
};

} // namespace

bool isOperatorName(std::string_view name)
{
    // the fields of a DBRef are data
    return name.starts_with('$') && name != "$ref" && name != "$id" && name != "$db";
}

bool isOperatorDocument(ValueView value)
{
    return value.type() == Type::Document && isOperatorName(firstKey(value.asDocument()));
}

bool isValueOperatorDocument(ValueView value)
{
    return isOperatorDocument(value) && !isWholeOperator(firstKey(value.asDocument()));
}

Result<MatchNode> FilterParser::document(bson::DocumentView filter, Level level)
{
    const DepthGuard guard(m_depth);
    if (guard.tooDeep()) {
        return badValue("exceeded maximum query tree depth of 100");
    }
    Nodes nodes;
    for (const bson::Element& element : filter) {
        // a field condition otherwise
        if (isOperatorName(element.key)) {
            TRY(topLevel(element, level, nodes));
            continue;
        }
        auto node = condition(element.key, element.value);
        TRY(node);
        nodes.push_back(std::move(*node));
    }
    putExpressionsLast(nodes);
    return MatchNode::allOf(std::move(nodes));
}

Result<void> FilterParser::topLevel(const bson::Element& element, Level level, Nodes& nodes)
{
    const std::string_view name = element.key;
    TRY(refused(name));
    // $comment has no effect on matching
    if (name == "$comment") {
        return {};
    }
    if (name == "$alwaysTrue" || name == "$alwaysFalse") {
        if (element.value.toExactInt64() != 1) {
            return commandError(ServerCode::FailedToParse,
                                std::string(name) + " must be an integer value of 1");
        }
        if (name == "$alwaysFalse") {
            nodes.push_back(MatchNode::never());
        }
        return {};
    }
    if (name == "$sampleRate") {
        auto sampled = sampleRate(element.value);
        TRY(sampled);
        nodes.push_back(std::move(*sampled));
        return {};
    }
    if (!isWholeOperator(name)) {
        return badValue("unknown top level operator: " + std::string(name)
                        + ". If you have a field name that starts with a '$' symbol, consider "
                          "using $getField or $setField.");
    }
    auto node = name == "$expr" ? expression(element.value, level)
        : name == "$jsonSchema" ? jsonSchema(element.value)
                                : logical(name, element.value, level);
    TRY(node);
    nodes.push_back(std::move(*node));
    return {};
}

// A random choice for each document: {$lt: [{$rand: {}}, share]}.
Result<MatchNode> FilterParser::sampleRate(ValueView rate)
{
    if (!rate.isNumber()) {
        return badValue("argument to $sampleRate must be a numeric type");
    }
    const double share = rate.toDouble();
    // written so that NaN fails as well
    if (!(share >= 0 && share <= 1)) {
        return badValue("numeric argument to $sampleRate must be in [0, 1]");
    }
    // no condition at all
    if (share == 1) {
        return MatchNode();
    }
    if (share == 0) {
        return MatchNode::never();
    }
    const bson::Document draw = bson::makeDocument(
        "$lt",
        bson::Value::array(bson::makeArray(bson::makeDocument("$rand", bson::Document()), share)));
    return expression(ValueView(Type::Document, draw.bytes()), Level::Whole);
}

Result<MatchNode> FilterParser::logical(std::string_view name, ValueView list, Level level)
{
    if (list.type() != Type::Array) {
        return badValue(std::string(name) + " must be an array");
    }
    if (list.asDocument().empty()) {
        return badValue("$and/$or/$nor must be a nonempty array");
    }
    MatchNode made;
    made.kind = name == "$and" ? MatchNode::Kind::And
        : name == "$or"        ? MatchNode::Kind::Or
                               : MatchNode::Kind::Nor;
    for (const bson::Element& element : list.asDocument()) {
        if (element.value.type() != Type::Document) {
            return badValue("$or/$and/$nor entries need to be full objects");
        }
        auto child = document(element.value.asDocument(), level);
        TRY(child);
        made.children.push_back(std::move(*child));
    }
    putExpressionsLast(made.children);
    return made;
}

Result<MatchNode> FilterParser::jsonSchema(ValueView value)
{
    if (value.type() != Type::Document) {
        return commandError(ServerCode::TypeMismatch, "$jsonSchema must be an object");
    }
    auto schema = JsonSchema::parse(value.asDocument());
    TRY(schema);
    MatchNode node;
    node.kind = MatchNode::Kind::Schema;
    node.schema = std::move(*schema);
    return node;
}

Result<MatchNode> FilterParser::expression(ValueView value, Level level)
{
    if (level != Level::Whole) {
        return badValue("$expr can only be applied to the top-level document");
    }
    auto parsed = Expression::parse(value, m_context);
    TRY(parsed);
    MatchNode node;
    node.kind = MatchNode::Kind::Expression;
    node.expression = std::move(*parsed);
    return node;
}

Result<MatchNode> FilterParser::condition(std::string_view path, ValueView value)
{
    // an operator document, or a value to equal
    if (isOperatorDocument(value)) {
        return operators(path, value.asDocument());
    }
    auto predicate = value.type() == Type::Regex
        ? regexPredicate(value.asRegex().pattern, value.asRegex().options)
        : comparisonPredicate(Comparison::Equal, value, path, m_context.collation);
    TRY(predicate);
    return MatchNode::onPath(path, std::move(*predicate));
}

Result<MatchNode> FilterParser::operators(std::string_view path, bson::DocumentView operators)
{
    const DepthGuard guard(m_depth);
    if (guard.tooDeep()) {
        return badValue("exceeded maximum query tree depth of 100");
    }
    Nodes nodes;
    for (const bson::Element& element : operators) {
        TRY(fieldOperator(path, element, operators, nodes));
    }
    return MatchNode::allOf(std::move(nodes));
}

Result<void> FilterParser::fieldOperator(std::string_view path, const bson::Element& element,
                                         bson::DocumentView siblings, Nodes& nodes)
{
    const auto take = [&nodes](Result<MatchNode> node) -> Result<void> {
        TRY(node);
        nodes.push_back(std::move(*node));
        return {};
    };
    if (element.key == "$not") {
        return take(notOperator(path, element.value));
    }
    if (element.key == "$elemMatch") {
        return take(elemMatch(path, element.value));
    }
    if (element.key == "$all") {
        return take(all(path, element.value));
    }
    if (element.key == "$options") {
        if (!siblings.contains("$regex")) {
            return badValue("$options needs a $regex");
        }
        return {}; // leafOperator() reads it together with $regex
    }
    return take(leafOperator(path, element, siblings, m_context.collation));
}

Result<MatchNode> FilterParser::notOperator(std::string_view path, ValueView value)
{
    if (value.type() != Type::Regex && value.type() != Type::Document) {
        return badValue("$not needs a regex or a document");
    }
    if (value.type() == Type::Document && value.asDocument().empty()) {
        return badValue("$not cannot be empty");
    }
    auto node = value.type() == Type::Regex ? condition(path, value)
                                            : operators(path, value.asDocument());
    TRY(node);
    return MatchNode::negated(std::move(*node));
}

Result<MatchNode> FilterParser::elemMatch(std::string_view path, ValueView value)
{
    if (value.type() != Type::Document) {
        return badValue("$elemMatch needs an Object");
    }
    const bson::DocumentView conditions = value.asDocument();
    // {$elemMatch: {$gt: 1}} tests values, {$elemMatch: {a: 1}} tests documents
    const bool onValues = isValueOperatorDocument(value);
    // the path is empty: each element itself is tested
    auto node = onValues ? operators("", conditions) : document(conditions, Level::Element);
    TRY(node);
    return MatchNode::onPath(path,
                             onValues ? elemMatchValuePredicate(std::move(*node))
                                      : elemMatchObjectPredicate(std::move(*node)));
}

Result<MatchNode> FilterParser::all(std::string_view path, ValueView value)
{
    if (value.type() != Type::Array) {
        return badValue("$all needs an array");
    }
    // {$all: []} matches nothing
    if (value.asDocument().empty()) {
        return MatchNode::never();
    }
    const auto isElemMatch = [](ValueView element) {
        return element.type() == Type::Document && firstKey(element.asDocument()) == "$elemMatch";
    };
    // the first element decides for all
    const bool elemMatches = isElemMatch(value.asDocument().begin()->value);
    Nodes nodes;
    for (const bson::Element& element : value.asDocument()) {
        if (elemMatches && !isElemMatch(element.value)) {
            return badValue("$all/$elemMatch has to be consistent");
        }
        if (!elemMatches && isOperatorDocument(element.value)) {
            return badValue("no $ expressions in $all");
        }
        // each element must be matched by some element of the array
        auto node = elemMatches ? elemMatch(path, element.value.asDocument().begin()->value)
                                : condition(path, element.value);
        TRY(node);
        nodes.push_back(std::move(*node));
    }
    return MatchNode::allOf(std::move(nodes));
}

} // namespace sandglass::engine::query
