// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/draft.h"
#include "app/ttl/forecast.h"
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
    bool exact = true;
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
    std::optional<bson::Date>
        from; ///< only documents with a date > from (exclusive) at the field …
    std::optional<bson::Date> to; ///< … and ≤ to (inclusive)
    std::optional<bson::Document> filter; ///< further conditions
    int skip = 0;
    int limit = 50;
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
    /// Document count and sizes from collStats, which may be slightly off after a crash.
    virtual Result<CollectionStats> stats(const protocol::Namespace& ns, const CallLimits& limits)
        = 0;
    /// State of the TTL monitor. Parts that the user may not read are unset, which is no error.
    virtual Result<TtlMetrics> ttlMetrics(const CallLimits& limits) = 0;

    /// Counts a rule's documents by bucket; samples large collections if the request allows it.
    /// Errors: also InvalidInput, see checkRequest().
    virtual Result<ExpiryHistogram> histogram(const HistogramRequest& request,
                                              const CallLimits& limits)
        = 0;
    /// Counts the documents that a rule would delete at request.now. Errors: also InvalidInput for
    /// a field that no index may have.
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
    /// before it stay inserted; so do those of setDate() and remove().
    virtual Result<std::int64_t> insert(const protocol::Namespace& ns,
                                        const std::vector<bson::Document>& documents,
                                        const CallLimits& limits)
        = 0;
    /// Replaces the document with the same _id; false when there is none. Errors: also InvalidInput
    /// for a replacement without an _id.
    virtual Result<bool> replace(const protocol::Namespace& ns, const bson::Document& replacement,
                                 const CallLimits& limits)
        = 0;
    /// Sets a date field of the documents with these _ids; returns how many were changed.
    virtual Result<std::int64_t>
    setDate(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
            const std::string& field, bson::Date date, const CallLimits& limits)
        = 0;
    /// Deletes the documents with these _ids; returns how many were deleted.
    virtual Result<std::int64_t> remove(const protocol::Namespace& ns,
                                        const std::vector<bson::Value>& ids,
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
