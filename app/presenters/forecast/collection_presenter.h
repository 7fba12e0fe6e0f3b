// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "app/presenters/words/shown_server.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::services {
class Latest;
}

namespace sandglass::presenters {

/// What the head of a collection page shows.
struct CollectionState
{
    protocol::Namespace ns;
    QString title; ///< "db.collection"
    QString kindText; ///< "Ordinary collection", "Time series" …
    QString sizeText; ///< "50,000 documents · 12.3 MiB"; empty while unknown
    std::int64_t documents = 0; ///< in the collection; 0 while unknown
    bool exists = true; ///< false after the collection was dropped; true also where it is not
                        ///< known, because its database may not be read
    bool locked = false; ///< changes are refused

    bool operator==(const CollectionState&) const = default;
};

/// A collection page: its head, and the presenters of its timeline, figures and what-if bar. GUI
/// thread.
class CollectionPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. `pacing`: of the forecast.
    CollectionPresenter(services::ServiceSet& services, protocol::Namespace ns,
                        RefreshPacing pacing = {}, QObject* parent = nullptr);
    ~CollectionPresenter() override;

    /// The current state of the head; stateChanged() announces changes.
    const CollectionState& state() const { return m_state; }
    /// The timeline and the figures.
    ForecastPresenter& forecast() { return m_forecast; }
    /// The timeline and the figures, for reading.
    const ForecastPresenter& forecast() const { return m_forecast; }
    /// The what-if bar.
    WhatIfPresenter& whatIf() { return m_whatIf; }

    /// Whether the page is on screen. A hidden page sends no queries.
    void setVisible(bool visible);
    /// Whether the page is on screen.
    bool isVisible() const { return m_visible; }
    /// Reads everything on the page again.
    void refresh();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Reads the size after connecting, and forgets that of another server.
    void restart();
    /// Reads the size of the collection.
    void loadStats();
    /// Reads the size again when the timeline counts another number of documents.
    void followCount();
    /// Takes kind, existence and lock from the services.
    void update();
    /// The kind of a collection in words.
    QString kindText(ttl::CollectionKind kind) const;

    services::ServiceSet& m_services;
    CollectionState m_state;
    ForecastPresenter m_forecast;
    WhatIfPresenter m_whatIf;
    std::unique_ptr<services::Latest> m_asked; // never null
    bool m_visible = false;
    std::optional<std::int64_t> m_counted; // documents, as the timeline counted them last
    ShownServer m_server; // of the size
};

} // namespace sandglass::presenters
