// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/archive_file.h"
#include "app/base/clock.h"
#include "app/ttl/data_identity.h"
#include "app/ttl/ttl_server.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::services {

/// How far the documents of an archive have been purged.
struct ArchivePosition
{
    std::filesystem::path file;
    archive::Format format = archive::Format::Bson;
    std::uint64_t offset = 0; ///< bytes
};

/// What a batch leaves behind if its answer is lost.
struct BatchTrace
{
    std::vector<bson::Value> sent; ///< _ids of the documents to delete
    std::optional<ttl::DataIdentity> identity; ///< of the collection; unset: not checked
};

/// A BatchTrace that a worker writes and the window reads, also when the worker was abandoned. Any
/// thread.
class SharedBatchTrace
{
public:
    /// Replaces the trace.
    void set(BatchTrace trace)
    {
        const std::lock_guard lock(m_mutex);
        m_trace = std::move(trace);
    }
    /// The trace so far; empty before set().
    BatchTrace get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_trace;
    }

private:
    mutable std::mutex m_mutex;
    BatchTrace m_trace; // guarded by m_mutex
};

/// The request for one batch of a staged purge.
struct BatchRequest
{
    ttl::ImpactRequest rule; ///< `rule.now` stays the same for the whole purge
    int size = 500; ///< most documents
    std::optional<ArchivePosition> archive; ///< set: deletes only documents of this archive
    std::optional<std::chrono::seconds> lagLimit; ///< deletes nothing above this replication lag
    /// Set: checks first that it is this collection; an empty identity matches any.
    std::optional<ttl::DataIdentity> expected = {};
    std::shared_ptr<SharedBatchTrace> trace
        = {}; ///< filled before the deletion is sent; may be null
};

/// The result of a batch.
struct BatchAnswer
{
    std::int64_t found = 0; ///< documents in the batch
    std::int64_t deleted = 0;
    std::int64_t changed = 0; ///< archived documents that are different now; they stay
    std::int64_t gone = 0; ///< archived documents that somebody else has deleted
    std::uint64_t offset = 0; ///< position in the archive after this batch, in bytes
    bool end = false; ///< nothing is left to delete
    std::optional<std::chrono::seconds> tooFarBehind; ///< the lag, if above the limit; nothing was
                                                      ///< deleted then
    base::Millis took{0}; ///< for finding and deleting
    /// Why the server did not delete all of them. The batch is not finished then: its documents
    /// are to be selected again.
    std::optional<Error> refused;
};

/// Deletes one batch. Its documents are selected first and then deleted by their _ids, on the
/// condition that they are still expired: one that is touched in between stays. Errors: the
/// server's, except those in BatchAnswer::refused, Conflict for a damaged archive or for another
/// collection of that name, Protocol. Blocking; worker thread.
Result<BatchAnswer> purgeBatch(ttl::TtlServer& server, const BatchRequest& request,
                               const ttl::CallLimits& limits, const base::Clock& clock);

/// Whether the server has ended a deletion with this error in the middle, so that some of its
/// documents may be gone, and nothing says how many. Pure; any thread.
bool endsInTheMiddle(const Error& error);

/// How many of the documents of a batch do not exist any more, after its answer was lost. `trace`:
/// of that batch. Errors: the server's, Protocol, Conflict for another collection of that name.
/// Blocking; worker thread.
Result<std::int64_t> countGone(ttl::TtlServer& server, const protocol::Namespace& ns,
                               const BatchTrace& trace, const ttl::CallLimits& limits);

/// How far the slowest secondary is behind the primary; 0 without replication. Errors: Unsupported
/// where a member with data does not tell; the server's. Blocking; any thread.
/// Source: MongoDB manual, replSetGetStatus, members.optimeDate.
Result<std::chrono::seconds> replicationLag(ttl::TtlServer& server, const ttl::CallLimits& limits);

} // namespace sandglass::services
