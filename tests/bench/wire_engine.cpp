// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/wire_engine.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "tests/bench/workload.h"

namespace sandglass::bench {

namespace {

constexpr const char* kIndexes = R"([
    {"key": {"createdAt": 1}, "name": "createdAt_1", "expireAfterSeconds": 0},
    {"key": {"code": 1}, "name": "code_1"}])";

} // namespace

Result<std::unique_ptr<WireEngine>>
WireEngine::start(const std::vector<std::pair<QString, QString>>& parameters)
{
    std::unique_ptr<WireEngine> engine(new WireEngine);
    for (const auto& [name, value] : parameters) {
        engine->m_process.setParameter(name, value);
    }
    TRY(engine->startAgain());
    return engine;
}

Result<void> WireEngine::startAgain()
{
    if (!m_process.start()) {
        return base::failure(Errc::Internal, "The engine does not start.");
    }
    auto client = connect();
    TRY(client);
    m_client.emplace(std::move(*client));
    return {};
}

Result<WireClient> WireEngine::connect() const
{
    return WireClient::connect(m_process.socketPath().toStdString());
}

Result<bson::Document> WireEngine::run(const bson::Document& command)
{
    return runOn(kWireDatabase, command);
}

Result<bson::Document> WireEngine::runOnAdmin(const bson::Document& command)
{
    return runOn("admin", command);
}

Result<bson::Document> WireEngine::runOn(const char* database, const bson::Document& command)
{
    bson::Builder body;
    body.appendAll(command.view());
    body.append("$db", database);
    auto reply = m_client->send(body.take(), {}, {});
    if (reply && (*reply)["ok"].toInt64() != 1) {
        return base::failure(Errc::Server, bson::toJson(*reply));
    }
    return reply;
}

Result<void> WireEngine::setParameter(std::string_view name, const bson::Value& value)
{
    TRY(runOnAdmin(bson::makeDocument("setParameter", 1, name, value)));
    return {};
}

Result<void> WireEngine::setClockOffset(base::Millis offset)
{
    return setParameter("sandglassClockOffsetMillis",
                        bson::Value::of(std::int64_t{offset.count()}));
}

Result<void> WireEngine::makeCollection(const std::string& name)
{
    const auto indexes = bson::fromJson(std::string(R"({"indexes": )") + kIndexes + "}");
    TRY(indexes);
    bson::Builder command;
    command.append("createIndexes", name).appendAll(indexes->view());
    TRY(run(command.take()));
    return {};
}

Result<void> insertOver(WireClient& client, const std::string& collection,
                        const std::vector<bson::Document>& batch)
{
    const auto reply = client.send(bson::makeDocument("insert", collection, "$db", kWireDatabase),
                                   "documents", batch);
    TRY(reply);
    if ((*reply)["n"].toInt64() != static_cast<std::int64_t>(batch.size())) {
        return base::failure(Errc::Server, bson::toJson(*reply));
    }
    return {};
}

} // namespace sandglass::bench
