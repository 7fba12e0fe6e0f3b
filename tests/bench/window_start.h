// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QString>
#include <QStringList>

namespace sandglass::bench {

/// The programs whose start is measured.
struct StartPrograms
{
    QString window; ///< sandglass
    QString engine; ///< sandglass-engine
    QString bare; ///< bare_chart_window
};

/// Milliseconds from starting a program that knows --report-first-chart (or does so by itself)
/// until its first chart was on the screen. Waits for the program's end. Errors: Internal, when it
/// fails or reports nothing.
Result<double> firstChartMillis(const QString& program, const QStringList& arguments);

/// Milliseconds from starting the engine on `folder` until it has answered a hello over its unix
/// socket. Ends the engine. Errors: Internal, Network.
Result<double> engineStartMillis(const QString& program, const QString& folder);

/// Fills `folder` with the sample data, by the window program itself, without a display. Errors:
/// Internal.
Result<void> fillWithSamples(const QString& windowProgram, const QString& folder);

/// A copy of a folder below `place`, as the last run left it: a start finds what it would find.
/// Errors: Internal.
Result<QString> freshCopy(const QString& folder, const QString& place);

} // namespace sandglass::bench
