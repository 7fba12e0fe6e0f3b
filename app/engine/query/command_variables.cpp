// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/command_variables.h"

#include "app/bson/builder.h"
#include "app/engine/query/expression_node.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

namespace sandglass::engine::query {

namespace {

// What the server itself gives to every command.
constexpr std::array<std::string_view, 4> kReserved{"NOW", "CLUSTER_TIME", "JS_SCOPE", "IS_MR"};

} // namespace

Result<EvaluationContext> contextOf(EvaluationContext known, bson::DocumentView let)
{
    EvaluationContext context = std::move(known);
    ExpressionParser parser(context, ExpressionParser::Reads::Variables);
    // deques: a binding refers to the value of its own variable and to the binding before it
    std::deque<bson::Value> values;
    std::deque<Binding> bindings;
    bson::Builder variables;
    for (const bson::Element& element : let) {
        if (std::ranges::find(kReserved, element.key) != kReserved.end()) {
            return expressionError(4738901,
                                   "Attempt to set internal constant: " + std::string(element.key));
        }
        TRY(checkVariableName(element.key));
        const Result<NodePtr> node = parser.parse(element.value);
        TRY(node);
        const Binding* earlier = bindings.empty() ? nullptr : &bindings.back();
        Result<Operand> value = (*node)->evaluate({{}, {}, earlier});
        TRY(value);
        values.push_back(std::move(*value).toValue());
        const bson::ValueView view = values.back().view();
        bindings.push_back({view, earlier});
        parser.enter(std::string(element.key));
        appendVariable(element.key, view, variables);
        TRY(checkComputedSize(variables.size()));
    }
    context.variables = variables.take();
    return context;
}

void appendVariable(std::string_view name, bson::ValueView value, bson::Builder& variables)
{
    variables.append(name, value.isMissing() ? bson::ValueView(bson::Type::Undefined, {}) : value);
}

} // namespace sandglass::engine::query
