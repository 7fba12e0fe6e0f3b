// SPDX-License-Identifier: GPL-3.0-or-later
// $let, $map, $filter, $reduce: the operators that declare variables.
#include "app/bson/builder.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/loop_guard.h"

#include <array>
#include <cctype>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;

/// What $map, $filter and $reduce go through: an array, or null when there is none. Errors: `code`
/// with `complaint` and the type for any other value.
Result<Operand> arrayInput(const ExpressionNode& input, const Scope& scope, int code,
                           std::string_view complaint)
{
    Result<Operand> value = input.evaluate(scope);
    TRY(value);
    if (value->view().isNullish()) {
        return Operand::null();
    }
    if (value->view().type() != bson::Type::Array) {
        return expressionError(code, std::string(complaint) + typeText(value->view()));
    }
    return value;
}

// The bindings form a list on the stack, from the innermost variable outwards. PathNode follows it
// by the distance that the parser has fixed.
class LetNode final : public ExpressionNode
{
public:
    LetNode(std::vector<NodePtr> values, NodePtr in)
        : m_values(std::move(values))
        , m_in(std::move(in))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        std::vector<Operand> values;
        // must not grow: the bindings and the values are referred to by address
        values.reserve(m_values.size());
        std::vector<Binding> bindings(m_values.size());
        const Binding* innermost = scope.bindings;
        // values see the outer scope only, not each other
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            Result<Operand> value = m_values[i]->evaluate(scope);
            TRY(value);
            TRY(checkComputedDepth(value->view()));
            values.push_back(std::move(*value));
            bindings[i] = {values[i].view(), innermost};
            innermost = &bindings[i];
        }
        Result<Operand> result = m_in->evaluate({scope.root, scope.current, innermost});
        TRY(result);
        // the variables die here, so the result must not borrow from them
        return std::move(*result).detached();
    }

private:
    std::vector<NodePtr> m_values;
    NodePtr m_in;
};

class MapNode final : public ExpressionNode
{
public:
    MapNode(NodePtr input, NodePtr in)
        : m_input(std::move(input))
        , m_in(std::move(in))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        Result<Operand> input
            = arrayInput(*m_input, scope, 16883, "input to $map must be an array not ");
        if (!input || input->view().isNullish()) {
            return input;
        }
        bson::Builder mapped;
        for (const bson::Element& element : input->view().asDocument()) {
            TRY(LoopGuard::work(1));
            const Binding binding{element.value, scope.bindings};
            Result<Operand> value = m_in->evaluate({scope.root, scope.current, &binding});
            TRY(value);
            // a gap is not possible in an array
            if (value->view().isMissing()) {
                mapped.pushNull();
            } else {
                mapped.push(value->view());
            }
            TRY(checkComputedSize(mapped.size()));
        }
        return Operand::array(mapped.take());
    }

private:
    NodePtr m_input;
    NodePtr m_in;
};

class FilterNode final : public ExpressionNode
{
public:
    FilterNode(NodePtr input, NodePtr condition, NodePtr limit)
        : m_input(std::move(input))
        , m_condition(std::move(condition))
        , m_limit(std::move(limit))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        Result<Operand> input
            = arrayInput(*m_input, scope, 28651, "input to $filter must be an array not ");
        if (!input || input->view().isNullish()) {
            return input;
        }
        Result<std::int64_t> left = limit(scope);
        TRY(left);
        bson::Builder kept;
        for (const bson::Element& element : input->view().asDocument()) {
            // the limit was reached
            if (*left == 0) {
                break;
            }
            TRY(LoopGuard::work(1));
            const Binding binding{element.value, scope.bindings};
            Result<Operand> keep = m_condition->evaluate({scope.root, scope.current, &binding});
            TRY(keep);
            if (!keep->view().toBool()) {
                continue;
            }
            kept.push(element.value);
            --*left;
        }
        return Operand::array(kept.take());
    }

private:
    Result<std::int64_t> limit(const Scope& scope) const
    {
        if (m_limit == nullptr) {
            return std::numeric_limits<std::int64_t>::max();
        }
        const Result<Operand> value = m_limit->evaluate(scope);
        TRY(value);
        // null means: no limit
        if (value->view().isNullish()) {
            return std::numeric_limits<std::int64_t>::max();
        }
        const std::optional<std::int64_t> whole = value->view().toExactInt64();
        if (!whole || *whole > std::numeric_limits<std::int32_t>::max()) {
            return expressionError(327391,
                                   "$filter: limit must be represented as a 32-bit integral value");
        }
        if (*whole < 1) {
            return expressionError(327392, "$filter: limit must be greater than 0");
        }
        return *whole;
    }

    NodePtr m_input;
    NodePtr m_condition;
    NodePtr m_limit;
};

