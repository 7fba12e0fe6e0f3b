// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/covered_rules.h"
#include "app/presenters/forecast/exact_count_task.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/horizon_fit.h"
#include "app/presenters/forecast/observed_deletions.h"
#include "app/services/calls/latest.h"
#include "app/services/explorer/catalog.h"
#include "app/services/forecast/forecast_service.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::presenters {

/// What only the sources of ForecastPresenter see.
struct ForecastPresenter::Private
{
    explicit Private(services::TaskService& tasks)
        : exactCount(tasks)
    {
    }

    /// Whether the collection was dropped and made again since the last call. `now`: as it is
    /// listed; null: it is not.
    bool isReplaced(const services::CatalogCollection* now)
    {
        const std::string before = uuid;
        if (now && !now->spec.uuid.empty()) {
            uuid = now->spec.uuid;
        }
        return !before.empty() && before != uuid;
    }

    bool visible = false;
    bool watched = false; // counted while hidden, too
    bool paused = false; // the user cancelled a query: none follows by itself
    FirstHorizon firstHorizon;
    bool exactWanted = false; // the next query is an exact count
    ExactCountTask exactCount;
    services::Latest query; // waits while a query is in progress
    QFuture<services::Forecast> queryEnd; // of the query in progress
    ttl::CancelToken cancel; // of the query in progress
    std::optional<std::pair<base::Time, base::Time>> range; // shown with Horizon::Custom
    std::vector<ttl::Rule> rules; // when the last query was sent
    CoveredRules covered; // of the whole server
    services::Forecast answer; // the newest, also when nothing could be counted
    services::Forecast counted; // the one that state() shows: the newest with a count
    ObservedDeletions observed; // unused when all collections are shown
    std::string uuid; // of the collection; empty: not known
};

} // namespace sandglass::presenters
