// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"

#include "app/bson/decimal128.h"
#include "app/bson/json_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

namespace sandglass::bson {

namespace {

using Order = std::strong_ordering;

// a prefix comes before the longer sequence
Order compareBytes(Bytes left, Bytes right)
{
    const std::size_t common = std::min(left.size(), right.size());
    const int order = common == 0 ? 0 : std::memcmp(left.data(), right.data(), common);
    return order != 0 ? order <=> 0 : left.size() <=> right.size();
}

Order compareDoubles(double left, double right)
{
    if (left < right) {
        return Order::less;
    }
    if (left > right) {
        return Order::greater;
    }
    // equal, or at least one NaN, which stands below every number
    return std::isnan(right) <=> std::isnan(left);
}

Order compareIntDouble(std::int64_t left, double right)
{
    if (std::isnan(right)) {
        return Order::greater;
    }
    if (right >= kTwoTo63) {
        return Order::less;
    }
    if (right < -kTwoTo63) {
        return Order::greater;
    }
    // the integer parts decide first, then the fraction of the double
    const auto whole = static_cast<std::int64_t>(right);
    if (left != whole) {
        return left <=> whole;
    }
    return compareDoubles(0.0, right - std::trunc(right));
}

// Significant digits of a finite number that is not 0, and the power of ten of the first one.
struct Digits
{
    std::string digits;
    int exponent = 0;
};

// `text`: a positive number, plain or scientific, with at least one digit that is not 0.
Digits digitsOf(std::string text)
{
    int exponent = 0;
    if (const std::size_t mark = text.find_first_of("eE"); mark != std::string::npos) {
        exponent = std::stoi(text.substr(mark + 1));
        text.resize(mark);
    }
    const std::size_t dot = text.find('.');
    const std::size_t whole = dot == std::string::npos ? text.size() : dot;
    if (dot != std::string::npos) {
        text.erase(dot, 1);
    }
    const std::size_t first = text.find_first_not_of('0');
    const std::size_t last = text.find_last_not_of('0');
    return {text.substr(first, last + 1 - first),
            exponent + static_cast<int>(whole) - 1 - static_cast<int>(first)};
}

Digits exactDigits(double number)
{
    // No double has more than 767 significant digits, and the C library prints all of them
    // correctly.
    // sign, point and exponent included
    std::string text(800, '\0');
    const int length = std::snprintf(text.data(), text.size(), "%.766e", std::fabs(number));
    text.resize(static_cast<std::size_t>(length));
    return digitsOf(text);
}

Digits exactDigits(Decimal128 number)
{
    const std::string text = toText(number);
    return digitsOf(text.substr(text.starts_with('-') ? 1 : 0));
}

Order compareDoubleDecimal(double left, Decimal128 right)
{
    if (std::isnan(left) || isNan(right)) {
        return isNan(right) <=> std::isnan(left);
    }
    if (isInfinite(right) || std::isinf(left) || left == 0.0) {
        return compare(decimalFrom(left), right);
    }
    // Rounding keeps the order, so different roundings decide. Equal roundings prove nothing: 0.1
    // as a double is slightly more than 0.1 as a decimal. Then all digits are compared.
    const double rounded = toDouble(right);
    if (left != rounded) {
        return compareDoubles(left, rounded);
    }
    const Digits a = exactDigits(left);
    const Digits b = exactDigits(right);
    const Order magnitude
        = a.exponent != b.exponent ? a.exponent <=> b.exponent : a.digits.compare(b.digits) <=> 0;
    return left < 0 ? reversed(magnitude) : magnitude;
}

// both integer types, each of them exact in int64
std::int64_t integerOf(ValueView value)
{
    return value.type() == Type::Int32 ? value.asInt32() : value.asInt64();
}

Order compareNumbers(ValueView left, ValueView right)
{
    if (isInteger(left.type()) && isInteger(right.type())) {
        return integerOf(left) <=> integerOf(right);
    }
    if (left.type() == Type::Decimal128) {
        if (right.type() == Type::Decimal128) {
            return compare(left.asDecimal128(), right.asDecimal128());
        }
        // only one direction is implemented: the decimal on the right
        return reversed(compareNumbers(right, left));
    }
    if (right.type() == Type::Decimal128) {
        if (isInteger(left.type())) {
            return compare(decimalFrom(integerOf(left)), right.asDecimal128());
        }
        return compareDoubleDecimal(left.asDouble(), right.asDecimal128());
    }
    if (isInteger(left.type())) {
        return compareIntDouble(integerOf(left), right.asDouble());
    }
    if (isInteger(right.type())) {
        return reversed(compareIntDouble(integerOf(right), left.asDouble()));
    }
    return compareDoubles(left.asDouble(), right.asDouble());
}

Order compareBinary(const Binary& left, const Binary& right)
{
    if (left.bytes.size() != right.bytes.size()) {
        return left.bytes.size() <=> right.bytes.size();
    }
    if (left.subtype != right.subtype) {
        return left.subtype <=> right.subtype;
    }
    return compareBytes(left.bytes, right.bytes);
}

Order compareRegex(const Regex& left, const Regex& right)
{
    const int order = left.pattern.compare(right.pattern);
    return order != 0 ? order <=> 0 : left.options.compare(right.options) <=> 0;
}

Order compareArrays(DocumentView left, DocumentView right)
{
    auto a = left.begin();
    auto b = right.begin();
    for (; a != left.end() && b != right.end(); ++a, ++b) {
        if (const Order order = compare(a->value, b->value); std::is_neq(order)) {
            return order;
        }
    }
    return (a != left.end()) <=> (b != right.end());
}

Order compareScopedCode(const ScopedCodeParts& left, const ScopedCodeParts& right)
{
    const int order = left.code.compare(right.code);
    return order != 0 ? order <=> 0 : compare(left.scope, right.scope);
}

Order compareTimestamps(Timestamp left, Timestamp right)
{
    return left.seconds != right.seconds ? left.seconds <=> right.seconds
                                         : left.increment <=> right.increment;
}

Order compareDbPointers(Bytes left, Bytes right)
{
    return left.size() != right.size() ? left.size() <=> right.size() : compareBytes(left, right);
}

// Both values are in one bracket, which is neither numbers nor strings.
Order compareSameType(ValueView left, ValueView right)
{
    switch (left.type()) {
    case Type::Document:
        return compare(left.asDocument(), right.asDocument());
    case Type::Array:
        return compareArrays(left.asDocument(), right.asDocument());
    case Type::Binary:
        return compareBinary(left.asBinary(), right.asBinary());
    case Type::ObjectId:
        return compareBytes(left.raw(), right.raw());
    case Type::Bool:
        return left.asBool() <=> right.asBool();
    case Type::Date:
        return left.asDate().millis <=> right.asDate().millis;
    case Type::Timestamp:
        return compareTimestamps(left.asTimestamp(), right.asTimestamp());
    case Type::Regex:
        return compareRegex(left.asRegex(), right.asRegex());
    case Type::DbPointer:
        return compareDbPointers(left.raw(), right.raw());
    case Type::CodeWithScope:
        return compareScopedCode(scopedCodeParts(left), scopedCodeParts(right));
    default: // the types without content
        return Order::equal;
    }
}

bool isText(Type type)
{
    return type == Type::String || type == Type::Symbol || type == Type::Code;
}

std::size_t mix(std::size_t seed, std::size_t value)
{
    // the golden ratio in 64 bits, as boost::hash_combine uses it
    return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 12U) + (seed >> 4U));
}

