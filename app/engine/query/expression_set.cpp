// SPDX-License-Identifier: GPL-3.0-or-later
// Set operators on arrays: order and repetition do not matter.
#include "app/bson/compare.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/long_arrays.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/value_index.h"

#include <array>
#include <compare>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// The node of the call owns the collation and outlives its sets.
ValueIndex emptySet(const bson::Collation* collation)
{
    return ValueIndex(bson::CollationPtr(bson::CollationPtr(), collation));
}

// A hash table, so the operators take linear time. Equal numbers of different types are one value.
// Adds the elements of an array. Errors: those of the LoopGuard.
Result<void> addAll(ValueIndex& values, ValueView array)
{
    for (const bson::Element& element : array.asDocument()) {
        TRY(countValue(element.value));
        values.insert(element.value);
    }
    return {};
}

// `collation`: of strings; may be null. It must outlive the set. Errors: those of the LoopGuard.
Result<ValueIndex> setOf(ValueView array, const bson::Collation* collation)
{
    ValueIndex values = emptySet(collation);
    TRY(addAll(values, array));
    return values;
}

Result<Operand> sortedSet(const ValueIndex& set, const bson::Collation* collation)
{
    // MongoDB does not guarantee an order; sorting keeps results stable
    std::vector<ValueView> values(set.values().begin(), set.values().end());
    TRY(sortValues(values, [&](ValueView left, ValueView right) {
        return std::is_lt(bson::compare(left, right, collation));
    }));
    return arrayOfElements(values);
}

// Whether all arguments are arrays. The first null or wrong type decides: false or an error.
Result<bool> allArrays(const Arguments& arguments, int code)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].isNullish()) {
            return false;
        }
        if (arguments[i].type() != Type::Array) {
            return expressionError(code,
                                   "All operands of " + std::string(arguments.name())
                                       + " must be arrays. One argument is of type: "
                                       + typeText(arguments[i]));
        }
    }
    return true;
}

Result<Operand> setUnion(const Arguments& arguments)
{
    const Result<bool> arrays = allArrays(arguments, 17043);
    TRY(arrays);
    if (!*arrays) {
        return Operand::null();
    }
    // of equal numbers the first one stays, with its type
    ValueIndex all = emptySet(arguments.collation());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        TRY(addAll(all, arguments[i]));
    }
    return sortedSet(all, arguments.collation());
}

Result<Operand> setIntersection(const Arguments& arguments)
{
    const Result<bool> arrays = allArrays(arguments, 17047);
    TRY(arrays);
    if (!*arrays) {
        return Operand::null();
    }
    Result<ValueIndex> common = setOf(arguments[0], arguments.collation());
    TRY(common);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const Result<ValueIndex> other = setOf(arguments[i], arguments.collation());
        TRY(other);
        // keeps the values of the first array, so equal numbers keep its type
        ValueIndex kept = emptySet(arguments.collation());
        for (const bson::Value& value : common->values()) {
            TRY(countValue(value));
            if (other->contains(value)) {
                kept.insert(value);
            }
        }
        *common = std::move(kept);
    }
    return sortedSet(*common, arguments.collation());
}

// Unlike the union and the intersection, the difference is not sorted: it keeps the order of the
// first array.
Result<Operand> setDifference(const Arguments& arguments)
{
    // null takes precedence over a wrong type in the other argument
    if (arguments.anyNullish()) {
        return Operand::null();
    }
    if (arguments[0].type() != Type::Array) {
        return expressionError(17048,
                               "both operands of $setDifference must be arrays. First "
                               "argument is of type: "
                                   + typeText(arguments[0]));
    }
    if (arguments[1].type() != Type::Array) {
        return expressionError(17049,
                               "both operands of $setDifference must be arrays. Second "
                               "argument is of type: "
                                   + typeText(arguments[1]));
    }
    // order of the first array, without repetitions
    const Result<ValueIndex> unwanted = setOf(arguments[1], arguments.collation());
    TRY(unwanted);
    ValueIndex kept = emptySet(arguments.collation());
    for (const bson::Element& element : arguments[0].asDocument()) {
        TRY(countValue(element.value));
        if (!unwanted->contains(element.value)) {
            kept.insert(element.value);
        }
    }
    return arrayOfElements(std::vector<ValueView>(kept.values().begin(), kept.values().end()));
}

