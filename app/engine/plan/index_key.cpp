// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/index_key.h"

#include "app/bson/json.h"
#include "app/protocol/limits.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

namespace sandglass::engine::plan {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr std::array<std::string_view, 4> kPlugins{"2d", "2dsphere", "hashed", "text"};
constexpr std::string_view kWildcard = "$**";
constexpr std::string_view kBelow = ".$**";

Error cannotCreate(std::string text)
{
    return commandError(ServerCode::CannotCreateIndex, std::move(text));
}

Result<void> checkValue(const bson::Element& element)
{
    const bson::ValueView value = element.value;
    if (value.type() == bson::Type::String) {
        const std::string_view plugin = value.asString();
        if (plugin.empty()) {
            return cannotCreate("Values in the index key pattern cannot be an empty string.");
        }
        if (plugin == "wildcard") {
            return cannotCreate("The key pattern value for an 'wildcard' index must be a non-zero"
                                " number, not a string.");
        }
        if (std::ranges::find(kPlugins, plugin) == kPlugins.end()) {
            return cannotCreate("Unknown index plugin '" + std::string(plugin) + "'");
        }
        return {};
    }
    if (!value.isNumber()) {
        return cannotCreate("Values in v:2 index key pattern cannot be of type "
                            + std::string(bson::typeAlias(value.type()))
                            + ". Only numbers > 0, numbers < 0, and strings are allowed.");
    }
    const double number = value.toDouble();
    if (std::isnan(number)) {
        return cannotCreate("Values in the index key pattern cannot be NaN.");
    }
    if (number == 0.0) {
        return cannotCreate("Values in the index key pattern cannot be 0.");
    }
    return {};
}

/// "$**", or "a.$**" for the fields below one path.
bool isWildcardField(std::string_view name)
{
    return name == kWildcard || name.ends_with(".$**");
}

Result<void> checkFieldName(std::string_view name)
{
    if (name.empty()) {
        return cannotCreate("Index keys cannot be an empty field.");
    }
    // of a wildcard only the path before it is checked; "a" stands for an empty one
    if (isWildcardField(name)) {
        name = name == kWildcard ? std::string_view("a") : name.substr(0, name.size() - 4);
    }
    std::string_view rest = name;
    while (true) {
        const std::size_t dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        if (part.empty()) {
            return cannotCreate("Index keys cannot contain an empty field.");
        }
        // the fields of a DBRef may be indexed: {"a.$id": 1}
        const bool isDbRefField
            = part.data() != name.data() && (part == "$id" || part == "$ref" || part == "$db");
        if (part.front() == '$' && !isDbRefField) {
            return cannotCreate("Index key contains an illegal field name: field name starts with"
                                " '$'.");
        }
        if (dot == std::string_view::npos) {
            return {};
        }
        rest.remove_prefix(dot + 1);
    }
}

Result<void> checkWildcard(bson::DocumentView key)
{
    constexpr int kTwoWildcards = 7246201;
    constexpr int kOverlap = 7246204;
    std::string_view wildcard;
    for (const bson::Element& element : key) {
        if (element.value.type() == bson::Type::String) {
            return cannotCreate("Can't use more than one index plugin for a single index.");
        }
        if (!isWildcardField(element.key)) {
            continue;
        }
        if (!wildcard.empty()) {
            return commandError(kTwoWildcards,
                                "Index Key can contain only one wildcard index field");
        }
        wildcard = element.key;
    }
    // of "$**" the projection says what it covers
    const std::string parent(
        wildcard.substr(0, wildcard.size() - std::min(wildcard.size(), kBelow.size())));
    for (const bson::Element& element : key) {
        const bool overlaps = !parent.empty() && !isWildcardField(element.key)
            && (element.key == parent || element.key.starts_with(parent + "."));
        if (overlaps) {
            return commandError(kOverlap,
                                "A wildcard index field should not overlap with and index key"
                                " fields if wildcard projection is empty, however '"
                                    + std::string(element.key)
                                    + "' is overlapping with the wildcard index field.");
        }
    }
    return {};
}

} // namespace

Result<void> checkIndexKey(bson::DocumentView key)
{
    if (key.empty()) {
        return cannotCreate("Index keys cannot be empty.");
    }
    if (key.size() > protocol::kMaxKeyPatternBytes) {
        return cannotCreate("Index key pattern too large: " + bson::toShellText(key));
    }
    std::set<std::string_view> seen;
    const std::string_view plugin = indexPlugin(key);
    for (const bson::Element& element : key) {
        if (!seen.insert(element.key).second) {
            return commandError(ServerCode::BadValue,
                                "The field '" + std::string(element.key)
                                    + "' appears multiple times in the index key pattern "
                                    + bson::toShellText(key));
        }
        TRY(checkValue(element));
        if (element.value.type() == bson::Type::String && element.value.asString() != plugin) {
            return cannotCreate("Can't use more than one index plugin for a single index.");
        }
        TRY(checkFieldName(element.key));
    }
    if (seen.size() > protocol::kMaxIndexFields) {
        return commandError(13103, "too many compound keys: " + bson::toShellText(key));
    }
    return isWildcardKey(key) ? checkWildcard(key) : Result<void>();
}

std::string_view indexPlugin(bson::DocumentView key)
{
    for (const bson::Element& element : key) {
        if (element.value.type() == bson::Type::String) {
            return element.value.asString();
        }
    }
    return isWildcardKey(key) ? std::string_view("wildcard") : std::string_view();
}

bool isWildcardKey(bson::DocumentView key)
{
    return std::ranges::any_of(key, [](const bson::Element& element) {
        // {"$**": "text"} indexes the text of all fields; it is not a wildcard index
        const bool allText = element.key == kWildcard && element.value.type() == bson::Type::String
            && element.value.asString() == "text";
        return isWildcardField(element.key) && !allText;
    });
}

bool isIdKey(bson::DocumentView key)
{
    const auto first = key.begin();
    return key.count() == 1 && first->key == "_id" && first->value.isNumber()
        && std::abs(first->value.toDouble()) == 1.0;
}

} // namespace sandglass::engine::plan
