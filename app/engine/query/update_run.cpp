// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update_run.h"

#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/bson/path.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/written_paths.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::Value;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

// Most nulls that fill the gap before a new array element. Source: MongoDB server source,
// path_support.h, kMaxPaddingAllowed.
constexpr std::size_t kMaxArrayPadding = 1'500'000;

void removeField(UpdateNode& node, std::string_view name)
{
    std::vector<UpdateField>& fields = node.fields();
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const UpdateField& field) { return field.name == name; });
    if (found != fields.end()) {
        fields.erase(found);
    }
}

// The document that holds the last name of a path without positional steps; null when it is
// missing. An array on the path ends the walk and is stored in `inArray`, which is otherwise left
// alone.
UpdateNode* parentOf(UpdateNode& root, const UpdatePath& path, UpdateNode*& inArray)
{
    UpdateNode* node = &root;
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
        if (node->type() == Type::Array) {
            inArray = node;
        }
        if (node->type() != Type::Document) {
            return nullptr;
        }
        if (i + 1 == path.steps.size()) {
            return node;
        }
        node = node->find(path.steps[i].name);
        if (node == nullptr) {
            return nullptr;
        }
    }
    return nullptr;
}

} // namespace

UpdateRun::UpdateRun(const Update::Target& target, const ArrayFilters& filters, bool dynamic)
    : m_target(target)
    , m_filters(filters)
    , m_dynamic(dynamic)
    , m_root(ValueView(Type::Document, target.document.bytes()))
{
}

Result<void> UpdateRun::apply(const UpdateEntry& entry)
{
    if (entry.modifier.onlyInserting && !m_target.inserting) {
        return {};
    }
    return entry.source ? rename(entry) : descend(m_root, entry, 0);
}

bson::Document UpdateRun::document() const
{
    return m_root.document();
}

// descend(), everyElement() and atName() call each other along the path. m_names holds the names
// on the way to the current node, with array positions instead of positional steps.
Result<void> UpdateRun::descend(UpdateNode& node, const UpdateEntry& entry, std::size_t depth)
{
    const UpdateStep& step = entry.path.steps[depth];
    if (step.kind == StepKind::Every || step.kind == StepKind::Filtered) {
        return everyElement(node, entry, depth);
    }
    auto name = nameOf(step);
    TRY(name);
    m_names.push_back(std::move(*name));
    auto done = atName(node, entry, depth);
    m_names.pop_back();
    return done;
}

Result<void> UpdateRun::everyElement(UpdateNode& node, const UpdateEntry& entry, std::size_t depth)
{
    if (node.type() != Type::Array) {
        return badValue("Cannot apply array updates to non-array element "
                        + entry.path.steps[depth - 1].name + ": " + bson::toShellText(node.view()));
    }
    const UpdateStep& step = entry.path.steps[depth];
    const bson::DocumentView before = originalArray();
    auto original = before.begin();
    for (std::size_t i = 0; i < node.fields().size(); ++i) {
        // array filters are tested against the elements as they were before the update's other
        // paths; elements appended since then have only their present value
        const ValueView element
            = original == before.end() ? node.fields()[i].node.view() : (*original++).value;
        if (step.kind == StepKind::Filtered) {
            const auto chosen = m_filters.matches(step.name, element);
            TRY(chosen);
            if (!*chosen) {
                continue;
            }
        }
        if (m_target.written != nullptr) {
            m_target.written->chosen(m_names, std::to_string(i));
        }
        m_names.push_back(std::to_string(i));
        auto done = atName(node, entry, depth);
        m_names.pop_back();
        TRY(done);
    }
    return {};
}

// The array at m_names in the document before the update; empty when another operator of the same
// update made it an array.
bson::DocumentView UpdateRun::originalArray() const
{
    ValueView value(Type::Document, m_target.document.bytes());
    for (const std::string& name : m_names) {
        value = value.asDocument()[name];
    }
    return value.type() == Type::Array ? value.asDocument() : bson::DocumentView();
}

