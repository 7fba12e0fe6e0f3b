// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons, $not, and the tests of types.
#include "app/bson/compare.h"
#include "app/engine/query/expression_table.h"

#include <array>
#include <compare>

namespace sandglass::engine::query {

namespace {

// Expressions compare values of any two types in BSON order. There are no type brackets as in
// filters: {$gt: ["x", 5]} is true.

Result<Operand> equal(const Arguments& arguments)
{
    return Operand::of(bson::equal(arguments[0], arguments[1], arguments.collation()));
}

Result<Operand> notEqual(const Arguments& arguments)
{
    return Operand::of(!bson::equal(arguments[0], arguments[1], arguments.collation()));
}

Result<Operand> greater(const Arguments& arguments)
{
    return Operand::of(
        std::is_gt(bson::compare(arguments[0], arguments[1], arguments.collation())));
}

Result<Operand> greaterEqual(const Arguments& arguments)
{
    return Operand::of(
        std::is_gteq(bson::compare(arguments[0], arguments[1], arguments.collation())));
}

Result<Operand> less(const Arguments& arguments)
{
    return Operand::of(
        std::is_lt(bson::compare(arguments[0], arguments[1], arguments.collation())));
}

Result<Operand> lessEqual(const Arguments& arguments)
{
    return Operand::of(
        std::is_lteq(bson::compare(arguments[0], arguments[1], arguments.collation())));
}

Result<Operand> threeWay(const Arguments& arguments)
{
    const std::strong_ordering order
        = bson::compare(arguments[0], arguments[1], arguments.collation());
    return Operand::of(std::int32_t{std::is_lt(order) ? -1 : (std::is_gt(order) ? 1 : 0)});
}

Result<Operand> negation(const Arguments& arguments)
{
    return Operand::of(!arguments[0].toBool());
}

Result<Operand> typeName(const Arguments& arguments)
{
    return Operand::of(bson::typeAlias(arguments[0].type()));
}

Result<Operand> isNumber(const Arguments& arguments)
{
    return Operand::of(arguments[0].isNumber());
}

Result<Operand> isArray(const Arguments& arguments)
{
    return Operand::of(arguments[0].type() == bson::Type::Array);
}

} // namespace

std::span<const ListOperator> comparisonOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$cmp", 2, 2, threeWay},    ListOperator{"$eq", 2, 2, equal},
        ListOperator{"$gt", 2, 2, greater},      ListOperator{"$gte", 2, 2, greaterEqual},
        ListOperator{"$isArray", 1, 1, isArray}, ListOperator{"$isNumber", 1, 1, isNumber},
        ListOperator{"$lt", 2, 2, less},         ListOperator{"$lte", 2, 2, lessEqual},
        ListOperator{"$ne", 2, 2, notEqual},     ListOperator{"$not", 1, 1, negation},
        ListOperator{"$type", 1, 1, typeName},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
