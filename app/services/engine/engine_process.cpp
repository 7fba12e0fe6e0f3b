// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/engine_process.h"

#include "app/platform/local_socket.h"
#include "app/platform/process.h"
#include "app/services/connections/tied_process.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qsizetype kMaxLineBytes = 65'536;
constexpr std::chrono::minutes kCrashWindow{1};
constexpr int kFinalWaitMillis = 5'000;
// the only addresses that the window gives its engine: nobody on the network can connect
constexpr QLatin1StringView kLoopback("127.0.0.1");
// a part of what the engine says when another one uses its folder
constexpr QLatin1StringView kFolderInUse("is in use by another engine");

const QString kSocketFile = u"/engine.sock"_s;

// The last of these is short, whatever TMPDIR says.
QStringList socketParents(const EngineOptions& options)
{
    if (!options.socketParents.isEmpty()) {
        return options.socketParents;
    }
    return {qEnvironmentVariable("XDG_RUNTIME_DIR"), options.folder, QDir::tempPath(), u"/tmp"_s};
}

// A folder for the socket that only this user can open. Null where none can be made, or its path
// would be too long for a socket.
std::unique_ptr<QTemporaryDir> makeSocketFolder(const QStringList& parents)
{
    for (const QString& parent : parents) {
        if (parent.isEmpty() || !QFileInfo(parent).isWritable()) {
            continue;
        }
        auto folder = std::make_unique<QTemporaryDir>(parent + u"/sandglass-XXXXXX"_s);
        const QByteArray path = QFile::encodeName(folder->path() + kSocketFile);
        if (folder->isValid() && std::cmp_less_equal(path.size(), platform::maxSocketPathBytes())
            && platform::checkSocketFolder(QFile::encodeName(folder->path()).toStdString())) {
            return folder;
        }
    }
    return nullptr;
}

bool isProgram(const QString& path)
{
    const QFileInfo file(path);
    return file.isFile() && file.isExecutable();
}

} // namespace

QStringList engineProgramPlaces()
{
    const QString here = QCoreApplication::applicationDirPath();
    const std::string_view suffix = platform::programSuffix();
    const QString name
        = u"/sandglass-engine"_s + QString::fromLatin1(suffix.data(), qsizetype(suffix.size()));
    QStringList places{
        here + name,
        here + u"/../libexec/sandglass"_s + name,
        here + u"/../app/main"_s + name,
        here + u"/app/main"_s + name,
    };
    if (const QString chosen = qEnvironmentVariable("SANDGLASS_ENGINE"); !chosen.isEmpty()) {
        places.prepend(QDir(chosen).absolutePath());
    }
    for (QString& place : places) {
        place = QDir::cleanPath(place);
    }
    return places;
}

QString findEngineProgram()
{
    for (const QString& place : engineProgramPlaces()) {
        if (isProgram(place)) {
            return QFileInfo(place).canonicalFilePath();
        }
    }
    return {};
}

EngineProcess::EngineProcess(EngineOptions options, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
    , m_program(m_options.program)
{
    // the engine logs to stderr
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    // what --exit-with-parent asks for comes too late if this program dies while the engine starts
    tieToThisProgram(m_process);
    // if it fails, the engine still ends with its parent
    connect(&m_process, &QProcess::started, this,
            [this] { static_cast<void>(m_guard.add(m_process.processId()).has_value()); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &EngineProcess::readLog);
    connect(&m_process, &QProcess::finished, this, &EngineProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &EngineProcess::onStartFailure);
    m_restart.setSingleShot(true);
    connect(&m_restart, &QTimer::timeout, this, &EngineProcess::launch);
    m_kill.setSingleShot(true);
    connect(&m_kill, &QTimer::timeout, &m_process, &QProcess::kill);
}

EngineProcess::~EngineProcess()
// no slot may run on a half-destroyed object
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        platform::requestEnd(m_process.processId());
        if (!m_process.waitForFinished(kFinalWaitMillis)) {
            m_process.kill();
            m_process.waitForFinished(kFinalWaitMillis);
        }
    }
}

