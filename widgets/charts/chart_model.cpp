// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sandglass::widgets {

namespace {

void absorb(Bar& bar, const Bar& next)
{
    bar.toMs = next.toMs;
    bar.values.resize(std::max(bar.values.size(), next.values.size()));
    for (qsizetype i = 0; i < next.values.size(); ++i) {
        bar.values[i] += next.values.at(i);
    }
    // errors of neighbouring samples are independent
    bar.error = std::hypot(bar.error, next.error);
    bar.bytes = bar.bytes < 0 || next.bytes < 0 ? -1 : bar.bytes + next.bytes;
    bar.exact = bar.exact && next.exact;
}

QVector<Bar> merged(const QVector<Bar>& bars, int mostBars)
{
    // all groups have the same size, so that merged bars remain comparable
    const qsizetype group = (bars.size() + mostBars - 1) / mostBars;
    if (group <= 1) {
        return bars;
    }
    QVector<Bar> fewer;
    fewer.reserve(mostBars);
    for (qsizetype i = 0; i < bars.size(); ++i) {
        if (i % group == 0) {
            fewer += bars.at(i);
        } else {
            absorb(fewer.last(), bars.at(i));
        }
    }
    return fewer;
}

ChartRow rowOf(BarKind kind, int index, const Bar& bar)
{
    ChartRow row;
    row.kind = kind;
    row.index = index;
    row.fromMs = bar.fromMs;
    row.toMs = bar.toMs;
    row.count = bar.count();
    row.error = bar.error;
    row.bytes = bar.bytes;
    row.exact = bar.exact;
    row.values = bar.values;
    return row;
}

ChartRow rowOf(int index, const Reason& reason)
{
    ChartRow row;
    row.kind = BarKind::Never;
    row.index = index;
    row.name = reason.name;
    row.count = reason.count;
    row.exact = reason.exact;
    return row;
}

} // namespace

double Bar::count() const
{
    return std::accumulate(values.cbegin(), values.cend(), 0.0);
}

ChartModel limited(ChartModel model, int mostBars)
{
    const int most = std::max(mostBars, 1);
    model.bars = merged(model.bars, most);
    model.deletions = merged(model.deletions, most);
    if (model.outline) {
        model.outline->bars = merged(model.outline->bars, most);
    }
    return model;
}

QVector<ChartRow> rowsOf(const ChartModel& model)
{
    QVector<ChartRow> rows;
    rows.reserve(model.deletions.size() + model.bars.size() + model.never.size() + 3);
    for (int i = 0; i < model.deletions.size(); ++i) {
        rows += rowOf(BarKind::Deleted, i, model.deletions.at(i));
        rows.last().source = model.deletionsSource;
        rows.last().values.clear(); // they are of no series
    }
    rows += rowOf(BarKind::Overdue, 0, model.overdue);
    for (int i = 0; i < model.bars.size(); ++i) {
        rows += rowOf(BarKind::Forecast, i, model.bars.at(i));
    }
    rows += rowOf(BarKind::Later, 0, model.later);
    for (int i = 0; i < model.never.size(); ++i) {
        rows += rowOf(i, model.never.at(i));
    }
    if (model.never.isEmpty()) {
        rows += rowOf(0, Reason());
    }
    double sum = 0;
    // what was deleted is none of the documents that are there
    for (qsizetype i = overdueRow(model); i < rows.size(); ++i) {
        sum += rows.at(i).count;
        rows[i].cumulative = sum;
        rows[i].atLeast = model.atLeast;
    }
    // the total needs all rows first
    for (qsizetype i = overdueRow(model); i < rows.size(); ++i) {
        rows[i].total = sum;
    }
    return rows;
}

int overdueRow(const ChartModel& model)
{
    return static_cast<int>(model.deletions.size());
}

} // namespace sandglass::widgets
