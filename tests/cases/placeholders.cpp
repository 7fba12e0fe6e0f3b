// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/placeholders.h"

#include "app/bson/builder.h"

#include <array>
#include <charconv>
#include <string>

namespace sandglass::cases {

namespace {

struct Unit
{
    std::string_view name;
    std::int64_t millis;
};

constexpr std::array kUnits{Unit{"ms", 1}, Unit{"s", 1'000}, Unit{"min", 60'000},
                            Unit{"h", 3'600'000}, Unit{"d", 86'400'000}};

Result<bson::Value> filledIn(bson::ValueView value, const Scene& scene);

/// The date or number for {"$now": …} and {"$nowSeconds": …}; missing for any other document.
Result<bson::Value> moment(bson::DocumentView document, const Scene& scene)
{
    if (document.empty()) {
        return bson::Value();
    }
    const bson::Element first = *document.begin();
    const bool seconds = first.key == "$nowSeconds";
    if (first.key != "$now" && !seconds) {
        return bson::Value();
    }
    const auto span = spanFrom(first.value.asString());
    TRY(span);
    const base::Time at = scene.now + *span;
    if (seconds) {
        return bson::Value::of(std::int64_t{at.time_since_epoch().count() / 1'000});
    }
    return bson::Value::of(bson::Date::from(at));
}

bson::Value filledIntoText(std::string_view text, const Scene& scene)
{
    constexpr std::string_view kPath = "{value.";
    if (text == "{value}") {
        return scene.value;
    }
    if (text.starts_with(kPath) && text.ends_with('}')) {
        const auto path = text.substr(kPath.size(), text.size() - kPath.size() - 1);
        return bson::Value(scene.value.view().asDocument().at(path));
    }
    std::string result(text);
    constexpr std::string_view kNumber = "{n}";
    if (const std::size_t at = result.find(kNumber); at != std::string::npos) {
        result.replace(at, kNumber.size(), std::to_string(scene.number));
    }
    return bson::Value::of(result);
}

Result<bson::Document> filledElements(bson::DocumentView elements, const Scene& scene)
{
    bson::Builder builder;
    for (const bson::Element& element : elements) {
        auto value = filledIn(element.value, scene);
        TRY(value);
        builder.append(element.key, *value);
    }
    return builder.take();
}

/// The array for {"$times": [count, value]}.
Result<bson::Value> repeated(bson::DocumentView countAndValue, const Scene& scene)
{
    const auto value = filledIn(countAndValue["1"], scene);
    TRY(value);
    bson::Builder builder;
    for (std::int64_t count = countAndValue["0"].toInt64(); count > 0; --count) {
        builder.push(*value);
    }
    return bson::Value::array(builder.take());
}

Result<bson::Value> filledIn(bson::ValueView value, const Scene& scene)
{
    if (value.type() == bson::Type::String) {
        return filledIntoText(value.asString(), scene);
    }
    if (value.type() != bson::Type::Document && value.type() != bson::Type::Array) {
        return bson::Value(value);
    }
    if (value.type() == bson::Type::Document) {
        if (const bson::ValueView times = value.asDocument()["$times"]; !times.isMissing()) {
            return repeated(times.asDocument(), scene);
        }
        auto time = moment(value.asDocument(), scene);
        if (!time || !time->isMissing()) {
            return time;
        }
    }
    auto elements = filledElements(value.asDocument(), scene);
    TRY(elements);
    return value.type() == bson::Type::Array ? bson::Value::array(*elements)
                                             : bson::Value::document(*elements);
}

} // namespace

Result<base::Millis> spanFrom(std::string_view text)
{
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    const std::string_view rest(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
    for (const Unit& unit : kUnits) {
        if (parsed.ec == std::errc() && rest.starts_with(' ') && rest.substr(1) == unit.name) {
            return base::Millis(number * unit.millis);
        }
    }
    return base::failure(Errc::InvalidInput, "No span of time: '" + std::string(text) + "'.");
}

Result<bson::Document> filledIn(bson::DocumentView document, const Scene& scene)
{
    return filledElements(document, scene);
}

} // namespace sandglass::cases
