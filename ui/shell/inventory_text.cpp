// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inventory_text.h"

#include "app/presenters/forecast/figures_state.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/inventory/ttl_rules_model.h"
#include "app/presenters/words/words.h"

#include <QCoreApplication>

namespace sandglass::ui {

using presenters::TtlRulesModel;

namespace {

/// The translation context of this file.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(InventoryText)
};

// Of the two ends of a bucket, in characters: "27 Nov 00:00 - 27 Nov 01:00".
constexpr int kSpanWidth = 27;

QString cell(const TtlRulesModel& rules, int row, int column)
{
    return rules.data(rules.index(row, column), Qt::DisplayRole).toString();
}

// One line for each rule. The widths line up the columns for texts of usual length.
QStringList ruleLines(const TtlRulesModel& rules)
{
    QStringList lines;
    for (int row = 0; row < rules.rowCount(); ++row) {
        lines
            << QStringLiteral("  %1  %2  %3  %4")
                   .arg(cell(rules, row, TtlRulesModel::NamespaceColumn), -34)
                   .arg(cell(rules, row, TtlRulesModel::FieldColumn) + QStringLiteral(", ")
                            + cell(rules, row, TtlRulesModel::DurationColumn),
                        -34)
                   .arg(Words::tr("%1 documents")
                            .arg(cell(rules, row, TtlRulesModel::DocumentsColumn)),
                        18)
                   .arg(Words::tr("%1 overdue").arg(cell(rules, row, TtlRulesModel::OverdueColumn)),
                        14);
    }
    return lines;
}

// The time of an edge; with its day, unless that is the day of the first edge.
QString edgeText(base::Time edge, const presenters::ForecastState& forecast)
{
    const auto dayOf
        = [&](base::Time moment) { return presenters::toDateTime(moment, forecast.zone).date(); };
    const base::Time first = forecast.edges.front();
    return dayOf(edge) == dayOf(first) ? presenters::clockText(edge, forecast.zone)
                                       : presenters::nearMomentText(edge, first, forecast.zone);
}

// What limits the numbers below it, as sentences; empty if they are exact and whole.
QStringList limitLines(const presenters::ForecastState& forecast)
{
    QStringList lines;
    if (forecast.failure) {
        lines << forecast.failure->sentence;
    }
    if (forecast.edges.empty()) {
        return lines << Words::tr("Nothing has been counted.");
    }
    if (!forecast.missing.isEmpty()) {
        lines << forecast.missing;
    }
    if (!forecast.exact) {
        lines << Words::tr("The counts are estimated from a sample.");
    }
    return lines;
}

QStringList bucketLines(const presenters::ForecastState& forecast)
{
    QStringList lines = limitLines(forecast);
    if (forecast.edges.empty()) {
        return lines;
    }
    for (std::size_t i = 0; i + 1 < forecast.edges.size() && i < forecast.totals.size(); ++i) {
        const QString span = QStringLiteral("%1 - %2").arg(
            edgeText(forecast.edges[i], forecast), edgeText(forecast.edges[i + 1], forecast));
        lines << QStringLiteral("  %1  %2")
                     .arg(span, -kSpanWidth)
                     .arg(presenters::countText(forecast.totals[i]), 8);
    }
    lines << Words::tr("Later: %1, never: %2")
                 .arg(presenters::countText(forecast.later),
                      presenters::countText(forecast.never.total()));
    return lines;
}

// The zone stands once above the times.
QString bucketTitle(const presenters::ForecastState& forecast)
{
    return forecast.edges.empty() ? Words::tr("Expirations by bucket:")
                                  : Words::tr("Expirations by bucket, times in %1:")
                                        .arg(QString::fromLatin1(forecast.zone.id()));
}

} // namespace

QStringList inventoryText(const presenters::FiguresState& figures,
                          const presenters::ForecastState& forecast, const TtlRulesModel& rules)
{
    QStringList lines;
    lines << Words::tr("Overdue now: %1").arg(figures.overdue.text);
    lines << Words::tr("Due in the next hour: %1, in 24 hours: %2")
                 .arg(figures.dueWithinHour.text, figures.dueWithinDay.text);
    lines << Words::tr("TTL monitor: %1").arg(figures.monitorText);
    lines << QString() << Words::tr("TTL rules:") << ruleLines(rules);
    lines << QString() << bucketTitle(forecast) << bucketLines(forecast);
    return lines;
}

} // namespace sandglass::ui
