// SPDX-License-Identifier: GPL-3.0-or-later
// $percentile and $median, as accumulators and as expressions. MongoDB's "approximate" method is
// exact for as many values as fit into memory, and so it is here.
#include "app/engine/query/percentile.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/expression_table.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

constexpr std::string_view kMedian = "$median";
constexpr std::string_view kPercentile = "$percentile";
constexpr int kPNotConstant = 7750300;
constexpr int kPNoArray = 7750301;
constexpr int kPNoNumber = 7750302;
constexpr int kPOutOfRange = 7750303;

std::string fieldText(std::string_view name, std::string_view field)
{
    return "BSON field '" + std::string(name) + "." + std::string(field) + "'";
}

Result<void> checkPercentileFields(std::string_view name, bson::DocumentView spec)
{
    const bool median = name == kMedian;
    for (const bson::Element& element : spec) {
        const bool known
            = element.key == "input" || element.key == "method" || (element.key == "p" && !median);
        if (!known) {
            return commandError(ServerCode::UnknownField,
                                fieldText(name, element.key) + " is an unknown field.");
        }
    }
    for (const std::string_view field : {"input", "p", "method"}) {
        if (!spec.contains(field) && !(median && field == "p")) {
            return commandError(ServerCode::MissingField,
                                fieldText(name, field) + " is missing but a required field");
        }
    }
    if (spec["method"].type() != bson::Type::String) {
        return commandError(ServerCode::TypeMismatch,
                            fieldText(name, "method") + " is the wrong type '"
                                + typeText(spec["method"]) + "', expected type 'string'");
    }
    return {};
}

Result<std::vector<double>> parseShares(ValueView argument, ExpressionParser& parser)
{
    auto node = parser.parse(argument);
    TRY(node);
    const bson::Value* constant = (*node)->constant();
    if (constant == nullptr) {
        return expressionError(kPNotConstant,
                               "The $percentile 'p' field must be an array of constant values, but"
                               " found value: "
                                   + bson::toShellText(argument) + ".");
    }
    const std::string wrong
        = "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: ";
    const ValueView list = constant->view();
    if (list.type() != bson::Type::Array || list.asDocument().empty()) {
        return expressionError(kPNoArray, wrong + bson::toShellText(list));
    }
    std::vector<double> shares;
    for (const bson::Element& element : list.asDocument()) {
        if (!element.value.isNumber()) {
            return expressionError(kPNoNumber, wrong + bson::toShellText(element.value));
        }
        const double share = element.value.toDouble();
        // written so that NaN fails as well
        if (!(share >= 0 && share <= 1)) {
            return expressionError(kPOutOfRange, wrong + bson::toShellText(element.value));
        }
        shares.push_back(share);
    }
    return shares;
}

/// Whether a value takes part: a number, but NaN.
bool countsAsNumber(ValueView value)
{
    return value.isNumber() && !value.isNan();
}

class PercentileAccumulator final : public Accumulator
{
public:
    PercentileAccumulator(std::vector<double> shares, bool single)
        : m_shares(std::move(shares))
        , m_single(single)
    {
    }

    Result<void> add(ValueView value, bson::DocumentView /*document*/) override
    {
        if (countsAsNumber(value)) {
            m_numbers.push_back(value.toDouble());
        }
        return {};
    }
    Operand result() const override
    {
        std::vector<double> numbers = m_numbers;
        return percentilesOf(numbers, m_shares, m_single);
    }
    std::size_t heldBytes() const override { return m_numbers.size() * sizeof(double); }

private:
    std::vector<double> m_shares;
    bool m_single;
    std::vector<double> m_numbers;
};

/// The expression: over the numbers of an array, or over one number.
class PercentileNode final : public ExpressionNode
{
public:
    explicit PercentileNode(PercentileSpec spec)
        : m_spec(std::move(spec))
    {
    }

