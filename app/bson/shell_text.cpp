// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/bson/json_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace sandglass::bson {

namespace {

// MongoDB cuts longer strings in its messages.
constexpr std::size_t kMaxStringBytes = 160;

void appendValue(std::string& out, ValueView value);

void appendElements(std::string& out, DocumentView document, bool withKeys)
{
    if (document.empty()) {
        out += withKeys ? "{}" : "[]";
        return;
    }
    out += withKeys ? "{ " : "[ ";
    const char* separator = "";
    for (const Element& element : document) {
        out += separator;
        separator = ", ";
        if (withKeys) {
            out += element.key;
            out += ": ";
        }
        appendValue(out, element.value);
    }
    out += withKeys ? " }" : " ]";
}

void appendText(std::string& out, std::string_view text)
{
    if (text.size() <= kMaxStringBytes) {
        appendQuoted(out, text);
        return;
    }
    std::size_t end = kMaxStringBytes;
    while ((static_cast<unsigned char>(text[end]) & 0xc0U)
           == 0x80U) { // never cut inside a UTF-8 character
        --end;
    }
    appendQuoted(out, text.substr(0, end));
    out.insert(out.size() - 1, "...");
}

void appendDouble(std::string& out, double number)
{
    if (std::isnan(number)) {
        out += "nan";
        return;
    }
    if (std::isinf(number)) {
        out += number > 0 ? "inf" : "-inf";
        return;
    }
    std::array<char, 40> text{};
    // 16 digits, as MongoDB's messages have; not enough to read the same double back
    std::snprintf(text.data(), text.size(), "%.16g", number);
    const std::string_view printed(text.data());
    out += printed;
    if (printed.find_first_of(".e") == std::string_view::npos) {
        out += ".0";
    }
}

void appendBinary(std::string& out, const Binary& binary)
{
    static constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "BinData(" + std::to_string(binary.subtype) + ", ";
    for (const std::uint8_t byte :
         binary.bytes.first(std::min(binary.bytes.size(), kMaxStringBytes))) {
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0x0fU];
    }
    out += binary.bytes.size() > kMaxStringBytes ? "...)" : ")";
}

void appendRegex(std::string& out, const Regex& regex)
{
    out += '/';
    out += regex.pattern;
    out += '/';
    out += regex.options;
}

void appendOther(std::string& out, ValueView value)
{
    switch (value.type()) {
    case Type::ObjectId:
        out += "ObjectId('" + value.asObjectId().text() + "')";
        return;
    case Type::Date:
        out += "new Date(" + std::to_string(value.asDate().millis) + ")";
        return;
    case Type::Timestamp:
        out += "Timestamp(" + std::to_string(value.asTimestamp().seconds) + ", "
            + std::to_string(value.asTimestamp().increment) + ")";
        return;
    case Type::Binary:
        appendBinary(out, value.asBinary());
        return;
    case Type::Regex:
        appendRegex(out, value.asRegex());
        return;
    case Type::DbPointer: {
        const DbPointerParts parts = dbPointerParts(value);
        out += "DBRef('" + std::string(parts.ns) + "'," + parts.id.text() + ")";
        return;
    }
    case Type::CodeWithScope: {
        const ScopedCodeParts parts = scopedCodeParts(value);
        out += "CodeWScope( " + std::string(parts.code) + ", " + toShellText(parts.scope) + ")";
        return;
    }
    case Type::Undefined:
        out += "undefined";
        return;
    default:
        out += value.type() == Type::MinKey ? "MinKey" : "MaxKey";
    }
}

void appendValue(std::string& out, ValueView value)
{
    switch (value.type()) {
    case Type::Missing:
        return;
    case Type::Document:
        appendElements(out, value.asDocument(), true);
        return;
    case Type::Array:
        appendElements(out, value.asDocument(), false);
        return;
    case Type::String:
    case Type::Symbol:
        appendText(out, value.asString());
        return;
    case Type::Code:
        out += value.asString();
        return;
    case Type::Bool:
        out += value.asBool() ? "true" : "false";
        return;
    case Type::Null:
        out += "null";
        return;
    case Type::Int32:
    case Type::Int64:
        out += std::to_string(value.toInt64());
        return;
    case Type::Double:
        appendDouble(out, value.asDouble());
        return;
    case Type::Decimal128:
        out += toText(value.asDecimal128());
        return;
    default:
        appendOther(out, value);
    }
}

} // namespace

std::string toShellText(DocumentView document)
{
    std::string out;
    appendElements(out, document, true);
    return out;
}

std::string toShellText(ValueView value)
{
    std::string out;
    appendValue(out, value);
    return out;
}

} // namespace sandglass::bson
