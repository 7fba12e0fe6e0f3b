// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cosmos_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_cosmos_documents {

using namespace sandglass;
using namespace sandglass::tests;
using std::chrono::seconds;

namespace {

constexpr int kDuplicateKey = 11000;
constexpr base::Millis kMilli{1};

/// A document that expires after 10 s, and one that does not; 10 s later.
void prepareExpired(CosmosFixture& f)
{
    f.setTtl(10);
    f.insert(R"({"_id":1,"a":"old"},{"_id":2,"a":"new","ttl":-1})");
    f.advance(seconds(10));
}

QString ids(CosmosFixture& f, const std::string& filter)
{
    return f.found("c", R"("filter":)" + filter + R"(,"projection":{"_id":1})");
}

} // namespace

class TestDocuments : public QObject
{
    Q_OBJECT

private slots:
    void c127AnExpiredDocumentVanishesAtTheMoment()
    {
        CosmosFixture f;
        f.setTtl(10);
        f.insert(R"({"_id":1})");
        f.advance(seconds(10) - kMilli);
        QCOMPARE(f.all(), QStringLiteral(R"({"_id":1})"));
        f.advance(kMilli);
        QCOMPARE(f.all(), QString());
    }

    void everyReadLeavesOutWhatIsExpired()
    {
        CosmosFixture f;
        prepareExpired(f);
        QCOMPARE(f.found("c", R"("projection":{"a":1})"), QStringLiteral(R"({"_id":2,"a":"new"})"));
        QCOMPARE(ids(f, R"({"_id":1})"), QString());
        QCOMPARE(ids(f, R"({"_id":{"$lte":1}})"), QString());
        QCOMPARE(f.good(R"({"count":"c"})")["n"].toInt64(), 1);
        QCOMPARE(f.good(R"({"count":"c","query":{"a":"old"}})")["n"].toInt64(), 0);
        QCOMPARE(f.aggregated("c", R"([{"$count":"n"}])"), QStringLiteral(R"({"n":1})"));
        QCOMPARE(f.aggregated("c", R"([{"$group":{"_id":"$a"}}])"),
                 QStringLiteral(R"({"_id":"new"})"));
        QCOMPARE(CosmosFixture::listed(f.good(R"({"distinct":"c","key":"a"})")["values"]),
                 QStringLiteral(R"("new")"));
    }

    void everyIndexLeavesOutWhatIsExpired()
    {
        CosmosFixture f;
        f.good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        prepareExpired(f);
        QCOMPARE(ids(f, R"({"a":{"$gte":""}})"), QStringLiteral(R"({"_id":2})"));
        QCOMPARE(f.found("c", R"("sort":{"a":-1},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":2})"));
    }

