// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/forecast/forecast_service.h"

#include <map>
#include <memory>

namespace sandglass::presenters {

/// The newest counts of each collection, gathered from forecasts that may each cover only some of
/// the rules. GUI thread.
class CountedRules
{
public:
    /// Adds an answer. One that covers all rules replaces everything.
    void take(const services::Forecast& forecast);
    /// Forgets everything, for another server.
    void clear() { m_collections.clear(); }
    /// The newest forecast with this collection; an empty one if there is none.
    const services::Forecast& forecastOf(const protocol::Namespace& ns) const;
    /// The counts of a rule in that forecast; null if it has none.
    const services::RuleForecast* find(const ttl::IndexRef& rule) const;
    /// Collections with counts.
    int collections() const { return static_cast<int>(m_collections.size()); }

private:
    /// A forecast, and the place in it where the rules of the collection begin.
    struct Place
    {
        std::shared_ptr<const services::Forecast> forecast;
        std::size_t first = 0;
    };

    std::map<protocol::Namespace, Place> m_collections;
};

} // namespace sandglass::presenters
