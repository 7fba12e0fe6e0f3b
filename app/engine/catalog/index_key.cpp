// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/index_key.h"

#include "app/bson/compare.h"
#include "app/bson/decimal128.h"
#include "app/bson/value.h"
#include "app/engine/storage/key_codec.h"

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

namespace sandglass::engine::catalog {

namespace {

using bson::Type;

__extension__ using Wide = unsigned __int128;

constexpr char kEnd = 0x00; ///< ends strings, documents and arrays; below every bracket
constexpr char kEscaped = '\xFF'; ///< follows a zero byte that belongs to the text

// First byte of a key. Written to disk: values must never change and must sort as
// bson::canonicalOrder() does. The gaps leave room for new types.
char bracket(Type type)
{
    switch (type) {
    case Type::MinKey:
        return 0x05;
    case Type::Missing:
    case Type::Undefined:
        return 0x0A;
    case Type::Null:
        return 0x0F;
    case Type::Int32:
    case Type::Int64:
    case Type::Double:
    case Type::Decimal128:
        return 0x14;
    case Type::String:
    case Type::Symbol:
        return 0x19;
    case Type::Document:
        return 0x1E;
    case Type::Array:
        return 0x23;
    case Type::Binary:
        return 0x28;
    case Type::ObjectId:
        return 0x2D;
    case Type::Bool:
        return 0x32;
    case Type::Date:
        return kDateBracket;
    case Type::Timestamp:
        return 0x3C;
    case Type::Regex:
        return 0x41;
    case Type::DbPointer:
        return 0x46;
    case Type::Code:
        return 0x4B;
    case Type::CodeWithScope:
        return 0x50;
    case Type::MaxKey:
        break;
    }
    return 0x7F;
}

void appendRaw(std::string& key, bson::Bytes bytes)
{
    key.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// Two zero bytes end the text. A zero byte inside is followed by 0xFF, so "a" sorts before "a\0".
void appendText(std::string& key, std::string_view text)
{
    for (std::size_t zero = text.find('\0'); zero != std::string_view::npos;
         zero = text.find('\0')) {
        key.append(text.substr(0, zero + 1));
        key.push_back(kEscaped);
        text.remove_prefix(zero + 1);
    }
    key.append(text);
    key.push_back(kEnd);
    key.push_back(kEnd);
}

// A number that lies between two doubles: coefficient × 10^exponent, the coefficient not 0.
struct Remainder
{
    bool negative = false;
    Wide coefficient = 0;
    int exponent = 0;
};

// Numbers of all types share one order: first the largest double that is not above the number,
// then, if the two differ, the exact decimal digits.
struct SplitNumber
{
    double floor = 0;
    std::optional<Remainder> exact; ///< unset when `floor` is the number
};

Wide powerOfTen(int exponent)
{
    Wide power = 1;
    for (int i = 0; i < exponent; ++i) {
        power *= 10;
    }
    return power;
}

constexpr int kDecimalDigits = 34;
constexpr int kExponentBias = 6176;

void appendRemainder(std::string& key, const Remainder& number)
{
    static const Wide smallest = powerOfTen(kDecimalDigits - 1);
    Wide coefficient = number.coefficient;
    int exponent = number.exponent;
    while (coefficient < smallest) {
        coefficient *= 10;
        --exponent;
    }
    // normalizing to 34 digits may lower the exponent by up to 33 below the format's smallest, so
    // the bias is raised by 34
    const int biased = exponent + kExponentBias + kDecimalDigits;
    const std::size_t start = key.size();
    key.push_back(static_cast<char>(biased >> 8));
    key.push_back(static_cast<char>(biased & 0xFF));
    storage::appendU64(key, static_cast<std::uint64_t>(coefficient >> 64U));
    storage::appendU64(key, static_cast<std::uint64_t>(coefficient));
    // inverted, so that bytes of a larger magnitude sort first
    if (number.negative) {
        for (std::size_t i = start; i < key.size(); ++i) {
            key[i] = static_cast<char>(~key[i]);
        }
    }
}

void appendNumber(std::string& key, const SplitNumber& number)
{
    // NaN is below all numbers: even minus infinity has bits set here
    std::uint64_t ordered = 0;
    if (!std::isnan(number.floor)) {
        // -0.0 becomes 0.0. Positive numbers get the sign bit set, negative ones all bits inverted:
        // then unsigned order is numeric order
        const auto bits = std::bit_cast<std::uint64_t>(number.floor == 0.0 ? 0.0 : number.floor);
        ordered = (bits >> 63U) != 0 ? ~bits : bits | (1ULL << 63U);
    }
    storage::appendU64(key, ordered);
    key.push_back(number.exact ? 0x01 : 0x00);
    if (number.exact) {
        appendRemainder(key, *number.exact);
    }
}

double below(double value)
{
    return std::nextafter(value, -std::numeric_limits<double>::infinity());
}

SplitNumber splitInteger(std::int64_t value)
{
    constexpr std::int64_t kExactLimit = 1LL << 53;
    auto nearest = static_cast<double>(value);
    if (value >= -kExactLimit && value <= kExactLimit) {
        return {nearest, {}};
    }
    if (nearest < bson::kTwoTo63 && static_cast<std::int64_t>(nearest) == value) {
        return {nearest, {}};
    }
    if (nearest >= bson::kTwoTo63 || static_cast<std::int64_t>(nearest) > value) {
        nearest = below(nearest);
    }
    // the smallest int64 is exactly a double and was returned above, so the negation cannot
    // overflow
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
    return {nearest, Remainder{value < 0, magnitude, 0}};
}

// Coefficient and exponent of a finite decimal; a coefficient of more than 34 digits counts as 0
// (IEEE 754, 3.5.2).
Remainder decimalParts(bson::Decimal128 value)
{
    static const Wide limit = powerOfTen(kDecimalDigits);
    Remainder parts;
    parts.negative = bson::isNegative(value);
    // these combination bits announce a coefficient beyond 34 digits
    if (((value.high >> 61U) & 3U) == 3U) {
        return parts;
    }
    const std::uint64_t upper = value.high & ((1ULL << 49U) - 1);
    parts.coefficient = (static_cast<Wide>(upper) << 64U) | value.low;
    parts.exponent = static_cast<int>((value.high >> 49U) & 0x3FFFU) - kExponentBias;
    if (parts.coefficient >= limit) {
        parts.coefficient = 0;
    }
    return parts;
}

SplitNumber splitDecimal(bson::Decimal128 value)
{
    if (bson::isNan(value)) {
        return {std::numeric_limits<double>::quiet_NaN(), {}};
    }
    double nearest = bson::toDouble(value);
    if (bson::isInfinite(value)) {
        return {nearest, {}};
    }
    const Remainder parts = decimalParts(value);
    if (parts.coefficient == 0) {
        return {0.0, {}};
    }
    if (nearest == 0.0) { // too small for a double
        return {parts.negative ? below(0.0) : 0.0, parts};
    }
    if (std::isinf(nearest)) { // too large for a double
        return {parts.negative ? nearest : below(nearest), parts};
    }
    const auto asDouble = bson::Value::of(nearest);
    const auto asDecimal = bson::Value::of(value);
    const auto order = bson::compare(asDouble.view(), asDecimal.view());
    if (std::is_eq(order)) {
        return {nearest, {}};
    }
    return {std::is_gt(order) ? below(nearest) : nearest, parts};
}

SplitNumber split(bson::ValueView value)
{
    switch (value.type()) {
    case Type::Int32:
        return {static_cast<double>(value.asInt32()), {}};
    case Type::Int64:
        return splitInteger(value.asInt64());
    case Type::Double:
        return {value.asDouble(), {}};
    default:
        return splitDecimal(value.asDecimal128());
    }
}

void appendContent(std::string& key, bson::ValueView value, const bson::Collation* collation);

void appendDocument(std::string& key, bson::DocumentView document, const bson::Collation* collation)
{
    for (const bson::Element& element : document) {
        key.push_back(bracket(element.value.type()));
        key.append(element.key);
        key.push_back(kEnd);
        appendContent(key, element.value, collation);
    }
    key.push_back(kEnd);
}

void appendArray(std::string& key, bson::DocumentView elements, const bson::Collation* collation)
{
    for (const bson::Element& element : elements) {
        appendKey(key, element.value, collation);
    }
    key.push_back(kEnd);
}

void appendBinary(std::string& key, const bson::Binary& binary)
{
    storage::appendU32(key, static_cast<std::uint32_t>(binary.bytes.size()));
    key.push_back(static_cast<char>(binary.subtype));
    appendRaw(key, binary.bytes);
}

// Code with scope on the wire: total length, length and text of the code, the scope document; all
// lengths int32.
void appendScopedCode(std::string& key, bson::Bytes raw)
{
    std::uint32_t codeBytes = 0; // little endian, closing NUL included
    for (std::size_t i = 0; i < 4; ++i) {
        codeBytes |= static_cast<std::uint32_t>(raw[4 + i]) << (8 * i);
    }
    appendText(key, {reinterpret_cast<const char*>(raw.data()) + 8, codeBytes - 1});
    // as compare() orders it, a collation has no effect inside code
    appendDocument(key, bson::DocumentView(raw.subspan(8 + codeBytes)), nullptr);
}

// Content of the rare types; the common ones are handled by appendContent().
void appendRareContent(std::string& key, bson::ValueView value)
{
    switch (value.type()) {
    case Type::Binary:
        return appendBinary(key, value.asBinary());
    case Type::Timestamp:
        storage::appendU32(key, value.asTimestamp().seconds);
        return storage::appendU32(key, value.asTimestamp().increment);
    case Type::Regex:
        appendText(key, value.asRegex().pattern);
        return appendText(key, value.asRegex().options);
    case Type::DbPointer:
        storage::appendU32(key, static_cast<std::uint32_t>(value.raw().size()));
        return appendRaw(key, value.raw());
    case Type::CodeWithScope:
        return appendScopedCode(key, value.raw());
    default: // the types without content
        return;
    }
}

// A sort key has no zero bytes, so that nothing needs an escape.
void appendCollated(std::string& key, std::string_view text, const bson::Collation& collation)
{
    collation.appendSortKey(key, text);
    key.push_back(kEnd);
    key.push_back(kEnd);
}

void appendContent(std::string& key, bson::ValueView value, const bson::Collation* collation)
{
    switch (value.type()) {
    case Type::Int32:
    case Type::Int64:
    case Type::Double:
    case Type::Decimal128:
        return appendNumber(key, split(value));
    case Type::String:
    case Type::Symbol:
    case Type::Code:
        return collation == nullptr ? appendText(key, value.asString())
                                    : appendCollated(key, value.asString(), *collation);
    case Type::Date:
        return storage::appendI64(key, value.asDate().millis);
    case Type::ObjectId:
        return appendRaw(key, value.raw());
    case Type::Bool:
        return key.push_back(value.asBool() ? 1 : 0);
    case Type::Document:
        return appendDocument(key, value.asDocument(), collation);
    case Type::Array:
        return appendArray(key, value.asDocument(), collation);
    default:
        return appendRareContent(key, value);
    }
}

} // namespace

void appendKey(std::string& key, bson::ValueView value, const bson::Collation* collation)
{
    key.push_back(bracket(value.type()));
    appendContent(key, value, collation);
}

} // namespace sandglass::engine::catalog
