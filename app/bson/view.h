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

/// One value inside somebody else's bytes: a type and the raw payload. Cheap to copy; valid while
/// those bytes are. The bytes must have passed validate(); accessors assume it. Asking for another
/// type than is there gives the neutral value of that accessor (0, "", empty), never undefined
/// behaviour.
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

    Type type() const { return m_type; }
    Bytes raw() const { return m_raw; }
    bool isMissing() const { return m_type == Type::Missing; }
    bool isNull() const { return m_type == Type::Null; }
    /// Missing, null or undefined: what `{f: null}` matches.
    bool isNullish() const;
    bool isNumber() const { return isNumeric(m_type); }
    /// True for the double and the decimal NaN; false for what is no number at all.
    bool isNan() const;

    bool asBool() const;
    std::int32_t asInt32() const;
    std::int64_t asInt64() const;
    double asDouble() const;
    Decimal128 asDecimal128() const;
    Date asDate() const;
    Timestamp asTimestamp() const;
    ObjectId asObjectId() const;
    /// Text of String, Symbol and Code, without the closing NUL.
    std::string_view asString() const;
    Binary asBinary() const;
    Regex asRegex() const;
    /// Nested document or array; an empty document for anything else.
    DocumentView asDocument() const;

    /// Any numeric value as double (decimals rounded); NaN for what is no number.
    double toDouble() const;
    /// Any numeric value cut toward zero and clamped to the int64 range; 0 for NaN and for what is
    /// no number. Decimals are rounded half to even, as MongoDB's "safe" integers are.
    std::int64_t toInt64() const;
    /// The value when it is a number without fraction inside the int64 range.
    std::optional<std::int64_t> toExactInt64() const;
    /// True as `$and` and flags see it: false for false, 0, null, undefined and missing; true
    /// otherwise (NaN too).
    bool toBool() const;

private:
    Type m_type = Type::Missing;
    Bytes m_raw;
};

/// A key and its value.
struct Element
{
    std::string_view key;
    ValueView value;
};

/// A document or array inside somebody else's bytes. Same rules as ValueView.
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

    Bytes bytes() const { return m_bytes; }
    std::size_t size() const { return m_bytes.size(); }
    bool empty() const { return m_bytes.size() <= 5; }
    /// Number of elements, by walking them.
    std::size_t count() const;
    /// The values of all elements, in order.
    std::vector<ValueView> values() const;

    Iterator begin() const;
    Iterator end() const;

    /// The value of a top-level field; Missing when absent. The first one when a key is repeated.
    ValueView operator[](std::string_view key) const;
    bool contains(std::string_view key) const { return !(*this)[key].isMissing(); }
    /// The value at a dotted path through documents only; array elements only by their number
    /// ("a.0.b").
    ValueView at(std::string_view dottedPath) const;

private:
    Bytes m_bytes;
};

/// Walks the elements of a document in order.
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

    reference operator*() const { return m_element; }
    pointer operator->() const { return &m_element; }
    Iterator& operator++();
    Iterator operator++(int);
    bool operator==(const Iterator& other) const { return m_at == other.m_at; }

private:
    void read();

    const std::uint8_t* m_at = nullptr;
    const std::uint8_t* m_next = nullptr;
    Element m_element;
};

/// All values that MongoDB sees at a dotted path, as index keys and `$lt` do: arrays on the way are
/// entered (one level each), numbers also choose an array element, and an array at the end yields
/// its elements. `wholeArrayToo`: also yields the array itself at the end. Order: as stored. May be
/// empty (nothing there). Source: MongoDB manual, Query on Embedded/Nested Documents and Multikey
/// Indexes.
std::vector<ValueView> valuesAtPath(DocumentView document, std::string_view dottedPath,
                                    bool wholeArrayToo);

/// Size in bytes of the payload of an element of `type` starting at `at`; the bytes must be
/// validated.
std::size_t payloadSize(Type type, const std::uint8_t* at);

} // namespace sandglass::bson
