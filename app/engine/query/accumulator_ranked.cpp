// SPDX-License-Identifier: GPL-3.0-or-later
// $top, $bottom, $topN, $bottomN, $firstN, $lastN, $minN, $maxN.
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/query/accumulator.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/numeric.h"
#include "app/engine/query/sort_projection.h"

#include <algorithm>
#include <compare>
#include <deque>

namespace sandglass::engine::query {

namespace {

using bson::DocumentView;
using bson::ValueView;

/// What a ranked accumulator keeps, and in which order.
enum class Rank { Sorted, First, Last, Smallest, Largest };

struct RankedOptions // for the operators that sort: by these fields
{
    Rank rank = Rank::Sorted;
    Sort sort = {};
    bool fromEnd = false; ///< the last ones of the order ($bottom)
    bool single = false; ///< the value itself instead of an array
    std::optional<Expression> count = {}; // how many to keep; unset: one
    bson::CollationPtr collation = {}; // of strings; may be null
};

Result<std::size_t> countFrom(const bson::Value& count)
{
    if (count.view().isNumber()) {
        TRY(coercedToInt64(count));
    }
    const std::optional<std::int64_t> whole = count.view().toExactInt64();
    if (!whole || *whole < 1) {
        return expressionError(7548606,
                               "parameter 'n' must be coercible to a positive 64-bit integer");
    }
    return static_cast<std::size_t>(*whole);
}

class RankedAccumulator final : public Accumulator
{
public:
    explicit RankedAccumulator(std::shared_ptr<const RankedOptions> options)
        : m_options(std::move(options))
    {
    }

    // `n` sees the fields of the _id, if that has some
    Result<void> begin(ValueView id) override
    {
        if (!m_options->count) {
            return {};
        }
        const bool hasFields = id.type() == bson::Type::Document;
        const Result<bson::Value> wanted
            = m_options->count->evaluate(hasFields ? id.asDocument() : DocumentView());
        TRY(wanted);
        const Result<std::size_t> count = countFrom(*wanted);
        TRY(count);
        m_count = *count;
        return {};
    }

    Result<void> add(ValueView value, DocumentView document) override
    {
        const Rank rank = m_options->rank;
        const bool byValue = rank == Rank::Smallest || rank == Rank::Largest;
        // $minN and $maxN ignore null; $firstN is full
        if ((byValue && value.isNullish()) || (rank == Rank::First && m_kept.size() == m_count)) {
            return {};
        }
        Item item{rank == Rank::Sorted ? m_options->sort.keyOf(document)
                                       : std::vector<bson::Value>(),
                  bson::Value(value)};
        if (rank == Rank::First || rank == Rank::Last) {
            m_kept.push_back(std::move(item));
        } else {
            // equal items keep their order of arrival
            const auto place = std::upper_bound(
                m_kept.begin(), m_kept.end(), item,
                [this](const Item& left, const Item& right) { return before(left, right); });
            m_kept.insert(place, std::move(item));
        }
        m_bytes += sizeof(Item) + value.raw().size();
        trim();
        return {};
    }

    Operand result() const override
    {
        if (m_options->single) {
            return m_kept.empty() ? Operand::null() : Operand::borrow(m_kept.front().value.view());
        }
        bson::Builder built;
        for (const Item& item : m_kept) {
            if (item.value.isMissing()) {
                built.pushNull();
            } else {
                built.push(item.value);
            }
        }
        return Operand::array(built.take());
    }
    std::size_t heldBytes() const override { return m_bytes; }

private:
    // `key`: the sort key, computed once; empty for operators without sort
    struct Item
    {
        std::vector<bson::Value> key;
        bson::Value value;
    };

    bool before(const Item& left, const Item& right) const
    {
        const bson::Collation* collation = m_options->collation.get();
        if (m_options->rank == Rank::Smallest) {
            return std::is_lt(bson::compare(left.value, right.value, collation));
        }
        if (m_options->rank == Rank::Largest) {
            return std::is_gt(bson::compare(left.value, right.value, collation));
        }
        return std::is_lt(m_options->sort.compareKeys(left.key, right.key));
    }
    void trim()
    {
        if (m_kept.size() <= m_count) {
            return;
        }
        // the dropped item is the one farthest from what is wanted
        const bool dropFront = m_options->rank == Rank::Last || m_options->fromEnd;
        const Item& dropped = dropFront ? m_kept.front() : m_kept.back();
        m_bytes -= sizeof(Item) + dropped.value.view().raw().size();
        if (dropFront) {
            m_kept.pop_front();
        } else {
            m_kept.pop_back();
        }
    }

