// SPDX-License-Identifier: GPL-3.0-or-later
// $count, $sortByCount and $bucket: each is a $group followed by another stage, as in MongoDB.
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/grouping.h"

#include <algorithm>
#include <compare>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

/// An expression for the $group of $bucket: the lower boundary of the bucket that a value belongs
/// to, or the default.
class BucketNode final : public ExpressionNode
{
public:
    BucketNode(Expression value, std::vector<bson::Value> boundaries,
               std::optional<bson::Value> otherwise, bson::CollationPtr collation)
        : m_value(std::move(value))
        , m_boundaries(std::move(boundaries))
        , m_otherwise(std::move(otherwise))
        , m_collation(std::move(collation))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        Result<Operand> value = m_value.evaluateOperand(scope.root, scope.current);
        TRY(value);
        // the first boundary above the value; a bucket includes its lower boundary only
        const auto above
            = std::upper_bound(m_boundaries.begin(), m_boundaries.end(), value->view(),
                               [this](ValueView left, ValueView right) {
                                   return std::is_lt(bson::compare(left, right, m_collation.get()));
                               });
        const bool inside = above != m_boundaries.begin() && above != m_boundaries.end();
        if (inside) {
            return Operand::borrow((above - 1)->view());
        }
        // MongoDB makes a $switch of the boundaries, hence its name in the message
        if (!m_otherwise) {
            return expressionError(40066,
                                   "$switch could not find a matching branch for an input, "
                                   "and no default was specified.");
        }
        return Operand::borrow(m_otherwise->view());
    }

private:
    Expression m_value;
    std::vector<bson::Value> m_boundaries; ///< ascending
    std::optional<bson::Value> m_otherwise;
    bson::CollationPtr m_collation;
};

/// The accumulator {<name>: {$sum: 1}}.
AccumulatorField countField(const std::string& name)
{
    const bson::Document specification
        = bson::makeDocument(name, bson::makeDocument("$sum", std::int32_t{1}));
    return *parseAccumulator(*specification.view().begin(), {});
}

/// Appends a $sort stage.
Result<void> appendSort(const bson::Document& order, StageList& list)
{
    return parseSort(ValueView(Type::Document, order.bytes()), list);
}

Result<std::vector<bson::Value>> readBoundaries(ValueView specification,
                                                const EvaluationContext& context)
{
    if (specification.type() != Type::Array) {
        return expressionError(40200,
                               "The $bucket 'boundaries' field must be an array, but found "
                               "type: "
                                   + typeText(specification));
    }
    std::vector<bson::Value> boundaries;
    for (const bson::Element& element : specification.asDocument()) {
        const Result<Expression> expression = Expression::parse(element.value, context);
        TRY(expression);
        if (expression->constant() == nullptr) {
            return expressionError(40191,
                                   "The $bucket 'boundaries' field must be an array of "
                                   "constant values, but found value: "
                                       + bson::toShellText(element.value));
        }
        boundaries.push_back(*expression->constant());
    }
    if (boundaries.size() < 2) {
        return expressionError(40192,
                               "The $bucket 'boundaries' field must have at least 2 values, "
                               "but found "
                                   + std::to_string(boundaries.size()) + " value(s).");
    }
    for (std::size_t i = 1; i < boundaries.size(); ++i) {
        const bson::Value& lower = boundaries[i - 1];
        const bson::Value& upper = boundaries[i];
        // types of one canonical order compare by value, such as all numbers
        if (bson::canonicalOrder(lower.type()) != bson::canonicalOrder(upper.type())) {
            return expressionError(40193,
                                   "All values in the the 'boundaries' option to $bucket must "
                                   "have the same type. Found conflicting types "
                                       + typeText(lower) + " and " + typeText(upper) + ".");
        }
        if (std::is_gteq(bson::compare(lower.view(), upper.view(), context.collation.get()))) {
            return expressionError(40194,
                                   "The 'boundaries' option to $bucket must be sorted, but "
                                   "elements "
                                       + std::to_string(i - 1) + " and " + std::to_string(i)
                                       + " are not in ascending order");
        }
    }
    return boundaries;
}

Result<std::optional<bson::Value>> readDefault(ValueView specification,
                                               const std::vector<bson::Value>& boundaries,
                                               const EvaluationContext& context)
{
    if (specification.isMissing()) {
        return std::optional<bson::Value>();
    }
    const Result<Expression> expression = Expression::parse(specification, context);
    TRY(expression);
    const bson::Value* constant = expression->constant();
    if (constant == nullptr) {
        return expressionError(40195,
                               "The $bucket 'default' field must be a constant, but found: "
                                   + bson::toShellText(specification));
    }
    // a default of another type cannot be inside the boundaries
    const bool sameKind
        = bson::canonicalOrder(constant->type()) == bson::canonicalOrder(boundaries.front().type());
    const bson::Collation* collation = context.collation.get();
    if (sameKind
        && std::is_gteq(bson::compare(constant->view(), boundaries.front().view(), collation))
        && std::is_lt(bson::compare(constant->view(), boundaries.back().view(), collation))) {
        return expressionError(40199,
                               "The $bucket 'default' field must be less than the lowest "
                               "boundary or greater than or equal to the highest boundary.");
    }
    return std::optional<bson::Value>(*constant);
}

/// The options of $bucket; Missing if not given.
struct BucketFields
{
    ValueView groupBy;
    ValueView boundaries;
    ValueView otherwise;
    ValueView output;
};

