// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/value.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

struct UpdateField;

/// A value that is being changed. A document or array is expanded only where something below it
/// changes. Everything else stays a view of the original bytes, which must outlive the tree.
class UpdateNode
{
public:
    /// Borrows the value.
    explicit UpdateNode(bson::ValueView borrowed);
    /// Owns the value.
    explicit UpdateNode(bson::Value owned);

    /// The current type.
    bson::Type type() const { return m_type; }
    /// Whether it is a document or an array.
    bool isContainer() const;
    /// The fields of a document or the elements of an array (whose names are not used). The first
    /// call expands the value.
    std::vector<UpdateField>& fields();
    /// The field of a document, or the element of an array with that index; nullptr when there is
    /// none.
    UpdateNode* find(std::string_view name);
    /// The current value; valid until the node changes.
    bson::ValueView view();
    /// A document with the current fields; empty if this is not a document.
    bson::Document document() const;
    /// Replaces the value.
    void replace(bson::Value value);
    /// Appends the value to an open document or array.
    void appendTo(bson::Builder& builder, std::string_view key) const;

private:
    /// Appends the fields or elements of an expanded value.
    void appendFieldsTo(bson::Builder& builder) const;

    bson::Type m_type;
    bool m_owns = false;
    bool m_expanded = false;
    bson::ValueView m_borrowed;
    bson::Value m_owned;
    std::vector<UpdateField> m_fields;
};

/// A field of a document, or an element of an array.
struct UpdateField
{
    std::string name;
    UpdateNode node;
};

} // namespace sandglass::engine::query
