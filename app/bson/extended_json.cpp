// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/extended_json.h"

#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/bson/decimal128.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace sandglass::bson {

namespace {

using Converted = std::optional<Value>;

constexpr std::string_view kAlphabet
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

template <typename T>
std::optional<T> wholeNumber(std::string_view text, int base = 10)
{
    T number{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number, base);
    if (error != std::errc() || stop != end || text.empty()) {
        return std::nullopt;
    }
    return number;
}

std::optional<std::vector<std::uint8_t>> bytesFromHex(std::string_view text)
{
    if (text.size() % 2 != 0) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        // from_chars would accept a sign
        if (text[i] == '-') {
            return std::nullopt;
        }
        const auto byte = wholeNumber<std::uint8_t>(text.substr(i, 2), 16);
        if (!byte) {
            return std::nullopt;
        }
        bytes.push_back(*byte);
    }
    return bytes;
}

// Makes a value of a type that the Value factories do not cover, through a document that holds it.
Value only(Builder& builder)
{
    const Document document = builder.take();
    return Value(document.view().begin()->value);
}

Value textValue(Type type, std::string_view text)
{
    // Symbol and Code are encoded like String
    const Value string = Value::of(text);
    const Bytes raw = string.view().raw();
    return {type, {raw.begin(), raw.end()}};
}

Converted objectIdFrom(ValueView content)
{
    const auto bytes = bytesFromHex(content.asString());
    ObjectId id;
    if (!bytes || bytes->size() != id.bytes.size()) {
        return std::nullopt;
    }
    std::copy(bytes->begin(), bytes->end(), id.bytes.begin());
    return Value::of(id);
}

Converted dateFrom(ValueView content)
{
    if (content.type() == Type::String) {
        const auto date = dateFromIso(content.asString());
        return date ? Converted(Value::of(*date)) : std::nullopt;
    }
    if (content.type() != Type::Int32 && content.type() != Type::Int64) {
        return std::nullopt;
    }
    return Value::of(Date{content.toInt64()});
}

Converted int32From(ValueView content)
{
    const auto number = wholeNumber<std::int32_t>(content.asString());
    return number ? Converted(Value::of(*number)) : std::nullopt;
}

Converted int64From(ValueView content)
{
    const auto number = wholeNumber<std::int64_t>(content.asString());
    return number ? Converted(Value::of(*number)) : std::nullopt;
}

Converted doubleFrom(ValueView content)
{
    const std::string_view text = content.asString();
    if (text == "NaN") {
        return Value::of(std::numeric_limits<double>::quiet_NaN());
    }
    if (text == "Infinity" || text == "-Infinity") {
        const double infinity = std::numeric_limits<double>::infinity();
        return Value::of(text.front() == '-' ? -infinity : infinity);
    }
    // from_chars would accept "inf" and "nan"
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) {
        return std::nullopt;
    }
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || stop != text.data() + text.size()) {
        return std::nullopt;
    }
    return Value::of(number);
}

Converted decimalValueFrom(ValueView content)
{
    const auto number = decimalFromText(content.asString());
    return number ? Converted(Value::of(*number)) : std::nullopt;
}

Converted binaryValue(std::string_view subtype, std::string_view text)
{
    const auto number = wholeNumber<std::uint8_t>(subtype, 16);
    auto bytes = bytesFromBase64(text);
    if (!number || !bytes) {
        return std::nullopt;
    }
    // the oldest subtype (2) repeats its length inside the data
    if (*number == 2
        && (bytes->size() < 4 || loadLittle<std::uint32_t>(bytes->data()) != bytes->size() - 4)) {
        return std::nullopt;
    }
    Builder builder;
    builder.append("", Binary{*number, *bytes});
    return only(builder);
}

Converted binaryFrom(ValueView content)
{
    const DocumentView parts = content.asDocument();
    // another field would be lost
    if (parts.count() != 2 || parts["base64"].type() != Type::String) {
        return std::nullopt;
    }
    return binaryValue(parts["subType"].asString(), parts["base64"].asString());
}

Converted uuidFrom(ValueView content)
{
    std::string digits(content.asString());
    std::erase(digits, '-');
    const auto bytes = bytesFromHex(digits);
    if (!bytes || bytes->size() != 16) {
        return std::nullopt;
    }
    Builder builder;
    builder.append("", Binary{4, *bytes});
    return only(builder);
}

Converted regexFrom(ValueView content)
{
    const DocumentView parts = content.asDocument();
    if (parts["pattern"].type() != Type::String) {
        return std::nullopt;
    }
    std::string options(parts["options"].asString());
    // BSON wants the options in alphabetical order
    std::sort(options.begin(), options.end());
    const std::string_view pattern = parts["pattern"].asString();
    if (pattern.find('\0') != std::string_view::npos || options.find('\0') != std::string::npos) {
        return std::nullopt;
    }
    Builder builder;
    builder.append("", Regex{pattern, options});
    return only(builder);
}

Converted timestampFrom(ValueView content)
{
    constexpr std::int64_t kMax = std::numeric_limits<std::uint32_t>::max();
    const auto seconds = content.asDocument()["t"].toExactInt64();
    const auto increment = content.asDocument()["i"].toExactInt64();
    if (!seconds || !increment || *seconds < 0 || *seconds > kMax || *increment < 0
        || *increment > kMax) {
        return std::nullopt;
    }
    return Value::of(
        Timestamp{static_cast<std::uint32_t>(*seconds), static_cast<std::uint32_t>(*increment)});
}

