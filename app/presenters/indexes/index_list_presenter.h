// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/indexes/index_table_model.h"
#include "app/services/calls/latest.h"

#include <QObject>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What stands above the index table.
struct IndexListState
{
    Phase phase = Phase::Idle;
    protocol::Namespace ns;
    QString caption; ///< "4 indexes, 2 of them TTL"
    bool canCreate = false; ///< unlocked, and a kind of collection that takes TTL indexes
    QString cannotCreateReason; ///< why not; empty when canCreate
    bool canConvert = true; ///< the server can turn an ordinary index into a TTL index
    bool canHide = true;
    QString ownRuleWords; ///< the collection's own rule: "after 90 d", "switched off"; empty for
                          ///< kinds of collections that can have none
    std::optional<FailureText> failure;
};

/// The Indexes tab of one collection; follows every change of its indexes. GUI thread.
class IndexListPresenter : public QObject
{
    Q_OBJECT
public:
    IndexListPresenter(services::ServiceSet& services, protocol::Namespace ns,
                       QObject* parent = nullptr);
    ~IndexListPresenter() override;

    const IndexListState& state() const { return m_state; }
    IndexTableModel& model() { return m_model; }

    /// Reads the indexes anew.
    void refresh();

Q_SIGNALS:
    void stateChanged();

private:
    void finish(const Result<std::vector<ttl::IndexSpec>>& answer);
    void show(const std::vector<ttl::IndexSpec>& indexes);
    void onCatalogChanged();
    void updateRights();

    services::ServiceSet& m_services;
    IndexListState m_state;
    IndexTableModel m_model;
    services::Latest m_asked;
};

} // namespace sandglass::presenters
