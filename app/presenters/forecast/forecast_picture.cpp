// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/forecast_picture.h"

#include "app/presenters/words/words.h"
#include "app/ttl/sampling.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Picture
{
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

void addTo(std::vector<std::int64_t>& sum, const std::vector<std::int64_t>& part)
{
    sum.resize(std::max(sum.size(), part.size()), 0);
    for (std::size_t i = 0; i < part.size(); ++i) {
        sum[i] += part[i];
    }
}

void addTo(ForecastSeries& sum, const ForecastSeries& part)
{
    addTo(sum.counts, part.counts);
    sum.never += part.never;
    sum.overdue += part.overdue;
    sum.later += part.later;
    if (part.failure && !sum.failure) {
        sum.failure = part.failure;
    }
}

ForecastSeries seriesOf(const services::RuleForecast& share)
{
    ForecastSeries series;
    //: used instead of the name of an index, for a rule of the collection itself
    series.name = share.rule.collectionLevel ? Picture::tr("collection's own rule")
                                             : text(share.rule.index.name);
    series.words = Picture::tr("%1, %2").arg(text(share.rule.field),
                                             ruleWords(share.rule.expireAfterSeconds));
    if (share.rule.bucketSpanSeconds > 0) {
        //: a rule in words, and how much later a measurement may be deleted
        series.words = Picture::tr("%1; up to %2 later, with its whole bucket")
                           .arg(series.words, durationWords(share.rule.bucketSpanSeconds));
    }
    series.index = share.rule.index;
    series.ns = share.rule.index.ns;
    series.counts = share.histogram.shown.counts;
    series.overdue = share.histogram.shown.overdue;
    series.later = share.histogram.shown.later;
    series.never = share.histogram.shown.never;
    if (share.error) {
        series.failure = describe(*share.error);
    }
    return series;
}

// Adds the sampling errors of a rule. The samples of the rules are independent, so the squares of
// their errors add up.
void addErrors(const services::RuleForecast& share, ForecastState& state)
{
    const ttl::ExpiryHistogram& shown = share.histogram.shown;
    if (shown.exact) {
        return;
    }
    state.drawnInPages = state.drawnInPages || shown.drawnTogether > 1;
    const std::int64_t documents = share.histogram.documents();
    const auto error = [&](std::int64_t count) {
        return ttl::samplingError(static_cast<double>(count), documents, shown.sampledShare,
                                  shown.drawnTogether);
    };
    for (std::size_t i = 0; i < std::min(state.errors.size(), shown.counts.size()); ++i) {
        state.errors[i] = std::hypot(state.errors[i], error(shown.counts[i]));
    }
    state.laterError = std::hypot(state.laterError, error(shown.later));
    if (!shown.overdueExact) {
        state.overdueExact = false;
        state.overdueError = std::hypot(state.overdueError, error(shown.overdue));
    }
}

// Number of documents with a date, by which the largest collections are chosen.
std::int64_t weight(const ForecastSeries& series)
{
    return std::accumulate(series.counts.begin(), series.counts.end(),
                           series.overdue + series.later);
}

// One series for each collection, all its rules together. Of more than kMaxSeries collections, the
// largest keep a series of their own; these are sorted by name again, so that a collection has the
// same colour in each answer as long as the set of the largest ones stays the same.
std::vector<ForecastSeries> byCollection(const services::Forecast& forecast)
{
    std::map<protocol::Namespace, ForecastSeries> collections;
    for (const services::RuleForecast& share : forecast.rules) {
        ForecastSeries& sum = collections[share.rule.index.ns];
        const ForecastSeries part = seriesOf(share);
        sum.words = sum.words.isEmpty() ? part.words : sum.words + u"; "_s + part.words;
        addTo(sum, part);
    }
    std::vector<ForecastSeries> all;
    for (auto& [ns, series] : collections) {
        series.ns = ns;
        series.name = text(ns.text());
        all.push_back(std::move(series));
    }
    if (all.size() <= kMaxSeries) {
        return all;
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, weight);
    ForecastSeries other;
    for (auto rest = all.begin() + kMaxSeries; rest != all.end(); ++rest) {
        addTo(other, *rest);
    }
    //: all collections except the largest ones
    other.name = Picture::tr("other");
    other.words
        = Picture::tr("%Ln more collection(s)", nullptr, static_cast<int>(all.size() - kMaxSeries));
    all.resize(kMaxSeries);
    std::ranges::sort(all, {}, &ForecastSeries::name);
    all.push_back(std::move(other));
    return all;
}

} // namespace

// The rules are counted one by one, and which documents are the same is not known.
QString perRuleWords(const std::vector<protocol::Namespace>& collections)
{
    const std::set<protocol::Namespace> different(collections.begin(), collections.end());
    return different.size() < collections.size()
        ? Picture::tr("A document with dates for several rules is counted once for each of them.")
        : QString();
}

