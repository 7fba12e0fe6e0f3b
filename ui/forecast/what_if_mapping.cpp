// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/what_if_mapping.h"

#include "ui/forecast/chart_mapping.h"

#include <QCoreApplication>

#include <utility>

namespace sandglass::ui {

namespace {

/// The translation context of this file.
struct WhatIfWords
{
    Q_DECLARE_TR_FUNCTIONS(WhatIfWords)
};

} // namespace

widgets::ChartModel chartModel(const presenters::WhatIfState& whatIf, bool cumulative)
{
    widgets::ChartModel model = chartModel(whatIf.picture, cumulative);
    widgets::Outline outline;
    outline.name = WhatIfWords::tr("as it is now");
    const std::optional<ttl::IndexRef> tried
        = whatIf.chosen ? std::optional(whatIf.rules.at(*whatIf.chosen).index) : std::nullopt;
    const std::vector<presenters::ForecastSeries>& series = whatIf.picture.series;
    for (std::size_t i = 0; i < series.size() && std::cmp_less(i, model.series.size()); ++i) {
        if (series[i].index != tried) {
            continue;
        }
        widgets::Series& shown = model.series[static_cast<qsizetype>(i)];
        // as in the dialogs: what is new is pink, and what is now an outline
        shown.role = widgets::ColorRole::WhatIf;
        //: in the legend; %1 is a rule in words such as "after 30 d"
        shown.name = WhatIfWords::tr("what if %1").arg(whatIf.words);
    }
    // only its sums are used: the outline has one value for each bucket
    widgets::ChartModel today = chartModel(whatIf.before, false);
    outline.overdue = today.overdue.count();
    outline.later = today.later.count();
    outline.bars = std::move(today.bars);
    model.outline = std::move(outline);
    return model;
}

} // namespace sandglass::ui
