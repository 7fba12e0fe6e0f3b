// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/conversion.h"

#include "app/bson/decimal128.h"
#include "app/bson/digits.h"
#include "app/engine/query/date_argument.h"
#include "app/engine/query/date_text.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/value_text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// MongoDB uses this wording for the short forms too
constexpr const char* kNoOnError = " in $convert with no onError value";

Error failed(std::string message)
{
    return expressionError(241, std::move(message));
}

Error unsupported(ValueView value, Type target)
{
    return failed("Unsupported conversion from " + typeText(value) + " to "
                  + std::string(bson::typeAlias(target)) + kNoOnError);
}

Error unreadableNumber(std::string_view text, const char* why)
{
    return failed("Failed to parse number '" + std::string(text) + "'" + kNoOnError + ": " + why);
}

Error outOfRange(ValueView value)
{
    return failed("Conversion would overflow target type" + std::string(kNoOnError) + ": "
                  + scalarText(value).value_or(std::string()));
}

// `whole` as an int32 or an int64; the caller has checked that it fits.
Operand sized(std::int64_t whole, Type target)
{
    return target == Type::Int32 ? Operand::of(static_cast<std::int32_t>(whole))
                                 : Operand::of(whole);
}

bool fits(std::int64_t whole, Type target)
{
    return target == Type::Int64
        || (whole >= std::numeric_limits<std::int32_t>::min()
            && whole <= std::numeric_limits<std::int32_t>::max());
}

// The text without its first sign. `negative`: whether that was a minus.
std::string_view withoutSign(std::string_view text, bool& negative)
{
    negative = text.starts_with('-');
    return negative || text.starts_with('+') ? text.substr(1) : text;
}

// MongoDB refuses this prefix, and only in this spelling.
std::optional<Error> refuseHexadecimal(std::string_view text)
{
    if (!text.starts_with("0x")) {
        return std::nullopt;
    }
    return failed(std::string("Illegal hexadecimal input") + kNoOnError + ": " + std::string(text));
}

Result<double> realFromText(std::string_view text)
{
    if (text.empty()) {
        return unreadableNumber(text, "Empty string");
    }
    constexpr std::string_view kBlanks = " \t\n\v\f\r";
    if (kBlanks.find(text.front()) != std::string_view::npos) {
        return unreadableNumber(text, "Leading whitespace");
    }
    bool negative = false;
    std::string_view digits = withoutSign(text, negative);
    auto form = std::chars_format::general;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        digits.remove_prefix(2);
        form = std::chars_format::hex;
    }
    double real = 0;
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, real, form);
    // a second sign would be read as part of the number
    if (error == std::errc::invalid_argument || digits.starts_with('-')) {
        return unreadableNumber(text, "Did not consume any digits");
    }
    if (end != last) {
        return unreadableNumber(text, "Did not consume whole string.");
    }
    if (error == std::errc::result_out_of_range) {
        return unreadableNumber(text, "Out of range");
    }
    return negative ? -real : real;
}

// Doubles and decimals are truncated toward zero. NaN and values out of range are errors.
Result<Operand> wholeFromReal(ValueView value, Type target)
{
    const double real = value.toDouble();
    if (std::isnan(real)) {
        return failed(std::string("Attempt to convert NaN value to integer type") + kNoOnError);
    }
    if (std::isinf(real)) {
        return failed(std::string("Attempt to convert infinity value to integer type")
                      + kNoOnError);
    }
    // also rejects what only overflows int64, with the same message
    if (!bson::fitsInt64(real)) {
        return outOfRange(value);
    }
    const std::int64_t whole = value.type() == Type::Decimal128
        ? bson::truncatedToInt64(value.asDecimal128())
        : static_cast<std::int64_t>(real);
    if (!fits(whole, target)) {
        return outOfRange(value);
    }
    return sized(whole, target);
}

// `target` is Int32 or Int64. Dates become milliseconds, which only an int64 can hold.
Result<Operand> toWhole(ValueView value, Type target)
{
    switch (value.type()) {
    case Type::Bool:
        return sized(value.asBool() ? 1 : 0, target);
    case Type::Int32:
    case Type::Int64:
        if (!fits(value.toInt64(), target)) {
            return outOfRange(value);
        }
        return sized(value.toInt64(), target);
    case Type::Double:
    case Type::Decimal128:
        return wholeFromReal(value, target);
    case Type::Date:
        if (target == Type::Int64) {
            return Operand::of(value.asDate().millis);
        }
        return unsupported(value, target);
    case Type::String: {
        const std::string_view text = value.asString();
        if (auto refused = refuseHexadecimal(text)) {
            return *std::move(refused);
        }
        const auto whole = wholeFromText(text, 10, target);
        TRY(whole);
        return sized(*whole, target);
    }
    default:
        return unsupported(value, target);
    }
}

Result<Operand> toDouble(ValueView value)
{
    switch (value.type()) {
    case Type::Bool:
        return Operand::of(value.asBool() ? 1.0 : 0.0);
    case Type::Int32:
    case Type::Int64:
    case Type::Double:
        return Operand::of(value.toDouble());
    case Type::Decimal128: {
        const double real = value.toDouble();
        // a finite decimal beyond the range of doubles
        if (std::isinf(real) && !bson::isInfinite(value.asDecimal128())) {
            return outOfRange(value);
        }
        return Operand::of(real);
    }
    case Type::Date:
        return Operand::of(static_cast<double>(value.asDate().millis));
    case Type::String: {
        if (auto refused = refuseHexadecimal(value.asString())) {
            return *std::move(refused);
        }
        const auto real = realFromText(value.asString());
        TRY(real);
        return Operand::of(*real);
    }
    default:
        return unsupported(value, Type::Double);
    }
}

