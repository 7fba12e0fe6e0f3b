// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/bad_value.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/match_node.h"
#include "app/engine/query/match_parse.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::query {

namespace {

using protocol::commandError;
using protocol::ServerCode;

// The conditions that MongoDB allows. Negations and $expr are not among them, at any depth.
Result<void> checkNode(const MatchNode& node)
{
    switch (node.kind) {
    case MatchNode::Kind::And:
    case MatchNode::Kind::Or:
        for (const MatchNode& child : node.children) {
            TRY(checkNode(child));
        }
        return {};
    case MatchNode::Kind::Expression:
        return commandError(224, "$expr is not allowed in this context");
    case MatchNode::Kind::Schema:
        return commandError(224, "$jsonSchema is not allowed in this context");
    case MatchNode::Kind::Path:
        if (node.predicate->allowedInPartialIndex()) {
            return {};
        }
        break;
    case MatchNode::Kind::Nor:
    case MatchNode::Kind::Not:
    case MatchNode::Kind::Never:
        // $ne, $nin, $not and $nor are not allowed
        break;
    }
    return commandError(ServerCode::CannotCreateIndex,
                        "Expression not supported in partial index: " + node.describe());
}

} // namespace

Result<void> checkPartialFilter(bson::DocumentView filter)
{
    const EvaluationContext context;
    auto root = FilterParser(context).document(filter, FilterParser::Level::Whole);
    if (root) {
        return checkNode(*root);
    }
    // In a query, $text fails because there is no index. Here the operator itself is refused.
    if (root.error().serverCode == static_cast<int>(ServerCode::IndexNotFound)) {
        return badValue("$text is not allowed in this context");
    }
    return std::move(root.error());
}

} // namespace sandglass::engine::query
