// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/ttl_server.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::mongo {

// Translates servers' replies into the types of app/ttl. All functions are pure; any thread. Fields
// that are missing or have a wrong type are left out, since a server may send anything.

/// Reads hello (or isMaster): topology, whether the server is writable, its clock rate, and its
/// host if it names itself.
void readHello(bson::DocumentView reply, ttl::ServerInfo& info);

/// The server's clock in a reply of hello or serverStatus; unset when it is missing or not between
/// 1970 and the year 9999, which no sum of dates would survive.
std::optional<base::Time> readClock(bson::DocumentView reply);

/// Reads buildInfo: the version, and the product if the reply shows it.
void readBuildInfo(bson::DocumentView reply, ttl::ServerInfo& info);

/// The product that a host name belongs to; nullopt for any other name. `host`: with or without a
/// port. Source: Microsoft Learn, Azure Cosmos DB for MongoDB, connection strings.
std::optional<ttl::Product> productOfHost(std::string host);

/// The service that a host name belongs to. `host`: with or without a port. Pure; any thread.
ttl::Hosting hostingOf(std::string host);

/// The version with which newer releases of DocumentDB, the extension of PostgreSQL, name
/// themselves in hello, such as "0.113-0"; empty for any other server.
std::string documentDbVersion(bson::DocumentView hello);

/// Whether the error text of {getParameter: "foo"} is that of the DocumentDB extension. Source:
/// app/ttl/SEMANTICS.md 5.2.
bool isDocumentDbText(std::string text);

/// Reads an entry of listDatabases.
ttl::DatabaseSpec readDatabase(bson::DocumentView entry);

/// Reads an entry of listCollections; nullopt for the server's own collections (system.buckets.…,
/// system.views).
std::optional<ttl::CollectionSpec> readCollection(const std::string& database,
                                                  bson::DocumentView entry);

/// Reads an entry of listIndexes.
ttl::IndexSpec readIndex(const bson::Document& entry);

/// Adds the statistics of one shard: storageStats of $collStats, or the reply of collStats.
void addStats(bson::DocumentView storageStats, ttl::CollectionStats& stats);

/// The names of the indexes that storageStats lists as being built.
std::vector<std::string> readBuilding(bson::DocumentView storageStats);

/// Adds one host's entry of $indexStats to the index of that name, without the uses by windows as
/// far as the server tells them (our own engine does). Our own engine also reports there that a
/// rule expires nothing, although listIndexes shows the largest value for it (NaN in old files).
void addUsage(bson::DocumentView entry, std::vector<ttl::IndexSpec>& indexes);

/// Reads the counters of serverStatus.
void readServerStatus(bson::DocumentView reply, ttl::TtlMetrics& metrics);

/// Reads ttlMonitorEnabled and ttlMonitorSleepSecs of getParameter.
void readParameters(bson::DocumentView reply, ttl::TtlMetrics& metrics);

} // namespace sandglass::mongo
