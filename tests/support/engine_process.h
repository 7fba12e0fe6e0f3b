// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>

#include <csignal>
#include <string>

namespace sandglass::tests {

/// The real engine as a child process, on a folder of its own that goes with this object.
/// The program is the one that the environment variable SANDGLASS_ENGINE names. Its clock may be
/// moved: it runs with enableTestCommands. Its log goes to a file, so that it never waits for a
/// reader. One thread, that of the test.
class EngineProcess
{
public:
    /// How clients connect to it.
    enum class Reach { Tcp, UnixSocket };

    explicit EngineProcess(Reach reach = Reach::Tcp)
        : m_reach(reach)
    {
        setParameter(QStringLiteral("enableTestCommands"), QStringLiteral("true"));
    }
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;
    ~EngineProcess() { kill9(); }

    /// Adds a --setParameter for the following starts.
    void setParameter(const QString& name, const QString& value)
    {
        m_parameters << QStringLiteral("--setParameter") << name + u'=' + value;
    }

    /// Adds arguments for the following starts.
    void addArguments(const QStringList& more) { m_parameters << more; }

    /// Starts and waits until it takes connections; false when it ends instead: see log().
    bool start()
    {
        QFile::remove(logFile());
        m_process.setStandardErrorFile(logFile());
        m_process.start(program(), arguments());
        if (!m_process.waitForStarted()) {
            return false;
        }
        const bool settled = QTest::qWaitFor(
            [this] { return !readyLine().isEmpty() || !running(); }, kPatienceMillis);
        return settled && running() && !readyLine().isEmpty();
    }

    /// Kills the process (SIGKILL), which has no time to write anything. Returns when it is gone.
    void kill9()
    {
        if (!running()) {
            return;
        }
        m_process.kill();
        m_process.waitForFinished(kPatienceMillis);
    }

    /// Starts it on the same folder once more, after ending it properly when it still runs.
    bool restart()
    {
        if (running() && terminate() != 0) {
            return false;
        }
        return start();
    }

    /// Sends SIGTERM or another signal, and waits for the end. Returns the exit code; −1 when the
    /// process crashed or did not end.
    int terminate(int signal = SIGTERM)
    {
        ::kill(static_cast<pid_t>(m_process.processId()), signal);
        const bool ended = m_process.waitForFinished(kPatienceMillis);
        return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

    /// Stops the process (SIGSTOP): it keeps its connections and answers nothing until goOn().
    /// False when it does not run. Returns when all its threads have stopped: after kill() alone
    /// one may still have the time to answer.
    bool pause() const
    {
        const auto id = static_cast<pid_t>(processId());
        siginfo_t info{};
        return ::kill(id, SIGSTOP) == 0
            && ::waitid(P_PID, static_cast<id_t>(id), &info, WSTOPPED | WEXITED | WNOWAIT) == 0
            && info.si_code == CLD_STOPPED;
    }
    void goOn() const { ::kill(static_cast<pid_t>(processId()), SIGCONT); }

    /// The id of the running process.
    qint64 processId() const { return m_process.processId(); }
    bool running() const { return m_process.state() == QProcess::Running; }

    /// The connection string of the engine as it runs now.
    std::string uri() const
    {
        if (m_reach == Reach::Tcp) {
            return "mongodb://127.0.0.1:" + std::to_string(port()) + "/";
        }
        QString path = socketPath();
        path.replace(u'/', QStringLiteral("%2F"));
        return "mongodb://" + path.toStdString() + "/";
    }

    /// The port that the log names; 0 without TCP.
    int port() const { return readyLine()[QStringLiteral("attr")][QStringLiteral("port")].toInt(); }

    QString socketPath() const { return m_folder.filePath(QStringLiteral("engine.sock")); }
    QString dataFolder() const { return m_folder.filePath(QStringLiteral("db")); }
    QString portFile() const { return m_folder.filePath(QStringLiteral("port")); }

    /// The log since the last start, one line each.
    QList<QByteArray> log() const
    {
        QFile file(logFile());
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        QList<QByteArray> lines = file.readAll().split('\n');
        // what follows the last line end may be half a line
        lines.removeLast();
        return lines;
    }

    /// The program under test.
    static QString program() { return qEnvironmentVariable("SANDGLASS_ENGINE"); }

private:
    static constexpr int kPatienceMillis = 60'000; // sanitizers and shared machines are slow

    QStringList arguments() const
    {
        QStringList all{QStringLiteral("--dbpath"), dataFolder(), QStringLiteral("--port-file"),
                        portFile(), QStringLiteral("--exit-with-parent")};
        if (m_reach == Reach::Tcp) {
            all << QStringLiteral("--port") << QStringLiteral("0");
        } else {
            all << QStringLiteral("--unix-socket") << socketPath();
        }
        return all + m_parameters;
    }

    QString logFile() const { return m_folder.filePath(QStringLiteral("log")); }

    /// The line that announces that it is ready; empty before.
    QJsonObject readyLine() const
    {
        constexpr int kWaitingForConnections = 23016;
        for (const QByteArray& line : log()) {
            const QJsonObject entry = QJsonDocument::fromJson(line).object();
            if (entry[QStringLiteral("id")].toInt() == kWaitingForConnections) {
                return entry;
            }
        }
        return {};
    }

    const Reach m_reach;
    QStringList m_parameters;
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace sandglass::tests
