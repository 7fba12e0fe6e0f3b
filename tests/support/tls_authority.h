// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace sandglass::tests {

using namespace Qt::StringLiterals;

/// A certificate authority made for one test with the program openssl, in a folder of its own.
class TlsAuthority
{
public:
    explicit TlsAuthority(const QString& name = u"Sandglass Test CA"_s)
    {
        m_good
            = openssl({u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
                       u"ec_paramgen_curve:P-256"_s, u"-nodes"_s, u"-keyout"_s, file(u"ca.key"_s),
                       u"-out"_s, caFile(), u"-days"_s, u"30"_s, u"-subj"_s, u"/CN="_s + name});
    }

    /// Whether every step of openssl so far has succeeded.
    bool good() const { return m_good; }
    /// The certificate of the authority, in PEM format.
    QString caFile() const { return file(u"ca.pem"_s); }
    /// A file in the folder.
    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// What a server needs for TLS. `names`: as in "DNS:db.example,IP:127.0.0.1". `days`: from now;
    /// negative: it has expired.
    QSslConfiguration server(const QString& names, int days = 30)
    {
        m_good = m_good
            && openssl({u"req"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
                        u"ec_paramgen_curve:P-256"_s, u"-nodes"_s, u"-keyout"_s,
                        file(u"server.key"_s), u"-out"_s, file(u"server.csr"_s), u"-subj"_s,
                        u"/CN=db.example"_s, u"-addext"_s, u"subjectAltName="_s + names})
            && openssl(QStringList{u"x509"_s, u"-req"_s, u"-in"_s, file(u"server.csr"_s), u"-CA"_s,
                                   caFile(), u"-CAkey"_s, file(u"ca.key"_s), u"-CAcreateserial"_s,
                                   u"-copy_extensions"_s, u"copy"_s, u"-out"_s,
                                   file(u"server.pem"_s)}
                       + validity(days));
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(certificate(file(u"server.pem"_s)));
        QFile key(file(u"server.key"_s));
        m_good = m_good && key.open(QIODevice::ReadOnly);
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        return configuration;
    }
    /// A file with a server's certificate and its key, in PEM format. `names`, `days`: as server().
    QString serverFile(const QString& names, int days = 30)
    {
        server(names, days);
        const QString both = file(u"server-with-key.pem"_s);
        QFile out(both);
        m_good = m_good && out.open(QIODevice::WriteOnly);
        for (const QString& part : {file(u"server.pem"_s), file(u"server.key"_s)}) {
            QFile in(part);
            m_good = m_good && in.open(QIODevice::ReadOnly) && out.write(in.readAll()) > 0;
        }
        return both;
    }
    /// A file with a certificate for a client and its key, in PEM format.
    QString client(const QString& name)
    {
        const QString key = file(name + u".key"_s);
        const QString request = file(name + u".csr"_s);
        const QString certificate = file(name + u".crt"_s);
        m_good = m_good
            && openssl({u"req"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
                        u"ec_paramgen_curve:P-256"_s, u"-nodes"_s, u"-keyout"_s, key, u"-out"_s,
                        request, u"-subj"_s, u"/CN="_s + name})
            && openssl({u"x509"_s, u"-req"_s, u"-in"_s, request, u"-CA"_s, caFile(), u"-CAkey"_s,
                        file(u"ca.key"_s), u"-CAcreateserial"_s, u"-days"_s, u"30"_s, u"-out"_s,
                        certificate});
        const QString both = file(name + u".pem"_s);
        QFile out(both);
        m_good = m_good && out.open(QIODevice::WriteOnly);
        for (const QString& part : {certificate, key}) {
            QFile in(part);
            m_good = m_good && in.open(QIODevice::ReadOnly) && out.write(in.readAll()) > 0;
        }
        return both;
    }
    /// As server(), for a server that demands a client certificate of this authority. Like a
    /// database server it ends the handshake with an alert otherwise.
    QSslConfiguration demandingServer(const QString& names)
    {
        QSslConfiguration configuration = server(names);
        configuration.setCaCertificates({certificate(caFile())});
        configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
        configuration.setMissingCertificateIsFatal(true);
        configuration.setHandshakeMustInterruptOnError(true);
        return configuration;
    }
    /// A certificate from a file.
    static QSslCertificate certificate(const QString& path)
    {
        return QSslCertificate::fromPath(path).value(0);
    }

private:
    /// The options for a certificate that is valid until `days` from now. Since 3.5 openssl refuses
    /// a negative number of days, and before 3.4 it has no option for the dates.
    QStringList validity(int days)
    {
        QByteArray help;
        if (days >= 0 || !openssl({u"x509"_s, u"-help"_s}, &help)
            || !help.contains("-not_before")) {
            return {u"-days"_s, QString::number(days)};
        }
        const auto text = [](int daysFromNow) {
            return QDateTime::currentDateTimeUtc()
                .addDays(daysFromNow)
                .toString(u"yyyyMMddHHmmss'Z'"_s);
        };
        constexpr int kValidDays = 30;
        return {u"-not_before"_s, text(days - kValidDays), u"-not_after"_s, text(days)};
    }
    bool openssl(const QStringList& arguments, QByteArray* output = nullptr)
    {
        QProcess program;
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(u"openssl"_s, arguments);
        const bool ended = program.waitForFinished(30'000) && program.exitCode() == 0;
        const QByteArray printed = program.readAll();
        if (!ended) {
            qWarning("openssl: %s", printed.constData());
        }
        if (output) {
            *output = printed;
        }
        return ended;
    }

    QTemporaryDir m_folder;
    bool m_good = false;
};

} // namespace sandglass::tests
