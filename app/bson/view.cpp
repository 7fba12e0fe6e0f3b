// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/view.h"

#include "app/bson/bytes.h"
#include "app/bson/decimal128.h"
#include "app/bson/path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sandglass::bson {

namespace {

// its length and the closing NUL
constexpr std::array<std::uint8_t, 5> kEmptyDocument{5, 0, 0, 0, 0};

std::string_view textAt(const std::uint8_t* at, std::size_t size)
{
    return {reinterpret_cast<const char*>(at), size};
}

std::string_view cStringAt(const std::uint8_t* at)
{
    return {reinterpret_cast<const char*>(at)};
}

std::size_t lengthAt(const std::uint8_t* at)
{
    return loadLittle<std::uint32_t>(at);
}

/// The payload size of a type: a fixed number of bytes, plus for some types the number in its first
/// four bytes.
struct Shape
{
    std::uint8_t bytes = 0;
    bool hasLength = false; // the first four bytes are a length to add
    bool known = false; // false: DbPointer, Regex, or no payload at all
};

/// Shapes by type byte, for the types with small numbers. A table, because every walk over a
/// document needs it for each element.
constexpr std::array<Shape, 0x14> kShapes = [] {
    std::array<Shape, 0x14> shapes{};
    const auto set = [&](Type type, std::uint8_t bytes, bool hasLength) {
        shapes.at(static_cast<std::size_t>(type)) = {bytes, hasLength, true};
    };
    for (const Type type : {Type::Missing, Type::Undefined, Type::Null}) {
        set(type, 0, false);
    }
    for (const Type type : {Type::Double, Type::Date, Type::Timestamp, Type::Int64}) {
        set(type, 8, false);
    }
    for (const Type type : {Type::String, Type::Code, Type::Symbol}) {
        set(type, 4, true);
    }
    // their length counts itself
    for (const Type type : {Type::Document, Type::Array, Type::CodeWithScope}) {
        set(type, 0, true);
    }
    set(Type::Bool, 1, false);
    set(Type::Int32, 4, false);
    set(Type::ObjectId, 12, false);
    set(Type::Decimal128, 16, false);
    // four bytes of length and the subtype
    set(Type::Binary, 5, true);
    return shapes;
}();

Shape shapeOf(Type type)
{
    const auto at = static_cast<std::uint8_t>(type);
    return at < kShapes.size() ? kShapes[at] : Shape{};
}

std::int64_t truncated(double number)
{
    if (std::isnan(number)) {
        return 0;
    }
    if (number >= kTwoTo63) {
        return std::numeric_limits<std::int64_t>::max();
    }
    if (number < -kTwoTo63) {
        return std::numeric_limits<std::int64_t>::min();
    }
    return static_cast<std::int64_t>(number);
}

// Collects the values for valuesAtPath().
class PathCollector
{
public:
    explicit PathCollector(bool wholeArrayToo)
        : m_wholeArrayToo(wholeArrayToo)
    {
    }

    void inDocument(DocumentView document, std::string_view path)
    {
        const auto [name, rest] = splitPath(path);
        const ValueView value = document[name];
        if (!value.isMissing()) {
            atValue(value, name.size() == path.size(), rest);
        }
    }

    std::vector<ValueView> take() { return std::move(m_found); }

private:
    void atValue(ValueView value, bool isEnd, std::string_view rest)
    {
        if (isEnd) {
            atEnd(value);
        } else if (value.type() == Type::Document) {
            inDocument(value.asDocument(), rest);
        } else if (value.type() == Type::Array) {
            inArray(value.asDocument(), rest);
        }
    }

    void inArray(DocumentView array, std::string_view path)
    {
        const auto [name, rest] = splitPath(path);
        const std::optional<std::size_t> chosen = arrayPosition(name);
        std::size_t index = 0;
        for (const Element& element : array) {
            if (element.value.type() == Type::Document) {
                // without an index in the path, every embedded document of the array is searched
                inDocument(element.value.asDocument(), path);
            }
            // an index selects an element as well; both readings may yield values
            if (chosen == index) {
                atValue(element.value, name.size() == path.size(), rest);
            }
            ++index;
        }
    }

