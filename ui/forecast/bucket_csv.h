// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_model.h"

#include <QString>
#include <QTimeZone>

namespace sandglass::ui {

/// The bars of a timeline as CSV for programs, one line for each, ended by CR LF: deletions,
/// Overdue, the forecast, Later, and each reason of Never. Moments are ISO 8601 with the offset of
/// `zone`, and again in UTC; what is not known is empty. `margin` is the ± of the documents, 0 if
/// counted; `bytes` is an estimate. The names of the columns are the same in every language. Pure;
/// any thread.
QString bucketCsv(const widgets::ChartModel& model, const QTimeZone& zone);

} // namespace sandglass::ui
