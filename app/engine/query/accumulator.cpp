// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/accumulator.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/deviation.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/merged_object.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/percentile.h"
#include "app/engine/query/value_index.h"

#include <algorithm>
#include <array>
#include <compare>
#include <type_traits>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::DocumentView;
using bson::ValueView;

template <bool average>
class SumAccumulator final : public Accumulator
{
public:
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        m_sum.add(value);
        return {};
    }
    Operand result() const override { return average ? m_sum.average() : m_sum.total(); }

private:
    NumberSum m_sum;
};

template <bool population>
class DeviationAccumulator final : public Accumulator
{
public:
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        m_deviation.add(value);
        return {};
    }
    Operand result() const override
    {
        return population ? m_deviation.ofPopulation() : m_deviation.ofSample();
    }

private:
    Deviation m_deviation;
};

template <bool largest>
class ExtremeAccumulator final : public Accumulator
{
public:
    explicit ExtremeAccumulator(bson::CollationPtr collation)
        : m_collation(std::move(collation))
    {
    }
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        // null and missing never count; only documents with a value compete
        if (value.isNullish()) {
            return {};
        }
        const auto order = m_best.isMissing() ? std::strong_ordering::equal
                                              : bson::compare(value, m_best, m_collation.get());
        const bool better = m_best.isMissing() || (largest ? std::is_gt(order) : std::is_lt(order));
        if (better) {
            m_best = bson::Value(value);
        }
        return {};
    }
    // still missing in a group without values; Grouping writes null then
    Operand result() const override { return Operand::borrow(m_best.view()); }
    std::size_t heldBytes() const override { return m_best.view().raw().size(); }

private:
    bson::Value m_best;
    bson::CollationPtr m_collation;
};

class FirstAccumulator final : public Accumulator
{
public:
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        // the first document decides, even if it has no value
        if (!m_has) {
            m_first = bson::Value(value);
        }
        m_has = true;
        return {};
    }
    Operand result() const override { return Operand::borrow(m_first.view()); }
    std::size_t heldBytes() const override { return m_first.view().raw().size(); }

private:
    bson::Value m_first;
    bool m_has = false;
};

class LastAccumulator final : public Accumulator
{
public:
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        m_last = bson::Value(value);
        return {};
    }
    Operand result() const override { return Operand::borrow(m_last.view()); }
    std::size_t heldBytes() const override { return m_last.view().raw().size(); }

private:
    bson::Value m_last;
};

class PushAccumulator final : public Accumulator
{
public:
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        // a missing value adds nothing; null is added as null
        if (value.isMissing()) {
            return {};
        }
        m_values.emplace_back(value);
        m_bytes += sizeof(bson::Value) + value.raw().size();
        return {};
    }
    Operand result() const override
    {
        bson::Builder built;
        for (const bson::Value& value : m_values) {
            built.push(value);
        }
        return Operand::array(built.take());
    }
    std::size_t heldBytes() const override { return m_bytes; }

private:
    std::vector<bson::Value> m_values;
    std::size_t m_bytes = 0;
};

class SetAccumulator final : public Accumulator
{
public:
    explicit SetAccumulator(bson::CollationPtr collation)
        : m_values(std::move(collation))
    {
    }
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        // equal numbers of different types are one value; the first one stays
        if (!value.isMissing() && m_values.insert(value).second) {
            m_bytes += sizeof(bson::Value) + value.raw().size() + kSlotBytes;
        }
        return {};
    }
    Operand result() const override
    {
        bson::Builder built;
        for (const bson::Value& value : m_values.values()) {
            built.push(value);
        }
        return Operand::array(built.take());
    }
    std::size_t heldBytes() const override { return m_bytes; }

private:
    static constexpr std::size_t kSlotBytes = 16; // approximate memory of a slot of ValueIndex

    ValueIndex m_values;
    std::size_t m_bytes = 0;
};

// $concatArrays and $setUnion: the elements of arrays, gathered as $push and $addToSet do it.
template <typename Gathering>
class ElementsAccumulator final : public Accumulator
{
public:
    template <typename... Options>
    explicit ElementsAccumulator(std::string_view name, const Options&... options)
        : m_name(name)
        , m_gathering(options...)
    {
    }
    Result<void> add(ValueView value, DocumentView document) override
    {
        if (value.isMissing()) {
            return {};
        }
        if (value.type() != bson::Type::Array) {
            constexpr int kTypeMismatch = 14;
            return expressionError(kTypeMismatch,
                                   std::string(m_name) + " requires array inputs, but input "
                                       + bson::toShellText(value) + " is of type "
                                       + typeText(value));
        }
        for (const bson::Element& element : value.asDocument()) {
            TRY(m_gathering.add(element.value, document));
        }
        return {};
    }
    Operand result() const override { return m_gathering.result(); }
    std::size_t heldBytes() const override { return m_gathering.heldBytes(); }

private:
    std::string_view m_name;
    Gathering m_gathering;
};

AccumulatorPtr makeConcatenation(const bson::CollationPtr& /*collation*/)
{
    return std::make_unique<ElementsAccumulator<PushAccumulator>>("$concatArrays");
}

AccumulatorPtr makeUnion(const bson::CollationPtr& collation)
{
    return std::make_unique<ElementsAccumulator<SetAccumulator>>("$setUnion", collation);
}

