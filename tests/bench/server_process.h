// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QProcess>
#include <QString>
#include <QStringList>

#include <sys/types.h>

#include <optional>
#include <string>

namespace sandglass::bench {

/// Whom a program runs as, when not as the one who started this program.
struct Account
{
    uid_t user = 0;
    gid_t group = 0;
};

/// An account of this machine by name; nullopt when there is none.
std::optional<Account> accountOf(const char* name);

/// Another program, a server as a rule, that ends with this object, and with this program however
/// that ends. Its output goes to a file. One thread. Errors: Internal, with the end of its output.
class ServerProcess
{
public:
    /// `folder`: it works there, and its output goes to the file "output" in it.
    ServerProcess(QString folder, std::optional<Account> account);
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;
    /// SIGINT, and after ten seconds SIGKILL.
    ~ServerProcess();

    Result<void> start(const QString& program, const QStringList& arguments);
    /// Starts it and waits until it has ended well.
    Result<void> runToEnd(const QString& program, const QStringList& arguments);
    bool running() const { return m_process.state() == QProcess::Running; }
    qint64 processId() const { return m_process.processId(); }
    /// What it wrote last, for an error.
    Error failed(const std::string& what) const;

private:
    QString outputFile() const { return m_folder + QStringLiteral("/output"); }

    QString m_folder;
    QProcess m_process;
};

} // namespace sandglass::bench
