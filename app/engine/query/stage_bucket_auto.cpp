// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/grouping.h"

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

class BucketAutoStage final : public Stage
{
public:
    BucketAutoStage(Expression groupBy, std::size_t buckets, std::vector<AccumulatorField> fields,
                    bson::CollationPtr collation)
        : m_groupBy(std::move(groupBy))
        , m_buckets(buckets)
        , m_fields(std::move(fields))
        , m_collation(std::move(collation))
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
    Result<std::vector<Item>> collect(DocumentSource& source,
                                      PipelineEnvironment& environment) const
    {
        MemoryBudget budget("$bucketAuto", environment);
        Result<std::vector<bson::Document>> documents = drain(source, budget, environment);
        TRY(documents);
        std::vector<Item> items;
        items.reserve(documents->size());
        for (bson::Document& document : *documents) {
            Result<bson::Value> value = m_groupBy.evaluate(document);
            TRY(value);
            if (value->isMissing()) {
                value = bson::Value::null();
            }
            items.push_back({std::move(*value), std::move(document)});
        }
        std::stable_sort(items.begin(), items.end(), [this](const Item& left, const Item& right) {
            return std::is_lt(
                bson::compare(left.value.view(), right.value.view(), m_collation.get()));
        });
        return items;
    }

    // End of the bucket that starts at `start`. It holds its share of the items, rounded, and is
    // extended so that equal values never lie in two buckets.
    std::size_t endOf(const std::vector<Item>& items, std::size_t start, bool last) const
    {
        if (last) {
            return items.size();
        }
        const double share = static_cast<double>(items.size()) / static_cast<double>(m_buckets);
        const std::size_t size
            = std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(share)));
        std::size_t end = std::min(items.size(), start + size);
        while (end < items.size()
               && bson::equal(items[end - 1].value.view(), items[end].value.view(),
                              m_collation.get())) {
            ++end;
        }
        return end;
    }

    Result<std::vector<bson::Document>> divided(DocumentSource& source,
                                                PipelineEnvironment& environment) const
    {
        const Result<std::vector<Item>> items = collect(source, environment);
        TRY(items);
        std::vector<bson::Document> buckets;
        std::size_t start = 0;
        while (start < items->size()) {
            const std::size_t end = endOf(*items, start, buckets.size() + 1 == m_buckets);
            // max is the next bucket's min; only the last bucket includes its own
            const bson::Value& upper
                = end == items->size() ? items->back().value : (*items)[end].value;
            const bson::Document id
                = bson::makeDocument("min", (*items)[start].value, "max", upper);
            // a grouping with one constant key accumulates the bucket's output fields
            Grouping bucket(m_fields, nullptr, environment);
            for (std::size_t i = start; i < end; ++i) {
                Result<void> added
                    = bucket.add(ValueView(Type::Document, id.bytes()), (*items)[i].document);
                TRY(added);
            }
            buckets.push_back(std::move(bucket.take().front()));
            start = end;
        }
        return buckets;
    }

    Expression m_groupBy;
    std::size_t m_buckets;
    std::vector<AccumulatorField> m_fields;
    bson::CollationPtr m_collation;
};

/// The options of $bucketAuto; Missing if not given.
struct AutoFields
{
    ValueView groupBy;
    ValueView buckets;
    ValueView output;
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
            return expressionError(115,
                                   "$bucketAuto's 'granularity' is not supported by this "
                                   "server");
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
    list.items.push_back(
        {"$bucketAuto",
         std::make_shared<BucketAutoStage>(std::move(*groupBy), *buckets, std::move(*fields),
                                           context.collation)});
    return {};
}

} // namespace sandglass::engine::query
