// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/conversion_binary.h"

#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "app/bson/extended_json.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/query/conversion.h"
#include "app/engine/query/expression_node.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using Octets = std::vector<std::uint8_t>;

constexpr int kConversionFailed = 241;
constexpr std::string_view kNoOnErrorValue = " in $convert with no onError value: ";

struct FormatName
{
    std::string_view name;
    BinaryFormat format;
};
constexpr std::array kFormats{
    FormatName{"auto", BinaryFormat::Auto},           FormatName{"base64", BinaryFormat::Base64},
    FormatName{"base64url", BinaryFormat::Base64Url}, FormatName{"hex", BinaryFormat::Hex},
    FormatName{"utf8", BinaryFormat::Utf8},           FormatName{"uuid", BinaryFormat::Uuid},
};

constexpr std::size_t kUuidBytes = 16;
// where a UUID's text has its dashes
constexpr std::array<std::size_t, 4> kDashes{8, 13, 18, 23};

std::string hexText(bson::Bytes bytes, bool upper)
{
    const char* digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text.push_back(digits[byte >> 4U]);
        text.push_back(digits[byte & 15U]);
    }
    return text;
}

std::optional<Octets> bytesFromHex(std::string_view text)
{
    if (text.size() % 2 != 0) {
        return std::nullopt;
    }
    Octets bytes;
    for (std::size_t at = 0; at < text.size(); at += 2) {
        unsigned value = 0;
        const char* const end = text.data() + at + 2;
        const auto read = std::from_chars(text.data() + at, end, value, 16);
        if (read.ec != std::errc() || read.ptr != end) {
            return std::nullopt;
        }
        bytes.push_back(static_cast<std::uint8_t>(value));
    }
    return bytes;
}

std::string uuidText(bson::Bytes bytes)
{
    std::string text = hexText(bytes, false);
    for (const std::size_t dash : kDashes) {
        text.insert(dash, "-");
    }
    return text;
}

std::optional<Octets> bytesFromUuid(std::string_view text)
{
    std::string digits;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isDash = std::ranges::find(kDashes, at) != kDashes.end();
        if (isDash != (text[at] == '-')) {
            return std::nullopt;
        }
        if (!isDash) {
            digits.push_back(text[at]);
        }
    }
    return digits.size() == kUuidBytes * 2 ? bytesFromHex(digits) : std::nullopt;
}

// Source: RFC 4648, section 5; without padding.
std::string base64Url(bson::Bytes bytes)
{
    std::string text = bson::base64(bytes);
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
    text.erase(std::min(text.find('='), text.size()));
    return text;
}

std::optional<Octets> bytesFromBase64Url(std::string_view text)
{
    if (text.find_first_of("+/") != std::string_view::npos) {
        return std::nullopt;
    }
    std::string usual(text);
    std::ranges::replace(usual, '-', '+');
    std::ranges::replace(usual, '_', '/');
    constexpr std::size_t kGroup = 4;
    while (usual.size() % kGroup != 0) {
        usual.push_back('=');
    }
    return bson::bytesFromBase64(usual);
}

