// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/figures_state.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/forecast/refresh_pacing.h"
#include "app/protocol/namespace.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::base {
struct Error;
}

namespace sandglass::services {
struct ServiceSet;
struct Forecast;
struct ForecastQuery;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The timeline and the figures of one collection, or of the whole server when there is no
/// collection: asks, keeps the last good answer, asks again in time. One query at a time; it slows
/// down when a query takes more than a fifth of the interval, and stops while hidden. GUI thread.
class ForecastPresenter : public QObject
{
    Q_OBJECT
public:
    /// `collection` unset: all collections of the server, the 8 largest and "other".
    ForecastPresenter(services::ServiceSet& services, std::optional<protocol::Namespace> collection,
                      RefreshPacing pacing = {}, QObject* parent = nullptr);
    ~ForecastPresenter() override;

    const ForecastState& state() const { return m_state; }
    const FiguresState& figures() const { return m_figures; }
    /// The current server time, for the "now" line between refreshes.
    base::Time serverNow() const;
    /// How many times faster than ours the server's clock runs; more than 1 in rehearsals only.
    int clockRate() const;

    /// Whether anybody sees it; refreshing happens only then. Starts hidden.
    void setVisible(bool visible);
    /// Shows another preset (not Custom) and asks anew.
    void setHorizon(Horizon horizon);
    /// Shows a range of moments chosen by zooming; `from` before now is taken as now.
    void setRange(base::Time from, base::Time to);
    /// Asks now; when a query is under way its answer is dropped and one new query follows it.
    void refresh();
    /// Counts exactly what is sampled, as a task with progress (state().countedPercent). The result
    /// stays until refresh() or another horizon is asked for. Nothing happens when state().exact.
    void countExactly();
    /// Ends the exact count; sampling goes on.
    void cancelExactCount();
    /// Gives up the query under way; nothing more is asked until refresh() or another horizon.
    void cancel();
    /// The chosen interval of a remote connection, at least 1 s.
    void setRemoteInterval(std::chrono::milliseconds interval);
    /// Mean size of a document of this collection, for "≈ bytes"; 0: unknown.
    void setAverageDocumentBytes(std::int64_t bytes);
    /// The answer that state() was made of; for the inventory's table.
    const services::Forecast& answer() const;
    /// The pause until the next query at the moment, backing off included. Unset: none will follow.
    std::optional<std::chrono::milliseconds> nextPause() const;

Q_SIGNALS:
    /// Where state() stands has changed: its phase, horizon, slowness, failure or exact count.
    void stateChanged();
    /// What state() shows has changed: another answer, none any more, or another zone to show it
    /// in.
    void pictureChanged();
    /// figures() are other than before.
    void figuresChanged();

private:
    void ask();
    void askAnew();
    void askExactly(std::uint64_t ticket);
    bool endExactCount();
    services::ForecastQuery query() const;
    void finish(std::uint64_t ticket, const services::Forecast& forecast);
    void show(const services::Forecast& forecast, bool held);
    void showFailure(const base::Error& error);
    void updateFigures();
    void updateDeletions(const services::Forecast& forecast);
    void reportCount(double done);
    void schedule();
    void onCatalogChanged();
    void restart();
    void loseConnection();
    bool mayAsk() const;
    std::chrono::milliseconds interval() const;

    struct Private;
    services::ServiceSet& m_services;
    const std::optional<protocol::Namespace> m_collection;
    RefreshPacing m_pacing;
    ForecastState m_state;
    FiguresState m_figures;
    std::unique_ptr<Private> m_p;
    QTimer m_timer;
    QTimer m_slowTimer;
};

} // namespace sandglass::presenters
