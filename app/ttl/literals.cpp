// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/literals.h"

#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "app/bson/extended_json.h"
#include "app/bson/json.h"
#include "app/bson/json_text.h"

#include <algorithm>
#include <cmath>

namespace sandglass::ttl {

namespace {

using bson::Element;
using bson::Type;
using bson::ValueView;

std::string doubleLiteral(const LiteralTable& table, double number)
{
    if (std::isnan(number)) {
        return std::string(table.nan);
    }
    if (std::isinf(number)) {
        return std::string(number > 0 ? table.infinity : table.minusInfinity);
    }
    // a number without fraction needs its own form, or the driver sends it as an integer
    const bool whole = number == std::trunc(number);
    return filled(whole ? table.wholeDouble : table.fraction, {bson::doubleText(number)});
}

std::string arrayLiteral(const LiteralTable& table, bson::DocumentView elements)
{
    if (elements.empty()) {
        return std::string(table.emptyArray);
    }
    const std::vector<ValueView> values = elements.values();
    if (values.size() == 1 && values.front().isNull() && !table.loneNull.empty()) {
        return std::string(table.loneNull);
    }
    std::string text;
    for (const ValueView& value : values) {
        text += (text.empty() ? std::string(table.arrayOpen) : ", ") + literal(table, value);
    }
    return text + std::string(table.arrayClose);
}

// JavaScript treats such keys as array positions and sorts them before all others.
bool isPosition(std::string_view key)
{
    constexpr std::size_t kMostDigits = 10;
    return !key.empty() && key.size() <= kMostDigits
        && std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; })
        && (key.size() == 1 || key.front() != '0');
}

std::string textLiteral(const LiteralTable& table, ValueView value)
{
    switch (value.type()) {
    case Type::Decimal128:
        return filled(table.decimal, {table.text(bson::toText(value.asDecimal128()))});
    case Type::ObjectId:
        return filled(table.objectId, {table.text(value.asObjectId().text())});
    case Type::Regex:
        return filled(table.regex,
                      {table.text(value.asRegex().pattern), table.text(value.asRegex().options)});
    case Type::Binary:
        return filled(table.binary,
                      {table.text(bson::base64(value.asBinary().bytes)),
                       std::to_string(value.asBinary().subtype)});
    case Type::Timestamp:
        return filled(table.timestamp,
                      {std::to_string(value.asTimestamp().seconds),
                       std::to_string(value.asTimestamp().increment)});
    case Type::MinKey:
        return std::string(table.minKey);
    case Type::MaxKey:
        return std::string(table.maxKey);
    default:
        return extendedLiteral(table, value);
    }
}

} // namespace

std::string filled(std::string_view pattern, std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const bool marked = pattern[at] == '%' && at + 1 < pattern.size();
        const std::size_t part = marked ? static_cast<std::size_t>(pattern[at + 1] - '1') : 0;
        if (marked && part < parts.size()) {
            text += parts.begin()[part];
            ++at;
        } else {
            text += pattern[at];
        }
    }
    return text;
}

std::string extendedLiteral(const LiteralTable& table, ValueView value)
{
    bson::Builder builder;
    builder.append("v", value);
    return filled(table.extended, {table.text(toJson(builder.take(), bson::JsonForm::Canonical))});
}

std::string literal(const LiteralTable& table, ValueView value)
{
    switch (value.type()) {
    case Type::Null:
        return std::string(table.null);
    case Type::Bool:
        return std::string(value.asBool() ? table.yes : table.no);
    case Type::Int32:
        return std::to_string(value.asInt32());
    case Type::Int64:
        return filled(table.int64, {std::to_string(value.asInt64())});
    case Type::Double:
        return doubleLiteral(table, value.asDouble());
    case Type::String:
        return table.text(value.asString());
    case Type::Date:
        return table.date(table, value.asDate());
    case Type::Document:
        return literal(table, value.asDocument());
    case Type::Array:
        return arrayLiteral(table, value.asDocument());
    default:
        return textLiteral(table, value);
    }
}

std::string literal(const LiteralTable& table, bson::DocumentView document)
{
    if (document.empty()) {
        return std::string(table.document.empty);
    }
    const bool positions = table.numberKeyed
        && std::any_of(document.begin(), document.end(),
                       [](const Element& element) { return isPosition(element.key); });
    const DocumentForm& form = positions ? *table.numberKeyed : table.document;
    std::string text(form.open);
    bool first = true;
    for (const Element& element : document) {
        // the form for positions is a map, whose keys are plain strings
        const std::string key = positions ? table.text(element.key) : table.key(element.key);
        text += filled(first ? form.first : form.next, {key, literal(table, element.value)});
        first = false;
    }
    return text + std::string(form.close);
}

} // namespace sandglass::ttl
