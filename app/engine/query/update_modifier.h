// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

/// Where a modifier acts, for its messages.
struct ModifierPlace
{
    std::string_view field; ///< last name of the path
    bson::DocumentView document; ///< the whole document before the update

    /// "{_id: 1}", as messages name a document.
    std::string documentText() const;
    /// "_id: 1", or "no id".
    std::string idText() const;
};

/// What becomes of a value: nullopt leaves it, Missing removes it (in an array: makes it null),
/// else the new value.
using Change = std::optional<bson::Value>;

/// An update operator with its argument. Pure; any thread.
struct Modifier
{
    /// `existing`: Missing when the field is not there.
    std::function<Result<Change>(bson::ValueView existing, const ModifierPlace& place)> apply;
    bool createsPath = true; ///< makes the field and the documents around it when missing
    bool toleratesPath = false; ///< does nothing where the path cannot exist; others fail
    bool onlyInserting = false; ///< acts only in an upsert that inserts
};

/// One `{$op: {field: argument}}`.
struct ModifierCall
{
    std::string_view name; ///< "$inc"
    bson::Element argument; ///< key: the path as written
    const EvaluationContext& context;
};

/// Makes a modifier, checking its argument.
using ModifierFactory = Result<Modifier> (*)(const ModifierCall& call);

/// The factory of an operator; nullptr for unknown ones ($rename is none: it has two paths).
ModifierFactory findModifier(std::string_view name);

// The operators, by family. Errors: 2 BadValue, 9 FailedToParse, 14 TypeMismatch with MongoDB's
// words.

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
