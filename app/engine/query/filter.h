// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

class MatchNode;

/// What an operation fixes once for all its expressions.
struct EvaluationContext
{
    base::Time now; ///< $$NOW
    bson::Document variables; ///< `let` of the command: {name: value}
};

/// The values that a filter allows at one path, for choosing an index. Bounds follow
/// bson::compare().
struct PathBounds
{
    std::vector<bson::Value> equals; ///< one for equality, several for $in; the rest is then unset
    std::optional<bson::Value> lower; ///< for `null` the range Undefined … null: missing fields too
    std::optional<bson::Value> upper;
    bool lowerInclusive = true;
    bool upperInclusive = true;
};

/// A parsed query filter. Immutable and cheap to copy; matches() is pure; any thread.
class Filter
{
public:
    /// Matches everything.
    Filter();
    /// Parses a query document. Errors: server errors with MongoDB's codes: 2 BadValue for unknown
    /// operators ("unknown operator: $foo", "unknown top level operator: $foo. …"), 2 for wrong
    /// arguments, 9 FailedToParse where MongoDB gives it.
    static Result<Filter> parse(bson::DocumentView filter, const EvaluationContext& context);

    /// Whether a document meets the filter. An `$expr` that fails counts as not met.
    bool matches(bson::DocumentView document) const;
    /// The same, telling which element of an array matched first: the index that the positional `$`
    /// stands for.
    bool matches(bson::DocumentView document, std::optional<std::size_t>& arrayIndex) const;
    /// True when it has no condition at all.
    bool matchesAll() const;
    /// What top-level conditions (joined by AND) say of a path; nullopt when nothing usable. For a
    /// path that may hold arrays, lower and upper may be met by different elements: only one of the
    /// two is then a safe index bound (`multikey`).
    std::optional<PathBounds> bounds(std::string_view path, bool multikey) const;
    /// The range of dates at a path that a top-level `$nor` of that one condition excludes: no
    /// value of a matching document lies in it. nullopt when there is none.
    std::optional<PathBounds> excludedDates(std::string_view path) const;
    /// Fields and values that equality conditions fix; an upsert starts from them.
    /// Errors: 2 / 54 as MongoDB gives for conflicting equalities.
    Result<bson::Document> equalityFields() const;

private:
    std::shared_ptr<const MatchNode> m_root;
};

/// Checks a partial index filter's grammar: only $and, $or, $in, $eq, $lt, $lte, $gt, $gte,
/// $exists: true, $type and geo are allowed. Errors: 67 "Expression not supported in partial index:
/// …", 224 for $expr, 2 for $where, $text and empty $and/$or. Source: app/ttl/SEMANTICS.md 1.2.
Result<void> checkPartialFilter(bson::DocumentView filter);

} // namespace sandglass::engine::query
