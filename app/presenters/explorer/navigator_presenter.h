// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/navigator_model.h"
#include "app/presenters/forecast/forecast_state.h"

#include <QObject>
#include <QSortFilterProxyModel>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What the dock shows besides the tree.
struct NavigatorState
{
    Phase phase = Phase::Idle; ///< of the tree
    QString filterText; ///< as typed
    QString placeholder; ///< what to do while the tree is empty; otherwise empty
    std::optional<FailureText> failure; ///< of the connection, or of reading the catalogue
    bool canNameDatabases = false; ///< the user may not list them
    bool canRetry = false; ///< refresh() could succeed: connected, but reading has failed
};

/// The dock with the tree of the connection. GUI thread.
class NavigatorPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit NavigatorPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~NavigatorPresenter() override;

    /// The current state; stateChanged() announces changes.
    const NavigatorState& state() const { return m_state; }
    /// The filtered tree, with the roles of NavigatorModel. A row stays if it, a parent or a child
    /// matches the filter.
    QAbstractItemModel& model() { return m_filtered; }
    /// The row of a collection, or of its index, in model(); invalid when it is filtered out.
    QModelIndex find(const protocol::Namespace& ns, const std::string& indexName = {}) const;

    /// Shows only rows whose name contains `text`, in upper or lower case.
    void setFilterText(const QString& text);
    /// Reads the catalogue again.
    void refresh();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Builds the tree from catalogue, connection and alerts.
    void rebuild();
    /// The connection with all that is below it.
    NavigatorNode rootNode() const;
    /// Sets phase, error and placeholder of a tree that has this root.
    void describeTree(const NavigatorNode& root);
    /// The alerts about a collection, or about the whole server if `ns` is empty, as sentences.
    QString alertsOf(const protocol::Namespace& ns) const;
    /// Sets the alerts of the connection and of all collections.
    void markAlerts(NavigatorNode& root) const;

    services::ServiceSet& m_services;
    NavigatorState m_state;
    NavigatorModel m_model;
    QSortFilterProxyModel m_filtered;
};

} // namespace sandglass::presenters
