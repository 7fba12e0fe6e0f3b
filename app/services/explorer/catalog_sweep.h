// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/explorer/catalog.h"
#include "app/services/explorer/catalog_reading.h"
#include "app/ttl/call_limits.h"

#include <QObject>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::services {

class ConnectionService;
struct DatabaseList;

/// What one reading of the catalogue covers. A reading that covers only a part goes on where the
/// one before it ended.
struct SweepLimits
{
    static constexpr int kAll = std::numeric_limits<int>::max();

    int databases = kAll; ///< most databases whose collections are listed
    int collections = kAll; ///< most collections whose indexes are listed
    bool counts = false; ///< the indexes of the databases that are listed are counted, too
    std::vector<protocol::Namespace> first = {}; ///< collections that are read before others, as
                                                 ///< far as they leave half of the reading
    int detailed = kAll; ///< up to so many collections, sizes and use are read too
    std::string afterDatabase = {}; ///< the last database of the reading before
    protocol::Namespace afterCollection = {}; ///< the last collection of the reading before

    /// Whether everything is read.
    bool isWhole() const { return databases == kAll && collections == kAll; }
};

/// One reading of the catalogue: first all databases, then the collections of each, then their
/// indexes, many at a time if everything is read. What a limited reading leaves out stays as it was
/// known before; collections that are not known yet come first. Destroying it cancels what is under
/// way. GUI thread.
class CatalogSweep : public QObject
{
    Q_OBJECT
public:
    /// `connections` must outlive this object. `before`: what is known already.
    CatalogSweep(ConnectionService& connections, Catalog before, SweepLimits limits,
                 QObject* parent = nullptr);
    ~CatalogSweep() override;

    /// Begins. Call it once.
    void start();
    /// What is known so far.
    const Catalog& catalog() const { return m_catalog; }
    /// How much of it.
    CatalogProgress progress() const { return m_progress; }
    /// The limits with where the next reading goes on.
    const SweepLimits& limits() const { return m_limits; }
    /// Why the reading has failed; unset otherwise.
    const std::optional<Error>& error() const { return m_error; }
    /// Takes over what was read elsewhere meanwhile; it counts as newer than this reading. Returns
    /// whether the collection is known by now.
    bool take(const CatalogCollection& collection);

Q_SIGNALS:
    /// catalog() and progress() have changed.
    void progressed();
    /// The reading has ended. Emitted once.
    void finished();

private:
    /// Takes the databases and asks for the collections of those that are to be listed.
    void takeDatabases(const Result<DatabaseList>& answer);
    /// The positions of the databases to list.
    std::vector<std::size_t> chosenDatabases();
    /// Takes the collections of a database.
    void takeCollections(std::size_t position,
                         const Result<std::vector<ttl::CollectionSpec>>& answer);
    /// Takes the number of indexes of a database.
    void takeIndexCount(std::size_t position, const Result<std::optional<std::int64_t>>& answer);
    /// Once all collections are known, asks for the indexes of those that are to be read.
    void readIndexes();
    /// The collections to read, those first about which nothing is known.
    std::vector<CollectionToRead> chosenCollections();
    /// Takes the collections that are read before others out of `order`.
    std::vector<const CatalogCollection*>
    firstCollections(std::vector<const CatalogCollection*>& order) const;
    /// Sends the collections in parts to the workers.
    void send(const std::vector<CollectionToRead>& wanted);
    /// Takes the answer of one part.
    void takeIndexes(const Result<std::vector<CatalogCollection>>& answer);
    /// The entry of a collection; null if it is not known.
    CatalogCollection* entry(const protocol::Namespace& ns);
    /// Ends the reading.
    void end(std::optional<Error> error);

    ConnectionService& m_connections;
    Catalog m_before;
    SweepLimits m_limits;
    Catalog m_catalog;
    CatalogProgress m_progress;
    std::optional<Error> m_error;
    std::map<protocol::Namespace, std::pair<std::size_t, std::size_t>> m_places; // in m_catalog
    std::map<protocol::Namespace, CatalogCollection> m_taken; // newer than this reading
    int m_open = 0; // answers that are awaited
    base::Time m_sentAt; // when the indexes were asked for, by the server's clock
    ttl::CancelToken m_cancel;
};

} // namespace sandglass::services
