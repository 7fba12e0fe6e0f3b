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
        request(u"server"_s, u"db.example"_s, names);
        m_good = m_good
            && openssl(QStringList{u"x509"_s, u"-req"_s, u"-in"_s, file(u"server.csr"_s), u"-CA"_s,
                                   caFile(), u"-CAkey"_s, file(u"ca.key"_s), u"-CAcreateserial"_s,
                                   u"-copy_extensions"_s, u"copy"_s, u"-out"_s,
                                   file(u"server.pem"_s)}
                       + validity(days));
        return serverConfiguration();
    }
    /// As server(), with a certificate that is valid only in so many days.
    QSslConfiguration futureServer(const QString& names, int days)
    {
        request(u"server"_s, u"db.example"_s, names);
        signForLater(u"server.csr"_s, u"server.pem"_s, days);
        return serverConfiguration();
    }
    /// As server(), with a certificate that only the server itself has signed.
    QSslConfiguration selfSignedServer(const QString& names)
    {
        signItself(u"server"_s, u"db.example"_s, u"server.pem"_s, names);
        return serverConfiguration();
    }
    /// As client(), with a certificate that is valid only in so many days.
    QString futureClient(const QString& name, int days)
    {
        request(name, name, {});
        signForLater(name + u".csr"_s, name + u".crt"_s, days);
        return withKey(name);
    }
    /// As client(), with a certificate that only the client itself has signed.
    QString selfSignedClient(const QString& name)
    {
        signItself(name, name, name + u".crt"_s, {});
        return withKey(name);
    }
    /// A file with a server's certificate and its key, in PEM format. `names`, `days`: as server().
    QString serverFile(const QString& names, int days = 30)
    {
        server(names, days);
        return joined(u"server.pem"_s, u"server.key"_s, u"server-with-key.pem"_s);
    }
    /// As serverFile(), with a certificate that is valid only in so many days.
    QString futureServerFile(const QString& names, int days)
    {
        futureServer(names, days);
        return joined(u"server.pem"_s, u"server.key"_s, u"server-with-key.pem"_s);
    }
    /// A file with a certificate for a client and its key, in PEM format. `days`: as server().
    QString client(const QString& name, int days = 30)
    {
        request(name, name, {});
        m_good = m_good
            && openssl(QStringList{u"x509"_s, u"-req"_s, u"-in"_s, file(name + u".csr"_s), u"-CA"_s,
                                   caFile(), u"-CAkey"_s, file(u"ca.key"_s), u"-CAcreateserial"_s,
                                   u"-out"_s, file(name + u".crt"_s)}
                       + validity(days));
        return withKey(name);
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
    /// What all kinds of servers have in common.
    QSslConfiguration serverConfiguration()
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(certificate(file(u"server.pem"_s)));
        QFile key(file(u"server.key"_s));
        m_good = m_good && key.open(QIODevice::ReadOnly);
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        return configuration;
    }
    /// A new key <file>.key, and in <file>.csr the request for its certificate. `names`: empty:
    /// none but the common one.
    void request(const QString& stem, const QString& commonName, const QString& names)
    {
        m_good = m_good
            && openssl(newKey(stem, commonName, names)
                       + QStringList{u"-out"_s, file(stem + u".csr"_s)});
    }
    void signItself(const QString& stem, const QString& commonName, const QString& to,
                    const QString& names)
    {
        m_good = m_good
            && openssl(newKey(stem, commonName, names)
                       + QStringList{u"-x509"_s, u"-days"_s, u"30"_s, u"-out"_s, file(to)});
    }
    QStringList newKey(const QString& stem, const QString& commonName, const QString& names) const
    {
        QStringList words{u"req"_s,
                          u"-newkey"_s,
                          u"ec"_s,
                          u"-pkeyopt"_s,
                          u"ec_paramgen_curve:P-256"_s,
                          u"-nodes"_s,
                          u"-keyout"_s,
                          file(stem + u".key"_s),
                          u"-subj"_s,
                          u"/CN="_s + commonName};
        if (!names.isEmpty()) {
            words << u"-addext"_s << u"subjectAltName="_s + names;
        }
        return words;
    }
    /// Signs a request with a certificate that begins in `days`. Before 3.4 only `openssl ca` can.
    void signForLater(const QString& from, const QString& to, int days)
    {
        constexpr int kValidDays = 30;
        write(u"ca.conf"_s,
              "[ca]\ndefault_ca = own\n[own]\ndatabase = " + file(u"index.txt"_s).toUtf8()
                  + "\nserial = " + file(u"next.serial"_s).toUtf8()
                  + "\nnew_certs_dir = " + m_folder.path().toUtf8()
                  + "\ndefault_md = sha256\npolicy = any\ncopy_extensions = copy\n"
                    "unique_subject = no\n[any]\ncommonName = supplied\n");
        write(u"index.txt"_s, {});
        write(u"next.serial"_s, "4711\n");
        m_good = m_good
            && openssl({u"ca"_s, u"-batch"_s, u"-notext"_s, u"-config"_s, file(u"ca.conf"_s),
                        u"-cert"_s, caFile(), u"-keyfile"_s, file(u"ca.key"_s), u"-in"_s,
                        file(from), u"-out"_s, file(to), u"-startdate"_s, dayText(days),
                        u"-enddate"_s, dayText(days + kValidDays)});
    }
    /// A client's certificate and its key in one file.
    QString withKey(const QString& name)
    {
        return joined(name + u".crt"_s, name + u".key"_s, name + u".pem"_s);
    }
    /// Two files one after the other in a third, whose path is returned.
    QString joined(const QString& first, const QString& second, const QString& to)
    {
        QFile out(file(to));
        m_good = m_good && out.open(QIODevice::WriteOnly);
        for (const QString& part : {first, second}) {
            QFile in(file(part));
            m_good = m_good && in.open(QIODevice::ReadOnly) && out.write(in.readAll()) > 0;
        }
        return file(to);
    }
    void write(const QString& name, const QByteArray& text)
    {
        QFile out(file(name));
        m_good = m_good && out.open(QIODevice::WriteOnly) && out.write(text) == text.size();
    }
    /// A moment in the form that openssl takes.
    static QString dayText(int daysFromNow)
    {
        return QDateTime::currentDateTimeUtc()
            .addDays(daysFromNow)
            .toString(u"yyyyMMddHHmmss'Z'"_s);
    }
    /// The options for a certificate that is valid until `days` from now. Since 3.5 openssl refuses
    /// a negative number of days, and before 3.4 it has no option for the dates.
    QStringList validity(int days)
    {
        QByteArray help;
        if (days >= 0 || !openssl({u"x509"_s, u"-help"_s}, &help)
            || !help.contains("-not_before")) {
            return {u"-days"_s, QString::number(days)};
        }
        constexpr int kValidDays = 30;
        return {u"-not_before"_s, dayText(days - kValidDays), u"-not_after"_s, dayText(days)};
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
