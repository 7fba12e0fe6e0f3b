// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/cursors.h"
#include "app/engine/commands/operations.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/ttl_monitor.h"
#include "app/engine/net/server.h"
#include "app/engine/query/filter.h"
#include "app/engine/server/dispatcher.h"
#include "app/engine/server/engine_parameters.h"
#include "app/engine/storage/open_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace sandglass::engine::server {

namespace {

Result<ttl::DocumentPredicate> compileFilter(bson::DocumentView filter)
{
    auto parsed = query::Filter::parse(filter, {});
    if (!parsed)
        return parsed.error();
    return ttl::DocumentPredicate([condition = std::move(*parsed)](bson::DocumentView document) {
        return condition.matches(document);
    });
}

commands::EngineFacts factsOf(const EngineOptions& options, const base::Clock& clock)
{
    commands::EngineFacts facts;
    facts.version = serverVersion();
    facts.versionNumbers = {7, 0, 0, 0};
    facts.productVersion = productVersion();
    facts.profile = options.profile;
    facts.arguments = options.arguments;
    facts.parsedOptions = bson::makeDocument(
        "storage", bson::makeDocument("dbPath", options.dbPath, "engine", "rocksdb"), "net",
        bson::makeDocument("bindIp", options.bindAddress, "port", std::int32_t{options.port}));
    facts.startedAt = clock.now();
    facts.processId = getpid();
    facts.dataFolder = options.dbPath;
    return facts;
}

std::string hostName()
{
    std::string name(256, '\0');
    if (gethostname(name.data(), name.size() - 1) != 0)
        return "localhost";
    name.resize(std::strlen(name.c_str()));
    return name;
}

/// Written beside and renamed, so that a reader never sees half a number.
Result<void> writePortFile(const std::string& path, int port)
{
    const std::string temporary = path + ".new";
    {
        std::ofstream file(temporary, std::ios::trunc);
        file << port << '\n';
        if (!file.flush())
            return base::failure(Errc::InvalidInput,
                                 "The port file " + path + " cannot be written.");
    }
    std::error_code failed;
    std::filesystem::rename(temporary, path, failed);
    if (failed)
        return base::failure(Errc::InvalidInput,
                             "The port file " + path + " cannot be written: " + failed.message()
                                 + ".");
    return {};
}

} // namespace

/// Everything, in the order in which it is made; it is taken down the other way round.
class Engine::Parts
{
public:
    Parts(const EngineOptions& chosen, base::Clock& theClock, JsonLog& theLog)
        : options(chosen)
        , clock(theClock)
        , log(theLog)
        , facts(factsOf(chosen, theClock))
        , cursors(theClock)
    {
    }

    Result<void> openData();
    Result<void> setParameters(base::SystemClock* adjustable);
    Result<void> listen();
    void makeContext();
    void announce();
    void close();

    const EngineOptions options;
    base::Clock& clock;
    JsonLog& log;
    commands::EngineFacts facts;
    expiry::TtlSettings ttlSettings;
    expiry::TtlCounters ttlCounters;
    EngineSettings settings;
    commands::ParameterTable parameters;
    commands::CursorRegistry cursors;
    commands::OperationTable operations;
    commands::OperationCounters counters;
    std::unique_ptr<storage::KeyValueStore> store;
    std::unique_ptr<catalog::Catalog> catalog;
    std::unique_ptr<commands::Context> context;
    std::unique_ptr<expiry::PurgePass> pass;
    std::unique_ptr<expiry::TtlMonitor> monitor;
    std::unique_ptr<Dispatcher> dispatcher;
    std::unique_ptr<net::Server> sockets;

private:
    void addStatusSections();
    void showPassAsOperation();
};

Result<void> Engine::Parts::openData()
{
    auto opened = storage::openStore(options.dbPath, {}, log);
    if (!opened)
        return opened.error();
    store = std::move(*opened);
    auto loaded = catalog::Catalog::open(*store, clock, compileFilter);
    if (!loaded)
        return loaded.error();
    catalog = std::move(*loaded);
    return {};
}

Result<void> Engine::Parts::setParameters(base::SystemClock* adjustable)
{
    addParameters(parameters, {ttlSettings, settings, log, adjustable, [this] {
                                   if (monitor)
                                       monitor->settingsChanged();
                               }});
    // test commands first: other parameters may depend on them
    for (const bool testCommands : {true, false}) {
        for (const auto& [name, value] : options.parameters) {
            if ((name == "enableTestCommands") != testCommands)
                continue;
            if (auto done = parameters.setAtStartup(name, value); !done)
                return done.error();
        }
    }
    return {};
}

void Engine::Parts::makeContext()
{
    context = std::make_unique<commands::Context>(commands::Context{
        *catalog, clock, log, parameters, cursors, operations, counters, facts, {}, {}, {}, {}});
    context->recentLog = [this] { return log.recent(); };
    context->writesRefused = [this] { return store->writesRefused(); };
    context->checkpoint = [this](const std::string& folder) { return store->checkpoint(folder); };
    context->ttlMetrics = [this](bson::Builder& builder) {
        builder.append("deletedDocuments", ttlCounters.deletedDocuments.load())
            .append("deletedKeys", ttlCounters.deletedKeys.load())
            .append("invalidTTLIndexSkips", ttlCounters.invalidIndexSkips.load())
            .append("passes", ttlCounters.passes.load())
            .append("subPasses", ttlCounters.subPasses.load());
    };
    pass = std::make_unique<expiry::PurgePass>(*catalog, clock, log, ttlSettings, ttlCounters);
    showPassAsOperation();
    monitor = std::make_unique<expiry::TtlMonitor>(*pass, clock, log, ttlSettings);
    dispatcher = std::make_unique<Dispatcher>(*context);
    addStatusSections();
}

