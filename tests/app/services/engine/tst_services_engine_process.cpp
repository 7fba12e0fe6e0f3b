// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/engine/engine_process.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_engine_process {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::EngineOptions;
using services::EngineProcess;
using services::EngineProcessPhase;
using services::LogLines;

namespace {

constexpr const char* kReadyLine
    = R"(echo '{"s":"I","c":"NETWORK","msg":"Waiting for connections","attr":{"port":27123}}' >&2)"
      "\n";

} // namespace

class TestEngineProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void itIsRunningWhenItSaysSo();
    void withoutASocketThePortOfTheLogLineIsUsed();
    void theSocketLiesInAPrivateFolderWithAShortPath();
    void itsLogIsKept();
    void itsLogNeedsAtMostAMegabyte();
    void aProgramThatDiesIsStartedAgain();
    void aProgramThatKeepsDyingIsGivenUp();
    void aRefusalToStartIsNotRepeated();
    void stoppingAsksPolitelyAndThenKills();
    void aMissingProgramIsAnError();
    void anotherFolderIsUsedAfterARestart();
    void aFixedPortIsGivenBesideTheSocket();
    void withAUserTheEngineWantsALoginAtThePort();
    void withoutASocketAPortThatWantsALoginStaysClosed();
    void aPortThatIsTakenIsLeftOut();
    void anotherPortRestartsTheEngine();
    void aFolderInUseIsRecognised();
    void aLongDataFolderStillHasAPrivateSocket();
    void longTemporaryFoldersStillHaveAPrivateSocket();
    void withoutAPlaceForTheSocketTheEngineDoesNotStart();

private:
    EngineOptions script(const QByteArray& body);

    tests::FakeClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
};

EngineOptions TestEngineProcess::script(const QByteArray& body)
{
    const QString path = m_folder->filePath(u"engine.sh"_s);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#!/bin/sh\n" + body);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    EngineOptions options;
    options.program = path;
    options.folder = m_folder->filePath(u"data"_s);
    options.firstPause = 1ms;
    options.killAfter = 5s;
    return options;
}

void TestEngineProcess::itIsRunningWhenItSaysSo()
{
    EngineProcess engine(script(QByteArray(kReadyLine) + "exec sleep 100\n"), m_clock);
    QSignalSpy ready(&engine, &EngineProcess::ready);
    engine.start();
    QCOMPARE(engine.phase(), EngineProcessPhase::Starting);
    QVERIFY(ready.wait());
    QCOMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.uri().startsWith(u"mongodb://%2F"_s));
    QVERIFY(engine.uri().endsWith(u"engine.sock/"_s));
    QCOMPARE(*engine.runningSince(), m_clock.now());
}

void TestEngineProcess::withoutASocketThePortOfTheLogLineIsUsed()
{
    EngineOptions options = script(QByteArray(kReadyLine) + "exec sleep 100\n");
    options.unixSocket = false;
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QCOMPARE(engine.uri(), u"mongodb://127.0.0.1:27123/"_s);
}

void TestEngineProcess::theSocketLiesInAPrivateFolderWithAShortPath()
{
    EngineProcess engine(script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n"),
                         m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    const QString arguments = engine.logLines().front();
    QVERIFY(arguments.contains(u"--exit-with-parent"_s));
    QVERIFY(arguments.contains(u"sandglassTtlBrake=true"_s));
    const QString socket = arguments.section(u"--unix-socket "_s, 1).section(u' ', 0, 0);
    QVERIFY(QFile::encodeName(socket).size() <= 107);
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(socket.section(u'/', 0, -2)) & others));
}

