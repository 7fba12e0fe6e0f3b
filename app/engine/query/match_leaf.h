// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/match_node.h"

#include <string_view>

namespace sandglass::engine::query {

/// The comparisons with one operand.
enum class Comparison { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

/// `$eq`, `$lt`, `$lte`, `$gt`, `$gte`. Only values in the operand's type bracket match; MinKey and
/// MaxKey compare with all types; NaN equals only NaN. `path`: for messages. Errors (server):
/// BadValue for undefined, and for a regular expression with anything but Equal. `collation`: of
/// strings; may be null. Source: MongoDB manual, Comparison/Sort Order, type bracketing.
Result<PredicatePtr> comparisonPredicate(Comparison comparison, bson::ValueView operand,
                                         std::string_view path, bson::CollationPtr collation);

/// `$in`: equal to one of the elements, or matched by a regular expression among them. Errors
/// (server): BadValue. `collation`: of strings; may be null. It has no effect on regular
/// expressions.
Result<PredicatePtr> inPredicate(bson::ValueView operand, bson::CollationPtr collation);

/// `$exists: true`: the field exists, even as null.
PredicatePtr existsPredicate();

/// `$type`: an alias, "number", a type number, or an array of them. Errors (server): BadValue,
/// FailedToParse, TypeMismatch.
Result<PredicatePtr> typePredicate(bson::ValueView operand);

/// `$mod: [divisor, remainder]`. Errors (server): BadValue.
Result<PredicatePtr> modPredicate(bson::ValueView operand);

/// A regular expression on strings and symbols. An equal regular expression that is stored matches
/// too. Errors (server): location codes for a bad pattern and for unknown options.
Result<PredicatePtr> regexPredicate(std::string_view pattern, std::string_view options);

/// `$bitsAllSet`, `$bitsAnySet`, `$bitsAllClear`, `$bitsAnyClear`.
enum class BitTest { AllSet, AnySet, AllClear, AnyClear };

/// A test of bits. `operand`: a mask (number or binary) or an array of bit positions. `name`: the
/// operator, for messages. Errors (server): BadValue, FailedToParse.
Result<PredicatePtr> bitsPredicate(BitTest test, bson::ValueView operand, std::string_view name);

} // namespace sandglass::engine::query
