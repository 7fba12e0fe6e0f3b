// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"
#include "app/base/clock.h"
#include "app/ttl/ttl_server.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::services {

/// The hours of a day in which a purge may delete, in minutes since midnight; `to` is exclusive,
/// and before `from` when midnight lies between. Equal: the whole day.
struct AllowedHours
{
    int from = 0;
    int to = 0;
    QByteArray zoneId; ///< IANA; of the wall clock meant
};

/// Whether a moment lies in these hours. Pure; any thread.
bool within(const AllowedHours& hours, base::Time moment);

inline constexpr int kDefaultBatch = 500;
inline constexpr int kLargestBatch = 10'000;

/// How gently to delete.
struct PurgeOptions
{
    int batch = kDefaultBatch; ///< 1 … kLargestBatch documents
    std::chrono::milliseconds pause{200}; ///< between two batches
    std::optional<AllowedHours> hours;
    std::optional<std::chrono::milliseconds> latencyLimit; ///< a batch that takes longer pauses it
    std::optional<std::chrono::seconds> lagLimit; ///< of replication; more pauses it
};

/// The archive that a purge goes by.
struct PurgedArchive
{
    archive::Layout layout;
    std::string documentsHash; ///< as it was when the archive was verified
    std::uint64_t offset = 0; ///< up to where it has been purged
};

/// A staged purge: what it is to do and how far it has come. It is on the disk before each batch.
struct PurgeJob
{
    QString id; ///< also the name of its file
    QString server; ///< "local", or the connection string without credentials
    std::string index; ///< the rule's index; empty when there is none yet
    ttl::ImpactRequest rule; ///< `now` is the moment that documents are judged by, to the end
    PurgeOptions options;
    std::optional<PurgedArchive> archive;
    std::int64_t total = 0; ///< documents that it is about
    std::int64_t deleted = 0;
    std::int64_t changed = 0; ///< archived, but different on the server by now: they stay
    std::int64_t gone = 0; ///< archived, and deleted by somebody else
    std::int64_t batches = 0;
    base::Time startedAt;
    base::Millis slowest{0}; ///< batch

    std::int64_t done() const { return deleted + changed + gone; }
    std::int64_t left() const { return total > done() ? total - done() : 0; }
};

/// The job as JSON text, and back. Errors: InvalidInput for what is no job.
std::string jobText(const PurgeJob& job);
Result<PurgeJob> parseJob(const std::string& text);

} // namespace sandglass::services
