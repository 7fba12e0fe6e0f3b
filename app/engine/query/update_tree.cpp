// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update_tree.h"

#include "app/bson/path.h"

#include <utility>

// A document during an update is a tree whose nodes are expanded only on the path of a change. Most
// of a large document is never taken apart.

namespace sandglass::engine::query {

using bson::Type;

UpdateNode::UpdateNode(bson::ValueView borrowed)
    : m_type(borrowed.type())
    , m_borrowed(borrowed)
{
}

UpdateNode::UpdateNode(bson::Value owned)
    : m_type(owned.type())
    , m_owns(true)
    , m_owned(std::move(owned))
{
}

bool UpdateNode::isContainer() const
{
    return m_type == Type::Document || m_type == Type::Array;
}

std::vector<UpdateField>& UpdateNode::fields()
{
    if (!m_expanded && isContainer()) {
        // expanded on the first visit only: untouched parts of the document are copied as bytes
        const bson::ValueView whole = m_owns ? m_owned.view() : m_borrowed;
        for (const bson::Element& element : whole.asDocument()) {
            m_fields.push_back({std::string(element.key), UpdateNode(element.value)});
        }
        m_expanded = true;
    }
    return m_fields;
}

UpdateNode* UpdateNode::find(std::string_view name)
{
    if (m_type == Type::Array) {
        const auto index = bson::arrayPosition(name);
        std::vector<UpdateField>& elements = fields();
        return index && *index < elements.size() ? &elements[*index].node : nullptr;
    }
    for (UpdateField& field : fields()) {
        if (field.name == name) {
            return &field.node;
        }
    }
    return nullptr;
}

bson::ValueView UpdateNode::view()
{
    // the fields may have changed, so they are written back to one value first
    if (m_expanded) {
        const bson::Document whole = document();
        replace(m_type == Type::Array ? bson::Value::array(whole) : bson::Value::document(whole));
    }
    return m_owns ? m_owned.view() : m_borrowed;
}

bson::Document UpdateNode::document() const
{
    if (!m_expanded) {
        return bson::Document((m_owns ? m_owned.view() : m_borrowed).asDocument());
    }
    bson::Builder builder;
    appendFieldsTo(builder);
    return builder.take();
}

void UpdateNode::replace(bson::Value value)
{
    m_fields.clear();
    m_expanded = false;
    m_type = value.type();
    m_owned = std::move(value);
    m_owns = true;
}

void UpdateNode::appendTo(bson::Builder& builder, std::string_view key) const
{
    if (!m_expanded) {
        builder.append(key, m_owns ? m_owned.view() : m_borrowed);
        return;
    }
    if (m_type == Type::Array) {
        builder.beginArray(key);
    } else {
        builder.beginDocument(key);
    }
    appendFieldsTo(builder);
    builder.end();
}

void UpdateNode::appendFieldsTo(bson::Builder& builder) const
{
    // elements are numbered anew, since some may have been added
    std::size_t index = 0;
    for (const UpdateField& field : m_fields) {
        field.node.appendTo(builder, m_type == Type::Array ? std::to_string(index++) : field.name);
    }
}

} // namespace sandglass::engine::query
