// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/types.h"
#include "app/bson/value.h"

#include <cstddef>
#include <string>

namespace sandglass::fuzz {

/// Makes a small document and a filter from bytes. Few names and values are used, so that filters
/// often match. The same bytes give the same two.
class FilterMaker
{
public:
    explicit FilterMaker(bson::Bytes bytes)
        : m_bytes(bytes)
    {
    }

    /// The document; call it first.
    bson::Document document();
    /// A filter with the operators that matchesSlowly() knows.
    bson::Document filter(int depth = 0);

private:
    /// The next number below `limit`; 0 after the last byte.
    std::size_t below(std::size_t limit);
    /// A dotted path of one or two names.
    std::string path();
    /// A number, string, bool, date or null.
    bson::Value scalar();
    /// A scalar, an array of scalars, or a document.
    void append(bson::Builder& builder, const std::string& key, int depth);
    /// The condition at one path.
    void condition(bson::Builder& builder, const std::string& path);

    bson::Bytes m_bytes;
    std::size_t m_at = 0;
};

/// Whether a filter of FilterMaker matches, by the words of the manual and without any shortcut.
/// Source: MongoDB manual, Query and Projection Operators.
bool matchesSlowly(bson::DocumentView filter, bson::DocumentView document);

} // namespace sandglass::fuzz
