// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/forecast_service.h"

namespace sandglass::services {

/// What to ask a server for a rule, over `edges` (as HistogramRequest wants them). Pure.
ttl::HistogramRequest histogramRequest(const Rule& rule, std::vector<base::Time> edges,
                                       std::int64_t sampleAbove = 0);

/// The answer to a request over plan.asked, folded to what is shown. Pure.
RuleForecast ruleForecast(const Rule& rule, const EdgePlan& plan,
                          const Result<ttl::ExpiryHistogram>& answer);

} // namespace sandglass::services
