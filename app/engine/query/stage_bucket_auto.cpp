// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/engine/query/grouping.h"
#include "app/engine/query/preferred_numbers.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

/// A document with its value of groupBy.
struct Item
{
    bson::Value value;
    bson::Document document;
};

// What the stage was asked for.
struct BucketAutoOptions
{
    Expression groupBy;
    std::size_t buckets = 1;
    std::vector<AccumulatorField> fields;
    std::optional<PreferredNumbers> granularity; // of the borders
    bson::CollationPtr collation;
};

// The border of a bucket; a decimal stays one.
bson::Value border(double rounded, ValueView original)
{
    return original.type() == Type::Decimal128 ? bson::Value::of(bson::decimalFrom(rounded))
                                               : bson::Value::of(rounded);
}

class BucketAutoStage final : public Stage
{
public:
    explicit BucketAutoStage(BucketAutoOptions options)
        : m_options(std::move(options))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return blockingSource(std::move(input), environment,
                              [this](DocumentSource& source, PipelineEnvironment& around) {
                                  return divided(source, around);
                              });
    }

private:
    /// All documents of the input, sorted by their values.
    Result<std::vector<Item>> collect(DocumentSource& source, PipelineEnvironment& environment,
                                      MemoryBudget& budget) const
    {
        Result<std::vector<bson::Document>> documents = drain(source, budget, environment);
        TRY(documents);
        std::vector<Item> items;
        items.reserve(documents->size());
        for (bson::Document& document : *documents) {
            Result<bson::Value> value = m_options.groupBy.evaluate(document);
            TRY(value);
            if (value->isMissing()) {
                value = bson::Value::null();
            }
            TRY(checkValue(value->view()));
            TRY(budget.take(value->view().raw().size()));
            items.push_back({std::move(*value), std::move(document)});
        }
        std::stable_sort(items.begin(), items.end(), [this](const Item& left, const Item& right) {
            return std::is_lt(
                bson::compare(left.value.view(), right.value.view(), m_options.collation.get()));
        });
        return items;
    }

    // A granularity is for numbers from 0 on.
    Result<void> checkValue(ValueView value) const
    {
        const std::string wrong = "$bucketAuto can specify a 'granularity' with ";
        if (!m_options.granularity) {
            return {};
        }
        if (!value.isNumber()) {
            return expressionError(
                40258,
                wrong + "numeric boundaries only, but found a value with type: " + typeText(value));
        }
        if (value.isNan()) {
            return expressionError(40259, wrong + "numeric boundaries only, but found a NaN");
        }
        if (value.toDouble() < 0) {
            return expressionError(
                40260, wrong + "nonnegative numbers only, but found " + bson::toShellText(value));
        }
        return {};
    }

    // End of the bucket that starts at `start`. It holds its share of the items, rounded, and is
    // extended so that equal values never lie in two buckets.
    std::size_t endOf(const std::vector<Item>& items, std::size_t start, bool last) const
    {
        if (last) {
            return items.size();
        }
        const double share
            = static_cast<double>(items.size()) / static_cast<double>(m_options.buckets);
        const std::size_t size
            = std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(share)));
        std::size_t end = std::min(items.size(), start + size);
        while (end < items.size()
               && belongs(items[end].value.view(), items[end - 1].value.view())) {
            ++end;
        }
        return end;
    }

    // Whether a value belongs to the bucket that so far ends with `last`.
    bool belongs(ValueView value, ValueView last) const
    {
        return m_options.granularity
            ? value.toDouble() < m_options.granularity->above(last.toDouble())
            : bson::equal(last, value, m_options.collation.get());
    }

    // The upper border of the bucket before `end`. It is the next bucket's lower one; only the last
    // bucket includes its own.
    bson::Value upperBorder(const std::vector<Item>& items, std::size_t end) const
    {
        const bool isLast = end == items.size();
        const ValueView last = items[end - 1].value.view();
        if (!m_options.granularity) {
            return isLast ? items.back().value : items[end].value;
        }
        const double above = m_options.granularity->above(last.toDouble());
        // zeros alone have no number of the series above them
        if (above == 0 && !isLast) {
            const ValueView next = items[end].value.view();
            return border(m_options.granularity->below(next.toDouble()), next);
        }
        return above == 0 ? items.back().value : border(above, last);
    }

    Result<std::vector<bson::Document>> divided(DocumentSource& source,
                                                PipelineEnvironment& environment) const
    {
        MemoryBudget budget("$bucketAuto", environment);
        const Result<std::vector<Item>> items = collect(source, environment, budget);
        TRY(items);
        std::vector<bson::Document> buckets;
        std::size_t start = 0;
        bson::Value lower = items->empty() ? bson::Value() : items->front().value;
        if (m_options.granularity && !items->empty() && lower.view().toDouble() != 0) {
            lower = border(m_options.granularity->below(lower.view().toDouble()), lower.view());
        }
        while (start < items->size()) {
            const std::size_t end = endOf(*items, start, buckets.size() + 1 == m_options.buckets);
            bson::Value upper = upperBorder(*items, end);
            const bson::Document id = bson::makeDocument("min", lower, "max", upper);
            // a grouping with one constant key accumulates the bucket's output fields
            Grouping bucket(m_options.fields, nullptr, environment);
            for (std::size_t i = start; i < end; ++i) {
                Result<void> added
                    = bucket.add(ValueView(Type::Document, id.bytes()), (*items)[i].document);
                TRY(added);
            }
            buckets.push_back(std::move(bucket.take().front()));
            start = end;
            lower = std::move(upper);
        }
        return buckets;
    }

    BucketAutoOptions m_options;
};

