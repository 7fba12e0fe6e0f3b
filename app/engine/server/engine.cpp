// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine.h"

#include "app/bson/builder.h"
#include "app/engine/access/access_control.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/write_gate.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/data_files.h"
#include "app/engine/commands/parameters.h"
#include "app/engine/commands/recent_log.h"
#include "app/engine/commands/status_source.h"
#include "app/engine/commands/waiting_requests.h"
#include "app/engine/cosmos/cosmos_catalog.h"
#include "app/engine/cosmos/folder_profile.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/ttl_monitor.h"
#include "app/engine/net/server.h"
#include "app/engine/operations/operation_table.h"
#include "app/engine/plan/cursors.h"
#include "app/engine/query/filter.h"
#include "app/engine/request/server_version.h"
#include "app/engine/server/announcement.h"
#include "app/engine/server/dispatcher.h"
#include "app/engine/server/engine_parameters.h"
#include "app/engine/server/engine_trash.h"
#include "app/engine/server/memory_shares.h"
#include "app/engine/server/option_checks.h"
#include "app/engine/server/port_file.h"
#include "app/engine/server/purge_record.h"
#include "app/engine/server/replication.h"
#include "app/engine/server/scratch_folder.h"
#include "app/engine/server/standby_follower.h"
#include "app/engine/server/ttl_safety.h"
#include "app/engine/server/ttl_status.h"
#include "app/engine/server/write_recovery.h"
#include "app/engine/storage/open_store.h"
#include "app/engine/storage/standby_store.h"
#include "app/engine/streams/retryable_sessions.h"
#include "app/engine/writes/pipeline_output.h"
#include "app/platform/host.h"
#include "app/platform/process.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::server {

namespace {

/// Makes the test of a partial index from its filter. Index builds and TTL passes have no client to
/// report an error to: a document for which the filter fails is not in the index and never expires.
Result<ttl::DocumentPredicate> compileFilter(bson::DocumentView filter,
                                             const bson::CollationPtr& collation)
{
    auto parsed = query::Filter::parse(filter, {{}, {}, collation});
    TRY(parsed);
    return ttl::DocumentPredicate([condition = std::move(*parsed)](bson::DocumentView document) {
        return condition.matchesWithoutError(document);
    });
}

request::EngineFacts factsOf(const EngineOptions& options, const base::Clock& clock)
{
    request::EngineFacts facts;
    request::behaveLike(*request::findServerVersion(request::kDefaultServerVersion), facts);
    facts.productVersion = productVersion();
    facts.arguments = options.arguments;
    facts.parsedOptions = parsedOptions(options);
    facts.startedAt = clock.now();
    facts.processId = platform::processId();
    facts.dataFolder = options.dbPath;
    facts.checkpointFolders = options.checkpointFolders;
    return facts;
}

} // namespace

/// The parts of the engine. Members are destroyed in reverse order, so each one comes after those
/// that it refers to.
class Engine::Parts final : commands::DataFiles,
                            commands::RecentLog,
                            commands::StatusSource,
                            commands::WaitingRequests
{
public:
    Parts(const EngineOptions& chosen, base::Clock& theClock, JsonLog& theLog)
        : options(chosen)
        , clock(theClock)
        , log(theLog)
        , facts(factsOf(chosen, theClock))
        , cursors(theClock, {.bytes = shareMemory().cursors})
        , safety(theClock)
    {
    }

    // The steps of start(), in its order, and their reverse. Errors: those of start().
    Result<void> setParameters(base::SystemClock* adjustable);
    Result<void> openData();
    Result<void> openPrimary();
    Result<void> openStandby();
    void makeContext();
    Result<void> listen();
    void startBackgroundWork();
    void close();

    const EngineOptions options;
    const std::size_t mostConnections = net::connectionsFor(platform::descriptorLimit());
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
    std::optional<ScratchFolder> scratch; ///< set on a standby
    std::unique_ptr<storage::KeyValueStore> store;
    std::unique_ptr<WriteRecovery> recovery; ///< null on a standby
    storage::StandbyStore* standbyStore = nullptr; ///< `store` on a standby; null on a primary
    std::unique_ptr<catalog::Catalog> catalog;
    std::unique_ptr<catalog::Catalog> profileCatalog; ///< Cosmos rules; null: clients use `catalog`
    std::optional<operations::Records> records; ///< refers to the catalog that clients use
    std::unique_ptr<access::AccessControl> access; ///< over the data's own catalog
    std::unique_ptr<commands::Context> context;
    TtlSafety safety;
    const base::SystemClock* systemClock = nullptr; ///< `clock`, if it follows the system's
    std::optional<EngineTrash> trash;
    std::unique_ptr<expiry::PurgePass> pass;
    std::unique_ptr<expiry::TtlMonitor> monitor;
    std::unique_ptr<StandbyFollower> follower; ///< null on a primary
    std::unique_ptr<Dispatcher> dispatcher;
    std::unique_ptr<net::Server> sockets;

private:
    // what the commands use of the engine, through the interfaces above
    Result<void> sync() override { return store->syncJournal(); }
    Result<void> checkpoint(const std::string& folder) override
    {
        return catalog->checkpoint(folder);
    }
    bool writesRefused() const override
    {
        return recovery ? recovery->refuses() : store->writesRefused();
    }
    base::Error writeRefusal() const override
    {
        return recovery ? recovery->refusal() : DataFiles::writeRefusal();
    }
    storage::UseGate* uses() override { return &store->uses(); }
    std::vector<std::string> recent() const override { return log.recent(); }
    std::vector<std::string> startupWarnings() const override { return log.startupWarnings(); }
    void appendSections(bson::Builder& status) const override;
    void appendTtlMetrics(bson::Builder& metrics) const override;
    void appendOwnFields(bson::Builder& section) const override;
    void wake() override { sockets->announceChange(); }

    void appendConnections(bson::Builder& status) const;
    void showPassAsOperation();
    /// Whether the clock shows the time of day, which somebody may set.
    bool isTimeOfDay() const
    {
        return systemClock != nullptr && systemClock->offset() == base::Millis(0);
    }
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
    // reads the catalog without repairing it: the files belong to the primary
    auto loaded = catalog::Catalog::openStandby(*store, clock, compileFilter);
    TRY(loaded);
    catalog = std::move(*loaded);
    facts.standbyOf = options.standbyOf;
    return {};
}

