// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/forecast/forecast_service.h"
#include "app/ttl/ttl_server.h"

namespace sandglass::services {

/// The error for a field that the server hides from queries (Unsupported).
Error hiddenFieldError(const std::string& field);

/// Requests a histogram. Errors: Unsupported for a field that the server hides; the server's.
/// Blocking; any thread.
Result<ttl::ExpiryHistogram> askHistogram(ttl::TtlServer& server,
                                          const ttl::HistogramRequest& request,
                                          const ttl::CallLimits& limits);

/// The answer to a request over plan.asked, folded to the edges that are shown. Pure; any thread.
RuleForecast ruleForecast(const ttl::Rule& rule, const ttl::EdgePlan& plan,
                          const Result<ttl::ExpiryHistogram>& answer);

} // namespace sandglass::services
