// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connect_finding_words.h"

#include "app/presenters/connections/connection_fault_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"

#include <QCoreApplication>
#include <QLocale>

namespace sandglass::presenters {

using services::ConnectFinding;
using services::ConnectTrouble;

namespace {

struct Finding
{
    Q_DECLARE_TR_FUNCTIONS(ConnectFinding)
};

QString dateOf(const QDateTime& at)
{
    return QLocale().toString(at.toUTC(), QLocale::ShortFormat) + QStringLiteral(" UTC");
}

// The string and the files that it names. False: it is about something else.
bool stringWords(const ConnectFinding& finding, FailureText& words)
{
    switch (finding.trouble) {
    case ConnectTrouble::BadString:
        words.sentence = faultWords(finding.reading);
        words.advice = Finding::tr("Correct the connection string.");
        return true;
    case ConnectTrouble::PlainWithoutTls:
        words.sentence = Finding::tr("The method PLAIN would send the password unencrypted, so "
                                     "nothing was sent.");
        words.advice = Finding::tr("Turn TLS on, or choose another method of authentication.");
        return true;
    case ConnectTrouble::ProxyOption:
        words.sentence = Finding::tr("The database driver cannot use a SOCKS5 proxy and would "
                                     "connect without it, so nothing was sent.");
        words.advice
            = Finding::tr("Remove the options that begin with proxy, and use an SSH tunnel.");
        return true;
    case ConnectTrouble::UserMissing:
        words.sentence = Finding::tr("The method %1 requires a user name.").arg(finding.asked);
        words.advice = Finding::tr("Enter the user, or choose the method None.");
        return true;
    case ConnectTrouble::CaFileMissing:
        words.sentence = Finding::tr("There is no CA file %1.").arg(finding.asked);
        words.advice = Finding::tr("Choose the file with the CA's certificate on the tab TLS.");
        return true;
    case ConnectTrouble::CaFileUnusable:
        words.sentence = Finding::tr("The CA file %1 contains no certificate that can be read.")
                             .arg(finding.asked);
        words.advice = Finding::tr("Choose a file in PEM format on the tab TLS, and check that you "
                                   "may read it.");
        return true;
    case ConnectTrouble::KeyFileMissing:
        words.sentence
            = Finding::tr("There is no file %1 with the client certificate.").arg(finding.asked);
        words.advice = Finding::tr("Choose the file on the tab TLS.");
        return true;
    case ConnectTrouble::KeyFileUnusable:
        words.sentence
            = Finding::tr("The client certificate in %1 cannot be used.").arg(finding.asked);
        words.advice = Finding::tr("The file must contain certificate and key in PEM format, and "
                                   "the password of the key must be correct.");
        return true;
    default:
        return false;
    }
}

bool sshWords(const ConnectFinding& finding, FailureText& words)
{
    switch (finding.trouble) {
    case ConnectTrouble::SshMissing:
        words.sentence = Finding::tr("The program ssh was not found.");
        words.advice = Finding::tr("Install the package openssh-client.");
        return true;
    case ConnectTrouble::SshSeeded:
        words.sentence = Finding::tr("An SSH tunnel leads to one host, but mongodb+srv:// takes "
                                     "its hosts from DNS.");
        words.advice = Finding::tr("Use mongodb:// with the name of one host.");
        return true;
    case ConnectTrouble::SshHostKey:
        words.sentence
            = Finding::tr("The host key of the SSH server %1 is not known, or it has changed.")
                  .arg(finding.asked);
        words.advice = Finding::tr("Run \"ssh %1\" in a terminal and compare the fingerprint with "
                                   "the one that the administrator gave you.")
                           .arg(finding.asked);
        return true;
    case ConnectTrouble::SshLogin:
        words.sentence
            = Finding::tr("The SSH server %1 does not accept the login.").arg(finding.asked);
        words.advice = Finding::tr("Add your key to the SSH agent with ssh-add, or choose the "
                                   "right key file. Passwords are not asked for.");
        return true;
    case ConnectTrouble::SshUnreachable:
        words.sentence = Finding::tr("The SSH server %1 cannot be reached.").arg(finding.asked);
        words.advice = Finding::tr("Check its name and port, and the jump hosts.");
        return true;
    case ConnectTrouble::SshForward:
        words.sentence = Finding::tr("The SSH server %1 cannot connect to the database host.")
                             .arg(finding.asked);
        words.advice = Finding::tr("Enter host and port of the database as the SSH server sees "
                                   "them, and check that it permits forwarding.");
        return true;
    case ConnectTrouble::SshOther:
        words.sentence = Finding::tr("The SSH tunnel to %1 has ended.").arg(finding.asked);
        words.advice = Finding::tr("The details contain the last line of ssh.");
        return true;
    default:
        return false;
    }
}

bool networkWords(const ConnectFinding& finding, FailureText& words)
{
    switch (finding.trouble) {
    case ConnectTrouble::SeedNotFound:
        words.sentence = Finding::tr("DNS has no SRV record _mongodb._tcp.%1, from which "
                                     "mongodb+srv:// takes the hosts.")
                             .arg(finding.asked);
        words.advice = Finding::tr("Check the name and the network, or use mongodb:// with the "
                                   "names of the hosts.");
        return true;
    case ConnectTrouble::NameNotFound:
        words.sentence = Finding::tr("The host name %1 was not found.").arg(finding.asked);
        words.advice = Finding::tr("Check its spelling, the DNS server and the VPN.");
        return true;
    case ConnectTrouble::SocketMissing:
        words.sentence = Finding::tr("There is no socket %1.").arg(finding.asked);
        words.advice = Finding::tr("Check the path, and that the server is running.");
        return true;
    case ConnectTrouble::Unreachable:
        words.sentence = Finding::tr("The network has no way to %1.").arg(finding.host);
        words.advice = Finding::tr("Check the network and the VPN.");
        return true;
    case ConnectTrouble::NoAnswer:
        words.sentence = Finding::tr("%1 did not answer in time.").arg(finding.host);
        words.advice = Finding::tr("A firewall or an access list may drop the packets. Check that "
                                   "it admits this computer.");
        return true;
    case ConnectTrouble::Refused:
        words.sentence = Finding::tr("%1 refused the connection.").arg(finding.host);
        words.advice = Finding::tr("Check that the server is running and listens on this port.");
        return true;
    case ConnectTrouble::Silent:
        words.sentence
            = Finding::tr("%1 accepts the connection but sends no reply.").arg(finding.host);
        words.advice = Finding::tr("The server may hang, or a proxy does not pass the data on.");
        return true;
    case ConnectTrouble::ClosedAtOnce:
        words.sentence
            = Finding::tr("%1 accepts the connection and closes it at once.").arg(finding.host);
        words.advice = Finding::tr("The server may have too many connections, or an access list "
                                   "does not admit this computer.");
        return true;
    case ConnectTrouble::NotMongo:
        words.sentence
            = Finding::tr("What answers at %1 is not a MongoDB server.").arg(finding.host);
        words.advice = Finding::tr("Check the port.");
        return true;
    case ConnectTrouble::HttpAnswer:
        words.sentence = Finding::tr("An HTTP server or proxy answers at %1.").arg(finding.host);
        words.advice = Finding::tr("Check the port. A web proxy cannot pass on a database "
                                   "connection.");
        return true;
    default:
        return false;
    }
}

void clientCertificateWords(const ConnectFinding& finding, FailureText& words)
{
    if (finding.asked.isEmpty()) {
        words.sentence = Finding::tr("%1 requires a client certificate.").arg(finding.host);
        words.advice = Finding::tr("Choose the file with your certificate and key on the tab TLS.");
        return;
    }
    words.sentence = Finding::tr("%1 does not accept the client certificate in %2, which was "
                                 "issued by \"%3\".")
                         .arg(finding.host, finding.asked, finding.found);
    words.advice = finding.at < QDateTime::currentDateTimeUtc()
        ? Finding::tr("It expired on %1. Get a new one from the administrator, and choose its file "
                      "on the tab TLS.")
              .arg(dateOf(finding.at))
        : Finding::tr("Ask the administrator which CA the server accepts for clients, and choose a "
                      "certificate of that CA on the tab TLS.");
}

bool tlsWords(const ConnectFinding& finding, FailureText& words)
{
    switch (finding.trouble) {
    case ConnectTrouble::TlsOnPlainPort:
        words.sentence = Finding::tr("%1 does not use TLS on this port.").arg(finding.host);
        words.advice = Finding::tr("Turn TLS off, or use the port on which the server offers TLS.");
        return true;
    case ConnectTrouble::PlainOnTlsPort:
        words.sentence = Finding::tr("%1 requires TLS.").arg(finding.host);
        words.advice = Finding::tr("Turn TLS on, on the tab TLS.");
        return true;
    case ConnectTrouble::TlsFailed:
        words.sentence = Finding::tr("The TLS handshake with %1 failed.").arg(finding.host);
        words.advice = Finding::tr("The details contain the reason.");
        return true;
    case ConnectTrouble::ClientCertificate:
        clientCertificateWords(finding, words);
        return true;
    case ConnectTrouble::Untrusted:
        words.sentence = Finding::tr("The certificate of %1 was issued by \"%2\", which this "
                                     "computer does not trust.")
                             .arg(finding.host, finding.found);
        words.advice = Finding::tr("Get the certificate of this CA from the administrator and "
                                   "choose it as CA file on the tab TLS.");
        return true;
    case ConnectTrouble::CertificateExpired:
        words.sentence = Finding::tr("The certificate of %1 expired on %2.")
                             .arg(finding.host, dateOf(finding.at));
        words.advice = Finding::tr("The administrator has to renew it. If the date is in the "
                                   "future, check this computer's clock.");
        return true;
    case ConnectTrouble::CertificateTooNew:
        words.sentence = Finding::tr("The certificate of %1 is not valid before %2.")
                             .arg(finding.host, dateOf(finding.at));
        words.advice = Finding::tr("Check this computer's clock.");
        return true;
    case ConnectTrouble::HostNameMismatch:
        words.sentence = Finding::tr("The certificate is for %1, not for %2.")
                             .arg(finding.found, finding.asked);
        words.advice = Finding::tr("Connect by a name that is in the certificate. Another server "
                                   "may be answering in its place.");
        return true;
    default:
        return false;
    }
}

void serverWordsOf(const ConnectFinding& finding, FailureText& words)
{
    switch (finding.trouble) {
    case ConnectTrouble::SetName:
        words.sentence = finding.found.isEmpty()
            ? Finding::tr("%1 is not a member of a replica set; the connection string asks for "
                          "\"%2\".")
                  .arg(finding.host, finding.asked)
            : Finding::tr("%1 belongs to the replica set \"%2\", "
                          "not to \"%3\".")
                  .arg(finding.host, finding.found, finding.asked);
        words.advice = finding.found.isEmpty()
            ? Finding::tr("Remove the option replicaSet, on the tab Advanced.")
            : Finding::tr("Correct the option replicaSet, on the tab Advanced.");
        return;
    case ConnectTrouble::LoginRequired:
        words.sentence = Finding::tr("%1 requires a login.").arg(finding.host);
        words.advice = Finding::tr("Enter user and password on the tab Authentication.");
        return;
    case ConnectTrouble::Mechanism:
        words.sentence
            = Finding::tr("%1 does not offer the method %2.").arg(finding.host, finding.asked);
        words.advice = finding.found.isEmpty()
            ? Finding::tr("Choose another method on the tab Authentication.")
            : Finding::tr("For this user it offers %1. Choose one of these on the tab "
                          "Authentication.")
                  .arg(finding.found);
        return;
    case ConnectTrouble::Password:
        words.sentence = Finding::tr("The server does not accept the user \"%1\" in the "
                                     "authentication database \"%2\" with this password.")
                             .arg(finding.asked, finding.found);
        words.advice = Finding::tr("Check user, password and authentication database on the tab "
                                   "Authentication.");
        return;
    default:
        return;
    }
}

} // namespace

FailureText findingWords(const ConnectFinding& finding)
{
    FailureText words;
    if (!stringWords(finding, words) && !sshWords(finding, words) && !networkWords(finding, words)
        && !tlsWords(finding, words)) {
        serverWordsOf(finding, words);
    }
    const bool verbatim = finding.trouble == ConnectTrouble::Unreachable
        || finding.trouble == ConnectTrouble::TlsFailed
        || (finding.trouble >= ConnectTrouble::SshHostKey
            && finding.trouble <= ConnectTrouble::SshOther);
    if (verbatim) {
        words.details = finding.found;
    }
    return words;
}

std::optional<FailureText> linkFailure(const services::LinkState& link)
{
    if (!link.error) {
        return std::nullopt;
    }
    FailureText failure = describe(*link.error);
    if (link.finding) {
        const FailureText cause = findingWords(*link.finding);
        failure.sentence = cause.sentence;
        failure.advice = cause.advice;
        failure.notPermitted = false;
        if (!cause.details.isEmpty()) {
            failure.details = cause.details;
        }
    }
    return failure;
}

} // namespace sandglass::presenters
