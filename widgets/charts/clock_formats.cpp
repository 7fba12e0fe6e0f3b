// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/clock_formats.h"

namespace sandglass::widgets {

namespace {

ClockFormats& chosenFormats()
{
    static ClockFormats formats;
    return formats;
}

} // namespace

void setClockFormats(const ClockFormats& formats)
{
    chosenFormats() = formats;
}

const ClockFormats& clockFormats()
{
    return chosenFormats();
}

} // namespace sandglass::widgets
