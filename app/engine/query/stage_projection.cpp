// SPDX-License-Identifier: GPL-3.0-or-later
// $project, $addFields ($set), $unset.
#include "app/engine/query/field_tree.h"
#include "app/engine/query/projection_node.h"
#include "app/engine/query/stage.h"

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using Action = FieldTree::Action;
using Path = std::vector<std::string>;

/// Applies a field tree to every document; $project, $addFields and $unset differ only in the tree.
class FieldStage final : public Stage
{
public:
    explicit FieldStage(FieldTree tree)
        : m_tree(std::move(tree))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return changingSource(
            std::move(input), environment,
            [this](const bson::Document& document) -> Result<std::optional<bson::Document>> {
                Result<bson::Document> changed = m_tree.apply(document);
                TRY(changed);
                return std::optional<bson::Document>(std::move(*changed));
            });
    }

private:
    FieldTree m_tree;
};

/// The error with MongoDB's words before it: "Invalid $project :: caused by :: …".
Error during(std::string_view stage, Error error)
{
    error.message = "Invalid " + std::string(stage) + " :: caused by :: " + error.message;
    return error;
}

// One path of a specification: {a: {b: 1}} has the leaf "a.b".
struct Leaf
{
    Path path;
    Action action;
    ValueView expression;
};

std::string textOf(const Path& path)
{
    std::string text;
    for (const std::string& part : path) {
        text += (text.empty() ? "" : ".") + part;
    }
    return text;
}

// What $addFields asks of a field. `inner`: it is inside another field's document.
Result<void> checkAddition(const bson::Element& element, bool inner)
{
    const ValueView value = element.value;
    const bool isCall = inner && element.key.starts_with('$');
    if (isCall || (isExpressionObject(value) && value.asDocument().count() != 1)) {
        return expressionError(40181,
                               "an expression specification must contain exactly one field, the "
                               "name of the expression");
    }
    if (inner && element.key.find('.') != std::string_view::npos) {
        return expressionError(40183,
                               "cannot use dotted field name '" + std::string(element.key)
                                   + "' in a sub object");
    }
    return {};
}

// Flattens nested documents into leaves. `flags`: numbers and bools keep or drop a field, as in
// $project; without it they are literals, as in $addFields.
Result<void> collectLeaves(const Path& prefix, bson::DocumentView fields, bool flags,
                           std::vector<Leaf>& leaves)
{
    for (const bson::Element& element : fields) {
        if (flags && element.key.ends_with(".$")) {
            return expressionError(31324,
                                   "Cannot use positional projection in aggregation "
                                   "projection");
        }
        if (!flags) {
            TRY(checkAddition(element, !prefix.empty()));
        }
        const Result<Path> parts = splitFieldPath(element.key);
        TRY(parts);
        Path path = prefix;
        path.insert(path.end(), parts->begin(), parts->end());
        const ValueView value = element.value;
        // of several names none can be an operator's in $project
        const bool isCall
            = isExpressionObject(value) && (!flags || value.asDocument().count() == 1);
        const bool nested = value.type() == Type::Document && !isCall;
        if (nested && value.asDocument().empty()) {
            if (flags) {
                return expressionError(51270,
                                       "An empty sub-projection is not a valid value. Found "
                                       "empty object at path");
            }
            leaves.push_back({std::move(path), Action::Compute, value});
        } else if (nested) {
            Result<void> collected = collectLeaves(path, value.asDocument(), flags, leaves);
            TRY(collected);
        } else if (flags && (value.isNumber() || value.type() == Type::Bool)) {
            leaves.push_back(
                {std::move(path), value.toBool() ? Action::Keep : Action::Drop, value});
        } else {
            leaves.push_back({std::move(path), Action::Compute, value});
        }
    }
    return {};
}

bool isId(const Leaf& leaf)
{
    return leaf.path.size() == 1 && leaf.path.front() == "_id";
}

// The first field other than _id decides whether the stage includes or excludes. An _id decides
// when it is computed or alone.
FieldTree::Mode modeOf(const std::vector<Leaf>& leaves)
{
    for (const Leaf& leaf : leaves) {
        if (!isId(leaf) || leaf.action == Action::Compute) {
            return leaf.action == Action::Drop ? FieldTree::Mode::Exclusion
                                               : FieldTree::Mode::Inclusion;
        }
    }
    return leaves.front().action == Action::Drop ? FieldTree::Mode::Exclusion
                                                 : FieldTree::Mode::Inclusion;
}

