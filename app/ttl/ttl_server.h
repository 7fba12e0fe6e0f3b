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

/// What a rule would delete, before it exists.
struct ImpactRequest
{
    protocol::Namespace ns;
    std::string field;
    std::int64_t expireAfterSeconds = 0;
    std::optional<bson::Document> partialFilter;
    base::Time now; ///< server time to judge by
    int sampleSize = 10;
};

/// The effect of a rule at a moment.
struct Impact
{
    std::int64_t affected = 0; ///< documents that the next pass would delete
    std::int64_t documents = 0; ///< in the collection
    std::int64_t bytes = 0; ///< approximate, affected × average size
    std::optional<bson::Date> oldest; ///< deciding dates of affected documents
    std::optional<bson::Date> newest;
    std::vector<bson::Document> samples; ///< some of the affected, oldest first
    bool exact = true;
    base::Time asOf;
};

/// A share of types found at a path in a sample.
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

/// A connection to one server, with blocking calls for worker threads. Any number of threads at
/// once. A call gives Errc::Timeout or Errc::Cancelled when it notices that it has to stop; while
/// it waits for the server it may notice late. A server's refusal is Errc::Server with code, name
/// and text.
class TtlServer
{
public:
    TtlServer() = default;
    TtlServer(const TtlServer&) = delete;
    TtlServer& operator=(const TtlServer&) = delete;
    virtual ~TtlServer() = default;

    virtual Result<ServerInfo> serverInfo(const CallLimits& limits) = 0;
    virtual Result<std::vector<DatabaseSpec>> databases(const CallLimits& limits) = 0;
    virtual Result<std::vector<CollectionSpec>> collections(const std::string& database,
                                                            const CallLimits& limits)
        = 0;
    /// With sizes and usage where the server tells and permits.
    virtual Result<std::vector<IndexSpec>> indexes(const protocol::Namespace& ns,
                                                   const CallLimits& limits)
        = 0;
    virtual Result<CollectionStats> stats(const protocol::Namespace& ns, const CallLimits& limits)
        = 0;
    virtual Result<TtlMetrics> ttlMetrics(const CallLimits& limits) = 0;

    virtual Result<ExpiryHistogram> histogram(const HistogramRequest& request,
                                              const CallLimits& limits)
        = 0;
    virtual Result<Impact> impact(const ImpactRequest& request, const CallLimits& limits) = 0;
    /// Paths of a sample of at most `sampleSize` documents with the types found there, dates first.
    virtual Result<std::vector<FieldCandidate>>
    fieldCandidates(const protocol::Namespace& ns, int sampleSize, const CallLimits& limits) = 0;

    /// Sends a command that changes something just as it is, to the primary and with the
    /// connection's write concern; returns the reply.
    virtual Result<bson::Document> alter(const std::string& database, const bson::Document& command,
                                         const CallLimits& limits)
        = 0;

    virtual Result<std::vector<bson::Document>> find(const DocumentQuery& query,
                                                     const CallLimits& limits)
        = 0;
    virtual Result<std::int64_t> insert(const protocol::Namespace& ns,
                                        const std::vector<bson::Document>& documents,
                                        const CallLimits& limits)
        = 0;
    /// Replaces the document with the replacement's _id; false when there is none.
    virtual Result<bool> replace(const protocol::Namespace& ns, const bson::Document& replacement,
                                 const CallLimits& limits)
        = 0;
    /// Sets a date field of the documents with these _ids; returns how many were changed.
    virtual Result<std::int64_t>
    setDate(const protocol::Namespace& ns, const std::vector<bson::Value>& ids,
            const std::string& field, bson::Date date, const CallLimits& limits)
        = 0;
    virtual Result<std::int64_t> remove(const protocol::Namespace& ns,
                                        const std::vector<bson::Value>& ids,
                                        const CallLimits& limits)
        = 0;
    /// Any command, for sample data and diagnostics; an error reply is an Error.
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
