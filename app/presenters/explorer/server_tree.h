// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/navigator_model.h"
#include "app/presenters/explorer/node_actions.h"
#include "app/presenters/forecast/forecast_state.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What is known about the tree of a server besides its rows.
struct ServerTreeState
{
    Phase phase = Phase::Idle; ///< of the tree
    QString placeholder; ///< what to do while the tree is empty; otherwise empty
    std::optional<FailureText> failure; ///< of the connection, or of reading the catalogue
    bool canNameDatabases = false; ///< the user may not list them
    bool canRetry = false; ///< refresh() could succeed: connected, but reading has failed
};

/// One server of the navigator: its root with everything below it. GUI thread.
class ServerTree : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit ServerTree(services::ServiceSet& services, QObject* parent = nullptr);

    /// Its number in the window.
    int server() const;
    /// Whether it has a root: it is connected, or one of several servers.
    bool isShown() const;
    /// The connection string for other programs, without secrets; empty while it is not known.
    QString address() const;
    /// What menus offer for a collection or an index, see presenters::nodeOffers().
    std::vector<NodeOffer> offers(const ttl::IndexRef& target) const;
    /// Builds the root from catalogue, connection and alerts.
    NavigatorNode root() const;
    /// Describes the tree with this root.
    ServerTreeState describe(const NavigatorNode& root) const;
    /// Reads the catalogue again.
    void refresh();

Q_SIGNALS:
    /// What this object returns has changed.
    void changed();

private:
    /// The alerts about a collection, or about the whole server if `ns` is empty, as sentences.
    QString alertsOf(const protocol::Namespace& ns) const;
    /// Sets the alerts of the connection and of all collections.
    void markAlerts(NavigatorNode& root) const;

    services::ServiceSet& m_services;
    std::vector<ttl::DamagedRule> m_damaged; // as last read
};

} // namespace sandglass::presenters
