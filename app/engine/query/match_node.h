// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/json_schema.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// Receives the index of a matching array element; null when it is not needed.
using MatchPosition = std::optional<std::size_t>*;

/// A condition on one value: the part behind `path` in `{path: {$op: …}}`. Immutable; pure; any
/// thread.
class Predicate
{
public:
    Predicate() = default;
    Predicate(const Predicate&) = delete;
    Predicate& operator=(const Predicate&) = delete;
    virtual ~Predicate() = default;

    /// Whether one value matches. `value`: Missing for a field that does not exist.
    virtual bool test(bson::ValueView value, MatchPosition position) const = 0;
    /// Whether the elements of an array are tested too, not only the array itself.
    virtual bool entersArrays() const { return true; }
    /// The index bounds of this condition; nullopt when an index cannot help.
    virtual std::optional<PathBounds> bounds() const { return std::nullopt; }
    /// The operand of an equality; nullptr for other conditions.
    virtual const bson::Value* equality() const { return nullptr; }
    /// Whether the filter of a partial index may use it.
    virtual bool allowedInPartialIndex() const { return false; }
    /// Operator and argument as messages show them: `$gt 5`.
    virtual std::string describe() const = 0;
};

using PredicatePtr = std::shared_ptr<const Predicate>;

/// A node of a parsed filter. Immutable after parsing.
class MatchNode
{
public:
    /// Which of the fields below are used.
    enum class Kind { And, Or, Nor, Not, Path, Expression, Schema, Never };

    Kind kind = Kind::And;
    std::vector<MatchNode> children; ///< And, Or, Nor; Not has exactly one
    std::string path; ///< Path
    PredicatePtr predicate; ///< Path
    std::optional<Expression> expression; ///< Expression
    std::shared_ptr<const JsonSchema> schema; ///< Schema

    /// The condition `{path: {$op: …}}`.
    static MatchNode onPath(std::string_view path, PredicatePtr predicate);
    /// The negation of a node.
    static MatchNode negated(MatchNode node);
    /// An And of the nodes; a single node stays as it is.
    static MatchNode allOf(std::vector<MatchNode> nodes);
    /// A node that matches nothing.
    static MatchNode never();

    /// Whether a document matches. Errors (server): those of an `$expr`; location code 51156 for a
    /// regular expression that was given up, if the caller has a SearchFailure. Nothing is
    /// evaluated after the first error, and no level turns it into an answer.
    Result<bool> evaluate(bson::DocumentView document, MatchPosition position) const;
    /// As evaluate(), with false for an error. Also for conditions on array elements: FilterParser
    /// and ArrayFilters refuse `$expr` there, and the SearchFailure of the whole filter tells of a
    /// regular expression that was given up.
    bool matchesWithoutError(bson::DocumentView document) const;
    /// Whether a single value matches the conditions, ignoring their paths: how `$elemMatch: {$gt:
    /// 1}` tests elements.
    bool matchesValue(bson::ValueView value) const;
    /// The tree as MongoDB prints it in messages: one node per line, children indented.
    std::string describe(int depth = 0) const;
};

} // namespace sandglass::engine::query