Result<void> Engine::Parts::openPrimary()
{
    auto opened = storage::openStore(options.dbPath, {}, log);
    const bool full = !opened
        && opened.error().serverCode == static_cast<int>(protocol::ServerCode::OutOfDiskSpace);
    if (full && WriteRecovery::giveUpReserve(options.dbPath)) {
        opened = storage::openStore(options.dbPath, {}, log);
    }
    TRY(opened);
    store = std::move(*opened);
    recovery = std::make_unique<WriteRecovery>(
        *store, options.dbPath, clock, log,
        storage::StoreReaders{[this] { cursors.clear(); },
                              // it looks only once there are clients
                              [this] { records->running.killRunning(); }});
    auto loaded = catalog::Catalog::open(*store, clock, compileFilter);
    TRY(loaded);
    catalog = std::move(*loaded);
    TRY(openOplog(options, *catalog));
    writes::dropUnfinishedOutputs(*catalog);
    return {};
}

Result<void> Engine::Parts::openData()
{
    TRY(options.standbyOf.empty() ? openPrimary() : openStandby());
    auto profile = cosmos::takeFolderProfile(*store, catalog->databases(), options.profile);
    TRY(profile);
    facts.profile = *profile;
    if (facts.profile == "cosmos" && !options.replSet.empty()) {
        return base::failure(
            Errc::InvalidInput,
            "--replSet cannot be used with the profile cosmos: the oplog would show"
            " documents that the profile hides.");
    }
    if (facts.profile == "cosmos") {
        profileCatalog = std::make_unique<cosmos::CosmosCatalog>(*catalog, clock);
    }
    expiry::warnOfUnusableSeconds(*catalog, log);
    return {};
}

Result<void> Engine::Parts::setParameters(base::SystemClock* adjustable)
{
    // nobody sets a clock of the engine's own, as in rehearsals and tests
    if (options.clockRate == 1 && !options.clockStart) {
        systemClock = adjustable;
    }
    addParameters(parameters,
                  {ttlSettings, settings, log, adjustable,
                   [this] {
                       if (monitor) {
                           monitor->settingsChanged();
                       }
                   },
                   &facts, &safety});
    // enableTestCommands first: the clock parameter can be set only under it, in any order of flags
    for (const bool testCommands : {true, false}) {
        for (const auto& [name, value] : options.parameters) {
            if ((name == "enableTestCommands") != testCommands) {
                continue;
            }
            TRY(parameters.setAtStartup(name, value));
        }
    }
    // Older servers accept TTL indexes on capped collections and do not expire them. Source:
    // app/ttl/SEMANTICS.md 1.2.
    ttlSettings.expireCapped = facts.atLeast(7, 1);
    ttlSettings.expireDistantSeries = !facts.versionChosen || facts.atLeast(8, 1);
    return {};
}

