// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"
#include "app/ttl/call_limits.h"
#include "app/ttl/capability.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::ttl {

/// Names one index of one collection.
struct IndexRef
{
    protocol::Namespace ns;
    std::string name;

    auto operator<=>(const IndexRef&)
        const = default; // NOLINT(modernize-use-nullptr): a misreading of clang-tidy 14
};

/// An index as a server lists it, with its size and use where they are known.
struct IndexSpec
{
    std::string name;
    bson::Document key; ///< key pattern
    std::optional<std::int64_t> expireAfterSeconds; ///< set for TTL indexes with a usable value
    bool expiryValueInvalid = false; ///< listed with NaN or another unusable value
    bool unique = false;
    bool sparse = false;
    bool hidden = false;
    std::optional<bson::Document> partialFilter;
    std::optional<bson::Document> collation;
    bson::Document listed; ///< the server's own entry, complete
    std::optional<std::int64_t> bytes; ///< size on disk; unset where the server does not report it
    std::optional<std::int64_t>
        uses; ///< queries of others served since usesSince ($indexStats; never TTL work): ours are
              ///< left out as far as the server or the client can tell them
    std::optional<base::Time> usesSince;
    bool building = false;

    /// Whether the index is listed with expireAfterSeconds, usable or not.
    bool isTtl() const { return expireAfterSeconds.has_value() || expiryValueInvalid; }
    /// Whether this is the index on `_id`, by its fixed name.
    bool isIdIndex() const { return name == "_id_"; }
    /// The path of a single-field index; empty for compound ones.
    std::string singleField() const;
};

/// The kind of a collection; decides which TTL rules it may have.
enum class CollectionKind { Ordinary, Capped, Clustered, TimeSeries, View };

/// A collection as a server lists it.
struct CollectionSpec
{
    protocol::Namespace ns;
    CollectionKind kind = CollectionKind::Ordinary;
    std::optional<std::int64_t>
        expireAfterSeconds; ///< collection-level rule (time series, clustered)
    bson::Document options; ///< as listed
    std::string uuid = {}; ///< hexadecimal digits; empty where the server lists none
};

/// Sizes of a collection, from its statistics. Bytes.
struct CollectionStats
{
    std::int64_t documents = 0;
    std::int64_t dataBytes = 0;
    std::int64_t storageBytes = 0;
    std::int64_t averageDocumentBytes = 0;
    std::map<std::string, std::int64_t> indexBytes;
};

/// A database and its size in bytes.
struct DatabaseSpec
{
    std::string name;
    std::int64_t bytes = 0;
};

/// The server's product; decides which rules and limits apply. CosmosDb: the service billed by
/// request units. DocumentDb: the open-source extension, also under other names.
enum class Product { Sandglass, MongoDb, DocumentDb, FerretDb, CosmosDb, AmazonDocumentDb };

/// The service that runs the server, as far as the typed host name shows.
enum class Hosting { Unknown, Atlas, AzureVCore };

/// The place of a server in its deployment, as its hello tells it. Standby: an engine that follows
/// the files of another one. OtherMember: of a replica set, but neither primary nor secondary, such
/// as an arbiter or a member that is starting. Unknown: it was not asked yet.
enum class Topology { Unknown, Standalone, Standby, Sharded, Primary, Secondary, OtherMember };

/// Properties of a server, read once after connecting.
struct ServerInfo
{
    Product product = Product::MongoDb;
    Hosting hosting = Hosting::Unknown;
    std::string version; ///< "7.0.5": of MongoDB, or the one that the product imitates
    std::string productVersion = {}; ///< "v2.7.0": the product's own; empty: not reported
    std::vector<int> versionNumbers; ///< {7, 0, 5, 0}
    Topology topology = Topology::Unknown;
    std::string host; ///< for display; never contains a user or password
    std::string replicaSet = {}; ///< the set's name; empty without one
    std::string processId; ///< changes when the server's process starts anew; empty: not reported
    bool writable = true;
    std::chrono::milliseconds clockOffset{0}; ///< server time minus local time, at clockReadAt
    bool clockTold = true; ///< false: the server does not tell its time, so that clockOffset is 0
    base::Time clockReadAt; ///< local time at which the offset was measured
    int clockRate = 1; ///< how much faster than ours its clock runs; > 1 in rehearsals only
    CapabilityTable capabilities = {}; ///< what was found out; ask capability()

