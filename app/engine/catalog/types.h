// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/collation.h"
#include "app/bson/value.h"
#include "app/protocol/names.h"
#include "app/protocol/namespace.h"
#include "app/ttl/expiry_rule.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::catalog {

/// The number of a document in its collection; never reused. Its order is the insertion order.
using RecordId = std::uint64_t;

/// Turns a partial filter into a predicate. Supplied by the engine's server, so that the catalog
/// does not depend on the query language. `collation`: of strings; may be null. Errors: the filter
/// language's.
using FilterCompiler = std::function<Result<ttl::DocumentPredicate>(
    bson::DocumentView filter, const bson::CollationPtr& collation)>;

/// An index as the catalog stores it. The commands have already checked its options.
struct IndexDefinition
{
    std::string name;
    bson::Document key; ///< pattern: {a: 1}, {a: 1, b: -1}, {a: "hashed"}
    bool unique = false;
    bool sparse = false;
    bool hidden = false;
    bool prepareUnique = false; ///< rejects new duplicates, as a step towards a unique index
    std::optional<bson::Document> partialFilter;
    std::optional<bson::Document> collation; ///< all its settings; unset: strings by their bytes
    bson::Value expireAfterSeconds; ///< Missing: no TTL. int32 from current commands, any type from
                                    ///< old files
    bson::Document
        otherOptions; ///< stored and listed as given: background, weights, storageEngine …
    int version = 2;
    bool keyed = false; ///< hashed and wildcard indexes: it has entries. false for those of folders
                        ///< that an earlier version wrote, which exist as definitions only
    bool clustered = false; ///< the index of a clustered collection: derived from the collection's
                            ///< options, not stored

    /// Whether it has expireAfterSeconds, valid or not.
    bool isTtl() const { return !expireAfterSeconds.isMissing(); }
    /// Whether it is the index that every collection has. Only a clustered collection may name it
    /// otherwise.
    bool isIdIndex() const { return clustered || name == "_id_"; }
    /// Whether all fields are ordered (1 or -1), none of them a wildcard. Only such an index has
    /// dates to count and expires documents.
    bool isOrdered() const;
    /// Whether it has entries and serves queries: ordered, hashed and wildcard. Indexes of type
    /// text, 2d and 2dsphere are only stored as definitions.
    bool hasEntries() const;
    /// The index as listIndexes shows it: {v, key, name, <options>, expireAfterSeconds}. An invalid
    /// stored expireAfterSeconds is shown as 2147483647. Source: app/ttl/SEMANTICS.md 1.1 and 1.5.
    bson::Document listEntry() const;
    /// The expiry rule without its filter; invalid for invalid seconds and for special index types.
    ttl::ExpiryRule rule() const;
};

/// Whether a path of a key pattern is a wildcard: "$**" or "a.$**".
bool isWildcardPath(std::string_view path);

/// An index with its current state.
struct IndexInfo
{
    IndexDefinition definition;
    bson::CollationPtr collation = {}; ///< the one of the definition; may be null
    std::uint32_t id = 0;
    bool ready = true; ///< false while it is being built
    bool multikey = false; ///< some document has several keys
    bool dateDirectory = false; ///< documents are counted by date from the directory
    std::uint64_t uses = 0; ///< queries served since usesSince
    base::Time usesSince;
    std::int64_t builtDocuments = 0; ///< documents added so far, while it is being built
    std::uint64_t windowUses = 0; ///< those of `uses` by commands of a window
};

/// Number of indexes as replies count them: that of a clustered collection is none.
std::size_t countedIndexes(const std::vector<IndexInfo>& indexes);

/// The options of a collection.
struct CollectionOptions
{
    bson::Document listed; ///< as listCollections shows them under "options"
    std::optional<std::array<std::uint8_t, 16>> uuid
        = {}; ///< of a new collection; unset: a fresh one. Collection::uuid() tells it later
};

/// Number and size of the documents of a collection.
struct CollectionFigures
{
    std::int64_t documents = 0;
    std::int64_t bytes = 0; ///< sum of the documents' BSON sizes
};

/// The result of comparing index entries with documents.
struct Verification
{
    std::int64_t documents = 0; ///< documents read
    std::int64_t entries = 0; ///< index entries of all ready indexes together
    std::vector<std::string>
        problems; ///< one English sentence each, at most 100; empty: no problems
};

/// The documents with a date between two bounds.
struct DateClass
{
    std::int64_t documents = 0;
    bson::Date oldest; ///< meaningless without documents
    bson::Date newest; ///< likewise
};

/// The required precision when counting documents by date.
enum class DatePrecision {
    Exact, ///< reads entries where the directory does not decide
    Bounded, ///< from the directory of date blocks alone, whatever the number of documents: off by
             ///< at most what the answer says; the ends of a class are those of its blocks
};

/// Documents by classes of dates, with the way they were counted.
struct DateClassification
{
    std::vector<DateClass> classes; ///< one for each bound
    bool byDirectory = false; ///< false: every entry was read
    std::int64_t mostOff = 0; ///< the number of each class is off by at most this; 0: exact
};

/// One end of an index range.
struct Bound
{
    bson::Value value;
    bool inclusive = true;
};

/// A range of an ordered index: equal values for the first fields, then bounds for at most one
/// field. Empty: everything. Values are ordered by bson::compare() with the index's collation,
/// ascending, whatever the field's direction in the index.
struct IndexRange
{
    std::vector<bson::Value> equalPrefix;
    std::optional<Bound> lower; ///< of the field after the prefix
    std::optional<Bound> upper;
};

/// The direction of a scan.
enum class Direction { Forward, Backward };

} // namespace sandglass::engine::catalog