// Inclusion and exclusion cannot be mixed, except for _id.
Result<void> checkLeaf(const Leaf& leaf, FieldTree::Mode mode)
{
    if (mode == FieldTree::Mode::Inclusion && leaf.action == Action::Drop && !isId(leaf)) {
        return expressionError(31254,
                               "Cannot do exclusion on field " + textOf(leaf.path)
                                   + " in inclusion projection");
    }
    if (mode == FieldTree::Mode::Exclusion && leaf.action == Action::Keep && !isId(leaf)) {
        return expressionError(31253,
                               "Cannot do inclusion on field " + textOf(leaf.path)
                                   + " in exclusion projection");
    }
    if (mode == FieldTree::Mode::Exclusion && leaf.action == Action::Compute) {
        return computedInExclusion(textOf(leaf.path), leaf.expression);
    }
    return {};
}

Result<void> addLeaf(const Leaf& leaf, const EvaluationContext& context, FieldTree& tree)
{
    if (leaf.action != Action::Compute) {
        return tree.add(leaf.path, leaf.action);
    }
    Result<Expression> expression = Expression::parse(leaf.expression, context);
    TRY(expression);
    return tree.add(leaf.path, Action::Compute, std::move(*expression));
}

Result<FieldTree> projectionTree(bson::DocumentView fields, const EvaluationContext& context)
{
    if (fields.empty()) {
        return expressionError(51272, "projection specification must have at least one field");
    }
    std::vector<Leaf> leaves;
    TRY(collectLeaves({}, fields, true, leaves));
    FieldTree tree(modeOf(leaves));
    bool namesId = false;
    for (const Leaf& leaf : leaves) {
        namesId = namesId || leaf.path.front() == "_id";
        TRY(checkProjectedCall(leaf.expression));
        TRY(checkLeaf(leaf, tree.mode()));
        TRY(addLeaf(leaf, context, tree));
    }
    const Path id{"_id"};
    // an inclusion keeps _id unless the specification drops it
    if (tree.mode() == FieldTree::Mode::Inclusion && !namesId) {
        TRY(tree.add(id, Action::Keep));
    }
    return tree;
}

Result<FieldTree> additionTree(bson::DocumentView fields, const EvaluationContext& context)
{
    std::vector<Leaf> leaves;
    TRY(collectLeaves({}, fields, false, leaves));
    FieldTree tree(FieldTree::Mode::Addition);
    for (const Leaf& leaf : leaves) {
        TRY(addLeaf(leaf, context, tree));
    }
    return tree;
}

} // namespace

Result<void> parseProject(ValueView specification, StageList& list)
{
    if (specification.type() != Type::Document) {
        return expressionError(15969, "$project specification must be an object");
    }
    Result<FieldTree> tree = projectionTree(specification.asDocument(), list.context.evaluation);
    if (!tree) {
        return during("$project", std::move(tree.error()));
    }
    list.items.push_back({"$project", std::make_shared<FieldStage>(std::move(*tree))});
    return {};
}

Result<void> parseAddFields(ValueView specification, StageList& list)
{
    if (specification.type() != Type::Document) {
        return expressionError(40272,
                               "$addFields specification stage must be an object, got "
                                   + typeText(specification));
    }
    if (specification.asDocument().empty()) {
        return during("$addFields",
                      expressionError(40177, "specification must have at least one field"));
    }
    Result<FieldTree> tree = additionTree(specification.asDocument(), list.context.evaluation);
    if (!tree) {
        return during("$addFields", std::move(tree.error()));
    }
    list.items.push_back({"$addFields", std::make_shared<FieldStage>(std::move(*tree))});
    return {};
}

Result<void> parseUnset(ValueView specification, StageList& list)
{
    std::vector<ValueView> names;
    if (specification.type() == Type::String) {
        names.push_back(specification);
    } else if (specification.type() != Type::Array) {
        return expressionError(31002, "$unset specification must be a string or an array");
    } else if (specification.asDocument().empty()) {
        return expressionError(31119,
                               "$unset specification must be a string or an array with at least "
                               "one field");
    } else {
        names = specification.asDocument().values();
    }
    FieldTree tree(FieldTree::Mode::Exclusion);
    // all names before the first path
    for (const ValueView name : names) {
        if (name.type() != Type::String) {
            return expressionError(31120,
                                   "$unset specification must be a string or an array "
                                   "containing only string values");
        }
        if (name.asString().find('\0') != std::string_view::npos) {
            return expressionError(9527900, "$unset field names have no embedded null bytes");
        }
    }
    for (const ValueView name : names) {
        const Result<Path> path = splitFieldPath(name.asString());
        if (!path) {
            return during("$unset", path.error());
        }
        if (Result<void> added = tree.add(*path, Action::Drop); !added) {
            return during("$unset", std::move(added.error()));
        }
    }
    list.items.push_back({"$unset", std::make_shared<FieldStage>(std::move(tree))});
    return {};
}

} // namespace sandglass::engine::query
