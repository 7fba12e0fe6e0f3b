// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

/// Where a modifier is applied; for its messages.
struct ModifierPlace
{
    std::string_view field; ///< last name of the path
    bson::DocumentView document; ///< the whole document before the update

    /// The document as messages name it: "{_id: 1}".
    std::string documentText() const;
    /// The document's id as messages name it: "_id: 1", or "no id".
    std::string idText() const;
};

/// The new value of a field. nullopt: unchanged. Missing: removed (an array element becomes null).
using Change = std::optional<bson::Value>;

/// An update operator with its parsed argument. Pure; any thread.
struct Modifier
{
    /// `existing`: Missing when the field does not exist.
    std::function<Result<Change>(bson::ValueView existing, const ModifierPlace& place)> apply;
    /// How many elements it adds at the end of an array that it leaves alone otherwise; 0: it does
    /// more, or the field is no array with elements. Null: it never does only that.
    std::function<std::size_t(bson::ValueView existing)> appended = nullptr;
    bool createsPath = true; ///< creates a missing field and the documents around it
    bool toleratesPath
        = false; ///< does nothing where the path cannot exist; other operators fail there
    bool onlyInserting = false; ///< applies only when an upsert inserts
};

/// One `{$op: {field: argument}}`.
struct ModifierCall
{
    std::string_view name; ///< "$inc"
    bson::Element argument; ///< key: the path as written
    const EvaluationContext& context;
};

/// Checks the argument and makes a modifier.
using ModifierFactory = Result<Modifier> (*)(const ModifierCall& call);

/// The factory of an operator; nullptr for an unknown one. $rename has none: it has two paths.
ModifierFactory findModifier(std::string_view name);

// The operators, by family. Errors (server): BadValue, FailedToParse, TypeMismatch.

Result<Modifier> makeSet(const ModifierCall& call); ///< $set
Result<Modifier> makeSetOnInsert(const ModifierCall& call); ///< $setOnInsert
Result<Modifier> makeUnset(const ModifierCall& call); ///< $unset
Result<Modifier> makeMin(const ModifierCall& call); ///< $min
Result<Modifier> makeMax(const ModifierCall& call); ///< $max
Result<Modifier> makeCurrentDate(const ModifierCall& call); ///< $currentDate
Result<Modifier> makeInc(const ModifierCall& call); ///< $inc
Result<Modifier> makeMul(const ModifierCall& call); ///< $mul
Result<Modifier> makeBit(const ModifierCall& call); ///< $bit
Result<Modifier> makePop(const ModifierCall& call); ///< $pop
Result<Modifier> makePull(const ModifierCall& call); ///< $pull
Result<Modifier> makePullAll(const ModifierCall& call); ///< $pullAll
Result<Modifier> makeAddToSet(const ModifierCall& call); ///< $addToSet
Result<Modifier> makePush(const ModifierCall& call); ///< $push

} // namespace sandglass::engine::query
