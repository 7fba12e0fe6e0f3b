// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_exchange.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_connection_exchange {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::ConnectionBook;
using services::ExchangeFormat;
using services::ImportedConnections;
using services::SavedConnection;

namespace {

std::vector<SavedConnection> someConnections()
{
    SavedConnection shop;
    shop.id = u"3e0c6a55-0d54-4b3f-9b0e-1f7c6a2f3a01"_s;
    shop.name = u"Shop 商店"_s;
    shop.color = u"#d55e00"_s;
    shop.tag = u"production"_s;
    shop.uri = u"mongodb://joe@db1.example,db2.example/shop?tls=true"_s;
    shop.profile = ttl::Product::FerretDb;
    shop.readOnly = true;
    shop.askPassword = true;
    shop.group = u"Berlin"_s;
    shop.ssh = {u"joe@bastion.example"_s, 2222, u"/home/joe/.ssh/id"_s, u"a.example"_s};
    SavedConnection plain;
    plain.id = u"3e0c6a55-0d54-4b3f-9b0e-1f7c6a2f3a02"_s;
    plain.uri = u"mongodb://localhost:27018"_s;
    return {shop, plain};
}

std::vector<SavedConnection> withoutIds(std::vector<SavedConnection> connections)
{
    for (SavedConnection& each : connections) {
        each.id.clear();
    }
    return connections;
}

// As Compass exports it: canonical extended JSON, secrets in clear.
const QByteArray kFromCompass
    = QByteArray(
          "{'type':'Compass Connections','version':{'$numberInt':'1'},"
          " 'connections':["
          " {'id':'1','favorite':{'name':'Atlas','color':'color3'},'savedConnectionType':'favorite'"
          ","
          "  "
          "'connectionOptions':{'connectionString':'mongodb+srv://joe:hunter2@c.example/"
          "','oidc':{}}},"
          " {'id':'2','connectionOptions':{'connectionString':'mongodb://db1.example:27017/',"
          "  'sshTunnel':{'host':'bastion.example','port':{'$numberInt':'2222'},'username':'joe',"
          "  'password':'hunter2','identityKeyFile':'/home/joe/.ssh/id'}}},"
          " {'id':'3','connectionOptions':{'connectionString':'mongodb://a:b:c@x/'}},"
          " {'id':'4','connectionOptions':{'connectionString':'mongodb://d.example/'},"
          "  'connectionSecrets':'AAEC'}]}")
          .replace('\'', '"');

} // namespace

class TestConnectionExchange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ourOwnFileHoldsEverything();
    void compassReadsWhatWeWrite();
    void compassConnectionsAreRead();
    void aListOfStringsIsRead();
    void optionsThatAFileMustNotDecideAreLeftOutAndNamed();
    void noFormHoldsASecret_data();
    void noFormHoldsASecret();
    void anotherFileIsRefused_data();
    void anotherFileIsRefused();
    void importingTwiceAddsNothing();
    void aFileIsReadableByItsOwnerOnly();
};

void TestConnectionExchange::ourOwnFileHoldsEverything()
{
    const auto connections = someConnections();
    const auto read = services::readConnections(writeConnections(connections, ExchangeFormat::Own));
    QVERIFY(read.has_value());
    QCOMPARE(read->connections, withoutIds(connections));
    QCOMPARE(read->secrets, 0);
    QCOMPARE(read->unreadable, 0);
}

void TestConnectionExchange::compassReadsWhatWeWrite()
{
    const QByteArray file = writeConnections(someConnections(), ExchangeFormat::Compass);
    QVERIFY(file.contains("\"type\": \"Compass Connections\""));
    QVERIFY(file.contains("\"$numberInt\": \"2222\""));
    const auto read = services::readConnections(file);
    QVERIFY(read.has_value());
    QCOMPARE(read->connections.size(), std::size_t{2});
    QCOMPARE(read->connections[0].name, u"Shop 商店"_s);
    QCOMPARE(read->connections[0].uri, someConnections()[0].uri);
    QCOMPARE(read->connections[0].ssh.destination, u"joe@bastion.example"_s);
    QCOMPARE(read->connections[0].ssh.port, 2222);
}

