// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/update_filters.h"
#include "app/engine/query/update_modifier.h"
#include "app/engine/query/update_path.h"
#include "app/engine/query/update_plan.h"
#include "app/engine/query/update_run.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

/// An update with modifiers: {$set: …, $inc: …}.
class OperatorPlan final : public UpdatePlan
{
public:
    OperatorPlan(std::vector<UpdateEntry> entries, ArrayFilters filters)
        : m_entries(std::move(entries))
        , m_filters(std::move(filters))
    {
        m_dynamic = std::any_of(m_entries.begin(), m_entries.end(),
                                [](const UpdateEntry& entry) { return entry.path.isDynamic(); });
    }

    Result<bson::Document> apply(const Update::Target& target) const override
    {
        UpdateRun run(target, m_filters, m_dynamic);
        for (const UpdateEntry& entry : m_entries) {
            TRY(run.apply(entry));
        }
        return run.document();
    }

private:
    std::vector<UpdateEntry> m_entries; // in order of application
    ArrayFilters m_filters;
    bool m_dynamic = false; // some path has $, $[] or $[<id>]: conflicts show only in the document
};

/// Parses an update with modifiers and checks that no two of them write the same path.
class OperatorParser
{
public:
    OperatorParser(ArrayFilters filters, const EvaluationContext& context)
        : m_filters(std::move(filters))
        , m_context(context)
    {
    }

    Result<UpdatePlanPtr> parse(bson::DocumentView update)
    {
        for (const bson::Element& group : update) {
            TRY(addGroup(group));
        }
        // an unused filter is most likely a mistyped identifier, so MongoDB refuses it
        for (const std::string& identifier : m_filters.identifiers()) {
            if (!m_usedFilters.contains(identifier)) {
                return commandError(ServerCode::FailedToParse,
                                    "The array filter for identifier '" + identifier
                                        + "' was not used in the update "
                                        + bson::toShellText(update));
            }
        }
        // MongoDB applies modifiers in the order of their paths, which decides the order of new
        // fields
        std::stable_sort(m_entries.begin(), m_entries.end(),
                         [](const UpdateEntry& left, const UpdateEntry& right) {
                             return comesBefore(left.path, right.path);
                         });
        return UpdatePlanPtr(
            std::make_shared<OperatorPlan>(std::move(m_entries), std::move(m_filters)));
    }

private:
    // `{$op: {path: argument, …}}`
    Result<void> addGroup(const bson::Element& group)
    {
        const ModifierFactory factory = findModifier(group.key);
        const bool renames = group.key == "$rename";
        if (factory == nullptr && !renames) {
            return commandError(ServerCode::FailedToParse,
                                "Unknown modifier: " + std::string(group.key)
                                    + ". Expected a valid update modifier or pipeline-style "
                                      "update specified as an array");
        }
        if (group.value.type() != Type::Document) {
            return commandError(ServerCode::FailedToParse,
                                "Modifiers operate on fields but we found type "
                                    + std::string(bson::typeAlias(group.value.type()))
                                    + " instead. For example: {$mod: {<field>: ...}} not {"
                                    + std::string(group.key) + ": " + bson::toShellText(group.value)
                                    + "}");
        }
        for (const bson::Element& element : group.value.asDocument()) {
            auto added = renames ? addRename(element)
                                 : add(ModifierCall{group.key, element, m_context}, factory);
            TRY(added);
        }
        return {};
    }

    Result<void> add(const ModifierCall& call, ModifierFactory factory)
    {
        auto path = parseUpdatePath(call.argument.key);
        TRY(path);
        TRY(checkFilters(*path));
        auto modifier = factory(call);
        TRY(modifier);
        // after the modifier's own checks: their errors take precedence over a conflict of paths
        TRY(reserve(*path));
        m_entries.push_back({std::move(*path), std::move(*modifier), std::nullopt});
        return {};
    }

    Result<void> addRename(const bson::Element& element)
    {
        const std::string text = std::string(element.key) + ": " + bson::toShellText(element.value);
        if (element.value.type() != Type::String) {
            return badValue("The 'to' field for $rename must be a string: " + text);
        }
        const std::string_view target = element.value.asString();
        if (target.find('\0') != std::string_view::npos) {
            return protocol::commandError(
                9867600, "The 'to' field for $rename cannot contain an embedded null byte");
        }
        auto from = parseUpdatePath(element.key);
        TRY(from);
        auto to = parseUpdatePath(target);
        TRY(to);
        if (from->text == to->text) {
            return badValue("The source and target field for $rename must differ: " + text);
        }
        if (from->isDynamic()) {
            return badValue("The source field for $rename may not be dynamic: " + from->text);
        }
        if (to->isDynamic()) {
            return badValue("The destination field for $rename may not be dynamic: " + to->text);
        }
        if (from->text.starts_with(to->text + ".") || to->text.starts_with(from->text + ".")) {
            return badValue("The source and target field for $rename must not be on the same path: "
                            + text);
        }
        // a rename writes both paths, so no other modifier may touch either
        for (const UpdatePath& path : {*from, *to}) {
            TRY(reserve(path));
        }
        m_entries.push_back({std::move(*to), {}, std::move(*from)});
        return {};
    }

    Result<void> checkFilters(const UpdatePath& path)
    {
        for (const UpdateStep& step : path.steps) {
            if (step.kind != StepKind::Filtered) {
                continue;
            }
            if (!m_filters.contains(step.name)) {
                return badValue("No array filter found for identifier '" + step.name + "' in path '"
                                + path.text + "'");
            }
            m_usedFilters.insert(step.name);
        }
        return {};
    }

    Result<void> reserve(const UpdatePath& path)
    {
        const std::string conflict = m_paths.add(path.text);
        if (conflict.empty()) {
            return {};
        }
        return commandError(ServerCode::ConflictingUpdateOperators,
                            "Updating the path '" + path.text + "' would create a conflict at '"
                                + conflict + "'");
    }

    ArrayFilters m_filters;
    const EvaluationContext& m_context;
    PathSet m_paths; // written by the modifiers so far
    std::set<std::string> m_usedFilters; // identifiers that occur in a path
    std::vector<UpdateEntry> m_entries;
};

} // namespace

Result<UpdatePlanPtr> parseOperatorUpdate(bson::DocumentView update, ValueView arrayFilters,
                                          const EvaluationContext& context)
{
    auto filters = ArrayFilters::parse(arrayFilters, context);
    TRY(filters);
    return OperatorParser(std::move(*filters), context).parse(update);
}

} // namespace sandglass::engine::query
