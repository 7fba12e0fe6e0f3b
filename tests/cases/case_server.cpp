// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/case_server.h"

#include "tests/support/engine_in_process.h"

#include <QTest>

#include <chrono>

namespace sandglass::cases {

namespace {

using namespace std::chrono_literals;

constexpr bson::Date kStart{1'893'456'000'000}; // 1 January 2030
constexpr int kPatienceMillis = 30'000; // sanitizers and shared machines are slow

/// What "stored" lists: {in: collection, index: {key, name, expireAfterSeconds}}.
void storeOldIndexes(tests::EngineInProcess& engine, bson::DocumentView list)
{
    for (const bson::Element& element : list) {
        const bson::DocumentView entry = element.value.asDocument();
        const bson::DocumentView index = entry["index"].asDocument();
        engine::catalog::IndexDefinition definition;
        definition.name = index["name"].asString();
        definition.key = bson::Document(index["key"].asDocument());
        definition.expireAfterSeconds = bson::Value(index["expireAfterSeconds"]);
        engine.addOldIndex({"cases", std::string(entry["in"].asString())}, definition);
    }
}

} // namespace

OwnServer::OwnServer(base::Time start)
    : m_engine(std::make_unique<tests::EngineInProcess>(start))
    , m_lastPass(start)
{
}

OwnServer::~OwnServer() = default;

Result<std::unique_ptr<OwnServer>> OwnServer::start(bson::DocumentView caseFile)
{
    const bson::ValueView clock = caseFile["clock"];
    const bson::Date date = clock.isMissing() ? kStart : clock.asDate();
    std::unique_ptr<OwnServer> server(new OwnServer(date.time()));
    storeOldIndexes(*server->m_engine, caseFile["stored"].asDocument());
    std::vector<std::string> arguments;
    for (const bson::Element& argument : caseFile["engine"].asDocument()) {
        arguments.emplace_back(argument.value.asString());
    }
    server->m_engine->start(arguments);
    TRY(server->m_connection.open(server->port()));
    return server;
}

int OwnServer::port() const
{
    return m_engine->port();
}

base::Time OwnServer::now() const
{
    return m_engine->clock.now();
}

Result<void> OwnServer::advance(base::Millis span)
{
    TRY(sleepSeconds(tests::EngineInProcess::kNever));
    m_engine->clock.advance(span);
    return {};
}

Result<void> OwnServer::live(base::Millis span)
{
    m_engine->clock.advance(span);
    m_lastPass = now(); // there may have been one
    return {};
}

Result<void> OwnServer::pass()
{
    // the monitor sleeps a second at least, from its start or its last pass on
    if (now() - m_lastPass < 1s) {
        TRY(advance(1s));
    }
    auto before = passes();
    TRY(before);
    TRY(sleepSeconds(1));
    const bool passed
        = QTest::qWaitFor([&] { return passes().value_or(0) > *before; }, kPatienceMillis);
    m_lastPass = now();
    if (!passed) {
        return base::failure(Errc::Timeout, "The monitor made no pass.");
    }
    return sleepSeconds(tests::EngineInProcess::kNever);
}

int OwnServer::patienceForDocuments() const
{
    return 0; // its pass has ended
}

int OwnServer::patience() const
{
    return kPatienceMillis;
}

Result<void> OwnServer::sleepSeconds(std::int32_t seconds)
{
    const auto reply = m_connection.run(
        "admin", bson::makeDocument("setParameter", 1, "ttlMonitorSleepSecs", seconds));
    TRY(reply);
    return {};
}

Result<std::int64_t> OwnServer::passes()
{
    const auto status = m_connection.run("admin", bson::makeDocument("serverStatus", 1));
    TRY(status);
    return status->view().at("metrics.ttl.passes").toInt64();
}

base::Time ForeignServer::now() const
{
    return base::SystemClock().now();
}

Result<void> ForeignServer::advance(base::Millis span)
{
    if (span > 5s) {
        return base::failure(Errc::Unsupported, "its clock cannot be moved");
    }
    QTest::qWait(static_cast<int>(span.count()));
    return {};
}

Result<void> ForeignServer::live(base::Millis /*span*/)
{
    return base::failure(Errc::Unsupported, "its clock cannot be moved");
}

Result<void> ForeignServer::pass()
{
    // what its passes do cannot be asked; two of them fit in here
    QTest::qWait(2'500);
    return {};
}

int ForeignServer::patienceForDocuments() const
{
    return 6'000; // its passes come when they come
}

int ForeignServer::patience() const
{
    return 0;
}

} // namespace sandglass::cases