class MergeAccumulator final : public Accumulator
{
public:
    Result<void> add(ValueView value, DocumentView /*document*/) override
    {
        if (value.isNullish()) {
            return {};
        }
        if (value.type() != bson::Type::Document) {
            return expressionError(40400,
                                   "$mergeObjects requires object inputs, but input "
                                       + bson::toShellText(value) + " is of type "
                                       + typeText(value));
        }
        // a copy for every document: results stay in the order of first appearance
        MergedObject merged;
        merged.add(m_merged);
        merged.add(value.asDocument());
        m_merged = merged.take();
        return {};
    }
    Operand result() const override { return Operand::document(m_merged); }
    std::size_t heldBytes() const override { return m_merged.bytes().size(); }

private:
    bson::Document m_merged;
};

// `collation`: for those that compare strings; may be null.
template <typename T>
AccumulatorPtr make(const bson::CollationPtr& collation)
{
    if constexpr (std::is_constructible_v<T, bson::CollationPtr>) {
        return std::make_unique<T>(collation);
    } else {
        return std::make_unique<T>();
    }
}

// In alphabetical order. `grows`: see AccumulatorField.
struct AccumulatorEntry
{
    std::string_view name;
    AccumulatorPtr (*make)(const bson::CollationPtr& collation);
    bool grows = false;
};

constexpr std::array kAccumulators{
    AccumulatorEntry{"$addToSet", make<SetAccumulator>, true},
    AccumulatorEntry{"$avg", make<SumAccumulator<true>>},
    AccumulatorEntry{"$concatArrays", makeConcatenation, true},
    AccumulatorEntry{"$first", make<FirstAccumulator>, true},
    AccumulatorEntry{"$last", make<LastAccumulator>, true},
    AccumulatorEntry{"$max", make<ExtremeAccumulator<true>>, true},
    AccumulatorEntry{"$mergeObjects", make<MergeAccumulator>, true},
    AccumulatorEntry{"$min", make<ExtremeAccumulator<false>>, true},
    AccumulatorEntry{"$push", make<PushAccumulator>, true},
    AccumulatorEntry{"$setUnion", makeUnion, true},
    AccumulatorEntry{"$stdDevPop", make<DeviationAccumulator<true>>},
    AccumulatorEntry{"$stdDevSamp", make<DeviationAccumulator<false>>},
    AccumulatorEntry{"$sum", make<SumAccumulator<false>>},
};

Result<bson::Element> operationOf(const bson::Element& field)
{
    const std::string name(field.key);
    // MongoDB checks in this order, and clients see the first fault only
    if (name.starts_with('$')) {
        return expressionError(40236, "The field name '" + name + "' cannot be an operator name");
    }
    if (name.find('.') != std::string::npos) {
        return expressionError(40235, "The field name '" + name + "' cannot contain '.'");
    }
    if (field.value.type() != bson::Type::Document || field.value.asDocument().empty()) {
        return expressionError(40234, "The field '" + name + "' must be an accumulator object");
    }
    if (field.value.asDocument().count() != 1) {
        return expressionError(40238, "The field '" + name + "' must specify one accumulator");
    }
    return *field.value.asDocument().begin();
}

// {$count: {}} is {$sum: 1}.
Result<AccumulatorField> countField(AccumulatorField field, ValueView argument)
{
    // the argument must be {}; MongoDB would not accept a 1 here
    if (argument.type() != bson::Type::Document || !argument.asDocument().empty()) {
        return expressionError(14, "$count takes no arguments, i.e. $count:{}");
    }
    field.argument = Expression(constantNode(bson::Value::of(std::int32_t{1})));
    field.make = [] { return make<SumAccumulator<false>>(nullptr); };
    return field;
}

} // namespace

Result<AccumulatorField> parseAccumulator(const bson::Element& field,
                                          const EvaluationContext& context)
{
    const Result<bson::Element> operation = operationOf(field);
    TRY(operation);
    AccumulatorField parsed;
    parsed.name = field.key;
    if (operation->key == "$count") {
        return countField(std::move(parsed), operation->value);
    }
    const Result<bool> ranked = parseRankedAccumulator(*operation, context, parsed);
    TRY(ranked);
    const Result<bool> percentile = parsePercentileAccumulator(*operation, context, parsed);
    TRY(percentile);
    if (*ranked || *percentile) {
        return parsed;
    }
    const auto* entry = std::find_if(
        kAccumulators.begin(), kAccumulators.end(),
        [&](const AccumulatorEntry& candidate) { return candidate.name == operation->key; });
    if (operation->key == "$accumulator") {
        return noJavaScript(operation->key);
    }
    if (entry == kAccumulators.end()) {
        return expressionError(15952,
                               "unknown group operator '" + std::string(operation->key) + "'");
    }
    // arrays would mean several arguments, as in expressions
    if (operation->value.type() == bson::Type::Array) {
        return expressionError(
            40237, "The " + std::string(operation->key) + " accumulator is a unary operator");
    }
    Result<Expression> argument = Expression::parse(operation->value, context);
    TRY(argument);
    parsed.argument = std::move(*argument);
    parsed.make = [make = entry->make, collation = context.collation] { return make(collation); };
    parsed.grows = entry->grows;
    return parsed;
}

} // namespace sandglass::engine::query
