// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/draft.h"
#include "app/ttl/forecast.h"
#include "app/ttl/member.h"
#include "app/ttl/types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

/// The effect of a rule at a moment.
struct Impact
{
    std::int64_t affected = 0; ///< documents that the next pass would delete
    std::int64_t documents = 0; ///< in the collection
    std::int64_t bytes = 0; ///< approximate, affected × average size
    std::optional<bson::Date> oldest; ///< earliest of the affected documents' dates
    std::optional<bson::Date> newest; ///< latest of them
    std::vector<bson::Document> samples; ///< some of the affected, oldest first
    bool exact = true; ///< false: `affected` is estimated, and there may be earlier and later dates
    double error = 0.0; ///< ± of `affected`, 95 % confidence; 0 if exact
    base::Time asOf;
};

/// A field path found in a sample, with the types of its values.
struct FieldCandidate
{
    std::string path;
    std::vector<std::pair<std::string, double>> types; ///< type alias and share 0…1, largest first
    double dateShare = 0.0;
};

/// Which documents to show.
struct DocumentQuery
{
    protocol::Namespace ns;
    std::string field; ///< sort by this date ascending; empty: natural order
    bool sorted = true; ///< false: in any order, which spares a server sorting a whole range
    std::optional<bson::Date>
        from; ///< only documents with a date > from (exclusive) at the field …
    std::optional<bson::Date> to; ///< … and ≤ to (inclusive)
    std::optional<bson::Document> filter; ///< further conditions
    int skip = 0;
    int limit = 50;
    std::optional<bson::Document> sort = {}; ///< another order than by date: names and 1 or -1
    std::string indexHint = {}; ///< name of an ascending index on the field alone: of a range that
                                ///< need not be sorted, only these keys are read. Without it, a
                                ///< server reads an index with arrays from one end
    std::optional<bson::Document> collation = {}; ///< of the filter; unset: the collection's
                                                  ///< default
    bool fromPrimary = false; ///< what is found decides about a change, so that no secondary may
                              ///< answer, whatever the read preference is
};

/// How to count a collection in parts.
struct CountPlan
{
    bool withoutArrays = false; ///< the index has one key per document: see HistogramPart
    std::vector<bson::Date> dates; ///< for an index without arrays: ascending, they divide the
                                   ///< documents into parts of about the same size; may be empty
    std::vector<bson::Value> ids; ///< for any other: `_id`s of one type that divide them so; empty:
                                  ///< not known
};

/// A connection to one server, with blocking calls for worker threads; any number of threads at
/// once. Errors of every call: Timeout and Cancelled, once the call notices that it must stop,
/// which may be late while it waits for the server; Network; NotPermitted when the login is
/// refused; Server, with code, name and text, for an error reply such as Unauthorized.
class TtlServer
{
public:
    TtlServer() = default;
    TtlServer(const TtlServer&) = delete;
    TtlServer& operator=(const TtlServer&) = delete;
    virtual ~TtlServer() = default;

