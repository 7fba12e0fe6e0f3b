// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bson {

/// A document that owns its bytes. Copies copy. Always valid BSON.
class Document
{
public:
    /// The empty document. Allocates nothing.
    Document() = default;
    /// A copy of a view's bytes.
    explicit Document(DocumentView view);
    /// Takes bytes that are known to be valid (made by Builder, or checked before).
    static Document fromTrusted(std::vector<std::uint8_t> bytes);
    /// Takes bytes from outside; they pass validate() first. Errors: InvalidInput.
    static Result<Document> fromBytes(Bytes bytes);

    DocumentView view() const
    {
        return m_bytes.empty() ? DocumentView() : DocumentView(Bytes(m_bytes));
    }
    operator DocumentView() const
    {
        return view();
    } // NOLINT(google-explicit-constructor): an owner is a view
    ValueView operator[](std::string_view key) const { return view()[key]; }
    bool contains(std::string_view key) const { return view().contains(key); }
    bool empty() const { return view().empty(); }
    Bytes bytes() const { return view().bytes(); }
    /// Same bytes.
    bool operator==(const Document& other) const
    {
        return std::ranges::equal(bytes(), other.bytes());
    }

private:
    std::vector<std::uint8_t> m_bytes; // none: the empty document
};

/// A value that owns its bytes.
class Value
{
public:
    /// Missing.
    Value() = default;
    /// A copy of what a view shows.
    explicit Value(ValueView view);
    Value(Type type, std::vector<std::uint8_t> raw);

    static Value null();
    static Value of(bool value);
    static Value of(std::int32_t value);
    static Value of(std::int64_t value);
    static Value of(double value);
    static Value of(Decimal128 value);
    static Value of(Date value);
    static Value of(Timestamp value);
    static Value of(ObjectId value);
    static Value of(std::string_view text);
    static Value of(const char* text) { return of(std::string_view(text)); }
    static Value document(DocumentView document);
    /// `elements`: a document whose keys are "0", "1", …
    static Value array(DocumentView elements);
    static Value minKey();
    static Value maxKey();

    ValueView view() const { return {m_type, Bytes(m_raw)}; }
    operator ValueView() const
    {
        return view();
    } // NOLINT(google-explicit-constructor): an owner is a view
    Type type() const { return m_type; }
    bool isMissing() const { return m_type == Type::Missing; }

private:
    Type m_type = Type::Missing;
    std::vector<std::uint8_t> m_raw;
};

} // namespace sandglass::bson