    void atEnd(ValueView value)
    {
        if (value.type() == Type::Array) {
            for (const Element& element : value.asDocument()) {
                m_found.push_back(element.value);
            }
            if (!m_wholeArrayToo) {
                return;
            }
        }
        m_found.push_back(value);
    }

    bool m_wholeArrayToo;
    std::vector<ValueView> m_found;
};

} // namespace

std::size_t payloadSize(Type type, const std::uint8_t* at)
{
    if (const Shape shape = shapeOf(type); shape.known) {
        return shape.bytes + (shape.hasLength ? lengthAt(at) : 0);
    }
    if (type == Type::DbPointer) {
        // length, string, ObjectId
        return 4 + lengthAt(at) + 12;
    }
    // MinKey and MaxKey have no payload
    if (type != Type::Regex) {
        return 0;
    }
    const std::size_t pattern = cStringAt(at).size() + 1;
    return pattern + cStringAt(at + pattern).size() + 1;
}

bool ValueView::isNan() const
{
    if (m_type == Type::Double) {
        return std::isnan(asDouble());
    }
    return m_type == Type::Decimal128 && bson::isNan(asDecimal128());
}

bool ValueView::isNullish() const
{
    return m_type == Type::Missing || m_type == Type::Null || m_type == Type::Undefined;
}

bool ValueView::asBool() const
{
    return m_type == Type::Bool && m_raw[0] != 0;
}

std::int32_t ValueView::asInt32() const
{
    return m_type == Type::Int32 ? loadLittle<std::int32_t>(m_raw.data()) : 0;
}

std::int64_t ValueView::asInt64() const
{
    return m_type == Type::Int64 ? loadLittle<std::int64_t>(m_raw.data()) : 0;
}

double ValueView::asDouble() const
{
    return m_type == Type::Double ? loadLittle<double>(m_raw.data()) : 0.0;
}

Decimal128 ValueView::asDecimal128() const
{
    if (m_type != Type::Decimal128) {
        return {};
    }
    return {loadLittle<std::uint64_t>(m_raw.data()), loadLittle<std::uint64_t>(m_raw.data() + 8)};
}

Date ValueView::asDate() const
{
    return m_type == Type::Date ? Date{loadLittle<std::int64_t>(m_raw.data())} : Date{};
}

Timestamp ValueView::asTimestamp() const
{
    if (m_type != Type::Timestamp) {
        return {};
    }
    return {loadLittle<std::uint32_t>(m_raw.data() + 4), loadLittle<std::uint32_t>(m_raw.data())};
}

ObjectId ValueView::asObjectId() const
{
    ObjectId id;
    if (m_type == Type::ObjectId) {
        std::copy_n(m_raw.begin(), id.bytes.size(), id.bytes.begin());
    }
    return id;
}

std::string_view ValueView::asString() const
{
    if (m_type != Type::String && m_type != Type::Symbol && m_type != Type::Code) {
        return "";
    }
    return textAt(m_raw.data() + 4, lengthAt(m_raw.data()) - 1);
}

Binary ValueView::asBinary() const
{
    if (m_type != Type::Binary) {
        return {};
    }
    return {m_raw[4], m_raw.subspan(5)};
}

Regex ValueView::asRegex() const
{
    if (m_type != Type::Regex) {
        return {"", ""};
    }
    const std::string_view pattern = cStringAt(m_raw.data());
    return {pattern, cStringAt(m_raw.data() + pattern.size() + 1)};
}

DocumentView ValueView::asDocument() const
{
    if (m_type != Type::Document && m_type != Type::Array) {
        return {};
    }
    return DocumentView(m_raw);
}

double ValueView::toDouble() const
{
    switch (m_type) {
    case Type::Int32:
        return asInt32();
    case Type::Int64:
        return static_cast<double>(asInt64());
    case Type::Double:
        return asDouble();
    case Type::Decimal128:
        return bson::toDouble(asDecimal128());
    default:
        return std::numeric_limits<double>::quiet_NaN();
    }
}

