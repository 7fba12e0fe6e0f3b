// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::widgets {

/// How charts write the time of day, in the letters of QLocale.
struct ClockFormats
{
    QString minutes = QStringLiteral("HH:mm");
    QString seconds = QStringLiteral("HH:mm:ss");
};

/// Sets the formats of all charts that are drawn from now on. GUI thread.
void setClockFormats(const ClockFormats& formats);
/// The formats. GUI thread.
const ClockFormats& clockFormats();

} // namespace sandglass::widgets
