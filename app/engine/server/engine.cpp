// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/cosmos/cosmos_catalog.h"
#include "app/engine/cosmos/folder_profile.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/ttl_monitor.h"
#include "app/engine/net/server.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/query/filter.h"
#include "app/engine/request/server_version.h"
#include "app/engine/server/dispatcher.h"
#include "app/engine/server/engine_parameters.h"
#include "app/engine/server/purge_record.h"
#include "app/engine/server/replication.h"
#include "app/engine/server/scratch_folder.h"
#include "app/engine/server/standby_follower.h"
#include "app/engine/storage/open_store.h"
#include "app/engine/storage/standby_store.h"
#include "app/engine/streams/retryable_sessions.h"

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
    TRY(parsed);
    return ttl::DocumentPredicate([condition = std::move(*parsed)](bson::DocumentView document) {
        return condition.matches(document);
    });
}

/// The options as getCmdLineOpts shows them; values of parameters stay text, as they were given.
bson::Document parsedOptions(const EngineOptions& options)
{
    bson::Builder parsed;
    parsed.beginDocument("net").append("bindIp", options.bindAddress);
    if (options.port >= 0) {
        parsed.append("port", std::int32_t{options.port});
    }
    if (!options.unixSocket.empty()) {
        parsed.append("unixSocket", options.unixSocket);
    }
    parsed.end();
    if (!options.replSet.empty()) {
        parsed.beginDocument("replication")
            .append("replSet", options.replSet)
            .append("oplogSizeMB", options.oplogBytes >> 20U)
            .end();
    }
    if (!options.parameters.empty()) {
        parsed.beginDocument("setParameter");
        for (const auto& [name, value] : options.parameters) {
            parsed.append(name, value);
        }
        parsed.end();
    }
    parsed.beginDocument("storage")
        .append("dbPath", options.dbPath)
        .append("engine", "rocksdb")
        .end();
    return parsed.take();
}

request::EngineFacts factsOf(const EngineOptions& options, const base::Clock& clock)
{
    request::EngineFacts facts;
    request::behaveLike(*request::findServerVersion(request::kDefaultServerVersion), facts);
    facts.productVersion = productVersion();
    facts.arguments = options.arguments;
    facts.parsedOptions = parsedOptions(options);
    facts.startedAt = clock.now();
    facts.processId = getpid();
    facts.dataFolder = options.dbPath;
    return facts;
}

std::string hostName()
{
    std::string name(256, '\0');
    if (gethostname(name.data(), name.size() - 1) != 0) {
        return "localhost";
    }
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
        if (!file.flush()) {
            return base::failure(Errc::InvalidInput,
                                 "The port file " + path + " cannot be written.");
        }
    }
    std::error_code failed;
    std::filesystem::rename(temporary, path, failed);
    if (failed) {
        return base::failure(Errc::InvalidInput,
                             "The port file " + path + " cannot be written: " + failed.message()
                                 + ".");
    }
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
    Result<void> openPrimary();
    Result<void> openStandby();
    void startBackgroundWork();
    Result<void> setParameters(base::SystemClock* adjustable);
    Result<void> listen();
    void makeContext();
    void announce();
    void close();

    const EngineOptions options;
    base::Clock& clock;
    JsonLog& log;
    request::EngineFacts facts;
    expiry::TtlSettings ttlSettings;
    expiry::TtlCounters ttlCounters;
    EngineSettings settings;
    commands::ParameterTable parameters;
    plan::CursorRegistry cursors;
    catalog::WriteGate writeGate;
    streams::RetryableSessions sessions;
    std::optional<ScratchFolder> scratch; ///< of a standby
    std::unique_ptr<storage::KeyValueStore> store;
    storage::StandbyStore* standbyStore = nullptr; ///< `store`, when it is one
    std::unique_ptr<catalog::Catalog> catalog;
    std::unique_ptr<catalog::Catalog> profileCatalog; ///< over `catalog`; null: clients use that
    std::optional<operations::Records> records; ///< refers to the catalog that clients use
    std::unique_ptr<commands::Context> context;
    std::unique_ptr<expiry::PurgePass> pass;
    std::unique_ptr<expiry::TtlMonitor> monitor;
    std::unique_ptr<StandbyFollower> follower; ///< null on a primary
    std::unique_ptr<Dispatcher> dispatcher;
    std::unique_ptr<net::Server> sockets;

