// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/platform/child_guard.h"
#include "app/services/engine/log_lines.h"

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

/// State of the local engine's process. Restarting: it has crashed and is started again after a
/// pause.
enum class EngineProcessPhase { Stopped, Starting, Running, Stopping, Restarting, Failed };

/// Why the local engine did not start, as far as it is known. FolderInUse: another engine uses its
/// data folder. NoSocketFolder: there is no place for its private socket.
enum class EngineFault { Other, FolderInUse, NoSocketFolder };

/// How to start the engine; tests change it.
struct EngineOptions
{
    QString program; ///< path; empty: see findEngineProgram()
    QString folder; ///< of the engine's data; created if missing
    QStringList extraArguments; ///< for example --setParameter name=value
    std::function<QStringList(const QString& folder)> startArguments
        = {}; ///< more of them, asked at each start with the data folder; or null
    bool unixSocket = true; ///< false: TCP on a free port of the loopback interface
    /// Where the private folder of the socket may be made, the first one first. Empty: in the
    /// session's runtime folder, the data folder, or a folder for temporary files.
    QStringList socketParents = {};
    /// Applications of this machine can connect to this port of 127.0.0.1 too, 1 … 65535; 0: none.
    int port = 0;
    /// With a port: applications log in there as this user of the database admin; empty: they need
    /// not. The window itself never does, as it uses the socket.
    QString user = {};
    std::chrono::milliseconds firstPause{500}; ///< before the first restart; doubles each time
    std::chrono::milliseconds killAfter{5'000}; ///< between SIGTERM and SIGKILL
    int maxRestartsPerMinute = 5;
};

/// Key of the setting that holds the data folder chosen by the user.
inline constexpr QLatin1StringView kEngineFolder("engine/folder");
/// Key of the setting with EngineOptions::port; not set: 0.
inline constexpr QLatin1StringView kEnginePort("engine/port");

/// Where the engine's program is looked for, in that order: $SANDGLASS_ENGINE if it is set, beside
/// this program, ../libexec/sandglass beside it, or app/main in the build folder. Absolute paths.
QStringList engineProgramPlaces();
/// The path of the engine's program: the first of engineProgramPlaces() that can be executed. Empty
/// if there is none.
QString findEngineProgram();

/// The local engine as a child process. Starts it on a private socket, restarts it after a crash,
/// keeps the last lines of its log, and ends it with SIGTERM or, after a time, SIGKILL. No function
/// blocks. GUI thread.
class EngineProcess : public QObject
{
    Q_OBJECT
public:
    /// `clock` must outlive this object. Does not start the engine.
    EngineProcess(EngineOptions options, const base::Clock& clock, QObject* parent = nullptr);
    /// Ends the process if it still runs, and waits for it: here only, at the end of the program.
    ~EngineProcess() override;

    /// The current state.
    EngineProcessPhase phase() const { return m_phase; }
    /// The connection string while Running; otherwise empty.
    QString uri() const { return m_phase == EngineProcessPhase::Running ? m_uri : QString(); }
    /// The connection string for other programs of this machine while Running: by the fixed port if
    /// there is one, with the user but without the password; otherwise the same as uri(). Otherwise
    /// empty.
    QString address() const;
    /// The fixed port, see EngineOptions::port.
    int port() const { return m_options.port; }
    /// The user that applications log in as, see EngineOptions::user.
    QString user() const { return m_options.user; }
    /// Whether another program has the fixed port, so that the engine runs without it.
    bool isPortTaken() const { return m_portTaken; }
    /// Whether the fixed port stays closed, because there are no sockets on this system: the window
    /// itself could then not reach an engine that wants a login.
    bool isLoginImpossible() const { return m_loginImpossible; }
    /// The number of the process; 0 while there is none.
    qint64 processId() const { return m_process.processId(); }
    /// The path of the engine's program; empty before the first start() if none was given.
    QString program() const { return m_program; }
    /// Where start() looks for the program: the given path, or engineProgramPlaces().
    QStringList programPlaces() const;
    /// Whether the program exists in one of these places and can be executed. Looks at the disk.
    bool hasProgram() const;
    /// The data folder of the engine.
    QString folder() const { return m_options.folder; }
    /// When the engine became Running, by our clock; unset in other phases.
    std::optional<base::Time> runningSince() const { return m_runningSince; }
    /// When it last ended on its own, by our clock; unset: never.
    std::optional<base::Time> lastCrashAt() const { return m_lastCrashAt; }
    /// How often it was restarted after a crash.
    int restarts() const { return m_restarts; }
    /// Why the phase is Failed.
    const std::optional<Error>& error() const { return m_error; }
    /// The cause of error(), as far as it is known.
    EngineFault fault() const { return m_fault; }
    /// The last lines of the engine's log, oldest first.
    const std::deque<QString>& logLines() const { return m_log.all(); }

