// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <utility>

namespace tst_commands_change_stream {

using namespace sandglass;
using sandglass::tests::CommandFixture;
using sandglass::tests::ReplSetFixture;

class CommandsChangeStreamTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_engine = std::make_unique<ReplSetFixture>(); }
    void cleanup() { m_engine.reset(); }

    void writesBecomeEvents()
    {
        const bson::Document stream = m_engine->watch("c");
        QCOMPARE(ReplSetFixture::column(stream, "operationType"), QString());
        QVERIFY(stream["cursor"].asDocument()["id"].asInt64() != 0);
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":1,"n":{"x":1},"l":[1,2,3]}]})");
        m_engine->good(R"({"update":"c","updates":[{"q":{"_id":1},
            "u":{"$set":{"n.x":2},"$unset":{"a":1},"$push":{"l":4}}}]})");
        m_engine->good(R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$set":{"l":[1]}}}]})");
        m_engine->good(R"({"update":"c","updates":[{"q":{"_id":1},"u":{"b":1}}]})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{"_id":1},"limit":1}]})");
        m_engine->good(R"({"insert":"other","documents":[{"_id":1}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("insert" "update" "update" "replace" "delete")"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "0"),
                     R"({"ns":{"db":"db","coll":"c"},"documentKey":{"_id":1},
                         "fullDocument":{"_id":1,"a":1}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "1"),
                     R"({"updateDescription":{"updatedFields":{"n.x":2,"l.3":4},
                         "removedFields":["a"],"truncatedArrays":[]}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "2"),
                     R"({"updateDescription":{"updatedFields":{"l":[1]},"removedFields":[],
                         "truncatedArrays":[]}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "3"), R"({"fullDocument":{"_id":1,"b":1}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "4"), R"({"documentKey":{"_id":1}})");
        QVERIFY(!ReplSetFixture::document(events, "4").contains("fullDocument"));
    }

    void before50ShortenedArraysAreWhole()
    {
        m_engine->facts.versionNumbers = {4, 4, 0, 0};
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"n":{"l":[1,2,3]},"a":1},
            {"_id":2,"l":[1,2]}]})");
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"update":"c","updates":[{"q":{"_id":1},
            "u":{"$set":{"n.l":[5],"a":2}}}]})");
        m_engine->good(R"({"update":"c","updates":[{"q":{"_id":2},"u":{"$set":{"l":[]}}}]})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{"_id":2},"limit":1}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "updateDescription"),
                 QStringLiteral(R"({"updatedFields":{"a":2,"n.l":[5]},"removedFields":[]} )"
                                R"({"updatedFields":{"l":[]},"removedFields":[]} )"));
    }

    // an engine of a later version has written the log
    void before50ArraysThatTheLogShortensAreWhole()
    {
        const std::string filler(200, 'x');
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"l":[")" + filler
                       + R"(",1]},{"_id":2,"l":[")" + filler + R"(",1]}]})");
        const auto today = std::exchange(m_engine->facts.versionNumbers, {4, 4, 0, 0});
        const bson::Document stream = m_engine->watch("c");
        m_engine->facts.versionNumbers = today;
        m_engine->good(R"({"update":"c","updates":[{"q":{},"multi":true,
            "u":[{"$set":{"l":{"$slice":["$l",1]}}}]}]})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{"_id":2},"limit":1}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "updateDescription.updatedFields"),
                 QStringLiteral(R"({"l":["%1"]} {} )").arg(QString::fromStdString(filler)));
    }

    void unknownStagesAreNamed()
    {
        QCOMPARE(m_engine->watch("c", "{}", R"({"$unsupported":{}})")["code"].asInt32(), 40324);
        QCOMPARE(m_engine->watch("c", "{}", R"({"$group":{"_id":1}})")["code"].asInt32(), 20);
    }

    void updateLookupShowsTheNewestState()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        const bson::Document stream = m_engine->watch("c", R"({"fullDocument":"updateLookup"})");
        m_engine->good(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"a":1}},"multi":true}]})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{"_id":2},"limit":1}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "fullDocument"),
                 QStringLiteral(R"({"_id":1,"a":1} null )"));
    }

    void aStreamGoesOnBehindATokenAlsoWithoutTheFirstCursor()
    {
        m_engine->watch("c");
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2},{"_id":3}]})");
        const bson::Document events = m_engine->more(stream);
        const bson::Document token(ReplSetFixture::document(events, "1")["_id"].asDocument());
        for (const char* option : {"resumeAfter", "startAfter"}) {
            const bson::Document resumed = m_engine->watch(
                "c", R"({")" + std::string(option) + R"(":)" + bson::toJson(token) + "}");
            QCOMPARE(ReplSetFixture::column(resumed, "documentKey"),
                     QStringLiteral(R"({"_id":3})"));
        }
    }

    void aStreamBeginsAtAnOperationTime()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Timestamp time = m_engine->data.catalog->oplog()->last();
        m_engine->good(R"({"insert":"c","documents":[{"_id":2}]})");
        const bson::Document options = bson::makeDocument("startAtOperationTime", time);
        const bson::Document stream
            = m_engine->watch("c", bson::toJson(options.view(), bson::JsonForm::Canonical));
        QCOMPARE(ReplSetFixture::column(stream, "documentKey"),
                 QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

    void theEndOfACollectionEndsItsStream()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document stream = m_engine->watch("c");
        const bson::Document whole = m_engine->watchDatabase();
        m_engine->good(R"({"drop":"c"})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("drop" "invalidate")"));
        QCOMPARE(events["cursor"].asDocument()["id"].asInt64(), 0);
        QCOMPARE(ReplSetFixture::column(m_engine->more(whole), "operationType"),
                 QStringLiteral(R"("drop")"));
        const std::string last = bson::toJson(ReplSetFixture::document(events, "1")["_id"]);
        QCOMPARE(m_engine->watch("c", R"({"resumeAfter":)" + last + "}")["code"].asInt32(), 260);
        m_engine->good(R"({"insert":"c","documents":[{"_id":2}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->watch("c", R"({"startAfter":)" + last + "}"),
                                        "operationType"),
                 QStringLiteral(R"("insert")"));
        const std::string drop = bson::toJson(ReplSetFixture::document(events, "0")["_id"]);
        QCOMPARE(ReplSetFixture::column(m_engine->watch("c", R"({"resumeAfter":)" + drop + "}"),
                                        "operationType"),
                 QStringLiteral(R"("invalidate")"));
    }

    void aDatabaseAndAClusterSeeRenameAndDropDatabase()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document database = m_engine->watchDatabase();
        const bson::Document cluster = m_engine->watchCluster();
        m_engine->runOnAdmin(R"({"renameCollection":"db.c","to":"db.d"})");
        m_engine->good(R"({"dropDatabase":1})");
        const bson::Document events = m_engine->more(database);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("rename" "drop" "dropDatabase" "invalidate")"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "0"), R"({"to":{"db":"db","coll":"d"}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "2"), R"({"ns":{"db":"db"}})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(cluster, "admin"), "operationType"),
                 QStringLiteral(R"("rename" "drop" "dropDatabase")"));
    }

    void expandedEventsTellOfIndexes()
    {
        const bson::Document stream = m_engine->watch("c", R"({"showExpandedEvents":true})");
        m_engine->good(R"({"createIndexes":"c","indexes":[{"key":{"at":1},"name":"at_1",
            "expireAfterSeconds":60}]})");
        m_engine->good(R"({"collMod":"c","index":{"name":"at_1","expireAfterSeconds":90}})");
        m_engine->good(R"({"dropIndexes":"c","index":"at_1"})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("create" "createIndexes" "modify" "dropIndexes")"));
    }

    void followingStagesChooseAndShape()
    {
        const bson::Document stream = m_engine->watch(
            "c", "{}", R"({"$match":{"operationType":"insert"}},{"$project":{"fullDocument":1}})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{},"limit":0}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "fullDocument"), QStringLiteral(R"({"_id":1})"));
        // the deletion was looked at too: the place is behind it
        QVERIFY(bson::toJson(events["cursor"].asDocument()["postBatchResumeToken"])
                > bson::toJson(ReplSetFixture::document(events, "0")["_id"]));
    }

    void imagesAreThoseOfTheChange()
    {
        m_engine->good(R"({"create":"c","changeStreamPreAndPostImages":{"enabled":true}})");
        const bson::Document stream = m_engine->watch(
            "c", R"({"fullDocument":"required","fullDocumentBeforeChange":"whenAvailable"})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":1}]})");
        for (const char* change : {R"({"$set":{"a":2}})", R"({"$set":{"a":3}})", R"({"a":4})"}) {
            m_engine->good(std::string(R"({"update":"c","updates":[{"q":{"_id":1},"u":)") + change
                           + "}]}");
        }
        m_engine->good(R"({"delete":"c","deletes":[{"q":{},"limit":0}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(
            ReplSetFixture::column(events, "fullDocument"),
            QStringLiteral(R"({"_id":1,"a":1} {"_id":1,"a":2} {"_id":1,"a":3} {"_id":1,"a":4} )"));
        QCOMPARE(
            ReplSetFixture::column(events, "fullDocumentBeforeChange"),
            QStringLiteral(R"( {"_id":1,"a":1} {"_id":1,"a":2} {"_id":1,"a":3} {"_id":1,"a":4})"));
    }

    void aRequiredImageThatIsNotKeptEndsTheStream()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document stream
            = m_engine->watch("c", R"({"fullDocumentBeforeChange":"required"})");
        const bson::Document lenient
            = m_engine->watch("c", R"({"fullDocumentBeforeChange":"whenAvailable"})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{},"limit":0}]})");
        QCOMPARE(m_engine->more(stream)["code"].asInt32(), 47);
        QCOMPARE(ReplSetFixture::column(m_engine->more(lenient), "fullDocumentBeforeChange"),
                 QStringLiteral("null"));
    }

    void aRequiredImageOfTheUpdateEndsTheStreamToo()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document stream = m_engine->watch("c", R"({"fullDocument":"required"})");
        const bson::Document lenient = m_engine->watch("c", R"({"fullDocument":"whenAvailable"})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":2}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "fullDocument"),
                 QStringLiteral(R"({"_id":2})"));
        m_engine->good(R"({"update":"c","updates":[{"q":{"_id":1},"u":{"$set":{"a":1}}}]})");
        VERIFY_HOLDS(m_engine->more(stream), R"({"code":47,"codeName":"NoMatchingDocument"})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(lenient), "fullDocument"),
                 QStringLiteral(R"({"_id":2} null)"));
    }

    void eventsThatAreDroppedNeedNoImages()
    {
        m_engine->good(R"({"create":"c","changeStreamPreAndPostImages":{"enabled":true}})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"a":1}]})");
        m_engine->good(R"({"insert":"d","documents":[{"_id":2}]})");
        const auto open = [this](const char* match) {
            return m_engine->run(R"({"aggregate":1,"cursor":{},"pipeline":[{"$changeStream":
                {"fullDocumentBeforeChange":"required"}},{"$match":)"
                                 + std::string(match) + "}]}");
        };
        const bson::Document byName = open(R"({"ns.coll":"c","operationType":"delete"})");
        const bson::Document byBoth
            = open(R"({"ns.coll":"c","fullDocumentBeforeChange.a":{"$gt":1}})");
        const bson::Document byImage = open(R"({"fullDocumentBeforeChange.a":{"$gt":0}})");
        m_engine->good(R"({"delete":"d","deletes":[{"q":{},"limit":0}]})");
        m_engine->good(R"({"delete":"c","deletes":[{"q":{},"limit":0}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(byName), "fullDocumentBeforeChange"),
                 QStringLiteral(R"({"_id":1,"a":1})"));
        QCOMPARE(ReplSetFixture::column(m_engine->more(byBoth), "ns.coll"), QString());
        QCOMPARE(m_engine->more(byImage)["code"].asInt32(), 47);
    }

    void updateLookupDoesNotReadAnotherCollectionOfTheName()
    {
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document stream = m_engine->watch("c", R"({"fullDocument":"updateLookup"})");
        m_engine->good(R"({"update":"c","updates":[{"q":{},"u":{"$set":{"a":1}}}]})");
        m_engine->good(R"({"drop":"c"})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1,"other":true}]})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("update" "drop" "invalidate")"));
        QVERIFY(ReplSetFixture::document(events, "0")["fullDocument"].isNull());
    }

    void aPipelineMustLeaveTheToken()
    {
        const bson::Document stream = m_engine->watch("c", "{}", R"({"$project":{"_id":0}})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        QCOMPARE(m_engine->more(stream)["code"].asInt32(), 280);
    }

    void aBatchThatEndsEarlyResumesBehindItsLastEvent()
    {
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        const bson::Document events = m_engine->run(
            bson::makeDocument("getMore", stream["cursor"].asDocument()["id"].asInt64(),
                               "collection", "c", "batchSize", std::int32_t{1}));
        QCOMPARE(ReplSetFixture::column(events, "documentKey"), QStringLiteral(R"({"_id":1})"));
        QCOMPARE(bson::toJson(events["cursor"].asDocument()["postBatchResumeToken"]),
                 bson::toJson(ReplSetFixture::document(events, "0")["_id"]));
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "documentKey"),
                 QStringLiteral(R"({"_id":2})"));
    }

    void aWholeBatchResumesBehindItsLastEvent()
    {
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        const bson::Document events = m_engine->more(stream);
        const bson::Document token(ReplSetFixture::document(events, "1")["_id"].asDocument());
        QCOMPARE(bson::toJson(events["cursor"].asDocument()["postBatchResumeToken"]),
                 bson::toJson(token));
        const bson::Document resumed
            = m_engine->watch("c", R"({"resumeAfter":)" + bson::toJson(token) + "}");
        QCOMPARE(ReplSetFixture::column(resumed, "documentKey"), QString());
        // what the stream does not show moves the position all the same
        m_engine->good(R"({"insert":"other","documents":[{"_id":1}]})");
        const bson::Document none = m_engine->more(stream);
        QVERIFY(bson::toJson(none["cursor"].asDocument()["postBatchResumeToken"])
                > bson::toJson(token));
    }

    void aTokenThatTheLogHasLostIsRefused()
    {
        const bson::Document stream = m_engine->watch("c");
        m_engine->good(R"({"insert":"c","documents":[{"_id":"first"}]})");
        const bson::Document options
            = bson::makeDocument("startAtOperationTime", m_engine->data.catalog->oplog()->last());
        const std::string token
            = bson::toJson(ReplSetFixture::document(m_engine->more(stream), "0")["_id"]);
        const std::string filler(100'000, 'x');
        for (int i = 0; i < 30; ++i) {
            m_engine->good(R"({"insert":"c","documents":[{"_id":)" + std::to_string(i) + R"(,"f":")"
                           + filler + R"("}]})");
        }
        const bson::Document refused = m_engine->watch("c", R"({"resumeAfter":)" + token + "}");
        VERIFY_HOLDS(refused, R"({"code":286,"codeName":"ChangeStreamHistoryLost"})");
        QCOMPARE(m_engine->watch("c", bson::toJson(options, bson::JsonForm::Canonical))["code"]
                     .asInt32(),
                 286);
        QCOMPARE(m_engine->more(stream)["code"].asInt32(), 286);
    }

    void wrongStreamsAreRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* pipeline, int code) {
            QTest::newRow(name) << QStringLiteral(R"({"aggregate":"c","cursor":{},"pipeline":)")
                    + QString::fromLatin1(pipeline) + QStringLiteral("}")
                                << code;
        };
        row("unknown field", R"([{"$changeStream":{"x":1}}])", 40415);
        row("bad token", R"([{"$changeStream":{"resumeAfter":{"_data":"zz"}}}])", 9);
        row("no token", R"([{"$changeStream":{"resumeAfter":{}}}])", 40649);
        row("two tokens", R"([{"$changeStream":{"resumeAfter":{"_data":"82000000010000000101"},
            "startAfter":{"_data":"82000000010000000101"}}}])",
            50865);
        row("a token and a time",
            R"([{"$changeStream":{"startAfter":{"_data":"82000000010000000101"},
            "startAtOperationTime":{"$timestamp":{"t":1,"i":1}}}}])",
            40674);
        row("a time of another type", R"([{"$changeStream":{"startAtOperationTime":1}}])", 14);
        row("a flag of another type", R"([{"$changeStream":{"showSystemEvents":"yes"}}])", 14);
        row("a split with arguments",
            R"([{"$changeStream":{}},{"$changeStreamSplitLargeEvent":1}])", 7182800);
        row("a split that is not last",
            R"([{"$changeStream":{}},{"$changeStreamSplitLargeEvent":{}},
            {"$match":{}}])",
            7182802);
        row("two splits", R"([{"$changeStream":{}},{"$changeStreamSplitLargeEvent":{}},
            {"$changeStreamSplitLargeEvent":{}}])",
            7182802);
        row("a fragment without a split",
            R"([{"$changeStream":{"resumeAfter":{"_data":"8200000001000000010000000000"}}}])", 280);
        row("a split without a stream", R"([{"$changeStreamSplitLargeEvent":{}}])", 20);
        row("a second stream", R"([{"$changeStream":{}},{"$changeStream":{}}])", 40602);
        row("a stage that gathers", R"([{"$changeStream":{}},{"$group":{"_id":1}}])", 20);
        row("the cluster from a collection", R"([{"$changeStream":{"allChangesForCluster":true}}])",
            72);
        row("an unknown image", R"([{"$changeStream":{"fullDocument":"sometimes"}}])", 2);
    }
    void wrongStreamsAreRefused()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        QCOMPARE(m_engine->codeOf(command.toStdString()), code);
    }

    void readConcernIsMajorityOrNotGiven()
    {
        QCOMPARE(opened("{}", R"(,"readConcern":{"level":"local"})"), 72);
        QCOMPARE(opened("{}", R"(,"readConcern":{"level":"available"})"), 72);
        QCOMPARE(opened("{}", R"(,"readConcern":{"level":"linearizable"})"), 72);
        QCOMPARE(opened("{}", R"(,"readConcern":{"level":"snapshot"})"), 72);
        QCOMPARE(opened("{}", R"(,"readConcern":{"level":"majority"})"), 0);
        QCOMPARE(opened("{}", R"(,"readConcern":{})"), 0);
    }

    void expandedEventsAreOutsideOfTheStableApi()
    {
        const char* strict = R"(,"apiVersion":"1","apiStrict":true)";
        QCOMPARE(opened(R"({"showExpandedEvents":true})", strict), 323);
        QCOMPARE(opened(R"({"fullDocument":"updateLookup"})", strict), 0);
    }

    void aStreamSurvivesAMovedClock()
    {
        const bson::Document stream = m_engine->watch("c");
        m_engine->data.clock.advance(base::Millis(24 * 3'600'000));
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "documentKey"),
                 QStringLiteral(R"({"_id":1})"));
    }

    void internalDatabasesCannotBeWatched()
    {
        const bson::Document reply = m_engine->runOnAdmin(
            R"({"aggregate":1,"cursor":{},"pipeline":[{"$changeStream":{}}]})");
        QCOMPARE(reply["code"].asInt32(), 73);
    }

    void otherServersHaveNoStreams()
    {
        CommandFixture standalone;
        const bson::Document reply
            = standalone.run(R"({"aggregate":"c","cursor":{},"pipeline":[{"$changeStream":{}}]})");
        QCOMPARE(reply["code"].asInt32(), 40573);
    }

private:
    /// The code with which a stream is refused; 0 when it opens. `more`: further fields of the
    /// command.
    int opened(const char* options, const char* more) const
    {
        const QString command = QStringLiteral(
            R"({"aggregate":"c","cursor":{},"pipeline":[{"$changeStream":%1}]%2})");
        return m_engine->codeOf(
            command.arg(QLatin1String(options), QLatin1String(more)).toStdString());
    }

    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(CommandsChangeStreamTest)
} // namespace tst_commands_change_stream

#include "tst_commands_change_stream.moc"
