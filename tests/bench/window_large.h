// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QJsonObject>
#include <QString>

#include <cstdint>

namespace sandglass::bench {

/// What the window is measured on.
struct LargeRequest
{
    QString window; ///< the program sandglass
    QString session; ///< the program window_session
    std::int64_t documents = 0; ///< thousands
    int seconds = 0; ///< of the session
    int inserts = 0; ///< documents per second by another client
};

/// W2: fills a collection over the wire, has the window used on it, and after that starts the
/// program itself on the same data. Prints lines of the table; returns the figures. Needs a
/// QCoreApplication, a display and the engine in SANDGLASS_ENGINE. Errors: as they come.
Result<QJsonObject> measureLarge(const LargeRequest& request);

} // namespace sandglass::bench
