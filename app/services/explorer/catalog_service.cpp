// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/catalog_service.h"

#include "app/services/calls/answer.h"
#include "app/services/calls/polling_pause.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_reading.h"
#include "app/services/explorer/catalog_sweep.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

// Of up to so many collections on a remote server, sizes and use are read in each reading: three
// commands for each collection.
constexpr int kDetailedOnRemote = 3;
constexpr int kDatabasesPerReading = 2;
// for the collection that is on screen
constexpr int kCommandsOfWatched = 3;
// Between two whole readings of a large server because somebody has changed something.
constexpr std::chrono::minutes kWholeAgainAfter{5};
// The first rows soon, and then no more often than the tables can be filled.
constexpr std::chrono::milliseconds kFirstRows{50};
constexpr std::chrono::milliseconds kMoreRows{500};

} // namespace

CatalogService::CatalogService(ConnectionService& connections, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_ended(std::make_unique<SweepLimits>())
    , m_singles(std::make_unique<QObject>())
{
    connect(&connections, &ConnectionService::connected, this, [this] {
        // what is known of the same server stays on screen until it has been read again
        startAnew();
        refresh();
    });
    connect(&connections, &ConnectionService::disconnected, this, [this] {
        dropReadings();
        m_poll.stop();
        // while reconnecting, the last tree stays on screen
        if (m_connections.state().phase == LinkPhase::Disconnected) {
            reset();
        }
        Q_EMIT changed();
    });
    m_poll.setSingleShot(true);
    connect(&m_poll, &QTimer::timeout, this, &CatalogService::poll);
    m_publish.setSingleShot(true);
    connect(&m_publish, &QTimer::timeout, this, &CatalogService::publish);
}

CatalogService::~CatalogService() = default;

void CatalogService::reset()
{
    startAnew();
    m_catalog = {};
}

void CatalogService::startAnew()
{
    dropReadings();
    m_loaded = false;
    m_error.reset();
    m_schemaCommands.reset();
    m_schemaChanged = false;
    m_countsIndexes = true;
    *m_ended = {};
}

void CatalogService::dropReadings()
{
    m_sweep.reset();
    m_singles = std::make_unique<QObject>();
    m_asked.clear();
    m_again = false;
    m_shown = 0;
    m_publish.stop();
}

void CatalogService::cancelFirst()
{
    if (m_loaded || !m_sweep) {
        return;
    }
    dropReadings();
    m_error = base::failure(Errc::Cancelled, "The reading was cancelled.");
    Q_EMIT changed();
}

void CatalogService::setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote)
{
    m_localPolling = local;
    m_remotePolling = remote;
    restartPolling();
}

void CatalogService::restartPolling(std::chrono::milliseconds took)
{
    const auto interval = m_connections.state().local ? m_localPolling : m_remotePolling;
    if (interval.count() > 0 && m_connections.isConnected()) {
        m_poll.start(pollingPause(interval, took));
    } else {
        m_poll.stop();
    }
}

std::optional<std::chrono::milliseconds> CatalogService::nextPause() const
{
    return m_poll.isActive() ? std::optional(m_poll.intervalAsDuration()) : std::nullopt;
}

CatalogProgress CatalogService::progress() const
{
    return m_sweep ? m_sweep->progress() : CatalogProgress();
}

bool CatalogService::knows(const protocol::Namespace& ns) const
{
    const CatalogCollection* entry = m_catalog.find(ns);
    return m_loaded || (entry && entry->read);
}

void CatalogService::refresh()
{
    if (!m_connections.isConnected()) {
        return;
    }
    if (isLoading()) {
        m_again = true;
        return;
    }
    const bool again = m_error && m_error->code == Errc::Cancelled;
    if (again) {
        m_error.reset(); // the user has thought better of it
    }
    startSweep(m_connections.state().local ? SweepLimits()
                                           : SweepLimits{.detailed = kDetailedOnRemote});
    if (again) {
        Q_EMIT changed();
    }
}

void CatalogService::poll()
{
    if (m_connections.isConnected() && !isLoading()) {
        startSweep(nextLimits());
    }
}

SweepLimits CatalogService::nextLimits() const
{
    if (m_connections.state().local) {
        return {};
    }
    SweepLimits limits = *m_ended;
    limits.detailed = kDetailedOnRemote;
    const bool changed
        = m_schemaChanged && m_connections.clock().steady() - m_wholeSince >= kWholeAgainAfter;
    if (!m_loaded || changed) {
        limits.databases = SweepLimits::kAll;
        limits.collections = SweepLimits::kAll;
        limits.counts = false;
        return limits;
    }
    // one command lists the databases
    limits.databases = std::min(kDatabasesPerReading, static_cast<int>(m_catalog.databases.size()));
    limits.counts = !m_schemaCommands && m_countsIndexes;
    const int ofDatabase = limits.counts ? 2 : 1;
    limits.collections = kCommandsPerReading - 1 - limits.databases * ofDatabase
        - (m_watched ? kCommandsOfWatched : 0);
    limits.first = m_seen;
    return limits;
}

void CatalogService::setSeen(const std::vector<protocol::Namespace>& seen)
{
    m_seen = seen;
}

void CatalogService::noteIndexCounts(const Catalog& fresh)
{
    // a server that does not tell the numbers is not asked again
    m_countsIndexes = std::ranges::any_of(
        fresh.databases, [](const CatalogDatabase& one) { return one.indexCount.has_value(); });
    for (const CatalogDatabase& now : fresh.databases) {
        const auto before
            = std::ranges::find_if(m_catalog.databases, [&](const CatalogDatabase& one) {
                  return one.spec.name == now.spec.name;
              });
        if (before != m_catalog.databases.end() && showsOtherIndexes(*before, now)) {
            m_schemaChanged = true;
        }
    }
}

