// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine.h"
#include "app/engine/server/engine_options.h"
#include "app/engine/server/json_log.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"
#include "tests/support/tls_authority.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_server_refused_start {

using namespace sandglass;
using namespace sandglass::engine::server;

class ServerRefusedStartTest : public QObject
{
    Q_OBJECT

private slots:
    void whoNobodyCanLogInToIsNotShownToOtherMachines()
    {
        tests::TlsAuthority authority;
        const std::vector<std::string> arguments{"--bind",
                                                 "0.0.0.0",
                                                 "--port",
                                                 "0",
                                                 "--auth",
                                                 "--tlsMode",
                                                 "requireTLS",
                                                 "--tlsCertificateKeyFile",
                                                 serverFile(authority)};
        QVERIFY2(refusal(arguments).contains(u"There is no user yet"),
                 qPrintable(refusal(arguments)));
        // on this machine it may start: the log says what is missing
        std::vector<std::string> here = arguments;
        here[1] = "127.0.0.1";
        QCOMPARE(refusal(here), QString());
        QVERIFY(m_warnings.contains(u"There is no user yet"));
        // with a socket the first user can be created
        std::vector<std::string> withSocket = arguments;
        withSocket.insert(withSocket.end(),
                          {"--unix-socket", m_folder.filePath(QStringLiteral("s")).toStdString()});
        QCOMPARE(refusal(withSocket), QString());
    }

    void withoutALoginTheLogWarns()
    {
        QCOMPARE(refusal({"--port", "0"}), QString());
        QVERIFY(m_warnings.contains(u"Access control is not enabled"));
        QCOMPARE(refusal({"--unix-socket", m_folder.filePath(QStringLiteral("s")).toStdString()}),
                 QString());
        QVERIFY(m_warnings.isEmpty());
    }

    void aFileThatIsNoCertificateIsNamed()
    {
        const QString file = m_folder.filePath(QStringLiteral("none.pem"));
        const std::vector<std::string> arguments{
            "--port",          "0", "--tlsMode", "requireTLS", "--tlsCertificateKeyFile",
            file.toStdString()};
        QVERIFY(refusal(arguments).contains(file));
        QFile empty(file);
        QVERIFY(empty.open(QIODevice::WriteOnly));
        empty.write("no certificate");
        empty.close();
        QVERIFY(refusal(arguments).contains(file));
        tests::TlsAuthority authority;
        std::vector<std::string> wrongAuthority = arguments;
        wrongAuthority.back() = serverFile(authority);
        wrongAuthority.insert(wrongAuthority.end(), {"--tlsCAFile", file.toStdString()});
        QVERIFY(refusal(wrongAuthority).contains(QStringLiteral("--tlsCAFile")));
    }

    void aCertificateOutOfItsTimeIsRefused()
    {
        tests::TlsAuthority authority;
        const QString file = authority.serverFile(QStringLiteral("IP:127.0.0.1"), -1);
        QVERIFY(authority.good());
        const QString said = refusal(tlsWith(file));
        QVERIFY2(said.contains(u"has expired: it was valid until 20") && said.contains(file),
                 qPrintable(said));
        const QString early = authority.futureServerFile(QStringLiteral("IP:127.0.0.1"), 3);
        QVERIFY(authority.good());
        const QString then = refusal(tlsWith(early));
        QVERIFY2(then.contains(u"is not valid yet: it is from 20") && then.contains(early),
                 qPrintable(then));
    }

    void aKeyOfAnotherCertificateIsRefused()
    {
        tests::TlsAuthority authority;
        authority.serverFile(QStringLiteral("IP:127.0.0.1"));
        tests::TlsAuthority other;
        other.serverFile(QStringLiteral("IP:127.0.0.1"));
        QFile key(other.file(QStringLiteral("server.key")));
        QVERIFY(key.open(QIODevice::ReadOnly));
        const QString mixed = m_folder.filePath(QStringLiteral("mixed.pem"));
        QFile out(mixed);
        QVERIFY(out.open(QIODevice::WriteOnly));
        QFile own(authority.file(QStringLiteral("server.pem")));
        QVERIFY(own.open(QIODevice::ReadOnly));
        out.write(own.readAll() + key.readAll());
        out.close();
        QVERIFY2(refusal(tlsWith(mixed)).contains(u"is not that of the certificate"),
                 qPrintable(refusal(tlsWith(mixed))));
    }

