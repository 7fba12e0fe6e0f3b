// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/expression_node.h"

#include <span>
#include <string_view>
#include <variant>

namespace sandglass::engine::query {

using OperatorEntry
    = std::variant<const ListOperator*, const NamedOperator*, const SpecialOperator*>;

/// The operator of that name ("$add"); nullptr for an unknown one.
const OperatorEntry* findOperator(std::string_view name);

/// The operators by family. Each list is a constant in the file of its name. This one: $sum, $avg,
/// $min, $max, $stdDevPop, $stdDevSamp.
std::span<const ListOperator> accumulationOperators();
/// $add to $subtract, with $exp, $ln, $log, $log10, $pow and $sqrt.
std::span<const ListOperator> arithmeticOperators();
/// $abs, $ceil, $floor, $round, $trunc.
std::span<const ListOperator> roundingOperators();
/// $eq to $ne, $cmp, $not and the tests of types.
std::span<const ListOperator> comparisonOperators();
/// The array operators with a list of arguments: $arrayElemAt to $slice.
std::span<const ListOperator> arrayOperators();
/// The set operators, $allElementsTrue and $anyElementTrue.
std::span<const ListOperator> setOperators();
/// $arrayToObject, $objectToArray, $mergeObjects, $bsonSize, $binarySize.
std::span<const ListOperator> objectOperators();
/// The string operators with a list of arguments: $concat to $toUpper.
std::span<const ListOperator> stringOperators();
/// $toBool to $toString.
std::span<const ListOperator> conversionListOperators();
/// $sin to $atanh, $degreesToRadians, $radiansToDegrees.
std::span<const ListOperator> trigonometryOperators();
/// $bitAnd, $bitOr, $bitXor, $bitNot, $tsIncrement, $tsSecond.
std::span<const ListOperator> bitOperators();
/// $toHashedIndexKey.
std::span<const ListOperator> hashOperators();
/// $firstN, $lastN, $minN, $maxN, $sortArray, $zip.
std::span<const NamedOperator> arrayNamedOperators();
/// $trim, $ltrim, $rtrim, $replaceOne, $replaceAll.
std::span<const NamedOperator> stringNamedOperators();
/// $regexFind, $regexFindAll, $regexMatch.
std::span<const NamedOperator> regexNamedOperators();
/// $convert.
std::span<const NamedOperator> conversionNamedOperators();
/// $year to $millisecond, and the ISO parts of a date.
std::span<const NamedOperator> datePartOperators();
/// $dateAdd, $dateSubtract, $dateDiff, $dateTrunc.
std::span<const NamedOperator> dateArithmeticOperators();
/// $dateToString, $dateFromString.
std::span<const NamedOperator> dateTextOperators();
/// $dateToParts.
std::span<const NamedOperator> datePartsOperators();
/// $sigmoid.
std::span<const SpecialOperator> arithmeticSpecialOperators();
/// $and, $or, $cond, $ifNull, $switch, $rand.
std::span<const SpecialOperator> conditionOperators();
/// $let, $map, $filter, $reduce.
std::span<const SpecialOperator> variableOperators();
/// $getField, $setField, $unsetField.
std::span<const SpecialOperator> objectSpecialOperators();
/// $dateFromParts.
std::span<const SpecialOperator> datePartsSpecialOperators();
/// $median, $percentile.
std::span<const SpecialOperator> percentileOperators();
/// $meta.
std::span<const SpecialOperator> metaOperators();

} // namespace sandglass::engine::query
