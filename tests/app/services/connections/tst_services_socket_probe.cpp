// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/socket_probe.h"
#include "tests/support/event_order.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>

namespace tst_services_socket_probe {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using protocol::ConnectionParts;
using services::ServerProbe;
using services::SocketProbe;
using services::wantsTls;

namespace {

ConnectionParts partsOf(const QString& uri)
{
    return protocol::readConnectionString(uri.toStdString()).parts;
}

/// A probe whose answers are kept.
struct Probe
{
    SocketProbe probe;
    std::optional<Result<QString>> last;
    int answers = 0;

    ServerProbe::Answer keep()
    {
        return [this](const Result<QString>& answer) {
            ++answers;
            last = answer;
        };
    }
    bool answered() const
    {
        return QTest::qWaitFor([this] { return answers > 0; });
    }
    /// Looks up the hosts and then opens a socket; false when either gets no good answer.
    bool reach(const QString& uri)
    {
        probe.resolve(partsOf(uri), keep());
        if (!answered() || !*last) {
            return false;
        }
        answers = 0;
        probe.reach(partsOf(uri), keep());
        return answered() && *last;
    }
    QString text() const { return last && *last ? **last : QString(); }
    Errc code() const { return last && !*last ? last->error().code : Errc::Internal; }
};

QString uriOf(const QTcpServer& server, const QString& options = {})
{
    return u"mongodb://127.0.0.1:%1/%2"_s.arg(server.serverPort()).arg(options);
}

/// Listens, accepts, and never says a word.
struct Silent
{
    QTcpServer server;
    Silent() { QVERIFY(server.listen(QHostAddress::LocalHost)); }
};

} // namespace

class TestSocketProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressNeedsNoNameServer();
    void aSocketFileIsFound();
    void aMissingSocketFileIsNotFound();
    void addressesOfManyHostsAreCutShort();
    void anUnknownHostIsAnError();
    void theHostThatAcceptsIsNamed();
    void aUnixSocketIsReached();
    void theNextHostIsTried();
    void whenNobodyAcceptsTheReasonIsGiven();
    void aSocketFileWithoutAServerIsRefused();
    void withoutHostsNobodyIsReached();
    void tlsNeedsAConnection();
    void tlsGoesThroughAUnixSocket();
    void aSilentServerIsTooSlowForTls();
    void aServerThatHangsUpIsNoTlsServer();
    void certificateFilesAreReadBeforeAnythingIsSent_data();
    void certificateFilesAreReadBeforeAnythingIsSent();
    void aStoppedProbeSaysNothing();
    void aNewLookEndsTheOneBefore();
    void theProbeMayGoInItsAnswer();
    void tlsIsWantedWhenTheOptionsSaySo_data();
    void tlsIsWantedWhenTheOptionsSaySo();
};

void TestSocketProbe::anAddressNeedsNoNameServer()
{
    Probe probe;
    probe.probe.resolve(partsOf(u"mongodb://127.0.0.1,[::1]:27018/"_s), probe.keep());
    QCOMPARE(probe.answers, 0); // never within the call
    QVERIFY(probe.answered());
    QCOMPARE(probe.text(), u"127.0.0.1, ::1"_s);
}

void TestSocketProbe::aSocketFileIsFound()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"x.sock"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Probe probe;
    const QString path = QString::fromLatin1(file.fileName().toUtf8().toPercentEncoding());
    probe.probe.resolve(partsOf(u"mongodb://%1/"_s.arg(path)), probe.keep());
    QVERIFY(probe.answered());
    QCOMPARE(probe.text(), file.fileName());
}

void TestSocketProbe::aMissingSocketFileIsNotFound()
{
    Probe probe;
    probe.probe.resolve(partsOf(u"mongodb://%2Fnowhere%2Fx.sock/"_s), probe.keep());
    QVERIFY(probe.answered());
    QCOMPARE(probe.code(), Errc::NotFound);
}

void TestSocketProbe::addressesOfManyHostsAreCutShort()
{
    Probe probe;
    probe.probe.resolve(partsOf(u"mongodb://127.0.0.1,127.0.0.2,127.0.0.3,127.0.0.4/"_s),
                        probe.keep());
    QVERIFY(probe.answered());
    QCOMPARE(probe.text(), u"127.0.0.1, 127.0.0.2, 127.0.0.3, …"_s);
}