// Errors: those of the LoopGuard.
Result<bool> isSubset(const ValueIndex& part, const ValueIndex& whole)
{
    for (const bson::Value& value : part.values()) {
        TRY(countValue(value));
        if (!whole.contains(value)) {
            return false;
        }
    }
    return true;
}

Result<Operand> setIsSubset(const Arguments& arguments)
{
    // null is a wrong type here, as in $setEquals
    if (arguments[0].type() != Type::Array) {
        return expressionError(17046,
                               "both operands of $setIsSubset must be arrays. First "
                               "argument is of type: "
                                   + typeText(arguments[0]));
    }
    if (arguments[1].type() != Type::Array) {
        return expressionError(17042,
                               "both operands of $setIsSubset must be arrays. Second "
                               "argument is of type: "
                                   + typeText(arguments[1]));
    }
    const Result<ValueIndex> part = setOf(arguments[0], arguments.collation());
    TRY(part);
    const Result<ValueIndex> whole = setOf(arguments[1], arguments.collation());
    TRY(whole);
    const Result<bool> subset = isSubset(*part, *whole);
    TRY(subset);
    return Operand::of(*subset);
}

Result<Operand> setEquals(const Arguments& arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].type() != Type::Array) {
            return expressionError(17044,
                                   "All operands of $setEquals must be arrays. "
                                       + std::to_string(i + 1)
                                       + "-th argument is of type: " + typeText(arguments[i]));
        }
    }
    // every type was checked first, so an early difference cannot hide a wrong argument
    const Result<ValueIndex> first = setOf(arguments[0], arguments.collation());
    TRY(first);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const Result<ValueIndex> other = setOf(arguments[i], arguments.collation());
        TRY(other);
        // same number of distinct values and one contains the other
        if (other->size() != first->size()) {
            return Operand::of(false);
        }
        const Result<bool> contained = isSubset(*first, *other);
        TRY(contained);
        if (!*contained) {
            return Operand::of(false);
        }
    }
    return Operand::of(true);
}

// The two that look at known arguments before there is a document, with codes of their own.
Result<void> checkEqualSets(std::span<const NodePtr> arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bson::Value* set = arguments[i]->constant();
        if (set != nullptr && set->type() != Type::Array) {
            return expressionError(5887502,
                                   "All operands of $setEquals must be arrays. "
                                       + std::to_string(i + 1)
                                       + "-th argument is of type: " + typeText(*set));
        }
    }
    return {};
}

Result<void> checkSuperset(std::span<const NodePtr> arguments)
{
    const bson::Value* superset = arguments[1]->constant();
    if (superset != nullptr && arguments[0]->constant() == nullptr
        && superset->type() != Type::Array) {
        return expressionError(
            17311,
            "both operands of $setIsSubset must be arrays. Second argument is of "
            "type: "
                + typeText(*superset));
    }
    return {};
}

Result<Operand> allElementsTrue(const Arguments& arguments)
{
    if (arguments[0].type() != Type::Array) {
        return expressionError(17040,
                               "$allElementsTrue's argument must be an array, but is "
                                   + typeText(arguments[0]));
    }
    for (const bson::Element& element : arguments[0].asDocument()) {
        TRY(LoopGuard::work(1));
        if (!element.value.toBool()) {
            return Operand::of(false);
        }
    }
    return Operand::of(true);
}

Result<Operand> anyElementTrue(const Arguments& arguments)
{
    if (arguments[0].type() != Type::Array) {
        return expressionError(
            17041, "$anyElementTrue's argument must be an array, but is " + typeText(arguments[0]));
    }
    for (const bson::Element& element : arguments[0].asDocument()) {
        TRY(LoopGuard::work(1));
        if (element.value.toBool()) {
            return Operand::of(true);
        }
    }
    return Operand::of(false);
}

} // namespace

std::span<const ListOperator> setOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$allElementsTrue", 1, 1, allElementsTrue},
        ListOperator{"$anyElementTrue", 1, 1, anyElementTrue},
        ListOperator{"$setDifference", 2, 2, setDifference},
        ListOperator{"$setEquals", 2, kAnyNumber, setEquals, 17045, checkEqualSets},
        ListOperator{"$setIntersection", 0, kAnyNumber, setIntersection},
        ListOperator{"$setIsSubset", 2, 2, setIsSubset, 0, checkSuperset},
        ListOperator{"$setUnion", 0, kAnyNumber, setUnion},
    };
    return kOperators;
}

} // namespace sandglass::engine::query