private:
    void addStatusSections();
    void showPassAsOperation();
};

Result<void> Engine::Parts::openStandby()
{
    auto folder = ScratchFolder::make(options.dbPath);
    TRY(folder);
    scratch.emplace(*std::move(folder));
    auto opened = storage::StandbyStore::open(options.standbyOf, scratch->path(), {}, log);
    TRY(opened);
    standbyStore = opened->get();
    store = std::move(*opened);
    auto loaded = catalog::Catalog::openStandby(*store, clock, compileFilter);
    TRY(loaded);
    catalog = std::move(*loaded);
    facts.standbyOf = options.standbyOf;
    return {};
}

Result<void> Engine::Parts::openPrimary()
{
    auto opened = storage::openStore(options.dbPath, {}, log);
    TRY(opened);
    store = std::move(*opened);
    auto loaded = catalog::Catalog::open(*store, clock, compileFilter);
    TRY(loaded);
    catalog = std::move(*loaded);
    return openOplog(options, *catalog);
}

Result<void> Engine::Parts::openData()
{
    TRY(options.standbyOf.empty() ? openPrimary() : openStandby());
    auto profile = cosmos::takeFolderProfile(*store, catalog->databases(), options.profile);
    TRY(profile);
    facts.profile = *profile;
    if (facts.profile == "cosmos" && !options.replSet.empty()) {
        return base::failure(Errc::InvalidInput,
                             "--replSet cannot be used under the profile cosmos: the log of writes"
                             " would show what that profile hides.");
    }
    if (facts.profile == "cosmos") {
        profileCatalog = std::make_unique<cosmos::CosmosCatalog>(*catalog, clock);
    }
    expiry::warnOfUnusableSeconds(*catalog, log);
    return {};
}

Result<void> Engine::Parts::setParameters(base::SystemClock* adjustable)
{
    addParameters(parameters,
                  {ttlSettings, settings, log, adjustable,
                   [this] {
                       if (monitor) {
                           monitor->settingsChanged();
                       }
                   },
                   &facts});
    // test commands first: other parameters may depend on them
    for (const bool testCommands : {true, false}) {
        for (const auto& [name, value] : options.parameters) {
            if ((name == "enableTestCommands") != testCommands) {
                continue;
            }
            TRY(parameters.setAtStartup(name, value));
        }
    }
    ttlSettings.expireCapped = facts.atLeast(7, 1);
    ttlSettings.expireDistantSeries = !facts.versionChosen || facts.atLeast(8, 1);
    return {};
}

void Engine::Parts::makeContext()
{
    catalog::Catalog& shown = profileCatalog ? *profileCatalog : *catalog;
    records.emplace(operations::ProfileTarget{shown, clock, log, [this] {
                                                  return !facts.isStandby()
                                                      && !store->writesRefused()
                                                      && !writeGate.locked();
                                              }});
    context = std::make_unique<commands::Context>(commands::Context{shown,
                                                                    clock,
                                                                    log,
                                                                    parameters,
                                                                    cursors,
                                                                    facts,
                                                                    *records,
                                                                    writeGate,
                                                                    sessions,
                                                                    {},
                                                                    {},
                                                                    {},
                                                                    {}});
    context->recentLog = [this] { return log.recent(); };
    context->writesRefused = [this] { return store->writesRefused(); };
    context->syncJournal = [this] { return store->syncJournal(); };
    context->checkpoint = [this](const std::string& folder) { return catalog->checkpoint(folder); };
    context->ttlMetrics = [this](bson::Builder& builder) {
        builder.append("deletedDocuments", ttlCounters.deletedDocuments.load())
            .append("deletedKeys", ttlCounters.deletedKeys.load())
            .append("invalidTTLIndexSkips", ttlCounters.invalidIndexSkips.load())
            .append("passes", ttlCounters.passes.load())
            .append("subPasses", ttlCounters.subPasses.load());
    };
    pass = std::make_unique<expiry::PurgePass>(*catalog, clock, log, ttlSettings, ttlCounters);
    pass->setWriteGate(writeGate);
    showPassAsOperation();
    records->profiler.shareSlowMillis(ttlSettings.slowMillis);
    pass->setVisitHook(
        [this](const expiry::VisitReport& report) { recordPurge(report, records->profiler); });
    monitor = std::make_unique<expiry::TtlMonitor>(*pass, clock, log, ttlSettings);
    dispatcher = std::make_unique<Dispatcher>(*context);
    addStatusSections();
    addReplicationStatus(*context);
}