void TestSocketProbe::anUnknownHostIsAnError()
{
    Probe probe;
    // ".invalid" is nobody's: RFC 6761
    probe.probe.resolve(partsOf(u"mongodb://127.0.0.1,sandglass.invalid/"_s), probe.keep());
    QVERIFY(QTest::qWaitFor([&] { return probe.answers > 0; }, 20'000));
    QVERIFY(probe.code() == Errc::Network || probe.code() == Errc::Timeout);
}

void TestSocketProbe::theHostThatAcceptsIsNamed()
{
    const Silent silent;
    Probe probe;
    QVERIFY(probe.reach(uriOf(silent.server)));
    QCOMPARE(probe.text(), u"127.0.0.1:%1"_s.arg(silent.server.serverPort()));
}

void TestSocketProbe::aUnixSocketIsReached()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"x.sock"_s);
    QLocalServer server;
    QVERIFY(server.listen(path));
    Probe probe;
    const QString escaped = QString::fromLatin1(path.toUtf8().toPercentEncoding());
    QVERIFY(probe.reach(u"mongodb://%1/"_s.arg(escaped)));
    QCOMPARE(probe.text(), path);
}

void TestSocketProbe::theNextHostIsTried()
{
    const Silent silent;
    Probe probe;
    QVERIFY(probe.reach(
        u"mongodb://127.0.0.1:1,127.0.0.1:2,127.0.0.1:%1/"_s.arg(silent.server.serverPort())));
    QCOMPARE(probe.text(), u"127.0.0.1:%1"_s.arg(silent.server.serverPort()));
}

void TestSocketProbe::whenNobodyAcceptsTheReasonIsGiven()
{
    Probe probe;
    QVERIFY(!probe.reach(u"mongodb://127.0.0.1:1,127.0.0.1:2/"_s));
    QCOMPARE(probe.code(), Errc::Network);
    // of the last host that was tried
    QVERIFY2(probe.last->error().message.starts_with("127.0.0.1:2: "),
             probe.last->error().message.c_str());
}

void TestSocketProbe::aSocketFileWithoutAServerIsRefused()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"x.sock"_s));
    QVERIFY(file.open(QIODevice::WriteOnly)); // left by a server that was killed
    Probe probe;
    const QString escaped = QString::fromLatin1(file.fileName().toUtf8().toPercentEncoding());
    QVERIFY(!probe.reach(u"mongodb://%1/"_s.arg(escaped)));
    QCOMPARE(probe.code(), Errc::Network);
}

void TestSocketProbe::withoutHostsNobodyIsReached()
{
    Probe probe;
    probe.probe.reach({}, probe.keep()); // before any name was looked up
    QVERIFY(probe.answered());
    QCOMPARE(probe.code(), Errc::Network);
}

void TestSocketProbe::tlsNeedsAConnection()
{
    Probe probe;
    probe.probe.encrypt(partsOf(u"mongodb://127.0.0.1/?tls=true"_s), probe.keep());
    QVERIFY(probe.answered());
    QCOMPARE(probe.code(), Errc::Unsupported);
}