void EngineProcess::start()
{
    if (m_phase == EngineProcessPhase::Stopping) {
        m_startAgain = true;
        return;
    }
    if (m_phase == EngineProcessPhase::Starting || m_phase == EngineProcessPhase::Running) {
        return;
    }
    if (!m_nextFolder.isEmpty()) {
        m_options.folder = std::exchange(m_nextFolder, {});
    }
    m_restart.stop();
    m_crashes.clear();
    m_error.reset();
    m_fault = EngineFault::Other;
    m_portTaken = false;
    if (!hasProgram()) {
        fail(Errc::NotFound,
             u"The program sandglass-engine was not found in:\n"_s + programPlaces().join(u'\n'));
        return;
    }
    m_program = m_options.program.isEmpty() ? findEngineProgram() : m_options.program;
    if (!QDir().mkpath(m_options.folder)) {
        fail(Errc::Storage, u"The folder cannot be created: "_s + m_options.folder);
        return;
    }
    launch();
}

QStringList EngineProcess::programPlaces() const
{
    return m_options.program.isEmpty() ? engineProgramPlaces() : QStringList{m_options.program};
}

bool EngineProcess::hasProgram() const
{
    return m_options.program.isEmpty() ? !findEngineProgram().isEmpty()
                                       : isProgram(m_options.program);
}

void EngineProcess::useFolder(const QString& folder)
{
    m_nextFolder = folder;
    stop();
    start();
}

void EngineProcess::usePort(int port, const QString& user)
{
    if (port == m_options.port && user == m_options.user) {
        return;
    }
    m_options.port = port;
    m_options.user = user;
    const bool runs = m_process.state() != QProcess::NotRunning;
    if (runs) {
        stop();
        start();
    }
}

QString EngineProcess::address() const
{
    if (openPort() == 0 || m_phase != EngineProcessPhase::Running) {
        return uri();
    }
    const QString user = m_options.user.isEmpty()
        ? QString()
        : QString::fromLatin1(QUrl::toPercentEncoding(m_options.user)) + u'@';
    return u"mongodb://%1%2:%3/"_s.arg(user, kLoopback).arg(m_options.port);
}

void EngineProcess::launch()
{
    m_partLine.clear();
    if (const Result<void> made = makeSocketPath(); !made) {
        m_fault = EngineFault::NoSocketFolder;
        fail(made.error().code, QString::fromStdString(made.error().message));
        return;
    }
    setPhase(EngineProcessPhase::Starting);
    m_process.start(m_program, arguments());
}

Result<void> EngineProcess::makeSocketPath()
{
    m_socketPath.clear();
    if (!m_options.unixSocket || !platform::hasLocalClients()) {
        return {};
    }
    // the socket may be in the data folder, which is replaced when a restore point is restored
    if (!m_socketFolder || !QFileInfo::exists(m_socketFolder->path())) {
        m_socketFolder = makeSocketFolder(socketParents(m_options));
    }
    // never a port instead: every user of the computer could change the data
    if (!m_socketFolder) {
        return base::failure(Errc::Storage,
                             "No folder for the private socket can be made in "
                                 + socketParents(m_options).join(u", "_s).toStdString() + '.');
    }
    m_socketPath = m_socketFolder->path() + kSocketFile;
    return {};
}

QStringList EngineProcess::arguments()
{
    QStringList list{u"--dbpath"_s, m_options.folder, u"--exit-with-parent"_s,
                     // a start that would delete much asks the user, see app/ttl/SEMANTICS.md 3.2
                     u"--setParameter"_s, u"sandglassTtlBrake=true"_s};
    const bool wantsLogin = m_options.port > 0 && !m_options.user.isEmpty();
    m_loginImpossible = wantsLogin && m_socketPath.isEmpty();
    const int port = openPort();
    if (m_socketPath.isEmpty() || port > 0) {
        list << u"--port"_s << QString::number(port) << u"--bind"_s << kLoopback;
    }
    if (!m_socketPath.isEmpty()) {
        list << u"--unix-socket"_s << m_socketPath;
        if (port > 0 && wantsLogin) {
            list << u"--auth"_s;
        }
    }
    list << m_options.extraArguments;
    return m_options.startArguments ? list + m_options.startArguments(m_options.folder) : list;
}