Result<Operand> toDecimalValue(ValueView value)
{
    switch (value.type()) {
    case Type::Bool:
        return Operand::of(bson::decimalFrom(std::int64_t{value.asBool() ? 1 : 0}));
    case Type::Int32:
    case Type::Int64:
    case Type::Double:
    case Type::Decimal128:
        return Operand::of(toDecimal(value));
    case Type::Date:
        return Operand::of(bson::decimalFrom(value.asDate().millis));
    case Type::String: {
        const std::string_view text = value.asString();
        if (auto refused = refuseHexadecimal(text)) {
            return *std::move(refused);
        }
        const std::optional<bson::Decimal128> decimal = bson::decimalFromText(text);
        if (!decimal) {
            return unreadableNumber(
                text, text.empty() ? "Empty string" : "Failed to parse string to decimal");
        }
        return Operand::of(*decimal);
    }
    default:
        return unsupported(value, Type::Decimal128);
    }
}

Result<Operand> toDate(ValueView value)
{
    switch (value.type()) {
    // an int32 is no date: MongoDB only converts the wider types
    case Type::Int64:
    case Type::Double:
    case Type::Decimal128: {
        Result<Operand> millis = toWhole(value, Type::Int64);
        TRY(millis);
        return Operand::of(bson::Date{millis->view().asInt64()});
    }
    case Type::Date:
    case Type::ObjectId:
    case Type::Timestamp:
        return Operand::of(bson::Date{*dateMillis(value)});
    case Type::String: {
        // a text without a zone is in UTC
        const Result<std::int64_t> millis = parseDateText(value.asString(), TimeZone());
        TRY(millis);
        return Operand::of(bson::Date{*millis});
    }
    default:
        return unsupported(value, Type::Date);
    }
}

std::optional<unsigned> hexDigit(char c)
{
    if (bson::isDigit(c)) {
        return static_cast<unsigned>(c - '0');
    }
    // sets the bit that distinguishes lower from upper case
    const char lower = static_cast<char>(c | 0x20);
    if (lower >= 'a' && lower <= 'f') {
        return static_cast<unsigned>(lower - 'a' + 10);
    }
    return std::nullopt;
}

Result<Operand> toObjectId(ValueView value)
{
    if (value.type() == Type::ObjectId) {
        return Operand::borrow(value);
    }
    if (value.type() != Type::String) {
        return unsupported(value, Type::ObjectId);
    }
    const std::string_view text = value.asString();
    bson::ObjectId id;
    bool good = text.size() == id.bytes.size() * 2;
    for (std::size_t i = 0; good && i < id.bytes.size(); ++i) {
        const std::optional<unsigned> high = hexDigit(text[2 * i]);
        const std::optional<unsigned> low = hexDigit(text[2 * i + 1]);
        good = high && low;
        if (good) {
            id.bytes[i] = static_cast<std::uint8_t>(*high * 16 + *low);
        }
    }
    if (!good) {
        // the wording mentions the length even if a digit is wrong, as in MongoDB
        return failed("Failed to parse objectId '" + std::string(text) + "'" + kNoOnError
                      + ": Invalid string length for parsing to OID, expected 24 but found "
                      + std::to_string(text.size()));
    }
    return Operand::of(id);
}

Result<Operand> toBool(ValueView value)
{
    // NaN is true
    if (value.isNumber()) {
        return Operand::of(value.toDouble() != 0);
    }
    if (value.type() == Type::Bool) {
        return Operand::borrow(value);
    }
    // every other type converts to true, even the empty string
    return Operand::of(true);
}

Result<Operand> toText(ValueView value)
{
    const std::optional<std::string> text = scalarText(value);
    // code is text, but MongoDB does not convert it
    if (!text || value.type() == Type::Code) {
        return unsupported(value, Type::String);
    }
    return Operand::of(*text);
}

} // namespace

Result<std::int64_t> wholeFromText(std::string_view text, int base, Type target)
{
    bool negative = false;
    const std::string_view digits = withoutSign(text, negative);
    if (digits.empty()) {
        return unreadableNumber(text, "No digits");
    }
    std::uint64_t magnitude = 0;
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, magnitude, base);
    if (error == std::errc::invalid_argument || end != last) {
        return unreadableNumber(text, "Did not consume whole string.");
    }
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (error == std::errc::result_out_of_range || magnitude > kMost + (negative ? 1 : 0)) {
        return unreadableNumber(text, "Overflow");
    }
    const auto whole = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
    if (target == Type::Int32 && !fits(whole, target)) {
        return unreadableNumber(text, "Overflow");
    }
    return whole;
}

Result<Operand> convertValue(ValueView value, Type target)
{
    if (value.isNullish()) {
        return Operand::null();
    }
    switch (target) {
    case Type::Double:
        return toDouble(value);
    case Type::String:
        return toText(value);
    case Type::ObjectId:
        return toObjectId(value);
    case Type::Bool:
        return toBool(value);
    case Type::Date:
        return toDate(value);
    case Type::Int32:
    case Type::Int64:
        return toWhole(value, target);
    case Type::Decimal128:
        return toDecimalValue(value);
    default:
        return unsupported(value, target);
    }
}

} // namespace sandglass::engine::query