void Engine::Parts::showPassAsOperation()
{
    pass->setOperationHook(
        [this](const std::string& ns, const std::string& index) -> std::shared_ptr<void> {
            operations::Operation operation;
            operation.description = "TTLMonitor";
            operation.kind = "remove";
            operation.ns = ns;
            operation.command = bson::makeDocument("index", index);
            operation.startedAt = clock.now();
            operation.internal = true;
            return records->running.begin(std::move(operation));
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
            .append("active", static_cast<std::int32_t>(records->running.list().size()))
            .end();
    });
    context->statusSections.emplace_back(
        [this](bson::Builder& builder) { dispatcher->appendNetwork(builder); });
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
            .append("passRunning", !standbyStore && !next.has_value());
        if (next) {
            builder.append("nextPassAt", bson::Date::from(*next));
        }
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
    TRY(listening);
    sockets = std::move(*listening);
    // an unnamed host would make every listing useless; the address is what clients used
    facts.hostAndPort = hostName() + ":" + std::to_string(std::max(sockets->port(), 0));
    facts.replSet = replSetFacts(options, *catalog, sockets->port());
    context->wakeResting = [this] { sockets->announceChange(); };
    catalog->setCommitListener(context->wakeResting);
    return {};
}

void Engine::Parts::announce()
{
    if (!options.unixSocket.empty()) {
        log.write({base::Severity::Info,
                   "NETWORK",
                   23015,
                   "listener",
                   "Listening on",
                   {{"address", options.unixSocket}}});
    }
    if (sockets->port() >= 0) {
        log.write({base::Severity::Info,
                   "NETWORK",
                   23015,
                   "listener",
                   "Listening on",
                   {{"address", options.bindAddress}}});
    }
    log.write(
        {base::Severity::Info,
         "NETWORK",
         23016,
         "listener",
         "Waiting for connections",
         {{"port", std::int64_t{std::max(sockets->port(), 0)}}, {"ssl", std::string("off")}}});
}

void Engine::Parts::startBackgroundWork()
{
    if (standbyStore) {
        follower = std::make_unique<StandbyFollower>(*standbyStore, *catalog, log);
    } else {
        monitor->start();
    }
}

void Engine::Parts::close()
{
    if (sockets) {
        sockets->stop();
    }
    follower.reset();
    if (monitor) {
        monitor->stop();
    }
    // open cursors hold iterators, and the store must not go before them
    cursors.clear();
    if (store && !store->writesRefused()) {
        if (auto synced = store->syncJournal(); !synced) {
            log.write({base::Severity::Error,
                       "STORAGE",
                       4695200,
                       "shutdown",
                       "Syncing the journal failed",
                       {{"error", synced.error().message}}});
        }
    }
    profileCatalog.reset();
    catalog.reset();
    // the next start then has no journal to go through; without it, it has, and nothing is lost
    if (store && !store->writesRefused()) {
        static_cast<void>(store->endJournal().has_value());
    }
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
    TRY(parts->setParameters(adjustable));
    TRY(parts->openData());
    parts->makeContext();
    TRY(parts->sessions.restore(*parts->catalog, clock.now()));
    TRY(parts->listen());
    parts->startBackgroundWork();
    parts->sockets->start();
    if (!options.portFile.empty()) {
        TRY(writePortFile(options.portFile, std::max(parts->sockets->port(), 0)));
    }
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
    return request::versionText(*request::findServerVersion(request::kDefaultServerVersion));
}

} // namespace sandglass::engine::server