    /// The server's time at the local time `ours`.
    base::Time clockAt(base::Time ours) const;

    /// Whether the server's version is at least major.minor; false for an unknown version.
    bool atLeast(int major, int minor) const;
    /// The answer about a capability: what was found out, or else what documented() says.
    CapabilityFact capability(Capability capability) const;
    /// Whether it is worth trying: the server is not known to lack the capability.
    bool may(Capability asked) const { return capability(asked).can != Can::No; }
    /// Whether collMod may turn an ordinary index into a TTL index.
    bool canConvertIndexes() const { return may(Capability::ConvertIndex); }
    /// Whether indexes may be hidden.
    bool canHideIndexes() const { return may(Capability::HideIndex); }
    /// Whether the server hides the field from queries, so that nothing can be counted by it:
    /// Cosmos DB does so with `_ts`, the time of a document's last change.
    bool hidesField(std::string_view field) const;
};

/// An index from which the bundled engine deletes nothing until it is confirmed.
struct HeldRule
{
    std::string ns; ///< of the collection
    std::string index;
    std::optional<std::int64_t> due; ///< documents that became due while the engine did not run;
                                     ///< unset: not told
    bool atMost = false; ///< true: they could not be counted, and `due` is the most that it can be

    bool operator==(const HeldRule&) const = default;
};

/// Why the bundled engine holds deletion back. Source: app/ttl/SEMANTICS.md 3.2.
struct TtlHold
{
    std::optional<base::Millis> clockStep; ///< the time of day was set by so much: nothing is
                                           ///< deleted; unset: it was not
    std::vector<HeldRule> indexes; ///< nothing is deleted from these
    std::string lostJournal = {}; ///< what a start found missing from the journal, in the engine's
                                  ///< words; then `indexes` are held for that; empty: nothing

    bool operator==(const TtlHold&) const = default;
};

/// A TTL index from which the bundled engine cannot delete, because data of its collection cannot
/// be read.
struct DamagedRule
{
    std::string ns; ///< of the collection
    std::string index;
    std::optional<base::Time> since; ///< server time; unset: not told

    bool operator==(const DamagedRule&) const = default;
};

/// The server refuses all writes, so that nothing expires either.
struct ReadOnlyState
{
    std::optional<base::Time> since; ///< server time; unset: not told
    std::string reason; ///< in the server's words; empty: not told

    bool operator==(const ReadOnlyState&) const = default;
};

/// Counters and parameters of the TTL monitor; those that the server does not report are unset.
struct TtlMetrics
{
    base::Time serverTime;
    int clockRate = 1; ///< as in ServerInfo
    std::optional<bool> monitorEnabled;
    std::optional<std::int64_t> sleepSeconds;
    std::optional<std::int64_t> deletedDocuments; ///< since the server's start
    std::optional<std::int64_t> passes;
    std::optional<std::int64_t> subPasses;
    std::optional<std::int64_t> invalidIndexSkips;
    std::optional<std::int64_t> schemaCommands; ///< executed since the server's start that make,
                                                ///< change or drop collections and indexes
    std::optional<base::Time> lastPassStartedAt = {}; ///< server time, as reported; before the
                                                      ///< server's first pass unset
    std::optional<base::Time> lastPassEndedAt = {}; ///< of the pass before the one under way
    std::optional<base::Time> nextPassAt = {}; ///< unset also while a pass is under way
    bool passRunning = false; ///< false also where the server does not report it
    std::optional<Error> countersRefused = {}; ///< why the user may not read the counters
    std::optional<Error> parametersRefused = {}; ///< why the user may not read monitorEnabled and
                                                 ///< sleepSeconds
    std::optional<TtlHold> hold = {}; ///< the bundled engine only; unset: nothing is held back
    std::vector<DamagedRule> damaged = {}; ///< the bundled engine only
    std::optional<ReadOnlyState> readOnly = {}; ///< unset: it takes writes, or does not report it
    std::string process = {}; ///< which process counts: its host and its number there; empty: not
                              ///< reported
};

} // namespace sandglass::ttl
