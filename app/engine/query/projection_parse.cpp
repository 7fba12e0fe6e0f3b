// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/match_parse.h"
#include "app/engine/query/projection_node.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

constexpr std::string_view kPositionalEnd = ".$";

// Builds a tree of field names. One pass: whether the projection includes or excludes follows from
// the first field that says so, and later fields must agree with it.
class ProjectionParser
{
public:
    explicit ProjectionParser(const EvaluationContext& context)
        : m_context(context)
    {
    }

    Result<ProjectionPlan> parse(bson::DocumentView specification)
    {
        // inclusion or exclusion is known only after all fields: {_id: 0} alone excludes
        TRY(fields(specification, ""));
        m_plan.inclusion = m_inclusion.value_or(defaultInclusion());
        if (m_plan.inclusion && m_plan.root.find("_id") == nullptr) {
            m_plan.root.findOrAdd("_id").kind = ProjectionKind::Include;
        }
        return std::move(m_plan);
    }

private:
    // The kind of a projection that names no field besides _id, $slice and $elemMatch.
    bool defaultInclusion() const { return m_hasElemMatch || m_idIncluded; }

    Result<void> fields(bson::DocumentView specification, const std::string& prefix)
    {
        for (const bson::Element& element : specification) {
            TRY(field(prefix + std::string(element.key), element.value));
        }
        return {};
    }

    Result<void> field(const std::string& path, ValueView value)
    {
        if (path.ends_with(kPositionalEnd)) {
            return positional(path.substr(0, path.size() - kPositionalEnd.size()), value);
        }
        if (path.find(".$.") != std::string::npos) {
            return commandError(31394,
                                "As of 4.4, it's illegal to specify positional operator in "
                                "the middle of a path.");
        }
        if (value.isNumber() || value.type() == Type::Bool) {
            return flag(path, value.toBool());
        }
        if (value.type() != Type::Document) {
            return computed(path, value);
        }
        const bson::DocumentView document = value.asDocument();
        if (document.empty()) {
            return commandError(51270,
                                "An empty sub-projection is not a valid value. Found empty "
                                "object at path "
                                    + path);
        }
        // {a: {b: 1}} means {"a.b": 1}
        if (!document.begin()->key.starts_with('$') || document.count() != 1) {
            return fields(document, path + ".");
        }
        if (document.begin()->key == "$slice" && isFindSlice(document.begin()->value)) {
            return slice(path, document.begin()->value);
        }
        if (document.begin()->key == "$elemMatch") {
            return elemMatch(path, document.begin()->value);
        }
        return computed(path, value);
    }

    // find's $slice takes a number or [skip, limit]; all else is the aggregation expression of the
    // same name, whose errors it gets.
    static bool isFindSlice(ValueView argument)
    {
        if (argument.type() != Type::Array) {
            return argument.isNumber();
        }
        const bson::DocumentView parts = argument.asDocument();
        return parts.count() == 2 && parts["0"].isNumber() && parts["1"].isNumber()
            && parts["1"].toInt64() > 0;
    }

    Result<void> flag(const std::string& path, bool include)
    {
        if (path == "_id") {
            m_idIncluded = include;
        } else {
            TRY(agree(path, include));
        }
        return add(path, include ? ProjectionKind::Include : ProjectionKind::Exclude);
    }

    Result<void> agree(const std::string& path, bool include)
    {
        if (m_inclusion && *m_inclusion != include) {
            return include
                ? commandError(31253,
                               "Cannot do inclusion on field " + path + " in exclusion projection")
                : commandError(31254,
                               "Cannot do exclusion on field " + path + " in inclusion projection");
        }
        m_inclusion = include;
        return {};
    }

    // In find, {$meta: …} goes with both kinds of projection and alone leaves the other fields.
    bool isMeta(ValueView value) const
    {
        return m_context.metadata != RowMetadata::None && value.type() == Type::Document
            && value.asDocument().begin()->key == "$meta";
    }

    Result<void> computed(const std::string& path, ValueView value)
    {
        if (!isMeta(value)) {
            if (m_inclusion && !*m_inclusion) {
                return computedInExclusion(path, value);
            }
            m_inclusion = true;
        }
        TRY(checkProjectedCall(value));
        auto expression = Expression::parse(value, m_context);
        TRY(expression);
        TRY(add(path, ProjectionKind::Computed));
        m_added->expression = std::move(*expression);
        return {};
    }

