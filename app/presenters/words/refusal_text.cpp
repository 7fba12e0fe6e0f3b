// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/refusal_text.h"

#include "app/presenters/words/words.h"

#include <QCoreApplication>

namespace sandglass::presenters {

namespace {

struct Refused
{
    Q_DECLARE_TR_FUNCTIONS(Refusal)
};

// Names of the server's access control are plain ASCII.
QString named(std::string_view name)
{
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

QString privilegeText(std::string_view command)
{
    const ttl::Privilege* privilege = ttl::privilegeFor(command);
    if (!privilege) {
        return {};
    }
    //: %1 a privilege of the server such as serverStatus, %2 a role such as clusterMonitor
    return Refused::tr("This needs the privilege %1. The role %2 has it.")
        .arg(named(privilege->action), named(privilege->role));
}

void describeRefusal(const ttl::Refusal& refusal, FailureText& failure)
{
    if (refusal.needsLogin) {
        failure.sentence = Refused::tr("The server requires a login, and none was given.");
        failure.advice = Refused::tr("Enter a user and a password for this connection.");
        return;
    }
    if (!refusal.privilege) {
        failure.sentence = Refused::tr("This user is not permitted to do this.");
        failure.advice = Refused::tr("Ask the administrator of the server for the privilege. The "
                                     "details contain the message of the server.");
        return;
    }
    const QString command = named(refusal.privilege->command);
    const bool onServer = refusal.privilege->scope == ttl::PrivilegeScope::Cluster
        || refusal.database.empty() || refusal.database == "admin";
    failure.sentence = onServer
        //: %1 is a command of the server such as listDatabases
        ? Refused::tr("This user is not permitted to run %1.").arg(command)
        : Refused::tr("This user is not permitted to run %1 on the database %2.")
              .arg(command, text(refusal.database));
    failure.advice = privilegeText(refusal.privilege->command);
    if (refusal.privilege->command == "listDatabases") {
        failure.advice += u' '
            + Refused::tr("Without it, name the databases by hand: Server, Name Databases.");
    }
}

} // namespace sandglass::presenters
