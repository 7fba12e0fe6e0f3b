// SPDX-License-Identifier: GPL-3.0-or-later
// $bitAnd, $bitOr, $bitXor, $bitNot, $tsSecond, $tsIncrement.
#include "app/bson/types.h"
#include "app/engine/query/expression_table.h"

#include <array>
#include <cstdint>
#include <functional>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// the narrowing keeps the lower 32 bits, which are the result for ints
Operand wholeBits(bool isLong, std::uint64_t bits)
{
    const auto value = static_cast<std::int64_t>(bits);
    return isLong ? Operand::of(value) : Operand::of(static_cast<std::int32_t>(value));
}

std::uint64_t bitsOf(ValueView number)
{
    return static_cast<std::uint64_t>(number.toInt64());
}

// Combines all arguments. The result is a long if one argument is. The first null or wrong type
// decides.
template <typename Combine>
Result<Operand> foldedBits(const Arguments& arguments, std::uint64_t neutral, Combine combine)
{
    std::uint64_t bits = neutral;
    bool isLong = false;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const ValueView argument = arguments[at];
        if (argument.isNullish()) {
            return Operand::null();
        }
        if (!bson::isInteger(argument.type())) {
            return expressionError(
                14, std::string(arguments.name()) + " only supports int and long operands.");
        }
        isLong = isLong || argument.type() == Type::Int64;
        bits = combine(bits, bitsOf(argument));
    }
    return wholeBits(isLong, bits);
}

Result<Operand> bitAnd(const Arguments& arguments)
{
    return foldedBits(arguments, ~std::uint64_t{0}, std::bit_and<>());
}

Result<Operand> bitOr(const Arguments& arguments)
{
    return foldedBits(arguments, 0, std::bit_or<>());
}

Result<Operand> bitXor(const Arguments& arguments)
{
    return foldedBits(arguments, 0, std::bit_xor<>());
}

Result<Operand> bitNot(const Arguments& arguments)
{
    return ofNumber(arguments, [](ValueView argument) -> Result<Operand> {
        if (!bson::isInteger(argument.type())) {
            return expressionError(
                14, "$bitNot only supports int and long, not: " + typeText(argument) + ".");
        }
        return wholeBits(argument.type() == Type::Int64, ~bitsOf(argument));
    });
}

Result<Operand> tsSecond(const Arguments& arguments)
{
    const ValueView argument = arguments[0];
    if (argument.isNullish()) {
        return Operand::null();
    }
    if (argument.type() != Type::Timestamp) {
        return expressionError(
            5687301, " Argument to $tsSecond must be a timestamp, but is " + typeText(argument));
    }
    // a long, because the seconds are unsigned
    return Operand::of(std::int64_t{argument.asTimestamp().seconds});
}

Result<Operand> tsIncrement(const Arguments& arguments)
{
    const ValueView argument = arguments[0];
    if (argument.isNullish()) {
        return Operand::null();
    }
    if (argument.type() != Type::Timestamp) {
        return expressionError(
            5687302, " Argument to $tsIncrement must be a timestamp, but is " + typeText(argument));
    }
    return Operand::of(std::int64_t{argument.asTimestamp().increment});
}

} // namespace

std::span<const ListOperator> bitOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$bitAnd", 0, kAnyNumber, bitAnd},
        ListOperator{"$bitNot", 1, 1, bitNot},
        ListOperator{"$bitOr", 0, kAnyNumber, bitOr},
        ListOperator{"$bitXor", 0, kAnyNumber, bitXor},
        ListOperator{"$tsIncrement", 1, 1, tsIncrement},
        ListOperator{"$tsSecond", 1, 1, tsSecond},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
