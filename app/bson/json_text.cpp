// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json_text.h"

#include "app/bson/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sandglass::bson {

namespace {

std::string_view escapeOf(char c)
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return {};
    }
}

// A BSON string inside a larger payload: length (NUL included), bytes, NUL.
std::string_view stringAt(const std::uint8_t* at)
{
    return {reinterpret_cast<const char*>(at) + 4, loadLittle<std::uint32_t>(at) - 1};
}

} // namespace

void appendQuoted(std::string& out, std::string_view text)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (const std::string_view escape = escapeOf(c); !escape.empty()) {
            out += escape;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\u00";
            out += kDigits[byte >> 4U];
            out += kDigits[byte & 0x0fU];
        } else {
            out += c;
        }
    }
    out += '"';
}

std::string doubleText(double number)
{
    if (std::isnan(number)) {
        return "NaN";
    }
    if (std::isinf(number)) {
        return number > 0 ? "Infinity" : "-Infinity";
    }
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    std::string text(buffer.data(), end);
    // without a mark it would read back as an integer
    if (text.find_first_of(".e") == std::string::npos) {
        text += ".0";
    }
    return text;
}

DbPointerParts dbPointerParts(ValueView value)
{
    DbPointerParts parts;
    if (value.type() != Type::DbPointer) {
        return parts;
    }
    const Bytes raw = value.raw();
    parts.ns = stringAt(raw.data());
    // the ObjectId is the last 12 bytes
    std::copy_n(raw.end() - 12, 12, parts.id.bytes.begin());
    return parts;
}

ScopedCodeParts scopedCodeParts(ValueView value)
{
    if (value.type() != Type::CodeWithScope) {
        return {};
    }
    const Bytes raw = value.raw();
    const std::string_view code = stringAt(raw.data() + 4);
    // behind the total length, the string's length, the string and its NUL
    return {code, DocumentView(raw.subspan(4 + 4 + code.size() + 1))};
}

} // namespace sandglass::bson
