// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bson {

/// A document that owns its bytes, which are always valid BSON. Copying copies the bytes.
class Document
{
public:
    /// The empty document. Allocates nothing.
    Document() = default;
    /// Copies the bytes of a view.
    explicit Document(DocumentView view);
    /// Takes over bytes that are known to be valid: made by Builder, or checked before.
    static Document fromTrusted(std::vector<std::uint8_t> bytes);
    /// Copies and validates bytes from outside. Errors: InvalidInput.
    static Result<Document> fromBytes(Bytes bytes);

    /// A view of this document; valid until the document changes or is destroyed.
    DocumentView view() const
    {
        return m_bytes.empty() ? DocumentView() : DocumentView(Bytes(m_bytes));
    }
    /// As view().
    operator DocumentView() const
    {
        return view();
    } // NOLINT(google-explicit-constructor): an owner is a view
    /// The value of a top-level field; Missing when absent.
    ValueView operator[](std::string_view key) const { return view()[key]; }
    /// Whether there is such a top-level field.
    bool contains(std::string_view key) const { return view().contains(key); }
    /// Whether there are no elements.
    bool empty() const { return view().empty(); }
    /// The encoded document, at least 5 bytes; valid as long as view().
    Bytes bytes() const { return view().bytes(); }
    /// Compares bytes: {a: 1} and {a: 1.0} differ.
    bool operator==(const Document& other) const
    {
        return std::ranges::equal(bytes(), other.bytes());
    }

private:
    std::vector<std::uint8_t> m_bytes; // none: the empty document
};

/// A value of any type that owns its bytes.
class Value
{
public:
    /// Missing.
    Value() = default;
    /// Copies the value of a view.
    explicit Value(ValueView view);
    /// `raw`: the payload of one element of `type`; must be valid.
    Value(Type type, std::vector<std::uint8_t> raw);

    /// A null value.
    static Value null();
    /// A value of the BSON type that corresponds to the argument's C++ type.
    static Value of(bool value);
    static Value of(std::int32_t value); ///< Int32
    static Value of(std::int64_t value); ///< Int64
    static Value of(double value); ///< Double
    static Value of(Decimal128 value); ///< Decimal128
    static Value of(Date value); ///< Date
    static Value of(Timestamp value); ///< Timestamp
    static Value of(ObjectId value);
    static Value of(std::string_view text); ///< String
    static Value of(const char* text) { return of(std::string_view(text)); }
    /// A copy of a document, as a value.
    static Value document(DocumentView document);
    /// A copy of an array. `elements`: a document with the keys "0", "1", …
    static Value array(DocumentView elements);
    /// The value that sorts before all others.
    static Value minKey();
    /// The value that sorts after all others.
    static Value maxKey();

    /// A view of this value; valid until the value changes or is destroyed.
    ValueView view() const { return {m_type, Bytes(m_raw)}; }
    /// As view().
    operator ValueView() const
    {
        return view();
    } // NOLINT(google-explicit-constructor): an owner is a view
    /// Missing when there is no value.
    Type type() const { return m_type; }
    /// Whether there is no value.
    bool isMissing() const { return m_type == Type::Missing; }

private:
    Type m_type = Type::Missing;
    std::vector<std::uint8_t> m_raw;
};

} // namespace sandglass::bson
