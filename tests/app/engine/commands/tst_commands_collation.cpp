// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_collation {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr const char* kNoCase = R"("collation":{"locale":"en","strength":2})";

} // namespace

/// What a collation decides in commands. The documents are {_id, s}: 1 a, 2 A, 3 b, 4 B, 5 5.
class TestCollation : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"s":"a"},{"_id":2,"s":"A"},
                       {"_id":3,"s":"b"},{"_id":4,"s":"B"},{"_id":5,"s":5}]})");
    }
    void cleanup() { m_db.reset(); }

    void aFilterComparesByIt_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char* filter, const char* ids) {
            QTest::newRow(filter) << QByteArray(filter) << QString::fromLatin1(ids);
        };
        row(R"({"s":"A"})", "1 2");
        row(R"({"s":{"$ne":"A"}})", "3 4 5");
        row(R"({"s":{"$in":["A","x"]}})", "1 2");
        row(R"({"s":{"$nin":["A"]}})", "3 4 5");
        row(R"({"s":{"$gt":"A"}})", "3 4");
        row(R"({"s":{"$lte":"A"}})", "1 2");
        row(R"({"s":{"$not":{"$gt":"a"}}})", "1 2 5");
        row(R"({"s":{"$all":["B"]}})", "3 4");
        row(R"({"s":{"$regex":"^A"}})", "2");
        row(R"({"$expr":{"$eq":["$s","A"]}})", "1 2");
        row(R"({"$expr":{"$in":["$s",["A"]]}})", "1 2");
        row(R"({"$expr":{"$gt":["$s","A"]},"s":{"$type":"string"}})", "3 4");
        row(R"({"$or":[{"s":"B"},{"s":5}]})", "3 4 5");
    }
    void aFilterComparesByIt()
    {
        QFETCH(QByteArray, filter);
        QFETCH(QString, ids);
        QCOMPARE(idsOf(filter.toStdString(), kNoCase), ids);
        // and by an index that orders by it
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"s",)"
                   + std::string(kNoCase) + "}]}");
        QCOMPARE(idsOf(filter.toStdString(), kNoCase), ids);
    }

    void anIndexServesOnlyItsOwnCollation()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"s",)"
                   + std::string(kNoCase) + "}]}");
        QCOMPARE(stageOf(R"({"s":"A"})", kNoCase), QStringLiteral("IXSCAN"));
        QCOMPARE(stageOf(R"({"s":"A"})", R"("collation":{"locale":"en"})"),
                 QStringLiteral("COLLSCAN"));
        QCOMPARE(stageOf(R"({"s":"A"})", {}), QStringLiteral("COLLSCAN"));
        QCOMPARE(stageOf(R"({"s":5})", {}), QStringLiteral("IXSCAN"));
        QCOMPARE(idsOf(R"({"s":"A"})", {}), QStringLiteral("2"));
        QCOMPARE(idsOf(R"({"s":{"$gte":"a"}})", {}), QStringLiteral("1 3"));
        QCOMPARE(m_db->found("c", R"("sort":{"s":1},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":5} {"_id":2} {"_id":4} {"_id":1} {"_id":3})"));
    }

    void anOrdinaryIndexDoesNotServeACollation()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"s"}]})");
        QCOMPARE(stageOf(R"({"s":"A"})", kNoCase), QStringLiteral("COLLSCAN"));
        QCOMPARE(stageOf(R"({"s":5})", kNoCase), QStringLiteral("IXSCAN"));
        QCOMPARE(idsOf(R"({"s":"A"})", kNoCase), QStringLiteral("1 2"));
    }

    void sortsDistinctAndGroupsGoByIt()
    {
        const std::string en = R"("collation":{"locale":"en"})";
        QCOMPARE(m_db->found("c", R"("sort":{"s":1},"projection":{"_id":1},)" + en),
                 QStringLiteral(R"({"_id":5} {"_id":1} {"_id":2} {"_id":3} {"_id":4})"));
        QCOMPARE(m_db->found("c",
                             R"("sort":{"s":-1,"_id":1},"projection":{"_id":1},)"
                                 + std::string(kNoCase)),
                 QStringLiteral(R"({"_id":3} {"_id":4} {"_id":1} {"_id":2} {"_id":5})"));
        VERIFY_HOLDS(m_db->good(R"({"distinct":"c","key":"s",)" + std::string(kNoCase) + "}"),
                     R"({"values":[5,"a","b"]})");
        QCOMPARE(aggregated(R"([{"$group":{"_id":"$s","n":{"$sum":1}}},{"$sort":{"_id":1}}])"),
                 QStringLiteral(R"({"_id":5,"n":1} {"_id":"a","n":2} {"_id":"b","n":2})"));
        QCOMPARE(aggregated(R"([{"$sortByCount":"$s"},{"$match":{"_id":"A"}}])"),
                 QStringLiteral(R"({"_id":"a","count":2})"));
        QCOMPARE(aggregated(R"([{"$match":{"s":{"$type":"string"}}},{"$group":{"_id":null,
                    "set":{"$addToSet":"$s"},"max":{"$max":"$s"}}}])"),
                 QStringLiteral(R"({"_id":null,"set":["a","b"],"max":"b"})"));
        QCOMPARE(aggregated(R"([{"$match":{"s":{"$type":"string"}}},
                    {"$bucket":{"groupBy":"$s","boundaries":["A","B","Z"]}}])"),
                 QStringLiteral(R"({"_id":"A","count":2} {"_id":"B","count":2})"));
    }

    void expressionsGoByIt()
    {
        QCOMPARE(aggregated(R"([{"$match":{"_id":1}},{"$project":{"_id":0,
                    "eq":{"$eq":["$s","A"]},"cmp":{"$cmp":["$s","A"]},
                    "at":{"$indexOfArray":[["x","A"],"$s"]},
                    "union":{"$setUnion":[["a","B"],["A","b"]]},
                    "sub":{"$setIsSubset":[["A"],["a"]]},
                    "case":{"$strcasecmp":["$s","B"]},
                    "bytes":{"$indexOfBytes":["A","$s"]}}}])"),
                 QStringLiteral(R"({"eq":true,"cmp":0,"at":1,"union":["a","B"],"sub":true,)"
                                R"("case":-1,"bytes":-1})"));
    }

    void joinsGoByIt()
    {
        m_db->good(
            R"({"insert":"f","documents":[{"_id":10,"k":"A","up":"b"},{"_id":11,"k":"B"}]})");
        const std::string lookup
            = R"([{"$match":{"_id":1}},{"$lookup":{"from":"f","localField":"s","foreignField":"k",
                 "as":"f"}},{"$project":{"n":{"$size":"$f"}}}])";
        QCOMPARE(aggregated(lookup), QStringLiteral(R"({"_id":1,"n":1})"));
        m_db->good(R"({"createIndexes":"f","indexes":[{"key":{"k":1},"name":"k"}]})");
        QCOMPARE(aggregated(lookup), QStringLiteral(R"({"_id":1,"n":1})"));
        QCOMPARE(m_db->aggregated("c", lookup), QStringLiteral(R"({"_id":1,"n":0})"));
        QCOMPARE(aggregated(R"([{"$match":{"_id":1}},{"$graphLookup":{"from":"f","startWith":"$s",
                    "connectFromField":"up","connectToField":"k","as":"g"}},
                    {"$project":{"n":{"$size":"$g"}}}])"),
                 QStringLiteral(R"({"_id":1,"n":2})"));
    }

    void writesGoByIt()
    {
        const std::string with = kNoCase;
        VERIFY_HOLDS(m_db->good(R"({"update":"c","updates":[{"q":{"s":"A"},"u":{"$set":{"x":1}},
                                    "multi":true,)"
                                + with + "}]}"),
                     R"({"n":2,"nModified":2})");
        VERIFY_HOLDS(m_db->good(R"({"findAndModify":"c","query":{"s":"A"},"sort":{"s":1,"_id":-1},
                                    "update":{"$set":{"y":1}},)"
                                + with + "}"),
                     R"({"value":{"_id":2}})");
        VERIFY_HOLDS(
            m_db->good(R"({"delete":"c","deletes":[{"q":{"s":"B"},"limit":0,)" + with + "}]}"),
            R"({"n":2})");
        VERIFY_HOLDS(m_db->good(R"({"count":"c","query":{"s":"A"},)" + with + "}"), R"({"n":2})");
        VERIFY_HOLDS(m_db->good(R"({"delete":"c","deletes":[{"q":{"s":"A"},"limit":0}]})"),
                     R"({"n":1})");
    }

    void updateOperatorsGoByIt()
    {
        m_db->good(R"({"insert":"u","documents":[{"_id":1,"a":["x","X","y"],"m":"b"}]})");
        const auto change = [&](const std::string& update, const std::string& more = {}) {
            m_db->good(R"({"update":"u","updates":[{"q":{},"u":)" + update + "," + kNoCase + more
                       + "}]}");
            return m_db->found("u", R"("projection":{"_id":0})");
        };
        QCOMPARE(change(R"({"$addToSet":{"a":"Y"}})"),
                 QStringLiteral(R"({"a":["x","X","y"],"m":"b"})"));
        QCOMPARE(change(R"({"$max":{"m":"B"}})"), QStringLiteral(R"({"a":["x","X","y"],"m":"b"})"));
        QCOMPARE(change(R"({"$set":{"a.$[e]":"z"}})", R"(,"arrayFilters":[{"e":"Y"}])"),
                 QStringLiteral(R"({"a":["x","X","z"],"m":"b"})"));
        QCOMPARE(change(R"({"$push":{"a":{"$each":["M"],"$sort":1}}})"),
                 QStringLiteral(R"({"a":["M","x","X","z"],"m":"b"})"));
        QCOMPARE(change(R"({"$pull":{"a":"X"}})"), QStringLiteral(R"({"a":["M","z"],"m":"b"})"));
        QCOMPARE(change(R"({"$pullAll":{"a":["m"]}})"), QStringLiteral(R"({"a":["z"],"m":"b"})"));
    }

    void aUniqueIndexRefusesEqualStrings()
    {
        m_db->good(R"({"createIndexes":"e","indexes":[{"key":{"m":1},"name":"m","unique":true,)"
                   + std::string(kNoCase) + "}]}");
        m_db->good(R"({"insert":"e","documents":[{"_id":1,"m":"a@x"}]})");
        const bson::Document reply
            = m_db->good(R"({"insert":"e","documents":[{"_id":2,"m":"A@X"}]})");
        const bson::DocumentView error = reply["writeErrors"].asDocument()["0"].asDocument();
        VERIFY_HOLDS(bson::Document(error),
                     R"({"code":11000,"keyPattern":{"m":1},"hexEncoded":[true],
                         "collation":{"locale":"en","strength":2}})");
        QVERIFY(!error["keyValue"].asDocument()["m"].asString().empty());
        const std::string text(error["errmsg"].asString());
        QVERIFY2(text.find("index: m collation: {") != std::string::npos
                     && text.find("dup key: { m: \"0x") != std::string::npos,
                 text.c_str());
        // an index over equal strings cannot become unique
        QCOMPARE(m_db->codeOf(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"u",
                                  "unique":true,)"
                              + std::string(kNoCase) + "}]}"),
                 11000);
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"u","unique":true}]})");
    }

    void keysInsideDocumentsAndArraysAreComparedToo()
    {
        m_db->good(R"({"createIndexes":"n","indexes":[{"key":{"d":1},"name":"d",)"
                   + std::string(kNoCase) + "}]}");
        m_db->good(R"({"insert":"n","documents":[{"_id":1,"d":{"x":"A"}},{"_id":2,"d":["B",["C"]]},
                       {"_id":3,"d":{"x":"b"}}]})");
        const auto ids = [&](const char* filter) {
            return m_db->found("n",
                               "\"filter\":" + std::string(filter)
                                   + R"(,"hint":"d","projection":{"_id":1},)" + kNoCase);
        };
        QCOMPARE(ids(R"({"d":{"x":"a"}})"), QStringLiteral(R"({"_id":1})"));
        QCOMPARE(ids(R"({"d":"b"})"), QStringLiteral(R"({"_id":2})"));
        QCOMPARE(ids(R"({"d":{"$in":["b","B"]}})"), QStringLiteral(R"({"_id":2})"));
        QCOMPARE(QString::fromStdString(firstProblem("n")), QString());
    }

    void theDefaultOfACollectionIsInherited()
    {
        m_db->good(R"({"create":"i",)" + std::string(kNoCase) + "}");
        m_db->good(R"({"createIndexes":"i","indexes":[{"key":{"s":1},"name":"s"},
                       {"key":{"s":-1},"name":"plain","collation":{"locale":"simple"}}]})");
        VERIFY_HOLDS(m_db->listedIndex("i", "s"), R"({"collation":{"locale":"en","strength":2,
                     "caseLevel":false,"caseFirst":"off","numericOrdering":false,
                     "alternate":"non-ignorable","maxVariable":"punct","normalization":false,
                     "backwards":false,"version":"57.1"}})");
        VERIFY_HOLDS(m_db->listedIndex("i", "_id_"), R"({"collation":{"strength":2}})");
        QVERIFY(m_db->listedIndex("i", "plain")["collation"].isMissing());
        m_db->good(R"({"insert":"i","documents":[{"_id":"x","s":"a"},{"_id":"y","s":"A"}]})");
        QCOMPARE(m_db->found("i", R"("filter":{"s":"A"},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":"x"} {"_id":"y"})"));
        QCOMPARE(m_db->found("i", R"("filter":{"s":"A"},"projection":{"_id":1},
                                     "collation":{"locale":"simple"})"),
                 QStringLiteral(R"({"_id":"y"})"));
        QCOMPARE(m_db->found("i", R"("filter":{"_id":"X"},"projection":{"_id":1})"),
                 QStringLiteral(R"({"_id":"x"})"));
        QCOMPARE(m_db->found("i", R"("filter":{"_id":"X"},"collation":{"locale":"simple"})"),
                 QString());
        QCOMPARE(m_db->good(R"({"insert":"i","documents":[{"_id":"X"}]})")["writeErrors"]
                     .asDocument()["0"]
                     .asDocument()["code"]
                     .asInt32(),
                 11000);
        VERIFY_HOLDS(m_db->good(R"({"update":"i","updates":[{"q":{"s":"A"},"u":{"$set":{"z":1}},
                                    "multi":true}]})"),
                     R"({"n":2})");
        VERIFY_HOLDS(m_db->good(R"({"delete":"i","deletes":[{"q":{"s":"A"},"limit":0,
                                    "collation":{"locale":"simple"}}]})"),
                     R"({"n":1})");
    }

    void aViewKeepsItsOwn()
    {
        m_db->good(R"({"create":"v","viewOn":"c",)" + std::string(kNoCase) + "}");
        m_db->good(R"({"create":"w","viewOn":"c"})");
        VERIFY_HOLDS(m_db->good(R"({"count":"v","query":{"s":"A"}})"), R"({"n":2})");
        VERIFY_HOLDS(m_db->good(R"({"count":"w","query":{"s":"A"}})"), R"({"n":1})");
        VERIFY_HOLDS(m_db->good(R"({"count":"v","query":{"s":"A"},)" + std::string(kNoCase) + "}"),
                     R"({"n":2})");
        for (const char* command :
             {R"({"find":"v","collation":{"locale":"fr"}})",
              R"({"count":"v","collation":{"locale":"simple"}})",
              R"({"distinct":"w","key":"s","collation":{"locale":"en"}})",
              R"({"aggregate":"v","pipeline":[],"cursor":{},"collation":{"locale":"en"}})",
              R"({"aggregate":"c","pipeline":[{"$lookup":{"from":"v","localField":"s",
                  "foreignField":"s","as":"x"}}],"cursor":{}})",
              R"({"aggregate":"c","pipeline":[{"$unionWith":"v"}],"cursor":{}})"}) {
            QCOMPARE(m_db->codeOf(command), 167);
        }
        QCOMPARE(m_db->codeOf(R"({"create":"vv","viewOn":"v"})"), 167);
        m_db->good(R"({"create":"vv","viewOn":"v",)" + std::string(kNoCase) + "}");
    }

    void twoIndexesMayDifferInTheCollationOnly()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"s"}]})");
        const auto create = [&](const char* more) {
            return m_db->codeOf(R"({"createIndexes":"c","indexes":[{"key":{"s":1},)"
                                + std::string(more) + "}]}");
        };
        QCOMPARE(create(R"("name":"fr","collation":{"locale":"fr"})"), 0);
        QCOMPARE(create(R"("name":"fr2","collation":{"locale":"fr"})"), 85);
        QCOMPARE(create(R"("name":"fr","collation":{"locale":"de"})"), 86);
        QCOMPARE(create(R"("name":"fr","collation":{"locale":"fr","strength":3})"), 0);
        QCOMPARE(create(R"("name":"s","collation":{"locale":"simple"})"), 0);
        QCOMPARE(m_db->codeOf(R"({"dropIndexes":"c","index":{"s":1}})"), 181);
    }

    void aKeyPatternOfSeveralIndexesNamesNone_data()
    {
        QTest::addColumn<QByteArray>("other");
        QTest::newRow("collation") << QByteArray(R"("collation":{"locale":"fr"})");
        QTest::newRow("partial filter")
            << QByteArray(R"("partialFilterExpression":{"s":{"$gt":"A"}})");
    }
    void aKeyPatternOfSeveralIndexesNamesNone()
    {
        QFETCH(QByteArray, other);
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"one"},
                       {"key":{"s":1},"name":"two",)"
                   + other.toStdString() + "}]}");
        const QString text
            = QStringLiteral("Hint matched multiple indexes, must hint by index name. Matched: ");
        const auto refused = [&](const std::string& hint) {
            const std::string with = R"(,"hint":)" + hint;
            for (const std::string& command :
                 {R"({"find":"c","filter":{"s":"a"})" + with + "}",
                  R"({"count":"c","query":{"s":"a"})" + with + "}",
                  R"({"distinct":"c","key":"s")" + with + "}",
                  R"({"aggregate":"c","pipeline":[],"cursor":{})" + with + "}",
                  R"({"findAndModify":"c","query":{"s":"a"},"remove":true)" + with + "}",
                  R"({"explain":{"find":"c")" + with + "}}"}) {
                const bson::Document reply = m_db->run(command);
                if (reply["code"].asInt32() != 27
                    || !QString::fromStdString(std::string(reply["errmsg"].asString()))
                            .contains(text)) {
                    return command + ": " + bson::toJson(reply);
                }
            }
            return std::string();
        };
        QCOMPARE(refused(R"({"s":1})"), std::string());
        const bson::Document written = m_db->good(
            R"({"update":"c","updates":[{"q":{},"u":{"$set":{"x":1}},"hint":{"s":1}}]})");
        QCOMPARE(written["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32(), 27);
        const std::string change = R"({"collMod":"c","index":{"hidden":true,)";
        QCOMPARE(m_db->codeOf(change + R"("keyPattern":{"s":1}}})"), 181);
        QVERIFY(m_db->textOf(change + R"("keyPattern":{"s":1}}})")
                    .endsWith(QStringLiteral("must use index name. Conflicting indexes:one, two")));
        QCOMPARE(m_db->codeOf(R"({"find":"c","hint":{"s":-1}})"), 2);
        QCOMPARE(m_db->found("c", R"("filter":{"s":"A"},"hint":"one")"),
                 QStringLiteral(R"({"_id":2,"s":"A"})"));
        // a hidden index does not count
        m_db->good(change + R"("name":"two"}})");
        QCOMPARE(m_db->found("c", R"("filter":{"s":"A"},"hint":{"s":1})"),
                 QStringLiteral(R"({"_id":2,"s":"A"})"));
    }

    void theIndexOnIdComparesAsItsCollection()
    {
        const auto create = [&](const char* collection, const char* more) {
            return m_db->codeOf("{\"createIndexes\":\"" + std::string(collection)
                                + "\",\"indexes\":[{\"key\":{\"_id\":1},\"name\":\"_id_\"" + more
                                + "}]}");
        };
        QCOMPARE(create("c", ""), 0);
        QCOMPARE(create("c", R"(,"collation":{"locale":"simple"})"), 0);
        QCOMPARE(create("c", R"(,"collation":{"locale":"en"})"), 2);
        m_db->good(std::string(R"({"create":"d",)") + kNoCase + "}");
        QCOMPARE(create("d", ""), 0);
        QCOMPARE(create("d", R"(,"collation":{"locale":"en","strength":2})"), 0);
        QCOMPARE(create("d", R"(,"collation":{"locale":"simple"})"), 2);
        QCOMPARE(create("d", R"(,"collation":{"locale":"en"})"), 2);
        QCOMPARE(create("new", R"(,"collation":{"locale":"en"})"), 2);
    }

    void partialFiltersGoByTheIndexsCollation()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"_id":1,"s":1},"name":"p",
                       "partialFilterExpression":{"s":{"$gt":"A"}},)"
                   + std::string(kNoCase) + "}]}");
        const auto hinted = [&](const std::string& more) {
            return m_db->found("c", R"("hint":"p","projection":{"_id":1})" + more);
        };
        QCOMPARE(hinted({}), QStringLiteral(R"({"_id":3} {"_id":4})"));
        QCOMPARE(idsOf(R"({"_id":{"$gt":0},"s":{"$gt":"A"}})", {}), QStringLiteral("1 3 4"));
        QCOMPARE(idsOf(R"({"_id":{"$gt":0},"s":{"$gt":"A"}})", kNoCase), QStringLiteral("3 4"));
    }

    void countsByDateAskForTheIndexsCollation()
    {
        m_db->good(R"({"createIndexes":"t","indexes":[{"key":{"t":1},"name":"t",
                       "expireAfterSeconds":0,"partialFilterExpression":{"s":"DONE"},)"
                   + std::string(kNoCase) + "}]}");
        m_db->good(R"({"insert":"t","documents":[
            {"_id":1,"t":{"$date":"2020-01-01T00:00:00Z"},"s":"done"},
            {"_id":2,"t":{"$date":"2020-01-01T00:00:00Z"},"s":"DONE"},
            {"_id":3,"t":{"$date":"2020-01-01T00:00:00Z"},"s":"open"}]})");
        const std::string query
            = R"("query":{"t":{"$lte":{"$date":"2021-01-01T00:00:00Z"}},"s":"DONE"})";
        VERIFY_HOLDS(m_db->good(R"({"count":"t",)" + query + "," + kNoCase + "}"), R"({"n":2})");
        VERIFY_HOLDS(m_db->good(R"({"count":"t",)" + query + "}"), R"({"n":1})");
        const std::string match = R"([{"$match":{"t":{"$lte":{"$date":"2021-01-01T00:00:00Z"}},
                                       "s":"DONE"}},{"$count":"n"}])";
        QCOMPARE(m_db->aggregated("t", match), QStringLiteral(R"({"n":1})"));
    }

    void timeSeriesGoByIt()
    {
        m_db->good(R"({"create":"ts","timeseries":{"timeField":"t","metaField":"m"},)"
                   + std::string(kNoCase) + "}");
        m_db->good(R"({"insert":"ts","documents":[{"t":{"$date":"2030-01-01T00:00:00Z"},"m":"a"},
                       {"t":{"$date":"2030-01-01T00:00:00Z"},"m":"A"}]})");
        VERIFY_HOLDS(m_db->good(R"({"count":"ts","query":{"m":"A"}})"), R"({"n":2})");
        VERIFY_HOLDS(m_db->good(R"({"delete":"ts","deletes":[{"q":{"m":"A"},"limit":0}]})"),
                     R"({"n":2})");
    }

    void wrongOnesAreRefusedEverywhere()
    {
        for (const char* command :
             {R"({"find":"c","collation":{"locale":"xx_nope"}})",
              R"({"aggregate":"c","pipeline":[],"cursor":{},"collation":{"locale":"xx_nope"}})",
              R"({"count":"c","collation":{"locale":"xx_nope"}})",
              R"({"distinct":"c","key":"s","collation":{"locale":"xx_nope"}})",
              R"({"findAndModify":"c","remove":true,"collation":{"locale":"xx_nope"}})",
              R"({"create":"y","collation":{"locale":"xx_nope"}})",
              R"({"createIndexes":"c","indexes":[{"key":{"s":1},"name":"n",
                  "collation":{"locale":"xx_nope"}}]})"}) {
            QCOMPARE(m_db->codeOf(command), 2);
        }
        const bson::Document reply = m_db->good(
            R"({"delete":"c","deletes":[{"q":{},"limit":0,"collation":{"locale":"xx_nope"}}]})");
        QCOMPARE(reply["n"].asInt32(), 0);
        QCOMPARE(m_db->found("c", R"("collation":{},"filter":{"s":"A"})"),
                 QStringLiteral(R"({"_id":2,"s":"A"})"));
    }

