// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::bson {

/// Writes a document field by field, in order. Repeated keys are not checked. Nested documents and
/// arrays are written in place; take() closes the ones still open. Every function returns the
/// builder itself.
class Builder
{
public:
    Builder() = default;
    /// `room`: zero bytes to leave free before the document; see takeBytes().
    explicit Builder(std::size_t room)
        : m_room(room)
    {
    }

    /// Appends one field. A key ends at its first NUL, because BSON cannot hold one in a key. The
    /// value's C++ type decides the BSON type.
    Builder& append(std::string_view key, bool value);
    Builder& append(std::string_view key, std::int32_t value); ///< Int32
    Builder& append(std::string_view key, std::int64_t value); ///< Int64
    Builder& append(std::string_view key, double value); ///< Double
    Builder& append(std::string_view key, Decimal128 value); ///< Decimal128
    Builder& append(std::string_view key, Date value); ///< Date
    Builder& append(std::string_view key, Timestamp value); ///< Timestamp
    Builder& append(std::string_view key, const ObjectId& value); ///< ObjectId
    Builder& append(std::string_view key, std::string_view value); ///< String
    /// A NUL-terminated text, as a string; without this overload it would become a bool.
    Builder& append(std::string_view key, const char* value)
    {
        return append(key, std::string_view(value));
    }
    /// A text, as a string.
    Builder& append(std::string_view key, const std::string& value)
    {
        return append(key, std::string_view(value));
    }
    Builder& append(std::string_view key, DocumentView value); ///< Document
    Builder& append(std::string_view key, const Document& value)
    {
        return append(key, value.view());
    }
    Builder& append(std::string_view key, const Binary& value); ///< Binary
    Builder& append(std::string_view key, const Regex& value); ///< Regex
    /// A missing value appends nothing.
    Builder& append(std::string_view key, ValueView value);
    Builder& append(std::string_view key, const Value& value) { return append(key, value.view()); }
    /// Appends a null field.
    Builder& appendNull(std::string_view key);
    /// Appends an array. `elements`: a document with the keys "0", "1", …
    Builder& appendArray(std::string_view key, DocumentView elements);
    /// Appends all elements of another document, in order.
    Builder& appendAll(DocumentView other);

    /// Opens a nested document. Everything appended goes into it until the matching end().
    Builder& beginDocument(std::string_view key);
    /// Opens a nested array; as beginDocument().
    Builder& beginArray(std::string_view key);
    /// Closes the innermost open document or array. Does nothing at the outermost level.
    Builder& end();

    /// Appends under the next array index, to the innermost open level or to a builder used as an
    /// array.
    template <typename T>
    Builder& push(const T& value)
    {
        return append(nextArrayKey(), value);
    }
    /// Appends null under the next array index.
    Builder& pushNull() { return appendNull(nextArrayKey()); }
    /// Opens a nested document under the next array index, until end().
    Builder& pushDocument() { return beginDocument(nextArrayKey()); }
    /// Opens a nested array under the next array index, until end().
    Builder& pushArray() { return beginArray(nextArrayKey()); }

    /// Bytes written so far, without the closing NULs to come and without the room.
    std::size_t size() const { return m_bytes.empty() ? 0 : m_bytes.size() - m_room; }
    /// Closes all open levels and returns the document. The builder is empty afterwards.
    Document take();
    /// As take(), but with the room in front of the document.
    std::vector<std::uint8_t> takeBytes();

private:
    /// A nested document or array that is still open.
    struct Level
    {
        std::size_t start; ///< offset of its length field in m_bytes
        std::uint32_t nextIndex; ///< key of the next pushed element
    };

    /// The next array index of the innermost level, as text; counts it up.
    std::string nextArrayKey();
    /// Reserves the room and the length field of the outermost document.
    void start();
    /// Ends the document whose length field is at `start`: writes the closing NUL and the length.
    void finish(std::size_t start);
    /// Writes the type byte and the key of an element.
    void header(Type type, std::string_view key);
    /// Starts a nested level.
    void open(Type type, std::string_view key);
    /// Ends the innermost level.
    void close();

    std::size_t m_room = 0;
    std::vector<std::uint8_t> m_bytes; // empty until something is written
    std::uint32_t m_nextIndex = 0; // of the outermost level
    std::vector<Level> m_levels; // open inside of it
};

/// Appends the pairs key, value, key, value …
inline void appendPairs(Builder& /*builder*/) { }

template <typename T, typename... Rest>
void appendPairs(Builder& builder, std::string_view key, const T& value, const Rest&... rest)
{
    builder.append(key, value);
    appendPairs(builder, rest...);
}

/// A document in one line: `makeDocument("ok", 1.0, "n", 5)`. Values: as Builder::append().
template <typename... Pairs>
Document makeDocument(const Pairs&... pairs)
{
    Builder builder;
    appendPairs(builder, pairs...);
    return builder.take();
}

/// An array document ("0", "1", …) in one line: `makeArray(1, "b")`.
template <typename... Values>
Document makeArray(const Values&... values)
{
    Builder builder;
    (builder.push(values), ...);
    return builder.take();
}

/// An array document of the values, in their order.
Document arrayOf(std::span<const ValueView> elements);

} // namespace sandglass::bson
