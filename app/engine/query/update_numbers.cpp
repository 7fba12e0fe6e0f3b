// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/update_modifier.h"
#include "app/protocol/server_code.h"

#include <limits>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::Value;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

enum class Arithmetic { Add, Multiply };

Value inDecimal(Arithmetic arithmetic, ValueView left, ValueView right)
{
    const bson::Decimal128 a = toDecimal(left);
    const bson::Decimal128 b = toDecimal(right);
    return Value::of(arithmetic == Arithmetic::Add ? bson::add(a, b) : bson::multiply(a, b));
}

Value inDouble(Arithmetic arithmetic, ValueView left, ValueView right)
{
    const double a = left.toDouble();
    const double b = right.toDouble();
    return Value::of(arithmetic == Arithmetic::Add ? a + b : a * b);
}

// Missing if int64 overflows. An int32 result that does not fit becomes int64; an int64 operand
// makes the result int64.
Value inWhole(Arithmetic arithmetic, ValueView left, ValueView right)
{
    std::int64_t result = 0;
    const bool overflow = arithmetic == Arithmetic::Add
        ? __builtin_add_overflow(left.toInt64(), right.toInt64(), &result)
        : __builtin_mul_overflow(left.toInt64(), right.toInt64(), &result);
    if (overflow) {
        return {};
    }
    using Limits = std::numeric_limits<std::int32_t>;
    const bool narrow = left.type() == Type::Int32 && right.type() == Type::Int32
        && result >= Limits::min() && result <= Limits::max();
    return narrow ? Value::of(static_cast<std::int32_t>(result)) : Value::of(result);
}

// The wider of the two types decides how to calculate, as in expressions.
Value combined(Arithmetic arithmetic, ValueView left, ValueView right)
{
    switch (wider(left.type(), right.type())) {
    case Type::Decimal128:
        return inDecimal(arithmetic, left, right);
    case Type::Double:
        return inDouble(arithmetic, left, right);
    default:
        return inWhole(arithmetic, left, right);
    }
}

// A number with its type in front, as MongoDB's message about an overflow shows it.
std::string typedText(ValueView number)
{
    const std::string_view type = number.type() == Type::Int32 ? "NumberInt"
        : number.type() == Type::Int64                         ? "NumberLong"
                                                               : "Number";
    return "(" + std::string(type) + ")" + std::to_string(number.toInt64());
}

Result<Modifier> makeArithmetic(const ModifierCall& call, Arithmetic arithmetic)
{
    const bool adds = arithmetic == Arithmetic::Add;
    const ValueView argument = call.argument.value;
    if (!argument.isNumber()) {
        return commandError(ServerCode::TypeMismatch,
                            std::string("Cannot ") + (adds ? "increment" : "multiply")
                                + " with non-numeric argument: {" + std::string(call.argument.key)
                                + ": " + bson::toShellText(argument) + "}");
    }
    Modifier modifier;
    modifier.apply = [operand = Value(argument), arithmetic, name = std::string(call.name)](
                         ValueView existing, const ModifierPlace& place) -> Result<Change> {
        // $inc sets a missing field to the operand, $mul to zero of the operand's type
        if (existing.isMissing() && arithmetic == Arithmetic::Add) {
            return Change(operand);
        }
        const Value zero = Value::of(std::int32_t{0});
        const ValueView current = existing.isMissing() ? zero.view() : existing;
        if (!current.isNumber()) {
            return commandError(ServerCode::TypeMismatch,
                                "Cannot apply " + name + " to a value of non-numeric type. "
                                    + place.documentText() + " has the field '"
                                    + std::string(place.field) + "' of non-numeric type "
                                    + std::string(bson::typeAlias(current.type())));
        }
        Value result = combined(arithmetic, current, operand);
        if (result.isMissing()) {
            return badValue("Failed to apply " + name + " operations to current value ("
                            + typedText(current) + ") for document " + place.documentText());
        }
        return Change(std::move(result));
    };
    return modifier;
}

/// One operation of $bit.
struct BitOperation
{
    char letter; // the first one of and, or, xor
    Value operand;
};

std::int64_t applied(const BitOperation& operation, std::int64_t value)
{
    const std::int64_t operand = operation.operand.view().toInt64();
    switch (operation.letter) {
    case 'a':
        return value & operand;
    case 'o':
        return value | operand;
    default:
        return value ^ operand;
    }
}

Result<std::vector<BitOperation>> bitOperations(const ModifierCall& call)
{
    const ValueView argument = call.argument.value;
    if (argument.type() != Type::Document) {
        return badValue("The $bit modifier is not compatible with a "
                        + std::string(bson::typeAlias(argument.type()))
                        + ". You must pass in an embedded document: {$bit: {field: {and/or/xor: "
                          "#}}");
    }
    std::vector<BitOperation> operations;
    for (const bson::Element& element : argument.asDocument()) {
        const std::string text
            = "{" + std::string(element.key) + ": " + bson::toShellText(element.value) + "}";
        if (element.key != "and" && element.key != "or" && element.key != "xor") {
            return badValue("The $bit modifier only supports 'and', 'or', and 'xor', not '"
                            + std::string(element.key) + "' which is an unknown operator: " + text);
        }
        if (!bson::isInteger(element.value.type())) {
            return badValue("The $bit modifier field must be an Integer(32/64 bit); a '"
                            + std::string(bson::typeAlias(element.value.type()))
                            + "' is not supported here: " + text);
        }
        operations.push_back({element.key.front(), Value(element.value)});
    }
    if (operations.empty()) {
        return badValue("You must pass in at least one bitwise operation. The format is: {$bit: "
                        "{field: {and/or/xor: #}}");
    }
    return operations;
}

Result<Change> applyBits(const std::vector<BitOperation>& operations, ValueView existing,
                         const ModifierPlace& place)
{
    if (!existing.isMissing() && !bson::isInteger(existing.type())) {
        return badValue("Cannot apply $bit to a value of non-integral type." + place.idText()
                        + " has the field " + std::string(place.field) + " of non-integer type "
                        + std::string(bson::typeAlias(existing.type())));
    }
    std::int64_t value = existing.toInt64();
    // the result is int64 as soon as one operand is
    bool narrow = existing.type() != Type::Int64;
    for (const BitOperation& operation : operations) {
        value = applied(operation, value);
        narrow = narrow && operation.operand.type() == Type::Int32;
    }
    return Change(narrow ? Value::of(static_cast<std::int32_t>(value)) : Value::of(value));
}

} // namespace

Result<Modifier> makeInc(const ModifierCall& call)
{
    return makeArithmetic(call, Arithmetic::Add);
}

Result<Modifier> makeMul(const ModifierCall& call)
{
    return makeArithmetic(call, Arithmetic::Multiply);
}

Result<Modifier> makeBit(const ModifierCall& call)
{
    auto operations = bitOperations(call);
    TRY(operations);
    Modifier modifier;
    modifier.apply
        = [list = std::move(*operations)](ValueView existing, const ModifierPlace& place) {
              return applyBits(list, existing, place);
          };
    return modifier;
}

} // namespace sandglass::engine::query
