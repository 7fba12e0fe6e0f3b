// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/ssh_tunnel.h"

#include "app/protocol/connection_rules.h"
#include "app/services/connections/tied_process.h"

#include <QDir>
#include <QFile>
#include <QFileSystemWatcher>

#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr int kMongoPortOfTarget = 27'017;
constexpr int kEndMs = 1'000;
constexpr qsizetype kMostWords = 8'000;

bool saysAny(const QString& words, std::initializer_list<QLatin1StringView> parts)
{
    for (const QLatin1StringView part : parts) {
        if (words.contains(part, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

} // namespace

ConnectTrouble tunnelTrouble(const protocol::ConnectionParts& parts)
{
    // the hosts of a service name are known to DNS only, and a tunnel leads to one host
    return parts.seeded ? ConnectTrouble::SshSeeded : ConnectTrouble::None;
}

protocol::ConnectionParts throughSocket(protocol::ConnectionParts parts, const QString& socketPath)
{
    parts.hosts = {{socketPath.toStdString(), 0}};
    // the other members of a set cannot be reached through it
    parts.setOption("directConnection", "true");
    // the driver would compare the certificate with the path of the socket
    if (protocol::wantsTls(parts)) {
        parts.setOption("tlsAllowInvalidHostnames", "true");
    }
    return parts;
}

SshTunnel::SshTunnel(SshSettings settings, protocol::ConnectionHost target, SshProgram program,
                     QObject* parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_target(std::move(target))
    , m_program(std::move(program))
    , m_folder(QDir::tempPath() + u"/sandglass-ssh-XXXXXX"_s)
    , m_watcher(new QFileSystemWatcher(this))
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(20s);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    tieToThisProgram(m_process, ChildTerminal::None);
    // BatchMode does not reach the jump hosts: there is no terminal and no dialog to ask in either
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SSH_ASKPASS_REQUIRE"_s, u"never"_s);
    m_process.setProcessEnvironment(environment);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &SshTunnel::readWords);
    connect(&m_process, &QProcess::finished, this, [this] {
        readWords();
        end(troubleOfWords());
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(ConnectTrouble::SshMissing);
        }
    });
    connect(&m_limit, &QTimer::timeout, this, [this] { end(ConnectTrouble::SshUnreachable); });
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, &SshTunnel::noteOpen);
}

SshTunnel::~SshTunnel()
{
    m_process.disconnect(this);
    m_process.kill();
    // the kernel ends it within milliseconds
    m_process.waitForFinished(kEndMs);
}

QString SshTunnel::socketPath() const
{
    return m_folder.filePath(u"db.sock"_s);
}

QStringList SshTunnel::arguments() const
{
    QStringList arguments = m_program.arguments;
    arguments << u"-N"_s << u"-T"_s << u"-a"_s << u"-x"_s;
    // ssh cannot ask here, so an unknown host key must end it
    for (const char* option :
         {"BatchMode=yes", "StrictHostKeyChecking=yes", "UpdateHostKeys=no",
          "ExitOnForwardFailure=yes", "ControlMaster=no", "ControlPath=none",
          "PermitLocalCommand=no", "RemoteCommand=none", "LogLevel=INFO", "ConnectTimeout=10",
          "ServerAliveInterval=5", "ServerAliveCountMax=2", "StreamLocalBindMask=0177"}) {
        arguments << u"-o"_s << QString::fromLatin1(option);
    }
    if (m_settings.port != 0) {
        arguments << u"-p"_s << QString::number(m_settings.port);
    }
    if (!m_settings.identityFile.isEmpty()) {
        arguments << u"-i"_s << m_settings.identityFile;
    }
    if (!m_settings.jumpHosts.isEmpty()) {
        arguments << u"-J"_s << m_settings.jumpHosts;
    }
    protocol::ConnectionHost target = m_target;
    if (!target.isSocket() && target.port == 0) {
        target.port = kMongoPortOfTarget;
    }
    arguments << u"-L"_s
              << socketPath() + u':' + QString::fromStdString(protocol::hostText(target));
    // what follows is never an option, whatever it begins with
    return arguments << u"--"_s << m_settings.destination;
}

void SshTunnel::start()
{
    if (!m_folder.isValid()) {
        end(ConnectTrouble::SshOther);
        return;
    }
    m_watcher->addPath(m_folder.path());
    m_limit.start();
    m_process.start(m_program.name, arguments());
}

void SshTunnel::noteOpen()
{
    // ssh makes the socket after the login
    if (m_open || m_ended || !QFile::exists(socketPath())) {
        return;
    }
    m_open = true;
    m_limit.stop();
    Q_EMIT opened();
}

void SshTunnel::readWords()
{
    const QString words = QString::fromLocal8Bit(m_process.readAllStandardOutput());
    m_words = (m_words + words).right(kMostWords);
    for (const QString& line : words.split(u'\n')) {
        if (line.contains("open failed"_L1)) {
            m_refusedChannel = line.trimmed();
        }
    }
}

std::optional<ConnectFinding> SshTunnel::refusal()
{
    // the words may have arrived without the event loop having read them
    if (m_process.state() == QProcess::Running) {
        m_process.waitForReadyRead(0);
    }
    if (m_refusedChannel.isEmpty()) {
        return std::nullopt;
    }
    ConnectFinding finding;
    finding.trouble = ConnectTrouble::SshForward;
    finding.asked = m_settings.destination;
    finding.found = std::exchange(m_refusedChannel, {});
    return finding;
}

ConnectTrouble SshTunnel::troubleOfWords() const
{
    if (saysAny(m_words,
                {"Host key verification failed"_L1, "IDENTIFICATION HAS CHANGED"_L1,
                 "No matching host key"_L1})) {
        return ConnectTrouble::SshHostKey;
    }
    if (saysAny(m_words, {"Permission denied"_L1, "Too many authentication failures"_L1})) {
        return ConnectTrouble::SshLogin;
    }
    if (saysAny(m_words,
                {"Could not resolve"_L1, "Connection refused"_L1, "timed out"_L1, "No route"_L1,
                 "unreachable"_L1, "Connection closed"_L1, "Connection reset"_L1})) {
        return ConnectTrouble::SshUnreachable;
    }
    return ConnectTrouble::SshOther;
}

void SshTunnel::end(ConnectTrouble trouble)
{
    if (std::exchange(m_ended, true)) {
        return;
    }
    m_open = false;
    m_limit.stop();
    m_process.kill();
    ConnectFinding finding;
    finding.trouble = trouble;
    finding.asked = m_settings.destination;
    const QStringList lines = m_words.split(u'\n', Qt::SkipEmptyParts);
    finding.found = lines.isEmpty() ? QString() : lines.last().trimmed();
    Q_EMIT ended(finding);
}

} // namespace sandglass::services

#include "moc_ssh_tunnel.cpp"