private:
    // The ids that a find returns, ascending and separated by blanks. `more`: other arguments.
    QString idsOf(const std::string& filter, const std::string& more)
    {
        const std::string rest = more.empty() ? std::string() : "," + more;
        const QString found = m_db->found(
            "c", "\"filter\":" + filter + R"(,"sort":{"_id":1},"projection":{"_id":1})" + rest);
        return QString(found).remove(QStringLiteral(R"({"_id":)")).remove(QLatin1Char('}'));
    }
    QString aggregated(const std::string& stages)
    {
        const bson::Document reply = m_db->good(R"({"aggregate":"c","pipeline":)" + stages
                                                + R"(,"cursor":{},)" + kNoCase + "}");
        return CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]);
    }
    // The stage that reads: IXSCAN or COLLSCAN.
    QString stageOf(const std::string& filter, const std::string& more)
    {
        const std::string rest = more.empty() ? std::string() : "," + more;
        const std::string text = bson::toJson(
            m_db->good(R"({"explain":{"find":"c","filter":)" + filter + rest + "}}"));
        return text.find("\"IXSCAN\"") != std::string::npos  ? QStringLiteral("IXSCAN")
            : text.find("\"COLLSCAN\"") != std::string::npos ? QStringLiteral("COLLSCAN")
                                                             : QString::fromStdString(text);
    }
    std::string firstProblem(const std::string& collection)
    {
        const auto verified = need(m_db->data.collection(collection)->verifyAll());
        return verified.problems.empty() ? std::string() : verified.problems.front();
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestCollation)
} // namespace tst_commands_collation

#include "tst_commands_collation.moc"
