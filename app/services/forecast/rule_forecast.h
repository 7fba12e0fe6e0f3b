// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/forecast/forecast_service.h"
#include "app/ttl/ttl_server.h"

namespace sandglass::services {

/// The error of counting by a field that the server keeps to itself.
Error keptField(const std::string& field);

/// Asks the server. Any thread. Errors: Unsupported where it keeps the field to itself; the
/// server's.
Result<ttl::ExpiryHistogram> askHistogram(ttl::TtlServer& server,
                                          const ttl::HistogramRequest& request,
                                          const ttl::CallLimits& limits);

/// The answer to a request over plan.asked, folded to what is shown. Pure.
RuleForecast ruleForecast(const ttl::Rule& rule, const ttl::EdgePlan& plan,
                          const Result<ttl::ExpiryHistogram>& answer);

} // namespace sandglass::services