std::string_view asText(bson::Bytes bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view formatName(BinaryFormat format)
{
    return std::ranges::find(kFormats, format, &FormatName::format)->name;
}

Error failed(const std::string& what, std::string_view why)
{
    return expressionError(kConversionFailed,
                           what + std::string(kNoOnErrorValue) + std::string(why));
}

Error noFormat(ValueView value, Type target)
{
    constexpr int kNoFormat = 4341115;
    // the spelling is MongoDB's
    return expressionError(kNoFormat,
                           "Format must be speficied when converting from '" + typeText(value)
                               + "' to '" + std::string(bson::typeAlias(target)) + "'");
}

Operand binaryOf(bson::Bytes bytes, std::uint8_t subtype)
{
    const bson::Document holder = bson::makeDocument("b", bson::Binary{subtype, bytes});
    return Operand(bson::Value(holder["b"]));
}

Result<Operand> textOfBinary(ValueView value, const ConversionOptions& options)
{
    if (!options.format) {
        return noFormat(value, Type::String);
    }
    const bson::Binary binary = value.asBinary();
    const bool isUuid = binary.subtype == kUuidBinary && binary.bytes.size() == kUuidBytes;
    const auto wrong = [&](std::string_view why) {
        return failed("Failed to convert '" + bson::toShellText(value) + "' to string", why);
    };
    switch (*options.format) {
    case BinaryFormat::Auto:
        return Operand::of(isUuid ? uuidText(binary.bytes) : bson::base64(binary.bytes));
    case BinaryFormat::Base64:
        return Operand::of(bson::base64(binary.bytes));
    case BinaryFormat::Base64Url:
        return Operand::of(base64Url(binary.bytes));
    case BinaryFormat::Hex:
        return Operand::of(hexText(binary.bytes, true));
    case BinaryFormat::Utf8:
        if (!bson::isUtf8(asText(binary.bytes))) {
            return wrong("BinData does not represent a valid UTF-8 string");
        }
        return Operand::of(asText(binary.bytes));
    case BinaryFormat::Uuid:
        break;
    }
    return isUuid ? Operand::of(uuidText(binary.bytes))
                  : Result<Operand>(wrong("BinData does not represent a valid UUID"));
}

std::optional<Octets> decoded(std::string_view text, BinaryFormat format)
{
    switch (format) {
    case BinaryFormat::Base64:
        return bson::bytesFromBase64(text);
    case BinaryFormat::Base64Url:
        return bytesFromBase64Url(text);
    case BinaryFormat::Hex:
        return bytesFromHex(text);
    case BinaryFormat::Utf8:
        return bson::isUtf8(text) ? std::optional(Octets(text.begin(), text.end())) : std::nullopt;
    case BinaryFormat::Uuid:
        return bytesFromUuid(text);
    case BinaryFormat::Auto:
        break;
    }
    return std::nullopt;
}

Result<Operand> binaryOfText(ValueView value, const ConversionOptions& options)
{
    if (!options.format) {
        return noFormat(value, Type::Binary);
    }
    const std::string_view text = value.asString();
    const std::string what = "Failed to parse BinData '" + std::string(text) + "'";
    if ((*options.format == BinaryFormat::Uuid) != (options.subtype == kUuidBinary)) {
        return failed(what, "Only the 'uuid' format is allowed with the UUID subtype");
    }
    const std::optional<Octets> bytes = decoded(text, *options.format);
    if (!bytes) {
        return failed(
            what, "Input is not a valid " + std::string(formatName(*options.format)) + " string.");
    }
    return binaryOf(*bytes, options.subtype);
}

/// The bytes of a number in the order wanted, or back.
void orderBytes(Octets& bytes, bool bigEndian)
{
    if (bigEndian != (std::endian::native == std::endian::big)) {
        std::ranges::reverse(bytes);
    }
}

template <typename Number>
Operand binaryOfNumber(Number number, const ConversionOptions& options)
{
    Octets bytes(sizeof(Number));
    std::memcpy(bytes.data(), &number, sizeof(Number));
    orderBytes(bytes, options.bigEndian);
    return binaryOf(bytes, options.subtype);
}

template <typename Number>
Number numberOf(const Octets& bytes)
{
    Number number{};
    std::memcpy(&number, bytes.data(), sizeof(Number));
    return number;
}

std::optional<std::int64_t> wholeOf(const Octets& bytes)
{
    switch (bytes.size()) {
    case sizeof(std::int8_t):
        return numberOf<std::int8_t>(bytes);
    case sizeof(std::int16_t):
        return numberOf<std::int16_t>(bytes);
    case sizeof(std::int32_t):
        return numberOf<std::int32_t>(bytes);
    case sizeof(std::int64_t):
        return numberOf<std::int64_t>(bytes);
    default:
        return std::nullopt;
    }
}

Result<Operand> numberOfBinary(ValueView value, Type target, const ConversionOptions& options)
{
    const bson::Bytes raw = value.asBinary().bytes;
    Octets bytes(raw.begin(), raw.end());
    orderBytes(bytes, options.bigEndian);
    if (target == Type::Double && bytes.size() == sizeof(float)) {
        return Operand::of(double{numberOf<float>(bytes)});
    }
    if (target == Type::Double && bytes.size() == sizeof(double)) {
        return Operand::of(numberOf<double>(bytes));
    }
    const std::optional<std::int64_t> whole = wholeOf(bytes);
    if (whole && target == Type::Int64) {
        return Operand::of(*whole);
    }
    if (whole && target == Type::Int32 && bytes.size() <= sizeof(std::int32_t)) {
        return Operand::of(static_cast<std::int32_t>(*whole));
    }
    return expressionError(kConversionFailed,
                           "Failed to convert '" + bson::toShellText(value)
                               + "' to number in $convert because of invalid length: "
                               + std::to_string(bytes.size()));
}

Result<Operand> toBinary(ValueView value, const ConversionOptions& options)
{
    switch (value.type()) {
    case Type::String:
        return binaryOfText(value, options);
    case Type::Int32:
        return binaryOfNumber(value.asInt32(), options);
    case Type::Int64:
        return binaryOfNumber(value.asInt64(), options);
    case Type::Double:
        return binaryOfNumber(value.asDouble(), options);
    case Type::Binary:
        if (value.asBinary().subtype == options.subtype) {
            return Operand::borrow(value);
        }
        return expressionError(kConversionFailed,
                               "Conversions between different BinData subtypes are not supported");
    default:
        return expressionError(kConversionFailed,
                               "Unsupported conversion from " + typeText(value)
                                   + " to binData in $convert with no onError value");
    }
}

Result<Operand> textInBase(ValueView number, int base)
{
    const auto whole = number.toExactInt64();
    if (!whole) {
        const bool tooLarge
            = number.type() != Type::Double || number.toDouble() == std::trunc(number.toDouble());
        return expressionError(
            kConversionFailed,
            tooLarge ? "Magnitude of the number provided for base conversion is too large in"
                       " $convert with no onError value: "
                     : "Base conversion is not supported for non-integers in $convert with no"
                       " onError value: ");
    }
    // 64 binary digits and a sign
    std::array<char, 65> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *whole, base);
    std::string text(digits.data(), end.ptr);
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return Operand::of(std::string_view(text));
}

