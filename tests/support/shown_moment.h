// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/words.h"

#include <QDateTime>
#include <QString>
#include <QTimeZone>

namespace sandglass::tests {

/// How the window shows the moment "2030-01-01 05:45:00", in the locale of the test. The zone is
/// that of the digits.
inline QString shownMoment(const QString& iso)
{
    const QDateTime digits = QDateTime::fromString(iso, QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    const QDateTime moment(digits.date(), digits.time(), QTimeZone::utc());
    return presenters::momentText(presenters::toTime(moment), QTimeZone::utc());
}

} // namespace sandglass::tests
