// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/figures_state.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/forecast/refresh_pacing.h"
#include "app/protocol/namespace.h"

#include <QFuture>
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

struct Gaps;
struct PictureCaption;

/// The timeline and the figures of one collection, or of the whole server. Sends a query, keeps the
/// last good answer, and queries again after a pause. It sends one query at a time, makes longer
/// pauses after slow ones, and stops while hidden unless it is watched. GUI thread.
class ForecastPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `collection`: unset for the whole server, without a
    /// name for its database; then with one series for each of the 8 largest collections and
    /// "other".
    ForecastPresenter(services::ServiceSet& services, std::optional<protocol::Namespace> collection,
                      RefreshPacing pacing = {}, QObject* parent = nullptr);
    ~ForecastPresenter() override;

    /// The timeline; stateChanged() and pictureChanged() announce changes.
    const ForecastState& state() const { return m_state; }
    /// The figures strip; figuresChanged() announces changes.
    const FiguresState& figures() const { return m_figures; }
    /// The current server time, for the "now" line between two answers.
    base::Time serverNow() const;
    /// How many times faster than ours the server's clock runs. Only a rehearsal has more than 1.
    int clockRate() const;

    /// Whether the timeline is on screen; only then are queries sent. Starts hidden.
    void setVisible(bool visible);
    /// Whether somebody else waits for counts, as the alerts do: then it also counts while hidden,
    /// with pauses of at least RefreshPacing::hidden.
    void setWatched(bool watched);
    /// Shows another preset (not Custom) and sends a query.
    void setHorizon(Horizon horizon);
    /// Lets the first answers choose the smallest preset that holds 90 % of the dated documents.
    /// Does nothing once there is an answer; ends when a horizon or a range is set.
    void fitHorizon();
    /// Shows a range chosen by zooming. A `from` in the past becomes now.
    void setRange(base::Time from, base::Time to);
    /// Sends a query now. If one is in progress, it is cancelled and the new one follows it.
    void refresh();
    /// Counts exactly what is sampled, as a task with progress (state().countedPercent). The result
    /// stays until refresh() or another horizon. Does nothing if state().exact.
    void countExactly();
    /// Cancels the exact count; sampling continues.
    void cancelExactCount();
    /// Cancels the query in progress. No query follows until refresh() or another horizon.
    void cancel();
    /// Sets which collections are on screen, the uppermost first. Of a large remote server only
    /// these are counted, see CoveredRules; new ones are counted now.
    void setSeen(const std::vector<protocol::Namespace>& seen);
    /// Counts the rules of all collections, or only of those on screen again.
    void coverAll(bool all);
    /// Sets the interval for remote connections, at least 1 s.
    void setRemoteInterval(std::chrono::milliseconds interval);
    /// Sets the mean size of a document of this collection, for "≈ bytes"; 0: unknown.
    void setAverageDocumentBytes(std::int64_t bytes);
    /// The collection; unset: the whole server.
    const std::optional<protocol::Namespace>& collection() const { return m_collection; }
    /// What an exported picture of state() says about itself.
    PictureCaption caption() const;
    /// The answer from which state() was made; for the table of the inventory.
    const services::Forecast& answer() const;
    /// The pause until the next query, longer after a slow one. Unset: no query will follow.
    std::optional<std::chrono::milliseconds> nextPause() const;

Q_SIGNALS:
    /// Phase, horizon, slowness, failure or exact count of state() has changed.
    void stateChanged();
    /// The data of state() has changed: another answer makes another picture, there is none any
    /// more, or times are shown in another zone.
    void pictureChanged();
    /// There is another answer that makes the same picture: of the data of state(), only the moment
    /// of the count and the number of the answer are others.
    void countedAgain();
    /// A text or a number of figures() has changed.
    void figuresChanged();

private:
    /// Sends a query, if the timeline is visible, connected and has none in progress.
    void ask();
    /// Sends a query now, or as soon as the one in progress has ended.
    void askAgain();
    /// Starts an exact count and lists it as a task.
    QFuture<services::Forecast> startExactCount();
    /// Resets what shows that a query is in progress. Returns whether it was an exact count.
    bool endQuery();
    /// The query for the chosen range.
    services::ForecastQuery query() const;
    /// Takes the answer of a query and schedules the next one.
    void finish(const services::Forecast& forecast);
    /// Whether the answer asks for another horizon, which is then counted, before it is shown.
    bool asksForMore(const services::Forecast& forecast);
    /// Shows an answer. `held`: it is exact and stays until refresh().
    void show(const services::Forecast& forecast, bool held);
    /// Shows an error; older data stay on screen.
    void showFailure(const base::Error& error);
    /// Computes figures() from the answer and the monitor's counters.
    void updateFigures();
    /// What the sums of an answer leave out.
    Gaps gapsOf(const services::Forecast& forecast) const;
    /// Deletions of the collection per minute before `now`, server time; unset: not known yet.
    std::optional<double> observedPerMinute(base::Time now) const;
    /// Updates state().deletions.
    void updateDeletions(const services::Forecast& forecast);
    /// Shows the progress of the exact count. `done`: 0…1.
    void reportCount(double done);
    /// Starts the timer of the next query.
    void schedule();
    /// Sends a query if the rules have changed.
    void onCatalogChanged();
    /// Forgets the data of the previous connection.
    void restart();
    /// Marks the data as stale and drops the query in progress.
    void loseConnection();
    /// Whether a query can be sent now.
    bool mayAsk() const;
    /// Whether it is about one collection.
    bool isOfCollection() const { return m_collection && !m_collection->collection.empty(); }

    struct Private;
    services::ServiceSet& m_services;
    const std::optional<protocol::Namespace> m_collection; // unset: the whole server; without a
                                                           // name: its database
    RefreshPacing m_pacing;
    ForecastState m_state;
    FiguresState m_figures;
    std::unique_ptr<Private> m_p; // never null
    QTimer m_timer; // until the next query
    QTimer m_slowTimer; // until a query counts as slow
};

} // namespace sandglass::presenters
