// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <compare>
#include <memory>
#include <string>
#include <string_view>

namespace sandglass::bson {

/// The rules of a language for comparing strings, for compare() and hash(). Values without strings
/// compare as without a collation. Immutable; any thread.
class Collation
{
public:
    Collation() = default;
    Collation(const Collation&) = delete;
    Collation& operator=(const Collation&) = delete;
    virtual ~Collation() = default;

    /// The order of two strings, UTF-8.
    virtual std::strong_ordering compare(std::string_view left, std::string_view right) const = 0;
    /// Appends bytes that sort as compare() orders the strings: the same for equal strings, without
    /// zero bytes.
    virtual void appendSortKey(std::string& key, std::string_view text) const = 0;
    /// All its settings, as listIndexes shows them. Two collations are the same if their settings
    /// are equal.
    virtual const Document& settings() const = 0;
};

/// A shared collation; null: strings compare by their bytes.
using CollationPtr = std::shared_ptr<const Collation>;

/// Whether two collations, either of which may be null, have the same settings.
inline bool sameCollation(const Collation* left, const Collation* right)
{
    if (left == nullptr || right == nullptr) {
        return left == right;
    }
    return left == right || left->settings() == right->settings();
}

/// Whether a value has or may hold strings, which a collation compares in its own way.
inline bool dependsOnCollation(ValueView value)
{
    switch (value.type()) {
    case Type::String:
    case Type::Symbol:
    case Type::Code:
    case Type::Document:
    case Type::Array:
        return true;
    default:
        return false;
    }
}

} // namespace sandglass::bson
