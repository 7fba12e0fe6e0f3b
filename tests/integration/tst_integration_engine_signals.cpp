// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as a service: signals that terminals and scripts send, and streams that are closed.
#include "tests/support/engine_process.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_integration_engine_signals {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestEngineSignals : public QObject
{
    Q_OBJECT

private slots:
    void aClosedTerminalClosesTheDataCleanly()
    {
        // the tests may be run with nohup, which the engine would inherit
        const auto before = std::signal(SIGHUP, SIG_DFL);
        tests::EngineProcess engine;
        const bool started = engine.start();
        std::signal(SIGHUP, before);
        QVERIFY(started);
        QCOMPARE(engine.terminate(SIGHUP), 0);
    }

    void aRequestForANewLogFileDoesNotEndTheEngine()
    {
        tests::EngineProcess engine;
        QVERIFY(engine.start());
        QCOMPARE(::kill(static_cast<pid_t>(engine.processId()), SIGUSR1), 0);
        QCOMPARE(engine.terminate(), 0);
    }

    // Else a file of the data folder gets the number of stderr, and the log is written into it.
    void closedStreamsAreNoFilesOfTheDataFolder()
    {
        const QTemporaryDir folder;
        const QString ready = folder.filePath(u"port"_s);
        QProcess engine;
        engine.start(u"sh"_s,
                     {u"-c"_s, u"exec \"$0\" \"$@\" <&- >&- 2>&-"_s,
                      qEnvironmentVariable("SANDGLASS_ENGINE"), u"--dbpath"_s,
                      folder.filePath(u"data"_s), u"--port"_s, u"0"_s, u"--port-file"_s, ready});
        QVERIFY(engine.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(ready).size() > 0, 60'000);
        for (int number = 0; number <= 2; ++number) {
            const QString stream = u"/proc/%1/fd/%2"_s.arg(engine.processId()).arg(number);
            QCOMPARE(QFile::symLinkTarget(stream), u"/dev/null"_s);
        }
        engine.terminate();
        QVERIFY(engine.waitForFinished(60'000));
        QCOMPARE(engine.exitStatus(), QProcess::NormalExit);
        QCOMPARE(engine.exitCode(), 0);
    }
};

SANDGLASS_TEST(TestEngineSignals)
} // namespace tst_integration_engine_signals

#include "tst_integration_engine_signals.moc"