void TestEngineProcess::itsLogNeedsAtMostAMegabyte()
{
    const QByteArray longLines = "for line in 1 2 3 4 5 6 7 8 9 10 11 12; do\n"
                                 "echo $line; head -c 60000 /dev/zero | tr '\\0' x; echo\n"
                                 "done\n";
    EngineProcess engine(script(longLines + kReadyLine + "exec sleep 100\n"), m_clock);
    QSignalSpy lines(&engine, &EngineProcess::logLine);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QCOMPARE(lines.count(), 25);
    qsizetype characters = 0;
    for (const QString& line : engine.logLines()) {
        characters += line.size();
    }
    QVERIFY(characters <= LogLines::kMostCharacters);
    QVERIFY(characters > LogLines::kMostCharacters - 60'000);
}

void TestEngineProcess::itsLogIsKept()
{
    EngineProcess engine(
        script("echo one\necho two\n" + QByteArray(kReadyLine) + "exec sleep 100\n"), m_clock);
    QSignalSpy lines(&engine, &EngineProcess::logLine);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QCOMPARE(lines.count(), 3);
    QCOMPARE(engine.logLines().front(), u"one"_s);
}

void TestEngineProcess::aProgramThatDiesIsStartedAgain()
{
    // dies once, then stays
    EngineProcess engine(
        script(QByteArray(kReadyLine)
               + "if [ -e \"$2/once\" ]; then exec sleep 100; fi\n: > \"$2/once\"\nkill -9 $$\n"),
        m_clock);
    QSignalSpy ready(&engine, &EngineProcess::ready);
    engine.start();
    QTRY_COMPARE(engine.restarts(), 1);
    QTRY_COMPARE(ready.count(), 2);
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QCOMPARE(*engine.lastCrashAt(), m_clock.now());
}

void TestEngineProcess::aProgramThatKeepsDyingIsGivenUp()
{
    EngineOptions options = script(QByteArray(kReadyLine) + "kill -9 $$\n");
    options.maxRestartsPerMinute = 3;
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Failed);
    QCOMPARE(engine.restarts(), 3);
    QVERIFY(engine.error());
}

void TestEngineProcess::aRefusalToStartIsNotRepeated()
{
    EngineProcess engine(script("echo 'the folder is in use' >&2\nexit 2\n"), m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Failed);
    QCOMPARE(engine.restarts(), 0);
    QVERIFY(engine.error()->message.find("the folder is in use") != std::string::npos);
}

void TestEngineProcess::stoppingAsksPolitelyAndThenKills()
{
    EngineOptions polite = script(QByteArray(kReadyLine) + "exec sleep 100\n");
    EngineProcess engine(polite, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    engine.stop();
    QCOMPARE(engine.phase(), EngineProcessPhase::Stopping);
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Stopped);
    QCOMPARE(engine.restarts(), 0);

    EngineOptions deaf = script("trap '' TERM\n" + QByteArray(kReadyLine)
                                + "while :; do read -r x < /dev/zero; done\n");
    deaf.killAfter = 20ms;
    EngineProcess stubborn(deaf, m_clock);
    stubborn.start();
    QTRY_COMPARE(stubborn.phase(), EngineProcessPhase::Running);
    stubborn.stop();
    QTRY_COMPARE(stubborn.phase(), EngineProcessPhase::Stopped);
}

void TestEngineProcess::aMissingProgramIsAnError()
{
    EngineOptions options = script("");
    options.program = m_folder->filePath(u"nothing"_s);
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Failed);
    QVERIFY(engine.error());
}

void TestEngineProcess::anotherFolderIsUsedAfterARestart()
{
    EngineProcess engine(script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n"),
                         m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QSignalSpy ready(&engine, &EngineProcess::ready);
    const QString other = m_folder->filePath(u"other"_s);
    engine.useFolder(other);
    QVERIFY(ready.wait());
    QCOMPARE(engine.folder(), other);
    QVERIFY(engine.logLines()[2].contains(u"--dbpath "_s + other)); // after two lines of the first
    QVERIFY(QFile::exists(other));
}

void TestEngineProcess::aFixedPortIsGivenBesideTheSocket()
{
    EngineOptions options
        = script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n");
    options.port = 27'117;
    EngineProcess engine(options, m_clock);
    QCOMPARE(engine.address(), QString());
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.logLines().front().contains(u"--port 27117 --bind 127.0.0.1 "_s));
    QCOMPARE(engine.address(), u"mongodb://127.0.0.1:27117/"_s);
    // the window itself keeps to the socket
    QVERIFY(engine.uri().endsWith(u"engine.sock/"_s));
}

void TestEngineProcess::withAUserTheEngineWantsALoginAtThePort()
{
    EngineOptions options
        = script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n");
    options.port = 27'117;
    options.user = u"a b"_s;
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.logLines().front().contains(u"--auth"_s));
    QCOMPARE(engine.address(), u"mongodb://a%20b@127.0.0.1:27117/"_s);
    // without a port there is nobody who would log in
    QSignalSpy ready(&engine, &EngineProcess::ready);
    engine.usePort(0, u"a b"_s);
    QVERIFY(ready.wait());
    QVERIFY(!engine.logLines()[2].contains(u"--auth"_s));
}

