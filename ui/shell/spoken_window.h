// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace sandglass::presenters {
struct FiguresState;
struct ForecastState;
class TtlRulesModel;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// What the inventory shows, as lines of text for a terminal: the figures, each rule, and the
/// coming hour bucket by bucket.
QStringList spokenInventory(const presenters::FiguresState& figures,
                            const presenters::ForecastState& forecast,
                            const presenters::TtlRulesModel& rules);

} // namespace sandglass::ui