Result<Operand> numberInBase(ValueView value, Type target, int base)
{
    const auto read = wholeFromText(value.asString(), base, target);
    TRY(read);
    const std::int64_t whole = *read;
    switch (target) {
    case Type::Int32:
        return Operand::of(static_cast<std::int32_t>(whole));
    case Type::Double:
        return Operand::of(static_cast<double>(whole));
    case Type::Decimal128:
        return Operand::of(bson::decimalFrom(whole));
    default:
        return Operand::of(whole);
    }
}

Result<std::optional<Operand>> some(Result<Operand> converted)
{
    TRY(converted);
    return std::optional(std::move(*converted));
}

} // namespace

Result<void> readConversionOptions(ValueView format, ValueView byteOrder, ValueView base,
                                   ConversionOptions& options)
{
    if (!base.isNullish()) {
        const auto whole = base.toExactInt64();
        if (!base.isNumber() || !whole) {
            return expressionError(3501300, "In $convert, 'base' argument is not an integer");
        }
        if (*whole != 2 && *whole != 8 && *whole != 10 && *whole != 16) {
            return expressionError(3501301, "In $convert, 'base' argument is not a valid base");
        }
        options.base = static_cast<int>(*whole);
    }
    const auto noText = [](int code, std::string_view name, ValueView value) {
        return expressionError(code,
                               "$convert requires that '" + std::string(name)
                                   + "' be a string, found: " + typeText(value) + " with value "
                                   + bson::toShellText(value));
    };
    if (!format.isNullish()) {
        if (format.type() != Type::String) {
            return noText(4341114, "format", format);
        }
        const auto* const known = std::ranges::find(kFormats, format.asString(), &FormatName::name);
        if (known == kFormats.end()) {
            return expressionError(4341125,
                                   "Invalid 'format' argument for $convert: "
                                       + std::string(format.asString()));
        }
        options.format = known->format;
    }
    if (byteOrder.isNullish()) {
        return {};
    }
    if (byteOrder.type() != Type::String) {
        return noText(9130001, "byteOrder", byteOrder);
    }
    options.bigEndian = byteOrder.asString() == "big";
    if (!options.bigEndian && byteOrder.asString() != "little") {
        return expressionError(9130002,
                               "Invalid 'byteOrder' argument for $convert: "
                                   + std::string(byteOrder.asString()));
    }
    return {};
}

Result<std::uint8_t> binarySubtype(ValueView subtype)
{
    if (!subtype.isNumber()) {
        return expressionError(4341108,
                               "For BinData, $convert's 'subtype' argument must be a number, but"
                               " is "
                                   + typeText(subtype));
    }
    const auto whole = subtype.toExactInt64();
    if (!whole) {
        return expressionError(4341106,
                               "In $convert, numeric 'subtype' argument is not an integer");
    }
    // 0 to 9 have a meaning, those from 128 on are the users'
    const bool known = (*whole >= 0 && *whole <= 9) || (*whole >= 128 && *whole <= 255);
    if (!known) {
        return expressionError(4341107,
                               "In $convert, numeric value for 'subtype' does not correspond to a"
                               " BinData type: "
                                   + std::to_string(*whole));
    }
    return static_cast<std::uint8_t>(*whole);
}

Result<std::optional<Operand>> convertSpecially(ValueView value, Type target,
                                                const ConversionOptions& options)
{
    if (target == Type::Binary) {
        return some(toBinary(value, options));
    }
    const bool fromBinary = value.type() == Type::Binary;
    if (fromBinary && target == Type::String) {
        return some(textOfBinary(value, options));
    }
    if (fromBinary && (target == Type::Int32 || target == Type::Int64 || target == Type::Double)) {
        return some(numberOfBinary(value, target, options));
    }
    if (options.base && value.isNumber() && target == Type::String) {
        return some(textInBase(value, *options.base));
    }
    if (options.base && value.type() == Type::String && bson::isNumeric(target)) {
        return some(numberInBase(value, target, *options.base));
    }
    return std::optional<Operand>();
}

} // namespace sandglass::engine::query
