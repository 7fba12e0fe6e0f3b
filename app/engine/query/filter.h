// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/collation.h"
#include "app/bson/value.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

class MatchNode;

/// Whether documents carry what find knows about them besides their fields: see row_metadata.h.
enum class RowMetadata {
    None, ///< they do not, and {$meta: …} about it is refused
    Unsorted, ///< the record id and the index key
    Sorted, ///< the sort key as well
};

/// What stays the same for all expressions of an operation.
struct EvaluationContext
{
    base::Time now; ///< the value of $$NOW
    bson::Document variables; ///< `let` of the command: {name: value}
    bson::CollationPtr collation = {}; ///< how strings compare; null: by their bytes
    bool variablesAreOpen = false; ///< only their names are known yet: they are no constants
    bool stableOnly = false; ///< the command has apiStrict: no stages outside of API version 1
    std::string readLevel = {}; ///< of the command's readConcern; empty: it gives none
    /// The value of $$CLUSTER_TIME; unset: this is no member of a replica set.
    std::optional<bson::Timestamp> clusterTime = {};
    RowMetadata metadata = RowMetadata::None; ///< of the documents that expressions read
};

/// The values that a filter allows at one path; used to choose an index. Bounds follow
/// bson::compare() with the filter's collation.
struct PathBounds
{
    std::vector<bson::Value>
        equals; ///< one for equality, several for $in; the other fields are then unset
    std::optional<bson::Value>
        lower; ///< for `null` the range Undefined … null, which includes missing fields
    std::optional<bson::Value> upper;
    bool lowerInclusive = true;
    bool upperInclusive = true;
};

/// A parsed query filter. Immutable; cheap to copy; any thread.
class Filter
{
public:
    /// Matches everything.
    Filter();
    /// Parses a query document. Errors (server): BadValue for unknown operators ("unknown operator:
    /// $foo", "unknown top level operator: $foo. …") and wrong arguments; FailedToParse where
    /// MongoDB returns it.
    static Result<Filter> parse(bson::DocumentView filter, const EvaluationContext& context);

    /// Whether a document matches. Errors (server): those of the operators inside `$expr`; location
    /// code 51156 for a regular expression that needs too many steps. The caller must fail its
    /// command with them.
    Result<bool> evaluate(bson::DocumentView document) const;
    /// As above. `arrayIndex`: set to the index of the first array element that matched, for the
    /// positional `$`.
    Result<bool> evaluate(bson::DocumentView document,
                          std::optional<std::size_t>& arrayIndex) const;
    /// As evaluate(), for callers that cannot report an error: partial indexes, TTL passes, the
    /// profiler. A document for which `$expr` or a regular expression fails does not match, also
    /// below `$nor` and `$not`.
    bool matchesWithoutError(bson::DocumentView document) const;
    /// Whether the filter has no condition at all.
    bool matchesAll() const;
    /// The values that the top-level conditions (joined by AND) allow at a path; nullopt when an
    /// index cannot use them. `multikey`: the path may hold arrays; then lower and upper may be met
    /// by different elements, and only one of them is a safe index bound.
    std::optional<PathBounds> bounds(std::string_view path, bool multikey) const;
    /// The paths that the top-level conditions (joined by AND) are about, each once.
    std::vector<std::string> requiredPaths() const;
    /// The range of dates at a path that a top-level `$nor` with that single condition excludes. A
    /// matching document has no value in it. nullopt when there is none.
    std::optional<PathBounds> excludedDates(std::string_view path) const;
    /// How its conditions compare strings; null: by their bytes.
    const bson::CollationPtr& collation() const { return m_collation; }
    /// The fields and values that equality conditions fix; the start of an upsert's document.
    /// Errors (server): BadValue or NotSingleValueField for conflicting equalities.
    Result<bson::Document> equalityFields() const;

private:
    std::shared_ptr<const MatchNode> m_root;
    bson::CollationPtr m_collation;
};

/// Checks the filter of a partial index. Allowed: $and, $or, $in, $eq, $lt, $lte, $gt, $gte,
/// $exists: true, $type and geo operators. Errors (server): CannotCreateIndex "Expression not
/// supported in partial index: …", QueryFeatureNotAllowed for $expr, BadValue for $where, $text and
/// empty $and or $or. Source: app/ttl/SEMANTICS.md 1.2.
Result<void> checkPartialFilter(bson::DocumentView filter);

} // namespace sandglass::engine::query
