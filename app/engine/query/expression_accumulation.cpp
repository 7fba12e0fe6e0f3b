// SPDX-License-Identifier: GPL-3.0-or-later
// $sum, $avg, $min, $max, $stdDevPop, $stdDevSamp over a list of arguments or over one array.
#include "app/bson/compare.h"
#include "app/engine/query/deviation.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <array>
#include <compare>

namespace sandglass::engine::query {

namespace {

// A single array argument means its elements; several arguments mean themselves.
template <typename Visit>
void forEachValue(const Arguments& arguments, Visit visit)
{
    if (arguments.size() == 1 && arguments[0].type() == bson::Type::Array) {
        for (const bson::Element& element : arguments[0].asDocument()) {
            visit(element.value);
        }
        return;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        visit(arguments[i]);
    }
}

// Values that are not numbers are skipped, as in the accumulators of $group.
NumberSum sumOf(const Arguments& arguments)
{
    NumberSum total;
    forEachValue(arguments, [&](bson::ValueView value) { total.add(value); });
    return total;
}

Result<Operand> sum(const Arguments& arguments)
{
    return sumOf(arguments).total();
}

Result<Operand> average(const Arguments& arguments)
{
    return sumOf(arguments).average();
}

Result<Operand> extreme(const Arguments& arguments, bool largest)
{
    bson::ValueView best;
    forEachValue(arguments, [&](bson::ValueView value) {
        // null and missing do not compete
        if (value.isNullish()) {
            return;
        }
        const bool better = best.isMissing()
            || (largest ? std::is_gt(bson::compare(value, best, arguments.collation()))
                        : std::is_lt(bson::compare(value, best, arguments.collation())));
        if (better) {
            best = value;
        }
    });
    return best.isMissing() ? Operand::null() : Operand::borrow(best);
}

Result<Operand> smallest(const Arguments& arguments)
{
    return extreme(arguments, false);
}

Result<Operand> largest(const Arguments& arguments)
{
    return extreme(arguments, true);
}

Deviation deviationOf(const Arguments& arguments)
{
    Deviation deviation;
    forEachValue(arguments, [&](bson::ValueView value) { deviation.add(value); });
    return deviation;
}

Result<Operand> populationDeviation(const Arguments& arguments)
{
    return deviationOf(arguments).ofPopulation();
}

Result<Operand> sampleDeviation(const Arguments& arguments)
{
    return deviationOf(arguments).ofSample();
}

} // namespace

std::span<const ListOperator> accumulationOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$avg", 0, kAnyNumber, average},
        ListOperator{"$max", 0, kAnyNumber, largest},
        ListOperator{"$min", 0, kAnyNumber, smallest},
        ListOperator{"$stdDevPop", 0, kAnyNumber, populationDeviation},
        ListOperator{"$stdDevSamp", 0, kAnyNumber, sampleDeviation},
        ListOperator{"$sum", 0, kAnyNumber, sum},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
