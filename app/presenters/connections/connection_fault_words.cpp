// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_fault_words.h"

#include <QCoreApplication>

namespace sandglass::presenters {

namespace {

struct Fault
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionFault)
};

// `position`: of the host, from 1.
QString hostWords(protocol::ConnectionFault fault, int position)
{
    using protocol::ConnectionFault;
    switch (fault) {
    case ConnectionFault::HostMissing:
        return position > 1 ? Fault::tr("Host %1 is empty.").arg(position)
                            : Fault::tr("The host is missing.");
    case ConnectionFault::HostCharacter:
        return Fault::tr("Host %1 contains a character that a host name cannot have.")
            .arg(position);
    case ConnectionFault::HostBrackets:
        return Fault::tr("Host %1: put an IPv6 address in brackets, as in [::1]:27017.")
            .arg(position);
    case ConnectionFault::HostPort:
        return Fault::tr("The port of host %1 is not a number from 1 to 65535.").arg(position);
    default:
        return Fault::tr("mongodb+srv:// takes exactly one host name, without a port.");
    }
}

} // namespace

QString faultWords(const protocol::ConnectionReading& reading)
{
    using protocol::ConnectionFault;
    switch (reading.fault) {
    case ConnectionFault::None:
        return {};
    case ConnectionFault::Scheme:
        return Fault::tr("A connection string starts with mongodb:// or mongodb+srv://.");
    case ConnectionFault::TooLong:
        return Fault::tr("The connection string is too long or contains a zero byte.");
    case ConnectionFault::UserEscape:
        return Fault::tr(
            "The user name contains a % that does not start an escape sequence. Write it as %25.");
    case ConnectionFault::PasswordEscape:
        return Fault::tr(
            "The password contains a % that does not start an escape sequence. Write it as %25.");
    case ConnectionFault::CredentialCharacter:
        return Fault::tr("In the user name and the password, write @ : / ? as %40 %3A %2F %3F. Or "
                         "type the password into its own field.");
    case ConnectionFault::UserMissing:
        return Fault::tr("There is a password but no user name.");
    case ConnectionFault::DatabaseEscape:
        return Fault::tr("The database name contains a % that does not start an escape sequence.");
    case ConnectionFault::DatabaseCharacter:
        return Fault::tr("The database name contains a character that is not allowed.");
    case ConnectionFault::OptionShape:
        return Fault::tr("Option %1 does not have the form name=value.").arg(reading.position);
    case ConnectionFault::OptionEscape:
        return Fault::tr("Option %1 contains a % that does not start an escape sequence.")
            .arg(reading.position);
    case ConnectionFault::HostMissing:
    case ConnectionFault::HostCharacter:
    case ConnectionFault::HostBrackets:
    case ConnectionFault::HostPort:
    case ConnectionFault::SeededHosts:
        break;
    }
    return hostWords(reading.fault, reading.position);
}

} // namespace sandglass::presenters
