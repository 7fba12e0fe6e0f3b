// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_writes {

using namespace sandglass;
using namespace sandglass::tests;

class TestWrites : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void emptyTimestampsAreFilledIn()
    {
        const std::string empty = R"({"$timestamp":{"t":0,"i":0}})";
        m_db->good(R"({"insert":"ts","documents":[{"a":)" + empty + R"(,"b":)" + empty
                   + R"(,"_id":1,"in":{"a":)" + empty + R"(}},{"_id":)" + empty + "}]}");
        m_db->good(R"({"update":"ts","updates":[{"q":{"_id":2},"u":{"_id":2,"a":)" + empty
                   + R"(},"upsert":true}]})");
        m_db->good(R"({"insert":"ts","documents":[{"_id":3,"a":)" + empty
                   + R"(}],"bypassEmptyTsReplacement":true})");
        m_db->good(R"({"update":"ts","updates":[{"q":{"_id":3},"u":{"$set":{"b":)" + empty
                   + "}}}]}");
        const auto field = [&](const std::string& id, const char* name) {
            const bson::Document reply = m_db->good(R"({"find":"ts","filter":{"_id":)" + id + "}}");
            return reply.view().at(std::string("cursor.firstBatch.0.") + name).asTimestamp();
        };
        const bson::Timestamp none;
        QVERIFY(field("1", "a").seconds > 0 && field("1", "b").seconds > 0);
        QVERIFY(field("1", "a").increment < field("1", "b").increment);
        QVERIFY(field("1", "in.a") == none); // only at the top level
        QVERIFY(field(empty, "_id") == none); // and never the key
        QVERIFY(field("2", "a").seconds > 0);
        QVERIFY(field("3", "a") == none && field("3", "b") == none);
    }

    void insertedDocumentsGetAnIdInFront()
    {
        VERIFY_HOLDS(m_db->run(R"({"insert":"c","documents":[{"a":1},{"b":2,"_id":7}]})"),
                     R"({"n":2,"ok":1})");
        const bson::Document reply = m_db->good(R"({"find":"c","filter":{"a":1}})");
        const bson::DocumentView first
            = reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument();
        QCOMPARE(first.begin()->key, std::string_view("_id"));
        QCOMPARE(first["_id"].type(), bson::Type::ObjectId);
        QCOMPARE(m_db->found("c", R"("filter":{"b":2})"), QStringLiteral(R"({"_id":7,"b":2})"));
        QCOMPARE(m_db->records.counters.insert.load(), std::int64_t{2});
    }

    void aDocumentWithTwoIdsIsRefused()
    {
        for (const bson::Document& document : {bson::makeDocument("_id", 1, "_id", 2),
                                               bson::makeDocument("a", 1, "_id", 1, "_id", 2),
                                               bson::makeDocument("_id", 1, "a", 1, "_id", 1)}) {
            const bson::Document reply
                = m_db->run(bson::Builder()
                                .append("insert", "c")
                                .appendArray("documents", bson::makeArray(document))
                                .take());
            VERIFY_HOLDS(reply, R"({"n":0,"ok":1})");
            const bson::DocumentView error = reply["writeErrors"].asDocument()["0"].asDocument();
            QCOMPARE(error["code"].asInt32(), 2);
        }
        QCOMPARE(m_db->found("c"), QString());
    }

    // As a program with a mistake in it sends it: nothing is deleted or changed.
    void aFilterOfNullSelectsNothing()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        for (const char* command :
             {R"({"delete":"c","deletes":[{"q":null,"limit":0}]})",
              R"({"update":"c","updates":[{"q":null,"u":{"$set":{"a":1}},"multi":true}]})",
              R"({"distinct":"c","key":null})"}) {
            QCOMPARE(m_db->run(command)["code"].toInt64(), 40414);
        }
        const bson::Document statement = bson::makeDocument(
            "q", bson::Document(), "q", bson::makeDocument("_id", 77), "limit", 0);
        const bson::Document reply
            = m_db->run(bson::Builder()
                            .append("delete", "c")
                            .appendArray("deletes", bson::makeArray(statement))
                            .take());
        QCOMPARE(reply["code"].toInt64(), 40413);
        VERIFY_HOLDS(m_db->run(R"({"count":"c"})"), R"({"n":2,"ok":1})");
    }

    void documentsComeFromSequencesToo()
    {
        const bson::Document one = need(bson::fromJson(R"({"_id":1})"));
        const bson::Document two = need(bson::fromJson(R"({"_id":2})"));
        const bson::Document body = need(bson::fromJson(R"({"insert":"c","ordered":true})"));
        engine::request::Request request;
        request.name = "insert";
        request.database = "db";
        request.body = body;
        request.sequences["documents"] = {one.view(), two.view()};
        VERIFY_HOLDS(m_db->run(request), R"({"n":2,"ok":1})");
    }

    void orderedInsertsStopAtTheFirstError()
    {
        const bson::Document reply
            = m_db->run(R"({"insert":"c","documents":[{"_id":1},{"_id":1},{"_id":2}]})");
        VERIFY_HOLDS(reply, R"({"n":1,"ok":1})");
        const bson::DocumentView error = reply["writeErrors"].asDocument()["0"].asDocument();
        QCOMPARE(error["index"].asInt32(), 1);
        QCOMPARE(error["code"].asInt32(), 11000);
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1})"));
    }

    void aDuplicateNamesKeyAndValue_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("insert") << R"({"insert":"c","documents":[{"_id":3,"u":{"v":1},"w":"x"}]})";
        QTest::newRow("update")
            << R"({"update":"c","updates":[{"q":{"_id":2},"u":{"$set":{"u.v":1,"w":"x"}}}]})";
        QTest::newRow("upsert")
            << R"({"update":"c","updates":[{"q":{"_id":4},"u":{"u":{"v":1},"w":"x"},
                  "upsert":true}]})";
    }
    void aDuplicateNamesKeyAndValue()
    {
        QFETCH(QString, command);
        m_db->good(R"({"createIndexes":"c","indexes":[
            {"key":{"u.v":1,"w":-1},"name":"both","unique":true}]})");
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"u":{"v":1},"w":"x"},{"_id":2}]})");
        const bson::Document reply = m_db->run(command.toStdString());
        const bson::DocumentView error = reply["writeErrors"].asDocument()["0"].asDocument();
        VERIFY_HOLDS(bson::Document(error), R"({"index":0,"code":11000,
            "keyPattern":{"u.v":1,"w":-1},"keyValue":{"u.v":1,"w":"x"}})");
        QVERIFY(error["errmsg"].asString().starts_with("E11000 duplicate key error"));
    }

    void nothingIsChangedByAPatternThatIsGivenUp()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":")" + std::string(40, 'a')
                   + R"(c"}]})");
        const std::string filter
            = R"({"a":{"$not":{"$regularExpression":{"pattern":"^(a|a)*$","options":""}}}})";
        const bson::Document removal
            = m_db->run(R"({"delete":"c","deletes":[{"q":)" + filter + R"(,"limit":0}]})");
        QCOMPARE(removal.view().at("writeErrors.0.code").toInt64(), std::int64_t{51156});
        const bson::Document update = m_db->run(R"({"update":"c","updates":[{"q":)" + filter
                                                + R"(,"u":{"$set":{"b":1}},"multi":true}]})");
        QCOMPARE(update.view().at("writeErrors.0.code").toInt64(), std::int64_t{51156});
        VERIFY_HOLDS(m_db->run(R"({"find":"c","filter":)" + filter + "}"),
                     R"({"ok":0,"code":51156})");
        QCOMPARE(m_db->found("c", R"("projection":{"a":0})"), QStringLiteral(R"({"_id":1})"));
    }

    void unorderedInsertsGoOn()
    {
        VERIFY_HOLDS(
            m_db->run(
                R"({"insert":"c","ordered":false,"documents":[{"_id":1},{"_id":1},{"_id":2}]})"),
            R"({"n":2,"ok":1})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

    void badIdsAreWriteErrors_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("code");
        QTest::newRow("array") << "[1]" << 53;
        QTest::newRow("regex") << R"({"$regularExpression":{"pattern":"a","options":""}})" << 53;
        QTest::newRow("undefined") << R"({"$undefined":true})" << 53;
        QTest::newRow("dollar field") << R"({"$a":1})" << 52;
    }
    void badIdsAreWriteErrors()
    {
        QFETCH(QString, id);
        const bson::Document reply
            = m_db->run(R"({"insert":"c","documents":[{"_id":)" + id.toStdString() + "}]}");
        QTEST(reply["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32(), "code");
    }

    void writeRefusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("C124") << R"({"insert":"system.indexes","documents":[{}]})" << 73;
        QTest::newRow("no documents") << R"({"insert":"c","documents":[]})" << 16;
        QTest::newRow("documents missing") << R"({"insert":"c"})" << 40414;
        QTest::newRow("documents no array") << R"({"insert":"c","documents":5})" << 14;
        QTest::newRow("unknown field") << R"({"insert":"c","documents":[{}],"foo":1})" << 40415;
        QTest::newRow("update without q") << R"({"update":"c","updates":[{"u":{}}]})" << 40414;
        QTest::newRow("update unknown field")
            << R"({"update":"c","updates":[{"q":{},"u":{},"z":1}]})" << 40415;
        QTest::newRow("delete without limit") << R"({"delete":"c","deletes":[{"q":{}}]})" << 40414;
        QTest::newRow("delete limit 5") << R"({"delete":"c","deletes":[{"q":{},"limit":5}]})" << 9;
        QTest::newRow("write concern w 2")
            << R"({"insert":"c","documents":[{}],"writeConcern":{"w":2}})" << 2;
        QTest::newRow("findAndModify without change") << R"({"findAndModify":"c","query":{}})" << 9;
        QTest::newRow("findAndModify with both")
            << R"({"findAndModify":"c","update":{},"remove":true})" << 9;
    }
    void writeRefusalsHaveTheirCodes()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void manyDocumentsTakeSeveralUnits()
    {
        bson::Builder command;
        command.append("insert", "c").beginArray("documents");
        for (int i = 0; i < 2500; ++i) {
            command.push(bson::makeDocument("_id", i, "even", i % 2 == 0));
        }
        VERIFY_HOLDS(m_db->run(command.take()), R"({"n":2500,"ok":1})");
        VERIFY_HOLDS(
            m_db->run(
                R"({"update":"c","updates":[{"q":{"even":true},"u":{"$set":{"x":1}},"multi":true}]})"),
            R"({"n":1250,"nModified":1250,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"delete":"c","deletes":[{"q":{"even":true},"limit":0}]})"),
                     R"({"n":1250,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"count":"c"})"), R"({"n":1250})");
    }

    void updatesChangeOneOrAll()
    {
        fill();
        VERIFY_HOLDS(
            m_db->run(R"({"update":"c","updates":[{"q":{"k":"x"},"u":{"$inc":{"n":10}}}]})"),
            R"({"n":1,"nModified":1,"ok":1})");
        QCOMPARE(m_db->found("c", R"("filter":{"k":"x"},"projection":{"n":1,"_id":0})"),
                 QStringLiteral(R"({"n":11} {"n":2})"));
        VERIFY_HOLDS(
            m_db->run(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"k":"x"}},"multi":true}]})"),
            R"({"n":3,"nModified":1,"ok":1})");
    }

    void replacementsKeepTheId()
    {
        fill();
        m_db->good(R"({"update":"c","updates":[{"q":{"_id":2},"u":{"fresh":true}}]})");
        QCOMPARE(m_db->found("c", R"("filter":{"_id":2})"),
                 QStringLiteral(R"({"_id":2,"fresh":true})"));
    }

    void statementErrorsStandInTheReply_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<int>("code");
        QTest::newRow("multi replacement") << R"({"q":{},"u":{"a":1},"multi":true})" << 9;
        QTest::newRow("unknown operator") << R"({"q":{},"u":{"$foo":{"a":1}}})" << 9;
        QTest::newRow("changed id") << R"({"q":{"_id":1},"u":{"$set":{"_id":9}}})" << 66;
        QTest::newRow("bad filter") << R"({"q":{"a":{"$foo":1}},"u":{"$set":{"a":1}}})" << 2;
        QTest::newRow("duplicate key") << R"({"q":{"_id":1},"u":{"$set":{"u":2}}})" << 11000;
    }
    void statementErrorsStandInTheReply()
    {
        QFETCH(QString, statement);
        fill();
        m_db->good(
            R"({"createIndexes":"c","indexes":[{"key":{"u":1},"name":"u_1","unique":true}]})");
        const bson::Document reply
            = m_db->run(R"({"update":"c","updates":[)" + statement.toStdString() + "]}");
        QCOMPARE(reply["ok"].asDouble(), 1.0);
        QTEST(reply["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32(), "code");
    }

    void upsertsInsertWhatTheQueryFixes()
    {
        const bson::Document reply = m_db->run(
            R"({"update":"c","updates":[{"q":{"_id":5,"k":"z"},"u":{"$set":{"n":1},"$setOnInsert":{"first":true}},"upsert":true}]})");
        VERIFY_HOLDS(reply, R"({"n":1,"nModified":0,"ok":1})");
        VERIFY_HOLDS(bson::Document(reply["upserted"].asDocument()["0"].asDocument()),
                     R"({"index":0,"_id":5})");
        VERIFY_HOLDS(need(bson::fromJson(m_db->found("c").toStdString())),
                     R"({"_id":5,"k":"z","n":1,"first":true})");
        VERIFY_HOLDS(
            m_db->run(
                R"({"update":"c","updates":[{"q":{"_id":5},"u":{"$set":{"n":2},"$setOnInsert":{"first":false}},"upsert":true}]})"),
            R"({"n":1,"nModified":1,"ok":1})");
        VERIFY_HOLDS(need(bson::fromJson(m_db->found("c").toStdString())),
                     R"({"n":2,"first":true})");
    }

    void upsertsWithoutIdGetOne()
    {
        const bson::Document reply
            = m_db->run(R"({"update":"c","updates":[{"q":{"k":"z"},"u":{"n":1},"upsert":true}]})");
        QCOMPARE(reply["upserted"].asDocument()["0"].asDocument()["_id"].type(),
                 bson::Type::ObjectId);
    }

    void deletesTakeOneOrAll()
    {
        fill();
        VERIFY_HOLDS(m_db->run(R"({"delete":"c","deletes":[{"q":{"k":"x"},"limit":1}]})"),
                     R"({"n":1,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"delete":"c","deletes":[{"q":{},"limit":0}]})"),
                     R"({"n":2,"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"delete":"nope","deletes":[{"q":{},"limit":0}]})"),
                     R"({"n":0,"ok":1})");
    }

    void findAndModifyAnswersTheOldOrTheNewDocument()
    {
        fill();
        VERIFY_HOLDS(
            m_db->run(
                R"({"findAndModify":"c","query":{"k":"x"},"sort":{"n":-1},"update":{"$inc":{"n":5}}})"),
            R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":2,"n":2},"ok":1})");
        VERIFY_HOLDS(
            m_db->run(
                R"({"findAndModify":"c","query":{"_id":2},"update":{"$inc":{"n":5}},"new":true,
                                   "fields":{"n":1}})"),
            R"({"value":{"_id":2,"n":12},"ok":1})");
        VERIFY_HOLDS(m_db->run(R"({"findAndModify":"c","query":{"_id":2},"remove":true})"),
                     R"({"lastErrorObject":{"n":1},"value":{"_id":2},"ok":1})");
        const bson::Document none
            = m_db->run(R"({"findAndModify":"c","query":{"_id":2},"remove":true})");
        VERIFY_HOLDS(none, R"({"lastErrorObject":{"n":0},"value":null,"ok":1})");
    }

    void findAndModifyUpserts()
    {
        VERIFY_HOLDS(
            m_db->run(
                R"({"findandmodify":"c","query":{"_id":9},"update":{"$set":{"a":1}},"upsert":true,"new":true})"),
            R"({"lastErrorObject":{"n":1,"updatedExisting":false,"upserted":9},
                         "value":{"_id":9,"a":1},"ok":1})");
    }

    void positionalUpdatesChangeTheMatchedElement()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":[1,5,9]}]})");
        m_db->good(R"({"update":"c","updates":[{"q":{"a":5},"u":{"$set":{"a.$":6}}}]})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1,"a":[1,6,9]})"));
    }

private:
    void fill()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"k":"x","n":1,"u":1},
                                                 {"_id":2,"k":"x","n":2,"u":2},
                                                 {"_id":3,"k":"y","n":3,"u":3}]})");
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestWrites)
} // namespace tst_commands_writes

#include "tst_commands_writes.moc"
