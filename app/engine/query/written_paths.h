// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sandglass::engine::query {

/// What an update with operators has written in one document, for the log of operations. Change
/// streams show it: {$set: {a: {b: 1}}} has written "a", also where only "a.b" differs from before.
/// One thread.
class WrittenPaths
{
public:
    /// The names from the document to a field; an element of an array by its index.
    using Path = std::vector<std::string>;

    /// A field or element that was there has another value.
    void updated(const Path& path);
    /// A field or element is new. `path`: ends at its first name that was missing.
    void created(const Path& path);
    /// A field is gone.
    void removed(const Path& path);
    /// `$[]` or `$[identifier]` has chosen an element, whether it changes or not. With several
    /// chosen elements the array is written as a whole, or the only one of them that changed.
    void chosen(const Path& array, const std::string& element);

    /// The difference in the form of the log, see catalog::documentDiff(); empty when nothing was
    /// written. `after`: the document with all of the update. Source: MongoDB server source,
    /// v2_log_builder.cpp.
    bson::Document difference(bson::DocumentView after) const;

private:
    /// What has happened to a field.
    enum class Kind { Around, Updated, Created, Removed };
    /// A field on the way to what was written. Around: something inside of it was, if anything.
    struct Node
    {
        std::string name;
        Kind kind = Kind::Around;
        bool written = false; ///< it, or something inside of it
        std::vector<std::unique_ptr<Node>> children = {}; ///< in the order of the writes
        std::map<std::string, Node*, std::less<>> byName = {};
        std::set<std::string> chosen = {}; ///< elements

        /// Whether it is logged with its whole value.
        bool isWhole() const;
    };

    /// The child of that name, which may be new.
    static Node& childOf(Node& node, const std::string& name);
    /// Notes what has happened at a path.
    void write(const Path& path, Kind kind);
    /// The difference of a document below a node.
    static bson::Document ofDocument(const Node& node, bson::DocumentView after);
    /// The difference of an array below a node.
    static bson::Document ofArray(const Node& node, bson::DocumentView after);
    /// The difference of either.
    static bson::Document ofNested(const Node& node, bson::ValueView after);

    Node m_root;
};

} // namespace sandglass::engine::query
