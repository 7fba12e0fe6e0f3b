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

/// Which fields of a document a $project, $addFields or $unset keeps, drops or computes, as a tree
/// of names. Immutable once built; any thread.
class FieldTree
{
public:
    enum class Mode { Inclusion, Exclusion, Addition };

    explicit FieldTree(Mode mode)
        : m_mode(mode)
    {
    }

    /// What happens to a field when its path ends here; a branch has children instead.
    enum class Action { Branch, Keep, Drop, Compute };

    /// Adds a path. Errors: 31249, 31250 for paths that contain each other (`stage` "$project"),
    /// 40176 in other stages.
    Result<void> add(std::span<const std::string> path, Action action, Expression expression = {});
    Mode mode() const { return m_mode; }

    /// The document as the tree wants it. Errors: those of the expressions.
    Result<bson::Document> apply(bson::DocumentView document) const;

private:
    struct Node
    {
        std::string name;
        Action action = Action::Branch;
        Expression expression;
        std::vector<Node> children; ///< in the order of the specification
        bool computes = false; ///< something below is computed
    };

    static Node* findChild(std::vector<Node>& children, std::string_view name);
    Result<void> applyFields(const std::vector<Node>& nodes, bson::DocumentView fields,
                             bson::DocumentView root, bson::Builder& built) const;
    Result<void> applyField(const Node* node, const bson::Element& element, bson::DocumentView root,
                            bson::Builder& built) const;
    Result<void> applyBranch(const Node& node, const bson::Element& element,
                             bson::DocumentView root, bson::Builder& built) const;
    Result<void> appendComputed(const Node& node, bson::DocumentView root,
                                bson::Builder& built) const;

    Mode m_mode;
    std::vector<Node> m_nodes;
};

} // namespace sandglass::engine::query
