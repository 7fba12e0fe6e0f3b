// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/forecast/deletion_evidence.h"

#include "app/services/forecast/forecast_service.h"

namespace sandglass::services {

void DeletionEvidence::note(const Forecast& forecast)
{
    for (const RuleForecast& share : forecast.rules) {
        const ttl::ExpiryHistogram& histogram = share.histogram.shown;
        if (share.error || !histogram.overdueExact) {
            m_counts.erase(share.rule.index); // estimates go up and down by chance
            continue;
        }
        const Count now{histogram.overdue, share.rule.expireAfterSeconds};
        const auto [known, first] = m_counts.try_emplace(share.rule.index, now);
        const Count before = known->second;
        known->second = now;
        if (!first && before.expireAfterSeconds == now.expireAfterSeconds
            && now.overdue < before.overdue) {
            m_lastSeenAt = forecast.now;
        }
    }
}

void DeletionEvidence::forget(const protocol::Namespace& ns)
{
    std::erase_if(m_counts, [&ns](const auto& entry) { return entry.first.ns == ns; });
}

void DeletionEvidence::clear()
{
    m_counts.clear();
    m_lastSeenAt.reset();
}

} // namespace sandglass::services
