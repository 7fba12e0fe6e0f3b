// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/rule_forecast.h"

namespace sandglass::services {

Error hiddenFieldError(const std::string& field)
{
    return base::failure(Errc::Unsupported,
                         "The server hides the field " + field
                             + " from queries, so nothing can be counted by it.")
        .because(base::LocalReason::FieldHidden);
}

Result<ttl::ExpiryHistogram> askHistogram(ttl::TtlServer& server,
                                          const ttl::HistogramRequest& request,
                                          const ttl::CallLimits& limits)
{
    if (request.hiddenByServer) {
        return hiddenFieldError(request.field);
    }
    return server.histogram(request, limits);
}

RuleForecast ruleForecast(const ttl::Rule& rule, const ttl::EdgePlan& plan,
                          const Result<ttl::ExpiryHistogram>& answer)
{
    RuleForecast share{rule, {}, {}, {}};
    if (answer) {
        share.histogram = ttl::fold(plan, *answer);
        share.oldestOverdue = ttl::overdueAge(rule, *answer, plan.asked.front());
    } else {
        share.histogram.shown.counts.assign(plan.shown.size() - 1, 0);
        share.error = answer.error();
    }
    return share;
}

} // namespace sandglass::services
