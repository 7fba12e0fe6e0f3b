// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"
#include "app/services/connections/connect_finding.h"
#include "app/services/connections/ssh_settings.h"

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include <optional>

class QFileSystemWatcher;

namespace sandglass::services {

/// The program that makes a tunnel.
struct SshProgram
{
    QString name = QStringLiteral("ssh");
    QStringList arguments; ///< before all others; tests name a configuration file here
};

/// Why a connection cannot go through a tunnel; None: it can. Pure.
ConnectTrouble tunnelTrouble(const protocol::ConnectionParts& parts);

/// The connection as the driver gets it for a tunnel: with the socket at `socketPath` instead of
/// the hosts. Pure.
protocol::ConnectionParts throughSocket(protocol::ConnectionParts parts, const QString& socketPath);

/// A tunnel through the system's ssh: a unix socket in a folder of mode 0700 that leads to one
/// host. The host key must be known already, and ssh never asks for anything. The child process
/// ends with this object or, on Linux, with the program. GUI thread; no function blocks.
class SshTunnel : public QObject
{
    Q_OBJECT
public:
    /// `target`: the host as the SSH server sees it.
    SshTunnel(SshSettings settings, protocol::ConnectionHost target, SshProgram program,
              QObject* parent = nullptr);
    /// Kills ssh.
    ~SshTunnel() override;

    /// Starts ssh. opened() or ended() follows.
    void start();
    /// Whether the tunnel can be used.
    bool isOpen() const { return m_open; }
    /// The path of the socket.
    QString socketPath() const;
    /// Why ssh could not pass a connection on since the last call, with its own words in `found`;
    /// unset: it has said nothing of the kind. Reads what ssh has written so far.
    std::optional<ConnectFinding> refusal();
    /// The program's arguments. They hold no secret.
    QStringList arguments() const;

    /// Time limit for the tunnel to open. Default: 20 s. Tests shorten it.
    void setLimit(std::chrono::milliseconds limit) { m_limit.setInterval(limit); }

Q_SIGNALS:
    /// The tunnel can be used.
    void opened();
    /// ssh has ended, or the tunnel did not open in time.
    void ended(const services::ConnectFinding& finding);

private:
    /// Reads what ssh says.
    void readWords();
    /// Announces that the socket exists.
    void noteOpen();
    /// Announces the end, once.
    void end(ConnectTrouble trouble);
    /// What the words of ssh mean.
    ConnectTrouble troubleOfWords() const;

    const SshSettings m_settings;
    const protocol::ConnectionHost m_target;
    const SshProgram m_program;
    QTemporaryDir m_folder;
    QProcess m_process;
    QFileSystemWatcher* m_watcher;
    QTimer m_limit;
    QString m_words; // the last lines
    QString m_refusedChannel;
    bool m_open = false;
    bool m_ended = false;
};

} // namespace sandglass::services
