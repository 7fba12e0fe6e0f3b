// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/process.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace tst_platform_process {

using namespace sandglass;
using namespace Qt::StringLiterals;

class PlatformProcessTest : public QObject
{
    Q_OBJECT

private slots:
    void thisProcessHasItsNumberAndRuns()
    {
        QCOMPARE(platform::processId(), QCoreApplication::applicationPid());
        QVERIFY(platform::isProcessRunning(platform::processId()));
    }

    void aProcessThatHasEndedDoesNotRun()
    {
        QProcess child;
        child.start(u"cat"_s, {});
        QVERIFY(child.waitForStarted());
        const qint64 number = child.processId();
        QVERIFY(platform::isProcessRunning(number));
        child.closeWriteChannel();
        QVERIFY(child.waitForFinished());
        QVERIFY(!platform::isProcessRunning(number));
    }

    void noProcessHasANumberBelowOne()
    {
        QVERIFY(!platform::isProcessRunning(0));
        QVERIFY(!platform::isProcessRunning(-1));
    }

    void aChildEndsWhenAsked()
    {
        QProcess child;
        child.start(u"cat"_s, {});
        QVERIFY(child.waitForStarted());
        platform::requestEnd(child.processId());
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        QCOMPARE(child.exitCode(), SIGTERM);
    }

    void credentialsAreHidden_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("user and password") << QByteArray("mongodb://me:secret@host/db")
                                           << QByteArray("mongodb://*********@host/db");
        QTest::newRow("seed list")
            << QByteArray("mongodb+srv://me:pw@host") << QByteArray("mongodb+srv://*****@host");
        QTest::newRow("in one word with the option")
            << QByteArray("--connect=mongodb://a:b@h") << QByteArray("--connect=mongodb://***@h");
        QTest::newRow("@ in the password")
            << QByteArray("mongodb://me:p@ss@host") << QByteArray("mongodb://*******@host");
        QTest::newRow("secret options")
            << QByteArray("mongodb://h/?tls=true&tlsCertificateKeyFilePassword=s=1&proxyPassword=p")
            << QByteArray(
                   "mongodb://h/?tls=****&tlsCertificateKeyFilePassword=***&proxyPassword=*");
        QTest::newRow("@ in an option") << QByteArray("mongodb://h/?a=b@c&proxyPassword=p")
                                        << QByteArray("mongodb://******@*&proxyPassword=*");
        QTest::newRow("no credentials")
            << QByteArray("mongodb://host:27017/") << QByteArray("mongodb://host:27017/");
        QTest::newRow("no scheme") << QByteArray("me:pw@host") << QByteArray("me:pw@host");
        QTest::newRow("@ before the scheme") << QByteArray("a@b://c") << QByteArray("a@b://c");
        QTest::newRow("empty") << QByteArray("") << QByteArray("");
        QTest::newRow("10 kB") << QByteArray("mongodb://" + QByteArray(10'000, 'p') + "@h")
                               << QByteArray("mongodb://" + QByteArray(10'000, '*') + "@h");
    }
    void credentialsAreHidden()
    {
        QFETCH(QByteArray, given);
        QFETCH(QByteArray, shown);
        QByteArray program("sandglass");
        std::array<char*, 2> arguments{program.data(), given.data()};
        platform::hideCredentials(arguments);
        QCOMPARE(given, shown);
        QCOMPARE(program, QByteArray("sandglass"));
    }

    void aCrashWritesNoImageOfTheMemory()
    {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &before), 0);
        platform::forbidCoreDumps();
        rlimit now{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &now), 0);
        QCOMPARE(now.rlim_cur, rlim_t{0});
        QCOMPARE(now.rlim_max, before.rlim_max);
        QCOMPARE(::setrlimit(RLIMIT_CORE, &before), 0);
    }

    void theMemoryIsHiddenFromOtherPrograms()
    {
        const int before = ::prctl(PR_GET_DUMPABLE);
        platform::hideMemory();
        const int now = ::prctl(PR_GET_DUMPABLE);
        QCOMPARE(::prctl(PR_SET_DUMPABLE, before), 0);
        QCOMPARE(now, 0);
    }

    void noFileGetsTheNumberOfAStandardStream()
    {
        const pid_t child = ::fork();
        if (child == 0) {
            ::close(STDIN_FILENO);
            ::close(STDERR_FILENO);
            platform::openStandardStreams();
            const int next = ::dup(STDOUT_FILENO);
            // what reaches stderr is lost, but it is no error
            const bool good = next > STDERR_FILENO && ::write(STDERR_FILENO, "x", 1) == 1;
            ::_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), EXIT_SUCCESS);
        // nothing is left open when all are there
        const int before = ::dup(STDOUT_FILENO);
        ::close(before);
        platform::openStandardStreams();
        const int after = ::dup(STDOUT_FILENO);
        ::close(after);
        QCOMPARE(after, before);
    }

    void aWriteToAClosedPipeIsAnError()
    {
        platform::ignoreBrokenPipes();
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        ::close(ends[0]);
        QCOMPARE(::write(ends[1], "x", 1), ssize_t{-1});
        QCOMPARE(errno, EPIPE);
        ::close(ends[1]);
    }

    void aWriteBeyondTheLimitOfFilesIsAnError()
    {
        platform::ignoreFileSizeLimit();
        QVERIFY(std::signal(SIGXFSZ, SIG_DFL) == SIG_IGN);
    }

    void theLimitOfDescriptorsIsRaisedToWhatTheSystemAllows()
    {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit low = before;
        low.rlim_cur = 100;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &low), 0);
        QCOMPARE(platform::descriptorLimit(), std::uint64_t{100});
        platform::raiseDescriptorLimit();
        rlimit raised{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &raised), 0);
        QCOMPARE(raised.rlim_cur, raised.rlim_max);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    }

    void onlyTheCallingThreadGetsLessTime()
    {
        const int before = ::getpriority(PRIO_PROCESS, 0);
        int lowered = 0;
        std::thread([&lowered] {
            platform::lowerThreadPriority();
            lowered = ::getpriority(PRIO_PROCESS, 0);
        }).join();
        QVERIFY(lowered >= 10);
        QCOMPARE(::getpriority(PRIO_PROCESS, 0), before);
    }
};

SANDGLASS_TEST(PlatformProcessTest)
} // namespace tst_platform_process

#include "tst_platform_process.moc"
