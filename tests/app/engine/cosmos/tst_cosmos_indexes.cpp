// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cosmos_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr int kBadValue = 2;

/// createIndexes on db.c with one spec; `rest` goes into the spec.
std::string indexOn(const char* key, const QByteArray& rest, const char* name = "i")
{
    return std::string(R"({"createIndexes":"c","indexes":[{"key":)") + key + R"(,"name":")" + name
        + "\"," + rest.toStdString() + "}]}";
}

QString text(const bson::Document& document)
{
    return QString::fromStdString(bson::toJson(document));
}

/// The names of the indexes of db.c, separated by blanks.
QByteArray indexNames(CosmosFixture& f)
{
    QByteArrayList names;
    const bson::Document reply = f.good(R"({"listIndexes":"c"})");
    for (const bson::Element& entry : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
        names << QByteArray::fromStdString(
            std::string(entry.value.asDocument()["name"].asString()));
    }
    return names.join(' ');
}

} // namespace

class TestIndexes : public QObject
{
    Q_OBJECT

private slots:
    void theFirstTtlIndexAnswersAsTheVendorsSample()
    {
        CosmosFixture f;
        QCOMPARE(text(f.good(indexOn(R"({"_ts":1})", R"("expireAfterSeconds":10)", "_ts_1"))),
                 QStringLiteral(R"({"_t":"CreateIndexesResponse",)"
                                R"("createdCollectionAutomatically":true,)"
                                R"("numIndexesBefore":1,"numIndexesAfter":4,"ok":1.0})"));
    }

    void countsGoOnFromThere()
    {
        CosmosFixture f;
        f.setTtl(10);
        VERIFY_HOLDS(f.good(indexOn(R"({"a":1})", R"("unique":true)")),
                     R"({"createdCollectionAutomatically":false,"numIndexesBefore":4,)"
                     R"("numIndexesAfter":5})");
    }

    void theListShowsThemAsCosmosDoes()
    {
        CosmosFixture f;
        f.setTtl(-1);
        const bson::Document reply = f.good(R"({"listIndexes":"c"})");
        QCOMPARE(CosmosFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
                 QStringLiteral(R"({"v":1,"key":{"_id":1},"name":"_id_","ns":"db.c"} )"
                                R"({"expireAfterSeconds":-1,"v":1,"key":{"_ts":1},)"
                                R"("name":"_ts_1","ns":"db.c"})"));
    }

