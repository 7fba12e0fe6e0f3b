// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/live_traffic.h"

#include "app/bson/builder.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"

namespace sandglass::services {

namespace {

constexpr int kTouches = 12;
constexpr std::chrono::milliseconds kInterval{2'000};

// A regular session may have expired; the upsert makes it come back.
bson::Document touchCommand(const char* collection, const char* idField, base::Time now,
                            SampleRandom& random)
{
    bson::Builder builder;
    builder.append("update", collection).beginArray("updates");
    for (int i = 0; i < kTouches; ++i) {
        // only the regular sessions are touched; the others expire as they should
        const auto id = static_cast<std::int32_t>(random() % kRegularSessions);
        builder.pushDocument()
            .append("q", bson::makeDocument("_id", id))
            .append("u",
                    bson::makeDocument("$set",
                                       bson::makeDocument(idField, std::int32_t{100 + id},
                                                          "accessTime", bson::Date::from(now))))
            .append("upsert", true)
            .end();
    }
    builder.end();
    return builder.take();
}

// Touches sessions, inserts fresh documents, and returns the number inserted.
Result<std::int64_t> oneStep(ttl::TtlServer& server, const ttl::CallLimits& limits, base::Time now,
                             std::uint64_t seed)
{
    SampleRandom random(seed);
    const std::pair<const char*, const char*> sessions[]
        = {{"authLog", "userID"}, {"tokenLog", "token"}};
    for (const auto& [collection, idField] : sessions) {
        Result<bson::Document> touched = server.runCommand(
            kSampleDatabase, touchCommand(collection, idField, now, random), limits);
        TRY(touched);
    }
    const std::pair<const char*, std::vector<bson::Document>> inserts[] = {
        {"authLog", {freshAuthSession(now, random), freshAuthSession(now, random)}},
        {"log.events",
         {freshLogEvent(now, random), freshLogEvent(now, random), freshLogEvent(now, random)}},
        {"app.events", {freshAppEvent(now, random), freshAppEvent(now, random)}},
        {"pageCache", {freshPage(now, random)}},
    };
    std::int64_t count = 0;
    for (const auto& [collection, documents] : inserts) {
        Result<std::int64_t> inserted
            = server.insert({kSampleDatabase, collection}, documents, limits);
        TRY(inserted);
        count += *inserted;
    }
    return count;
}

} // namespace

LiveTraffic::LiveTraffic(ConnectionService& connections, CatalogService& catalog, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_catalog(catalog)
    , m_random(1)
{
    m_timer.setInterval(kInterval);
    connect(&m_timer, &QTimer::timeout, this, &LiveTraffic::step);
    connect(&catalog, &CatalogService::changed, this, &LiveTraffic::follow);
    connect(&connections, &ConnectionService::stateChanged, this, &LiveTraffic::follow);
}

void LiveTraffic::follow()
{
    const bool wanted = m_connections.isConnected() && m_connections.state().local
        && m_catalog.catalog().find(protocol::Namespace{kSampleDatabase, "authLog"}) != nullptr;
    if (wanted && !m_timer.isActive()) {
        m_timer.start();
    } else if (!wanted) {
        m_timer.stop();
    }
}

void LiveTraffic::step()
{
    if (m_stepping.isWaiting()) {
        return;
    }
    const auto work = [now = m_connections.serverNow(),
                       seed = m_random()](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return oneStep(server, limits, now, seed);
    };
    m_stepping.ask(m_connections.runChange(work), this, [this](const Result<std::int64_t>& answer) {
        if (!answer) {
            m_timer.stop(); // the collections may have been dropped; follow() will decide
        }
        Q_EMIT stepped();
    });
}

} // namespace sandglass::services

#include "moc_live_traffic.cpp"