    void noWriteReachesWhatIsExpired()
    {
        CosmosFixture f;
        prepareExpired(f);
        VERIFY_HOLDS(f.good(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"b":1}},)"
                            R"("multi":true}]})"),
                     R"({"n":1,"nModified":1})");
        VERIFY_HOLDS(f.good(R"({"delete":"c","deletes":[{"q":{"_id":1},"limit":1}]})"),
                     R"({"n":0})");
        QVERIFY(
            f.good(R"({"findAndModify":"c","query":{"a":"old"},"remove":true})")["value"].isNull());
    }

    void figuresCountOnlyWhatIsVisible()
    {
        CosmosFixture f;
        prepareExpired(f);
        const bson::Document stats = f.good(R"({"collStats":"c"})");
        QCOMPARE(stats["count"].toInt64(), 1);
        QVERIFY(stats["size"].toInt64() > 0);
        QCOMPARE(f.good(R"({"dbStats":1})")["objects"].toInt64(), 1);
        const bson::Document validated = f.good(R"({"validate":"c"})");
        QVERIFY(validated["valid"].asBool());
        QCOMPARE(validated["nrecords"].toInt64(), 1);
    }

    void anExpiredDocumentGivesWayToANewOneWithItsId()
    {
        CosmosFixture f;
        prepareExpired(f);
        f.insert(R"({"_id":1,"a":"again"})");
        QCOMPARE(ids(f, R"({"a":"again"})"), QStringLiteral(R"({"_id":1})"));
        VERIFY_HOLDS(f.good(R"({"validate":"c"})"), R"({"valid":true})");
    }

    void anUpsertOfAnExpiredIdInserts()
    {
        CosmosFixture f;
        prepareExpired(f);
        VERIFY_HOLDS(f.good(R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$set":{"b":1}},)"
                            R"("upsert":true}]})"),
                     R"({"n":1,"nModified":0,"upserted":[{"index":0,"_id":1}]})");
        QCOMPARE(ids(f, R"({"b":1})"), QStringLiteral(R"({"_id":1})"));
    }

    void anExpiredDocumentGivesWayInEveryUniqueIndex()
    {
        CosmosFixture f;
        f.good(R"({"createIndexes":"c","indexes":[{"key":{"a":1,"b":1},"name":"u",)"
               R"("unique":true}]})");
        f.setTtl(10);
        f.insert(R"({"_id":1,"a":[5,6],"b":1})");
        f.insert(R"({"_id":2,"a":7,"b":1,"ttl":-1})");
        f.advance(seconds(10));
        f.insert(R"({"_id":3,"a":6,"b":1})");
        f.good(R"({"update":"c","updates":[{"q":{"_id":3},"u":{"$set":{"a":5}}}]})");
        const bson::Document refused
            = f.good(R"({"insert":"c","documents":[{"_id":4,"a":7,"b":1}]})");
        const bson::DocumentView error = refused["writeErrors"].asDocument()["0"].asDocument();
        QCOMPARE(error["code"].asInt32(), kDuplicateKey);
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":2} {"_id":3})"));
    }

    void c134AnyUpdateRestartsTheClock_data()
    {
        QTest::addColumn<QByteArray>("update");
        QTest::newRow("a field") << QByteArray(R"({"$set":{"b":1}})");
        QTest::newRow("a replacement") << QByteArray(R"({"b":1})");
        QTest::newRow("the same again") << QByteArray(R"({"$set":{"a":1}})");
        QTest::newRow("a pipeline") << QByteArray(R"([{"$set":{"b":1}}])");
    }
    void c134AnyUpdateRestartsTheClock()
    {
        QFETCH(QByteArray, update);
        CosmosFixture f;
        f.setTtl(10);
        f.insert(R"({"_id":1,"a":1})");
        f.advance(seconds(9));
        f.good(R"({"update":"c","updates":[{"q":{"_id":1},"u":)" + update.toStdString() + "}]}");
        f.advance(seconds(10) - kMilli);
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1})"));
        f.advance(kMilli);
        QCOMPARE(ids(f, "{}"), QString());
    }

    void anUpdateThatChangesNothingIsNotCountedAsAChange()
    {
        CosmosFixture f;
        f.insert(R"({"_id":1,"a":1})");
        VERIFY_HOLDS(f.good(R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$set":{"a":1}}}]})"),
                     R"({"n":1,"nModified":0})");
    }

    void anUpdateOfTheTtlCountsFromThen()
    {
        CosmosFixture f;
        f.setTtl(10);
        f.insert(R"({"_id":1})");
        f.advance(seconds(9));
        f.good(R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$set":{"ttl":100}}}]})");
        f.advance(seconds(100) - kMilli);
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1})"));
        f.advance(kMilli);
        QCOMPARE(ids(f, "{}"), QString());
    }

    void anIndexMadeLaterCountsFromTheLastWrite()
    {
        CosmosFixture f;
        f.insert(R"({"_id":1},{"_id":2,"ttl":5},{"_id":3,"ttl":-1})");
        f.advance(seconds(20));
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1} {"_id":2} {"_id":3})")); // c132
        f.setTtl(30);
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1} {"_id":3})"));
        f.advance(seconds(10));
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":3})"));
    }

    void anotherValueAndADroppedIndexActAtOnce()
    {
        CosmosFixture f;
        f.setTtl(100);
        f.insert(R"({"_id":1},{"_id":2,"ttl":15})");
        f.advance(seconds(20));
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1})"));
        f.setTtl(10);
        QCOMPARE(ids(f, "{}"), QString());
        f.setTtl(-1);
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1})"));
        f.good(R"({"dropIndexes":"c","index":"_ts_1"})");
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

    void datesPlayNoRole()
    {
        CosmosFixture f;
        f.setTtl(10);
        f.insert(dated(1, f.data.clock.now() - std::chrono::hours(1000)));
        f.advance(seconds(9));
        QCOMPARE(ids(f, "{}"), QStringLiteral(R"({"_id":1})"));
    }

    void theReservedFieldIsNeitherSetNorSeen()
    {
        CosmosFixture f;
        f.setTtl(10);
        f.insert(R"({"_id":1,"_ts":5})");
        QCOMPARE(f.all(), QStringLiteral(R"({"_id":1})"));
        VERIFY_HOLDS(f.good(R"({"findAndModify":"c","query":{"_id":1},)"
                            R"("update":{"$set":{"_ts":{"$numberLong":"99"},"a":1}},"new":true})"),
                     R"({"value":{"_id":1,"a":1}})");
        QVERIFY(!f.good(R"({"findAndModify":"c","query":{"_id":7},"upsert":true,)"
                        R"("update":{"_ts":1},"new":true})")["value"]
                     .asDocument()
                     .contains("_ts"));
        QCOMPARE(f.aggregated("c", R"([{"$match":{"_id":1}},{"$project":{"x":"$_ts"}}])"),
                 QStringLiteral(R"({"_id":1})"));
        f.advance(seconds(10));
        QCOMPARE(f.all(), QString());
    }

    void theReservedFieldCannotBeAskedFor()
    {
        CosmosFixture f;
        f.setTtl(10);
        f.insert(R"({"_id":1})");
        for (const char* hint : {"", R"(,"hint":"_ts_1")", R"(,"sort":{"_ts":-1})"}) {
            const auto asked = [&](const char* filter) {
                return f.found("c", R"("filter":)" + std::string(filter) + hint);
            };
            QCOMPARE(asked(R"({"_ts":{"$exists":true}})"), QString());
            QCOMPARE(asked(R"({"_ts":{"$gt":0}})"), QString());
            QCOMPARE(asked(R"({"_ts":{"$lte":{"$date":{"$numberLong":"4102444800000"}}}})"),
                     QString());
            QCOMPARE(asked(R"({"_ts.seconds":{"$gt":0}})"), QString());
            QCOMPARE(asked(R"({"_ts":null})"), QStringLiteral(R"({"_id":1})"));
            QCOMPARE(asked("{}"), QStringLiteral(R"({"_id":1})"));
        }
        QCOMPARE(f.good(R"({"count":"c","query":{"_ts":{"$lte":)"
                        R"({"$date":{"$numberLong":"4102444800000"}}}}})")["n"]
                     .toInt64(),
                 0);
    }

    void whatAPipelineWritesIsStampedToo()
    {
        CosmosFixture f;
        f.insert(R"({"_id":1,"ttl":5})");
        f.good(R"({"aggregate":"c","pipeline":[{"$out":"d"}],"cursor":{}})");
        f.good(R"({"createIndexes":"d","indexes":[{"key":{"_ts":1},"name":"_ts_1",)"
               R"("expireAfterSeconds":-1}]})");
        QCOMPARE(f.found("d"), QStringLiteral(R"({"_id":1,"ttl":5})"));
        f.advance(seconds(5));
        QCOMPARE(f.found("d"), QString());
    }
};

SANDGLASS_TEST(TestDocuments)
} // namespace tst_cosmos_documents

#include "tst_cosmos_documents.moc"
