// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QJsonObject>
#include <QString>

namespace sandglass::bench {

/// How the window is watched while it is visible and nobody uses it.
struct IdleRequest
{
    QString window; ///< the program sandglass
    int minutes = 0; ///< of watching, after half a minute for the start
};

/// W3: what the window costs while it is visible and nothing changes but the time: CPU, and the
/// growth of its memory over the second half of the time, in which caches have filled up. The
/// engine and its sample data are its own. Prints lines of the table and one line a minute; returns
/// the figures. Needs a display. Errors: Internal.
Result<QJsonObject> measureIdle(const IdleRequest& request);

} // namespace sandglass::bench