void Engine::Parts::showPassAsOperation()
{
    pass->setOperationHook(
        [this](const std::string& ns, const std::string& index) -> std::shared_ptr<void> {
            commands::Operation operation;
            operation.description = "TTLMonitor";
            operation.kind = "remove";
            operation.ns = ns;
            operation.command = bson::makeDocument("index", index);
            operation.startedAt = clock.now();
            operation.internal = true;
            return operations.begin(std::move(operation));
        });
}

void Engine::Parts::addStatusSections()
{
    context->statusSections.emplace_back([this](bson::Builder& builder) {
        const std::int64_t current = dispatcher->currentConnections();
        builder.beginDocument("connections")
            .append("current", static_cast<std::int32_t>(current))
            .append("available",
                    static_cast<std::int32_t>(static_cast<std::int64_t>(net::kMaxConnections)
                                              - current))
            .append("totalCreated", dispatcher->totalConnections())
            .append("active", static_cast<std::int32_t>(operations.list().size()))
            .end();
    });
    context->statusSections.emplace_back([this](bson::Builder& builder) {
        builder.beginDocument("batchedDeletes")
            .append("batches", ttlCounters.batches.load())
            .append("docs", ttlCounters.batchedDocuments.load())
            .append("stagedSizeBytes", ttlCounters.stagedBytes.load())
            .append("timeInBatchMillis", ttlCounters.millisInBatches.load())
            .append("refetchesDueToYield", std::int64_t{0})
            .end();
    });
    context->statusSections.emplace_back([this](bson::Builder& builder) {
        const auto next = monitor->nextPass();
        builder.beginDocument("sandglassTtl")
            .append("lastPassStartedAt", bson::Date{ttlCounters.lastPassStartedAt})
            .append("lastPassEndedAt", bson::Date{ttlCounters.lastPassEndedAt})
            .append("passRunning", !next.has_value());
        if (next)
            builder.append("nextPassAt", bson::Date::from(*next));
        builder.end();
    });
}

Result<void> Engine::Parts::listen()
{
    net::ListenOptions where;
    where.bindAddress = options.bindAddress;
    where.port = options.port;
    where.unixSocketPath = options.unixSocket;
    auto listening = net::Server::listen(where, *dispatcher, log);
    if (!listening)
        return listening.error();
    sockets = std::move(*listening);
    // an unnamed host would make every listing useless; the address is what clients used
    facts.hostAndPort = hostName() + ":" + std::to_string(std::max(sockets->port(), 0));
    return {};
}

void Engine::Parts::announce()
{
    if (!options.unixSocket.empty())
        log.write({base::Severity::Info,
                   "NETWORK",
                   23015,
                   "listener",
                   "Listening on",
                   {{"address", options.unixSocket}}});
    if (sockets->port() >= 0)
        log.write({base::Severity::Info,
                   "NETWORK",
                   23015,
                   "listener",
                   "Listening on",
                   {{"address", options.bindAddress}}});
    log.write(
        {base::Severity::Info,
         "NETWORK",
         23016,
         "listener",
         "Waiting for connections",
         {{"port", std::int64_t{std::max(sockets->port(), 0)}}, {"ssl", std::string("off")}}});
}

void Engine::Parts::close()
{
    if (sockets)
        sockets->stop();
    if (monitor)
        monitor->stop();
    // open cursors hold iterators, and the store must not go before them
    cursors.clear();
    if (store && !store->writesRefused()) {
        if (auto synced = store->syncJournal(); !synced)
            log.write({base::Severity::Error,
                       "STORAGE",
                       4695200,
                       "shutdown",
                       "Syncing the journal failed",
                       {{"error", synced.error().message}}});
    }
    catalog.reset();
    store.reset();
}

Engine::Engine(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

Engine::~Engine()
{
    stop();
}

Result<std::unique_ptr<Engine>> Engine::start(const EngineOptions& options, base::Clock& clock,
                                              base::SystemClock* adjustable, JsonLog& log)
{
    auto parts = std::make_unique<Parts>(options, clock, log);
    // parameters first: a wrong one must not touch the data
    if (auto done = parts->setParameters(adjustable); !done)
        return done.error();
    if (auto done = parts->openData(); !done)
        return done.error();
    parts->makeContext();
    if (auto done = parts->listen(); !done)
        return done.error();
    parts->monitor->start();
    parts->sockets->start();
    if (!options.portFile.empty()) {
        if (auto done = writePortFile(options.portFile, std::max(parts->sockets->port(), 0)); !done)
            return done.error();
    }
    if (options.profile == "cosmos")
        log.write({base::Severity::Warning,
                   "CONTROL",
                   20001,
                   "initandlisten",
                   "The profile cosmos is reported to clients, but its own TTL rules are not in "
                   "force yet: "
                   "expiry follows MongoDB's rules",
                   {}});
    parts->announce();
    return std::unique_ptr<Engine>(new Engine(std::move(parts)));
}

int Engine::port() const
{
    return m_parts->sockets ? m_parts->sockets->port() : -1;
}

void Engine::stop()
{
    m_parts->close();
}

std::string productVersion()
{
    return SANDGLASS_VERSION;
}

std::string serverVersion()
{
    return "7.0.0";
}

} // namespace sandglass::engine::server
