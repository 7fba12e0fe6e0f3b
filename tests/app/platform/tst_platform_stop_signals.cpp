// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/process.h"
#include "app/platform/stop_signals.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace tst_platform_stop_signals {

using sandglass::platform::StopSignals;

namespace {

// Runs in a forked process: starts a child that follows it and writes what it sees to `output`.
[[noreturn]] void followFromAChild(int output)
{
    if (::fork() == 0) {
        StopSignals requests;
        const char following = requests.followParent() ? 'f' : 'x';
        static_cast<void>(::write(output, &following, 1) == 1);
        const char request = static_cast<char>(requests.wait());
        static_cast<void>(::write(output, &request, 1) == 1);
        ::_exit(0);
    }
    while (true) {
        ::pause();
    }
}

// Waits for a byte; 0 when the other end is closed.
char byteFrom(int input)
{
    char byte = 0;
    return ::read(input, &byte, 1) == 1 ? byte : '\0';
}

} // namespace

class PlatformStopSignalsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        pthread_sigmask(SIG_SETMASK, nullptr, &m_mask);
        ::sigaction(SIGHUP, nullptr, &m_hangup);
        ::sigaction(SIGUSR1, nullptr, &m_user);
        // the tests may be run with nohup
        std::signal(SIGHUP, SIG_DFL);
    }
    void cleanup()
    {
        ::sigaction(SIGHUP, &m_hangup, nullptr);
        ::sigaction(SIGUSR1, &m_user, nullptr);
        ::prctl(PR_SET_PDEATHSIG, 0);
        pthread_sigmask(SIG_SETMASK, &m_mask, nullptr);
    }

    void aSignalIsHeldBackUntilSomebodyWaits_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalIsHeldBackUntilSomebodyWaits()
    {
        QFETCH(int, signal);
        StopSignals requests;
        QCOMPARE(::raise(signal), 0); // would end this program
        QCOMPARE(requests.wait(), signal);
    }

    void aTerminalThatTheCallerIgnoresIsNoRequest()
    {
        std::signal(SIGHUP, SIG_IGN);
        StopSignals requests;
        QCOMPARE(::raise(SIGHUP), 0); // comes to nothing
        QCOMPARE(::raise(SIGTERM), 0);
        QCOMPARE(requests.wait(), SIGTERM);
    }

    void aRequestForANewLogFileDoesNotEndTheProgram()
    {
        std::signal(SIGUSR1, SIG_DFL);
        StopSignals requests;
        QCOMPARE(::raise(SIGUSR1), 0);
        QCOMPARE(::raise(SIGTERM), 0);
        QCOMPARE(requests.wait(), SIGTERM);
    }

    void aParentThatRunsCanBeFollowed()
    {
        StopSignals requests;
        QVERIFY(requests.followParent());
        int signal = 0;
        QCOMPARE(::prctl(PR_GET_PDEATHSIG, &signal), 0);
        QCOMPARE(signal, SIGTERM);
    }

    // it dies between fork and the request
    void aChildWhoseParentHasDiedEndsBeforeItBegins()
    {
        const pid_t child = ::fork();
        if (child == 0) {
            // this number was never its parent's
            sandglass::platform::endWithParent(::getpid());
            ::_exit(EXIT_SUCCESS);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
    }

    void theEndOfTheParentIsARequest()
    {
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        const pid_t parent = ::fork();
        if (parent == 0) {
            followFromAChild(ends[1]);
        }
        ::close(ends[1]);
        QCOMPARE(byteFrom(ends[0]), 'f'); // the child follows its parent
        QCOMPARE(::kill(parent, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(parent, &status, 0), parent);
        QCOMPARE(byteFrom(ends[0]), static_cast<char>(SIGTERM));
        ::close(ends[0]);
    }

private:
    sigset_t m_mask{};
    struct sigaction m_hangup = {};
    struct sigaction m_user = {};
};

SANDGLASS_PLAIN_TEST(PlatformStopSignalsTest)
} // namespace tst_platform_stop_signals

#include "tst_platform_stop_signals.moc"