// Binds $$value and then $$this, in the order in which parseReduce() enters the names: $$this is
// the innermost variable.
class ReduceNode final : public ExpressionNode
{
public:
    ReduceNode(NodePtr input, NodePtr initial, NodePtr in)
        : m_input(std::move(input))
        , m_initial(std::move(initial))
        , m_in(std::move(in))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        Result<Operand> input = arrayInput(*m_input, scope, 40080,
                                           "$reduce requires that 'input' be an array, found: ");
        if (!input || input->view().isNullish()) {
            return input;
        }
        Result<Operand> value = m_initial->evaluate(scope);
        std::uint32_t rounds = 0;
        for (const bson::Element& element : input->view().asDocument()) {
            TRY(value);
            TRY(LoopGuard::work(1));
            const Binding outer{value->view(), scope.bindings};
            const Binding inner{element.value, &outer};
            Result<Operand> next = m_in->evaluate({scope.root, scope.current, &inner});
            TRY(next);
            // `value` replaces what the next round refers to, so it must own its bytes
            *value = std::move(*next).detached();
            // a round can add no more levels than the expression has, so not each is looked at
            if (++rounds % kRoundsPerLook == 0) {
                TRY(checkComputedDepth(value->view()));
            }
        }
        TRY(value);
        TRY(checkComputedDepth(value->view()));
        return value;
    }

private:
    static constexpr std::uint32_t kRoundsPerLook = 16;

    NodePtr m_input;
    NodePtr m_initial;
    NodePtr m_in;
};

Result<NodePtr> parseLet(ValueView argument, ExpressionParser& parser)
{
    if (argument.type() != bson::Type::Document) {
        return expressionError(16874, "$let only supports an object as its argument");
    }
    ValueView vars;
    ValueView in;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.key == "vars") {
            vars = element.value;
        } else if (element.key == "in") {
            in = element.value;
        } else {
            return expressionError(16875,
                                   "Unrecognized parameter to $let: " + std::string(element.key));
        }
    }
    if (vars.isMissing()) {
        return expressionError(16876, "Missing 'vars' parameter to $let");
    }
    if (in.isMissing()) {
        return expressionError(16877, "Missing 'in' parameter to $let");
    }
    // MongoDB takes an array for a document whose names are 0, 1, …
    if (vars.type() != bson::Type::Document && vars.type() != bson::Type::Array) {
        return expressionError(10065, "invalid parameter: expected an object (vars)");
    }
    std::vector<NodePtr> values;
    for (const bson::Element& element : vars.asDocument()) {
        TRY(checkVariableName(element.key));
        Result<NodePtr> value = parser.parse(element.value);
        TRY(value);
        values.push_back(std::move(*value));
    }
    // after all values: they must not see each other
    for (const bson::Element& element : vars.asDocument()) {
        parser.enter(std::string(element.key));
    }
    Result<NodePtr> body = parser.parse(in);
    parser.leave(values.size());
    TRY(body);
    return std::make_shared<LetNode>(std::move(values), std::move(*body));
}

// The common part of $map and $filter: an input, a name for its elements, and an expression that is
// evaluated for each.
struct Loop
{
    ValueView input;
    std::string variable = "this"; // if "as" is not given
    ValueView body;
    ValueView limit;
};

// What differs between $map and $filter: names and MongoDB's error codes.
struct LoopWords
{
    std::string_view name;
    std::string_view body; ///< "in" or "cond"
    bool allowsLimit;
    int notObject;
    int unknown;
};

Result<Loop> readLoop(ValueView argument, const LoopWords& words)
{
    const std::string name(words.name);
    if (argument.type() != bson::Type::Document) {
        return expressionError(words.notObject, name + " only supports an object as its argument");
    }
    Loop loop;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.key == "input") {
            loop.input = element.value;
        } else if (element.key == "as") {
            loop.variable = element.value.asString();
            TRY(checkVariableName(loop.variable));
        } else if (element.key == words.body) {
            loop.body = element.value;
        } else if (element.key == "limit" && words.allowsLimit) {
            loop.limit = element.value;
        } else {
            return expressionError(words.unknown,
                                   "Unrecognized parameter to " + name + ": "
                                       + std::string(element.key));
        }
    }
    return loop;
}

