// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/readings.h"

#include "app/bson/builder.h"
#include "app/mongo/field_survey.h"
#include "app/mongo/reply_reader.h"
#include "app/protocol/server_code.h"

#include <algorithm>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeArray;
using bson::makeDocument;

constexpr const char* kAdmin = "admin";
constexpr int kMaxSurveySample = 10'000;

// Takes a refusal as "not told": nullopt, while everything that ends the call stays an error.
template <typename T>
Result<std::optional<T>> ifTold(Result<T> answer)
{
    if (answer) {
        return std::optional<T>(std::move(*answer));
    }
    if (answer.error().code == Errc::Server) {
        return std::optional<T>();
    }
    return std::move(answer.error());
}

// Whether an error says that the command or stage is unknown here, and not that the collection is
// missing or forbidden.
bool mayTryOtherwise(const Error& error)
{
    return error.code == Errc::Server
        && error.serverCode != static_cast<int>(protocol::ServerCode::Unauthorized)
        && error.serverCode != static_cast<int>(protocol::ServerCode::NamespaceNotFound)
        && error.serverCode != static_cast<int>(protocol::ServerCode::CommandNotSupportedOnView);
}

// The statistics of a time series are those of its buckets; only a count tells how many
// measurements there are.
Result<ttl::CollectionStats> withMeasurements(Conversation& talk, const protocol::Namespace& ns,
                                              ttl::CollectionStats stats)
{
    const auto reply = talk.run(ns.database, makeDocument("count", ns.collection), Access::Read);
    TRY(reply);
    stats.documents = std::max<std::int64_t>((*reply)["n"].toInt64(), 0);
    stats.averageDocumentBytes = stats.documents > 0 ? stats.dataBytes / stats.documents : 0;
    return stats;
}

Result<std::vector<Document>> storageStats(Conversation& talk, const protocol::Namespace& ns)
{
    const Document stage = makeDocument("$collStats", makeDocument("storageStats", Document()));
    auto entries = talk.aggregate(ns, makeArray(stage));
    TRY(entries);
    std::vector<Document> stats;
    for (const Document& entry : *entries) {
        stats.emplace_back(entry["storageStats"].asDocument());
    }
    return stats;
}

Result<bool> isDocumentDb(Conversation& talk)
{
    const auto answer = talk.run(kAdmin, makeDocument("getParameter", "foo"), Access::Read);
    if (answer) {
        return false;
    }
    if (answer.error().code != Errc::Server) {
        return answer.error();
    }
    return isDocumentDbText(answer.error().message);
}

Result<void> addSizes(Conversation& talk, const protocol::Namespace& ns,
                      std::vector<ttl::IndexSpec>& indexes)
{
    const auto told = ifTold(storageStats(talk, ns));
    TRY(told);
    if (!*told) {
        return {};
    }
    ttl::CollectionStats stats;
    std::vector<std::string> building;
    for (const Document& entry : **told) {
        addStats(entry, stats);
        const auto names = readBuilding(entry);
        building.insert(building.end(), names.begin(), names.end());
    }
    for (ttl::IndexSpec& index : indexes) {
        if (const auto size = stats.indexBytes.find(index.name); size != stats.indexBytes.end()) {
            index.bytes = size->second;
        }
        index.building = std::find(building.begin(), building.end(), index.name) != building.end();
    }
    return {};
}

Result<void> addUsages(Conversation& talk, const protocol::Namespace& ns,
                       std::vector<ttl::IndexSpec>& indexes)
{
    const auto told
        = ifTold(talk.aggregate(ns, makeArray(makeDocument("$indexStats", Document()))));
    TRY(told);
    if (*told) {
        for (const Document& entry : **told) {
            addUsage(entry, indexes);
        }
    }
    return {};
}

} // namespace

