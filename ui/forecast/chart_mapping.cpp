// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/chart_mapping.h"

#include "app/presenters/words/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace sandglass::ui {

namespace {

/// The translation context of this file.
struct ChartWords
{
    Q_DECLARE_TR_FUNCTIONS(ChartWords)
};

qint64 millis(base::Time time)
{
    return time.time_since_epoch().count();
}

widgets::Bar bar(base::Time from, base::Time to, QVector<double> values)
{
    widgets::Bar result;
    result.fromMs = millis(from);
    result.toMs = millis(to);
    result.values = std::move(values);
    return result;
}

// In the order of reasons().
constexpr ttl::NeverReason kReasons[]
    = {ttl::NeverReason::NoField, ttl::NeverReason::NotADate, ttl::NeverReason::OutsideFilter,
       ttl::NeverReason::InvalidRule};

// The reasons in a fixed order, empty ones included, so that each keeps its pattern.
QVector<widgets::Reason> reasons(const ttl::NeverCounts& never, bool exact)
{
    return {{ChartWords::tr("no field"), static_cast<double>(never.noField), exact},
            {ChartWords::tr("not a date"), static_cast<double>(never.notADate), exact},
            {ChartWords::tr("outside filter"), static_cast<double>(never.outsideFilter), exact},
            {ChartWords::tr("unusable rule"), static_cast<double>(never.invalidRule), exact}};
}

// What never expires once the rule of `before` is gone: its dated documents too.
QVector<widgets::Reason> withoutRule(const presenters::PreviewSide& before)
{
    const std::int64_t dated = std::accumulate(before.counts.begin(), before.counts.end(),
                                               before.overdue + before.later);
    QVector<widgets::Reason> never = reasons(before.never, before.exact);
    never.append({ChartWords::tr("no rule"), static_cast<double>(dated), before.exact});
    return never;
}

QVector<widgets::Bar> sideBars(const std::vector<base::Time>& edges,
                               const std::vector<std::int64_t>& counts)
{
    QVector<widgets::Bar> bars;
    // edges.size() - 1 buckets; a side that does not exist has no counts
    for (std::size_t i = 0; i + 1 < edges.size() && i < counts.size(); ++i) {
        bars.append(bar(edges[i], edges[i + 1], {static_cast<double>(counts[i])}));
    }
    return bars;
}

// Sizes are estimated: each document counts as the average one. Never has no size.
void addBytes(widgets::ChartModel& model, std::int64_t averageBytes)
{
    if (averageBytes <= 0) {
        return;
    }
    for (widgets::Bar& each : model.bars) {
        each.bytes = each.count() * static_cast<double>(averageBytes);
    }
    for (widgets::Bar* each : {&model.overdue, &model.later}) {
        each->bytes = each->count() * static_cast<double>(averageBytes);
    }
}

/// Whether all collections of the series are in one database. Their names then need not repeat it.
bool inOneDatabase(const std::vector<presenters::ForecastSeries>& series)
{
    const auto differs = [&](const presenters::ForecastSeries& one) {
        return one.ns && series.front().ns && one.ns->database != series.front().ns->database;
    };
    return std::ranges::none_of(series, differs);
}

QVector<widgets::Series> seriesOf(const std::vector<presenters::ForecastSeries>& all)
{
    const bool oneDatabase = inOneDatabase(all);
    QVector<widgets::Series> result;
    QStringList names; // of those that have a colour of their own
    for (const presenters::ForecastSeries& series : all) {
        const bool shortened = oneDatabase && series.ns && !series.index;
        const QString name = shortened ? presenters::text(series.ns->collection) : series.name;
        result.append({series.failure
                           //: %1 is the name of an index or a collection
                           ? ChartWords::tr("%1 (not counted)").arg(name)
                           : name,
                       widgets::ColorRole::OtherSeries});
        if (series.ns || series.index) {
            names.append(series.name);
        }
    }
    const auto roles = widgets::seriesRoles(names);
    qsizetype next = 0;
    for (qsizetype i = 0; i < result.size(); ++i) {
        const presenters::ForecastSeries& series = all.at(static_cast<std::size_t>(i));
        // "other" keeps its own muted colour
        if (series.ns || series.index) {
            result[i].role = roles.at(next);
            ++next;
        }
    }
    if (result.size() == 1 && names.size() == 1) {
        result[0].role = widgets::ColorRole::Scheduled; // nothing to tell it apart from
    }
    return result;
}

// The bars of deletions, as many as have room beside the forecast. The axis is as long from the
// start: time in which nothing was observed stays empty.
void addDeletions(widgets::ChartModel& model, const presenters::ForecastState& state)
{
    const std::vector<presenters::DeletionSpan>& spans = state.deletions;
    constexpr qint64 kMostSpans = 60;
    constexpr qint64 kHourMs = 3'600'000;
    if (spans.empty()) {
        return;
    }
    const qint64 width = millis(spans.front().to) - millis(spans.front().from);
    const qint64 end = millis(spans.back().to);
    const qint64 observed = std::min(end - millis(spans.front().from), kMostSpans * width);
    // a fast clock has spans of hours
    model.deletionsFromMs = end - std::max(std::min(kHourMs, width * kMostSpans), observed);
    for (const presenters::DeletionSpan& span : spans) {
        if (millis(span.from) >= model.deletionsFromMs) {
            model.deletions.append(bar(span.from, span.to, {static_cast<double>(span.documents)}));
            model.deletions.last().exact = span.exact && !state.deletionsObserved;
        }
    }
    model.deletionsSource = state.deletionsObserved
        //: where the number of deleted documents is from
        ? ChartWords::tr("from the decrease between two counts")
        //: where the number of deleted documents is from
        : ChartWords::tr("from the server's own counters, for all collections");
}

} // namespace

