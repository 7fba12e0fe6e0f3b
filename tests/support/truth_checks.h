// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/facts.h"
#include "tests/support/engine_client.h"
#include "tests/support/real_services.h"
#include "tests/support/truth_sample.h"

#include <QString>

#include <cstdint>
#include <set>

namespace sandglass::presenters {
class DocumentsPresenter;
}

namespace sandglass::tests {

/// Asks each part of the window what it says of a collection at a moment, and compares with the
/// expiry rule, whose filters are read by hand. What differs fails the running test. GUI thread.
class TruthChecks
{
public:
    TruthChecks(RealServices& services, EngineClient& client, base::Time now)
        : m_services(services)
        , m_client(client)
        , m_now(now)
    {
    }

    /// Countdowns of the Documents tab, and the documents behind a bar. Fills sample.toGo.
    void documents(TruthSample& sample);
    /// Overdue and every bar of forecasts of several lengths.
    void forecasts(const TruthSample& sample);
    /// The aggregations that other servers are sent, compared document by document.
    void aggregation(const TruthSample& sample);
    /// The what-if bar: forecasts for other periods, computed without a query.
    void whatIf(const TruthSample& sample);
    /// The doctor's verdict on one document, by each rule and by all rules together.
    void doctorOnDocument(const TruthSample& sample, const bson::Document& document);
    /// The doctor's counts over the collection.
    void doctorCounts(const TruthSample& sample);
    /// What `after` would delete, in place of `before` (null: it is new). Puts that into
    /// sample.toGo.
    void effect(TruthSample& sample, const RandomRule& after, const RandomRule* before);

    std::int64_t comparisons() const { return m_comparisons; }

private:
    Verdicts shown(presenters::DocumentsPresenter& tab) const;
    void range(const TruthSample& sample, const RandomRule& rule,
               presenters::DocumentsPresenter& tab);
    void forecast(const services::Forecast& forecast, const services::RuleForecast& share,
                  const Verdicts& verdicts);
    void shifted(const TruthSample& sample, const RandomRule& rule,
                 const services::RuleForecast& share, const services::Forecast& forecast);
    void histogram(const ttl::ExpiryHistogram& got, const std::vector<base::Time>& edges,
                   const Verdicts& verdicts);
    std::set<int> expired(const TruthSample& sample, const ttl::ExpiryRule& rule) const;
    ttl::doctor::RuleFacts doctorFacts(const TruthSample& sample, const RandomRule& rule) const;
    void wrong(const TruthSample& sample, const RandomRule& rule, const QString& what) const;

    RealServices& m_services;
    EngineClient& m_client;
    const base::Time m_now;
    std::int64_t m_comparisons = 0;
};

} // namespace sandglass::tests
