// SPDX-License-Identifier: GPL-3.0-or-later
// $replaceRoot, $replaceWith, $redact.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/stage.h"

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using MaybeDocument = std::optional<bson::Document>;

class ReplaceStage final : public Stage
{
public:
    explicit ReplaceStage(Expression root)
        : m_root(std::move(root))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return changingSource(
            std::move(input), environment,
            [this](const bson::Document& document) { return replaced(document); });
    }

private:
    Result<MaybeDocument> replaced(const bson::Document& document) const
    {
        const Result<Operand> root = m_root.evaluateOperand(document);
        TRY(root);
        const ValueView value = root->view();
        if (value.type() != Type::Document) {
            return expressionError(
                40228,
                "'newRoot' expression  must evaluate to an object, but "
                "resulting value was: "
                    + (value.isMissing() ? std::string("MISSING") : bson::toShellText(value))
                    + ". Type of resulting value: '" + typeText(value)
                    + "'. Input document: " + bson::toShellText(document));
        }
        return MaybeDocument(bson::Document(value.asDocument()));
    }

    Expression m_root;
};

class RedactStage final : public Stage
{
public:
    explicit RedactStage(Expression decision)
        : m_decision(std::move(decision))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return changingSource(
            std::move(input), environment,
            [this](const bson::Document& document) { return redacted(document, document); });
    }

private:
    // The expression is evaluated again for each embedded document, with $$CURRENT set to it.
    // nullopt when the document is pruned.
    Result<MaybeDocument> redacted(bson::DocumentView root, bson::DocumentView current) const
    {
        const Result<Operand> decision = m_decision.evaluateOperand(root, current);
        TRY(decision);
        const std::string_view word = decision->view().asString();
        if (word == "keep") {
            return MaybeDocument(bson::Document(current));
        }
        if (word == "prune") {
            return MaybeDocument();
        }
        if (word != "descend") {
            return expressionError(17053,
                                   "$redact's expression should not return anything aside "
                                   "from the variables $$KEEP, $$DESCEND, and $$PRUNE, but "
                                   "returned "
                                       + bson::toShellText(decision->view()));
        }
        bson::Builder built;
        for (const bson::Element& element : current) {
            Result<std::optional<bson::Value>> value = descended(root, element.value);
            TRY(value);
            if (*value) {
                built.append(element.key, **value);
            }
        }
        return MaybeDocument(built.take());
    }

    // A field's value with the documents inside it redacted; nullopt when it is pruned.
    Result<std::optional<bson::Value>> descended(bson::DocumentView root, ValueView value) const
    {
        if (value.type() == Type::Document) {
            Result<MaybeDocument> inner = redacted(root, value.asDocument());
            TRY(inner);
            if (!*inner) {
                return std::optional<bson::Value>();
            }
            return std::optional<bson::Value>(bson::Value::document(**inner));
        }
        if (value.type() != Type::Array) {
            return std::optional<bson::Value>(bson::Value(value));
        }
        // only documents are checked: an array loses its pruned documents and keeps other values
        bson::Builder kept;
        for (const bson::Element& element : value.asDocument()) {
            Result<std::optional<bson::Value>> inner = descended(root, element.value);
            TRY(inner);
            if (*inner) {
                kept.push(**inner);
            }
        }
        return std::optional<bson::Value>(bson::Value::array(kept.take()));
    }

    Expression m_decision;
};

template <typename StageType>
Result<void> appendStage(std::string_view name, ValueView expression, StageList& list)
{
    Result<Expression> parsed = Expression::parse(expression, list.context.evaluation);
    TRY(parsed);
    list.items.push_back({name, std::make_shared<StageType>(std::move(*parsed))});
    return {};
}

} // namespace

Result<void> parseReplaceWith(ValueView specification, StageList& list)
{
    return appendStage<ReplaceStage>("$replaceWith", specification, list);
}

Result<void> parseReplaceRoot(ValueView specification, StageList& list)
{
    if (specification.type() != Type::Document) {
        return expressionError(40229,
                               "expected an object as specification for $replaceRoot stage, "
                               "got "
                                   + typeText(specification));
    }
    ValueView root;
    for (const bson::Element& element : specification.asDocument()) {
        if (element.key != "newRoot") {
            return expressionError(40415,
                                   "BSON field '$replaceRoot." + std::string(element.key)
                                       + "' is an unknown field.");
        }
        root = element.value;
    }
    if (root.isMissing()) {
        return expressionError(40414,
                               "BSON field '$replaceRoot.newRoot' is missing but a required "
                               "field");
    }
    return appendStage<ReplaceStage>("$replaceRoot", root, list);
}

Result<void> parseRedact(ValueView specification, StageList& list)
{
    return appendStage<RedactStage>("$redact", specification, list);
}

} // namespace sandglass::engine::query