    /// Starts the engine unless it is starting or running. While Stopping, it starts afterwards.
    /// Where there is no place for its private socket it fails: a port would be open to every user
    /// of the computer.
    void start();
    /// Restarts the engine on another data folder, which is created if missing.
    void useFolder(const QString& folder);
    /// Sets the fixed port and the user, see EngineOptions, and restarts the engine if it runs.
    void usePort(int port, const QString& user = {});
    /// Asks the engine to end; phaseChanged() follows.
    void stop();

Q_SIGNALS:
    /// phase() has changed.
    void phaseChanged();
    /// The engine accepts connections. Also emitted after each restart.
    void ready(const QString& uri);
    /// The engine has written a line of its log.
    void logLine(const QString& line);

private:
    /// Starts the process.
    void launch();
    /// Its command-line arguments, after makeSocketPath().
    QStringList arguments();
    /// Sets m_socketPath; empty where none is wanted. Errors: Storage where there is no place for
    /// it.
    Result<void> makeSocketPath();
    /// The fixed port, unless it cannot be used; 0: none.
    int openPort() const { return m_portTaken || m_loginImpossible ? 0 : m_options.port; }
    /// Takes whole lines from the process's output.
    void readLog();
    /// Takes a line of the log, which may say that the engine is ready.
    void takeLine(const QString& line);
    /// Decides what to do after the process has ended.
    void onFinished(int exitCode, QProcess::ExitStatus status);
    /// Takes the error of a program that cannot be executed.
    void onStartFailure(QProcess::ProcessError error);
    /// Whether the engine has just said that another program has the fixed port.
    bool lacksPort() const;
    /// Notes a crash. Returns false after too many in a minute.
    bool mayRestart();
    /// Enters a phase and announces it if it is another one.
    void setPhase(EngineProcessPhase phase);
    /// Enters the phase Failed.
    void fail(Errc code, const QString& message);

    EngineOptions m_options;
    const base::Clock& m_clock;
    QString m_program;
    platform::ChildGuard m_guard; // destroyed after the process, which ends at the latest then
    QProcess m_process;
    std::unique_ptr<QTemporaryDir> m_socketFolder;
    QString m_socketPath; // empty: TCP
    QString m_uri;
    EngineProcessPhase m_phase = EngineProcessPhase::Stopped;
    std::optional<Error> m_error;
    EngineFault m_fault = EngineFault::Other;
    bool m_portTaken = false;
    bool m_loginImpossible = false;
    std::optional<base::Time> m_runningSince;
    std::optional<base::Time> m_lastCrashAt;
    std::vector<base::Time> m_crashes; // of the last minute
    int m_restarts = 0;
    QString m_nextFolder; // for the next start; empty: the same
    bool m_startAgain = false; // start() was called while Stopping
    QByteArray m_partLine; // output since the last line break
    LogLines m_log;
    QTimer m_restart;
    QTimer m_kill;
};

} // namespace sandglass::services
