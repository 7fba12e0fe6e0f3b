// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/shell_text.h"

#include "app/bson/builder.h"
#include "app/bson/extended_json.h"
#include "app/bson/json.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace sandglass::ttl {

namespace {

using bson::Element;
using bson::Type;
using bson::ValueView;

constexpr char32_t kBroken = 0xFFFD;

struct CodePoint
{
    char32_t value = kBroken;
    std::size_t size = 1; // bytes taken
};

// The length that a first byte announces; 0 for a byte that cannot be first.
std::size_t announcedSize(std::uint8_t first)
{
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first < 0xE0) {
        return 2;
    }
    if (first >= 0xE0 && first < 0xF0) {
        return 3;
    }
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

CodePoint decode(std::string_view text)
{
    const auto first = static_cast<std::uint8_t>(text.front());
    const std::size_t size = announcedSize(first);
    if (size == 0 || size > text.size()) {
        return {};
    }
    if (size == 1) {
        return {first, 1};
    }
    char32_t value = first & (0x7Fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        const auto byte = static_cast<std::uint8_t>(text[i]);
        if ((byte & 0xC0u) != 0x80u) {
            return {};
        }
        value = (value << 6) | (byte & 0x3Fu);
    }
    // by length; a smaller value in so many bytes is an overlong form, which UTF-8 forbids
    constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < kSmallest[size] || value > 0x10FFFF || surrogate) {
        return {};
    }
    return {value, size};
}

// Control characters, invisible characters and those that reorder the text around them.
bool needsEscape(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E
        || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= kBroken);
}

std::string escapeOf(char32_t c)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "\\u";
    for (const int shift : {12, 8, 4, 0}) {
        text += kDigits[(c >> shift) & 0xF];
    }
    return text;
}

std::string extendedJsonCall(ValueView value)
{
    bson::Builder builder;
    builder.append("v", value);
    return "EJSON.parse(" + javaScriptString(toJson(builder.take(), bson::JsonForm::Canonical))
        + ", { relaxed: false }).v";
}

std::string doubleLiteral(ValueView value)
{
    const double number = value.asDouble();
    // mongosh sends a number without fraction as int32; EJSON keeps the type double
    if (!std::isfinite(number) || number == std::trunc(number)) {
        return extendedJsonCall(value);
    }
    std::array<char, 32> text{};
    // 17 significant digits identify every double
    std::snprintf(text.data(), text.size(), "%.17g", number);
    return text.data();
}

std::string arrayLiteral(bson::DocumentView elements)
{
    std::string text = "[";
    for (const Element& element : elements) {
        text += (text.size() > 1 ? ", " : "") + javaScriptValue(element.value);
    }
    return text + "]";
}

} // namespace

std::string javaScriptString(std::string_view text)
{
    std::string out = "\"";
    while (!text.empty()) {
        const CodePoint point = decode(text);
        if (point.value == U'"' || point.value == U'\\') {
            out += {'\\', static_cast<char>(point.value)};
        } else if (point.value == U'\n') {
            out += "\\n";
        } else if (needsEscape(point.value)) {
            out += escapeOf(point.value);
        } else {
            out += text.substr(0, point.size);
        }
        text.remove_prefix(point.size);
    }
    return out + '"';
}

std::string javaScriptValue(ValueView value)
{
    switch (value.type()) {
    case Type::Null:
        return "null";
    case Type::Bool:
        return value.asBool() ? "true" : "false";
    case Type::Int32:
        return std::to_string(value.asInt32());
    case Type::Int64:
        return "NumberLong(\"" + std::to_string(value.asInt64()) + "\")";
    case Type::Double:
        return doubleLiteral(value);
    case Type::String:
        return javaScriptString(value.asString());
    case Type::ObjectId:
        return "ObjectId(\"" + value.asObjectId().text() + "\")";
    case Type::Date:
        // ISODate() takes the years 0 to 9999 only
        if (const auto text = bson::isoText(value.asDate())) {
            return "ISODate(\"" + *text + "\")";
        }
        return extendedJsonCall(value);
    case Type::Document:
        return javaScriptObject(value.asDocument());
    case Type::Array:
        return arrayLiteral(value.asDocument());
    default:
        return extendedJsonCall(value);
    }
}

std::string javaScriptObject(bson::DocumentView document)
{
    if (document.empty()) {
        return "{}";
    }
    std::string text = "{ ";
    for (const Element& element : document) {
        if (text.size() > 2) {
            text += ", ";
        }
        const std::string key = javaScriptString(element.key);
        // a plain "__proto__" would set the object's prototype and not appear as a field
        text += element.key == "__proto__" ? "[" + key + "]" : key;
        text += ": " + javaScriptValue(element.value);
    }
    return text + " }";
}

} // namespace sandglass::ttl