Converted symbolFrom(ValueView content)
{
    if (content.type() != Type::String) {
        return std::nullopt;
    }
    return textValue(Type::Symbol, content.asString());
}

Converted codeFrom(ValueView content)
{
    if (content.type() != Type::String) {
        return std::nullopt;
    }
    return textValue(Type::Code, content.asString());
}

Converted scopedCodeFrom(ValueView code, ValueView scope)
{
    if (code.type() != Type::String || scope.type() != Type::Document) {
        return std::nullopt;
    }
    // a CodeWithScope starts with its whole length, filled in below
    std::vector<std::uint8_t> raw(4);
    raw.insert(raw.end(), code.raw().begin(), code.raw().end());
    raw.insert(raw.end(), scope.raw().begin(), scope.raw().end());
    storeLittle(raw.data(), static_cast<std::uint32_t>(raw.size()));
    return Value(Type::CodeWithScope, std::move(raw));
}

Converted dbPointerFrom(ValueView content)
{
    const ValueView name = content.asDocument()["$ref"];
    const ValueView id = content.asDocument()["$id"];
    if (name.type() != Type::String || id.type() != Type::ObjectId) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> raw(name.raw().begin(), name.raw().end());
    raw.insert(raw.end(), id.raw().begin(), id.raw().end());
    return Value(Type::DbPointer, std::move(raw));
}

Converted minKeyFrom(ValueView content)
{
    // only the number 1 is valid here
    return content.toExactInt64() == 1 ? Converted(Value::minKey()) : std::nullopt;
}

Converted maxKeyFrom(ValueView content)
{
    return content.toExactInt64() == 1 ? Converted(Value::maxKey()) : std::nullopt;
}

Converted undefinedFrom(ValueView content)
{
    return content.asBool() ? Converted(Value(Type::Undefined, {})) : std::nullopt;
}

// One key of extended JSON and the function that converts its content; nullopt for bad content.
struct Form
{
    std::string_view key;
    Converted (*convert)(ValueView content);
};

constexpr std::array kForms{
    Form{"$oid", objectIdFrom},
    Form{"$date", dateFrom},
    Form{"$numberInt", int32From},
    Form{"$numberLong", int64From},
    Form{"$numberDouble", doubleFrom},
    Form{"$numberDecimal", decimalValueFrom},
    Form{"$binary", binaryFrom},
    Form{"$uuid", uuidFrom},
    Form{"$regularExpression", regexFrom},
    Form{"$timestamp", timestampFrom},
    Form{"$symbol", symbolFrom},
    Form{"$code", codeFrom},
    Form{"$dbPointer", dbPointerFrom},
    Form{"$minKey", minKeyFrom},
    Form{"$maxKey", maxKeyFrom},
    Form{"$undefined", undefinedFrom},
};

Error wrongContent(std::string_view key)
{
    return base::failure(Errc::InvalidInput, std::string(key) + " has a wrong content.");
}

Result<Converted> checked(std::string_view key, Converted value)
{
    if (!value) {
        return wrongContent(key);
    }
    return value;
}

int sextet(char c)
{
    const std::size_t at = kAlphabet.find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

} // namespace

std::string base64(Bytes bytes)
{
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = (group << 8U) | (k < count ? bytes[i + k] : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            // `count` bytes fill `count` + 1 characters; the rest is padding
            out += k <= count ? kAlphabet[(group >> (18 - 6 * k)) & 0x3fU] : '=';
        }
    }
    return out;
}

std::optional<std::vector<std::uint8_t>> bytesFromBase64(std::string_view text)
{
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::size_t padding = 0;
    // at most two padding characters; a third one is not in the alphabet and fails below
    while (padding < 2 && text.ends_with('=')) {
        text.remove_suffix(1);
        ++padding;
    }
    std::vector<std::uint8_t> bytes;
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const int value = sextet(c);
        if (value < 0) {
            return std::nullopt;
        }
        group = (group << 6U) | static_cast<std::uint32_t>(value);
        bits += 6;
        // bits shifted out on the left were already stored
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<std::uint8_t>(group >> bits));
        }
    }
    return bytes;
}

Result<std::optional<Value>> extendedValue(DocumentView object)
{
    const auto first = object.begin();
    if (first == object.end() || !first->key.starts_with('$')) {
        return Converted();
        // the only two forms with two keys come first
    }
    const std::size_t count = object.count();
    if (count == 2 && object["$code"].type() == Type::String && object.contains("$scope")) {
        return checked("$scope", scopedCodeFrom(object["$code"], object["$scope"]));
    }
    // the older form of binary data
    if (count == 2 && object["$binary"].type() == Type::String
        && object["$type"].type() == Type::String) {
        return checked("$binary",
                       binaryValue(object["$type"].asString(), object["$binary"].asString()));
    }
    if (count != 1) {
        return Converted();
    }
    for (const Form& form : kForms) {
        if (form.key == first->key) {
            return checked(form.key, form.convert(first->value));
        }
    }
    return Converted();
}

} // namespace sandglass::bson
