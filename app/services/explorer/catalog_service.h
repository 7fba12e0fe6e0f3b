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

/// A collection with its indexes.
struct CatalogCollection
{
    ttl::CollectionSpec spec;
    std::vector<ttl::IndexSpec> indexes; ///< `_id_` first
    std::optional<Error> error; ///< the indexes could not be listed
};

/// A database with its collections, by name.
struct CatalogDatabase
{
    ttl::DatabaseSpec spec;
    std::vector<CatalogCollection> collections;
    std::optional<Error> error; ///< the collections could not be listed
};

/// What a server holds: databases by name.
struct Catalog
{
    std::vector<CatalogDatabase> databases;

    /// The collection of that name, nullptr when there is none.
    const CatalogCollection* find(const protocol::Namespace& ns) const;
    /// The index of that name, nullptr when there is none.
    const ttl::IndexSpec* find(const ttl::IndexRef& index) const;
};

/// Reads and keeps the catalogue of the connected server; follows connections, and looks again now
/// and then. After announced changes only that collection is read. One reading at a time. GUI
/// thread.
class CatalogService : public QObject
{
    Q_OBJECT
public:
    explicit CatalogService(ConnectionService& connections, QObject* parent = nullptr);

    /// The last good catalogue; empty before the first reading.
    const Catalog& catalog() const { return m_catalog; }
    /// Whether a reading has succeeded since connecting.
    bool isLoaded() const { return m_loaded; }
    bool isLoading() const { return m_reading.isWaiting(); }
    /// Why the last reading failed.
    const std::optional<Error>& error() const { return m_error; }

    /// Reads all anew. While a reading is under way another follows it.
    void refresh();
    /// Reads one collection anew.
    void refresh(const protocol::Namespace& ns);
    /// Takes over what somebody else has just read of a collection: its indexes, `_id_` first.
    void take(const protocol::Namespace& ns, const std::vector<ttl::IndexSpec>& indexes);
    /// How often to look again by itself; zero: never. 15 s on the local engine, 60 s on others.
    void setPolling(std::chrono::milliseconds local, std::chrono::milliseconds remote);

Q_SIGNALS:
    /// catalog(), isLoaded(), isLoading() or error() has changed.
    void changed();

private:
    CatalogCollection* mutableCollection(const protocol::Namespace& ns);
    void finishAll(const Result<Catalog>& answer);
    void finishOne(const protocol::Namespace& ns, const Result<CatalogCollection>& answer);
    void reset();
    void restartPolling();

    ConnectionService& m_connections;
    Catalog m_catalog;
    bool m_loaded = false;
    bool m_again = false;
    std::optional<Error> m_error;
    Latest m_reading; // of everything
    std::unique_ptr<QObject> m_sameCatalog; // readings of one collection end with it
    QTimer m_poll;
    std::chrono::milliseconds m_localPolling{15'000};
    std::chrono::milliseconds m_remotePolling{60'000};
};

} // namespace sandglass::services