std::size_t hashText(std::string_view text)
{
    return std::hash<std::string_view>{}(text);
}

std::size_t hashBytes(Bytes bytes)
{
    return hashText({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::size_t hashNumber(ValueView value)
{
    // integers of every type and whole doubles hash alike, because they compare as equal
    if (const auto whole = value.toExactInt64()) {
        return std::hash<std::int64_t>{}(*whole);
    }
    double number = value.toDouble();
    if (std::isnan(number)) { // one hash for its many encodings
        number = std::numeric_limits<double>::quiet_NaN();
    }
    // a decimal that equals no double may share a hash with its neighbours; equal() decides
    return mix(2, std::bit_cast<std::uint64_t>(number));
}

std::size_t hashElements(DocumentView document, bool withKeys)
{
    // keys of arrays are their positions and add nothing
    std::size_t result = 3;
    for (const Element& element : document) {
        if (withKeys) {
            result = mix(result, hashText(element.key));
        }
        result = mix(result, hash(element.value));
    }
    return result;
}

std::size_t hashContent(ValueView value)
{
    if (value.isNumber()) {
        return hashNumber(value);
    }
    if (isText(value.type())) {
        return hashText(value.asString());
    }
    switch (value.type()) {
    case Type::Document:
    case Type::Array:
        return hashElements(value.asDocument(), value.type() == Type::Document);
    case Type::CodeWithScope: {
        const ScopedCodeParts parts = scopedCodeParts(value);
        return mix(hashText(parts.code), hashElements(parts.scope, true));
    }
    default:
        return hashBytes(value.raw());
    }
}

} // namespace

std::strong_ordering compare(ValueView left, ValueView right)
{
    const int leftOrder = canonicalOrder(left.type());
    const int rightOrder = canonicalOrder(right.type());
    if (leftOrder != rightOrder) {
        return leftOrder <=> rightOrder;
    }
    if (left.isNumber()) {
        return compareNumbers(left, right);
    }
    if (isText(left.type())) {
        return left.asString().compare(right.asString()) <=> 0;
    }
    return compareSameType(left, right);
}

std::strong_ordering compare(DocumentView left, DocumentView right)
{
    auto a = left.begin();
    auto b = right.begin();
    for (; a != left.end() && b != right.end(); ++a, ++b) {
        // MongoDB compares the type brackets of two fields before their names
        const Order brackets = canonicalOrder(a->value.type()) <=> canonicalOrder(b->value.type());
        if (std::is_neq(brackets)) {
            return brackets;
        }
        if (const int keys = a->key.compare(b->key); keys != 0) {
            return keys <=> 0;
        }
        if (const Order values = compare(a->value, b->value); std::is_neq(values)) {
            return values;
        }
    }
    return (a != left.end()) <=> (b != right.end());
}

bool identical(ValueView left, ValueView right)
{
    return left.type() == right.type() && std::ranges::equal(left.raw(), right.raw());
}

std::size_t hash(ValueView value)
{
    // undefined equals missing but has a type byte of its own, so the bracket is hashed and not the
    // type
    return mix(static_cast<std::size_t>(canonicalOrder(value.type())), hashContent(value));
}

} // namespace sandglass::bson
