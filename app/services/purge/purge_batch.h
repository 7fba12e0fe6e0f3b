// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/archive_file.h"
#include "app/base/clock.h"
#include "app/ttl/ttl_server.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace sandglass::services {

/// The place in an archive up to which its documents have been purged.
struct ArchivePosition
{
    std::filesystem::path file;
    archive::Format format = archive::Format::Bson;
    std::uint64_t offset = 0; ///< bytes
};

/// One batch of a staged purge.
struct BatchAsk
{
    ttl::ImpactRequest rule; ///< `rule.now` stays the same for the whole purge
    int size = 500; ///< documents at most
    std::optional<ArchivePosition> archive; ///< set: only what stands in the archive goes
    std::optional<std::chrono::seconds> lagLimit;
};

/// What a batch did.
struct BatchAnswer
{
    std::int64_t found = 0; ///< documents that the batch was about
    std::int64_t deleted = 0;
    std::int64_t changed = 0; ///< archived documents that are different now; they stay
    std::int64_t gone = 0; ///< archived documents that were deleted by somebody else
    std::uint64_t offset = 0; ///< in the archive, after this batch
    bool end = false; ///< nothing is left to delete
    std::optional<std::chrono::seconds> tooFarBehind; ///< replication lag over the limit: nothing
                                                      ///< was deleted
    base::Millis took{0};
};

/// Deletes one batch. Its documents are chosen first, then deleted by their _ids under the
/// condition that they are still expired: one that is touched meanwhile stays. Blocking; worker
/// thread. Errors: what the server says, Conflict for a damaged archive, Protocol.
Result<BatchAnswer> purgeBatch(ttl::TtlServer& server, const BatchAsk& ask,
                               const ttl::CallLimits& limits, const base::Clock& clock);

/// How far the slowest secondary is behind; 0 where there is no replication. Errors: what the
/// server says. Source: MongoDB manual, replSetGetStatus, members.optimeDate.
Result<std::chrono::seconds> replicationLag(ttl::TtlServer& server, const ttl::CallLimits& limits);

} // namespace sandglass::services
