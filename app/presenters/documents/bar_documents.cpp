// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/bar_documents.h"

#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "app/presenters/words/words.h"

namespace sandglass::presenters {

namespace {

std::int64_t countIn(const ForecastState& state, const ForecastSeries& series,
                     const BarDocuments& bar)
{
    switch (bar.kind) {
    case BarDocuments::Kind::Overdue:
        return series.overdue;
    case BarDocuments::Kind::Later:
        return series.later;
    case BarDocuments::Kind::Never: {
        ttl::NeverCounts never = series.never;
        return bar.reason ? never.of(*bar.reason) : never.total();
    }
    case BarDocuments::Kind::Range:
        break;
    }
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < series.counts.size() && i + 1 < state.edges.size(); ++i) {
        const bool inside = (!bar.from || state.edges[i] >= *bar.from)
            && (!bar.to || state.edges[i + 1] <= *bar.to);
        sum += inside ? series.counts[i] : 0;
    }
    return sum;
}

} // namespace

BarChoices barChoices(const ForecastState& state, const BarDocuments& bar)
{
    BarChoices choices;
    for (const ForecastSeries& series : state.series) {
        const std::int64_t count = countIn(state, series, bar);
        if (count <= 0) {
            continue;
        }
        if (!series.ns) {
            choices.inOthers += count;
            continue;
        }
        BarDocuments documents = bar;
        documents.ns = *series.ns;
        documents.indexName = series.index ? series.index->name : std::string();
        choices.members.push_back({documents, series.name, count});
    }
    return choices;
}

BarChoices barChoices(const WhatIfState& whatIf, const BarDocuments& bar)
{
    BarChoices choices = barChoices(whatIf.picture, bar);
    if (!whatIf.chosen || !whatIf.canApply || bar.kind == BarDocuments::Kind::Never) {
        return choices; // with today's period nothing is tried
    }
    const ttl::IndexRef& tried = whatIf.rules.at(*whatIf.chosen).index;
    for (BarMember& member : choices.members) {
        if (ttl::IndexRef{member.documents.ns, member.documents.indexName} == tried) {
            member.documents.triedSeconds = whatIf.seconds;
        }
    }
    return choices;
}

} // namespace sandglass::presenters
