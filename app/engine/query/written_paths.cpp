// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/written_paths.h"

#include "app/bson/builder.h"
#include "app/bson/path.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sandglass::engine::query {

using bson::Builder;
using bson::ValueView;

bool WrittenPaths::Node::isWhole() const
{
    const auto changed = std::ranges::count_if(
        children, [](const std::unique_ptr<Node>& child) { return child->written; });
    return kind != Kind::Around || (chosen.size() > 1 && changed > 1);
}

void WrittenPaths::updated(const Path& path)
{
    write(path, Kind::Updated);
}

void WrittenPaths::created(const Path& path)
{
    write(path, Kind::Created);
}

void WrittenPaths::removed(const Path& path)
{
    write(path, Kind::Removed);
}

void WrittenPaths::chosen(const Path& array, const std::string& element)
{
    Node* node = &m_root;
    for (const std::string& name : array) {
        node = &childOf(*node, name);
    }
    node->chosen.insert(element);
}

WrittenPaths::Node& WrittenPaths::childOf(Node& node, const std::string& name)
{
    Node*& child = node.byName[name];
    if (child == nullptr) {
        child = node.children.emplace_back(std::make_unique<Node>(Node{name})).get();
    }
    return *child;
}

void WrittenPaths::write(const Path& path, Kind kind)
{
    Node* node = &m_root;
    node->written = true;
    for (const std::string& name : path) {
        node = &childOf(*node, name);
        // inside of a field that the same update has made: that is logged as it is in the end
        if (node->kind != Kind::Around) {
            return;
        }
        node->written = true;
    }
    node->kind = kind;
}

bson::Document WrittenPaths::difference(bson::DocumentView after) const
{
    return ofDocument(m_root, after);
}

bson::Document WrittenPaths::ofNested(const Node& node, ValueView after)
{
    return after.type() == bson::Type::Array ? ofArray(node, after.asDocument())
                                             : ofDocument(node, after.asDocument());
}

bson::Document WrittenPaths::ofDocument(const Node& node, bson::DocumentView after)
{
    Builder removed;
    Builder changed;
    Builder added;
    Builder nested;
    for (const std::unique_ptr<Node>& child : node.children) {
        const ValueView value = after[child->name];
        if (!child->written) {
            continue;
        }
        if (child->kind == Kind::Removed) {
            removed.append(child->name, false);
        } else if (child->kind == Kind::Created) {
            added.append(child->name, value);
        } else if (child->isWhole()) {
            changed.append(child->name, value);
        } else {
            nested.append("s" + child->name, ofNested(*child, value));
        }
    }
    Builder diff;
    for (auto& [name, part] :
         {std::pair("d", &removed), std::pair("u", &changed), std::pair("i", &added)}) {
        if (const bson::Document fields = part->take(); !fields.empty()) {
            diff.append(name, fields);
        }
    }
    diff.appendAll(nested.take());
    return diff.take();
}

bson::Document WrittenPaths::ofArray(const Node& node, bson::DocumentView after)
{
    std::map<std::size_t, const Node*> byIndex;
    for (const std::unique_ptr<Node>& child : node.children) {
        const auto index = bson::arrayPosition(child->name);
        if (child->written && index) {
            byIndex.emplace(*index, child.get());
        }
    }
    const std::vector<ValueView> elements = after.values();
    Builder diff;
    diff.append("a", true);
    for (const auto& [index, child] : byIndex) {
        const ValueView value = index < elements.size() ? elements[index] : ValueView();
        // of several chosen elements this is the only one that changed: see isWhole()
        if (node.chosen.size() > 1 || child->isWhole()) {
            diff.append("u" + child->name, value);
        } else {
            diff.append("s" + child->name, ofNested(*child, value));
        }
    }
    return diff.take();
}

} // namespace sandglass::engine::query
