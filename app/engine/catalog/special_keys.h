// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/collation.h"
#include "app/engine/catalog/key_extraction.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

/// The key of a value in a hashed index: the same for equal values, 1 and 1.0 too. Written to disk;
/// not MongoDB's own hash. Pure; any thread.
std::int64_t hashedKey(bson::ValueView value);

/// The fields that a wildcard index covers. Immutable; any thread. Source: MongoDB manual, Wildcard
/// Indexes.
class WildcardScope
{
public:
    /// `path`: the field of the key pattern, "$**" or "a.$**". `projection`: the option
    /// wildcardProjection, checked; empty: none.
    WildcardScope(std::string_view path, bson::DocumentView projection);

    /// Whether values at this path are in the index.
    bool covers(std::string_view path) const;
    /// Whether some path below this one may be covered.
    bool leadsTo(std::string_view path) const;

private:
    std::string m_prefix; ///< empty: everything
    std::set<std::string, std::less<>> m_paths; ///< of the projection
    bool m_includes = false; ///< only m_paths are covered; otherwise all but these
    bool m_withId = false;
};

/// Finds the keys of documents for an index that is not only ordered: hashed or wildcard, both
/// compound too. A wildcard field gives two parts of a key, the path and its value; an index on
/// nothing but a wildcard has no keys for documents without covered fields, a compound one has
/// MinKey in both parts. Immutable; any thread.
class SpecialKeys
{
public:
    /// The way to the keys of `definition`; null for an ordered index and for types without
    /// entries.
    static std::shared_ptr<const SpecialKeys> of(const IndexDefinition& definition);

    /// Replaces `keys` by the document's. `collation`: of strings; null: by their bytes. Returns
    /// whether an array was found. Errors (server): Location16766 for an array in a hashed index,
    /// Location7246301 for one in an ordered field of a compound wildcard index.
    Result<bool> keysOf(bson::DocumentView document, KeyList& keys,
                        const bson::Collation* collation) const;

private:
    SpecialKeys() = default;
    void addWildcardKeys(bson::DocumentView document, std::span<const bson::ValueView> plain,
                         KeyList& keys, const bson::Collation* collation, bool& metArray) const;

    KeyExtractor m_plain; ///< of the fields that are not wildcards
    std::vector<std::string> m_paths; ///< of these fields
    std::vector<bool> m_hashed; ///< which of them are
    std::optional<WildcardScope> m_wildcard;
    std::size_t m_before = 0; ///< with a wildcard: number of fields before it
};

} // namespace sandglass::engine::catalog
