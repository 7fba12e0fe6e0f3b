// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/rule_filter.h"
#include "app/presenters/inventory/ttl_rules_model.h"

#include <QObject>
#include <QSortFilterProxyModel>

namespace sandglass::presenters {

/// The head of the connection page.
struct InventoryState
{
    Phase phase = Phase::Idle;
    QString title; ///< the connection's name
    int rules = 0; ///< TTL rules on the server
    int collections = 0; ///< collections that have one
    bool empty = false; ///< connected, and no collection at all: offer sample data
    std::optional<FailureText> failure;
};

/// The connection page: every TTL rule of the server, its figures and one stacked forecast. GUI
/// thread.
class InventoryPresenter : public QObject
{
    Q_OBJECT
public:
    explicit InventoryPresenter(services::ServiceSet& services, RefreshPacing pacing = {},
                                QObject* parent = nullptr);
    ~InventoryPresenter() override;

    const InventoryState& state() const { return m_state; }
    ForecastPresenter& forecast() { return m_forecast; }
    /// All rules, unsorted.
    TtlRulesModel& rules() { return m_rules; }
    /// The rules sorted and filtered, for the view (sortRole is set).
    QSortFilterProxyModel& shownRules() { return m_shown; }

    /// Keeps rows that fulfil what was typed: "overdue > 0, two rules", or a text in any column;
    /// see parseRuleFilter().
    void setFilterText(const QString& text);
    /// Keeps only rows with a finding, or only with overdue documents.
    void setOnlyFindings(bool only);
    void setOnlyOverdue(bool only);
    void setVisible(bool visible);
    void refresh();
    /// The shown rows as CSV text with a header line, in the shown order.
    QString csv() const;

Q_SIGNALS:
    void stateChanged();

private:
    void rebuild();
    void updateState();
    void onForecastChanged();

    services::ServiceSet& m_services;
    InventoryState m_state;
    ForecastPresenter m_forecast;
    TtlRulesModel m_rules;
    RuleFilter m_shown;
    std::uint64_t m_shownTicket = 0;
};

} // namespace sandglass::presenters
