// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/create_presets.h"

#include "app/presenters/connections/capability_words.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// `seconds`: unset for the mode "at the stored date".
CreatePreset preset(const QString& id, const QString& title, const std::string& field,
                    std::optional<std::int64_t> seconds)
{
    CreatePreset made;
    made.id = id;
    made.title = title;
    made.draft.field = field;
    made.draft.atStoredDate = !seconds;
    made.draft.seconds = seconds;
    return made;
}

CreatePreset sessions()
{
    CreatePreset made = preset(
        u"sessions"_s, CreateIndexPresenter::tr("Sessions, kept while in use"), "accessTime", 1800);
    made.explanation = CreateIndexPresenter::tr(
        "Each access writes the current time; a session expires half an hour after its last use.");
    made.codeLine = u"db.authLog.insertOne({ userID: 103, accessTime: new Date() })\n"
                    "db.tokenLog.updateOne({ token: 101 }, { $set: { accessTime: new Date() } })"_s;
    return made;
}

CreatePreset carts()
{
    CreatePreset made = preset(u"carts"_s, CreateIndexPresenter::tr("Abandoned shopping carts"),
                               "lastModified", 604800);
    made.explanation = CreateIndexPresenter::tr(
        "A cart expires a week after its last change; paid carts are kept.");
    made.codeLine
        = u"db.carts.updateOne({ _id: cart }, { $set: { lastModified: new Date() }, $push: { items: item } })"_s;
    made.draft.partialFilterJson = R"({"state": "open"})";
    return made;
}

CreatePreset pageCache()
{
    CreatePreset made
        = preset(u"pageCache"_s, CreateIndexPresenter::tr("Page cache"), "cachedAt", 21600);
    made.explanation
        = CreateIndexPresenter::tr("A cached page expires six hours after it was cached.");
    made.codeLine = u"db.pageCache.insertOne({ url: url, html: html, cachedAt: new Date() })"_s;
    return made;
}

CreatePreset events()
{
    CreatePreset made = preset(u"events"_s, CreateIndexPresenter::tr("Event log, after a period"),
                               "createdAt", 3600);
    made.explanation = CreateIndexPresenter::tr("An event expires an hour after it happened.");
    made.codeLine
        = u"db.log.events.insertOne({ createdAt: new Date(), logEvent: 2, logMessage: \"Success!\" })"_s;
    return made;
}

CreatePreset clockTime()
{
    CreatePreset made
        = preset(u"clockTime"_s, CreateIndexPresenter::tr("At a fixed time"), "expireAt", {});
    made.explanation
        = CreateIndexPresenter::tr("Each document contains the time at which it expires.");
    made.codeLine
        = u"db.app.events.insertOne({ expireAt: new Date(\"2030-07-22T14:00:00Z\"), logEvent: 2 })"_s;
    return made;
}

CreatePreset weather()
{
    CreatePreset made
        = preset(u"weather24h"_s, CreateIndexPresenter::tr("Time series: one sensor earlier"),
                 "timestamp", 3600);
    made.explanation = CreateIndexPresenter::tr(
        "The time series deletes everything after 24 hours by itself; this partial index deletes "
        "the measurements of one sensor after one hour. The filter may use the meta field only.");
    made.codeLine = u"db.createCollection(\"weather24h\", { timeseries: { timeField: "
                    u"\"timestamp\", metaField: "
                    "\"sensor\", granularity: \"hours\" }, expireAfterSeconds: 86400 })"_s;
    made.draft.partialFilterJson = R"({"sensor": {"$eq": "40.761873, -73.984287"}})";
    return made;
}

CreatePreset cosmosCollection()
{
    CreatePreset made
        = preset(u"cosmosCollection"_s,
                 CreateIndexPresenter::tr("Cosmos DB: all documents of a collection"), "_ts", 1000);
    made.explanation = CreateIndexPresenter::tr(
        "A document expires 1000 seconds after its last change; the server maintains _ts.");
    made.codeLine = u"db.coll.createIndex({ _ts: 1 }, { expireAfterSeconds: 1000 })"_s;
    return made;
}

CreatePreset cosmosDocument()
{
    CreatePreset made
        = preset(u"cosmosDocument"_s,
                 CreateIndexPresenter::tr("Cosmos DB: each document by its own ttl"), "_ts", -1);
    made.explanation
        = CreateIndexPresenter::tr("Only documents with their own ttl expire, that many whole "
                                   "seconds after their last change; the others are kept.");
    made.codeLine = u"db.coll.insertOne({ location: \"Paris\", ttl: NumberInt(2000) })"_s;
    return made;
}

// Why a server does not support a preset; empty if it does. MongoDB before 6.3 has no TTL index on
// a time series.
QString obstacle(const CreatePreset& preset, const ttl::ServerInfo& server)
{
    const bool forCosmos = preset.draft.field == "_ts";
    const bool cosmos = server.capability(ttl::Capability::TsOnly).can == ttl::Can::Yes;
    if (forCosmos != cosmos) {
        return forCosmos ? CreateIndexPresenter::tr("needs Cosmos DB")
                         : CreateIndexPresenter::tr("Cosmos DB supports only _ts");
    }
    if (preset.id != "weather24h"_L1 || server.may(ttl::Capability::TimeSeriesTtl)) {
        return {};
    }
    return server.product == ttl::Product::MongoDb ? CreateIndexPresenter::tr("needs MongoDB 6.3")
                                                   : whyNot(server, ttl::Capability::TimeSeriesTtl);
}

} // namespace

std::vector<CreatePreset> createPresets(const std::optional<ttl::ServerInfo>& server)
{
    std::vector<CreatePreset> presets{sessions(),  carts(),   pageCache(),        events(),
                                      clockTime(), weather(), cosmosCollection(), cosmosDocument()};
    for (CreatePreset& each : presets) {
        each.unavailable = obstacle(each, server.value_or(ttl::ServerInfo()));
    }
    return presets;
}

} // namespace sandglass::presenters