    Result<void> slice(const std::string& path, ValueView argument)
    {
        SliceRange range;
        if (argument.isNumber()) {
            range.limit = argument.toInt64();
        } else {
            range.skip = argument.asDocument()["0"].toInt64();
            range.limit = argument.asDocument()["1"].toInt64();
        }
        TRY(add(path, ProjectionKind::Slice));
        m_added->slice = range;
        return {};
    }

    Result<void> elemMatch(const std::string& path, ValueView argument)
    {
        if (m_plan.positional) {
            return commandError(31255, "Cannot specify positional operator and $elemMatch.");
        }
        if (argument.type() != Type::Document) {
            return commandError(31274,
                                "elemMatch: Invalid argument, object required, but got "
                                    + std::string(bson::typeAlias(argument.type())));
        }
        if (path.find('.') != std::string::npos) {
            return commandError(31275, "Cannot use $elemMatch projection on a nested field");
        }
        // only a top-level field: MongoDB refuses dotted paths here
        bson::Builder wrapped;
        // the filter parser expects the operator together with its name
        wrapped.append("$elemMatch", argument);
        const bson::Document condition = wrapped.take();
        auto node = FilterParser(m_context).operators(path, condition);
        TRY(node);
        TRY(add(path, ProjectionKind::ElemMatch));
        m_added->elemMatch = node->predicate;
        m_hasElemMatch = true;
        return {};
    }

    Result<void> positional(const std::string& path, ValueView value)
    {
        if (value.type() == Type::Document) {
            return commandError(
                31271, "positional projection cannot be used with an expression or sub object");
        }
        if (!value.isNumber() && value.type() != Type::Bool) {
            return commandError(31308, "positional projection cannot be used with a literal");
        }
        if (!value.toBool()) {
            return commandError(31395, "positional projection cannot be used with exclusion");
        }
        if (m_plan.positional) {
            return commandError(31276,
                                "Cannot specify more than one positional projection per query.");
        }
        if (m_hasElemMatch) {
            return commandError(31256, "Cannot specify positional operator and $elemMatch.");
        }
        m_plan.positional = true;
        TRY(agree(path, true));
        return add(path, ProjectionKind::Positional);
    }

    // Adds a leaf at the end of a path; m_added is that leaf.
    Result<void> add(const std::string& path, ProjectionKind kind)
    {
        const auto names = splitFieldPath(path);
        TRY(names);
        if (names->size() > static_cast<std::size_t>(bson::kMaxDepth)) {
            return commandError(ServerCode::Overflow, "FieldPath is too long");
        }
        ProjectionNode* node = &m_plan.root;
        std::size_t consumed = 0; // characters of the path, for the message about a collision
        for (const std::string& name : *names) {
            if (node->kind != ProjectionKind::Inner) {
                return commandError(31249,
                                    "Path collision at " + path + " remaining portion "
                                        + path.substr(consumed));
            }
            node->computesBelow = node->computesBelow || kind == ProjectionKind::Computed;
            node->positionalBelow = node->positionalBelow || kind == ProjectionKind::Positional;
            const bool isEnd = consumed + name.size() == path.size();
            if (isEnd && node->find(name) != nullptr) {
                return commandError(31250, "Path collision at " + path);
            }
            node = &node->findOrAdd(name);
            consumed += name.size() + 1;
        }
        node->kind = kind;
        node->positionalBelow = kind == ProjectionKind::Positional;
        m_added = node;
        return {};
    }

    const EvaluationContext& m_context;
    ProjectionPlan m_plan;
    ProjectionNode* m_added = nullptr;
    std::optional<bool> m_inclusion; // unset while nothing but _id was included or excluded
    bool m_idIncluded = false;
    bool m_hasElemMatch = false;
};

} // namespace

const ProjectionNode* ProjectionNode::find(std::string_view child) const
{
    const auto found = positions.find(child);
    return found == positions.end() ? nullptr : &children[found->second];
}

ProjectionNode& ProjectionNode::findOrAdd(std::string_view child)
{
    const auto found = positions.find(child);
    if (found != positions.end()) {
        return children[found->second];
    }
    positions.emplace(child, children.size());
    children.emplace_back().name = child;
    return children.back();
}

Error computedInExclusion(std::string_view path, ValueView value)
{
    if (value.type() == Type::Document) {
        return commandError(31252,
                            "Cannot use expression other than $meta in exclusion projection");
    }
    return commandError(31310,
                        "Cannot use an expression " + std::string(path) + ": "
                            + bson::toShellText(value) + " in an exclusion projection");
}

Result<ProjectionPlan> parseProjection(bson::DocumentView specification,
                                       const EvaluationContext& context)
{
    return ProjectionParser(context).parse(specification);
}

} // namespace sandglass::engine::query
