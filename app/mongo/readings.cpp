// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/readings.h"

#include "app/bson/builder.h"
#include "app/mongo/count_commands.h"
#include "app/mongo/field_survey.h"
#include "app/mongo/reply_reader.h"
#include "app/mongo/sample_reading.h"
#include "app/protocol/server_code.h"
#include "app/ttl/collations.h"
#include "app/ttl/privilege.h"

#include <algorithm>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeArray;
using bson::makeDocument;

constexpr const char* kAdmin = "admin";
constexpr int kMaxSurveySample = 10'000;

// nullopt for an answer that the server refuses to give; errors that end the call remain errors.
template <typename T>
Result<std::optional<T>> unlessRefused(Result<T> answer)
{
    if (answer) {
        return std::optional<T>(std::move(*answer));
    }
    if (answer.error().code == Errc::Server || ttl::isRefusal(answer.error())) {
        return std::optional<T>();
    }
    return std::move(answer.error());
}

// The error of an answer that the user may not have; nullopt for any other answer.
template <typename T>
std::optional<Error> refusal(const Result<T>& answer)
{
    return !answer && ttl::isRefusal(answer.error()) ? std::optional(answer.error()) : std::nullopt;
}

// Whether another command may succeed: this one is unknown to the server, but the collection is
// neither missing nor forbidden.
bool mayUseFallback(const Error& error)
{
    return error.code == Errc::Server
        && error.serverCode != static_cast<int>(protocol::ServerCode::NamespaceNotFound)
        && error.serverCode != static_cast<int>(protocol::ServerCode::CommandNotSupportedOnView);
}

// The statistics of a time series are those of its buckets; only a count gives the number of
// measurements.
Result<ttl::CollectionStats> withMeasurements(Conversation& conversation,
                                              const protocol::Namespace& ns,
                                              ttl::CollectionStats stats)
{
    const auto reply
        = conversation.run(ns.database, makeDocument("count", ns.collection), Access::Read);
    TRY(reply);
    const auto counted = countIn(*reply);
    TRY(counted);
    stats.documents = *counted;
    stats.averageDocumentBytes = stats.documents > 0 ? stats.dataBytes / stats.documents : 0;
    return stats;
}

// One entry per shard.
Result<std::vector<Document>> storageStats(Conversation& conversation,
                                           const protocol::Namespace& ns)
{
    const Document stage = makeDocument("$collStats", makeDocument("storageStats", Document()));
    auto entries = conversation.aggregate(ns, makeArray(stage));
    TRY(entries);
    std::vector<Document> stats;
    for (const Document& entry : *entries) {
        stats.emplace_back(entry["storageStats"].asDocument());
    }
    return stats;
}

// Whether the server only keeps its version for itself. To a client that is not logged in it may
// refuse everything.
bool isVersionWithheld(const Error& error)
{
    const std::optional<ttl::Refusal> refusal = ttl::refusalOf(error);
    return refusal ? !refusal->needsLogin
                   : error.serverCode == static_cast<int>(protocol::ServerCode::CommandNotFound);
}

// DocumentDB betrays itself by the error for an unknown parameter; see isDocumentDbText().
Result<bool> isDocumentDb(Conversation& conversation)
{
    const auto answer = conversation.run(kAdmin, makeDocument("getParameter", "foo"), Access::Read);
    if (answer) {
        return false;
    }
    if (answer.error().code != Errc::Server && !ttl::isRefusal(answer.error())) {
        return answer.error();
    }
    return isDocumentDbText(answer.error().message);
}