// the socket of an SSH tunnel
void TestSocketProbe::tlsGoesThroughAUnixSocket()
{
    const QTemporaryDir folder;
    QLocalServer server;
    QByteArray received;
    connect(&server, &QLocalServer::newConnection, this, [&server, &received] {
        while (QLocalSocket* socket = server.nextPendingConnection()) {
            connect(socket, &QLocalSocket::readyRead, socket,
                    [socket, &received] { received += socket->readAll(); });
        }
    });
    const QString path = folder.filePath(u"x.sock"_s);
    QVERIFY(server.listen(path));
    Probe probe;
    // a TCP host that refuses comes before the socket
    QVERIFY(probe.reach(u"mongodb://127.0.0.1:1,%1/"_s.arg(
        QString::fromLatin1(path.toUtf8().toPercentEncoding()))));
    probe.answers = 0;
    probe.probe.encrypt(partsOf(u"mongodb://127.0.0.1/?tls=true"_s), probe.keep());
    // the first record of a handshake
    QTRY_VERIFY_WITH_TIMEOUT(received.startsWith(QByteArray("\x16\x03", 2)), 30'000);
    probe.probe.stop();
    QCOMPARE(probe.answers, 0);
}

void TestSocketProbe::aSilentServerIsTooSlowForTls()
{
    const Silent silent;
    Probe probe;
    QVERIFY(probe.reach(uriOf(silent.server)));
    probe.answers = 0;
    probe.probe.setLimit(20ms);
    probe.probe.encrypt(partsOf(uriOf(silent.server, u"?tls=true"_s)), probe.keep());
    QVERIFY(probe.answered());
    QCOMPARE(probe.code(), Errc::Timeout);
    probe.probe.stop();
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(probe.answers, 1);
}

void TestSocketProbe::aServerThatHangsUpIsNoTlsServer()
{
    Silent silent;
    Probe probe;
    QVERIFY(probe.reach(uriOf(silent.server)));
    probe.answers = 0;
    QTRY_VERIFY(silent.server.hasPendingConnections());
    const std::unique_ptr<QTcpSocket> accepted(silent.server.nextPendingConnection());
    probe.probe.encrypt(partsOf(uriOf(silent.server, u"?tls=true"_s)), probe.keep());
    accepted->write("HTTP/1.1 400 Bad Request\r\n\r\n");
    accepted->disconnectFromHost();
    QVERIFY(probe.answered());
    QCOMPARE(probe.code(), Errc::Network);
    QCOMPARE(probe.answers, 1);
}

void TestSocketProbe::certificateFilesAreReadBeforeAnythingIsSent_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QByteArray>("text"); // null: there is no such file
    QTest::newRow("no CA file") << u"tlsCAFile"_s << QByteArray();
    QTest::newRow("a CA file of words") << u"tlsCAFile"_s << QByteArray("hello");
    QTest::newRow("no key file") << u"tlsCertificateKeyFile"_s << QByteArray();
    QTest::newRow("a key file of words") << u"tlsCertificateKeyFile"_s << QByteArray("hello");
    QTest::newRow("a key file of other drivers")
        << u"sslClientCertificateKeyFile"_s
        << QByteArray("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
}

void TestSocketProbe::certificateFilesAreReadBeforeAnythingIsSent()
{
    QFETCH(QString, option);
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"file.pem"_s);
    if (!text.isNull()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    Silent silent;
    Probe probe;
    QVERIFY(probe.reach(uriOf(silent.server)));
    probe.answers = 0;
    const QString options
        = u"?tls=true&%1=%2"_s.arg(option, QString::fromLatin1(path.toUtf8().toPercentEncoding()));
    probe.probe.encrypt(partsOf(uriOf(silent.server, options)), probe.keep());
    QVERIFY(probe.answered());
    QCOMPARE(probe.code(), Errc::Storage);
    QTRY_VERIFY(silent.server.hasPendingConnections());
    QCOMPARE(silent.server.nextPendingConnection()->bytesAvailable(), 0);
}

void TestSocketProbe::aStoppedProbeSaysNothing()
{
    Probe probe;
    probe.probe.resolve(partsOf(u"mongodb://127.0.0.1/"_s), probe.keep());
    probe.probe.stop();
    probe.probe.stop();
    QVERIFY(tests::earlierEventsHaveRun());
    const Silent silent;
    QVERIFY(probe.reach(uriOf(silent.server))); // and it may look again
    probe.answers = 0;
    probe.probe.reach({}, probe.keep());
    probe.probe.stop();
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(probe.answers, 0);
}

void TestSocketProbe::aNewLookEndsTheOneBefore()
{
    Probe first;
    Probe second;
    first.probe.resolve(partsOf(u"mongodb://127.0.0.1/"_s), first.keep());
    first.probe.resolve(partsOf(u"mongodb://127.0.0.2/"_s), second.keep());
    QVERIFY(second.answered());
    QCOMPARE(second.text(), u"127.0.0.2"_s);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(first.answers, 0);
}

void TestSocketProbe::theProbeMayGoInItsAnswer()
{
    const Silent silent;
    auto probe = std::make_unique<SocketProbe>();
    int answers = 0;
    probe->resolve(partsOf(uriOf(silent.server)), [&](const Result<QString>&) {
        ++answers;
        probe.release()->deleteLater();
    });
    QTRY_COMPARE(answers, 1);
    QVERIFY(tests::earlierEventsHaveRun());
}

void TestSocketProbe::tlsIsWantedWhenTheOptionsSaySo_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<bool>("wanted");
    QTest::newRow("plain") << u"mongodb://a/"_s << false;
    QTest::newRow("tls") << u"mongodb://a/?tls=true"_s << true;
    QTest::newRow("ssl") << u"mongodb://a/?ssl=true"_s << true;
    QTest::newRow("another case") << u"mongodb://a/?TLS=true"_s << true;
    QTest::newRow("off") << u"mongodb://a/?tls=false"_s << false;
    // as the driver has it: every TLS option is a demand, unless tls or ssl says otherwise
    QTest::newRow("only a file") << u"mongodb://a/?tlsCAFile=%2Fx"_s << true;
    QTest::newRow("only an old file") << u"mongodb://a/?sslCertificateAuthorityFile=%2Fx"_s << true;
    QTest::newRow("a file, off") << u"mongodb://a/?tlsCAFile=%2Fx&tls=false"_s << false;
    QTest::newRow("another option") << u"mongodb://a/?w=1&appName=tls"_s << false;
    QTest::newRow("seeded") << u"mongodb+srv://a.example/"_s << true;
    QTest::newRow("seeded, off") << u"mongodb+srv://a.example/?ssl=false"_s << false;
}

void TestSocketProbe::tlsIsWantedWhenTheOptionsSaySo()
{
    QFETCH(QString, uri);
    QFETCH(bool, wanted);
    QCOMPARE(wantsTls(partsOf(uri)), wanted);
}

SANDGLASS_TEST(TestSocketProbe)
} // namespace tst_services_socket_probe

#include "tst_services_socket_probe.moc"
