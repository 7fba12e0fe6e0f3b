// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update_filters.h"

#include "app/bson/builder.h"
#include "app/bson/digits.h"
#include "app/bson/path.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_parse.h"
#include "app/engine/query/pattern.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using protocol::commandError;
using protocol::ServerCode;

constexpr std::string_view kPrefix = "Error parsing array filter :: caused by :: ";

// The first names of all paths below `node`. $expr and $jsonSchema are refused: they read the whole
// document, but an array filter is tested against one element.
Result<void> collectNames(const MatchNode& node, std::set<std::string>& names)
{
    const bool isSchema = node.kind == MatchNode::Kind::Schema;
    if (node.kind == MatchNode::Kind::Expression || isSchema) {
        return commandError(224,
                            std::string(kPrefix) + (isSchema ? "$jsonSchema" : "$expr")
                                + " is not allowed in this context");
    }
    if (node.kind == MatchNode::Kind::Path) {
        names.insert(std::string(bson::splitPath(node.path).first));
    }
    for (const MatchNode& child : node.children) {
        TRY(collectNames(child, names));
    }
    return {};
}

// Source: MongoDB manual, Updates with arrayFilters: a lowercase letter, then letters and digits.
bool isIdentifier(std::string_view name)
{
    const auto isLower = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto isInside
        = [&](char c) { return isLower(c) || (c >= 'A' && c <= 'Z') || bson::isDigit(c); };
    return !name.empty() && isLower(name.front())
        && std::all_of(name.begin(), name.end(), isInside);
}

// The name that the update's paths refer to as $[name].
Result<std::string> identifierOf(const MatchNode& node)
{
    // ordered, so that the message names the same two fields every time
    std::set<std::string> names;
    TRY(collectNames(node, names));
    if (names.empty()) {
        return commandError(ServerCode::FailedToParse,
                            "Cannot use an expression without a top-level field name in "
                            "arrayFilters");
    }
    if (names.size() > 1) {
        return commandError(ServerCode::FailedToParse,
                            std::string(kPrefix) + "Expected a single top-level field name, found '"
                                + *names.begin() + "' and '" + *std::next(names.begin()) + "'");
    }
    if (!isIdentifier(*names.begin())) {
        return badValue(std::string(kPrefix)
                        + "The top-level field name must be an alphanumeric string "
                          "beginning with a lowercase letter, found '"
                        + *names.begin() + "'");
    }
    return *names.begin();
}

} // namespace

Result<ArrayFilters> ArrayFilters::parse(bson::ValueView filters, const EvaluationContext& context)
{
    ArrayFilters made;
    if (filters.isMissing()) {
        return made;
    }
    if (filters.type() != Type::Array) {
        return commandError(ServerCode::TypeMismatch,
                            "Array filters must be an array, found type "
                                + std::string(bson::typeAlias(filters.type())));
    }
    for (const bson::Element& element : filters.asDocument()) {
        if (element.value.type() != Type::Document) {
            return commandError(ServerCode::TypeMismatch,
                                "Each array filter must be an object, found type "
                                    + std::string(bson::typeAlias(element.value.type())));
        }
        auto node = FilterParser(context).document(element.value.asDocument(),
                                                   FilterParser::Level::Whole);
        if (!node) {
            node.error().message.insert(0, kPrefix);
            return std::move(node.error());
        }
        auto identifier = identifierOf(*node);
        TRY(identifier);
        if (!made.m_filters.emplace(*identifier, std::move(*node)).second) {
            return commandError(ServerCode::FailedToParse,
                                "Found multiple array filters with the same top-level field name "
                                    + *identifier);
        }
    }
    return made;
}

bool ArrayFilters::contains(std::string_view identifier) const
{
    return m_filters.find(identifier) != m_filters.end();
}

Result<bool> ArrayFilters::matches(std::string_view identifier, bson::ValueView element) const
{
    const auto found = m_filters.find(identifier);
    if (found == m_filters.end()) {
        return false;
    }
    const SearchFailure searches;
    // the filter {"x.b": 5} is tested against {x: element}
    return found->second.evaluate(bson::makeDocument(identifier, element), nullptr);
}

std::vector<std::string> ArrayFilters::identifiers() const
{
    std::vector<std::string> names;
    for (const auto& [name, node] : m_filters) {
        names.push_back(name);
    }
    return names;
}

} // namespace sandglass::engine::query
