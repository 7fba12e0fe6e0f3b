// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace sandglass::presenters {
struct FiguresState;
struct ForecastState;
class TtlRulesModel;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The content of the inventory as lines of plain text, for a terminal: the figures, one line for
/// each rule, and the forecast bucket by bucket, with what limits its numbers. A forecast that was
/// not counted has no numbers. Translates texts: GUI thread.
QStringList inventoryText(const presenters::FiguresState& figures,
                          const presenters::ForecastState& forecast,
                          const presenters::TtlRulesModel& rules);

} // namespace sandglass::ui
