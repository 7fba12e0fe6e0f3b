// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/navigator_model.h"
#include "app/presenters/explorer/server_tree.h"

#include <QObject>
#include <QSortFilterProxyModel>

#include <memory>
#include <vector>

namespace sandglass::services {
class LinkList;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the dock shows besides the tree; all but the filter is about the current server.
struct NavigatorState : ServerTreeState
{
    QString filterText; ///< as typed
    bool several = false; ///< the window has several servers
};

/// The dock with the trees of all servers. GUI thread.
class NavigatorPresenter : public QObject
{
    Q_OBJECT
public:
    /// Shows all servers of the window that `services` belongs to and outlives this object.
    explicit NavigatorPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~NavigatorPresenter() override;

    /// The current state; stateChanged() announces changes.
    const NavigatorState& state() const { return m_state; }
    /// The filtered tree, with the roles of NavigatorModel. A row stays if it, a parent or a child
    /// matches the filter.
    QAbstractItemModel& model() { return m_filtered; }
    /// The row of a collection of the current server, of its index, or of a database if `ns` has no
    /// collection, in model(); invalid when it is filtered out.
    QModelIndex find(const protocol::Namespace& ns, const std::string& indexName = {}) const;
    /// The root of the current server in model(); invalid when it is filtered out.
    QModelIndex currentRoot() const;
    /// The number of the server in front.
    int current() const { return m_current; }

    /// The connection string of the current server for other programs, without secrets; empty while
    /// it is not known.
    QString address() const;
    /// What menus offer for a collection or an index of a server, see presenters::nodeOffers();
    /// nothing for an unknown server.
    std::vector<NodeOffer> offers(int server, const ttl::IndexRef& target) const;

    /// Makes a server the current one. Its number; an unknown one is ignored.
    void setCurrent(int server);
    /// Removes a server that is about to be destroyed and is not the current one.
    void forget(int server);
    /// Shows only rows whose name contains `text`, in upper or lower case.
    void setFilterText(const QString& text);
    /// Reads the catalogue of the current server again.
    void refresh();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Makes the trees those of the links.
    void followLinks();
    /// Builds the root of a server anew, or removes it.
    void rebuild(const ServerTree& tree);
    /// Fills state() for the current server.
    void describe(const NavigatorNode& root);
    /// The tree of a server; null when there is none.
    ServerTree* treeOf(int server) const;

    services::LinkList& m_links;
    NavigatorState m_state;
    std::vector<std::unique_ptr<ServerTree>> m_trees; // in the order of the links
    int m_current = 0;
    NavigatorModel m_model;
    QSortFilterProxyModel m_filtered;
};

} // namespace sandglass::presenters
