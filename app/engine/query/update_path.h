// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// The meaning of a step in an update path.
enum class StepKind {
    Name, ///< a field, or an array element by its number
    Positional, ///< "$": the element that the query matched
    Every, ///< "$[]"
    Filtered, ///< "$[identifier]"
};

/// One step of an update path.
struct UpdateStep
{
    StepKind kind = StepKind::Name;
    std::string name; ///< the field, the identifier, or the step as written
};

/// A parsed update path.
struct UpdatePath
{
    std::string text;
    std::vector<UpdateStep> steps;

    /// Whether any step depends on the document: "$", "$[]" or "$[identifier]".
    bool isDynamic() const;
    /// The first `count` steps, joined with dots.
    std::string prefix(std::size_t count) const;
};

/// Parses a path. Errors (server): EmptyFieldName, DollarPrefixedFieldName, BadValue for misplaced
/// positional operators, Overflow for too many steps.
Result<UpdatePath> parseUpdatePath(std::string_view text);

/// The order in which MongoDB applies paths: step by step, numbers by value, other names by bytes.
bool comesBefore(const UpdatePath& left, const UpdatePath& right);

/// A set of paths of which none may contain another.
class PathSet
{
public:
    /// Adds a path. Returns the shorter of two overlapping paths, or "" when there is no conflict.
    std::string add(const std::string& path);

private:
    std::set<std::string, std::less<>> m_paths;
};

} // namespace sandglass::engine::query