void CatalogService::startSweep(const SweepLimits& limits)
{
    m_poll.stop();
    m_sweepSince = m_connections.clock().steady();
    if (limits.isWhole()) {
        m_wholeSince = m_sweepSince;
        m_schemaChanged = false;
    }
    m_sweep = std::make_unique<CatalogSweep>(m_connections, m_catalog, limits);
    connect(m_sweep.get(), &CatalogSweep::progressed, this, [this] {
        if (!m_loaded && !m_publish.isActive()) {
            m_publish.start(m_shown == 0 ? kFirstRows : kMoreRows);
        }
    });
    connect(m_sweep.get(), &CatalogSweep::finished, this, &CatalogService::finishSweep);
    m_sweep->start();
}

void CatalogService::publish()
{
    if (m_sweep && !m_loaded) {
        m_catalog = m_sweep->catalog();
        m_shown = m_sweep->progress().read;
        Q_EMIT changed();
    }
}

void CatalogService::finishSweep()
{
    m_publish.stop();
    // it is emitting its signal
    CatalogSweep* sweep = m_sweep.release();
    sweep->deleteLater();
    m_error = sweep->error();
    if (!m_error) {
        if (sweep->limits().counts) {
            noteIndexCounts(sweep->catalog());
        }
        m_catalog = sweep->catalog();
        m_loaded = true;
        *m_ended = sweep->limits();
        // those that were read now come last in the next reading
        const auto read = std::min<std::ptrdiff_t>(std::ssize(m_seen), m_ended->collections / 2);
        std::rotate(m_seen.begin(), m_seen.begin() + (m_ended->isWhole() ? 0 : read), m_seen.end());
    }
    const bool again = std::exchange(m_again, false);
    // a whole reading does not tell how fast the server is
    const bool whole = sweep->limits().isWhole();
    restartPolling(whole ? 0ms : m_connections.clock().steady() - m_sweepSince);
    Q_EMIT changed();
    if (again) {
        refresh();
    } else if (m_watched && !m_connections.state().local && !m_error) {
        if (const CatalogCollection* entry = m_catalog.find(*m_watched)) {
            readOne(entry->spec);
        }
    }
}

const CatalogCollection* CatalogService::known(const protocol::Namespace& ns) const
{
    const CatalogCollection* entry = m_catalog.find(ns);
    return entry || !m_sweep ? entry : m_sweep->catalog().find(ns);
}

void CatalogService::refresh(const protocol::Namespace& ns)
{
    if (const CatalogCollection* entry = known(ns)) {
        readOne(entry->spec);
    } else {
        refresh();
    }
}

void CatalogService::needDetails(const protocol::Namespace& ns)
{
    const CatalogCollection* entry = known(ns);
    if (entry && !entry->detailed && !entry->error && !m_asked.contains(ns)
        && entry->spec.kind != ttl::CollectionKind::View && m_connections.isConnected()) {
        readOne(entry->spec);
    }
}

void CatalogService::watch(const protocol::Namespace& ns)
{
    m_watched = ns;
    needDetails(ns);
}

void CatalogService::unwatch(const protocol::Namespace& ns)
{
    if (m_watched == ns) {
        m_watched.reset();
    }
}

void CatalogService::readOne(const ttl::CollectionSpec& spec)
{
    const auto call = [spec](ttl::TtlServer& server,
                             const ttl::CallLimits& limits) -> Result<CatalogCollection> {
        return readDetails(server, spec, limits);
    };
    m_asked.insert(spec.ns);
    whenAnswered(m_connections.run(call), m_singles.get(),
                 [this, ns = spec.ns, askedAt = m_connections.serverNow()](
                     const Result<CatalogCollection>& answer) { finishOne(ns, askedAt, answer); });
}

void CatalogService::take(const protocol::Namespace& ns, const std::vector<ttl::IndexSpec>& indexes)
{
    const CatalogCollection* entry = known(ns);
    if (!entry) {
        refresh(); // a collection may be new
        return;
    }
    finishOne(ns, m_connections.serverNow(),
              CatalogCollection{entry->spec, indexes, {}, true, true});
}

void CatalogService::noteSchemaCommands(std::optional<std::int64_t> count)
{
    // the first count only says how many there were before
    const bool changed = count && m_schemaCommands && count != m_schemaCommands;
    m_schemaCommands = count;
    m_schemaChanged = m_schemaChanged || changed;
    if (!changed || !m_loaded) {
        return;
    }
    // what is on screen is counted by rules that may be old now
    if (m_connections.state().local) {
        refresh();
    } else if (m_watched) {
        refresh(*m_watched);
    }
}

CatalogCollection* CatalogService::mutableCollection(const protocol::Namespace& ns)
{
    return const_cast<CatalogCollection*>(
        std::as_const(m_catalog).find(ns)); // m_catalog is not const here
}

void CatalogService::finishOne(const protocol::Namespace& ns, base::Time readAt,
                               const Result<CatalogCollection>& answer)
{
    m_asked.erase(ns);
    CatalogCollection* collection = mutableCollection(ns);
    std::optional<Error> error = answer ? answer->error : std::optional(answer.error());
    CatalogCollection fresh;
    if (!error) {
        fresh = *answer;
        fresh.readAt = readAt;
    }
    if (!error && m_sweep) {
        m_sweep->take(fresh);
    }
    if (!collection) {
        return;
    }
    // indexes that were listed before stay when they cannot be listed now
    if (error) {
        collection->error = std::move(error);
    } else {
        *collection = std::move(fresh);
    }
    Q_EMIT changed();
}

} // namespace sandglass::services

#include "moc_catalog_service.cpp"
