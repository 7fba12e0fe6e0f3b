// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/filter.h"

#include "app/bson/builder.h"
#include "app/bson/path.h"
#include "app/bson/validate.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/match_bounds.h"
#include "app/engine/query/match_node.h"
#include "app/engine/query/match_parse.h"
#include "app/engine/query/pattern.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sandglass::engine::query {

namespace {

// A condition {path: value} that every matching document satisfies.
struct Equality
{
    std::string_view path;
    const bson::Value* value;
};

// Calls `visit` for every path condition that must hold. Descends into $and.
template <typename Visit>
void forEachRequired(const MatchNode& node, const Visit& visit)
{
    if (node.kind == MatchNode::Kind::Path) {
        visit(node);
    }
    // {$or: [x]} is x
    const bool onlyChoice = node.kind == MatchNode::Kind::Or && node.children.size() == 1;
    if (node.kind != MatchNode::Kind::And && !onlyChoice) {
        return;
    }
    for (const MatchNode& child : node.children) {
        forEachRequired(child, visit);
    }
}

// Calls `visit` for every path condition that must not hold. Descends into $and.
template <typename Visit>
void forEachExcluded(const MatchNode& node, const Visit& visit)
{
    const bool opposite = node.kind == MatchNode::Kind::Nor || node.kind == MatchNode::Kind::Not;
    for (const MatchNode& child : node.children) {
        if (opposite && child.kind == MatchNode::Kind::Path) {
            visit(child);
        } else if (node.kind == MatchNode::Kind::And) {
            forEachExcluded(child, visit);
        }
    }
}

// `collation`: of the filter; may be null.
std::optional<PathBounds> boundsOf(const MatchNode& root, std::string_view path, bool multikey,
                                   const bson::Collation* collation)
{
    std::optional<PathBounds> found;
    forEachRequired(root, [&](const MatchNode& node) {
        if (node.path != path) {
            return;
        }
        auto bounds = node.predicate->bounds();
        if (!bounds) {
            return;
        }
        if (found && !multikey) {
            found = intersected(std::move(*found), *bounds, collation);
        }
        // Other elements of an array may satisfy the other conditions, so only one condition is
        // usable.
        else if (!found || (found->equals.empty() && !bounds->equals.empty())) {
            found = std::move(bounds);
        }
    });
    return found;
}

// An upsert must not set one field in two ways.
Result<void> checkConflicts(const std::vector<Equality>& equalities)
{
    const auto failure = [](const std::string& message) {
        return protocol::commandError(54, "cannot infer query fields to set, " + message);
    };
    std::set<std::string_view> paths;
    for (const Equality& equality : equalities) {
        if (std::count(equality.path.begin(), equality.path.end(), '.') >= bson::kMaxDepth) {
            return protocol::commandError(protocol::ServerCode::Overflow, "FieldPath is too long");
        }
        if (!paths.insert(equality.path).second) {
            return failure("path '" + std::string(equality.path) + "' is matched twice");
        }
    }
    for (const std::string_view path : paths) {
        for (std::size_t dot = path.find('.'); dot != std::string_view::npos;
             dot = path.find('.', dot + 1)) {
            const std::string_view parent = path.substr(0, dot);
            if (paths.contains(parent)) {
                return failure("both paths '" + std::string(path) + "' and '" + std::string(parent)
                               + "' are matched");
            }
        }
    }
    return {};
}

// Appends the paths with their values; dotted paths become nested documents. Each first name
// appears once, in order of appearance.
void appendNested(bson::Builder& builder, const std::vector<Equality>& equalities)
{
    std::vector<std::string_view> names;
    std::map<std::string_view, std::vector<Equality>> byName;
    for (const Equality& equality : equalities) {
        const auto [name, rest] = bson::splitPath(equality.path);
        std::vector<Equality>& group = byName[name];
        if (group.empty()) {
            names.push_back(name);
        }
        group.push_back({rest, equality.value});
    }
    for (const std::string_view name : names) {
        const std::vector<Equality>& group = byName[name];
        if (group.front().path.empty()) { // the path ends here
            builder.append(name, *group.front().value);
            continue;
        }
        builder.beginDocument(name);
        appendNested(builder, group);
        builder.end();
    }
}

// shared by all filters without conditions
const std::shared_ptr<const MatchNode>& everything()
{
    static const auto node = std::make_shared<const MatchNode>();
    return node;
}

} // namespace

Filter::Filter()
    : m_root(everything())
{
}

Result<Filter> Filter::parse(bson::DocumentView filter, const EvaluationContext& context)
{
    Filter made;
    if (filter.empty()) {
        return made;
    }
    // an empty document keeps the shared node
    auto root = FilterParser(context).document(filter, FilterParser::Level::Whole);
    TRY(root);
    made.m_root = std::make_shared<const MatchNode>(std::move(*root));
    made.m_collation = context.collation;
    return made;
}

Result<bool> Filter::evaluate(bson::DocumentView document) const
{
    const SearchFailure searches;
    return m_root->evaluate(document, nullptr);
}

Result<bool> Filter::evaluate(bson::DocumentView document,
                              std::optional<std::size_t>& arrayIndex) const
{
    arrayIndex.reset();
    const SearchFailure searches;
    Result<bool> matched = m_root->evaluate(document, &arrayIndex);
    if (!matched || !*matched) {
        arrayIndex.reset(); // a condition before the failing one may have set it
    }
    return matched;
}

bool Filter::matchesWithoutError(bson::DocumentView document) const
{
    // an end before its time would look like "does not match"
    const LoopGuard uninterrupted(nullptr);
    const SearchFailure searches;
    return m_root->matchesWithoutError(document);
}

bool Filter::matchesAll() const
{
    return m_root->kind == MatchNode::Kind::And && m_root->children.empty();
}

std::optional<PathBounds> Filter::bounds(std::string_view path, bool multikey) const
{
    return boundsOf(*m_root, path, multikey, m_collation.get());
}

std::vector<std::string> Filter::requiredPaths() const
{
    std::vector<std::string> paths;
    forEachRequired(*m_root, [&](const MatchNode& node) {
        if (std::ranges::find(paths, node.path) == paths.end()) {
            paths.push_back(node.path);
        }
    });
    return paths;
}

std::optional<PathBounds> Filter::excludedDates(std::string_view path) const
{
    std::optional<PathBounds> found;
    forEachExcluded(*m_root, [&](const MatchNode& node) {
        auto bounds = node.path == path ? node.predicate->bounds() : std::nullopt;
        if (found || !bounds || !bounds->lower || !bounds->upper) {
            return;
        }
        // for dates, the bounds are exactly the condition, not a superset of it
        const bool dates = bounds->lower->type() == bson::Type::Date
            && bounds->upper->type() == bson::Type::Date && bounds->equals.empty();
        if (dates) {
            found = std::move(bounds);
        }
    });
    return found;
}

Result<bson::Document> Filter::equalityFields() const
{
    std::vector<Equality> equalities;
    forEachRequired(*m_root, [&](const MatchNode& node) {
        if (const bson::Value* value = node.predicate->equality()) {
            equalities.push_back({node.path, value});
        }
    });
    TRY(checkConflicts(equalities));
    bson::Builder builder;
    appendNested(builder, equalities);
    return builder.take();
}

} // namespace sandglass::engine::query
