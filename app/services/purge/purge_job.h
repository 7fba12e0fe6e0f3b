// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"
#include "app/base/clock.h"
#include "app/ttl/data_identity.h"
#include "app/ttl/ttl_server.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::services {

/// The hours of the day in which a purge may delete, in minutes since midnight. `to` is exclusive,
/// and smaller than `from` if midnight is in between. Equal values: the whole day.
struct AllowedHours
{
    int from = 0;
    int to = 0;
    QByteArray zoneId; ///< IANA id of the zone of these hours; unknown: the system's zone
};

/// Whether `moment` is within these hours. Pure; any thread.
bool within(const AllowedHours& hours, base::Time moment);

/// Documents in a batch unless the user chooses otherwise.
inline constexpr int kDefaultBatch = 500;
/// Most documents in a batch.
inline constexpr int kLargestBatch = 10'000;

/// How fast, when and under which conditions to delete.
struct PurgeOptions
{
    int batch = kDefaultBatch; ///< 1 … kLargestBatch documents
    std::chrono::milliseconds pause{200}; ///< between two batches
    std::optional<AllowedHours> hours;
    std::optional<std::chrono::milliseconds> latencyLimit; ///< a slower batch pauses the purge
    std::optional<std::chrono::seconds> lagLimit; ///< more replication lag pauses the purge
};

/// The archive of a purge, which deletes only the documents in it.
struct PurgedArchive
{
    archive::Layout layout;
    std::string documentsHash; ///< the hash of its documents when it was verified
    std::uint64_t offset = 0; ///< purged up to here, in bytes
};

/// A staged purge: what it is to delete and how far it has come. It is saved before each batch.
struct PurgeJob
{
    QString id; ///< also the name of its file
    QString server; ///< "local", or the connection string without credentials
    ttl::DataIdentity identity; ///< of the collection when the purge started
    std::string index; ///< the rule's index; empty when there is none yet
    ttl::ImpactRequest rule; ///< `now` decides what is expired and stays the same to the end
    PurgeOptions options;
    std::optional<PurgedArchive> archive;
    std::int64_t total = 0; ///< documents that it is to delete
    bool totalExact = true; ///< false: `total` is estimated from a sample
    std::int64_t deleted = 0;
    /// false: more may be deleted, by a batch whose reply was lost and that could not be counted
    bool deletedExact = true;
    std::int64_t changed = 0; ///< archived, but different on the server now; they stay
    std::int64_t gone = 0; ///< archived, but deleted by somebody else
    std::int64_t batches = 0;
    base::Time startedAt;
    base::Millis slowest{0}; ///< duration of the slowest batch

    /// Documents that the purge is finished with.
    std::int64_t done() const { return deleted + changed + gone; }
    /// Documents that are left, at least 0; an upper limit unless `deletedExact`.
    std::int64_t left() const { return total > done() ? total - done() : 0; }
};

/// The job as JSON text, ending with a line break. Pure; any thread.
std::string jobText(const PurgeJob& job);
/// Reads such a text. Errors: InvalidInput for any other. Pure; any thread.
Result<PurgeJob> parseJob(const std::string& text);

} // namespace sandglass::services
