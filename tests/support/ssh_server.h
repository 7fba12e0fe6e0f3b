// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

namespace sandglass::tests {

using namespace Qt::StringLiterals;

/// Debian's openssh-server on a port of this computer, with host key, user key and configuration in
/// a folder of its own.
class SshServer
{
public:
    SshServer()
    {
        if (!isInstalled()) {
            return;
        }
        // as root it insists on this folder, which systemd makes otherwise
        QDir().mkpath(u"/run/sshd"_s);
        QTcpServer finder;
        finder.listen(QHostAddress::LocalHost);
        m_port = finder.serverPort();
        finder.close();
        makeKey(u"host_key"_s);
        makeKey(u"user_key"_s);
        write(u"authorized_keys"_s, read(u"user_key.pub"_s));
        write(u"sshd_config"_s,
              u"ListenAddress 127.0.0.1\nPort %1\nHostKey %2/host_key\nPidFile none\n"
              "AuthorizedKeysFile %2/authorized_keys\nStrictModes no\nUsePAM no\n"
              "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"_s.arg(m_port)
                  .arg(m_folder.path())
                  .toUtf8());
        write(u"known_hosts"_s,
              u"[127.0.0.1]:%1,[localhost]:%1 "_s.arg(m_port).toUtf8() + read(u"host_key.pub"_s));
        configure(u"known_hosts"_s, u"user_key"_s);
        start();
    }
    ~SshServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Whether there is an SSH server to test with.
    static bool isInstalled() { return !program().isEmpty(); }
    int port() const { return m_port; }
    /// Arguments of ssh that name the configuration of the test.
    QStringList arguments() const { return {u"-F"_s, m_folder.filePath(u"config"_s)}; }
    /// A file in the folder.
    QString file(const QString& name) const { return m_folder.filePath(name); }
    /// Writes the configuration of the client: the file with the host keys that it knows, and its
    /// own key.
    void configure(const QString& knownHosts, const QString& key)
    {
        write(u"config"_s,
              u"UserKnownHostsFile %1/%2\nGlobalKnownHostsFile none\nIdentityFile %1/%3\n"
              "IdentitiesOnly yes\nIdentityAgent none\n"_s.arg(m_folder.path(), knownHosts, key)
                  .toUtf8());
    }
    /// Writes the configuration of a client whose key is held by the agent at `socket`.
    void configureAgent(const QString& socket)
    {
        write(u"config"_s,
              u"UserKnownHostsFile %1/known_hosts\nGlobalKnownHostsFile none\nIdentityFile none\n"
              "IdentityAgent %2\n"_s.arg(m_folder.path(), socket)
                  .toUtf8());
    }
    /// Ends every session, as a restart of the server's computer does. New ones can be made.
    void endSessions() const
    {
        const QString pid = QString::number(m_process.processId());
        QFile children(u"/proc/%1/task/%1/children"_s.arg(pid));
        if (!children.open(QIODevice::ReadOnly)) {
            return;
        }
        const QStringList sessions
            = QString::fromLatin1(children.readAll()).split(u' ', Qt::SkipEmptyParts);
        if (!sessions.isEmpty()) {
            QProcess::execute(u"kill"_s, QStringList{u"-KILL"_s} + sessions);
        }
    }
    /// Makes a key of that name, and its public part.
    void makeKey(const QString& name)
    {
        QProcess::execute(
            u"ssh-keygen"_s,
            {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, QString(), u"-f"_s, file(name)});
    }
    void write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
        }
    }
    QByteArray read(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    static QString program()
    {
        // outside the PATH of users
        return QStandardPaths::findExecutable(u"sshd"_s, {u"/usr/sbin"_s, u"/usr/bin"_s});
    }

    void start()
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(program(),
                        {u"-D"_s, u"-e"_s, u"-f"_s, m_folder.filePath(u"sshd_config"_s)});
        for (int attempt = 0; attempt < 100; ++attempt) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress(QHostAddress::LocalHost),
                                 static_cast<quint16>(m_port));
            if (socket.waitForConnected(1'000)) {
                return;
            }
            m_process.waitForReadyRead(100);
        }
        qWarning("sshd: %s", m_process.readAll().constData());
    }

    QTemporaryDir m_folder;
    QProcess m_process;
    int m_port = 0;
};

} // namespace sandglass::tests
