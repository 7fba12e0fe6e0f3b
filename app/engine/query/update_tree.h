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

/// A value that is being changed. A document or array is taken apart only where something below it
/// changes; all else stays the bytes it came as, which must outlive the tree.
class UpdateNode
{
public:
    /// Borrows the value.
    explicit UpdateNode(bson::ValueView borrowed);
    /// Owns the value.
    explicit UpdateNode(bson::Value owned);

    bson::Type type() const { return m_type; }
    bool isContainer() const;
    /// The fields of a document or the elements of an array (their names mean nothing), taken apart
    /// on the first call.
    std::vector<UpdateField>& fields();
    /// The field of a document or the element of an array (`name` is its number); null when there
    /// is none.
    UpdateNode* find(std::string_view name);
    /// The value as it is now; valid until the node changes.
    bson::ValueView view();
    /// A document with the fields as they are now; empty when this is no document.
    bson::Document document() const;
    /// Makes it another value.
    void replace(bson::Value value);
    /// Writes it as an element of an open document or array.
    void appendTo(bson::Builder& builder, std::string_view key) const;

private:
    void appendFieldsTo(bson::Builder& builder) const;

    bson::Type m_type;
    bool m_owns = false;
    bool m_expanded = false;
    bson::ValueView m_borrowed;
    bson::Value m_owned;
    std::vector<UpdateField> m_fields;
};

/// A named value in a document, or an element of an array.
struct UpdateField
{
    std::string name;
    UpdateNode node;
};

} // namespace sandglass::engine::query