void EngineProcess::stop()
{
    m_startAgain = false;
    m_restart.stop();
    if (m_process.state() == QProcess::NotRunning) {
        setPhase(EngineProcessPhase::Stopped);
        return;
    }
    setPhase(EngineProcessPhase::Stopping);
    // not QProcess::terminate(): on Windows it only closes windows, and the engine has none
    platform::requestEnd(m_process.processId());
    m_kill.start(m_options.killAfter);
}

void EngineProcess::readLog()
{
    m_partLine += m_process.readAllStandardOutput();
    qsizetype end = m_partLine.indexOf('\n');
    while (end >= 0) {
        takeLine(QString::fromUtf8(m_partLine.left(std::min(end, kMaxLineBytes))));
        m_partLine.remove(0, end + 1);
        end = m_partLine.indexOf('\n');
    }
    if (m_partLine.size() > kMaxLineBytes) {
        m_partLine.clear(); // the engine never writes a line of this length
    }
}

void EngineProcess::takeLine(const QString& line)
{
    m_log.removeOldest(m_log.excess(line));
    m_log.add(line);
    Q_EMIT logLine(line);
    // MongoDB's message, which the engine has taken over
    if (m_phase != EngineProcessPhase::Starting || !line.contains("Waiting for connections"_L1)) {
        return;
    }
    if (m_socketPath.isEmpty()) {
        // the engine has chosen the port
        const QJsonObject attributes
            = QJsonDocument::fromJson(line.toUtf8()).object().value("attr"_L1).toObject();
        m_uri = u"mongodb://127.0.0.1:%1/"_s.arg(attributes.value("port"_L1).toInt());
    } else {
        m_uri = u"mongodb://%1/"_s.arg(QString::fromLatin1(QUrl::toPercentEncoding(m_socketPath)));
    }
    m_runningSince = m_clock.now();
    setPhase(EngineProcessPhase::Running);
    Q_EMIT ready(m_uri);
}

void EngineProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    m_kill.stop();
    m_runningSince.reset();
    // what was written last may explain the end
    readLog();
    if (m_phase == EngineProcessPhase::Stopping) {
        m_socketFolder.reset();
        setPhase(EngineProcessPhase::Stopped);
        if (std::exchange(m_startAgain, false)) {
            start();
        }
        return;
    }
    // a bad argument or an unusable folder: it would fail again in the same way
    const bool refused = m_phase == EngineProcessPhase::Starting && status == QProcess::NormalExit;
    if (refused && lacksPort()) {
        // the window needs no port; a notice informs users who need it
        m_portTaken = true;
        launch();
        return;
    }
    m_lastCrashAt = m_clock.now();
    if (refused || !mayRestart()) {
        const QString last = logLines().empty() ? QString() : logLines().back();
        m_fault = last.contains(kFolderInUse) ? EngineFault::FolderInUse : EngineFault::Other;
        fail(refused ? Errc::InvalidInput : Errc::Internal,
             u"The engine ended (%1): %2"_s.arg(exitCode).arg(last));
        return;
    }
    ++m_restarts;
    // the limit only keeps the shift from overflowing
    const auto factor = std::int64_t{1} << std::min<std::size_t>(m_crashes.size() - 1, 8);
    m_restart.start(m_options.firstPause * factor);
    setPhase(EngineProcessPhase::Restarting);
}

bool EngineProcess::lacksPort() const
{
    return m_options.port > 0 && !m_portTaken && !logLines().empty()
        && logLines().back().contains(u"%1:%2"_s.arg(kLoopback).arg(m_options.port));
}

void EngineProcess::onStartFailure(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart) {
        fail(Errc::NotPermitted, m_process.errorString());
    }
}

bool EngineProcess::mayRestart()
{
    const base::Time now = m_clock.now();
    std::erase_if(m_crashes, [&](base::Time crash) { return crash < now - kCrashWindow; });
    m_crashes.push_back(now);
    return std::cmp_less_equal(m_crashes.size(), m_options.maxRestartsPerMinute);
}

void EngineProcess::setPhase(EngineProcessPhase phase)
{
    if (m_phase != phase) {
        m_phase = phase;
        Q_EMIT phaseChanged();
    }
}

void EngineProcess::fail(Errc code, const QString& message)
{
    m_error = base::failure(code, message.toStdString());
    m_phase = EngineProcessPhase::Failed;
    Q_EMIT phaseChanged();
}

} // namespace sandglass::services

#include "moc_engine_process.cpp"