Result<ttl::ServerInfo> readServerInfo(Conversation& talk, const Document& hello)
{
    ttl::ServerInfo info;
    const std::vector<std::string>& hosts = talk.connection().hosts();
    info.host = hosts.empty() ? std::string() : hosts.front();
    readHello(hello, info);

    const auto build = talk.run(kAdmin, makeDocument("buildInfo", 1), Access::Read);
    TRY(build);
    readBuildInfo(*build, info);
    if (info.product != ttl::Product::MongoDb) {
        return info;
    }

    for (const std::string& host : hosts) {
        if (const auto product = productOfHost(host)) {
            info.product = *product;
            return info;
        }
    }
    const auto documentDb = isDocumentDb(talk);
    TRY(documentDb);
    if (*documentDb) {
        info.product = ttl::Product::DocumentDb;
    }
    return info;
}

Result<std::vector<ttl::DatabaseSpec>> readDatabases(Conversation& talk)
{
    const auto reply = talk.run(kAdmin, makeDocument("listDatabases", 1), Access::Read);
    TRY(reply);
    std::vector<ttl::DatabaseSpec> databases;
    for (const bson::Element& element : (*reply)["databases"].asDocument()) {
        databases.push_back(readDatabase(element.value.asDocument()));
    }
    return databases;
}

Result<std::vector<ttl::CollectionSpec>> readCollections(Conversation& talk,
                                                         const std::string& database)
{
    const auto entries = talk.listCollections(database);
    TRY(entries);
    std::vector<ttl::CollectionSpec> collections;
    for (const Document& entry : *entries) {
        if (auto collection = readCollection(database, entry)) {
            collections.push_back(std::move(*collection));
        }
    }
    std::sort(collections.begin(), collections.end(),
              [](const auto& a, const auto& b) { return a.ns < b.ns; });
    return collections;
}

Result<std::vector<ttl::IndexSpec>> readIndexes(Conversation& talk, const protocol::Namespace& ns)
{
    const auto entries = talk.listIndexes(ns);
    TRY(entries);
    std::vector<ttl::IndexSpec> indexes;
    for (const Document& entry : *entries) {
        indexes.push_back(readIndex(entry));
    }
    TRY(addSizes(talk, ns, indexes));
    TRY(addUsages(talk, ns, indexes));
    return indexes;
}

Result<ttl::CollectionStats> readStats(Conversation& talk, const protocol::Namespace& ns)
{
    ttl::CollectionStats stats;
    const auto entries = storageStats(talk, ns);
    if (entries) {
        for (const Document& entry : *entries) {
            addStats(entry, stats);
        }
        const bool isSeries = !entries->empty() && entries->front().contains("timeseries");
        return isSeries ? withMeasurements(talk, ns, std::move(stats)) : stats;
    }
    if (!mayTryOtherwise(entries.error())) {
        return entries.error();
    }
    const auto reply
        = talk.run(ns.database, makeDocument("collStats", ns.collection), Access::Read);
    TRY(reply);
    addStats(*reply, stats);
    return stats;
}

Result<ttl::TtlMetrics> readMetrics(Conversation& talk)
{
    ttl::TtlMetrics metrics;
    // the sections that cost the server most are left out; those it does not know it ignores
    const Document question = makeDocument("serverStatus", 1, "repl", 0, "locks", 0, "wiredTiger",
                                           0, "tcmalloc", 0, "transactions", 0);
    const auto status = ifTold(talk.run(kAdmin, question, Access::Read));
    TRY(status);
    if (*status) {
        readServerStatus(**status, metrics);
    }

    const Document parameters
        = makeDocument("getParameter", 1, "ttlMonitorEnabled", 1, "ttlMonitorSleepSecs", 1);
    const auto values = ifTold(talk.run(kAdmin, parameters, Access::Read));
    TRY(values);
    if (*values) {
        readParameters(**values, metrics);
    }
    return metrics;
}

Result<std::vector<ttl::FieldCandidate>>
readFieldCandidates(Conversation& talk, const protocol::Namespace& ns, int sampleSize)
{
    const int size = std::clamp(sampleSize, 1, kMaxSurveySample);
    const Document stage = makeDocument("$sample", makeDocument("size", size));
    auto sample = talk.aggregate(ns, makeArray(stage));
    if (!sample && mayTryOtherwise(sample.error())) {
        sample = talk.find(ns, Document(), makeDocument("limit", std::int64_t{size}));
    }
    TRY(sample);
    return surveyFields(*sample);
}

} // namespace sandglass::mongo
