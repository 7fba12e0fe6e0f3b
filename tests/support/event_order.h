// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTest>
#include <QTimer>

namespace sandglass::tests {

/// Waits until the event loop has run what was posted to it, or was due, before this call: what
/// would have begun by then has begun. False when the loop stands still.
[[nodiscard]] inline bool earlierEventsHaveRun()
{
    QObject context;
    bool ran = false;
    QTimer::singleShot(0, &context, [&ran] { ran = true; });
    return QTest::qWaitFor([&ran] { return ran; });
}

} // namespace sandglass::tests
