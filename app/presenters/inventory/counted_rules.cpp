// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/counted_rules.h"

namespace sandglass::presenters {

void CountedRules::take(const services::Forecast& forecast)
{
    if (!forecast.partial) {
        m_collections.clear();
    }
    const auto kept = std::make_shared<const services::Forecast>(forecast);
    for (std::size_t i = 0; i < kept->rules.size(); ++i) {
        Place& place = m_collections[kept->rules[i].rule.index.ns];
        // the rules of a collection come one after the other
        if (place.forecast != kept) {
            place = {kept, i};
        }
    }
}

const services::Forecast& CountedRules::forecastOf(const protocol::Namespace& ns) const
{
    static const services::Forecast kNone;
    const auto found = m_collections.find(ns);
    return found == m_collections.end() ? kNone : *found->second.forecast;
}

const services::RuleForecast* CountedRules::find(const ttl::IndexRef& rule) const
{
    const auto found = m_collections.find(rule.ns);
    if (found == m_collections.end()) {
        return nullptr;
    }
    const std::vector<services::RuleForecast>& rules = found->second.forecast->rules;
    for (std::size_t i = found->second.first; i < rules.size() && rules[i].rule.index.ns == rule.ns;
         ++i) {
        if (rules[i].rule.index == rule) {
            return &rules[i];
        }
    }
    return nullptr;
}

} // namespace sandglass::presenters
