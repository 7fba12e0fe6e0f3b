// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/operand.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// Computes one accumulated field for one group.
class Accumulator
{
public:
    Accumulator() = default;
    Accumulator(const Accumulator&) = delete;
    Accumulator& operator=(const Accumulator&) = delete;
    virtual ~Accumulator() = default;

    /// Called before everything else, with the _id of the group. Errors: the operator's.
    virtual Result<void> begin(bson::ValueView /*id*/) { return {}; }
    /// Adds the argument's value for the next document of the group. Errors: the operator's.
    virtual Result<void> add(bson::ValueView value, bson::DocumentView document) = 0;
    /// The result so far; Missing becomes null.
    virtual Operand result() const = 0;
    /// Memory in use beyond the object itself, in bytes; for the memory limit.
    virtual std::size_t heldBytes() const { return 0; }
};

using AccumulatorPtr = std::unique_ptr<Accumulator>;

/// One computed field of $group, $bucket or $bucketAuto: {name: {$sum: argument}}.
struct AccumulatorField
{
    std::string name;
    Expression argument;
    std::function<AccumulatorPtr()> make;
    /// Whether heldBytes() may change. If not, the memory limit skips it.
    bool grows = false;
};

/// Parses `{name: {$sum: …}}`. Errors (server): location codes for a bad field name, a value that
/// is not one operator, or an unknown operator; the operators' own.
Result<AccumulatorField> parseAccumulator(const bson::Element& field,
                                          const EvaluationContext& context);

/// Parses $top, $bottom, $topN, $bottomN, $firstN, $lastN, $minN or $maxN into `field`. False when
/// the name is none of these. Errors: as parseAccumulator().
Result<bool> parseRankedAccumulator(const bson::Element& operation,
                                    const EvaluationContext& context, AccumulatorField& field);

} // namespace sandglass::engine::query
