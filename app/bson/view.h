// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::bson {

class DocumentView;

/// One value inside bytes that somebody else owns: a type and its raw payload. Cheap to copy; valid
/// as long as those bytes. The bytes must have passed validate(). An accessor of another type
/// returns its neutral value (0, "", empty); that is never undefined behaviour.
class ValueView
{
public:
    /// Missing.
    ValueView() = default;
    /// `raw`: exactly the payload of one element of `type` (for strings with length prefix and
    /// NUL).
    ValueView(Type type, Bytes raw)
        : m_type(type)
        , m_raw(raw)
    {
    }

    /// Missing when there is no value.
    Type type() const { return m_type; }
    /// The payload as it is encoded, without type and key.
    Bytes raw() const { return m_raw; }
    /// Whether the field does not exist.
    bool isMissing() const { return m_type == Type::Missing; }
    /// Whether the value is null; false for undefined and missing.
    bool isNull() const { return m_type == Type::Null; }
    /// Missing, null or undefined: the values that `{f: null}` matches.
    bool isNullish() const;
    /// Whether the type is int32, int64, double or decimal128.
    bool isNumber() const { return isNumeric(m_type); }
    /// True for the double and the decimal NaN; false for everything else.
    bool isNan() const;

    /// False for another type; see toBool() for truthiness.
    bool asBool() const;
    /// 0 for another type, int64 included; see toInt64().
    std::int32_t asInt32() const;
    /// 0 for another type, int32 included; see toInt64().
    std::int64_t asInt64() const;
    /// 0.0 for another type, integers included; see toDouble().
    double asDouble() const;
    /// Decimal zero for another type.
    Decimal128 asDecimal128() const;
    /// 1970-01-01 for another type, Timestamp included.
    Date asDate() const;
    /// All zeros for another type.
    Timestamp asTimestamp() const;
    /// All zeros for another type.
    ObjectId asObjectId() const;
    /// The text of a String, Symbol or Code, without the closing NUL; "" for another type.
    std::string_view asString() const;
    /// Empty, with subtype 0, for another type.
    Binary asBinary() const;
    /// Empty pattern and options for another type.
    Regex asRegex() const;
    /// The nested document or array; an empty document for another type.
    DocumentView asDocument() const;

    /// Any number as double, decimals rounded; NaN for another type.
    double toDouble() const;
    /// Any number truncated toward zero and clamped to int64; 0 for NaN and for another type.
    /// Decimals are rounded half to even instead, as in MongoDB's safeNumberLong().
    std::int64_t toInt64() const;
    /// The number if it has no fraction and fits into int64; nullopt otherwise.
    std::optional<std::int64_t> toExactInt64() const;
    /// Truthiness as `$and` and flags see it: false for false, 0, null, undefined and missing; true
    /// for everything else, NaN included.
    bool toBool() const;

private:
    Type m_type = Type::Missing;
    Bytes m_raw;
};

/// A field: its key and its value. Views.
struct Element
{
    std::string_view key;
    ValueView value;
};

/// A document or array inside bytes that somebody else owns. The rules of ValueView apply.
class DocumentView
{
public:
    class Iterator;

    /// The empty document.
    DocumentView();
    /// `bytes`: a whole document, length prefix and closing NUL included, already validated.
    explicit DocumentView(Bytes bytes)
        : m_bytes(bytes)
    {
    }

    /// The encoded document with length prefix and closing NUL.
    Bytes bytes() const { return m_bytes; }
    /// Its size in bytes; 5 when empty.
    std::size_t size() const { return m_bytes.size(); }
    /// Whether there are no elements.
    bool empty() const { return m_bytes.size() <= 5; }
    /// Number of elements. Walks over them.
    std::size_t count() const;
    /// The values of all elements, in order. Keys are dropped.
    std::vector<ValueView> values() const;

    /// The first element.
    Iterator begin() const;
    /// Past the last element.
    Iterator end() const;

    /// The value of a top-level field; Missing when absent. The first one when a key is repeated.
    ValueView operator[](std::string_view key) const;
    /// Whether there is such a top-level field.
    bool contains(std::string_view key) const { return !(*this)[key].isMissing(); }
    /// The value at a dotted path; Missing when absent. Enters documents by name and arrays only by
    /// index ("a.0.b").
    ValueView at(std::string_view dottedPath) const;

private:
    Bytes m_bytes;
};

/// Walks over the elements of a document in order.
class DocumentView::Iterator
{
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Element;
    using difference_type = std::ptrdiff_t;
    using pointer = const Element*;
    using reference = const Element&;

    Iterator() = default;
    /// `at` points to an element's type byte, or to the closing NUL.
    explicit Iterator(const std::uint8_t* at);

    /// The current element; valid until the iterator moves.
    reference operator*() const { return m_element; }
    /// As operator*.
    pointer operator->() const { return &m_element; }
    /// Moves to the next element; must not be called at the end.
    Iterator& operator++();
    /// Moves on and returns the former position.
    Iterator operator++(int);
    /// Whether both are at the same byte.
    bool operator==(const Iterator& other) const { return m_at == other.m_at; }

private:
    /// Decodes the element at m_at, or stops at the closing NUL.
    void read();

    const std::uint8_t* m_at = nullptr;
    const std::uint8_t* m_next = nullptr;
    Element m_element;
};

/// All values that MongoDB finds at a dotted path for index keys and comparison operators. Arrays
/// on the way are entered (one level each); a number also selects an array element; an array at the
/// end yields its elements, and with `wholeArrayToo` itself after them. In stored order; empty when
/// nothing is there. Source: MongoDB manual, Query on Embedded/Nested Documents and Multikey
/// Indexes.
std::vector<ValueView> valuesAtPath(DocumentView document, std::string_view dottedPath,
                                    bool wholeArrayToo);

/// Size in bytes of the payload of an element of `type` at `at`. The bytes must be validated.
std::size_t payloadSize(Type type, const std::uint8_t* at);

} // namespace sandglass::bson