void Engine::Parts::makeContext()
{
    catalog::Catalog& shown = profileCatalog ? *profileCatalog : *catalog;
    records.emplace(operations::ProfileTarget{shown, clock, log, [this] {
                                                  return !facts.isStandby() && !writesRefused()
                                                      && !writeGate.locked();
                                              }});
    access = std::make_unique<access::AccessControl>(*catalog, clock, log, options.auth);
    const plan::DataAccess data{shown, clock, facts, *records, cursors};
    trash.emplace(*catalog, clock, ttlSettings.trash, safety);
    context = std::make_unique<commands::Context>(commands::Context{
        {data, writeGate, sessions}, log, parameters, *this, *this, *this, *this, *trash, *access});
    pass = std::make_unique<expiry::PurgePass>(*catalog, clock, log, ttlSettings, ttlCounters);
    pass->setWriteGate(writeGate);
    pass->setBrake(safety.brake());
    if (ttlSettings.brake) {
        // what cannot be stored is held in this run
        pass->setHoldHook([this](expiry::HeldIndex index) {
            static_cast<void>(safety.hold(std::move(index)).has_value());
        });
    }
    pass->setTrash(trash->store());
    pass->setWritesRefused([this] { return store->writesRefused(); });
    showPassAsOperation();
    // one limit for the profiler's slow operations and the pass's slow deletions
    records->profiler.shareSlowMillis(ttlSettings.slowMillis);
    pass->setVisitHook(
        [this](const expiry::VisitReport& report) { recordPurge(report, records->profiler); });
    monitor = std::make_unique<expiry::TtlMonitor>(*pass, clock, log, ttlSettings);
    monitor->setUses(store->uses());
    if (systemClock != nullptr) {
        monitor->setClockGuard(safety.guard());
        monitor->setAfterPass([this] {
            if (isTimeOfDay()) {
                safety.rememberAtTimes(*store);
            }
        });
    }
    dispatcher = std::make_unique<Dispatcher>(*context);
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

void Engine::Parts::appendSections(bson::Builder& status) const
{
    appendConnections(status);
    dispatcher->appendNetwork(status);
    appendBatchedDeletes(ttlCounters, status);
    appendTtlPasses({ttlCounters, monitor->nextPass(), standbyStore ? nullptr : &safety,
                     pass->allDamages(), store->damagedTables()},
                    status);
    appendReplicationStatus(facts, context->catalog, status);
}

void Engine::Parts::appendOwnFields(bson::Builder& section) const
{
    if (recovery) {
        recovery->append(section);
    }
}

void Engine::Parts::appendConnections(bson::Builder& status) const
{
    const std::int64_t current = dispatcher->currentConnections();
    status.beginDocument("connections")
        .append("current", static_cast<std::int32_t>(current))
        .append("available",
                static_cast<std::int32_t>(std::max<std::int64_t>(
                    static_cast<std::int64_t>(mostConnections) - current, 0)))
        .append("totalCreated", dispatcher->totalConnections())
        .append("active", static_cast<std::int32_t>(records->running.list().size()))
        .end();
}

void Engine::Parts::appendTtlMetrics(bson::Builder& metrics) const
{
    server::appendTtlMetrics(ttlCounters, metrics);
}

Result<void> Engine::Parts::listen()
{
    net::ListenOptions where;
    where.bindAddress = options.bindAddress;
    where.port = options.port;
    where.unixSocketPath = options.unixSocket;
    where.maxConnections = mostConnections;
    if (options.tls) {
        where.tls = net::TlsOptions{options.tlsCertificateKeyFile, options.tlsCaFile,
                                    options.tlsClientsNeedNone};
    }
    auto listening = net::Server::listen(where, *dispatcher, log);
    TRY(listening);
    sockets = std::move(*listening);
    // only now, because --port 0 leaves the choice of the port to the system
    facts.hostAndPort = platform::hostName() + ":" + std::to_string(std::max(sockets->port(), 0));
    facts.replSet = replSetFacts(options, *catalog, sockets->port());
    // each commit wakes the getMore requests that wait for data
    catalog->setCommitListener([this] { wake(); });
    return {};
}

void Engine::Parts::startBackgroundWork()
{
    // a standby deletes nothing: it sees the primary's deletions
    if (standbyStore) {
        follower = std::make_unique<StandbyFollower>(*standbyStore, *catalog, log);
    } else {
        safety.resumeHolds(*store, *catalog);
        safety.guard().follow(); // the parameters may have moved the clock
        if (isTimeOfDay()) {
            safety.resumeLate(*store, *pass);
            safety.begin(*store, *catalog, ttlSettings, log);
        }
        safety.holdAfterLoss(*store, *catalog, clock.now(), log);
        recovery->start();
        monitor->start();
    }
}

// First the threads that use the data end, then the data is closed.
void Engine::Parts::close()
{
    if (sockets) {
        sockets->stop();
    }
    follower.reset();
    if (monitor) {
        monitor->stop();
    }
    if (recovery) {
        recovery->stop(); // it uses the cursors
    }
    // open cursors hold iterators of the store, which must be closed before it
    cursors.clear();
    if (store && !standbyStore && monitor && isTimeOfDay()) {
        safety.remember(*store);
    }
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
    recovery.reset(); // nobody writes any more
    // Saves the next start from replaying the journal. If it fails, the journal is replayed and
    // nothing is lost, so the error is ignored.
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
    // parameters first: with a wrong one the engine must not start, nor change the data
    TRY(parts->setParameters(adjustable));
    TRY(parts->openData());
    parts->makeContext();
    TRY(checkUsers(options, parts->access->users(), log));
    checkKeyRights(options, log);
    TRY(parts->sessions.restore(*parts->catalog, clock.now()));
    // listen() reserves the address, start() serves clients; the port file is last, as it says that
    // the engine is ready
    TRY(parts->listen());
    parts->startBackgroundWork();
    parts->sockets->start();
    if (!options.portFile.empty()) {
        TRY(writePortFile(options.portFile, std::max(parts->sockets->port(), 0)));
    }
    announce(options, parts->sockets->port(), log);
    log.endStartup();
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