void sumUp(ForecastState& state)
{
    state.totals.assign(state.edges.empty() ? 0 : state.edges.size() - 1, 0);
    state.overdue = 0;
    state.later = 0;
    state.never = {};
    for (const ForecastSeries& series : state.series) {
        addTo(state.totals, series.counts);
        state.never += series.never;
        state.overdue += series.overdue;
        state.later += series.later;
    }
    state.cumulative.clear();
    std::int64_t running = state.overdue;
    for (const std::int64_t count : state.totals) {
        running += count;
        state.cumulative.push_back(running);
    }
    state.peak = ttl::peakOf(state.totals);
}

void fillPicture(const services::Forecast& forecast, bool perIndex, ForecastState& state)
{
    state.now = forecast.now;
    state.asOf = forecast.now;
    state.width = forecast.width;
    state.edges = forecast.edges;
    state.hasRules = !forecast.rules.empty();
    state.documents = 0;
    state.exact = true;
    state.sampledShare = 1.0;
    state.drawnInPages = false;
    state.cannotSample = forecast.held;
    state.overdueExact = true;
    state.errors.assign(forecast.edges.empty() ? 0 : forecast.edges.size() - 1, 0.0);
    state.overdueError = 0.0;
    state.laterError = 0.0;
    state.series.clear();
    std::vector<protocol::Namespace> collections;
    for (const services::RuleForecast& share : forecast.rules) {
        collections.push_back(share.rule.index.ns);
        state.documents += share.histogram.documents();
        state.exact = state.exact && share.histogram.shown.exact;
        state.sampledShare = std::min(state.sampledShare, share.histogram.shown.sampledShare);
        addErrors(share, state);
        if (perIndex) {
            state.series.push_back(seriesOf(share));
        }
    }
    if (!perIndex) {
        state.series = byCollection(forecast);
    }
    state.perRule = perRuleWords(collections);
    sumUp(state);
}

bool samePicture(const ForecastState& one, const ForecastState& other)
{
    // the rest is derived from these
    const auto parts = [](const ForecastState& state) {
        return std::tie(state.width, state.zone, state.series, state.deletions, state.errors,
                        state.overdueError, state.laterError, state.sampledShare, state.exact,
                        state.overdueExact, state.drawnInPages, state.cannotSample, state.hasRules,
                        state.documents, state.averageDocumentBytes, state.missing);
    };
    // the first bar begins at `now`, unless a range was chosen
    const auto fixed = [](const ForecastState& state) {
        const bool moves = !state.edges.empty() && state.edges.front() == state.now;
        return std::span(state.edges).subspan(moves ? 1 : 0);
    };
    return parts(one) == parts(other) && std::ranges::equal(fixed(one), fixed(other));
}

namespace {

// "3 overdue, 12 later": what was found where not all was counted. A count of 0 says nothing then.
QString spokenLeast(const ForecastState& state, std::int64_t scheduled)
{
    QStringList parts;
    const auto add = [&parts](std::int64_t count, const QString& words) {
        if (count > 0) {
            parts << words.arg(countText(count));
        }
    };
    //: part of a list: documents
    add(state.overdue, Picture::tr("%1 overdue"));
    add(scheduled,
        Picture::tr("%1 due until %2")
            .arg(u"%1"_s, zonedMomentText(state.edges.back(), state.zone)));
    //: part of a list: documents that are due after the shown range
    add(state.later, Picture::tr("%1 later"));
    //: part of a list: documents that never expire
    add(state.never.total(), Picture::tr("%1 never"));
    return parts.isEmpty() ? Picture::tr("No documents were found in what was counted.")
                           : Picture::tr("At least: %1.").arg(parts.join(u", "_s));
}

} // namespace

QString spokenSummary(const ForecastState& state)
{
    if (!state.hasRules) {
        return Picture::tr("Nothing here expires: there is no TTL index.");
    }
    if (state.edges.size() < 2) {
        return {};
    }
    // only documents within the shown range; the later ones are a number of their own
    const std::int64_t scheduled
        = std::accumulate(state.totals.begin(), state.totals.end(), std::int64_t{0});
    QString spoken = state.missing.isEmpty()
        ? Picture::tr("%1 overdue, %2 due until %3, %4 later, %5 never.")
              .arg(countText(state.overdue), countText(scheduled),
                   zonedMomentText(state.edges.back(), state.zone), countText(state.later),
                   countText(state.never.total()))
        : spokenLeast(state, scheduled) + u' ' + state.missing;
    if (state.peak) {
        spoken += u' '
            + Picture::tr("Peak: %1 at %2.")
                  .arg(countText(state.peak->count),
                       zonedMomentText(state.edges[state.peak->bucket], state.zone));
    }
    if (!state.exact) {
        spoken += u' '
            + Picture::tr("Estimated from a sample of %1 of the documents.")
                  .arg(shareText(state.sampledShare));
    }
    return state.perRule.isEmpty() ? spoken : spoken + u' ' + state.perRule;
}

const base::Error* failureOf(const services::Forecast& forecast)
{
    if (forecast.error) {
        return &*forecast.error;
    }
    const bool allFailed = !forecast.rules.empty()
        && std::ranges::all_of(forecast.rules,
                               [](const auto& share) { return share.error.has_value(); });
    return allFailed ? &*forecast.rules.front().error : nullptr;
}

} // namespace sandglass::presenters
