// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/inventory_facts.h"

#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/ttl/doctor/check.h"
#include "app/ttl/rule.h"

#include <algorithm>
#include <iterator>

namespace sandglass::presenters {

namespace {

std::optional<ttl::doctor::DocumentCounts> countsOf(const services::Forecast& forecast,
                                                    const ttl::IndexRef& rule)
{
    const auto share
        = std::ranges::find(forecast.rules, rule, [](const auto& each) { return each.rule.index; });
    if (share == forecast.rules.end() || share->error) {
        return {};
    }
    const ttl::ExpiryHistogram& histogram = share->histogram.shown;
    ttl::doctor::DocumentCounts counts;
    counts.documents = share->histogram.documents();
    counts.exact = histogram.exact;
    counts.missing.documents = histogram.never.noField;
    counts.notDates.documents = histogram.never.notADate;
    counts.outside.documents = histogram.never.outsideFilter;
    counts.due = histogram.overdue;
    counts.overdueFor = share->oldestOverdue;
    return counts;
}

} // namespace

// Sends no query: the inventory shows each rule of the server, so everything must be known already.
ttl::doctor::Facts inventoryFacts(const services::CatalogCollection& collection,
                                  const services::Forecast& forecast,
                                  const std::optional<ttl::TtlMetrics>& metrics)
{
    ttl::doctor::Facts facts;
    facts.now = forecast.now;
    facts.ns = collection.spec.ns;
    facts.metrics = metrics;
    facts.collection = collection.spec;
    facts.indexes = collection.indexes;
    for (ttl::IndexSpec& index : services::ttlIndexes(collection)) {
        const ttl::IndexRef ref{facts.ns, index.name};
        facts.rules.push_back(
            {index, index.name.empty(), ttl::expiryRuleOf(index), countsOf(forecast, ref)});
    }
    return facts;
}

std::vector<ttl::doctor::Finding> findingsOf(const std::vector<ttl::doctor::Finding>& all,
                                             const ttl::IndexRef& rule)
{
    std::vector<ttl::doctor::Finding> own;
    std::ranges::copy_if(all, std::back_inserter(own), [&](const ttl::doctor::Finding& finding) {
        const bool ofCollection
            = ttl::doctor::checkOf(finding.check).about == ttl::doctor::About::Collection;
        return finding.ns == rule.ns && (ofCollection || finding.index == rule.name);
    });
    return own;
}

} // namespace sandglass::presenters
