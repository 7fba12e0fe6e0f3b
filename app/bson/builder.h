// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sandglass::bson {

/// Writes a document field by field, in order, without checking for repeated keys.
/// Nested documents and arrays are opened and closed in place; every open one is closed by take().
class Builder
{
public:
    Builder() = default;
    /// `room`: bytes left free before the document, for what takeBytes() is to be the end of.
    explicit Builder(std::size_t room)
        : m_room(room)
    {
    }

    Builder& append(std::string_view key, bool value);
    Builder& append(std::string_view key, std::int32_t value);
    Builder& append(std::string_view key, std::int64_t value);
    Builder& append(std::string_view key, double value);
    Builder& append(std::string_view key, Decimal128 value);
    Builder& append(std::string_view key, Date value);
    Builder& append(std::string_view key, Timestamp value);
    Builder& append(std::string_view key, const ObjectId& value);
    Builder& append(std::string_view key, std::string_view value);
    Builder& append(std::string_view key, const char* value)
    {
        return append(key, std::string_view(value));
    }
    Builder& append(std::string_view key, const std::string& value)
    {
        return append(key, std::string_view(value));
    }
    Builder& append(std::string_view key, DocumentView value);
    Builder& append(std::string_view key, const Document& value)
    {
        return append(key, value.view());
    }
    Builder& append(std::string_view key, const Binary& value);
    Builder& append(std::string_view key, const Regex& value);
    /// Appends nothing for Missing.
    Builder& append(std::string_view key, ValueView value);
    Builder& append(std::string_view key, const Value& value) { return append(key, value.view()); }
    Builder& appendNull(std::string_view key);
    /// `elements`: a document whose keys are "0", "1", …
    Builder& appendArray(std::string_view key, DocumentView elements);
    /// All elements of another document, in order.
    Builder& appendAll(DocumentView other);

    /// Opens a nested document or array; what follows goes into it until end().
    Builder& beginDocument(std::string_view key);
    Builder& beginArray(std::string_view key);
    Builder& end();

    /// Appends to the innermost open array under the next number, or to a top-level builder used as
    /// an array.
    template <typename T>
    Builder& push(const T& value)
    {
        return append(nextArrayKey(), value);
    }
    Builder& pushNull() { return appendNull(nextArrayKey()); }
    Builder& pushDocument() { return beginDocument(nextArrayKey()); }
    Builder& pushArray() { return beginArray(nextArrayKey()); }

    /// Bytes written so far.
    std::size_t size() const { return m_bytes.empty() ? 0 : m_bytes.size() - m_room; }
    /// Closes what is open and hands out the document; the builder is empty afterwards.
    Document take();
    /// The same with the room before the document, whose bytes are zero.
    std::vector<std::uint8_t> takeBytes();

private:
    struct Level
    {
        std::size_t start;
        std::uint32_t nextIndex;
    };

    std::string nextArrayKey();
    void start();
    void finish(std::size_t start);
    void header(Type type, std::string_view key);
    void open(Type type, std::string_view key);
    void close();

    std::size_t m_room = 0;
    std::vector<std::uint8_t> m_bytes; // empty until something is written
    std::uint32_t m_nextIndex = 0; // of the outermost level
    std::vector<Level> m_levels; // open inside of it
};

/// Appends pairs key, value, key, value …
inline void appendPairs(Builder& /*builder*/) { }

template <typename T, typename... Rest>
void appendPairs(Builder& builder, std::string_view key, const T& value, const Rest&... rest)
{
    builder.append(key, value);
    appendPairs(builder, rest...);
}

/// A document in one line: `makeDocument("ok", 1.0, "n", 5)`. Values as Builder::append takes them.
template <typename... Pairs>
Document makeDocument(const Pairs&... pairs)
{
    Builder builder;
    appendPairs(builder, pairs...);
    return builder.take();
}

/// An array document ("0", "1", …) in one line.
template <typename... Values>
Document makeArray(const Values&... values)
{
    Builder builder;
    (builder.push(values), ...);
    return builder.take();
}

/// An array document of values in their order.
Document arrayOf(std::span<const ValueView> elements);

} // namespace sandglass::bson
