// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/accumulator.h"
#include "app/engine/query/expression_node.h"

#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// The arguments of $percentile or $median.
struct PercentileSpec
{
    NodePtr input;
    std::vector<double> shares; ///< 0 to 1; one of 0.5 for $median
    bool single = false; ///< the value itself and not a list: $median
};

/// Reads {input, p, method}. `notObjectCode`: of the error for another argument than a document,
/// which differs between accumulator and expression. Errors (server): UnknownField, MissingField,
/// TypeMismatch; Location7750300 to 7750303 for `p`; BadValue for another method than
/// "approximate".
Result<PercentileSpec> parsePercentile(std::string_view name, bson::ValueView argument,
                                       int notObjectCode, ExpressionParser& parser);

/// The values below which the shares of `numbers` lie, each one of `numbers`; null for each share
/// where there are none. Sorts `numbers`. NaN must not be among them.
Operand percentilesOf(std::vector<double>& numbers, const std::vector<double>& shares, bool single);

/// Parses $percentile or $median of $group into `field`; false for another name. Errors: as
/// parsePercentile().
Result<bool> parsePercentileAccumulator(const bson::Element& operation,
                                        const EvaluationContext& context, AccumulatorField& field);

} // namespace sandglass::engine::query
