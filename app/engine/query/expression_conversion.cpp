// SPDX-License-Identifier: GPL-3.0-or-later
// $convert and its short forms.
#include "app/engine/query/conversion.h"
#include "app/engine/query/conversion_binary.h"
#include "app/engine/query/expression_table.h"

#include <array>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

Result<Operand> converted(ValueView value, Type target, const ConversionOptions& options)
{
    Result<std::optional<Operand>> special = convertSpecially(value, target, options);
    TRY(special);
    return *special ? Result<Operand>(std::move(**special)) : convertValue(value, target);
}

template <Type target>
Result<Operand> convertTo(const Arguments& arguments)
{
    // $toString of binary data, which $convert does only with a format
    if (target == Type::String && arguments[0].type() == Type::Binary) {
        return converted(arguments[0], target, {0, BinaryFormat::Auto, false, std::nullopt});
    }
    return convertValue(arguments[0], target);
}

// {$toUUID: text}: the short form for binary data of subtype 4.
Result<Operand> toUuid(const Arguments& arguments)
{
    if (arguments[0].isNullish()) {
        return Operand::null();
    }
    return converted(arguments[0], Type::Binary,
                     {kUuidBinary, BinaryFormat::Uuid, false, std::nullopt});
}

Result<Type> targetType(ValueView to)
{
    // what $type gives for a field that is not there; nothing converts to it
    if (to.type() == Type::String && to.asString() == "missing") {
        return Type::Missing;
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
    if (*code == 0) {
        return Type::Missing;
    }
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

Result<std::optional<Type>> asOptional(Result<Type> type)
{
    TRY(type);
    return std::optional(*type);
}

Result<Operand> convert(const Arguments& arguments)
{
    const ValueView input = arguments[0];
    const ValueView to = arguments[1];
    // {type: …} is the newer form, which can carry a subtype
    const ValueView wanted = to.type() == Type::Document ? to.asDocument()["type"] : to;
    // the target is checked even if there is no value to convert
    const Result<std::optional<Type>> target
        = to.isNullish() ? std::optional<Type>() : asOptional(targetType(wanted));
    TRY(target);
    if (input.isNullish()) {
        // `onNull`
        return arguments.given(3) ? Operand::borrow(arguments[3]) : Operand::null();
    }
    if (!*target) {
        return Operand::null();
    }
    ConversionOptions options;
    TRY(readConversionOptions(arguments[4], arguments[5], arguments[6], options));
    const ValueView subtype = to.asDocument()["subtype"];
    if (**target == Type::Binary && !subtype.isMissing()) {
        const Result<std::uint8_t> checked = binarySubtype(subtype);
        TRY(checked);
        options.subtype = *checked;
    }
    Result<Operand> result = converted(input, **target, options);
    constexpr int kConversionFailure = 241;
    // `onError` covers failed conversions, not bad arguments
    if (!result && result.error().serverCode == kConversionFailure && arguments.given(2)) {
        return Operand::borrow(arguments[2]);
    }
    return result;
}

constexpr std::array kConvertParameters{Parameter{"input", 9},   Parameter{"to", 9},
                                        Parameter{"onError", 0}, Parameter{"onNull", 0},
                                        Parameter{"format", 0},  Parameter{"byteOrder", 0},
                                        Parameter{"base", 0}};

constexpr ListOperator shortForm(std::string_view name, Function function)
{
    return {name, 1, 1, function, 50723};
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
        shortForm("$toUUID", toUuid),
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
