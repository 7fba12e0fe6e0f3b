// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/limits.h"
#include "app/protocol/namespace.h"
#include "app/protocol/server_code.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_protocol_namespace {

using sandglass::Errc;
using sandglass::protocol::checkCollectionName;
using sandglass::protocol::checkDatabaseName;
using sandglass::protocol::Namespace;
using sandglass::protocol::ServerCode;

class ProtocolNamespaceTest : public QObject
{
    Q_OBJECT

private slots:
    void textSplitsAtTheFirstDot()
    {
        const auto ns = Namespace::parse("app.sessions.web");
        QVERIFY(ns.has_value());
        QCOMPARE(ns->database, std::string("app"));
        QCOMPARE(ns->collection, std::string("sessions.web"));
        QCOMPARE(ns->text(), std::string("app.sessions.web"));
    }

    void aDatabaseAloneHasNoDot()
    {
        const auto ns = Namespace::parse("app");
        QVERIFY(ns.has_value());
        QVERIFY(ns->collection.empty());
        QCOMPARE(ns->text(), std::string("app"));
    }

    void withoutADatabaseThereIsNoNamespace()
    {
        QCOMPARE(Namespace::parse(".x").error().code, Errc::InvalidInput);
        QCOMPARE(Namespace::parse("").error().code, Errc::InvalidInput);
    }

    void databaseNamesAreCheckedAsMongoDbDoes_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("good");
        QTest::newRow("plain") << QByteArray("app") << true;
        QTest::newRow("external") << QByteArray("$external") << true;
        QTest::newRow("63 bytes") << QByteArray(63, 'a') << true;
        QTest::newRow("64 bytes") << QByteArray(64, 'a') << false;
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("dot") << QByteArray("a.b") << false;
        QTest::newRow("dollar") << QByteArray("a$b") << false;
        QTest::newRow("space") << QByteArray("a b") << false;
        QTest::newRow("slash") << QByteArray("a/b") << false;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << false;
    }

    void databaseNamesAreCheckedAsMongoDbDoes()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, good);
        const auto result = checkDatabaseName(name.toStdString());
        QCOMPARE(result.has_value(), good);
        if (!good) {
            QCOMPARE(result.error().serverCode, static_cast<int>(ServerCode::InvalidNamespace));
        }
    }

    void collectionNamesAreCheckedAsMongoDbDoes_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("good");
        QTest::newRow("plain") << QByteArray("sessions") << true;
        QTest::newRow("dots inside") << QByteArray("system.profile") << true;
        QTest::newRow("255 bytes with its database") << QByteArray(252, 'a') << true;
        QTest::newRow("256 bytes with its database") << QByteArray(253, 'a') << false;
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("leading dot") << QByteArray(".a") << false;
        QTest::newRow("trailing dot") << QByteArray("a.") << false;
        QTest::newRow("two dots") << QByteArray("a..b") << false;
        QTest::newRow("dollar") << QByteArray("a$b") << false;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << false;
    }

    void collectionNamesAreCheckedAsMongoDbDoes()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, good);
        QCOMPARE(checkCollectionName({"db", name.toStdString()}).has_value(), good);
    }
};

SANDGLASS_PLAIN_TEST(ProtocolNamespaceTest)
} // namespace tst_protocol_namespace

#include "tst_protocol_namespace.moc"