Result<BucketFields> readBucket(ValueView specification)
{
    if (specification.type() != Type::Document) {
        return expressionError(40201,
                               "Argument to $bucket stage must be an object, but found "
                               "type: "
                                   + typeText(specification) + ".");
    }
    BucketFields fields;
    for (const bson::Element& element : specification.asDocument()) {
        ValueView* target = element.key == "groupBy" ? &fields.groupBy
            : element.key == "boundaries"            ? &fields.boundaries
            : element.key == "default"               ? &fields.otherwise
            : element.key == "output"                ? &fields.output
                                                     : nullptr;
        if (target == nullptr) {
            return expressionError(40197,
                                   "Unrecognized option to $bucket: " + std::string(element.key));
        }
        *target = element.value;
    }
    const bool isPath = fields.groupBy.asString().starts_with('$');
    if (!fields.groupBy.isMissing() && !isPath && fields.groupBy.type() != Type::Document) {
        return expressionError(40202,
                               "The $bucket 'groupBy' field must be defined as a $-prefixed "
                               "path or an expression, but found: "
                                   + bson::toShellText(fields.groupBy) + ".");
    }
    if (fields.groupBy.isMissing() || fields.boundaries.isMissing()) {
        return expressionError(40198,
                               "$bucket requires 'groupBy' and 'boundaries' to be "
                               "specified.");
    }
    return fields;
}

} // namespace

Result<std::vector<AccumulatorField>> parseOutputFields(ValueView output,
                                                        const EvaluationContext& context)
{
    std::vector<AccumulatorField> fields;
    if (output.isMissing()) {
        fields.push_back(countField("count"));
        return fields;
    }
    for (const bson::Element& element : output.asDocument()) {
        Result<AccumulatorField> field = parseAccumulator(element, context);
        TRY(field);
        fields.push_back(std::move(*field));
    }
    return fields;
}

Result<void> parseBucket(ValueView specification, StageList& list)
{
    const EvaluationContext& context = list.context.evaluation;
    const Result<BucketFields> read = readBucket(specification);
    TRY(read);
    Result<Expression> groupBy = Expression::parse(read->groupBy, context);
    TRY(groupBy);
    Result<std::vector<bson::Value>> boundaries = readBoundaries(read->boundaries, context);
    TRY(boundaries);
    Result<std::optional<bson::Value>> otherwise
        = readDefault(read->otherwise, *boundaries, context);
    TRY(otherwise);
    if (!read->output.isMissing() && read->output.type() != Type::Document) {
        return expressionError(40196,
                               "The $bucket 'output' field must be an object, but found "
                               "type: "
                                   + typeText(read->output) + ".");
    }
    // the stage is a $group, whose _id is the bucket
    if (!read->output.asDocument()["_id"].isMissing()) {
        return expressionError(15948, "a group's _id may only be specified once");
    }
    Result<std::vector<AccumulatorField>> fields = parseOutputFields(read->output, context);
    TRY(fields);
    Expression bucket(std::make_shared<BucketNode>(std::move(*groupBy), std::move(*boundaries),
                                                   std::move(*otherwise), context.collation));
    list.items.push_back(
        {"$bucket", groupStage(std::move(bucket), std::move(*fields), context.collation)});
    // buckets are returned in ascending order
    return appendSort(bson::makeDocument("_id", std::int32_t{1}), list);
}

Result<void> parseSortByCount(ValueView specification, StageList& list)
{
    if (specification.type() == Type::Document) {
        if (!isExpressionObject(specification)) {
            return expressionError(40147,
                                   "the sortByCount field must be defined as a $-prefixed "
                                   "path or an expression inside an object");
        }
    } else if (specification.type() != Type::String) {
        return expressionError(40149,
                               "the sortByCount field must be specified as a string or as "
                               "an object");
    } else if (!specification.asString().starts_with('$')) {
        return expressionError(40148,
                               "the sortByCount field must be defined as a $-prefixed path "
                               "or an expression inside an object");
    }
    Result<Expression> id = Expression::parse(specification, list.context.evaluation);
    TRY(id);
    std::vector<AccumulatorField> fields;
    fields.push_back(countField("count"));
    list.items.push_back(
        {"$sortByCount",
         groupStage(std::move(*id), std::move(fields), list.context.evaluation.collation)});
    return appendSort(bson::makeDocument("count", std::int32_t{-1}), list);
}

Result<void> parseCount(ValueView specification, StageList& list)
{
    if (specification.type() != Type::String) {
        return expressionError(40156, "the count field must be a non-empty string");
    }
    const std::string name(specification.asString());
    if (name.empty()) {
        return expressionError(40157, "the count field must be a non-empty string");
    }
    if (name.starts_with('$')) {
        return expressionError(40158, "the count field cannot be a $-prefixed path");
    }
    if (name.find('\0') != std::string::npos) {
        return expressionError(40159, "the count field cannot contain a null byte");
    }
    if (name.find('.') != std::string::npos) {
        return expressionError(40160, "the count field cannot contain '.'");
    }
    if (name == "_id") {
        return expressionError(9039800, "the count field cannot be '_id'");
    }
    std::vector<AccumulatorField> fields;
    fields.push_back(countField(name));
    list.items.push_back(
        {"$count",
         groupStage(Expression(constantNode(bson::Value::null())), std::move(fields), nullptr)});
    // the result has no _id: the group's is null
    const bson::Document unwanted = bson::makeArray("_id");
    return parseUnset(ValueView(Type::Array, unwanted.bytes()), list);
}

} // namespace sandglass::engine::query
