// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/rule_filter.h"
#include "app/presenters/inventory/ttl_rules_model.h"

#include <QObject>
#include <QSortFilterProxyModel>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::presenters {

class CountedRules;

/// What the head of the connection page shows.
struct InventoryState
{
    Phase phase = Phase::Idle; ///< of the catalogue
    QString title; ///< name of the connection
    QString database; ///< the page is only about it; empty: about the whole server
    int rules = 0; ///< number of rules on the server
    int collections = 0; ///< number of collections with a rule
    std::optional<double> readShare; ///< of the collections, 0…1, while they are read for the first
                                     ///< time; unset: not known
    std::optional<int> shownRules; ///< rules that fit the filter; unset: there is no filter
    QString filterProblem; ///< why a condition of the filter cannot be read; empty: it can
    bool empty = false; ///< there are no collections besides the server's own
    QString extentText; ///< "312 of 2,000 collections read", "25 collections counted: those in
                        ///< view"; empty: everything is read and counted
    bool partlyCounted = false; ///< only the collections on screen are counted
    bool coversAll = false; ///< the user wants all collections counted
    QString unread; ///< what could not be read and so may have rules, a sentence; empty: nothing
    std::optional<FailureText> failure; ///< of reading the catalogue

    bool operator==(const InventoryState&) const = default;
};

/// The connection page: a table of every TTL rule of the server, its figures and one forecast,
/// stacked by collection; or the same of one database. GUI thread.
class InventoryPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `pacing`: of the forecast.
    explicit InventoryPresenter(services::ServiceSet& services, RefreshPacing pacing = {},
                                QObject* parent = nullptr);
    /// For the page of one database.
    InventoryPresenter(services::ServiceSet& services, const std::string& database,
                       RefreshPacing pacing = {}, QObject* parent = nullptr);
    ~InventoryPresenter() override;

    /// The current state of the head; stateChanged() announces changes.
    const InventoryState& state() const { return m_state; }
    /// The timeline and the figures of the whole server.
    ForecastPresenter& forecast() { return m_forecast; }
    /// All rules, unsorted.
    TtlRulesModel& rules() { return m_rules; }
    /// The rules, filtered and sorted by TableRoles::SortRole, for the view.
    QSortFilterProxyModel& shownRules() { return m_shown; }
    /// Makes the rules of shownRules(), in its order, into a table of their own. It holds copies of
    /// the rules of now; any thread.
    std::function<std::unique_ptr<TtlRulesModel>()> copyOfShownRules() const;

    /// Shows only rows that match a filter such as "overdue > 0, two rules", or a text in any
    /// column; see parseRuleFilter().
    void setFilterText(const QString& text);
    /// Whether to show only rules with a finding.
    void setOnlyFindings(bool only);
    /// Whether to show only rules with overdue documents.
    void setOnlyOverdue(bool only);
    /// Whether the page is on screen; only then is the forecast refreshed.
    void setVisible(bool visible);
    /// Whether it is.
    bool isVisible() const { return m_visible; }
    /// Sets which collections the table shows, the uppermost first. Of a large remote server only
    /// these are counted; the counts of the others stay as they were.
    void setSeen(const std::vector<protocol::Namespace>& seen);
    /// Counts the rules of all collections, or only of those on screen again.
    void coverAll(bool all);
    /// Reads catalogue and forecast again.
    void refresh();
    /// Ends the first reading of the catalogue, so that refresh() can begin it anew.
    void cancelReading();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// `scope`: a namespace without a collection's name for one database; unset: the whole server.
    InventoryPresenter(services::ServiceSet& services, std::optional<protocol::Namespace> scope,
                       RefreshPacing pacing, QObject* parent);
    /// Fills table and state() from catalogue, forecast and journal.
    void rebuild();
    /// Fills the rest of state().
    void updateState();
    /// Announces that state() has changed, if it has.
    void announce();
    /// What the caption says about what has been read and counted.
    QString extentText() const;
    /// Rebuilds the table after a new answer of the forecast.
    void onForecastChanged();

    services::ServiceSet& m_services;
    const std::optional<protocol::Namespace> m_scope;
    InventoryState m_state;
    ForecastPresenter m_forecast;
    TtlRulesModel m_rules;
    RuleFilter m_shown; // over m_rules
    std::unique_ptr<CountedRules> m_counted; // never null
    std::uint64_t m_shownAnswer = 0; // number of the forecast's answer in the table
    InventoryState m_announced; // by the last stateChanged()
    bool m_visible = false;
    bool m_showsFailure = false; // the rows say why nothing could be counted
};

} // namespace sandglass::presenters
