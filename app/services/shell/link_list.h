// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/known_server.h"
#include "app/services/shell/service_set.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace sandglass::services {

class LinkServices;
struct LinkLabel;
struct ProgramServices;

/// The servers of a window, each with services of its own. There is always at least one link; a
/// link need not be connected. The local engine is a server like the others, at most once. GUI
/// thread.
class LinkList : public QObject
{
    Q_OBJECT
public:
    /// Makes the first link. `program` must outlive this object.
    explicit LinkList(ProgramServices& program, QObject* parent = nullptr);
    ~LinkList() override;

    /// The links in the order of the navigator; never empty. Valid until the next change.
    std::vector<ServiceSet*> all() const;
    /// The number of links, at least 1.
    std::size_t size() const { return m_links.size(); }
    /// The services of a link that exists, by its ServiceSet::linkId.
    LinkServices& link(int id) const;
    /// The first link.
    LinkServices& first() const;
    /// The server of a link, also after it was disconnected; not set before the first connection.
    const KnownServer& known(int id) const;

    /// Appends a link without a server.
    ServiceSet& add();
    /// Ends a link: closes its connection and destroys its services. The only one is disconnected
    /// instead, and forgets its server.
    void remove(int id);
    /// The link with this ServiceSet::linkId; null when there is none.
    ServiceSet* find(int id) const;
    /// The link that has this server; null when there is none.
    ServiceSet* find(const KnownServer& server) const;
    /// The link to connect to `server` by, asked for from link `from`: the one that has this
    /// server, `from` if it has none, otherwise a new one.
    ServiceSet& placeFor(const KnownServer& server, int from);
    /// Asks for a link to be shown; chosen() follows.
    void choose(int id);

    /// Connects to the local engine, which is started first if necessary, and shows it. `from`: the
    /// link that this is asked for from. `replaces`: its server is replaced, unless another link
    /// has the local engine already. Returns the link.
    ServiceSet& openLocal(int from, bool replaces = false);
    /// Makes a link the one that the local engine gets as soon as it is ready, as openLocal()
    /// chooses it. Does not start the engine.
    ServiceSet& placeLocal(int from, bool replaces = false);

    /// Brings back the servers of the last run without connecting to them, if they were several,
    /// and stores every change for the next run from now on.
    void remember();

    /// Whether a link other than `id` works on this purge.
    bool isPurgedElsewhere(const QString& purge, int id) const;

Q_SIGNALS:
    /// A link was appended.
    void added(sandglass::services::ServiceSet* link);
    /// A link is about to be destroyed, and what uses its services must be destroyed now.
    void removing(sandglass::services::ServiceSet* link);
    /// A link should be shown.
    void chosen(sandglass::services::ServiceSet* link);
    /// size(), known() or the order has changed.
    void changed();

private:
    /// A link and its server.
    struct Entry
    {
        int id = 0;
        KnownServer server;
        std::unique_ptr<LinkServices> services;
    };

    /// The entry of a link that exists.
    Entry& entry(int id);
    const Entry& entry(int id) const;
    /// Makes a link and follows it.
    ServiceSet& append(KnownServer server);
    /// Takes over the server of a link after a change of its connection.
    void follow(int id);
    /// Passes new limits of alerts from one link to the others.
    void shareLimits(int id);
    /// Stores the servers, once remember() was called.
    void store();
    /// The engine is ready: connects to it by the link that is meant for it.
    void onEngineReady(const QString& uri);
    /// Closes the connection to an engine that has ended.
    void onEnginePhase();

    ProgramServices& m_program;
    std::vector<Entry> m_links; // never empty
    int m_lastId = 0;
    int m_local = 0; // id of the link for the local engine; 0: none yet
    bool m_remembers = false;
};

} // namespace sandglass::services
