// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

namespace sandglass::tests {

using namespace Qt::StringLiterals;

/// An SSH agent of the test's own, on a socket in a folder of its own.
class SshAgent
{
public:
    SshAgent() { m_process.start(u"ssh-agent"_s, {u"-D"_s, u"-a"_s, socket()}); }
    SshAgent(const SshAgent&) = delete;
    SshAgent& operator=(const SshAgent&) = delete;
    ~SshAgent()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    static bool isInstalled() { return !QStandardPaths::findExecutable(u"ssh-agent"_s).isEmpty(); }
    QString socket() const { return m_folder.filePath(u"agent.sock"_s); }
    /// Adds a key. Returns false when the agent did not accept it.
    bool add(const QString& key)
    {
        const bool up = QTest::qWaitFor([this] { return QFileInfo::exists(socket()); }, 30'000);
        return up && run({u"-q"_s, key});
    }
    /// Removes all keys. Returns whether that succeeded.
    bool forget() { return run({u"-q"_s, u"-D"_s}); }

private:
    bool run(const QStringList& arguments) const
    {
        QProcess add;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"SSH_AUTH_SOCK"_s, socket());
        add.setProcessEnvironment(environment);
        add.start(u"ssh-add"_s, arguments);
        return add.waitForFinished(30'000) && add.exitCode() == 0;
    }

    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace sandglass::tests