std::int64_t ValueView::toInt64() const
{
    switch (m_type) {
    case Type::Int32:
        return asInt32();
    case Type::Int64:
        return asInt64();
    case Type::Double:
        return truncated(asDouble());
    case Type::Decimal128:
        return bson::toInt64(asDecimal128());
    default:
        return 0;
    }
}

std::optional<std::int64_t> ValueView::toExactInt64() const
{
    if (!isNumber()) {
        return std::nullopt;
    }
    const std::int64_t whole = toInt64();
    if (m_type == Type::Double) {
        const double number = asDouble();
        if (!fitsInt64(number) || std::trunc(number) != number) {
            return std::nullopt;
        }
    }
    if (m_type == Type::Decimal128 && std::is_neq(compare(decimalFrom(whole), asDecimal128()))) {
        return std::nullopt;
    }
    return whole;
}

bool ValueView::toBool() const
{
    switch (m_type) {
    case Type::Missing:
    case Type::Null:
    case Type::Undefined:
        return false;
    case Type::Bool:
        return asBool();
    case Type::Int32:
        return asInt32() != 0;
    case Type::Int64:
        return asInt64() != 0;
    case Type::Double:
        return asDouble() != 0.0;
    case Type::Decimal128:
        return std::is_neq(compare(asDecimal128(), decimalFrom(std::int64_t{0})));
    default:
        return true;
    }
}

DocumentView::DocumentView()
    : m_bytes(kEmptyDocument)
{
}

std::size_t DocumentView::count() const
{
    return static_cast<std::size_t>(std::distance(begin(), end()));
}

std::vector<ValueView> DocumentView::values() const
{
    std::vector<ValueView> found;
    for (const Element& element : *this) {
        found.push_back(element.value);
    }
    return found;
}

DocumentView::Iterator DocumentView::begin() const
{
    return Iterator(m_bytes.data() + 4);
}

DocumentView::Iterator DocumentView::end() const
{
    return Iterator(m_bytes.data() + m_bytes.size() - 1);
}

ValueView DocumentView::operator[](std::string_view key) const
{
    // Does not use the iterator: most elements are skipped, so nothing is decoded for them.
    const std::uint8_t* at = m_bytes.data() + 4;
    while (true) {
        const auto type = static_cast<Type>(*at);
        if (type == Type::Missing) { // the NUL that closes the document
            return {};
        }
        const std::string_view name = cStringAt(at + 1);
        const std::uint8_t* payload = at + 1 + name.size() + 1;
        const std::size_t size = payloadSize(type, payload);
        if (name == key) {
            return {type, Bytes(payload, size)};
        }
        at = payload + size;
    }
}

ValueView DocumentView::at(std::string_view dottedPath) const
{
    DocumentView document = *this;
    while (true) {
        const auto [name, rest] = splitPath(dottedPath);
        const ValueView value = document[name];
        if (name.size() == dottedPath.size()) {
            return value;
        }
        // a scalar has no fields
        if (value.type() != Type::Document && value.type() != Type::Array) {
            return {};
        }
        document = value.asDocument();
        dottedPath = rest;
    }
}

DocumentView::Iterator::Iterator(const std::uint8_t* at)
    : m_at(at)
{
    read();
}

DocumentView::Iterator& DocumentView::Iterator::operator++()
{
    m_at = m_next;
    read();
    return *this;
}

DocumentView::Iterator DocumentView::Iterator::operator++(int)
{
    const Iterator before = *this;
    ++*this;
    return before;
}

void DocumentView::Iterator::read()
{
    const auto type = static_cast<Type>(*m_at);
    if (type == Type::Missing) { // the NUL that closes the document
        m_next = m_at;
        m_element = {};
        return;
    }
    m_element.key = cStringAt(m_at + 1);
    const std::uint8_t* payload = m_at + 1 + m_element.key.size() + 1;
    const std::size_t size = payloadSize(type, payload);
    m_element.value = ValueView(type, Bytes(payload, size));
    m_next = payload + size;
}

std::vector<ValueView> valuesAtPath(DocumentView document, std::string_view dottedPath,
                                    bool wholeArrayToo)
{
    PathCollector collector(wholeArrayToo);
    collector.inDocument(document, dottedPath);
    return collector.take();
}

} // namespace sandglass::bson
