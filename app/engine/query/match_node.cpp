// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/match_node.h"

#include "app/engine/query/path_walk.h"
#include "app/engine/query/pattern.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

bool pathMatches(const MatchNode& node, bson::DocumentView document, MatchPosition position)
{
    const Predicate& predicate = *node.predicate;
    const LeafArray leafArray = predicate.entersArrays() ? LeafArray::Enter : LeafArray::Keep;
    return walkPath(document, node.path, leafArray,
                    [&](bson::ValueView value, std::optional<std::size_t> outerIndex) {
                        if (!predicate.test(value, position)) {
                            return false;
                        }
                        // the position in the outermost array, which "$" refers to
                        if (position != nullptr && outerIndex) {
                            *position = outerIndex;
                        }
                        return true;
                    });
}

Result<bool> expressionHolds(const Expression& expression, bson::DocumentView document)
{
    auto value = expression.evaluate(document);
    TRY(value);
    return value->view().toBool();
}

// Whether one of the nodes answers `wanted`. Stops at the first error: were it taken for "no
// match", $nor and $not would turn it into a match, and a deletion would take documents that the
// filter does not describe.
Result<bool> anyAnswers(bool wanted, const std::vector<MatchNode>& nodes,
                        bson::DocumentView document, MatchPosition position)
{
    for (const MatchNode& node : nodes) {
        auto matched = node.evaluate(document, position);
        TRY(matched);
        if (*matched == wanted) {
            return true;
        }
    }
    return false;
}

Result<bool> inverted(Result<bool> answer)
{
    TRY(answer);
    return !*answer;
}

std::string_view nameOf(MatchNode::Kind kind)
{
    switch (kind) {
    case MatchNode::Kind::And:
        return "$and";
    case MatchNode::Kind::Or:
        return "$or";
    case MatchNode::Kind::Nor:
        return "$nor";
    case MatchNode::Kind::Not:
        return "$not";
    case MatchNode::Kind::Expression:
        return "$expr";
    case MatchNode::Kind::Schema:
        return "$jsonSchema";
    case MatchNode::Kind::Never:
        return "$alwaysFalse";
    case MatchNode::Kind::Path:
        break;
    }
    return "";
}

} // namespace

MatchNode MatchNode::onPath(std::string_view path, PredicatePtr predicate)
{
    MatchNode node;
    node.kind = Kind::Path;
    node.path = path;
    node.predicate = std::move(predicate);
    return node;
}

MatchNode MatchNode::negated(MatchNode node)
{
    MatchNode made;
    made.kind = Kind::Not;
    made.children.push_back(std::move(node));
    return made;
}

MatchNode MatchNode::allOf(std::vector<MatchNode> nodes)
{
    if (nodes.size() == 1) {
        return std::move(nodes.front());
    }
    MatchNode made;
    made.children = std::move(nodes);
    return made;
}

MatchNode MatchNode::never()
{
    MatchNode made;
    made.kind = Kind::Never;
    return made;
}

Result<bool> MatchNode::evaluate(bson::DocumentView document, MatchPosition position) const
{
    switch (kind) {
    case Kind::Path:
        return SearchFailure::checked(pathMatches(*this, document, position));
    case Kind::And:
        return inverted(anyAnswers(false, children, document, position));
    case Kind::Or:
        return anyAnswers(true, children, document, position);
    case Kind::Nor:
    case Kind::Not:
        // A negated condition matches by what is missing, so it has no position.
        return inverted(anyAnswers(true, children, document, nullptr));
    case Kind::Expression:
        return expressionHolds(*expression, document);
    case Kind::Schema:
        return SearchFailure::checked(
            schema->holds(bson::ValueView(bson::Type::Document, document.bytes())));
    case Kind::Never:
        break;
    }
    return false;
}

bool MatchNode::matchesWithoutError(bson::DocumentView document) const
{
    const Result<bool> matched = evaluate(document, nullptr);
    return matched.value_or(false);
}

// For conditions on an element itself, such as {$elemMatch: {$gt: 5}}: they have no path, so the
// predicates test the value directly, without entering arrays in it.
bool MatchNode::matchesValue(bson::ValueView value) const
{
    const auto matched = [&](const MatchNode& child) { return child.matchesValue(value); };
    switch (kind) {
    case Kind::Path:
        return predicate->test(value, nullptr);
    case Kind::And:
        return std::all_of(children.begin(), children.end(), matched);
    case Kind::Or:
        return std::any_of(children.begin(), children.end(), matched);
    case Kind::Nor:
    case Kind::Not:
        return std::none_of(children.begin(), children.end(), matched);
    // $expr and $jsonSchema need a document; FilterParser refuses them here
    case Kind::Expression:
    case Kind::Schema:
    case Kind::Never:
        break;
    }
    return false;
}

std::string MatchNode::describe(int depth) const
{
    std::string text(static_cast<std::size_t>(depth) * 4, ' ');
    if (kind == Kind::Path) {
        return text + path + " " + predicate->describe() + "\n";
    }
    text += std::string(nameOf(kind)) + "\n";
    for (const MatchNode& child : children) {
        text += child.describe(depth + 1);
    }
    return text;
}

} // namespace sandglass::engine::query
