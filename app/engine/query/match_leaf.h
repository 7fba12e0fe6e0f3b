// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"
#include "app/engine/query/match_node.h"

#include <string_view>

namespace sandglass::engine::query {

/// The comparisons that test a value against one operand.
enum class Comparison { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

/// `$eq`, `$lt`, `$lte`, `$gt`, `$gte`: only values of the operand's type bracket match; MinKey and
/// MaxKey compare with all types; NaN equals only NaN. Source: MongoDB manual, Comparison/Sort
/// Order, type bracketing. Errors: 2 for undefined, 2 for a regular expression with anything but
/// Equal (`path` is named in the message).
Result<PredicatePtr> comparisonPredicate(Comparison comparison, bson::ValueView operand,
                                         std::string_view path);

/// `$in`: equality with any of the elements, or a match of a regular expression among them.
/// Errors: 2.
Result<PredicatePtr> inPredicate(bson::ValueView operand);

/// `$exists: true`.
PredicatePtr existsPredicate();

/// `$type`: an alias, "number", a type number, or an array of them. Errors: 2, 9, 14.
Result<PredicatePtr> typePredicate(bson::ValueView operand);

/// `$mod: [divisor, remainder]`. Errors: 2.
Result<PredicatePtr> modPredicate(bson::ValueView operand);

/// A regular expression on strings and symbols; a stored regular expression equal to it matches
/// too. Errors: 51091, 51108.
Result<PredicatePtr> regexPredicate(std::string_view pattern, std::string_view options);

/// `$bitsAllSet` and its three relatives.
enum class BitTest { AllSet, AnySet, AllClear, AnyClear };

/// `operand`: a mask (number or binary) or an array of bit positions. `name`: of the operator, for
/// messages. Errors: 2, 9.
Result<PredicatePtr> bitsPredicate(BitTest test, bson::ValueView operand, std::string_view name);

} // namespace sandglass::engine::query
