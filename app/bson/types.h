// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::bson {

/// The bytes of a document or value, which somebody else owns.
using Bytes = std::span<const std::uint8_t>;

/// 2^63: the first double above the int64 range; -2^63 is inside it.
inline constexpr double kTwoTo63 = 9223372036854775808.0;

/// Whether a double, truncated toward zero, fits into int64; false for NaN.
constexpr bool fitsInt64(double number)
{
    return number >= -kTwoTo63 && number < kTwoTo63;
}

/// BSON element types by their byte in the encoding. Missing (0) means "no such field". Source:
/// bsonspec.org, version 1.1.
enum class Type : std::uint8_t {
    Missing = 0,
    Double = 1,
    String = 2,
    Document = 3,
    Array = 4,
    Binary = 5,
    Undefined = 6,
    ObjectId = 7,
    Bool = 8,
    Date = 9,
    Null = 10,
    Regex = 11,
    DbPointer = 12,
    Code = 13,
    Symbol = 14,
    CodeWithScope = 15,
    Int32 = 16,
    Timestamp = 17,
    Int64 = 18,
    Decimal128 = 19,
    MaxKey = 127,
    MinKey = 255,
};

/// The alias that `$type` and error texts use: "double", "string", "object", "array", "binData",
/// "undefined", "objectId", "bool", "date", "null", "regex", "dbPointer", "javascript", "symbol",
/// "javascriptWithScope", "int", "timestamp", "long", "decimal", "minKey", "maxKey"; "missing" for
/// Missing.
std::string_view typeAlias(Type type);

/// The type with that alias; nullopt for an unknown one. "number" is not a type.
std::optional<Type> typeFromAlias(std::string_view alias);

/// Whether the byte is the code of a type; false for Missing.
bool isTypeByte(std::uint8_t byte);

/// True for int32, int64, double and decimal128.
bool isNumeric(Type type);

/// True for int32 and int64.
constexpr bool isInteger(Type type)
{
    return type == Type::Int32 || type == Type::Int64;
}

/// The sort bracket of a type; values of one bracket compare by value. Ascending: MinKey,
/// Missing/Undefined, Null, numbers, strings and symbols, documents, arrays, binary, ObjectId,
/// bool, date, timestamp, regex, DbPointer, code, code with scope, MaxKey. Source: MongoDB manual,
/// Comparison/Sort Order.
int canonicalOrder(Type type);

/// 12 bytes: seconds since 1970 (big endian), five random bytes, a counter of three bytes.
struct ObjectId
{
    std::array<std::uint8_t, 12> bytes{};

    /// A new id, unique in this process and practically unique elsewhere. Any thread.
    static ObjectId generate();
    /// 24 hexadecimal digits, lower case.
    std::string text() const;
    bool operator==(const ObjectId&) const = default;
};

/// UTC milliseconds since 1970, the whole int64 range.
struct Date
{
    std::int64_t millis = 0;

    /// The same moment as base::Time.
    base::Time time() const { return base::Time(base::Millis(millis)); }
    /// The BSON date of a moment.
    static Date from(base::Time time) { return Date{time.time_since_epoch().count()}; }
    bool operator==(const Date&) const = default;
};

/// A replication timestamp: seconds and a counter. TTL never treats it as a date.
struct Timestamp
{
    std::uint32_t seconds = 0;
    std::uint32_t increment = 0;
    bool operator==(const Timestamp&) const = default;
};

/// A decimal floating-point number of 128 bits (IEEE 754-2008, BID encoding), in two halves.
struct Decimal128
{
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Decimal128&) const = default;
};

/// A regular expression: pattern and option letters. Views of somebody else's bytes.
struct Regex
{
    std::string_view pattern;
    std::string_view options;
};

/// The binary subtype of a UUID, which has 16 bytes.
inline constexpr std::uint8_t kUuidSubtype = 4;

/// Binary data with its subtype.
struct Binary
{
    std::uint8_t subtype = 0;
    Bytes bytes;
};

} // namespace sandglass::bson
