// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/field_tree.h"

#include "app/engine/query/expression_node.h"

#include <algorithm>

namespace sandglass::engine::query {

namespace {

std::string joined(std::span<const std::string> path)
{
    std::string text;
    for (const std::string& part : path) {
        text += (text.empty() ? "" : ".") + part;
    }
    return text;
}

// `rest`: the part of the path below the conflict; MongoDB's message shows it
Error collision(FieldTree::Mode mode, std::span<const std::string> path,
                std::span<const std::string> rest)
{
    if (mode == FieldTree::Mode::Addition) {
        return expressionError(40176,
                               "specification contains two conflicting paths. Cannot "
                               "specify both '"
                                   + joined(path) + "' and a path that contains it or lies in it");
    }
    if (rest.empty()) {
        return expressionError(31250, "Path collision at " + joined(path));
    }
    return expressionError(
        31249, "Path collision at " + joined(path) + " remaining portion " + joined(rest));
}

} // namespace

FieldTree::Node* FieldTree::findChild(std::vector<Node>& children, std::string_view name)
{
    const auto found = std::find_if(children.begin(), children.end(),
                                    [&](const Node& node) { return node.name == name; });
    return found == children.end() ? nullptr : &*found;
}

Result<void> FieldTree::add(std::span<const std::string> path, Action action, Expression expression)
{
    std::vector<Node>* level = &m_nodes;
    Node* node = nullptr;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool last = i + 1 == path.size();
        node = findChild(*level, path[i]);
        // a path that ends here, or a path through a leaf
        if (node != nullptr && (last || node->action != Action::Branch)) {
            return collision(m_mode, path, path.subspan(i + 1));
        }
        if (node == nullptr) {
            level->push_back(Node{path[i], last ? action : Action::Branch, {}, {}, false});
            node = &level->back();
        }
        // also on the way, so that missing parents are created
        node->computes = node->computes || action == Action::Compute;
        level = &node->children;
    }
    if (node != nullptr) {
        node->expression = std::move(expression);
    }
    return {};
}

Result<bson::Document> FieldTree::apply(bson::DocumentView document) const
{
    bson::Builder built;
    TRY(applyFields(m_nodes, document, document, built));
    TRY(checkComputedSize(built.size()));
    return built.take();
}

Result<void> FieldTree::applyFields(const std::vector<Node>& nodes, bson::DocumentView fields,
                                    bson::DocumentView root, bson::Builder& built) const
{
    std::vector<bool> seen(nodes.size(), false);
    for (const bson::Element& element : fields) {
        const auto found = std::find_if(nodes.begin(), nodes.end(),
                                        [&](const Node& node) { return node.name == element.key; });
        const bool known = found != nodes.end();
        // an inclusion puts computed fields after the kept ones, but leaves _id in its place
        const bool later = known && m_mode == Mode::Inclusion && found->action == Action::Compute
            && element.key != "_id";
        if (later) {
            continue;
        }
        if (known) {
            seen[static_cast<std::size_t>(found - nodes.begin())] = true;
        }
        Result<void> applied = applyField(known ? &*found : nullptr, element, root, built);
        TRY(applied);
    }
    // computed fields of names that the document does not have
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (seen[i] || !nodes[i].computes) {
            continue;
        }
        TRY(appendComputed(nodes[i], root, built));
    }
    return {};
}

Result<void> FieldTree::applyField(const Node* node, const bson::Element& element,
                                   bson::DocumentView root, bson::Builder& built) const
{
    if (node == nullptr) {
        // fields that are not named
        if (m_mode != Mode::Inclusion) {
            built.append(element.key, element.value);
        }
        return {};
    }
    switch (node->action) {
    case Action::Keep:
        built.append(element.key, element.value);
        return {};
    case Action::Drop:
        return {};
    case Action::Compute:
        return appendComputed(*node, root, built);
    case Action::Branch:
        break;
    }
    return applyBranch(*node, element, root, built);
}

Result<void> FieldTree::applyBranch(const Node& node, const bson::Element& element,
                                    bson::DocumentView root, bson::Builder& built) const
{
    const bson::Type type = element.value.type();
    if (type == bson::Type::Array) {
        built.beginArray(element.key);
        std::size_t index = 0;
        for (const bson::Element& inner : element.value.asDocument()) {
            // elements that are dropped must not leave gaps in the indexes
            const std::string key = std::to_string(index);
            const std::size_t before = built.size();
            Result<void> applied = applyBranch(node, {key, inner.value}, root, built);
            TRY(applied);
            index += built.size() > before ? 1 : 0;
        }
        built.end();
        return {};
    }
    // a scalar has no fields below: an inclusion drops it
    if (type != bson::Type::Document && !node.computes) {
        if (m_mode != Mode::Inclusion) {
            built.append(element.key, element.value);
        }
        return {};
    }
    // a computed field below turns a scalar into a document
    built.beginDocument(element.key);
    Result<void> applied = applyFields(node.children, element.value.asDocument(), root, built);
    built.end();
    return applied;
}

Result<void> FieldTree::appendComputed(const Node& node, bson::DocumentView root,
                                       bson::Builder& built) const
{
    if (node.action == Action::Compute) {
        // expressions always refer to the whole document
        const Result<Operand> value = node.expression.evaluateOperand(root);
        TRY(value);
        built.append(node.name, value->view());
        return {};
    }
    built.beginDocument(node.name);
    Result<void> applied = applyFields(node.children, bson::DocumentView(), root, built);
    built.end();
    return applied;
}

} // namespace sandglass::engine::query
