// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "app/services/calls/latest.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

namespace sandglass::presenters {

/// The head of a collection page.
struct CollectionState
{
    protocol::Namespace ns;
    QString title; ///< "db.collection"
    QString kindText; ///< "Ordinary collection", "Time series" …
    QString sizeText; ///< "50 000 documents · 12.3 MiB"; empty while unknown
    std::int64_t documents = 0;
    bool exists = true; ///< false once it was dropped
    bool locked = false; ///< the connection is locked: changes are refused
};

/// One collection page: its head, and the presenters of its timeline, figures and what-if. GUI
/// thread.
class CollectionPresenter : public QObject
{
    Q_OBJECT
public:
    CollectionPresenter(services::ServiceSet& services, protocol::Namespace ns,
                        RefreshPacing pacing = {}, QObject* parent = nullptr);
    ~CollectionPresenter() override;

    const CollectionState& state() const { return m_state; }
    ForecastPresenter& forecast() { return m_forecast; }
    const ForecastPresenter& forecast() const { return m_forecast; }
    WhatIfPresenter& whatIf() { return m_whatIf; }

    /// Whether the page is on screen; hidden pages ask nothing.
    void setVisible(bool visible);
    /// Reads everything on the page anew.
    void refresh();

Q_SIGNALS:
    void stateChanged();

private:
    void loadStats();
    void update();
    QString kindText(ttl::CollectionKind kind) const;

    services::ServiceSet& m_services;
    CollectionState m_state;
    ForecastPresenter m_forecast;
    WhatIfPresenter m_whatIf;
    services::Latest m_asked;
};

} // namespace sandglass::presenters