// The variable is in scope only while the body is parsed; the input and the limit must not see it.
Result<NodePtr> parseBody(const Loop& loop, ExpressionParser& parser)
{
    parser.enter(loop.variable);
    Result<NodePtr> body = parser.parse(loop.body);
    parser.leave(1);
    return body;
}

Result<NodePtr> parseMap(ValueView argument, ExpressionParser& parser)
{
    const Result<Loop> loop = readLoop(argument, {"$map", "in", false, 16878, 16879});
    TRY(loop);
    if (loop->input.isMissing()) {
        return expressionError(16880, "Missing 'input' parameter to $map");
    }
    if (loop->body.isMissing()) {
        return expressionError(16882, "Missing 'in' parameter to $map");
    }
    Result<NodePtr> input = parser.parse(loop->input);
    TRY(input);
    Result<NodePtr> body = parseBody(*loop, parser);
    TRY(body);
    return std::make_shared<MapNode>(std::move(*input), std::move(*body));
}

Result<NodePtr> parseFilter(ValueView argument, ExpressionParser& parser)
{
    const Result<Loop> loop = readLoop(argument, {"$filter", "cond", true, 28646, 28647});
    TRY(loop);
    if (loop->input.isMissing()) {
        return expressionError(28648, "Missing 'input' parameter to $filter");
    }
    if (loop->body.isMissing()) {
        return expressionError(28650, "Missing 'cond' parameter to $filter");
    }
    Result<NodePtr> input = parser.parse(loop->input);
    TRY(input);
    Result<NodePtr> limit = NodePtr();
    if (!loop->limit.isMissing()) {
        limit = parser.parse(loop->limit);
    }
    TRY(limit);
    Result<NodePtr> body = parseBody(*loop, parser);
    TRY(body);
    return std::make_shared<FilterNode>(std::move(*input), std::move(*body), std::move(*limit));
}

Result<NodePtr> parseReduce(ValueView argument, ExpressionParser& parser)
{
    if (argument.type() != bson::Type::Document) {
        return expressionError(
            40075, "$reduce requires an object as an argument, found: " + typeText(argument));
    }
    NodePtr input;
    NodePtr initial;
    NodePtr in;
    for (const bson::Element& element : argument.asDocument()) {
        // arguments may come in any order
        NodePtr* target = element.key == "input" ? &input
            : element.key == "initialValue"      ? &initial
            : element.key == "in"                ? &in
                                                 : nullptr;
        if (target == nullptr) {
            return expressionError(
                40076, "$reduce found an unknown argument: " + std::string(element.key));
        }
        // only the body sees the two variables
        const bool body = target == &in;
        if (body) {
            parser.enter("value");
            parser.enter("this");
        }
        Result<NodePtr> node = parser.parse(element.value);
        parser.leave(body ? 2 : 0);
        TRY(node);
        *target = std::move(*node);
    }
    if (input == nullptr) {
        return expressionError(40077, "$reduce requires 'input' to be specified");
    }
    if (initial == nullptr) {
        return expressionError(40078, "$reduce requires 'initialValue' to be specified");
    }
    if (in == nullptr) {
        return expressionError(40079, "$reduce requires 'in' to be specified");
    }
    return std::make_shared<ReduceNode>(std::move(input), std::move(initial), std::move(in));
}

} // namespace

Result<void> checkVariableName(std::string_view name, bool reading)
{
    constexpr int kFailedToParse = 9;
    if (name.empty()) {
        return expressionError(kFailedToParse, "empty variable names are not allowed");
    }
    // bytes above ASCII are allowed: names may be UTF-8
    const auto first = static_cast<unsigned char>(name.front());
    // CURRENT may be rebound; other system variables may not
    const bool goodStart = std::islower(first) != 0 || first >= 0x80 || name == "CURRENT"
        || (reading && std::isupper(first) != 0);
    if (!goodStart) {
        return expressionError(kFailedToParse,
                               "'" + std::string(name)
                                   + "' starts with an invalid character for a user variable name");
    }
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) == 0 && byte != '_' && byte < 0x80) {
            return expressionError(kFailedToParse,
                                   "'" + std::string(name) + "' contains an invalid character "
                                       + "for a variable name: '" + c + "'");
        }
    }
    return {};
}

std::span<const SpecialOperator> variableOperators()
{
    static constexpr std::array kOperators{
        SpecialOperator{"$filter", parseFilter},
        SpecialOperator{"$let", parseLet},
        SpecialOperator{"$map", parseMap},
        SpecialOperator{"$reduce", parseReduce},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
