// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/names.h"
#include "app/protocol/namespace.h"
#include "app/ttl/expiry_rule.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

/// Number of a document inside its collection; never reused. Scans by it give insertion order.
using RecordId = std::uint64_t;

/// Turns a partial filter into a predicate. The engine's server hands the query language in, so
/// that the catalog does not depend on it. Errors: the server error that the filter language gives.
using FilterCompiler = std::function<Result<ttl::DocumentPredicate>(bson::DocumentView filter)>;

/// An index as the catalog keeps it. Options are judged by the commands before they come here.
struct IndexDefinition
{
    std::string name;
    bson::Document key; ///< pattern: {a: 1}, {a: 1, b: -1}, {a: "hashed"}
    bool unique = false;
    bool sparse = false;
    bool hidden = false;
    bool prepareUnique = false; ///< takes no new duplicates, on its way to a unique index
    std::optional<bson::Document> partialFilter;
    std::optional<bson::Document> collation; ///< stored and compared as identity
    bson::Value expireAfterSeconds; ///< Missing: no TTL. int32 from today's commands, anything from
                                    ///< old files
    bson::Document otherOptions; ///< kept and listed as given: background, weights, storageEngine …
    int version = 2;
    bool clustered = false; ///< what a collection is clustered by: follows from the collection's
                            ///< options, is not stored

    bool isTtl() const { return !expireAfterSeconds.isMissing(); }
    /// The index that every collection has; only that of a clustered one may bear another name.
    bool isIdIndex() const { return clustered || name == "_id_"; }
    /// True when all fields are ordered (1 or -1): such an index has entries and serves queries;
    /// hashed, text, 2d and 2dsphere are kept as definitions only.
    bool isOrdered() const;
    /// The entry of listIndexes: {v, key, name, <options>, expireAfterSeconds}. An unusable stored
    /// expireAfterSeconds is shown as 2147483647. Source: app/ttl/SEMANTICS.md 1.1 and 1.5.
    bson::Document listEntry() const;
    /// The expiry rule, without its filter predicate; invalid for unusable values and for special
    /// index types.
    ttl::ExpiryRule rule() const;
};

/// What is known of an index besides its definition.
struct IndexInfo
{
    IndexDefinition definition;
    std::uint32_t id = 0;
    bool ready = true; ///< false while it is being built
    bool multikey = false; ///< some document has several keys
    bool dateDirectory = false; ///< numbers of documents by date come from the directory just now
    std::uint64_t uses = 0; ///< queries served since usesSince
    base::Time usesSince;
    std::int64_t builtDocuments = 0; ///< taken in so far, while it is being built
};

/// Options a collection was created with.
struct CollectionOptions
{
    bson::Document listed; ///< as listCollections shows them under "options"
};

/// Sizes of a collection.
struct CollectionFigures
{
    std::int64_t documents = 0;
    std::int64_t bytes = 0; ///< sum of the documents' BSON sizes
};

/// What a comparison of index entries with documents found.
struct Verification
{
    std::int64_t documents = 0; ///< documents read
    std::int64_t entries = 0; ///< index entries of all ready indexes together
    std::vector<std::string>
        problems; ///< one English sentence each, at most 100; empty: all is well
};

/// Documents whose date in an index lies between two bounds.
struct DateClass
{
    std::int64_t documents = 0;
    bson::Date oldest; ///< without meaning when there are no documents
    bson::Date newest;
};

/// How exact numbers of documents by date have to be.
enum class DatePrecision {
    Exact,
    Bounded, ///< from the directory of date blocks alone, whatever the number of documents: off by
             ///< at most what the answer says; the ends of a class are those of its blocks
};

/// Documents by classes of dates, and how they were counted.
struct DateClassification
{
    std::vector<DateClass> classes; ///< one for each bound that was given
    bool byDirectory = false; ///< false: every entry was read
    std::int64_t mostOff = 0; ///< the number of each class is off by at most this; 0: exact
};

/// One end of an index range.
struct Bound
{
    bson::Value value;
    bool inclusive = true;
};

/// A range of an ordered index: equal values for the first fields, then at most one bounded field.
/// Empty: everything. Values compare by bson::compare(), in the order of ascending values whatever
/// the field's direction is.
struct IndexRange
{
    std::vector<bson::Value> equalPrefix;
    std::optional<Bound> lower; ///< of the field after the prefix
    std::optional<Bound> upper;
};

/// Which way a scan walks.
enum class Direction { Forward, Backward };

} // namespace sandglass::engine::catalog