    void c128OnlyTheReservedFieldTakesSeconds_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("a date") << QByteArray(R"({"createdAt":1})");
        QTest::newRow("_id") << QByteArray(R"({"_id":1})");
        QTest::newRow("compound") << QByteArray(R"({"_ts":1,"a":1})");
        QTest::newRow("inside") << QByteArray(R"({"_ts.byDocument":1})");
        QTest::newRow("hashed") << QByteArray(R"({"_ts":"hashed"})");
        QTest::newRow("wildcard") << QByteArray(R"({"$**":1})");
    }
    void c128OnlyTheReservedFieldTakesSeconds()
    {
        QFETCH(QByteArray, key);
        CosmosFixture f;
        const std::string command = indexOn(key.constData(), R"("expireAfterSeconds":10)");
        QCOMPARE(f.codeOf(command), kBadValue);
        QCOMPARE(
            f.textOf(command),
            QStringLiteral("The 'expireAfterSeconds' option is supported on '_ts' field only."));
        QVERIFY(f.data.catalog->databases().empty());
    }

    void unusableSecondsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("seconds");
        for (const char* value :
             {"0", "-2", "10.5", R"("10")", "null", "true", R"({"$numberLong":"2147483648"})",
              R"({"$numberDouble":"NaN"})"}) {
            QTest::newRow(value) << QByteArray(value);
        }
    }
    void unusableSecondsAreRefused()
    {
        QFETCH(QByteArray, seconds);
        CosmosFixture f;
        QCOMPARE(f.codeOf(indexOn(R"({"_ts":1})", R"("expireAfterSeconds":)" + seconds)),
                 kBadValue);
    }

    void theBoundsOfTheSecondsAreTaken()
    {
        CosmosFixture f;
        for (const std::int32_t seconds : {1, 2'147'483'647, -1}) {
            f.setTtl(seconds);
            QCOMPARE(f.listedIndex("c", "_ts_1")["expireAfterSeconds"].asInt32(), seconds);
        }
    }

    void anotherIndexOnTheReservedFieldIsRefused()
    {
        CosmosFixture f;
        QCOMPARE(f.codeOf(indexOn(R"({"_ts":1})", R"("unique":true)")), kBadValue);
        QCOMPARE(f.codeOf(indexOn(R"({"a":1,"_ts.seconds":1})", R"("unique":true)")), kBadValue);
    }

    void optionsWithoutEffectAreRefused()
    {
        CosmosFixture f;
        for (const char* option : {R"("unique":true)", R"("sparse":true)", R"("hidden":true)",
                                   R"("partialFilterExpression":{"a":1})"}) {
            QCOMPARE(f.codeOf(indexOn(R"({"_ts":1})",
                                      QByteArray(R"("expireAfterSeconds":10,)") + option)),
                     kBadValue);
        }
    }

    void theSameIndexAgainChangesNothing()
    {
        CosmosFixture f;
        f.setTtl(10);
        VERIFY_HOLDS(f.good(indexOn(R"({"_ts":1})", R"("expireAfterSeconds":10)", "_ts_1")),
                     R"({"numIndexesBefore":4,"numIndexesAfter":4,)"
                     R"("note":"all indexes already exist"})");
    }

    void anotherValueReplacesTheIndex()
    {
        CosmosFixture f;
        f.setTtl(10);
        for (const std::int32_t seconds : {20, -1, 30}) {
            f.setTtl(seconds);
            QCOMPARE(indexNames(f), QByteArray("_id_ _ts_1"));
            QCOMPARE(f.listedIndex("c", "_ts_1")["expireAfterSeconds"].asInt32(), seconds);
        }
    }

    void anotherNameReplacesTheIndex()
    {
        CosmosFixture f;
        f.setTtl(10);
        f.good(indexOn(R"({"_ts":-1})", R"("expireAfterSeconds":20)", "age"));
        QCOMPARE(indexNames(f), QByteArray("_id_ age"));
        QCOMPARE(f.listedIndex("c", "age")["expireAfterSeconds"].asInt32(), 20);
    }

    void collModChangesTheSeconds()
    {
        CosmosFixture f;
        f.setTtl(10);
        VERIFY_HOLDS(f.good(R"({"collMod":"c","index":{"name":"_ts_1","expireAfterSeconds":-1}})"),
                     R"({"expireAfterSeconds_old":10,"expireAfterSeconds_new":-1})");
        VERIFY_HOLDS(
            f.good(R"({"collMod":"c","index":{"keyPattern":{"_ts":1},"expireAfterSeconds":60}})"),
            R"({"expireAfterSeconds_old":-1,"expireAfterSeconds_new":60})");
        QCOMPARE(f.listedIndex("c", "_ts_1")["expireAfterSeconds"].asInt32(), 60);
    }

    void collModTakesTheSameSecondsAsCreateIndexes()
    {
        CosmosFixture f;
        f.setTtl(10);
        for (const char* seconds : {"0", "-2", "10.5", R"({"$numberDouble":"NaN"})"}) {
            QCOMPARE(f.codeOf(std::string(R"({"collMod":"c","index":{"name":"_ts_1",)")
                              + R"("expireAfterSeconds":)" + seconds + "}}"),
                     kBadValue);
        }
        QCOMPARE(f.listedIndex("c", "_ts_1")["expireAfterSeconds"].asInt32(), 10);
    }

    void collModMakesNoOtherIndexATtlIndex()
    {
        CosmosFixture f;
        f.good(indexOn(R"({"a":1})", R"("sparse":true)"));
        QCOMPARE(f.codeOf(R"({"collMod":"c","index":{"name":"i","expireAfterSeconds":10}})"),
                 kBadValue);
        QVERIFY(!f.listedIndex("c", "i").contains("expireAfterSeconds"));
    }

    void theTtlIndexCannotBeHidden()
    {
        CosmosFixture f;
        f.setTtl(10);
        QCOMPARE(f.codeOf(R"({"collMod":"c","index":{"name":"_ts_1","hidden":true}})"), kBadValue);
    }

    void droppingTheIndexByNameOrKeyCountsItOnce_data()
    {
        QTest::addColumn<QByteArray>("index");
        QTest::newRow("name") << QByteArray(R"("_ts_1")");
        QTest::newRow("key") << QByteArray(R"({"_ts":1})");
        QTest::newRow("all") << QByteArray(R"("*")");
    }
    void droppingTheIndexByNameOrKeyCountsItOnce()
    {
        QFETCH(QByteArray, index);
        CosmosFixture f;
        f.setTtl(10);
        VERIFY_HOLDS(f.good(R"({"dropIndexes":"c","index":)" + index.toStdString() + "}"),
                     R"({"nIndexesWas":2})");
        QCOMPARE(indexNames(f), QByteArray("_id_"));
    }

    void aDroppedCollectionCountsItOnce()
    {
        CosmosFixture f;
        f.setTtl(10);
        VERIFY_HOLDS(f.good(R"({"drop":"c"})"), R"({"nIndexesWas":2})");
    }

    void whatCarriesTheIndexOutIsNotAClients()
    {
        CosmosFixture f;
        f.setTtl(10);
        QCOMPARE(f.codeOf(R"({"dropIndexes":"c","index":"_ts:document"})"), 27);
        QCOMPARE(f.codeOf(indexOn(R"({"a":1})", R"("sparse":true)", "_ts:collection")), kBadValue);
    }

    void statisticsNameTheIndexAsClientsKnowIt()
    {
        CosmosFixture f;
        f.setTtl(-1);
        QCOMPARE(f.aggregated("c", R"([{"$indexStats":{}},{"$project":{"name":1,"spec":1}}])"),
                 QStringLiteral(R"({"name":"_id_","spec":{"v":1,"key":{"_id":1},"name":"_id_",)"
                                R"("ns":"db.c"}} )"
                                R"({"name":"_ts_1","spec":{"expireAfterSeconds":-1,"v":1,)"
                                R"("key":{"_ts":1},"name":"_ts_1","ns":"db.c"}})"));
        const bson::Document stats = f.good(R"({"collStats":"c"})");
        QCOMPARE(stats["nindexes"].toInt64(), 2);
        QVERIFY(stats["indexSizes"].asDocument().contains("_ts_1"));
    }

    void aCollectionCannotHaveAnExpiryOfItsOwn()
    {
        CosmosFixture f;
        QCOMPARE(f.codeOf(R"({"create":"c","clusteredIndex":{"key":{"_id":1},"unique":true},)"
                          R"("expireAfterSeconds":{"$numberLong":"60"}})"),
                 kBadValue);
    }
};

SANDGLASS_TEST(TestIndexes)

#include "tst_cosmos_indexes.moc"
