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

/// What the inventory knows of a collection, for the checks of the doctor: the indexes of the
/// catalogue, and documents as the forecast counted them. A rule that is not in `forecast`, or
/// could not be counted, has no counts. `metrics`: of the TTL monitor. Pure; any thread.
ttl::doctor::Facts inventoryFacts(const services::CatalogCollection& collection,
                                  const services::Forecast& forecast,
                                  const std::optional<ttl::TtlMetrics>& metrics);

/// Those of the findings that are about the rule or about its whole collection.
std::vector<ttl::doctor::Finding> findingsOf(const std::vector<ttl::doctor::Finding>& all,
                                             const ttl::IndexRef& rule);

} // namespace sandglass::presenters