widgets::ChartModel chartModel(const presenters::ForecastState& state, bool cumulative)
{
    widgets::ChartModel model;
    model.cumulative = cumulative;
    model.atLeast = !state.missing.isEmpty();
    model.note = state.perRule;
    model.never = reasons(state.never, state.exact);
    QVector<double> overdue;
    QVector<double> later;
    model.series = seriesOf(state.series);
    for (const presenters::ForecastSeries& series : state.series) {
        overdue.append(static_cast<double>(series.overdue));
        later.append(static_cast<double>(series.later));
    }
    for (std::size_t i = 0; i + 1 < state.edges.size(); ++i) {
        QVector<double> values;
        for (const presenters::ForecastSeries& series : state.series) {
            // a series that could not be counted has no buckets
            values.append(i < series.counts.size() ? static_cast<double>(series.counts[i]) : 0.0);
        }
        model.bars.append(bar(state.edges[i], state.edges[i + 1], std::move(values)));
        model.bars.last().exact = state.exact;
        model.bars.last().error = i < state.errors.size() ? state.errors[i] : 0.0;
    }
    if (state.edges.empty()) {
        return model;
    }
    model.overdue = bar(state.now, state.now, overdue);
    model.later = bar(state.edges.back(), state.edges.back(), later);
    model.overdue.exact = state.overdueExact;
    model.overdue.error = state.overdueError;
    model.later.exact = state.exact;
    model.later.error = state.laterError;
    addBytes(model, state.averageDocumentBytes);
    addDeletions(model, state);
    return model;
}

std::optional<presenters::BarDocuments> documentsOf(const presenters::ForecastState& state,
                                                    widgets::BarKind kind, int index)
{
    using Kind = presenters::BarDocuments::Kind;
    const std::vector<base::Time>& edges = state.edges;
    const auto place = static_cast<std::size_t>(std::max(index, 0));
    presenters::BarDocuments bar;
    if (edges.size() < 2 || index < 0) {
        return {};
    }
    switch (kind) {
    case widgets::BarKind::Deleted:
        return {};
    case widgets::BarKind::Overdue:
        bar.kind = Kind::Overdue;
        bar.to = state.now;
        return bar;
    case widgets::BarKind::Later:
        bar.kind = Kind::Later;
        bar.from = edges.back();
        return bar;
    case widgets::BarKind::Never:
        bar.kind = Kind::Never;
        bar.reason = place < std::size(kReasons) ? std::optional(kReasons[place]) : std::nullopt;
        return bar;
    case widgets::BarKind::Forecast:
        break;
    }
    if (place + 1 >= edges.size()) {
        return {};
    }
    bar.from = edges[place];
    bar.to = edges[place + 1];
    return bar;
}

qint64 selectedDocuments(const QVector<widgets::ChartRow>& rows, qint64 fromMs, qint64 toMs)
{
    double documents = 0;
    for (const widgets::ChartRow& row : rows) {
        if (row.kind == widgets::BarKind::Forecast && row.fromMs >= fromMs && row.toMs <= toMs) {
            documents += row.count;
        }
    }
    return static_cast<qint64>(documents);
}

widgets::ChartModel chartModel(const presenters::PreviewState& preview)
{
    widgets::ChartModel model;
    model.cumulative = false;
    if (preview.edges.empty()) {
        return model;
    }
    // what is new is pink, and what is now an outline, in the what-if as in the dialogs
    model.series.append({ChartWords::tr("after the change"), widgets::ColorRole::WhatIf});
    // without a side after the change nothing will expire: all bars are empty
    const presenters::PreviewSide after = preview.after.value_or(presenters::PreviewSide{});
    model.bars = sideBars(preview.edges, after.counts);
    for (qsizetype i = 0; i < model.bars.size(); ++i) {
        model.bars[i].exact = after.exact;
        model.bars[i].error
            = after.errors.empty() ? 0.0 : after.errors.at(static_cast<std::size_t>(i));
    }
    model.overdue = bar(preview.now, preview.now, {static_cast<double>(after.overdue)});
    model.overdue.exact = after.overdueExact;
    model.overdue.error = after.overdueError;
    model.later
        = bar(preview.edges.back(), preview.edges.back(), {static_cast<double>(after.later)});
    model.later.exact = after.exact;
    model.later.error = after.laterError;
    model.never = reasons(after.never, after.exact);
    if (!preview.after && preview.before) {
        model.never = withoutRule(*preview.before);
    }
    if (preview.before) {
        widgets::Outline outline;
        outline.name = ChartWords::tr("as it is now");
        outline.bars = sideBars(preview.edges, preview.before->counts);
        outline.overdue = static_cast<double>(preview.before->overdue);
        outline.later = static_cast<double>(preview.before->later);
        model.outline = std::move(outline);
    }
    return model;
}

} // namespace sandglass::ui
