// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/path.h"
#include "app/bson/view.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace sandglass::engine::query {

/// What to do with an array at the end of a path.
enum class LeafArray {
    Keep, ///< visit the array as one value
    Enter, ///< visit each element, then the array itself
    Elements, ///< visit each element only; an empty array is visited as Undefined, as in index
              ///< keys
};

/// Visits every value that a query finds at a dotted path. Allocates nothing. Arrays on the way are
/// entered one level deep, and a number also selects an array element. Missing is visited wherever
/// a document on the way lacks the field. `Visitor`: bool(ValueView value,
/// std::optional<std::size_t> outerIndex); returning true stops the walk. `outerIndex`: the index
/// in the outermost array entered. Source: MongoDB manual, Query an Array of Embedded Documents.
template <typename Visitor>
class PathWalker
{
public:
    using Index = std::optional<std::size_t>;

    PathWalker(LeafArray leafArray, Visitor& visitor)
        : m_leafArray(leafArray)
        , m_visitor(visitor)
    {
    }

    /// Walks from a document. True when the visitor stopped the walk.
    bool inDocument(bson::DocumentView document, std::string_view path, Index outer = std::nullopt)
    {
        while (true) {
            const auto [name, rest] = bson::splitPath(path);
            const bson::ValueView value = document[name];
            if (name.size() == path.size()) {
                return atLeaf(value, outer);
            }
            if (value.type() == bson::Type::Array) {
                return inArray(value.asDocument(), rest, outer);
            }
            if (value.type() != bson::Type::Document) {
                return m_visitor(bson::ValueView(), outer);
            }
            document = value.asDocument();
            path = rest;
        }
    }

private:
    /// Visits the value at the end of the path.
    bool atLeaf(bson::ValueView value, Index outer)
    {
        if (value.type() != bson::Type::Array || m_leafArray == LeafArray::Keep) {
            return m_visitor(value, outer);
        }
        std::size_t index = 0;
        for (const bson::Element& element : value.asDocument()) {
            if (m_visitor(element.value, outer ? outer : Index(index))) {
                return true;
            }
            ++index;
        }
        if (m_leafArray == LeafArray::Enter) {
            return m_visitor(value, outer);
        }
        return index == 0 && m_visitor(bson::ValueView(bson::Type::Undefined, {}), outer);
    }

    /// Continues in the documents of an array and in the element that a number selects.
    bool inArray(bson::DocumentView array, std::string_view path, Index outer)
    {
        const auto [name, rest] = bson::splitPath(path);
        const Index chosen = bson::arrayPosition(name);
        const bool isEnd = name.size() == path.size();
        std::size_t index = 0;
        for (const bson::Element& element : array) {
            const Index offset = outer ? outer : Index(index);
            if (element.value.type() == bson::Type::Document
                && inDocument(element.value.asDocument(), path, offset)) {
                return true;
            }
            if (chosen == index && atChosen(element.value, isEnd, rest, offset)) {
                return true;
            }
            ++index;
        }
        return false;
    }

    // Continues in the element that a number selects. Its own arrays are not entered at the end of
    // the path.
    bool atChosen(bson::ValueView value, bool isEnd, std::string_view rest, Index outer)
    {
        if (isEnd) {
            return m_visitor(value, outer);
        }
        if (value.type() == bson::Type::Document) {
            return inDocument(value.asDocument(), rest, outer);
        }
        if (value.type() == bson::Type::Array) {
            return inArray(value.asDocument(), rest, outer);
        }
        return false;
    }

    LeafArray m_leafArray;
    Visitor& m_visitor;
};

/// Runs a PathWalker. True when the visitor stopped it.
template <typename Visitor>
bool walkPath(bson::DocumentView document, std::string_view path, LeafArray leafArray,
              Visitor&& visitor)
{
    return PathWalker<std::remove_reference_t<Visitor>>(leafArray, visitor)
        .inDocument(document, path);
}

} // namespace sandglass::engine::query
