// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/server_process.h"

#include <QFile>
#include <QProcessEnvironment>

#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace sandglass::bench {

namespace {

constexpr int kStopMillis = 10'000;
constexpr int kRunMillis = 120'000;

// Between fork and exec: nothing here allocates.
void becomeChild(const std::optional<Account>& account)
{
    if (account
        && (::setgroups(0, nullptr) != 0 || ::setgid(account->group) != 0
            || ::setuid(account->user) != 0)) {
        ::_exit(127); // the server must not run under this account instead
    }
    // after setuid(), which forgets it
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

} // namespace

std::optional<Account> accountOf(const char* name)
{
    const passwd* entry = ::getpwnam(name);
    if (!entry) {
        return std::nullopt;
    }
    return Account{entry->pw_uid, entry->pw_gid};
}

ServerProcess::ServerProcess(QString folder, std::optional<Account> account)
    : m_folder(std::move(folder))
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    m_process.setProcessEnvironment(environment);
    m_process.setWorkingDirectory(m_folder);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(outputFile(), QIODevice::Append);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([account] { becomeChild(account); });
}

ServerProcess::~ServerProcess()
{
    if (!running()) {
        return;
    }
    ::kill(static_cast<pid_t>(m_process.processId()), SIGINT);
    if (m_process.waitForFinished(kStopMillis)) {
        return;
    }
    m_process.kill();
    m_process.waitForFinished(kStopMillis);
}

Result<void> ServerProcess::start(const QString& program, const QStringList& arguments)
{
    m_process.start(program, arguments);
    if (!m_process.waitForStarted()) {
        return failed(program.toStdString() + " does not start");
    }
    return {};
}

Result<void> ServerProcess::runToEnd(const QString& program, const QStringList& arguments)
{
    TRY(start(program, arguments));
    if (!m_process.waitForFinished(kRunMillis) || m_process.exitStatus() != QProcess::NormalExit
        || m_process.exitCode() != 0) {
        return failed(program.toStdString() + " fails");
    }
    return {};
}

Error ServerProcess::failed(const std::string& what) const
{
    constexpr qsizetype kMostBytes = 400;
    QFile file(outputFile());
    const QByteArray output = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return base::failure(Errc::Internal, what + ": " + output.right(kMostBytes).toStdString());
}

} // namespace sandglass::bench