void TestEngineProcess::withoutASocketAPortThatWantsALoginStaysClosed()
{
    EngineOptions options
        = script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n");
    options.unixSocket = false;
    options.port = 27'117;
    options.user = u"anna"_s;
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.isLoginImpossible());
    QVERIFY(!engine.logLines().front().contains(u"27117"_s));
    QCOMPARE(engine.address(), engine.uri());
    // who wants no login gets the port
    QSignalSpy ready(&engine, &EngineProcess::ready);
    engine.usePort(27'117);
    QVERIFY(ready.wait());
    QVERIFY(!engine.isLoginImpossible());
    QCOMPARE(engine.address(), u"mongodb://127.0.0.1:27117/"_s);
}

// As the engine says it: see app/engine/net/listener.cpp.
void TestEngineProcess::aPortThatIsTakenIsLeftOut()
{
    EngineOptions options = script("case \"$*\" in *--port*)\n"
                                   "  echo 'sandglass-engine: Cannot listen on 127.0.0.1:27117: "
                                   "Address already in use' >&2\n  exit 2 ;;\nesac\n"
                                   + QByteArray(kReadyLine) + "exec sleep 100\n");
    options.port = 27'117;
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.isPortTaken());
    QCOMPARE(engine.address(), engine.uri());
    QCOMPARE(engine.restarts(), 0);
}

void TestEngineProcess::anotherPortRestartsTheEngine()
{
    EngineProcess engine(script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n"),
                         m_clock);
    engine.usePort(27'117); // not running: only remembered
    QCOMPARE(engine.phase(), EngineProcessPhase::Stopped);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QSignalSpy ready(&engine, &EngineProcess::ready);
    engine.usePort(0);
    QVERIFY(ready.wait());
    QCOMPARE(engine.address(), engine.uri());
    QVERIFY(!engine.logLines()[2].contains(u"--port"_s));
}

// As the engine says it: see app/engine/storage/open_store.cpp.
void TestEngineProcess::aFolderInUseIsRecognised()
{
    EngineProcess engine(script("echo 'sandglass-engine: \"d\" is in use by another engine (its "
                                "lock is taken)' >&2\nexit 2\n"),
                         m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Failed);
    QCOMPARE(engine.fault(), services::EngineFault::FolderInUse);
    engine.start();
    QCOMPARE(engine.fault(), services::EngineFault::Other);
}

void TestEngineProcess::aLongDataFolderStillHasAPrivateSocket()
{
    qunsetenv("XDG_RUNTIME_DIR");
    EngineOptions options = script(QByteArray(kReadyLine) + "exec sleep 100\n");
    options.folder = m_folder->filePath(QString(120, u'd'));
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.uri().endsWith(u"engine.sock/"_s));
}

void TestEngineProcess::longTemporaryFoldersStillHaveAPrivateSocket()
{
    const QString temporary = m_folder->filePath(QString(120, u't'));
    QVERIFY(QDir().mkpath(temporary));
    qunsetenv("XDG_RUNTIME_DIR");
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", QFile::encodeName(temporary));
    const auto undo = qScopeGuard(
        [&before] { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
    EngineOptions options
        = script("echo \"args $@\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n");
    options.folder = m_folder->filePath(QString(120, u'd'));
    EngineProcess engine(options, m_clock);
    engine.start();
    QTRY_COMPARE(engine.phase(), EngineProcessPhase::Running);
    QVERIFY(engine.uri().endsWith(u"engine.sock/"_s));
    QVERIFY(!engine.logLines().front().contains(u"--port"_s));
}

void TestEngineProcess::withoutAPlaceForTheSocketTheEngineDoesNotStart()
{
    EngineOptions options
        = script(": > \"$2/started\"\n" + QByteArray(kReadyLine) + "exec sleep 100\n");
    options.socketParents = {m_folder->filePath(u"nowhere"_s)};
    EngineProcess engine(options, m_clock);
    QSignalSpy phases(&engine, &EngineProcess::phaseChanged);
    engine.start();
    QCOMPARE(engine.phase(), EngineProcessPhase::Failed);
    QCOMPARE(engine.fault(), services::EngineFault::NoSocketFolder);
    QVERIFY(engine.error()->message.find("nowhere") != std::string::npos);
    QCOMPARE(phases.count(), 1);
    QCOMPARE(engine.processId(), qint64{0});
    QVERIFY(!QFile::exists(options.folder + u"/started"_s));
}

SANDGLASS_TEST(TestEngineProcess)
} // namespace tst_services_engine_process

#include "tst_services_engine_process.moc"
