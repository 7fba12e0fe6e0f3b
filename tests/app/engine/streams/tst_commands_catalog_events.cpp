// SPDX-License-Identifier: GPL-3.0-or-later
// What change streams say of collections, indexes, views and time series.
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <string>

namespace tst_commands_catalog_events {

using namespace sandglass;
using sandglass::tests::ReplSetFixture;

namespace {

const std::string kExpanded = R"({"showExpandedEvents":true})";
const std::string kSystemToo = R"({"showExpandedEvents":true,"showSystemEvents":true})";

/// "create:v drop:v": the kinds of events with the names of their collections.
QString kinds(const bson::Document& events)
{
    const QStringList types
        = ReplSetFixture::column(events, "operationType").remove(QChar(u'"')).split(QChar(u' '));
    const QStringList names
        = ReplSetFixture::column(events, "ns.coll").remove(QChar(u'"')).split(QChar(u' '));
    QStringList both;
    for (qsizetype i = 0; i < types.size(); ++i) {
        both << types[i] + QChar(u':') + names.value(i);
    }
    return both.join(QChar(u' '));
}

} // namespace

class CommandsCatalogEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_engine = std::make_unique<ReplSetFixture>(); }
    void cleanup() { m_engine.reset(); }

    void aNewCollectionIsDescribed()
    {
        const bson::Document stream = watchAll(kExpanded);
        m_engine->good(R"({"create":"c","capped":true,"size":4096})");
        m_engine->good(R"({"create":"k","clusteredIndex":{"key":{"_id":1},"unique":true},
            "expireAfterSeconds":10})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(kinds(events), QStringLiteral("create:c create:k"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "0"), R"({"operationDescription":
            {"capped":true,"size":4096,"idIndex":{"v":2,"key":{"_id":1},"name":"_id_"}}})");
        const bson::Document clustered = ReplSetFixture::document(events, "1");
        VERIFY_HOLDS(clustered, R"({"operationDescription":{"expireAfterSeconds":10}})");
        // the clustered index is one of the options
        const bson::DocumentView options = clustered["operationDescription"].asDocument();
        QVERIFY(options.contains("clusteredIndex") && !options.contains("idIndex"));
        QVERIFY(clustered.contains("collectionUUID"));
    }

    void fieldsHaveMongoDbsOrder()
    {
        const bson::Document stream = m_engine->watch("c", kExpanded);
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document events = m_engine->more(stream);
        for (const char* at : {"0", "1"}) {
            const bson::Document event = ReplSetFixture::document(events, at);
            QStringList names;
            for (const bson::Element& field : event.view()) {
                names << QString::fromStdString(std::string(field.key));
            }
            QVERIFY(names.join(QChar(u' '))
                        .startsWith(QStringLiteral(
                            "_id operationType clusterTime collectionUUID wallTime")));
        }
    }

    void aChangedRuleShowsTheOldOne()
    {
        m_engine->good(R"({"createIndexes":"c","indexes":[
            {"key":{"at":1},"name":"at_1","expireAfterSeconds":60},{"key":{"b":1},"name":"b_1"},
            {"key":{"c":1},"name":"c_1"}]})");
        const bson::Document stream = m_engine->watch("c", kExpanded);
        for (const char* index :
             {R"({"keyPattern":{"at":1},"expireAfterSeconds":90})",
              R"({"name":"at_1","expireAfterSeconds":90,"hidden":true})",
              R"({"name":"b_1","expireAfterSeconds":5})", R"({"name":"c_1","prepareUnique":true})",
              R"({"name":"c_1","unique":true})"}) {
            m_engine->good(std::string(R"({"collMod":"c","index":)") + index + "}");
        }
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("modify" "modify" "modify" "modify" "modify")"));
        QCOMPARE(ReplSetFixture::column(events, "operationDescription.index"),
                 QStringLiteral(R"({"name":"at_1","expireAfterSeconds":90} )"
                                R"({"name":"at_1","hidden":true} )"
                                R"({"name":"b_1","expireAfterSeconds":5} )"
                                R"({"name":"c_1","prepareUnique":true} )"
                                R"({"name":"c_1","unique":true})"));
        QCOMPARE(ReplSetFixture::column(events, "stateBeforeChange.indexOptions"),
                 QStringLiteral(R"({"expireAfterSeconds":60} {"hidden":false} {} )"
                                R"({"prepareUnique":false} {})"));
        const bson::Document first = ReplSetFixture::document(events, "0");
        QCOMPARE(first.view().at("stateBeforeChange.indexOptions.expireAfterSeconds").type(),
                 bson::Type::Int64);
        QVERIFY(bson::equal(first.view().at("stateBeforeChange.collectionOptions.uuid"),
                            first["collectionUUID"]));
    }

    void changedOptionsShowTheOldOnes()
    {
        m_engine->good(R"({"create":"c","capped":true,"size":4096})");
        m_engine->good(R"({"create":"k","clusteredIndex":{"key":{"_id":1},"unique":true},
            "expireAfterSeconds":10})");
        const bson::Document stream = watchAll(kExpanded);
        for (const char* change :
             {R"({"collMod":"c","validator":{"a":1}})",
              R"({"collMod":"c","validationLevel":"moderate"})",
              R"({"collMod":"c","validator":{}})",
              R"({"collMod":"c","changeStreamPreAndPostImages":{"enabled":true}})",
              R"({"collMod":"c","changeStreamPreAndPostImages":{"enabled":false}})",
              R"({"collMod":"c","cappedSize":8192,"cappedMax":5})",
              R"({"collMod":"k","expireAfterSeconds":20})",
              R"({"collMod":"k","expireAfterSeconds":"off"})"}) {
            m_engine->good(change);
        }
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationDescription"),
                 QStringLiteral(R"({"validator":{"a":1}} {"validationLevel":"moderate"} )"
                                R"({"validator":{}} )"
                                R"({"changeStreamPreAndPostImages":{"enabled":true}} )"
                                R"({"changeStreamPreAndPostImages":{"enabled":false}} )"
                                R"({"cappedSize":8192,"cappedMax":5} {"expireAfterSeconds":20} )"
                                R"({"expireAfterSeconds":"off"})"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "1"),
                     R"({"stateBeforeChange":{"collectionOptions":{"validator":{"a":1},
                         "validationLevel":"strict","validationAction":"error"}}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "7"),
                     R"({"stateBeforeChange":{"collectionOptions":{"expireAfterSeconds":20}}})");
        QVERIFY(!ReplSetFixture::document(events, "0")["stateBeforeChange"].asDocument().contains(
            "indexOptions"));
    }

    void optionsThatChangeTogetherAreOneEvent()
    {
        m_engine->good(R"({"create":"c","capped":true,"size":4096})");
        m_engine->good(R"({"create":"k","clusteredIndex":{"key":{"_id":1},"unique":true},
            "expireAfterSeconds":10})");
        const bson::Document stream = watchAll(kExpanded);
        m_engine->good(R"({"collMod":"c","cappedSize":8192,"validator":{"a":1}})");
        m_engine->good(R"({"collMod":"k","expireAfterSeconds":20,"validator":{"a":1},
            "changeStreamPreAndPostImages":{"enabled":true}})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(
            ReplSetFixture::column(events, "operationDescription"),
            QStringLiteral(
                R"({"cappedSize":8192,"validator":{"a":1}} )"
                R"({"expireAfterSeconds":20,"validator":{"a":1},"changeStreamPreAndPostImages":{"enabled":true}})"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "1"),
                     R"({"operationType":"modify",
                         "stateBeforeChange":{"collectionOptions":{"expireAfterSeconds":10}}})");
    }

    void indexesOfOneBuildAreOneEvent()
    {
        const std::string indexes = R"("indexes":[{"key":{"a":1},"name":"a_1"},
            {"key":{"b":1},"name":"b_1","expireAfterSeconds":5}]})";
        const bson::Document stream = m_engine->watch("c", kExpanded);
        m_engine->good(R"({"createIndexes":"c",)" + indexes);
        m_engine->good(R"({"dropIndexes":"c","index":["a_1","b_1"]})");
        m_engine->good(R"({"insert":"c","documents":[{"_id":1}]})");
        m_engine->good(R"({"createIndexes":"c",)" + indexes);
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(ReplSetFixture::column(events, "operationType"),
                 QStringLiteral(R"("create" "createIndexes" "createIndexes" "dropIndexes" )"
                                R"("dropIndexes" "insert" "createIndexes")"));
        VERIFY_HOLDS(
            bson::makeDocument("indexes",
                               ReplSetFixture::document(events, "2")["operationDescription"]
                                   .asDocument()["indexes"]),
            R"({"indexes":[{"v":2,"key":{"b":1},"name":"b_1","expireAfterSeconds":5}]})");
        VERIFY_HOLDS(
            bson::makeDocument("indexes",
                               ReplSetFixture::document(events, "6")["operationDescription"]
                                   .asDocument()["indexes"]),
            R"({"indexes":[{"v":2,"key":{"a":1},"name":"a_1"},
                {"v":2,"key":{"b":1},"name":"b_1","expireAfterSeconds":5}]})");
    }

    void aRenameNamesTheReplacedCollection()
    {
        m_engine->good(R"({"create":"c"})");
        m_engine->good(R"({"create":"d"})");
        const bson::Document stream = watchAll(kExpanded);
        m_engine->runOnAdmin(R"({"renameCollection":"db.c","to":"db.d","dropTarget":true})");
        m_engine->runOnAdmin(R"({"renameCollection":"db.d","to":"db.e"})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(kinds(events), QStringLiteral("rename:c rename:d"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "0"), R"({"to":{"db":"db","coll":"d"},
            "operationDescription":{"to":{"db":"db","coll":"d"}}})");
        const auto description = [&events](const char* at) {
            return bson::Document(
                ReplSetFixture::document(events, at)["operationDescription"].asDocument());
        };
        QCOMPARE(description("0")["dropTarget"].type(), bson::Type::Binary);
        QVERIFY(!description("1").contains("dropTarget"));
        QVERIFY(!description("0").contains("stayTemp"));
    }

    void viewsHaveEventsOfTheirOwn()
    {
        m_engine->good(R"({"create":"c"})");
        const bson::Document expanded = watchAll(kExpanded);
        const bson::Document plain = watchAll("{}");
        const bson::Document collection = m_engine->watch("v", kExpanded);
        m_engine->good(R"({"create":"v","viewOn":"c","pipeline":[{"$match":{"a":1}}]})");
        m_engine->good(R"({"create":"w","viewOn":"v","pipeline":[]})");
        m_engine->good(R"({"collMod":"v","viewOn":"c","pipeline":[{"$match":{"a":2}}]})");
        m_engine->good(R"({"drop":"v"})");
        m_engine->good(R"({"create":"v"})");
        const bson::Document events = m_engine->more(expanded);
        QCOMPARE(kinds(events), QStringLiteral("create:v create:w modify:v drop:v create:v"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "0"),
                     R"({"operationDescription":{"viewOn":"c","pipeline":[{"$match":{"a":1}}]}})");
        VERIFY_HOLDS(ReplSetFixture::document(events, "2"),
                     R"({"operationDescription":{"viewOn":"c","pipeline":[{"$match":{"a":2}}]}})");
        for (const char* at : {"0", "2", "3"}) {
            const bson::Document event = ReplSetFixture::document(events, at);
            QVERIFY(!event.contains("collectionUUID"));
            QVERIFY(!event.contains("stateBeforeChange"));
        }
        // a stream can only be on a collection
        QCOMPARE(kinds(m_engine->more(plain)), QStringLiteral(":"));
        QCOMPARE(kinds(m_engine->more(collection)), QStringLiteral("create:v"));
    }

    void aStreamGoesOnBehindAView()
    {
        const bson::Document stream = watchAll(kExpanded);
        m_engine->good(R"({"create":"v","viewOn":"c","pipeline":[]})");
        m_engine->good(R"({"drop":"v"})");
        const bson::Document token(
            ReplSetFixture::document(m_engine->more(stream), "0")["_id"].asDocument());
        QCOMPARE(kinds(watchAll(R"({"showExpandedEvents":true,"resumeAfter":)" + bson::toJson(token)
                                + "}")),
                 QStringLiteral("drop:v"));
    }

    void timeSeriesHaveTheEventsOfViews()
    {
        const bson::Document stream = watchAll(kExpanded);
        const bson::Document system = watchAll(kSystemToo);
        m_engine->good(R"({"create":"w","timeseries":{"timeField":"t"},"expireAfterSeconds":60})");
        m_engine->good(R"({"collMod":"w","expireAfterSeconds":90})");
        m_engine->good(R"({"collMod":"w","timeseries":{"granularity":"minutes"}})");
        m_engine->good(R"({"drop":"w"})");
        const bson::Document events = m_engine->more(stream);
        QCOMPARE(kinds(events), QStringLiteral("create:w modify:w drop:w"));
        VERIFY_HOLDS(ReplSetFixture::document(events, "0"),
                     R"({"operationDescription":{"viewOn":"system.buckets.w"}})");
        const bson::Document all = m_engine->more(system);
        QCOMPARE(kinds(all),
                 QStringLiteral("create:system.buckets.w create:system.views create:w"
                                " modify:system.buckets.w modify:system.buckets.w modify:w"
                                " drop:system.buckets.w drop:w"));
        VERIFY_HOLDS(ReplSetFixture::document(all, "3"),
                     R"({"operationDescription":{"expireAfterSeconds":90},
                         "stateBeforeChange":{"collectionOptions":{"expireAfterSeconds":60}}})");
    }

    void aDroppedDatabaseDropsNoViews()
    {
        m_engine->good(R"({"create":"c"})");
        m_engine->good(R"({"create":"v","viewOn":"c","pipeline":[]})");
        const bson::Document stream = watchAll(kExpanded);
        m_engine->good(R"({"dropDatabase":1})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "operationType"),
                 QStringLiteral(R"("drop" "dropDatabase" "invalidate")"));
    }

    void bucketsAreWatchedWhereThatIsAllowed()
    {
        m_engine->good(R"({"create":"w","timeseries":{"timeField":"t"}})");
        QCOMPARE(m_engine->watch("system.buckets.w")["code"].asInt32(), 73);
        const bson::Document stream
            = m_engine->watch("system.buckets.w", R"({"allowToRunOnSystemNS":true})");
        m_engine->good(R"({"insert":"w","documents":[{"t":{"$date":1000}}]})");
        QCOMPARE(ReplSetFixture::column(m_engine->more(stream), "operationType"),
                 QStringLiteral(R"("insert")"));
    }

private:
    bson::Document watchAll(const std::string& options)
    {
        return m_engine->run(R"({"aggregate":1,"cursor":{},"pipeline":[{"$changeStream":)" + options
                             + "}]}");
    }

    std::unique_ptr<ReplSetFixture> m_engine;
};

SANDGLASS_TEST(CommandsCatalogEventsTest)
} // namespace tst_commands_catalog_events

#include "tst_commands_catalog_events.moc"