void TestConnectionExchange::compassConnectionsAreRead()
{
    const auto read = services::readConnections(kFromCompass);
    QVERIFY(read.has_value());
    QCOMPARE(read->connections.size(), std::size_t{3});
    QCOMPARE(read->connections[0].name, u"Atlas"_s);
    QCOMPARE(read->connections[0].uri, u"mongodb+srv://joe@c.example"_s);
    const services::SshSettings ssh{u"joe@bastion.example"_s, 2222, u"/home/joe/.ssh/id"_s, {}};
    QCOMPARE(read->connections[1].ssh, ssh);
    QCOMPARE(read->secrets, 3);
    QCOMPARE(read->unreadable, 1);
}

void TestConnectionExchange::aListOfStringsIsRead()
{
    const auto read = services::readConnections(
        "# servers\nmongodb://joe:hunter2@a.example/\r\n\nnonsense\nmongodb://b.example/?tls=true");
    QVERIFY(read.has_value());
    QCOMPARE(read->connections.size(), std::size_t{2});
    QCOMPARE(read->connections[0].uri, u"mongodb://joe@a.example"_s);
    QCOMPARE(read->connections[1].uri, u"mongodb://b.example/?tls=true"_s);
    QCOMPARE(read->secrets, 1);
    QCOMPARE(read->unreadable, 1);
}

void TestConnectionExchange::optionsThatAFileMustNotDecideAreLeftOutAndNamed()
{
    const auto read = services::readConnections(
        "mongodb://a.example/?tlsInsecure=true\nmongodb://b.example/?w=1&TLSINSECURE=true&"
        "authMechanism=PLAIN\nmongodb://c.example/?tls=true&w=1\n");
    QVERIFY(read.has_value());
    QCOMPARE(read->connections.size(), std::size_t{3});
    QCOMPARE(read->connections[0].uri, u"mongodb://a.example/?tls=true"_s);
    QCOMPARE(read->connections[1].uri, u"mongodb://b.example/?w=1&tls=true"_s);
    QCOMPARE(read->connections[2].uri, u"mongodb://c.example/?tls=true&w=1"_s);
    QCOMPARE(read->leftOut, (QStringList{u"tlsInsecure"_s, u"authMechanism"_s}));
}

void TestConnectionExchange::noFormHoldsASecret_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("own") << static_cast<int>(ExchangeFormat::Own);
    QTest::newRow("Compass") << static_cast<int>(ExchangeFormat::Compass);
    QTest::newRow("strings") << static_cast<int>(ExchangeFormat::Uris);
}

void TestConnectionExchange::noFormHoldsASecret()
{
    QFETCH(int, format);
    std::vector<SavedConnection> connections = someConnections();
    connections[0].uri
        = u"mongodb://joe:hunter2@db.example/?tlsCertificateKeyFilePassword=hunter3"_s;
    const QByteArray file = writeConnections(connections, static_cast<ExchangeFormat>(format));
    QVERIFY(file.contains("db.example"));
    QVERIFY(!file.contains("hunter"));
}

void TestConnectionExchange::anotherFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << kFromCompass.left(100);
    QTest::newRow("other type") << QByteArray("{\"type\":\"Something\",\"version\":1}");
    QTest::newRow("later version")
        << QByteArray("{\"type\":\"Sandglass Connections\",\"version\":2,\"connections\":[]}");
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10);
}

void TestConnectionExchange::anotherFileIsRefused()
{
    QFETCH(QByteArray, text);
    const auto read = services::readConnections(text);
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, Errc::InvalidInput);
}

void TestConnectionExchange::importingTwiceAddsNothing()
{
    const QTemporaryDir folder;
    ConnectionBook book(folder.path());
    const auto read = services::readConnections(kFromCompass);
    QVERIFY(read.has_value());
    QCOMPARE(book.add(read->connections).value_or(-1), 3);
    QCOMPARE(book.add(read->connections).value_or(-1), 0);
    const ConnectionBook again(folder.path());
    QCOMPARE(again.connections().size(), std::size_t{3});
    QCOMPARE(again.connections()[1].ssh.port, 2222);
}

void TestConnectionExchange::aFileIsReadableByItsOwnerOnly()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"x.json"_s);
    QVERIFY(services::writeConnectionFile(path, someConnections(), ExchangeFormat::Own));
    const auto others = QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(path) & others));
    const auto read = services::readConnectionFile(path);
    QVERIFY(read.has_value());
    QCOMPARE(read->connections.size(), std::size_t{2});
    QCOMPARE(services::readConnectionFile(folder.filePath(u"y.json"_s)).error().code,
             Errc::Storage);
}

SANDGLASS_TEST(TestConnectionExchange)
} // namespace tst_services_connection_exchange

#include "tst_services_connection_exchange.moc"