    void aFileThatCannotBeReadSaysWhy()
    {
        const QString missing = m_folder.filePath(QStringLiteral("gone.pem"));
        QVERIFY2(refusal(tlsWith(missing)).contains(u"No such file"),
                 qPrintable(refusal(tlsWith(missing))));
        QVERIFY(!refusal(tlsWith(m_folder.path())).isEmpty());
        tests::TlsAuthority authority;
        const QString closed = authority.serverFile(QStringLiteral("IP:127.0.0.1"));
        QVERIFY(QFile::setPermissions(closed, {}));
        // the administrator may read every file
        const bool readable = QFile(closed).open(QIODevice::ReadOnly);
        QVERIFY(readable || refusal(tlsWith(closed)).contains(u"Permission denied"));
    }

    void aKeyThatEverybodyCanReadIsSaid()
    {
        tests::TlsAuthority authority;
        const QString file = authority.serverFile(QStringLiteral("IP:127.0.0.1"));
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::ReadOther));
        QCOMPARE(refusal(tlsWith(file)), QString());
        QVERIFY2(m_warnings.contains(u"chmod 600") && m_warnings.contains(file),
                 qPrintable(m_warnings));
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        QCOMPARE(refusal(tlsWith(file)), QString());
        QVERIFY(!m_warnings.contains(u"chmod 600"));
    }

    // Its client decides whom it trusts.
    void aSelfSignedCertificateIsTaken()
    {
        tests::TlsAuthority authority;
        const QString both = m_folder.filePath(QStringLiteral("own.pem"));
        QFile out(both);
        QVERIFY(out.open(QIODevice::WriteOnly));
        for (const QString& name : {QStringLiteral("ca.pem"), QStringLiteral("ca.key")}) {
            QFile in(authority.file(name));
            QVERIFY(in.open(QIODevice::ReadOnly));
            out.write(in.readAll());
        }
        out.close();
        QCOMPARE(refusal(tlsWith(both)), QString());
    }

    void aFolderThatOthersCanUseGetsNoSocket()
    {
        const QString open = m_folder.filePath(QStringLiteral("open"));
        QVERIFY(QDir().mkdir(open));
        QVERIFY(QFile::setPermissions(open,
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                          | QFile::WriteOther | QFile::ExeOther));
        QVERIFY(refusal(socketIn(open)).contains(u"other users"));
        const QString link = m_folder.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(m_folder.path(), link));
        QVERIFY(refusal(socketIn(link)).contains(u"symbolic link"));
        const QString missing = m_folder.filePath(QStringLiteral("missing"));
        QVERIFY(refusal(socketIn(missing)).contains(missing));
        QVERIFY(refusal({"--unix-socket", std::string(108, 'x')}).contains(u"107"));
    }

private:
    static std::vector<std::string> socketIn(const QString& folder)
    {
        return {"--unix-socket", (folder + QStringLiteral("/s")).toStdString()};
    }
    static std::vector<std::string> tlsWith(const QString& file)
    {
        return {"--port",          "0", "--tlsMode", "requireTLS", "--tlsCertificateKeyFile",
                file.toStdString()};
    }
    /// Certificate and key in one file.
    static std::string serverFile(tests::TlsAuthority& authority)
    {
        return authority.serverFile(QStringLiteral("IP:127.0.0.1")).toStdString();
    }
    /// Why the engine does not start; empty when it does. Sets m_warnings.
    QString refusal(std::vector<std::string> arguments)
    {
        QTemporaryDir data;
        arguments.insert(arguments.end(), {"--dbpath", data.path().toStdString()});
        tests::FakeClock clock;
        JsonLog log(clock, nullptr);
        const auto options = parseOptions(arguments);
        if (!options) {
            return QString::fromStdString(options.error().message);
        }
        const auto engine = Engine::start(*options, clock, nullptr, log);
        m_warnings.clear();
        for (const std::string& line : log.startupWarnings()) {
            m_warnings += QString::fromStdString(line);
        }
        return engine ? QString() : QString::fromStdString(engine.error().message);
    }

    QTemporaryDir m_folder;
    QString m_warnings;
};

SANDGLASS_TEST(ServerRefusedStartTest)
} // namespace tst_server_refused_start

#include "tst_server_refused_start.moc"
