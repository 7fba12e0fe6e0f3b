// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;

/// A collection and its indexes.
struct CatalogCollection
{
    ttl::CollectionSpec spec;
    std::vector<ttl::IndexSpec> indexes; ///< `_id_` first
    std::optional<Error> error; ///< why the indexes could not be listed
};

/// A database and its collections, sorted by name.
struct CatalogDatabase
{
    ttl::DatabaseSpec spec;
    std::vector<CatalogCollection> collections;
    std::optional<Error> error; ///< why the collections could not be listed
};

/// What a server holds: its databases, sorted by name.
struct Catalog
{
    std::vector<CatalogDatabase> databases;

    /// The collection of this name; null when there is none.
    const CatalogCollection* find(const protocol::Namespace& ns) const;
    /// The index of this name; null when there is none.
    const ttl::IndexSpec* find(const ttl::IndexRef& index) const;
};

/// Reads the catalogue of the connected server, after connecting and then at intervals. After a
/// change to one collection only that collection is read. One reading of the whole catalogue at a
/// time. GUI thread.
class CatalogService : public QObject
{
    Q_OBJECT
public:
    /// `connections` must outlive this object.
    explicit CatalogService(ConnectionService& connections, QObject* parent = nullptr);

    /// The last catalogue that could be read; empty before.
    const Catalog& catalog() const { return m_catalog; }
    /// Whether a reading has succeeded since the window connected.
    bool isLoaded() const { return m_loaded; }
    /// Whether the whole catalogue is being read.
    bool isLoading() const { return m_reading.isWaiting(); }
    /// Why the last reading failed; unset after a success.
    const std::optional<Error>& error() const { return m_error; }

    /// Reads the whole catalogue. If it is being read, it is read once more afterwards.
    void refresh();
    /// Reads one collection; one that the catalogue does not have yet needs all of it.
    void refresh(const protocol::Namespace& ns);
    /// Takes over the indexes of a collection that another service has just read, `_id_` first.
    void take(const protocol::Namespace& ns, const std::vector<ttl::IndexSpec>& indexes);
    /// Sets how often to read on its own; 0: never. Default: 15 s on the local engine, 60 s on
    /// others.
    void setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote);

Q_SIGNALS:
    /// catalog(), isLoaded(), isLoading() or error() has changed.
    void changed();

private:
    /// As Catalog::find(), to be modified.
    CatalogCollection* mutableCollection(const protocol::Namespace& ns);
    /// Takes the whole catalogue.
    void finishAll(const Result<Catalog>& answer);
    /// Takes one collection.
    void finishOne(const protocol::Namespace& ns, const Result<CatalogCollection>& answer);
    /// Forgets the catalogue and drops readings in progress.
    void reset();
    /// Starts or stops the timer for the current connection.
    void restartPolling();

    ConnectionService& m_connections;
    Catalog m_catalog;
    bool m_loaded = false;
    bool m_again = false; // refresh() was called during a reading
    std::optional<Error> m_error;
    Latest m_reading; // of the whole catalogue
    std::unique_ptr<QObject> m_sameCatalog; // context of the readings of single collections, which
                                            // are dropped with it
    QTimer m_poll;
    std::chrono::milliseconds m_localPolling{15'000};
    std::chrono::milliseconds m_remotePolling{60'000};
};

} // namespace sandglass::services
