// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"

#include "app/bson/bytes.h"

#include <utility>

namespace sandglass::bson {

namespace {

// BSON cannot hold a NUL inside a key or pattern. The text is cut at the first one, so that the
// result is always valid.
void appendCString(std::vector<std::uint8_t>& bytes, std::string_view text)
{
    text = text.substr(0, text.find('\0'));
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.push_back(0);
}

void appendBytes(std::vector<std::uint8_t>& bytes, Bytes more)
{
    bytes.insert(bytes.end(), more.begin(), more.end());
}

} // namespace

Builder& Builder::append(std::string_view key, bool value)
{
    header(Type::Bool, key);
    m_bytes.push_back(value ? 1 : 0);
    return *this;
}

Builder& Builder::append(std::string_view key, std::int32_t value)
{
    header(Type::Int32, key);
    appendLittle(m_bytes, value);
    return *this;
}

Builder& Builder::append(std::string_view key, std::int64_t value)
{
    header(Type::Int64, key);
    appendLittle(m_bytes, value);
    return *this;
}

Builder& Builder::append(std::string_view key, double value)
{
    header(Type::Double, key);
    appendLittle(m_bytes, value);
    return *this;
}

Builder& Builder::append(std::string_view key, Decimal128 value)
{
    header(Type::Decimal128, key);
    appendLittle(m_bytes, value.low);
    appendLittle(m_bytes, value.high);
    return *this;
}

Builder& Builder::append(std::string_view key, Date value)
{
    header(Type::Date, key);
    appendLittle(m_bytes, value.millis);
    return *this;
}

Builder& Builder::append(std::string_view key, Timestamp value)
{
    header(Type::Timestamp, key);
    // on the wire the increment comes first: the whole is one little-endian number
    appendLittle(m_bytes, value.increment);
    appendLittle(m_bytes, value.seconds);
    return *this;
}

Builder& Builder::append(std::string_view key, const ObjectId& value)
{
    header(Type::ObjectId, key);
    appendBytes(m_bytes, value.bytes);
    return *this;
}

Builder& Builder::append(std::string_view key, std::string_view value)
{
    header(Type::String, key);
    appendLittle(m_bytes, static_cast<std::uint32_t>(value.size() + 1));
    m_bytes.insert(m_bytes.end(), value.begin(), value.end());
    m_bytes.push_back(0);
    return *this;
}

Builder& Builder::append(std::string_view key, DocumentView value)
{
    header(Type::Document, key);
    appendBytes(m_bytes, value.bytes());
    return *this;
}

Builder& Builder::append(std::string_view key, const Binary& value)
{
    header(Type::Binary, key);
    appendLittle(m_bytes, static_cast<std::uint32_t>(value.bytes.size()));
    m_bytes.push_back(value.subtype);
    appendBytes(m_bytes, value.bytes);
    return *this;
}

Builder& Builder::append(std::string_view key, const Regex& value)
{
    header(Type::Regex, key);
    appendCString(m_bytes, value.pattern);
    appendCString(m_bytes, value.options);
    return *this;
}

Builder& Builder::append(std::string_view key, ValueView value)
{
    if (value.isMissing()) {
        return *this;
    }
    header(value.type(), key);
    appendBytes(m_bytes, value.raw());
    return *this;
}

Builder& Builder::appendNull(std::string_view key)
{
    header(Type::Null, key);
    return *this;
}

Builder& Builder::appendArray(std::string_view key, DocumentView elements)
{
    header(Type::Array, key);
    appendBytes(m_bytes, elements.bytes());
    return *this;
}

Builder& Builder::appendAll(DocumentView other)
{
    if (m_bytes.empty()) {
        start();
    }
    // without the length field (4 bytes) and the closing NUL
    appendBytes(m_bytes, other.bytes().subspan(4, other.size() - 5));
    return *this;
}

Builder& Builder::beginDocument(std::string_view key)
{
    open(Type::Document, key);
    return *this;
}

Builder& Builder::beginArray(std::string_view key)
{
    open(Type::Array, key);
    return *this;
}

Builder& Builder::end()
{
    if (!m_levels.empty()) {
        close();
    }
    return *this;
}

Document Builder::take()
{
    std::vector<std::uint8_t> bytes = takeBytes();
    if (m_room > 0) {
        bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(m_room));
    }
    return Document::fromTrusted(std::move(bytes));
}

std::vector<std::uint8_t> Builder::takeBytes()
// no length was written yet: the result is an empty document
{
    if (m_bytes.empty()) {
        start();
    }
    while (!m_levels.empty()) {
        close();
    }
    finish(m_room);
    m_nextIndex = 0;
    return std::exchange(m_bytes, {});
}

std::string Builder::nextArrayKey()
{
    return std::to_string(m_levels.empty() ? m_nextIndex++ : m_levels.back().nextIndex++);
}

void Builder::start()
{
    // most documents fit, and growing from nothing would take several steps
    constexpr std::size_t kUsualBytes = 64;
    m_bytes.reserve(m_room + kUsualBytes);
    m_bytes.resize(m_room + sizeof(std::uint32_t));
}

void Builder::header(Type type, std::string_view key)
{
    if (m_bytes.empty()) {
        start();
    }
    m_bytes.push_back(static_cast<std::uint8_t>(type));
    appendCString(m_bytes, key);
}

void Builder::open(Type type, std::string_view key)
{
    header(type, key);
    m_levels.push_back({m_bytes.size(), 0});
    // the length is filled in by finish()
    m_bytes.resize(m_bytes.size() + sizeof(std::uint32_t));
}

void Builder::close()
{
    finish(m_levels.back().start);
    m_levels.pop_back();
}

// Ends the document that starts there.
void Builder::finish(std::size_t start)
{
    // the length counts itself and the closing NUL
    m_bytes.push_back(0);
    storeLittle(m_bytes.data() + start, static_cast<std::uint32_t>(m_bytes.size() - start));
}

Document arrayOf(std::span<const ValueView> elements)
{
    Builder builder;
    for (const ValueView element : elements) {
        builder.push(element);
    }
    return builder.take();
}

} // namespace sandglass::bson
