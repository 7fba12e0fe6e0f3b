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

/// What is above the tree.
struct NavigatorState
{
    Phase phase = Phase::Idle;
    QString filterText;
    QString placeholder; ///< why the tree is empty, when it is
    std::optional<FailureText> failure;
};

/// The tree dock. GUI thread.
class NavigatorPresenter : public QObject
{
    Q_OBJECT
public:
    explicit NavigatorPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~NavigatorPresenter() override;

    const NavigatorState& state() const { return m_state; }
    /// The tree for the view: filtered, a parent stays when a child matches. Roles are those of
    /// NavigatorModel.
    QAbstractItemModel& model() { return m_filtered; }
    /// The row of a collection or index in model(), to select it; invalid when it is filtered out.
    QModelIndex find(const protocol::Namespace& ns, const std::string& indexName = {}) const;

    void setFilterText(const QString& text);
    /// Reads the catalogue anew.
    void refresh();

Q_SIGNALS:
    void stateChanged();

private:
    void rebuild();
    QString alertsOf(const protocol::Namespace& ns) const;
    void markAlerts(NavigatorNode& root) const;

    services::ServiceSet& m_services;
    NavigatorState m_state;
    NavigatorModel m_model;
    QSortFilterProxyModel m_filtered;
};

} // namespace sandglass::presenters
