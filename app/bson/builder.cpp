// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"

#include "app/bson/bytes.h"

#include <utility>

namespace sandglass::bson {

namespace {

// BSON cannot hold a NUL inside a key or pattern; what follows one is dropped, so that the result
// is always valid.
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

Builder::Builder()
    : m_bytes(4)
    , m_levels{{0, 0}}
{
}

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
    if (value.isMissing())
        return *this;
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
    if (m_levels.size() > 1)
        close();
    return *this;
}

Document Builder::take()
{
    while (!m_levels.empty())
        close();
    std::vector<std::uint8_t> bytes(4);
    bytes.swap(m_bytes);
    m_levels.push_back({0, 0});
    return Document::fromTrusted(std::move(bytes));
}

std::string Builder::nextArrayKey()
{
    return std::to_string(m_levels.back().nextIndex++);
}

void Builder::header(Type type, std::string_view key)
{
    m_bytes.push_back(static_cast<std::uint8_t>(type));
    appendCString(m_bytes, key);
}

void Builder::open(Type type, std::string_view key)
{
    header(type, key);
    m_levels.push_back({m_bytes.size(), 0});
    m_bytes.resize(m_bytes.size() + 4);
}

void Builder::close()
{
    m_bytes.push_back(0);
    const std::size_t start = m_levels.back().start;
    m_levels.pop_back();
    storeLittle(m_bytes.data() + start, static_cast<std::uint32_t>(m_bytes.size() - start));
}

Document arrayOf(std::span<const ValueView> elements)
{
    Builder builder;
    for (const ValueView element : elements)
        builder.push(element);
    return builder.take();
}

} // namespace sandglass::bson