/// The options of $bucketAuto; Missing if not given.
struct AutoFields
{
    ValueView groupBy;
    ValueView buckets;
    ValueView output;
    ValueView granularity;
};

Result<AutoFields> readFields(ValueView specification)
{
    if (specification.type() != Type::Document) {
        return expressionError(40240,
                               "The argument to $bucketAuto must be an object, but found "
                               "type: "
                                   + typeText(specification) + ".");
    }
    AutoFields fields;
    for (const bson::Element& element : specification.asDocument()) {
        if (element.key == "groupBy") {
            fields.groupBy = element.value;
        } else if (element.key == "buckets") {
            fields.buckets = element.value;
        } else if (element.key == "output") {
            fields.output = element.value;
        } else if (element.key == "granularity") {
            fields.granularity = element.value;
        } else {
            return expressionError(
                40245, "Unrecognized option to $bucketAuto: " + std::string(element.key) + ".");
        }
    }
    const bool isPath = fields.groupBy.asString().starts_with('$');
    if (!fields.groupBy.isMissing() && !isPath && fields.groupBy.type() != Type::Document) {
        return expressionError(40239,
                               "The $bucketAuto 'groupBy' field must be defined as a "
                               "$-prefixed path or an expression object, but found: "
                                   + bson::toShellText(fields.groupBy) + ".");
    }
    if (fields.groupBy.isMissing() || fields.buckets.isMissing()) {
        return expressionError(40246,
                               "$bucketAuto requires 'groupBy' and 'buckets' to be "
                               "specified.");
    }
    if (!fields.output.isMissing() && fields.output.type() != Type::Document) {
        return expressionError(40244,
                               "The $bucketAuto 'output' field must be an object, but found "
                               "type: "
                                   + typeText(fields.output) + ".");
    }
    return fields;
}

Result<std::optional<PreferredNumbers>> granularityOf(ValueView name)
{
    if (name.isMissing()) {
        return std::optional<PreferredNumbers>();
    }
    if (name.type() != Type::String) {
        return expressionError(40261,
                               "The $bucketAuto 'granularity' field must be a string, but found "
                               "type: "
                                   + typeText(name) + ".");
    }
    std::optional<PreferredNumbers> numbers = PreferredNumbers::find(name.asString());
    if (!numbers) {
        return expressionError(
            40257, "Unknown rounding granularity '" + std::string(name.asString()) + "'");
    }
    return numbers;
}

Result<std::size_t> bucketCount(ValueView buckets)
{
    if (!buckets.isNumber()) {
        return expressionError(40241,
                               "The $bucketAuto 'buckets' field must be a numeric value, but "
                               "found type: "
                                   + typeText(buckets) + ".");
    }
    const std::optional<std::int64_t> count = buckets.toExactInt64();
    if (!count || *count > std::numeric_limits<std::int32_t>::max()
        || *count < std::numeric_limits<std::int32_t>::min()) {
        return expressionError(40242,
                               "The $bucketAuto 'buckets' field must be representable as a "
                               "32-bit integer, but found "
                                   + bson::toShellText(buckets) + ".");
    }
    if (*count < 1) {
        return expressionError(40243,
                               "The $bucketAuto 'buckets' field must be greater than 0, but "
                               "found: "
                                   + std::to_string(*count) + ".");
    }
    return static_cast<std::size_t>(*count);
}

} // namespace

Result<void> parseBucketAuto(ValueView specification, StageList& list)
{
    const EvaluationContext& context = list.context.evaluation;
    const Result<AutoFields> read = readFields(specification);
    TRY(read);
    const Result<std::size_t> buckets = bucketCount(read->buckets);
    TRY(buckets);
    Result<Expression> groupBy = Expression::parse(read->groupBy, context);
    TRY(groupBy);
    Result<std::vector<AccumulatorField>> fields = parseOutputFields(read->output, context);
    TRY(fields);
    Result<std::optional<PreferredNumbers>> granularity = granularityOf(read->granularity);
    TRY(granularity);
    list.items.push_back({"$bucketAuto",
                          std::make_shared<BucketAutoStage>(
                              BucketAutoOptions{std::move(*groupBy), *buckets, std::move(*fields),
                                                std::move(*granularity), context.collation})});
    return {};
}

} // namespace sandglass::engine::query
