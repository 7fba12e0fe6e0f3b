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

/// Gathers the values of one field of one group.
class Accumulator
{
public:
    Accumulator() = default;
    Accumulator(const Accumulator&) = delete;
    Accumulator& operator=(const Accumulator&) = delete;
    virtual ~Accumulator() = default;

    /// Takes the value of the argument for one document of the group, in the order of the
    /// documents.
    virtual Result<void> add(bson::ValueView value, bson::DocumentView document) = 0;
    /// The result; Missing counts as null.
    virtual Operand result() const = 0;
    /// Bytes kept beyond the object itself, for the limit on memory.
    virtual std::size_t heldBytes() const { return 0; }
};

using AccumulatorPtr = std::unique_ptr<Accumulator>;

/// One computed field of $group, $bucket or $bucketAuto.
struct AccumulatorField
{
    std::string name;
    Expression argument;
    std::function<AccumulatorPtr()> make;
    /// Whether heldBytes() grows with the documents; the others need not be asked.
    bool grows = false;
};

/// Parses `{name: {$sum: …}}`. Errors: 40234, 40235, 40236, 40237, 40238, 15952 and the operators'
/// own.
Result<AccumulatorField> parseAccumulator(const bson::Element& field,
                                          const EvaluationContext& context);

/// Parses $top, $bottom, $topN, $bottomN, $firstN, $lastN, $minN, $maxN; false when the name is
/// none of them.
Result<bool> parseRankedAccumulator(const bson::Element& operation,
                                    const EvaluationContext& context, AccumulatorField& field);

} // namespace sandglass::engine::query
