// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/special_match.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/special_keys.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sandglass::engine::plan {

using catalog::IndexInfo;
using catalog::IndexRange;
using protocol::KeyField;

namespace {

/// The position of the wildcard field; the number of fields without one.
std::size_t wildcardAt(const std::vector<KeyField>& fields)
{
    const auto found = std::ranges::find_if(
        fields, [](const KeyField& field) { return catalog::isWildcardPath(field.path); });
    return static_cast<std::size_t>(found - fields.begin());
}

/// Whether a part of a path is a number: a key has the path without positions in arrays.
bool hasPosition(std::string_view path)
{
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('.'));
        if (!part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos) {
            return true;
        }
        path.remove_prefix(std::min(path.size(), part.size() + 1));
    }
    return false;
}

/// Whether the bounds are of single values only: a document is not a key of a wildcard index, but
/// its fields are.
bool ofScalars(const query::PathBounds& bounds)
{
    const auto isDocument
        = [](const bson::Value& value) { return value.type() == bson::Type::Document; };
    return std::ranges::none_of(bounds.equals, isDocument)
        && (!bounds.lower || !isDocument(*bounds.lower))
        && (!bounds.upper || !isDocument(*bounds.upper));
}

/// An ordered index with the same first fields, whose ranges are nearly those wanted.
IndexInfo orderedLike(const IndexInfo& index, const std::vector<std::string>& paths)
{
    IndexInfo like = index;
    bson::Builder key;
    for (const std::string& path : paths) {
        key.append(path, 1);
    }
    like.definition.key = key.take();
    like.definition.otherOptions = {};
    return like;
}

std::vector<std::string> pathsOf(const std::vector<KeyField>& fields, std::size_t count)
{
    std::vector<std::string> paths;
    for (std::size_t at = 0; at < count; ++at) {
        paths.push_back(fields[at].path);
    }
    return paths;
}

/// Replaces values by their hashes; drops the bounds of a hashed field, whose entries have another
/// order.
void hashRanges(const std::vector<KeyField>& fields, IndexMatch& match)
{
    for (IndexRange& range : match.ranges) {
        const std::size_t fixed = range.equalPrefix.size();
        for (std::size_t at = 0; at < fixed; ++at) {
            if (!fields[at].plugin.empty()) {
                range.equalPrefix[at] = bson::Value::of(catalog::hashedKey(range.equalPrefix[at]));
            }
        }
        if (fixed < fields.size() && !fields[fixed].plugin.empty()
            && (range.lower || range.upper)) {
            range.lower.reset();
            range.upper.reset();
            match.bounded = false;
        }
    }
}

/// The best match by one of the paths that the filter has conditions on.
IndexMatch matchWildcard(const IndexInfo& index, const QueryShape& shape,
                         const std::vector<KeyField>& fields, std::size_t at)
{
    const catalog::WildcardScope scope(
        fields[at].path, index.definition.otherOptions["wildcardProjection"].asDocument());
    IndexMatch best;
    for (const std::string& path : shape.filter.requiredPaths()) {
        const auto bounds = shape.filter.bounds(path, true);
        if (!scope.covers(path) || hasPosition(path) || !bounds || !ofScalars(*bounds)) {
            continue;
        }
        std::vector<std::string> paths = pathsOf(fields, at);
        paths.push_back(path);
        IndexInfo like = orderedLike(index, paths);
        // the fields before hold no arrays, so a compound match may use all of them
        like.multikey = like.multikey && at == 0;
        IndexMatch match = matchIndex(like, shape);
        const bool reached = std::ranges::all_of(match.ranges, [&](const IndexRange& range) {
            return range.equalPrefix.size() > at
                || (range.equalPrefix.size() == at && (range.lower || range.upper));
        });
        if (!reached || match.score() <= best.score()) {
            continue;
        }
        best = std::move(match);
        for (IndexRange& range : best.ranges) {
            range.equalPrefix.insert(range.equalPrefix.begin() + static_cast<std::ptrdiff_t>(at),
                                     bson::Value::of(std::string_view(path)));
        }
    }
    return best;
}

} // namespace

IndexMatch matchSpecial(const IndexInfo& index, const QueryShape& shape)
{
    const std::vector<KeyField> fields = protocol::keyFields(index.definition.key);
    const std::size_t wildcard = wildcardAt(fields);
    QueryShape unsorted = shape;
    unsorted.sort = {};
    IndexMatch match;
    // hashes are those of values as they are
    const bool hashed = wildcard == fields.size();
    if (hashed && index.definition.collation) {
        return match;
    }
    if (!hashed) {
        match = matchWildcard(index, unsorted, fields, wildcard);
    }
    // by the fields before the wildcard alone: it has an entry for every document then
    if (match.score() == 0 && wildcard > 0) {
        match = matchIndex(orderedLike(index, pathsOf(fields, wildcard)), unsorted);
        hashRanges(fields, match);
    }
    match.ordered = false;
    match.direction = catalog::Direction::Forward;
    return match;
}

std::vector<std::string> keyParts(const IndexInfo& index, const IndexRange& range)
{
    std::vector<std::string> parts;
    for (KeyField& field : protocol::keyFields(index.definition.key)) {
        if (!catalog::isWildcardPath(field.path)) {
            parts.push_back(std::move(field.path));
            continue;
        }
        const bool named = parts.size() < range.equalPrefix.size();
        const std::string path
            = named ? std::string(range.equalPrefix[parts.size()].view().asString()) : field.path;
        parts.emplace_back("$_path");
        parts.push_back(path);
    }
    return parts;
}

} // namespace sandglass::engine::plan