// Adds the size of each index, and whether it is still being built.
Result<void> addSizes(Conversation& conversation, const protocol::Namespace& ns,
                      std::vector<ttl::IndexSpec>& indexes)
{
    const auto shards = unlessRefused(storageStats(conversation, ns));
    TRY(shards);
    if (!*shards) {
        return {};
    }
    ttl::CollectionStats stats;
    std::vector<std::string> building;
    for (const Document& entry : **shards) {
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

// An extra that the server does not tell in time stays unset.
Result<void> unlessSlow(Result<void> extra)
{
    return !extra && extra.error().code == Errc::Timeout ? Result<void>() : extra;
}

// Adds how often others have used each index, and since when that is counted.
Result<void> addUsages(Conversation& conversation, const protocol::Namespace& ns,
                       std::vector<ttl::IndexSpec>& indexes)
{
    const auto usages = unlessRefused(
        conversation.aggregate(ns, makeArray(makeDocument("$indexStats", Document()))));
    TRY(usages);
    bool ownAreTold = false; // by our own engine, which so leaves out those of other windows, too
    for (const Document& entry : (*usages).value_or(std::vector<Document>())) {
        addUsage(entry, indexes);
        ownAreTold = ownAreTold || entry["accesses"].asDocument().contains("sandglassOps");
    }
    for (ttl::IndexSpec& index : indexes) {
        if (!ownAreTold) {
            conversation.leaveOutOwnUses(ns, index);
        }
    }
    return {};
}

} // namespace

Result<ttl::ServerInfo> readServerInfo(Conversation& conversation, const Document& hello)
{
    ttl::ServerInfo info;
    const std::vector<std::string>& hosts = conversation.connection().hosts();
    info.host = hosts.empty() ? std::string() : hosts.front();
    readHello(hello, info);

    const auto build = conversation.run(kAdmin, makeDocument("buildInfo", 1), Access::Read);
    if (build) {
        readBuildInfo(*build, info);
    } else if (!isVersionWithheld(build.error())) {
        return build.error();
    }
    // buildInfo has named the product
    if (info.product != ttl::Product::MongoDb) {
        return info;
    }

    // hosted products are recognised by their host names, without a request
    for (const std::string& host : hosts) {
        info.hosting = hostingOf(host);
        if (const auto product = productOfHost(host)) {
            info.product = *product;
            return info;
        }
    }
    // behind a tunnel the typed host says nothing, but a member of Amazon DocumentDB names itself
    if (productOfHost(info.host) == ttl::Product::AmazonDocumentDb) {
        info.product = ttl::Product::AmazonDocumentDb;
        return info;
    }
    if (std::string version = documentDbVersion(hello); !version.empty()) {
        info.product = ttl::Product::DocumentDb;
        info.productVersion = std::move(version);
        return info;
    }
    const auto documentDb = isDocumentDb(conversation);
    TRY(documentDb);
    if (*documentDb) {
        info.product = ttl::Product::DocumentDb;
    }
    return info;
}

Result<std::vector<ttl::DatabaseSpec>> readDatabases(Conversation& conversation)
{
    const auto reply = conversation.run(kAdmin, makeDocument("listDatabases", 1), Access::Read);
    TRY(reply);
    const bson::ValueView listed = (*reply)["databases"];
    // without a list it is not known that there are none
    if (listed.type() != bson::Type::Array) {
        return base::failure(Errc::Protocol, "The server's reply contains no list of databases.");
    }
    std::vector<ttl::DatabaseSpec> databases;
    for (const bson::Element& element : listed.asDocument()) {
        databases.push_back(readDatabase(element.value.asDocument()));
    }
    return databases;
}

Result<std::vector<ttl::CollectionSpec>> readCollections(Conversation& conversation,
                                                         const std::string& database)
{
    const auto entries = conversation.listCollections(database);
    TRY(entries);
    std::vector<ttl::CollectionSpec> collections;
    for (const Document& entry : *entries) {
        // some entries are the server's own
        if (auto collection = readCollection(database, entry)) {
            collections.push_back(std::move(*collection));
        }
    }
    std::sort(collections.begin(), collections.end(),
              [](const auto& a, const auto& b) { return a.ns < b.ns; });
    return collections;
}

Result<std::vector<ttl::IndexSpec>> readListedIndexes(Conversation& conversation,
                                                      const protocol::Namespace& ns)
{
    const auto entries = conversation.listIndexes(ns);
    TRY(entries);
    std::vector<ttl::IndexSpec> indexes;
    for (const Document& entry : *entries) {
        indexes.push_back(readIndex(entry));
    }
    ttl::nameSimpleCollations(indexes);
    return indexes;
}

Result<std::vector<ttl::IndexSpec>> readIndexes(Conversation& conversation,
                                                const protocol::Namespace& ns)
{
    Result<std::vector<ttl::IndexSpec>> listed = readListedIndexes(conversation, ns);
    TRY(listed);
    std::vector<ttl::IndexSpec> indexes = std::move(*listed);
    // both are extras: what the server refuses stays unset
    TRY(unlessSlow(addSizes(conversation, ns, indexes)));
    TRY(unlessSlow(addUsages(conversation, ns, indexes)));
    return indexes;
}

Result<ttl::CollectionStats> readStats(Conversation& conversation, const protocol::Namespace& ns)
{
    ttl::CollectionStats stats;
    const auto entries = storageStats(conversation, ns);
    if (entries) {
        for (const Document& entry : *entries) {
            addStats(entry, stats);
        }
        const bool isSeries = !entries->empty() && entries->front().contains("timeseries");
        return isSeries ? withMeasurements(conversation, ns, std::move(stats)) : stats;
    }
    if (!mayUseFallback(entries.error())) {
        return entries.error();
    }
    // older servers and some compatible ones have no $collStats stage
    const auto reply
        = conversation.run(ns.database, makeDocument("collStats", ns.collection), Access::Read);
    TRY(reply);
    addStats(*reply, stats);
    return stats;
}

Result<ttl::TtlMetrics> readMetrics(Conversation& conversation)
{
    ttl::TtlMetrics metrics;
    // excludes the sections that cost the server most; a server ignores those that it does not know
    const Document question = makeDocument("serverStatus", 1, "repl", 0, "locks", 0, "wiredTiger",
                                           0, "tcmalloc", 0, "transactions", 0);
    const auto statusReply = conversation.run(kAdmin, question, Access::Read);
    metrics.countersRefused = refusal(statusReply);
    const auto status = unlessRefused(statusReply);
    TRY(status);
    if (*status) {
        readServerStatus(**status, metrics);
    }

    const Document parameters
        = makeDocument("getParameter", 1, "ttlMonitorEnabled", 1, "ttlMonitorSleepSecs", 1);
    const auto parameterReply = conversation.run(kAdmin, parameters, Access::Read);
    metrics.parametersRefused = refusal(parameterReply);
    const auto values = unlessRefused(parameterReply);
    TRY(values);
    if (*values) {
        readParameters(**values, metrics);
    }
    return metrics;
}

Result<std::vector<ttl::FieldCandidate>> readFieldCandidates(Conversation& conversation,
                                                             const protocol::Namespace& ns,
                                                             int sampleSize, RefusedStages& refused)
{
    const int size = std::clamp(sampleSize, 1, kMaxSurveySample);
    if (!refused.sample) {
        const Document stage = makeDocument("$sample", makeDocument("size", size));
        const auto sample = conversation.aggregate(ns, makeArray(stage));
        if (sample) {
            return surveyFields(*sample);
        }
        if (!mayUseFallback(sample.error())) {
            return sample.error();
        }
        noteRefusal(sample.error(), refused);
    }
    const auto first = conversation.find(ns, Document(), makeDocument("limit", std::int64_t{size}));
    TRY(first);
    return surveyFields(*first);
}

} // namespace sandglass::mongo
