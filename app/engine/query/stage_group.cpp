// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/grouping.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::query {

namespace {

using bson::ValueView;

/// A code that MongoDB's other engine, which computes groups, has for an expression's fault.
struct GroupCode
{
    int usual;
    std::string_view words; ///< how its message begins
    int grouped;
};

constexpr std::array kGroupCodes{
    GroupCode{2, "can't $divide by zero", 4848401},
    GroupCode{16610, "can't $mod by zero", 4848403},
    GroupCode{5733415, "can't $mod by zero", 4848403},
    GroupCode{40400, "$mergeObjects", 5911200},
};

Error asGrouped(Error error)
{
    const auto* found = std::ranges::find_if(kGroupCodes, [&](const GroupCode& code) {
        return code.usual == error.serverCode && error.message.starts_with(code.words);
    });
    return found == kGroupCodes.end() ? error
                                      : expressionError(found->grouped, std::move(error.message));
}

// In an _id of several fields a number or a boolean would look like a projection.
Result<void> checkIdFields(ValueView id)
{
    if (id.type() != bson::Type::Document || isExpressionObject(id)) {
        return {};
    }
    for (const bson::Element& element : id.asDocument()) {
        if (element.value.isNumber() || element.value.type() == bson::Type::Bool) {
            return expressionError(17390, "$group does not support inclusion-style expressions");
        }
    }
    return {};
}

class GroupStage final : public Stage
{
public:
    GroupStage(Expression id, std::vector<AccumulatorField> fields, bson::CollationPtr collation)
        : m_id(std::move(id))
        , m_fields(std::move(fields))
        , m_collation(std::move(collation))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return blockingSource(std::move(input), environment,
                              [this](DocumentSource& source, PipelineEnvironment& around) {
                                  return grouped(source, around);
                              });
    }

private:
    Result<std::vector<bson::Document>> grouped(DocumentSource& source,
                                                PipelineEnvironment& environment) const
    {
        Grouping groups(m_fields, m_collation, environment);
        InterruptGate gate(environment);
        while (true) {
            const Result<std::optional<bson::Document>> document = source.next();
            TRY(document);
            if (!*document) {
                return groups.take();
            }
            TRY(gate.pass());
            const Result<Operand> id = m_id.evaluateOperand(**document);
            if (!id) {
                return asGrouped(id.error());
            }
            const Result<void> added = groups.add(id->view(), **document);
            if (!added) {
                return asGrouped(added.error());
            }
        }
    }

    Expression m_id;
    std::vector<AccumulatorField> m_fields;
    bson::CollationPtr m_collation;
};

} // namespace

Result<void> Grouping::add(ValueView id, bson::DocumentView document)
{
    // about the size of an accumulator object; what it gathers is counted by feed()
    constexpr std::size_t kAccumulatorBytes = 160;
    // as in MongoDB, documents without the field share a group with those that have null
    if (id.isMissing()) {
        id = ValueView(bson::Type::Null, {});
    }
    const auto [group, isNew] = m_ids.insert(id);
    if (isNew) {
        for (const AccumulatorField& field : m_fields) {
            m_accumulators.push_back(field.make());
            TRY(m_accumulators.back()->begin(id));
        }
        const std::size_t bytes
            = sizeof(bson::Value) + id.raw().size() + m_fields.size() * kAccumulatorBytes;
        TRY(m_budget.take(bytes));
    }
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        Result<void> fed
            = feed(*m_accumulators[group * m_fields.size() + i], m_fields[i], document);
        TRY(fed);
    }
    return {};
}

Result<void> Grouping::feed(Accumulator& accumulator, const AccumulatorField& field,
                            bson::DocumentView document)
{
    const Result<Operand> value = field.argument.evaluateOperand(document);
    TRY(value);
    // most accumulators, such as $sum, keep their size and need no measuring
    if (!field.grows) {
        return accumulator.add(value->view(), document);
    }
    const std::size_t before = accumulator.heldBytes();
    Result<void> added = accumulator.add(value->view(), document);
    TRY(added);
    const std::size_t after = accumulator.heldBytes();
    if (after > before) {
        return m_budget.take(after - before);
    }
    m_budget.give(before - after);
    return {};
}

std::vector<bson::Document> Grouping::take()
{
    std::vector<bson::Document> documents;
    documents.reserve(m_ids.size());
    for (std::size_t group = 0; group < m_ids.size(); ++group) {
        bson::Builder built;
        built.append("_id", m_ids.values()[group]);
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            const Operand value = m_accumulators[group * m_fields.size() + i]->result();
            // $first and the like of a missing field: the result has the field all the same
            if (value.view().isMissing()) {
                built.appendNull(m_fields[i].name);
            } else {
                built.append(m_fields[i].name, value.view());
            }
        }
        documents.push_back(built.take());
    }
    return documents;
}

StagePtr groupStage(Expression id, std::vector<AccumulatorField> fields,
                    bson::CollationPtr collation)
{
    return std::make_shared<GroupStage>(std::move(id), std::move(fields), std::move(collation));
}

Result<void> parseGroup(ValueView specification, StageList& list)
{
    if (specification.type() != bson::Type::Document) {
        return expressionError(15947, "a group's fields must be specified in an object");
    }
    std::optional<Expression> id;
    std::vector<AccumulatorField> fields;
    for (const bson::Element& element : specification.asDocument()) {
        if (element.key == "_id") {
            if (id) {
                return expressionError(15948, "a group's _id may only be specified once");
            }
            TRY(checkIdFields(element.value));
            Result<Expression> parsed = Expression::parse(element.value, list.context.evaluation);
            TRY(parsed);
            id = std::move(*parsed);
            continue;
        }
        Result<AccumulatorField> field = parseAccumulator(element, list.context.evaluation);
        TRY(field);
        fields.push_back(std::move(*field));
    }
    if (!id) {
        return expressionError(15955, "a group specification must include an _id");
    }
    list.items.push_back(
        {"$group",
         groupStage(std::move(*id), std::move(fields), list.context.evaluation.collation)});
    return {};
}

} // namespace sandglass::engine::query
