// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/validate.h"
#include "app/engine/query/held_memory.h"
#include "app/engine/query/work_memory.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_cursors {

using namespace sandglass;
using namespace sandglass::tests;

/// find, aggregate, listCollections and listIndexes open cursors; getMore and killCursors use them.
/// Source: MongoDB manual, getMore and killCursors.
class CommandsCursorsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2},{"_id":3},{"_id":4},
                                                 {"_id":5}]})");
    }
    void cleanup() { m_db.reset(); }

    void whatAJoinLooksUpIsHeldBetweenRequests_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::newRow("$lookup") << R"({"$lookup":{"from":"big","localField":"_id",
                                       "foreignField":"none","as":"found"}})";
        QTest::newRow("$graphLookup") << R"({"$graphLookup":{"from":"big","startWith":"$_id",
            "connectFromField":"none","connectToField":"none","as":"found"}})";
        QTest::newRow("the same for all")
            << R"({"$lookup":{"from":"big","pipeline":[],"as":"found"}})";
    }
    // Then those that nobody uses are closed when they hold too much.
    void whatAJoinLooksUpIsHeldBetweenRequests()
    {
        QFETCH(QString, stage);
        constexpr std::size_t kBytes = 3'000'000;
        m_db->good(R"({"insert":"big","documents":[{"_id":1,"pad":")" + std::string(kBytes, 'x')
                   + R"("}]})");
        const std::size_t before = engine::query::HeldMemory::total();
        const std::size_t working = engine::query::WorkMemory::used() - before;
        const bson::Document reply
            = m_db->good(R"({"aggregate":"c","pipeline":[)" + stage.toStdString()
                         + R"(],"cursor":{"batchSize":1}})");
        QVERIFY(idOf(reply) != 0);
        QVERIFY(engine::query::HeldMemory::total() >= before + kBytes);
        QCOMPARE(engine::query::WorkMemory::used() - engine::query::HeldMemory::total(), working);
        m_db->cursors.clear();
        QCOMPARE(engine::query::HeldMemory::total(), before);
    }

    void everyOpenerTakesABatchSize_data()
    {
        QTest::addColumn<QString>("command"); // %1: the batch size
        QTest::newRow("find") << R"({"find":"c","batchSize":%1})";
        QTest::newRow("aggregate")
            << R"({"aggregate":"c","pipeline":[{"$sort":{"_id":1}}],"cursor":{"batchSize":%1}})";
        QTest::newRow("listCollections") << R"({"listCollections":1,"cursor":{"batchSize":%1}})";
        QTest::newRow("listIndexes") << R"({"listIndexes":"c","cursor":{"batchSize":%1}})";
    }
    void everyOpenerTakesABatchSize()
    {
        QFETCH(QString, command);
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a"},
            {"key":{"b":1},"name":"b"}]})");
        m_db->good(R"({"create":"d"})");
        const bson::Document whole = m_db->run(command.arg(100).toStdString());
        const int all = int(batchOf(whole).count());
        QVERIFY2(all >= 2, bson::toJson(whole).c_str());
        QCOMPARE(idOf(whole), std::int64_t{0});
        for (const int size : {0, 1}) {
            const bson::Document first = m_db->run(command.arg(size).toStdString());
            QCOMPARE(int(batchOf(first).count()), size);
            QVERIFY(idOf(first) != 0);
            const bson::Document rest = more(first);
            QVERIFY2(int(batchOf(rest).count()) == all - size, bson::toJson(rest).c_str());
            QCOMPARE(idOf(rest), std::int64_t{0});
        }
        QCOMPARE(m_db->codeOf(command.arg(-1).toStdString()), 51024);
        QCOMPARE(m_db->codeOf(command.arg(QStringLiteral(R"("5")")).toStdString()), 14);
        QCOMPARE(qint64{m_db->cursors.count()}, qint64{0});
    }

    void batchesFollowEachOther()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":2,"sort":{"_id":1}})");
        QCOMPARE(ids(first), QStringLiteral("1 2"));
        const bson::Document second = more(first, R"("batchSize":1)");
        QCOMPARE(ids(second), QStringLiteral("3"));
        QCOMPARE(idOf(second), idOf(first));
        const bson::Document third = more(first, R"("batchSize":0)"); // as many as fit
        QCOMPARE(ids(third), QStringLiteral("4 5"));
        QCOMPARE(idOf(third), std::int64_t{0});
        QCOMPARE(more(first)["code"].asInt32(), 43);
    }

    void aLimitHoldsOverAllBatches()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":2,"limit":3})");
        QVERIFY(idOf(first) != 0);
        const bson::Document rest = more(first, R"("batchSize":10)");
        QCOMPARE(batchOf(rest).count(), std::size_t{1});
        QCOMPARE(idOf(rest), std::int64_t{0});
    }

    void aBatchOfTheLimitsSizeLeavesNoCursor()
    {
        QCOMPARE(idOf(m_db->good(R"({"find":"c","batchSize":3,"limit":3})")), std::int64_t{0});
        QCOMPARE(idOf(m_db->good(R"({"find":"c","batchSize":2,"limit":9,"singleBatch":true})")),
                 std::int64_t{0});
        QCOMPARE(qint64{m_db->cursors.count()}, qint64{0});
    }

    void getMoreJudgesItsArguments_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("code");
        const auto row = [](const char* arguments, int code) {
            QTest::newRow(arguments) << QString::fromLatin1(arguments) << code;
        };
        row(R"("collection":"other")", 13);
        row(R"("collection":"")", 73);
        row(R"("collection":5)", 14);
        row(R"("batchSize":2)", 40414);
        row(R"("collection":"c","batchSize":-1)", 51024);
        row(R"("collection":"c","batchSize":"2")", 14);
        row(R"("collection":"c","what":1)", 40415);
        row(R"("collection":"c","maxTimeMS":-1)", 2);
        row(R"("collection":"c","maxTimeMS":"x")", 14);
        row(R"("collection":"c","maxTimeMS":100)", 2); // the cursor waits for nothing
        row(R"("collection":"c","comment":"why not")", 0);
        row(R"("collection":"c","batchSize":1.9)", 0);
    }
    void getMoreJudgesItsArguments()
    {
        QFETCH(QString, arguments);
        QFETCH(int, code);
        const bson::Document opened = m_db->good(R"({"find":"c","batchSize":1})");
        const bson::Document reply
            = m_db->run(QStringLiteral(R"({"getMore":{"$numberLong":"%1"},%2})")
                            .arg(idOf(opened))
                            .arg(arguments)
                            .toStdString());
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        if (code != 0) {
            // a refused request leaves the cursor as it was
            QCOMPARE(ids(more(opened)), QStringLiteral("2 3 4 5"));
        }
    }

    void aCursorBelongsToItsSession_data()
    {
        QTest::addColumn<QString>("opener");
        QTest::addColumn<QString>("reader");
        QTest::addColumn<int>("code");
        const QString one
            = QStringLiteral(R"(,"lsid":{"id":{"$uuid":"00112233-4455-4677-8899-aabbccddee01"}})");
        const QString two
            = QStringLiteral(R"(,"lsid":{"id":{"$uuid":"00112233-4455-4677-8899-aabbccddee02"}})");
        QTest::newRow("same") << one << one << 0;
        QTest::newRow("another") << one << two << 50738;
        QTest::newRow("none any more") << one << QString() << 50737;
        QTest::newRow("none before") << QString() << one << 50736;
    }
    void aCursorBelongsToItsSession()
    {
        QFETCH(QString, opener);
        QFETCH(QString, reader);
        QFETCH(int, code);
        const bson::Document opened = m_db->good(
            QStringLiteral(R"({"find":"c","batchSize":1%1})").arg(opener).toStdString());
        const auto get = [&](const QString& session) {
            return m_db->run(
                QStringLiteral(R"({"getMore":{"$numberLong":"%1"},"collection":"c"%2})")
                    .arg(QString::number(idOf(opened)), session)
                    .toStdString());
        };
        const bson::Document reply = get(reader);
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        if (code != 0) {
            // a refused request leaves the cursor as it was
            QCOMPARE(ids(get(opener)), QStringLiteral("2 3 4 5"));
        }
    }

    void idsAreInt64_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("code");
        QTest::newRow("int") << "5" << 14;
        QTest::newRow("double") << "5.0" << 14;
        QTest::newRow("text") << R"("5")" << 14;
        QTest::newRow("null") << "null" << 14;
        QTest::newRow("zero") << R"({"$numberLong":"0"})" << 43;
        QTest::newRow("negative") << R"({"$numberLong":"-5"})" << 43;
        QTest::newRow("unknown") << R"({"$numberLong":"9223372036854775807"})" << 43;
    }
    void idsAreInt64()
    {
        QFETCH(QString, id);
        QTEST(m_db->codeOf(
                  QStringLiteral(R"({"getMore":%1,"collection":"c"})").arg(id).toStdString()),
              "code");
    }

    void whatEndsACollectionEndsItsCursors_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("drop") << R"({"drop":"c"})";
        QTest::newRow("dropDatabase") << R"({"dropDatabase":1})";
    }
    void whatEndsACollectionEndsItsCursors()
    {
        QFETCH(QString, command);
        const bson::Document opened = m_db->good(R"({"find":"c","batchSize":1})");
        m_db->good(command.toStdString());
        const int code = more(opened)["code"].asInt32();
        QVERIFY2(code == 43 || code == 175, qPrintable(QString::number(code)));
        QCOMPARE(more(opened)["code"].asInt32(), 43);
        QCOMPARE(qint64{m_db->cursors.count()}, qint64{0});
    }

    void aCursorOverAnIndexEndsWithIt()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a"}]})");
        const bson::Document opened = m_db->good(R"({"find":"c","batchSize":1,"hint":"a"})");
        m_db->good(R"({"dropIndexes":"c","index":"a"})");
        // it reads a snapshot and may go on, or it is killed; it must not give wrong documents
        const bson::Document rest = more(opened);
        const int code = rest["code"].asInt32();
        QVERIFY2(code == 0 || code == 175 || code == 43, bson::toJson(rest).c_str());
        if (code == 0) {
            QCOMPARE(batchOf(rest).count(), std::size_t{4});
        }
    }

    void aCursorReadsWhatWasThereWhenItOpened()
    {
        const bson::Document opened = m_db->good(R"({"find":"c","batchSize":1,"sort":{"_id":1}})");
        m_db->good(R"({"insert":"c","documents":[{"_id":6}]})");
        m_db->good(R"({"delete":"c","deletes":[{"q":{"_id":3},"limit":1}]})");
        QCOMPARE(ids(more(opened)), QStringLiteral("2 3 4 5"));
    }

    void aMissingCollectionGivesAnEmptyEnd()
    {
        const bson::Document reply = m_db->good(R"({"find":"none","batchSize":0})");
        QCOMPARE(batchOf(reply).count(), std::size_t{0});
        QCOMPARE(qint64{m_db->cursors.count()}, qint64(idOf(reply) == 0 ? 0 : 1));
    }

    void killCursorsShowsWhatItFound()
    {
        const bson::Document first = m_db->good(R"({"find":"c","batchSize":1})");
        const bson::Document second = m_db->good(R"({"find":"c","batchSize":1})");
        const std::string command
            = QStringLiteral(
                  R"({"killCursors":"c","cursors":[{"$numberLong":"%1"},{"$numberLong":"77"}]})")
                  .arg(idOf(first))
                  .toStdString();
        VERIFY_HOLDS(m_db->run(command), R"({"cursorsNotFound":[77],"cursorsAlive":[],
            "cursorsUnknown":[],"ok":1})");
        QCOMPARE(more(first)["code"].asInt32(), 43);
        QCOMPARE(ids(more(second)), QStringLiteral("2 3 4 5"));
        QCOMPARE(m_db->run(command)["cursorsKilled"].asDocument().count(), std::size_t{0});
    }

    void killCursorsJudgesItsArguments_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* command, int code) {
            QTest::newRow(command) << QString::fromLatin1(command) << code;
        };
        row(R"({"killCursors":"c"})", 40414);
        row(R"({"killCursors":"c","cursors":null})", 14);
        row(R"({"killCursors":"c","cursors":{}})", 14);
        row(R"({"killCursors":"c","cursors":[5]})", 14);
        row(R"({"killCursors":"c","cursors":[null]})", 14);
        row(R"({"killCursors":"c","cursors":[{"$numberLong":"5"},"x"]})", 14);
        row(R"({"killCursors":5,"cursors":[]})", 73);
        row(R"({"killCursors":"","cursors":[]})", 73);
        row(R"({"killCursors":"c","cursors":[],"what":1})", 40415);
        row(R"({"killCursors":"c","cursors":[{"$numberLong":"0"},{"$numberLong":"-1"}]})", 0);
    }
    void killCursorsJudgesItsArguments()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void aFailedBatchEndsItsCursor()
    {
        const bson::Document opened = m_db->good(
            R"({"aggregate":"c","cursor":{"batchSize":1},
                "pipeline":[{"$sort":{"_id":-1}},{"$set":{"x":{"$divide":[1,{"$subtract":["$_id",3]}]}}}]})");
        QVERIFY(idOf(opened) != 0);
        QCOMPARE(more(opened)["code"].asInt32(), 2);
        QCOMPARE(more(opened)["code"].asInt32(), 43);
    }

    void largeDocumentsFillABatchEarly()
    {
        const std::string text(6 * 1024 * 1024, 'x');
        for (int i = 0; i < 4; ++i) {
            m_db->run(bson::makeDocument(
                "insert", "big", "documents",
                bson::Value::array(bson::makeArray(bson::makeDocument("_id", i, "t", text)))));
        }
        bson::Document reply = m_db->good(R"({"find":"big"})");
        std::size_t seen = batchOf(reply).count();
        QVERIFY(seen >= 1 && seen < 4);
        while (idOf(reply) != 0) {
            reply = more(reply);
            QVERIFY2(reply["ok"].toDouble() == 1.0, "a batch failed");
            QVERIFY(reply.bytes().size() <= bson::kMaxMessageDocumentBytes);
            seen += batchOf(reply).count();
        }
        QCOMPARE(seen, std::size_t{4});
    }

    // each document of a result obeys the limit of stored documents
    void aResultThatIsNoDocumentIsAnError()
    {
        const std::string text(9 * 1024 * 1024, 'x');
        m_db->run(bson::makeDocument(
            "insert", "big", "documents",
            bson::Value::array(bson::makeArray(bson::makeDocument("_id", 1, "t", text)))));
        QCOMPARE(m_db->codeOf(R"({"aggregate":"big","cursor":{},
            "pipeline":[{"$project":{"t":["$t","$t"]}}]})"),
                 10334);
        QCOMPARE(m_db->codeOf(R"({"find":"big","projection":{"u":["$t","$t"]}})"), 10334);
        // a text alone has a limit of its own
        QCOMPARE(m_db->codeOf(R"({"find":"big","projection":{"t":{"$concat":["$t","$t"]}}})"),
                 16493);
    }

