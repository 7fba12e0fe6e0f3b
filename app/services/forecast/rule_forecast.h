// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/forecast/forecast_service.h"
#include "app/ttl/ttl_server.h"

namespace sandglass::services {

/// What to ask a server for a rule, over `edges` (as HistogramRequest wants them). Pure.
ttl::HistogramRequest histogramRequest(const Rule& rule, std::vector<base::Time> edges,
                                       std::int64_t sampleAbove = 0);

/// The error of counting by a field that the server keeps to itself.
Error keptField(const std::string& field);

/// Asks the server. Any thread. Errors: Unsupported where it keeps the field to itself; the
/// server's.
Result<ttl::ExpiryHistogram> askHistogram(ttl::TtlServer& server,
                                          const ttl::HistogramRequest& request,
                                          const ttl::CallLimits& limits);

/// The answer to a request over plan.asked, folded to what is shown. Pure.
RuleForecast ruleForecast(const Rule& rule, const EdgePlan& plan,
                          const Result<ttl::ExpiryHistogram>& answer);

} // namespace sandglass::services
