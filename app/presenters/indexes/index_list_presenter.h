// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/indexes/index_table_model.h"
#include "app/presenters/words/shown_server.h"
#include "app/ttl/call_limits.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the tab shows besides its table.
struct IndexListState
{
    Phase phase = Phase::Idle; ///< of the table; Stale: the connection is lost, reading the indexes
                               ///< again has failed, or takes longer than a second
    protocol::Namespace ns;
    QString caption; ///< "4 indexes, 2 of them TTL"
    QString asOfText; ///< "as of 12:04:31 UTC": when the indexes and their uses were read; empty if
                      ///< they were not
    bool canCreate = false; ///< connected, unlocked, and not a view
    QString cannotCreateReason; ///< why not; empty if canCreate
    QString cannotConvertReason; ///< part of a sentence; empty: it can, or may
    QString cannotHideReason; ///< the same
    bool canConvert = true; ///< the server can convert an ordinary index to a TTL index
    bool canHide = true; ///< the server can hide indexes
    QString ownRuleWords; ///< the collection's own rule: "after 90 d", "switched off"; empty for a
                          ///< kind of collection that cannot have one
    std::optional<FailureText> failure; ///< of reading the indexes
};

/// The Indexes tab of a collection. Follows every change of its indexes. GUI thread.
class IndexListPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    IndexListPresenter(services::ServiceSet& services, protocol::Namespace ns,
                       QObject* parent = nullptr);
    ~IndexListPresenter() override;

    /// The current state; stateChanged() announces changes.
    const IndexListState& state() const { return m_state; }
    /// The indexes of the collection.
    IndexTableModel& model() { return m_model; }

    /// Reads the indexes again.
    void refresh();
    /// Ends the reading.
    void cancel();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Reads the indexes after connecting; forgets those of another server.
    void restart();
    /// Takes the indexes that were read.
    void finish(const Result<std::vector<ttl::IndexSpec>>& answer);
    /// Shows the indexes. `readAt`: when they were read, by the server's clock.
    void show(const std::vector<ttl::IndexSpec>& indexes, base::Time readAt);
    /// Sets the phase of the table, and says of when its rows are.
    void setPhase(Phase phase);
    /// Keeps what was read, and says how old it is.
    void loseConnection();
    /// Takes the indexes from the catalogue.
    void onCatalogChanged();
    /// Updates what can be done, from server, lock and kind of the collection.
    void updateRights();

    services::ServiceSet& m_services;
    ShownServer m_server;
    IndexListState m_state;
    IndexTableModel m_model;
    bool m_isListed = false; // in the catalogue, when it last changed
    std::unique_ptr<services::Latest> m_query; // never null
    ttl::CancelToken m_cancel; // of the reading in progress
    base::Time m_askedAt; // when that began, by the server's clock
    std::optional<base::Time> m_readAt; // of the indexes in the table; unset: none were read
    QTimer m_slow; // active: the reading in progress is not slow yet
};

} // namespace sandglass::presenters
