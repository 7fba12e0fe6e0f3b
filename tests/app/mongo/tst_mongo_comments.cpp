// SPDX-License-Identifier: GPL-3.0-or-later
// Commands carry a comment, and a server that refuses it is asked again without one: but never to
// do once more what it may have begun.
#include "app/base/clock.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "tests/support/need.h"
#include "tests/support/persona_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace tst_mongo_comments {

using namespace sandglass;
using namespace std::chrono_literals;
using bson::makeArray;
using bson::makeDocument;
using tests::need;
using tests::PersonaServer;

class TestMongoComments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyARefusedFieldIsLeftOut_data();
    void onlyARefusedFieldIsLeftOut();

private:
    mongo::MongoDriver m_driver;
};

void TestMongoComments::onlyARefusedFieldIsLeftOut_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("sent");
    QTest::newRow("an unknown field")
        << 40'415 << QByteArray("BSON field 'createIndexes.comment' is an unknown field.") << 2;
    QTest::newRow("an invalid option") << 72 << QByteArray("Unknown option: comment") << 2;
    // a cancelled build began again
    QTest::newRow("a build that was ended, of a collection of that name")
        << 276 << QByteArray("Index build failed: Collection shop.comments ( 1 )") << 1;
    QTest::newRow("an operation that was ended")
        << 11'601 << QByteArray("interrupted: shop.comments") << 1;
    QTest::newRow("equal keys") << 11'000 << QByteArray("E11000 collection: shop.comments") << 1;
}

void TestMongoComments::onlyARefusedFieldIsLeftOut()
{
    QFETCH(const int, code);
    QFETCH(const QByteArray, message);
    QFETCH(const int, sent);
    PersonaServer server;
    server.answer("hello", makeDocument("isWritablePrimary", true, "maxWireVersion", 21));
    server.answer("createIndexes",
                  makeDocument("ok", 0.0, "code", code, "codeName", "Refused", "errmsg",
                               message.toStdString()));
    const base::SystemClock clock;
    ttl::CallLimits limits;
    limits.timeout = 60s;
    limits.key = ttl::ChangeKey::make();
    const auto connected = need(mongo::MongoTtlServerFactory(clock).connect(server.uri(), limits));
    const bson::Document index = makeDocument("key", makeDocument("at", 1), "name", "at_1");
    const bson::Document command = bson::Builder()
                                       .append("createIndexes", "comments")
                                       .appendArray("indexes", makeArray(index))
                                       .take();
    QVERIFY(!connected->runCommand("shop", command, limits));
    QCOMPARE(server.received("createIndexes").size(), static_cast<std::size_t>(sent));
}

SANDGLASS_TEST(TestMongoComments)
} // namespace tst_mongo_comments

#include "tst_mongo_comments.moc"
