// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// What a step of an update path stands for.
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

    /// True when some step depends on the document: "$", "$[]", "$[identifier]".
    bool isDynamic() const;
    /// The first `count` steps as text.
    std::string prefix(std::size_t count) const;
};

/// Errors: 56 for empty paths and names, 52 for names with a dollar, 2 for misplaced positional
/// operators, 15 for too many steps.
Result<UpdatePath> parseUpdatePath(std::string_view text);

/// MongoDB's order of application: step by step, numbers by value, all else by bytes.
bool comesBefore(const UpdatePath& left, const UpdatePath& right);

/// Paths that may not overlap.
class PathSet
{
public:
    /// Adds a path; returns the place of a conflict (the shorter of two overlapping paths), empty
    /// when there is none.
    std::string add(const std::string& path);

private:
    std::set<std::string, std::less<>> m_paths;
};

} // namespace sandglass::engine::query
