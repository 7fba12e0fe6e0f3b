// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "widgets/charts/line_chart.h"

#include <QByteArray>
#include <QSize>
#include <QString>

namespace sandglass::bench {

/// The size of both pictures.
inline constexpr QSize kGrowthPlotSize{1200, 700};

/// Reads the engine benchmark's figures: an object with the array `growth` of objects {documents:
/// number above 0, dates: "ascending" or "random", method: string, part?: "logical" or "total",
/// docsPerSecond: number above 0}, in any order. One line for each method and order of dates, the
/// points by documents; of a measurement that has both parts the total is drawn. The method
/// "engine" comes first and strong, the others in the order in which they first appear; without it
/// the first of them is strong. Errors: InvalidInput, which names what is wrong.
Result<widgets::LineChartModel> growthModel(const QByteArray& json);

/// Writes `base`.png and `base`.svg, in the light theme. Needs a QApplication. Errors: Storage.
Result<void> writeGrowthPlot(const widgets::LineChartModel& model, const QString& base);

} // namespace sandglass::bench
