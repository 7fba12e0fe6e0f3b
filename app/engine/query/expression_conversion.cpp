// SPDX-License-Identifier: GPL-3.0-or-later
// $convert and its short forms.
#include "app/engine/query/conversion.h"
#include "app/engine/query/expression_table.h"

#include <array>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

template <Type target>
Result<Operand> convertTo(const Arguments& arguments)
{
    return convertValue(arguments[0], target);
}

Result<Type> targetType(ValueView to)
{
    // {type: …} is the newer form, which can carry a subtype
    if (to.type() == Type::Document) {
        return targetType(to.asDocument()["type"]);
    }
    if (to.type() == Type::String) {
        const std::optional<Type> type = bson::typeFromAlias(to.asString());
        if (!type) {
            return expressionError(2, "Unknown type name: " + std::string(to.asString()));
        }
        return *type;
    }
    if (!to.isNumber()) {
        return expressionError(
            9, "$convert's 'to' argument must be a string or number, but is " + typeText(to));
    }
    const std::optional<std::int64_t> code = to.toExactInt64();
    if (!code) {
        return expressionError(9, "In $convert, numeric 'to' argument is not an integer");
    }
    constexpr std::int64_t kMinKeyCode = -1;
    // the codes of types are bytes; -1 means MinKey
    const bool isByte = *code > 0 && *code < 256;
    if (*code != kMinKeyCode && (!isByte || !bson::isTypeByte(static_cast<std::uint8_t>(*code)))) {
        return expressionError(9,
                               "In $convert, numeric value for 'to' does not correspond to a BSON "
                               "type: "
                                   + std::to_string(*code));
    }
    return static_cast<Type>(static_cast<std::uint8_t>(*code));
}

Result<Operand> convert(const Arguments& arguments)
{
    const ValueView input = arguments[0];
    const ValueView to = arguments[1];
    if (input.isNullish()) {
        // `onNull`
        return arguments.given(3) ? Operand::borrow(arguments[3]) : Operand::null();
    }
    if (to.isNullish()) {
        return Operand::null();
    }
    // the target is checked only when there is a value to convert
    const Result<Type> target = targetType(to);
    TRY(target);
    Result<Operand> converted = convertValue(input, *target);
    constexpr int kConversionFailure = 241;
    // `onError` covers failed conversions, not bad arguments
    if (!converted && converted.error().serverCode == kConversionFailure && arguments.given(2)) {
        return Operand::borrow(arguments[2]);
    }
    return converted;
}

constexpr std::array kConvertParameters{Parameter{"input", 9}, Parameter{"to", 9},
                                        Parameter{"onError", 0}, Parameter{"onNull", 0}};

constexpr ListOperator shortForm(std::string_view name, Function function)
{
    return {name, 1, 1, function};
}

} // namespace

std::span<const ListOperator> conversionListOperators()
{
    static constexpr std::array kOperators{
        shortForm("$toBool", convertTo<Type::Bool>),
        shortForm("$toDate", convertTo<Type::Date>),
        shortForm("$toDecimal", convertTo<Type::Decimal128>),
        shortForm("$toDouble", convertTo<Type::Double>),
        shortForm("$toInt", convertTo<Type::Int32>),
        shortForm("$toLong", convertTo<Type::Int64>),
        shortForm("$toObjectId", convertTo<Type::ObjectId>),
        shortForm("$toString", convertTo<Type::String>),
    };
    return kOperators;
}

std::span<const NamedOperator> conversionNamedOperators()
{
    static constexpr std::array kOperators{
        NamedOperator{"$convert", kConvertParameters, 9, 9, convert},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
