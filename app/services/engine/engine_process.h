// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

/// What the local engine's process is doing. Restarting: it died and is started again after a
/// pause.
enum class EngineProcessPhase { Stopped, Starting, Running, Stopping, Restarting, Failed };

/// How the engine is started; tests change it.
struct EngineOptions
{
    QString program; ///< empty: looked for, see findEngineProgram()
    QString folder; ///< of the engine's data; made when missing
    QStringList extraArguments; ///< for example --setParameter name=value
    bool unixSocket = true; ///< false: loopback TCP on a free port
    std::chrono::milliseconds firstPause{500}; ///< before the first restart; doubles with each
    std::chrono::milliseconds killAfter{5'000}; ///< after SIGTERM
    int maxRestartsPerMinute = 5;
};

/// The setting that holds the data folder that the user has chosen.
inline constexpr QLatin1StringView kEngineFolder("engine/folder");

/// The path of the engine's program: $SANDGLASS_ENGINE, beside this program, ../libexec/sandglass
/// beside it, or the build folder's app/main. Empty when there is none.
QString findEngineProgram();

/// The local engine as a child process: starts it on a private socket, watches it, keeps its last
/// log lines, starts it again when it dies, and ends it with SIGTERM, after a while with SIGKILL.
/// Never waits. GUI thread.
class EngineProcess : public QObject
{
    Q_OBJECT
public:
    EngineProcess(EngineOptions options, const base::Clock& clock, QObject* parent = nullptr);
    /// Ends the process when it still runs; only here, at the program's end, that is waited for.
    ~EngineProcess() override;

    EngineProcessPhase phase() const { return m_phase; }
    /// Connection string while Running, empty otherwise.
    QString uri() const { return m_phase == EngineProcessPhase::Running ? m_uri : QString(); }
    QString program() const { return m_program; }
    QString folder() const { return m_options.folder; }
    std::optional<base::Time> runningSince() const { return m_runningSince; }
    /// When it last died by itself; unset: never.
    std::optional<base::Time> lastCrashAt() const { return m_lastCrashAt; }
    int restarts() const { return m_restarts; }
    /// Why it Failed.
    const std::optional<Error>& error() const { return m_error; }
    /// The last 5 000 lines of its log, oldest first.
    const std::deque<QString>& logLines() const { return m_log; }

    /// Starts it unless it is starting or running.
    void start();
    /// Starts it on another data folder, which is made when missing; one that runs is ended first.
    void useFolder(const QString& folder);
    /// Asks it to end; phaseChanged() tells when it has.
    void stop();

Q_SIGNALS:
    void phaseChanged();
    /// It accepts connections; also after each restart.
    void ready(const QString& uri);
    void logLine(const QString& line);

private:
    void launch();
    QStringList arguments();
    void readLog();
    void takeLine(const QString& line);
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onStartFailure(QProcess::ProcessError error);
    bool mayRestart();
    void setPhase(EngineProcessPhase phase);
    void fail(Errc code, const QString& message);

    EngineOptions m_options;
    const base::Clock& m_clock;
    QString m_program;
    QProcess m_process;
    std::unique_ptr<QTemporaryDir> m_socketFolder;
    QString m_socketPath; // empty: TCP
    QString m_uri;
    EngineProcessPhase m_phase = EngineProcessPhase::Stopped;
    std::optional<Error> m_error;
    std::optional<base::Time> m_runningSince;
    std::optional<base::Time> m_lastCrashAt;
    std::vector<base::Time> m_crashes; // of the last minute
    int m_restarts = 0;
    QString m_nextFolder; // from the next start on; empty: the same
    bool m_startAgain = false; // start() was called while stopping
    QByteArray m_partLine;
    std::deque<QString> m_log;
    QTimer m_restart;
    QTimer m_kill;
};

} // namespace sandglass::services