    std::shared_ptr<const RankedOptions> m_options;
    std::size_t m_count = 1;
    std::deque<Item> m_kept;
    std::size_t m_bytes = 0;
};

std::optional<RankedOptions> optionsFor(std::string_view name)
{
    if (name == "$top") {
        return RankedOptions{Rank::Sorted, {}, false, true};
    }
    if (name == "$bottom") {
        return RankedOptions{Rank::Sorted, {}, true, true};
    }
    if (name == "$topN") {
        return RankedOptions{Rank::Sorted};
    }
    if (name == "$bottomN") {
        return RankedOptions{Rank::Sorted, {}, true};
    }
    if (name == "$firstN") {
        return RankedOptions{Rank::First};
    }
    if (name == "$lastN") {
        return RankedOptions{Rank::Last};
    }
    if (name == "$minN") {
        return RankedOptions{Rank::Smallest};
    }
    if (name == "$maxN") {
        return RankedOptions{Rank::Largest};
    }
    return std::nullopt;
}

struct RankedFields
{
    ValueView input;
    ValueView sortBy;
    ValueView count;
};

// MongoDB's error for an argument that is no document: each family of operators has its own.
int notObjectCode(Rank rank)
{
    switch (rank) {
    case Rank::First:
    case Rank::Last:
        return 5787801;
    case Rank::Smallest:
    case Rank::Largest:
        return 5787900;
    case Rank::Sorted:
        break;
    }
    return 5788001;
}

Error unknownField(std::string_view name, std::string_view field, bool sorted)
{
    if (!sorted) {
        return expressionError(5787901, "Unknown argument for 'n' operator: " + std::string(field));
    }
    return expressionError(
        5788002, "Unknown argument to " + std::string(name) + " '" + std::string(field) + "'");
}

// That nothing is missing.
Result<void> checkGiven(const RankedFields& fields, const RankedOptions& options)
{
    const bool sorted = options.rank == Rank::Sorted;
    if (!options.single && fields.count.isMissing()) {
        return expressionError(sorted ? 5788003 : 5787906, "Missing value for 'n'");
    }
    if (fields.input.isMissing()) {
        return expressionError(sorted ? 5788004 : 5787907,
                               std::string("Missing value for '")
                                   + (sorted ? "output'" : "input'"));
    }
    if (sorted && fields.sortBy.isMissing()) {
        return expressionError(5788005, "Missing value for 'sortBy'");
    }
    return {};
}

Result<RankedFields> readFields(const bson::Element& operation, const RankedOptions& options)
{
    if (operation.value.type() != bson::Type::Document) {
        return expressionError(notObjectCode(options.rank),
                               "specification must be an object; found "
                                   + std::string(operation.key) + " with "
                                   + typeText(operation.value));
    }
    const bool sorted = options.rank == Rank::Sorted;
    RankedFields fields;
    for (const bson::Element& element : operation.value.asDocument()) {
        if (element.key == (sorted ? "output" : "input")) {
            fields.input = element.value;
        } else if (element.key == "sortBy" && sorted) {
            // judged before anything that is missing; an array is a document with names 0, 1, …
            if (element.value.type() != bson::Type::Document
                && element.value.type() != bson::Type::Array) {
                return expressionError(10065, "invalid parameter: expected an object (sortBy)");
            }
            fields.sortBy = element.value;
        } else if (element.key == "n" && !options.single) {
            fields.count = element.value;
        } else {
            return unknownField(operation.key, element.key, sorted);
        }
    }
    TRY(checkGiven(fields, options));
    return fields;
}

// A constant is judged at once, also when no document comes.
Result<Expression> readCount(ValueView count, const EvaluationContext& context)
{
    Result<Expression> expression = Expression::parse(count, context);
    TRY(expression);
    if (const bson::Value* constant = expression->constant()) {
        TRY(countFrom(*constant));
    }
    return expression;
}

} // namespace

Result<bool> parseRankedAccumulator(const bson::Element& operation,
                                    const EvaluationContext& context, AccumulatorField& field)
{
    std::optional<RankedOptions> options = optionsFor(operation.key);
    if (!options) {
        return false;
    }
    const Result<RankedFields> fields = readFields(operation, *options);
    TRY(fields);
    if (!options->single) {
        Result<Expression> count = readCount(fields->count, context);
        TRY(count);
        options->count = std::move(*count);
    }
    if (options->rank == Rank::Sorted) {
        Result<Sort> sort = Sort::parse(fields->sortBy.asDocument(), context.collation);
        TRY(sort);
        options->sort = std::move(*sort);
    }
    Result<Expression> argument = Expression::parse(fields->input, context);
    TRY(argument);
    field.argument = std::move(*argument);
    options->collation = context.collation;
    field.grows = true;
    // shared by the accumulators of all groups
    field.make = [shared = std::make_shared<const RankedOptions>(std::move(*options))] {
        return AccumulatorPtr(std::make_unique<RankedAccumulator>(shared));
    };
    return true;
}

} // namespace sandglass::engine::query