// Continues at the name at the end of m_names, inside `node`.
Result<void> UpdateRun::atName(UpdateNode& node, const UpdateEntry& entry, std::size_t depth)
{
    if (!node.isContainer()) {
        return notViable(node, entry, depth);
    }
    const std::string& name = m_names.back();
    if (node.type() == Type::Array && !bson::arrayPosition(name)) {
        return notViable(node, entry, depth);
    }
    UpdateNode* child = node.find(name);
    if (child == nullptr) {
        return create(node, entry, depth);
    }
    if (depth + 1 == entry.path.steps.size()) {
        return change(node, entry);
    }
    return descend(*child, entry, depth + 1);
}

Result<void> UpdateRun::change(UpdateNode& node, const UpdateEntry& entry)
{
    TRY(noteTouched());
    const std::string& name = m_names.back();
    UpdateNode& child = *node.find(name);
    const ValueView existing = child.view();
    const bool noted = m_target.written != nullptr;
    const std::size_t appended
        = noted && entry.modifier.appended ? entry.modifier.appended(existing) : 0;
    auto changed = entry.modifier.apply(existing, ModifierPlace{name, m_target.document});
    TRY(changed);
    // an identical value counts as no change, which the reply's nModified shows
    if (!*changed || bson::identical(**changed, existing)) {
        return {};
    }
    if (!(*changed)->isMissing()) {
        child.replace(std::move(**changed));
        noteUpdated(child.view(), appended);
    } else if (node.type() == Type::Array) {
        child.replace(Value::null()); // the other elements keep their positions
        noteUpdated(child.view(), 0);
    } else {
        removeField(node, name);
        if (noted) {
            m_target.written->removed(m_names);
        }
    }
    return {};
}

void UpdateRun::noteUpdated(ValueView value, std::size_t appended) const
{
    if (m_target.written == nullptr) {
        return;
    }
    if (appended == 0) {
        m_target.written->updated(m_names);
        return;
    }
    const std::size_t size = value.asDocument().count();
    WrittenPaths::Path element = m_names;
    element.emplace_back();
    for (std::size_t i = size - appended; i < size; ++i) {
        element.back() = std::to_string(i);
        m_target.written->created(element);
    }
}

Result<void> UpdateRun::create(UpdateNode& node, const UpdateEntry& entry, std::size_t depth)
{
    // $[] and $[name] need elements that exist, so they cannot follow a name that does not
    const auto& steps = entry.path.steps;
    for (std::size_t i = depth + 1; i < steps.size(); ++i) {
        if (steps[i].kind == StepKind::Every || steps[i].kind == StepKind::Filtered) {
            return badValue("The path '" + entry.path.prefix(i)
                            + "' must exist in the document in order to apply array updates.");
        }
    }
    if (!entry.modifier.createsPath) {
        return {};
    }
    auto branch = newBranch(entry, depth + 1);
    TRY(branch);
    if (branch->isMissing()) {
        return {};
    }
    TRY(insert(node, m_names.back(), std::move(*branch)));
    if (m_target.written != nullptr) {
        m_target.written->created(m_names);
    }
    return {};
}

// The value for a path whose part from `depth` on does not exist: the modifier's value inside new
// documents. Numbers in such a path become field names, not array positions.
Result<Value> UpdateRun::newBranch(const UpdateEntry& entry, std::size_t depth)
{
    const std::size_t known = m_names.size();
    Result<void> noted;
    for (std::size_t i = depth; i < entry.path.steps.size() && noted; ++i) {
        auto name = nameOf(entry.path.steps[i]);
        if (name) {
            m_names.push_back(std::move(*name));
        } else {
            noted = std::move(name.error());
        }
    }
    if (noted) {
        noted = noteTouched();
    }
    const std::vector<std::string> innermostFirst(
        m_names.rbegin(), m_names.rend() - static_cast<std::ptrdiff_t>(known));
    const std::string last = m_names.back();
    m_names.resize(known);
    TRY(noted);
    auto made = entry.modifier.apply(ValueView(), ModifierPlace{last, m_target.document});
    TRY(made);
    if (!*made || (*made)->isMissing()) {
        return Value();
    }
    Value value = std::move(**made);
    for (const std::string& name : innermostFirst) {
        value = Value::document(bson::makeDocument(name, value));
    }
    return value;
}

