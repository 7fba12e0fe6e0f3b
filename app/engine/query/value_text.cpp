// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/value_text.h"

#include "app/bson/decimal128.h"
#include "app/engine/query/calendar.h"

#include <array>
#include <charconv>
#include <cmath>

namespace sandglass::engine::query {

std::string doubleText(double value)
{
    if (std::isnan(value)) {
        return "NaN";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-Infinity" : "Infinity";
    }
    std::array<char, 40> text{};
    // the shortest text that reads back as the same double; an exponent only beyond 16 digits
    const double size = std::abs(value);
    const bool fixed = size == 0 || (size >= 1e-4 && size < 1e16);
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   fixed ? std::chars_format::fixed : std::chars_format::scientific)
                         .ptr;
    return {text.data(), end};
}

std::optional<std::string> scalarText(bson::ValueView value)
{
    switch (value.type()) {
    case bson::Type::String:
    case bson::Type::Symbol:
    case bson::Type::Code:
        return std::string(value.asString());
    case bson::Type::Bool:
        return value.asBool() ? "true" : "false";
    case bson::Type::Int32:
    case bson::Type::Int64:
        return std::to_string(value.toInt64());
    case bson::Type::Double:
        // std::to_string would print six digits after the point
        return doubleText(value.asDouble());
    case bson::Type::Decimal128:
        return bson::toText(value.asDecimal128());
    case bson::Type::ObjectId:
        return value.asObjectId().text();
    case bson::Type::Date:
        return isoText(value.asDate().millis);
    default:
        return std::nullopt;
    }
}

} // namespace sandglass::engine::query
