// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/query/expression.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// The fields that $project, $addFields or $unset keeps, drops or computes, as a tree of names.
/// Immutable once built; any thread.
class FieldTree
{
public:
    /// Inclusion keeps only the named fields, Exclusion drops them, Addition keeps all and adds
    /// computed ones.
    enum class Mode { Inclusion, Exclusion, Addition };

    explicit FieldTree(Mode mode)
        : m_mode(mode)
    {
    }

    /// What happens to the field at the end of a path. A Branch has children instead.
    enum class Action { Branch, Keep, Drop, Compute };

    /// Adds a path. Errors (server): location codes for two paths of which one contains the other.
    Result<void> add(std::span<const std::string> path, Action action, Expression expression = {});
    /// The mode given at construction.
    Mode mode() const { return m_mode; }

    /// Applies the tree to a document. Errors: the expressions'.
    Result<bson::Document> apply(bson::DocumentView document) const;

private:
    /// One name of the tree.
    struct Node
    {
        std::string name;
        Action action = Action::Branch;
        Expression expression;
        std::vector<Node> children; ///< in the order of the specification
        bool computes = false; ///< something below is computed
    };

    /// The child of that name; nullptr when there is none.
    static Node* findChild(std::vector<Node>& children, std::string_view name);
    /// Appends the fields of one document, as the nodes say. Errors: the expressions'.
    Result<void> applyFields(const std::vector<Node>& nodes, bson::DocumentView fields,
                             bson::DocumentView root, bson::Builder& built) const;
    /// Appends one existing field. `node`: nullptr for a field that the tree does not name.
    Result<void> applyField(const Node* node, const bson::Element& element, bson::DocumentView root,
                            bson::Builder& built) const;
    /// Appends a field whose node has children; enters arrays.
    Result<void> applyBranch(const Node& node, const bson::Element& element,
                             bson::DocumentView root, bson::Builder& built) const;
    /// Appends the value of a computed field.
    Result<void> appendComputed(const Node& node, bson::DocumentView root,
                                bson::Builder& built) const;

    Mode m_mode;
    std::vector<Node> m_nodes;
};

} // namespace sandglass::engine::query
