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

/// Raw bytes of a document or value, not owned.
using Bytes = std::span<const std::uint8_t>;

/// 2^63: the first double above the int64 range; -2^63 is inside it.
inline constexpr double kTwoTo63 = 9223372036854775808.0;

/// True when a double, cut toward zero, is an int64; false for NaN.
constexpr bool fitsInt64(double number)
{
    return number >= -kTwoTo63 && number < kTwoTo63;
}

/// BSON element types by their byte on the wire. Missing (0) stands for "no such field".
/// Source: bsonspec.org, version 1.1.
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

/// The type for an alias; nullopt for an unknown one. ("number" is not a type.)
std::optional<Type> typeFromAlias(std::string_view alias);

/// True for a byte that names a type (Missing excluded).
bool isTypeByte(std::uint8_t byte);

/// True for int32, int64, double and decimal128.
bool isNumeric(Type type);

/// True for int32 and int64.
constexpr bool isInteger(Type type)
{
    return type == Type::Int32 || type == Type::Int64;
}

/// MongoDB's order between types: MinKey, Missing/Undefined, Null, numbers, strings and symbols,
/// documents, arrays, binary, ObjectId, bool, date, timestamp, regex, DbPointer, code, code with
/// scope, MaxKey. Equal values compare within one bracket. Source: MongoDB manual, Comparison/Sort
/// Order.
int canonicalOrder(Type type);

/// Twelve bytes: seconds since 1970 (big endian), five random, three counting.
struct ObjectId
{
    std::array<std::uint8_t, 12> bytes{};

    /// A fresh one, unique in this process and practically everywhere. Any thread.
    static ObjectId generate();
    /// 24 hexadecimal digits, lower case.
    std::string text() const;
    bool operator==(const ObjectId&) const = default;
};

/// UTC milliseconds since 1970, the whole int64 range.
struct Date
{
    std::int64_t millis = 0;

    /// The same moment as a clock's time.
    base::Time time() const { return base::Time(base::Millis(millis)); }
    /// From a clock's time.
    static Date from(base::Time time) { return Date{time.time_since_epoch().count()}; }
    bool operator==(const Date&) const = default;
};

/// Replication timestamp: seconds and a counter; never a date for TTL.
struct Timestamp
{
    std::uint32_t seconds = 0;
    std::uint32_t increment = 0;
    bool operator==(const Timestamp&) const = default;
};

/// A decimal floating point number as its 16 little-endian bytes (IEEE 754-2008, BID).
struct Decimal128
{
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Decimal128&) const = default;
};

/// A regular expression: pattern and option letters.
struct Regex
{
    std::string_view pattern;
    std::string_view options;
};

/// Subtype of the 16 bytes of a UUID.
inline constexpr std::uint8_t kUuidSubtype = 4;

/// Binary data with its subtype.
struct Binary
{
    std::uint8_t subtype = 0;
    Bytes bytes;
};

} // namespace sandglass::bson
