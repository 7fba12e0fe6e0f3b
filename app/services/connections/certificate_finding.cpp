// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/certificate_finding.h"

#include "app/services/connections/tls_options.h"

#include <QMultiMap>
#include <QSsl>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qsizetype kMaxNamesShown = 5;

ConnectTrouble troubleOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::NoError:
        return ConnectTrouble::None;
    case QSslError::CertificateExpired:
        return ConnectTrouble::CertificateExpired;
    case QSslError::CertificateNotYetValid:
        return ConnectTrouble::CertificateTooNew;
    case QSslError::HostNameMismatch:
        return ConnectTrouble::HostNameMismatch;
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted:
    case QSslError::InvalidCaCertificate:
        return ConnectTrouble::Untrusted;
    default:
        return ConnectTrouble::TlsFailed;
    }
}

// A readable name: the common name, or else the organisation.
QString nameIn(const QStringList& common, const QStringList& organisation)
{
    return (common.isEmpty() ? organisation : common).join(u", "_s);
}

// All host names that a certificate is for. Clients ignore the common name if there are others.
QString namesOf(const QSslCertificate& certificate)
{
    const auto alternatives = certificate.subjectAlternativeNames();
    QStringList names = alternatives.values(QSsl::DnsEntry);
    names += alternatives.values(QSsl::IpAddressEntry);
    if (names.isEmpty()) {
        names = certificate.subjectInfo(QSslCertificate::CommonName);
    }
    std::ranges::sort(names);
    const QString shown = names.mid(0, kMaxNamesShown).join(u", "_s);
    return names.size() > kMaxNamesShown ? shown + u", …"_s : shown;
}

} // namespace

ConnectFinding certificateFinding(const protocol::ConnectionParts& parts,
                                  const QList<QSslError>& errors,
                                  const QList<QSslCertificate>& chain)
{
    ConnectFinding finding;
    QSslCertificate at = chain.isEmpty() ? QSslCertificate() : chain.first();
    for (const QSslError& error : errors) {
        const ConnectTrouble trouble = troubleOf(error.error());
        if (isAccepted(parts, error.error()) || trouble == ConnectTrouble::None) {
            continue;
        }
        // the enumeration has them in the order in which they have to be put right; a known cause
        // says more than "failed"
        const bool vague = finding.trouble == ConnectTrouble::None
            || finding.trouble == ConnectTrouble::TlsFailed;
        if (vague || (trouble != ConnectTrouble::TlsFailed && trouble < finding.trouble)) {
            finding.trouble = trouble;
            finding.found = error.errorString();
            at = error.certificate().isNull() ? at : error.certificate();
        }
    }
    if (finding.trouble == ConnectTrouble::Untrusted) {
        // the last one of the chain is the one whose issuer is unknown
        const QSslCertificate last = chain.isEmpty() ? at : chain.last();
        finding.found = nameIn(last.issuerInfo(QSslCertificate::CommonName),
                               last.issuerInfo(QSslCertificate::Organization));
    } else if (finding.trouble == ConnectTrouble::HostNameMismatch) {
        finding.found = namesOf(chain.isEmpty() ? at : chain.first());
    } else if (finding.trouble == ConnectTrouble::CertificateExpired) {
        finding.found = nameIn(at.subjectInfo(QSslCertificate::CommonName),
                               at.subjectInfo(QSslCertificate::Organization));
        finding.at = at.expiryDate();
    } else if (finding.trouble == ConnectTrouble::CertificateTooNew) {
        finding.at = at.effectiveDate();
    }
    return finding;
}

} // namespace sandglass::services
