// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "app/ttl/doctor/finding.h"

#include <optional>
#include <vector>

namespace sandglass::services {
struct CatalogCollection;
struct Forecast;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Returns what the inventory knows about a collection, as input for the doctor's checks: its
/// indexes from the catalogue, and the counts of the forecast. A rule that is not in `forecast`, or
/// could not be counted, has no counts. `metrics`: counters of the TTL monitor. Pure; any thread.
ttl::doctor::Facts inventoryFacts(const services::CatalogCollection& collection,
                                  const services::Forecast& forecast,
                                  const std::optional<ttl::TtlMetrics>& metrics);

/// Returns those findings that are about the rule or about its whole collection. Pure; any thread.
std::vector<ttl::doctor::Finding> findingsOf(const std::vector<ttl::doctor::Finding>& all,
                                             const ttl::IndexRef& rule);

} // namespace sandglass::presenters
