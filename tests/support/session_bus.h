// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QString>
#include <QTest>

namespace sandglass::tests {

/// A session bus of a test program's own, which QDBusConnection::sessionBus() then is. Ends with
/// this object.
class SessionBus
{
public:
    /// Whether this machine has the program.
    static bool isInstalled() { return !daemon().isEmpty(); }

    /// Starts the bus; call it before the program uses one. Returns whether it runs.
    bool start()
    {
        m_process.start(daemon(),
                        {QStringLiteral("--session"), QStringLiteral("--nofork"),
                         QStringLiteral("--print-address")});
        if (!m_process.waitForStarted()
            || !QTest::qWaitFor([this] { return m_process.canReadLine(); })) {
            return false;
        }
        return qputenv("DBUS_SESSION_BUS_ADDRESS", m_process.readLine().trimmed());
    }
    /// Ends the bus, as when a session breaks down. Returns whether it has ended.
    bool kill()
    {
        m_process.kill();
        return m_process.waitForFinished();
    }

private:
    static QString daemon()
    {
        return QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    }

    QProcess m_process;
};

} // namespace sandglass::tests