Result<void> UpdateRun::insert(UpdateNode& node, const std::string& name, Value value)
{
    std::vector<UpdateField>& fields = node.fields();
    if (node.type() == Type::Array) {
        const std::size_t index = *bson::arrayPosition(name);
        if (index > fields.size() && index - fields.size() > kMaxArrayPadding) {
            return commandError(ServerCode::CannotBackfillArray,
                                "can't backfill more than 1500000 elements");
        }
        while (fields.size() < index) {
            fields.push_back({{}, UpdateNode(Value::null())});
        }
    }
    fields.push_back({name, UpdateNode(std::move(value))});
    return {};
}

Result<void> UpdateRun::notViable(UpdateNode& node, const UpdateEntry& entry, std::size_t depth)
{
    if (entry.modifier.toleratesPath) {
        return {};
    }
    const std::string around = depth == 0 ? std::string() : m_names[m_names.size() - 2];
    return commandError(ServerCode::PathNotViable,
                        "Cannot create field '" + m_names.back() + "' in element {" + around + ": "
                            + bson::toShellText(node.view()) + "}");
}

// Sets the new name to the old value and removes the old name. Both names are checked first: an
// error must not leave the value under both or under neither of them.
Result<void> UpdateRun::rename(const UpdateEntry& entry)
{
    const std::string& to = entry.path.text;
    const std::string& from = entry.source->text;
    const ModifierPlace whole{to, m_target.document};
    const auto inArrayError = [&](std::string_view which, const std::string& path) {
        return badValue("The " + std::string(which) + " field cannot be an array element, '" + path
                        + "' in doc with " + whole.idText() + " has an array field called '"
                        + std::string(bson::splitPath(path).first) + "'");
    };
    UpdateNode* array = nullptr;
    UpdateNode* parent = parentOf(m_root, *entry.source, array);
    if (array != nullptr) {
        return inArrayError("source", from);
    }
    const std::string& last = entry.source->steps.back().name;
    UpdateNode* source = parent == nullptr ? nullptr : parent->find(last);
    if (source == nullptr) {
        return {};
    }
    UpdateEntry setter;
    setter.path = entry.path;
    setter.modifier.apply
        = [value = Value(source->view())](ValueView, const ModifierPlace&) -> Result<Change> {
        return Change(value);
    };
    parentOf(m_root, entry.path, array);
    if (array != nullptr) {
        return inArrayError("destination", to);
    }
    TRY(descend(m_root, setter, 0));
    // a new field may have moved the nodes in memory, so the source is looked up again
    if (UpdateNode* holder = parentOf(m_root, *entry.source, array)) {
        removeField(*holder, last);
    }
    if (m_target.written != nullptr) {
        WrittenPaths::Path gone;
        for (const UpdateStep& step : entry.source->steps) {
            gone.push_back(step.name);
        }
        m_target.written->removed(gone);
    }
    return {};
}

Result<std::string> UpdateRun::nameOf(const UpdateStep& step) const
{
    if (step.kind != StepKind::Positional) {
        return step.name;
    }
    if (!m_target.arrayIndex) {
        return badValue("The positional operator did not find the match needed from the query.");
    }
    return std::to_string(*m_target.arrayIndex);
}

// Positional steps are resolved per document, so only now two paths may turn out to conflict.
Result<void> UpdateRun::noteTouched()
{
    if (!m_dynamic) {
        return {};
    }
    std::string path;
    for (const std::string& name : m_names) {
        path += (path.empty() ? "" : ".") + name;
    }
    const std::string conflict = m_touched.add(path);
    if (conflict.empty()) {
        return {};
    }
    return commandError(ServerCode::ConflictingUpdateOperators,
                        "Update created a conflict at '" + conflict + "'");
}

} // namespace sandglass::engine::query