private:
    static std::int64_t idOf(const bson::Document& reply)
    {
        return reply["cursor"].asDocument()["id"].asInt64();
    }
    static bson::DocumentView batchOf(const bson::Document& reply)
    {
        const bson::DocumentView cursor = reply["cursor"].asDocument();
        return (cursor.contains("nextBatch") ? cursor["nextBatch"] : cursor["firstBatch"])
            .asDocument();
    }
    static QString ids(const bson::Document& reply)
    {
        QStringList texts;
        for (const bson::Element& element : batchOf(reply)) {
            texts << QString::number(element.value.asDocument()["_id"].asInt32());
        }
        return texts.join(QLatin1Char(' '));
    }
    /// The next batch of a cursor, by the reply that opened it.
    bson::Document more(const bson::Document& opened, const char* arguments = nullptr)
    {
        const bson::DocumentView cursor = opened["cursor"].asDocument();
        const std::string ns(cursor["ns"].asString());
        const QString rest = arguments ? QStringLiteral(",") + QLatin1String(arguments) : QString();
        return m_db->run(QStringLiteral(R"({"getMore":{"$numberLong":"%1"},"collection":"%2"%3})")
                             .arg(QString::number(idOf(opened)),
                                  QString::fromStdString(ns.substr(ns.find('.') + 1)), rest)
                             .toStdString());
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(CommandsCursorsTest)
} // namespace tst_commands_cursors

#include "tst_commands_cursors.moc"
