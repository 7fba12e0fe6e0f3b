// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "app/engine/server/engine.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/engine_client.h"
#include "tests/support/fake_clock.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

namespace sandglass::tests {

/// The whole engine inside the test program, served over a socket of its own, on a clock that
/// stands still until the test moves it. It makes a pass only when passNow() says so, as long as
/// the clock moves by less than 68 years between two passes.
class EmbeddedEngine
{
public:
    explicit EmbeddedEngine(base::Time now)
        : clock(now)
    {
    }

    /// Puts an index into the data before start() as an old file could hold it: no command would
    /// take it. Makes the collection.
    void addOldIndex(const protocol::Namespace& ns, const engine::catalog::IndexDefinition& index)
    {
        auto store = need(engine::storage::openStore(dataFolder(), {}, m_log));
        auto catalog = need(engine::catalog::Catalog::open(*store, clock, {}));
        need(catalog->findOrCreate(ns, nullptr));
        need(catalog->createIndexes(ns, {index}));
    }

    /// Serves; a failure ends the test program.
    void start()
    {
        engine::server::EngineOptions options;
        options.dbPath = dataFolder();
        options.port = 0;
        options.parameters = {{"ttlMonitorSleepSecs", std::to_string(kNever)}};
        m_engine = need(engine::server::Engine::start(options, clock, nullptr, m_log));
        client = std::make_unique<EngineClient>(uri());
    }

    std::string uri() const
    {
        return "mongodb://127.0.0.1:" + std::to_string(m_engine->port()) + "/";
    }

    /// Runs one pass at the clock's time, which has to be a second or more after the last pass.
    /// Returns whether exactly one was made.
    bool passNow() const
    {
        const std::int64_t before = client->metrics().passes.value_or(0);
        setSleep(1);
        const bool passed = QTest::qWaitFor(
            [&] { return client->metrics().passes.value_or(0) > before; }, 60'000);
        setSleep(kNever);
        return passed && client->metrics().passes.value_or(0) == before + 1;
    }

private:
    static constexpr std::int64_t kNever = 2'147'483'647; // seconds

    std::string dataFolder() const { return m_folder.filePath(QStringLiteral("db")).toStdString(); }
    void setSleep(std::int64_t seconds) const
    {
        client->setParameter("ttlMonitorSleepSecs", bson::Value::of(seconds));
    }

    QTemporaryDir m_folder;

public:
    FakeClock clock;

private:
    engine::server::JsonLog m_log{clock, nullptr};
    std::unique_ptr<engine::server::Engine> m_engine;

public:
    std::unique_ptr<EngineClient> client; ///< set by start()
};

} // namespace sandglass::tests
