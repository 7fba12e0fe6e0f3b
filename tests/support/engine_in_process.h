// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "app/engine/server/engine.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/need.h"

#include <QTemporaryDir>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::tests {

/// The whole engine inside the test program, on a folder of its own and on a clock that stands
/// still until the test moves it, so that its monitor makes no pass by itself before that.
class EngineInProcess
{
public:
    /// A value of ttlMonitorSleepSecs with which no test sees a pass: 68 years.
    static constexpr std::int32_t kNever = 2'147'483'647;

    explicit EngineInProcess(base::Time now)
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

    /// Serves on a free TCP port. `arguments`: as on the command line of sandglass-engine, except
    /// where to listen and where to keep the data. A failure ends the test program.
    void start(std::vector<std::string> arguments = {})
    {
        for (const std::string& own :
             {std::string("--dbpath"), dataFolder(), std::string("--port"), std::string("0")}) {
            arguments.push_back(own);
        }
        const auto options = need(engine::server::parseOptions(arguments));
        m_engine = need(engine::server::Engine::start(options, clock, nullptr, m_log));
    }

    /// The TCP port; only after start().
    int port() const { return m_engine->port(); }

    std::string dataFolder() const { return m_folder.filePath(QStringLiteral("db")).toStdString(); }

private:
    QTemporaryDir m_folder;

public:
    FakeClock clock;

private:
    engine::server::JsonLog m_log{clock, nullptr};
    std::unique_ptr<engine::server::Engine> m_engine;
};

} // namespace sandglass::tests
