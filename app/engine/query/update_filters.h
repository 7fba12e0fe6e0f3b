// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/match_node.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

/// The parsed `arrayFilters` of an update, by identifier. Immutable; any thread.
class ArrayFilters
{
public:
    /// `filters`: an array of query documents with one identifier each, or Missing. Errors
    /// (server): BadValue, FailedToParse, TypeMismatch.
    static Result<ArrayFilters> parse(bson::ValueView filters, const EvaluationContext& context);

    /// Whether there is a filter for that identifier.
    bool contains(std::string_view identifier) const;
    /// Whether an element matches the filter of that identifier; false for an unknown one. Errors
    /// (server): location code 51156 for a regular expression that needs too many steps.
    Result<bool> matches(std::string_view identifier, bson::ValueView element) const;
    /// All identifiers, sorted.
    std::vector<std::string> identifiers() const;

private:
    std::map<std::string, MatchNode, std::less<>> m_filters;
};

} // namespace sandglass::engine::query
