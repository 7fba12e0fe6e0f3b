// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/value.h"

#include "app/bson/bytes.h"
#include "app/bson/validate.h"

#include <utility>

namespace sandglass::bson {

namespace {

template <typename T>
Value number(Type type, T value)
{
    std::vector<std::uint8_t> raw;
    appendLittle(raw, value);
    return {type, std::move(raw)};
}

std::vector<std::uint8_t> copyOf(Bytes bytes)
{
    return {bytes.begin(), bytes.end()};
}

} // namespace

Document::Document(DocumentView view)
    : m_bytes(copyOf(view.bytes()))
{
}

Document Document::fromTrusted(std::vector<std::uint8_t> bytes)
{
    Document document;
    document.m_bytes = std::move(bytes);
    return document;
}

Result<Document> Document::fromBytes(Bytes bytes)
{
    TRY(validate(bytes));
    return fromTrusted(copyOf(bytes));
}

Value::Value(ValueView view)
    : m_type(view.type())
    , m_raw(copyOf(view.raw()))
{
}

Value::Value(Type type, std::vector<std::uint8_t> raw)
    : m_type(type)
    , m_raw(std::move(raw))
{
}

Value Value::null()
{
    return {Type::Null, {}};
}

Value Value::of(bool value)
{
    return {Type::Bool, {static_cast<std::uint8_t>(value ? 1 : 0)}};
}

Value Value::of(std::int32_t value)
{
    return number(Type::Int32, value);
}

Value Value::of(std::int64_t value)
{
    return number(Type::Int64, value);
}

Value Value::of(double value)
{
    return number(Type::Double, value);
}

Value Value::of(Decimal128 value)
{
    std::vector<std::uint8_t> raw;
    appendLittle(raw, value.low);
    appendLittle(raw, value.high);
    return {Type::Decimal128, std::move(raw)};
}

Value Value::of(Date value)
{
    return number(Type::Date, value.millis);
}

Value Value::of(Timestamp value)
// the increment comes first in the encoding
{
    std::vector<std::uint8_t> raw;
    appendLittle(raw, value.increment);
    appendLittle(raw, value.seconds);
    return {Type::Timestamp, std::move(raw)};
}

Value Value::of(ObjectId value)
{
    return {Type::ObjectId, {value.bytes.begin(), value.bytes.end()}};
}

Value Value::of(std::string_view text)
{
    std::vector<std::uint8_t> raw;
    raw.reserve(text.size() + 5);
    appendLittle(raw, static_cast<std::uint32_t>(text.size() + 1));
    raw.insert(raw.end(), text.begin(), text.end());
    raw.push_back(0);
    return {Type::String, std::move(raw)};
}

Value Value::document(DocumentView document)
{
    return {Type::Document, copyOf(document.bytes())};
}

Value Value::array(DocumentView elements)
{
    return {Type::Array, copyOf(elements.bytes())};
}

Value Value::minKey()
{
    return {Type::MinKey, {}};
}

Value Value::maxKey()
{
    return {Type::MaxKey, {}};
}

} // namespace sandglass::bson
