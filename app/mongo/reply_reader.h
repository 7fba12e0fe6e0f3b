// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/ttl_server.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::mongo {

// Servers' replies as the words of app/ttl. All pure, any thread; fields that are missing or of a
// wrong type are left out, since a reply is a stranger's.

/// What hello (or isMaster) tells: topology, writable, and the host when the server names itself.
void readHello(bson::DocumentView reply, ttl::ServerInfo& info);

/// Version from buildInfo, and the product as far as buildInfo tells it.
void readBuildInfo(bson::DocumentView reply, ttl::ServerInfo& info);

/// The product that a host name stands for; nullopt for an ordinary one. `host`: with or without a
/// port. Source: Microsoft Learn, Azure Cosmos DB for MongoDB, connection strings.
std::optional<ttl::Product> productOfHost(std::string host);

/// Whether the text of the error to {getParameter: "foo"} is that of the DocumentDB extension.
/// Source: app/ttl/SEMANTICS.md 5.2.
bool isDocumentDbText(std::string text);

/// An entry of listDatabases.
ttl::DatabaseSpec readDatabase(bson::DocumentView entry);

/// An entry of listCollections; nullopt for the server's own (system.buckets.…, system.views).
std::optional<ttl::CollectionSpec> readCollection(const std::string& database,
                                                  bson::DocumentView entry);

/// An entry of listIndexes.
ttl::IndexSpec readIndex(const bson::Document& entry);

/// Adds one shard's $collStats entry (its storageStats) or collStats reply.
void addStats(bson::DocumentView storageStats, ttl::CollectionStats& stats);

/// Names of indexes that storageStats lists as being built.
std::vector<std::string> readBuilding(bson::DocumentView storageStats);

/// Adds one host's $indexStats entry to the index of that name. Our own engine also tells there
/// that a rule expires nothing although listIndexes shows it with the largest value (old files with
/// NaN).
void addUsage(bson::DocumentView entry, std::vector<ttl::IndexSpec>& indexes);

/// Counters from serverStatus.
void readServerStatus(bson::DocumentView reply, ttl::TtlMetrics& metrics);

/// ttlMonitorEnabled and ttlMonitorSleepSecs from getParameter.
void readParameters(bson::DocumentView reply, ttl::TtlMetrics& metrics);

} // namespace sandglass::mongo