    /// Product, version and topology; also measures the offset of the server's clock.
    virtual Result<ServerInfo> serverInfo(const CallLimits& limits) = 0;
    /// Checks that the server answers. Errors: also OtherServer once the address leads to another
    /// server or process than when connecting.
    virtual Result<void> checkAlive(const CallLimits& /*limits*/) { return {}; }
    /// Finds out what the server can do, by commands that change nothing. What they cannot show,
    /// and what the user may not ask, stays NotKnown.
    virtual Result<CapabilityTable> capabilities(const CallLimits& /*limits*/)
    {
        return CapabilityTable();
    }
    /// Sets what this server can do, including the user's own answers: calls avoid what it lacks.
    virtual void useCapabilities(const CapabilityTable& /*answers*/) { }
    /// What the answers to the calls so far have shown, except to capabilities(). Does not ask the
    /// server.
    virtual CapabilityTable observed() const { return {}; }
    /// The databases that the user may list.
    virtual Result<std::vector<DatabaseSpec>> databases(const CallLimits& limits) = 0;
    /// The collections and views of a database; empty for an unknown one.
    virtual Result<std::vector<CollectionSpec>> collections(const std::string& database,
                                                            const CallLimits& limits)
        = 0;
    /// The indexes of a collection. Sizes and use are unset where the server does not report them
    /// or the user may not read them.
    virtual Result<std::vector<IndexSpec>> indexes(const protocol::Namespace& ns,
                                                   const CallLimits& limits)
        = 0;
    /// The same indexes as the server lists them, by one command: sizes and use stay unset, and an
    /// index that is being built is not marked.
    virtual Result<std::vector<IndexSpec>> listedIndexes(const protocol::Namespace& ns,
                                                         const CallLimits& limits)
    {
        return indexes(ns, limits);
    }
    /// Document count and sizes from collStats, which may be slightly off after a crash.
    virtual Result<CollectionStats> stats(const protocol::Namespace& ns, const CallLimits& limits)
        = 0;
    /// State of the TTL monitor. Parts that the user may not read are unset, which is no error.
    virtual Result<TtlMetrics> ttlMetrics(const CallLimits& limits) = 0;
    /// The servers of the replica set or of the shards; by default only the server itself.
    virtual Result<MemberList> members(const CallLimits& /*limits*/)
    {
        return MemberList{ClusterKind::Single, {}, {Member{}}, {}};
    }
    /// Asks one of members() over a connection of its own, with the same login. `host`: as listed;
    /// empty: the server itself. Errors: also InvalidInput for a host that cannot be one.
    virtual Result<MemberStatus> memberStatus(const std::string& /*host*/,
                                              const CallLimits& /*limits*/)
    {
        return base::failure(Errc::Unsupported, "This server cannot be asked.");
    }
    /// Switches the TTL monitor of one of members() on or off. `host`: as for memberStatus().
    /// Errors: also NotPermitted without the key of an unlocked connection.
    virtual Result<bson::Document> setMonitor(const std::string& /*host*/, bool /*enabled*/,
                                              const CallLimits& /*limits*/)
    {
        return base::failure(Errc::Unsupported, "This server cannot do it.");
    }
    /// Counts what a rule would delete now on each shard, up to request.limits.overdue on each.
    /// Shards without any may be missing. Errors: also Unsupported if the server is no router,
    /// InvalidInput for a field that no index may have.
    virtual Result<std::vector<ShardOverdue>> overduePerShard(const ImpactRequest& /*request*/,
                                                              const CallLimits& /*limits*/)
    {
        return base::failure(Errc::Unsupported, "This server has no shards.");
    }

    /// Counts a rule's documents by bucket; samples large collections if the request allows it.
    /// Errors: also InvalidInput, see checkRequest().
    virtual Result<ExpiryHistogram> histogram(const HistogramRequest& request,
                                              const CallLimits& limits)
        = 0;
    /// Finds out how to count a rule's documents in about `parts` parts, without reading them.
    /// Errors: only Cancelled and Network; what the server does not report stays unset.
    virtual Result<CountPlan> countPlan(const HistogramRequest& /*request*/, int /*parts*/,
                                        const CallLimits& /*limits*/)
    {
        return CountPlan();
    }
    /// Counts the documents that a rule would delete at request.now, or estimates their number from
    /// a sample if the request allows it. Errors: also InvalidInput for a field that no index may
    /// have.
    virtual Result<Impact> impact(const ImpactRequest& request, const CallLimits& limits) = 0;
    /// Paths of a sample of at most `sampleSize` documents with the types found there, dates first.
    virtual Result<std::vector<FieldCandidate>>
    fieldCandidates(const protocol::Namespace& ns, int sampleSize, const CallLimits& limits) = 0;

    /// Sends a command that changes something, unaltered, to the primary and with the connection's
    /// write concern; returns the reply.
    virtual Result<bson::Document> alter(const std::string& database, const bson::Document& command,
                                         const CallLimits& limits)
        = 0;

    /// The documents of a query, at most query.limit.
    virtual Result<std::vector<bson::Document>> find(const DocumentQuery& query,
                                                     const CallLimits& limits)
        = 0;
    /// Inserts in order and in batches; returns how many were inserted. After an error, the batches
    /// before it stay inserted.
    virtual Result<std::int64_t> insert(const protocol::Namespace& ns,
                                        const std::vector<bson::Document>& documents,
                                        const CallLimits& limits)
        = 0;
    /// Runs any command, for sample data and diagnostics, and returns its reply.
    virtual Result<bson::Document>
    runCommand(const std::string& database, const bson::Document& command, const CallLimits& limits)
        = 0;
};

/// Makes connections; the program hands the driver's implementation to the services.
class TtlServerFactory
{
public:
    TtlServerFactory() = default;
    TtlServerFactory(const TtlServerFactory&) = delete;
    TtlServerFactory& operator=(const TtlServerFactory&) = delete;
    virtual ~TtlServerFactory() = default;

    /// Checks the URI and connects (blocking; worker thread). Errors: InvalidInput for the URI
    /// (never repeating a password), Network, Timeout, NotPermitted.
    virtual Result<std::shared_ptr<TtlServer>> connect(const std::string& uri,
                                                       const CallLimits& limits)
        = 0;
};

} // namespace sandglass::ttl
