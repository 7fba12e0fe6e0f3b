// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/explorer/catalog.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace sandglass::services {

class CatalogSweep;
class ConnectionService;
struct SweepLimits;

/// Reads the catalogue of the connected server, after connecting and then at intervals. The first
/// reading fills catalog() as it goes on. Later ones read everything on the local engine; a remote
/// server is asked for a part at a time, in at most kCommandsPerReading commands, and for
/// everything only after its counters show that somebody has changed a collection or an index.
/// Where it has no counters, the number of indexes of each database shows that some were made or
/// dropped; another period of an index is noticed once the index is read in its turn, or soon if it
/// is on screen. After a change to one collection only that collection is read. GUI thread.
class CatalogService : public QObject
{
    Q_OBJECT
public:
    /// Commands of one reading of a part, besides those for further batches of a long list.
    static constexpr int kCommandsPerReading = 10;

    /// `connections` must outlive this object.
    explicit CatalogService(ConnectionService& connections, QObject* parent = nullptr);
    ~CatalogService() override;

    /// The last catalogue that could be read; before the first reading has ended, what is known so
    /// far.
    const Catalog& catalog() const { return m_catalog; }
    /// Whether a whole reading has succeeded since the window connected.
    bool isLoaded() const { return m_loaded; }
    /// Whether the indexes of a collection are known, or why they are not. Also true for a
    /// collection that does not exist, once isLoaded().
    bool knows(const protocol::Namespace& ns) const;
    /// Whether the catalogue is being read.
    bool isLoading() const { return m_sweep != nullptr; }
    /// How far the reading under way is; all 0 without one.
    CatalogProgress progress() const;
    /// Why the last reading failed; unset after a success.
    const std::optional<Error>& error() const { return m_error; }

    /// Reads the whole catalogue. If it is being read, it is read once more afterwards.
    void refresh();
    /// Reads one collection; one that the catalogue does not have yet needs all of it.
    void refresh(const protocol::Namespace& ns);
    /// Reads sizes and use of a collection's indexes, unless they are known already. What is on
    /// screen asks for them.
    void needDetails(const protocol::Namespace& ns);
    /// Reads this collection in each of the readings that follow, because it is on screen.
    void watch(const protocol::Namespace& ns);
    /// Ends watch(), unless another collection is watched meanwhile.
    void unwatch(const protocol::Namespace& ns);
    /// Sets which collections are on screen, the uppermost first. Readings at intervals read them
    /// before others: a few in each reading, one after the other.
    void setSeen(const std::vector<protocol::Namespace>& seen);
    /// Ends the first reading; error() is Cancelled then, and refresh() reads anew. Later readings
    /// go on: what is on screen stays there meanwhile.
    void cancelFirst();
    /// Takes over the indexes of a collection that another service has just read, `_id_` first.
    void take(const protocol::Namespace& ns, const std::vector<ttl::IndexSpec>& indexes);
    /// Takes the number of changes to collections and indexes since the server's start, see
    /// ttl::TtlMetrics; unset: the server does not report it. After a change the local engine is
    /// read at once, of another server the collection on screen.
    void noteSchemaCommands(std::optional<std::int64_t> count);
    /// Sets how often to read on its own; 0: never. Default: 15 s on the local engine, 60 s on
    /// others. A server that answers slowly is read less often, see pollingPause().
    void setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote);
    /// The pause before the next reading; unset: none is planned.
    std::optional<std::chrono::milliseconds> nextPause() const;
    /// Reads now what a reading at intervals reads, unless a reading is under way.
    void poll();

Q_SIGNALS:
    /// catalog(), isLoaded(), isLoading() or error() has changed.
    void changed();

private:
    /// As Catalog::find(), to be modified.
    CatalogCollection* mutableCollection(const protocol::Namespace& ns);
    /// The collection in the catalogue, or else in the reading under way; null if in neither.
    const CatalogCollection* known(const protocol::Namespace& ns) const;
    /// Begins a reading.
    void startSweep(const SweepLimits& limits);
    /// What the next reading at an interval covers.
    SweepLimits nextLimits() const;
    /// Notices by the numbers of indexes that some were made or dropped. `fresh`: a newer reading.
    void noteIndexCounts(const Catalog& fresh);
    /// Shows what the first reading has found so far.
    void publish();
    /// Takes the result of the reading that has ended.
    void finishSweep();
    /// Asks the server for one collection.
    void readOne(const ttl::CollectionSpec& spec);
    /// Takes one collection. `readAt`: when it was asked for, by the server's clock.
    void finishOne(const protocol::Namespace& ns, base::Time readAt,
                   const Result<CatalogCollection>& answer);
    /// Forgets the catalogue and drops readings in progress.
    void reset();
    /// Drops readings in progress; the next one is the first again.
    void startAnew();
    /// Ends all readings in progress.
    void dropReadings();
    /// Starts or stops the timer for the current connection. `took`: of the last reading.
    void restartPolling(std::chrono::milliseconds took = {});

    ConnectionService& m_connections;
    Catalog m_catalog;
    bool m_loaded = false;
    int m_shown = 0; // collections that were read when the first reading was last shown
    bool m_again = false; // refresh() was called during a reading
    std::optional<Error> m_error;
    std::unique_ptr<CatalogSweep> m_sweep; // null: no reading is under way
    std::unique_ptr<SweepLimits> m_ended; // of the last reading; never null
    std::unique_ptr<QObject> m_singles; // context of the readings of single collections, which
                                        // are dropped with it; never null
    std::set<protocol::Namespace> m_asked; // single collections that are being read
    std::optional<protocol::Namespace> m_watched;
    std::vector<protocol::Namespace> m_seen; // in the order in which they are read
    std::optional<std::int64_t> m_schemaCommands; // as last reported
    bool m_countsIndexes
        = true; // the server tells how many indexes a database has, as far as known
    bool m_schemaChanged = false; // since the last whole reading began
    base::Millis m_wholeSince{0}; // when that was
    base::Millis m_sweepSince{0}; // when the reading under way began
    QTimer m_poll;
    QTimer m_publish;
    std::chrono::milliseconds m_localPolling{15'000};
    std::chrono::milliseconds m_remotePolling{60'000};
};

} // namespace sandglass::services
