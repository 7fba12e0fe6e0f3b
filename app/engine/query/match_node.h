// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/filter.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// Where the position of a matching array element is noted; null when nobody asks.
using MatchPosition = std::optional<std::size_t>*;

/// A condition on one value: what stands behind `{path: {$op: …}}`. Immutable; pure; any thread.
class Predicate
{
public:
    Predicate() = default;
    Predicate(const Predicate&) = delete;
    Predicate& operator=(const Predicate&) = delete;
    virtual ~Predicate() = default;

    /// Whether one value meets it; `value` is Missing for "no such field".
    virtual bool test(bson::ValueView value, MatchPosition position) const = 0;
    /// Whether the elements of an array are tested too, or only the array itself.
    virtual bool entersArrays() const { return true; }
    /// The index bounds it allows; nullopt when it says nothing an index could use.
    virtual std::optional<PathBounds> bounds() const { return std::nullopt; }
    /// The value of an equality; null for anything else.
    virtual const bson::Value* equality() const { return nullptr; }
    /// Whether a partial index may be filtered by it.
    virtual bool allowedInPartialIndex() const { return false; }
    /// Operator and argument for messages: `$gt 5`.
    virtual std::string describe() const = 0;
};

using PredicatePtr = std::shared_ptr<const Predicate>;

/// One node of a parsed filter. Immutable after parsing.
class MatchNode
{
public:
    enum class Kind { And, Or, Nor, Not, Path, Expression, Never };

    Kind kind = Kind::And;
    std::vector<MatchNode> children; ///< And, Or, Nor; Not has exactly one
    std::string path; ///< Path
    PredicatePtr predicate; ///< Path
    std::optional<Expression> expression; ///< Expression

    /// `{path: {$op: …}}`.
    static MatchNode onPath(std::string_view path, PredicatePtr predicate);
    /// The opposite of a node.
    static MatchNode negated(MatchNode node);
    /// An And of the nodes; the node itself when it is only one.
    static MatchNode allOf(std::vector<MatchNode> nodes);
    /// A node that nothing matches.
    static MatchNode never();

    /// Whether a document matches.
    bool matches(bson::DocumentView document, MatchPosition position) const;
    /// Whether a single value meets the conditions, their paths ignored: how `$elemMatch: {$gt: 1}`
    /// tests elements.
    bool matchesValue(bson::ValueView value) const;
    /// The tree as MongoDB prints it into messages, one node a line, children indented.
    std::string describe(int depth = 0) const;
};

} // namespace sandglass::engine::query