    Result<Operand> evaluate(const Scope& scope) const override
    {
        const Result<Operand> input = m_spec.input->evaluate(scope);
        TRY(input);
        const ValueView value = input->view();
        std::vector<double> numbers;
        if (countsAsNumber(value)) {
            numbers.push_back(value.toDouble());
        }
        if (value.type() == bson::Type::Array) {
            for (const bson::Element& element : value.asDocument()) {
                if (countsAsNumber(element.value)) {
                    numbers.push_back(element.value.toDouble());
                }
            }
        }
        return percentilesOf(numbers, m_spec.shares, m_spec.single);
    }

private:
    PercentileSpec m_spec;
};

Result<NodePtr> percentileNode(std::string_view name, ValueView argument, int notObjectCode,
                               ExpressionParser& parser)
{
    auto spec = parsePercentile(name, argument, notObjectCode, parser);
    TRY(spec);
    return NodePtr(std::make_shared<PercentileNode>(std::move(*spec)));
}

Result<NodePtr> parseMedianNode(ValueView argument, ExpressionParser& parser)
{
    constexpr int kNoObject = 7436201;
    return percentileNode(kMedian, argument, kNoObject, parser);
}

Result<NodePtr> parsePercentileNode(ValueView argument, ExpressionParser& parser)
{
    constexpr int kNoObject = 7436200;
    return percentileNode(kPercentile, argument, kNoObject, parser);
}

} // namespace

Result<PercentileSpec> parsePercentile(std::string_view name, ValueView argument, int notObjectCode,
                                       ExpressionParser& parser)
{
    if (argument.type() != bson::Type::Document) {
        return expressionError(notObjectCode,
                               "specification must be an object; found " + std::string(name) + ": "
                                   + bson::toShellText(argument));
    }
    const bson::DocumentView fields = argument.asDocument();
    TRY(checkPercentileFields(name, fields));
    PercentileSpec spec;
    spec.single = name == kMedian;
    auto input = parser.parse(fields["input"]);
    TRY(input);
    spec.input = std::move(*input);
    spec.shares = {0.5};
    if (!spec.single) {
        auto shares = parseShares(fields["p"], parser);
        TRY(shares);
        spec.shares = std::move(*shares);
    }
    if (fields["method"].asString() != "approximate") {
        return badValue("Currently only 'approximate' can be used as percentile 'method'.");
    }
    return spec;
}

Operand percentilesOf(std::vector<double>& numbers, const std::vector<double>& shares, bool single)
{
    std::ranges::sort(numbers);
    bson::Builder list;
    for (const double share : shares) {
        if (numbers.empty()) {
            list.pushNull();
            continue;
        }
        const double rank = std::ceil(static_cast<double>(numbers.size()) * share);
        const std::size_t at = rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1;
        list.push(numbers[std::min(at, numbers.size() - 1)]);
    }
    if (!single) {
        return Operand::array(list.take());
    }
    const bson::Document only = list.take();
    return numbers.empty() ? Operand::null() : Operand::of(only["0"].asDouble());
}

Result<bool> parsePercentileAccumulator(const bson::Element& operation,
                                        const EvaluationContext& context, AccumulatorField& field)
{
    if (operation.key != kMedian && operation.key != kPercentile) {
        return false;
    }
    constexpr int kMedianNoObject = 7436100;
    constexpr int kPercentileNoObject = 7429703;
    ExpressionParser parser(context);
    auto spec
        = parsePercentile(operation.key, operation.value,
                          operation.key == kMedian ? kMedianNoObject : kPercentileNoObject, parser);
    TRY(spec);
    field.argument = Expression(std::move(spec->input));
    field.grows = true;
    field.make = [shares = std::move(spec->shares), single = spec->single] {
        return AccumulatorPtr(std::make_unique<PercentileAccumulator>(shares, single));
    };
    return true;
}

std::span<const SpecialOperator> percentileOperators()
{
    static constexpr std::array kOperators{
        SpecialOperator{kMedian, parseMedianNode},
        SpecialOperator{kPercentile, parsePercentileNode},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
