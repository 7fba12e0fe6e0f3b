// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/mongo/reply_reader.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <string>

namespace tst_mongo_malformed_replies {

using namespace sandglass;

namespace {

// What a faulty or hostile server may put where something else is expected.
constexpr const char* kStrangers[]{
    "null",
    "true",
    "-1",
    R"("text")",
    R"("")",
    "[]",
    R"([{"a": 1}])",
    "{}",
    R"({"a": {"b": 1}})",
    R"({"$numberLong": "9223372036854775807"})",
    R"({"$numberLong": "-9223372036854775808"})",
    R"({"$numberDouble": "NaN"})",
    R"({"$numberDouble": "Infinity"})",
    R"({"$numberDouble": "-Infinity"})",
    R"({"$numberDecimal": "1E6000"})",
    R"({"$date": {"$numberLong": "9223372036854775807"}})",
    R"({"$oid": "507f1f77bcf86cd799439011"})",
    R"({"$binary": {"base64": "AAEC", "subType": "00"}})",
    R"({"$regularExpression": {"pattern": "a", "options": ""}})",
    R"({"$minKey": 1})",
};

constexpr std::int64_t kLastMoment = 253'402'300'799'999; // the end of the year 9999

/// A document with `field` (dotted for nested ones) as that value of extended JSON.
bson::Document withField(const QString& field, const QString& value)
{
    QString text = value;
    const QStringList names = field.split(QLatin1Char('.'));
    for (auto name = names.crbegin(); name != names.crend(); ++name) {
        text = QStringLiteral(R"({"%1": %2})").arg(*name, text);
    }
    auto parsed = bson::fromJson(text.toStdString());
    if (!parsed) {
        qFatal("bad test document %s", qPrintable(text));
    }
    return *parsed;
}

/// One row for each of the fields with each of the strange values.
void rowsFor(std::initializer_list<const char*> fields)
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    for (const char* field : fields) {
        for (const char* value : kStrangers) {
            QTest::addRow("%s: %s", field, value)
                << QString::fromLatin1(field) << QString::fromLatin1(value);
        }
    }
}

bson::Document currentReply()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    return withField(field, value);
}

bool isText(const bson::Document& reply, const char* field)
{
    return reply[field].type() == bson::Type::String;
}

bool inSizes(std::int64_t bytes)
{
    return bytes >= 0 && bytes <= (std::int64_t{1} << 60);
}

} // namespace

/// Replies whose fields are of another type, or far out of range: nothing is taken from them that
/// is not there, and no figure leaves its range.
class TestMalformedReplies : public QObject
{
    Q_OBJECT

private slots:
    void hello_data()
    {
        rowsFor({"isWritablePrimary", "ismaster", "readOnly", "setName", "secondary", "msg", "me",
                 "sandglass", "sandglass.clockRate"});
    }
    void hello();
    void buildInfo_data() { rowsFor({"version", "sandglass", "sandglass.profile", "ferretdb"}); }
    void buildInfo();
    void databases_data() { rowsFor({"name", "sizeOnDisk"}); }
    void databases();
    void collections_data()
    {
        rowsFor({"name", "type", "options", "options.capped", "options.clusteredIndex",
                 "options.expireAfterSeconds"});
    }
    void collections();
    void indexes_data()
    {
        rowsFor({"name", "key", "key.t", "unique", "sparse", "hidden", "partialFilterExpression",
                 "collation", "expireAfterSeconds"});
    }
    void indexes();
    void statistics_data()
    {
        rowsFor({"count", "size", "storageSize", "indexSizes", "indexSizes.t_1"});
    }
    void statistics();
    void manyShardsDoNotOverflow();
    void buildings_data() { rowsFor({"indexBuilds", "indexBuilds.0"}); }
    void buildings();
    void usage_data()
    {
        rowsFor({"name", "accesses", "accesses.ops", "accesses.since", "sandglassUnusableExpiry"});
    }
    void usage();
    void counters_data()
    {
        rowsFor({"localTime", "metrics", "metrics.ttl", "metrics.ttl.passes",
                 "metrics.ttl.deletedDocuments", "metrics.ttl.subPasses"});
    }
    void counters();
    void aClockBeyondTheYear9999IsNone_data();
    void aClockBeyondTheYear9999IsNone();
    void countersOfCommandsDoNotOverflow();
    void usesSinceBeyondTheYear9999AreSinceUnknown();
    void theProcessThatCountsIsNamed();
    void parameters_data() { rowsFor({"ttlMonitorEnabled", "ttlMonitorSleepSecs"}); }
    void parameters();
};

void TestMalformedReplies::hello()
{
    const bson::Document reply = currentReply();
    ttl::ServerInfo info;
    info.host = "h:27017";
    mongo::readHello(reply, info);
    QVERIFY(info.clockRate >= 1 && info.clockRate <= 86'400);
    QVERIFY(info.topology != ttl::Topology::Unknown);
    const bool named = isText(reply, "me") && !reply["me"].asString().empty();
    QCOMPARE(info.host, named ? std::string(reply["me"].asString()) : std::string("h:27017"));
    const bool set = isText(reply, "setName") && !reply["setName"].asString().empty();
    QCOMPARE(!info.replicaSet.empty(), set);
    const bool member = info.topology == ttl::Topology::Primary
        || info.topology == ttl::Topology::Secondary || info.topology == ttl::Topology::OtherMember;
    QCOMPARE(member, set);
}

void TestMalformedReplies::buildInfo()
{
    const bson::Document reply = currentReply();
    ttl::ServerInfo info;
    mongo::readBuildInfo(reply, info);
    QVERIFY(info.versionNumbers.empty());
    QCOMPARE(info.version,
             isText(reply, "version") ? std::string(reply["version"].asString()) : std::string());
    QVERIFY(info.product != ttl::Product::CosmosDb);
}

void TestMalformedReplies::databases()
{
    const bson::Document reply = currentReply();
    const ttl::DatabaseSpec database = mongo::readDatabase(reply);
    QCOMPARE(database.name,
             isText(reply, "name") ? std::string(reply["name"].asString()) : std::string());
    QVERIFY2(inSizes(database.bytes), std::to_string(database.bytes).c_str());
}

void TestMalformedReplies::collections()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    // without a name there is no collection; with one the other fields are read
    bson::Document reply = withField(field, value);
    const bool named = isText(reply, "name") && !reply["name"].asString().empty();
    QCOMPARE(mongo::readCollection("db", reply).has_value(), named);
    if (field != u"name") {
        bson::Builder builder;
        builder.append("name", "c").appendAll(reply);
        const auto read = mongo::readCollection("db", builder.take());
        QVERIFY(read);
        QCOMPARE(read->ns.text(), std::string("db.c"));
        const bson::ValueView seconds = reply.view().at("options.expireAfterSeconds");
        QVERIFY(seconds.isNumber() || !read->expireAfterSeconds);
    }
}

void TestMalformedReplies::indexes()
{
    const bson::Document reply = currentReply();
    const ttl::IndexSpec index = mongo::readIndex(reply);
    QCOMPARE(index.name,
             isText(reply, "name") ? std::string(reply["name"].asString()) : std::string());
    QCOMPARE(index.partialFilter.has_value(),
             reply["partialFilterExpression"].type() == bson::Type::Document);
    QCOMPARE(index.collation.has_value(), reply["collation"].type() == bson::Type::Document);
    // none of the strange values is a time to live, and each is seen to be a wrong one
    QVERIFY(!index.expireAfterSeconds);
    QCOMPARE(index.expiryValueInvalid, reply.contains("expireAfterSeconds"));
    QCOMPARE(bson::toJson(index.listed), bson::toJson(reply));
}

void TestMalformedReplies::statistics()
{
    ttl::CollectionStats stats;
    mongo::addStats(currentReply(), stats);
    for (const std::int64_t bytes :
         {stats.documents, stats.dataBytes, stats.storageBytes, stats.averageDocumentBytes}) {
        QVERIFY2(inSizes(bytes), std::to_string(bytes).c_str());
    }
    for (const auto& [name, bytes] : stats.indexBytes) {
        QVERIFY2(bytes >= 0, name.c_str());
    }
}

void TestMalformedReplies::manyShardsDoNotOverflow()
{
    const bson::Document huge = withField(QStringLiteral("count"), QStringLiteral("9e300"));
    ttl::CollectionStats stats;
    std::int64_t last = 0;
    for (int shard = 0; shard < 20; ++shard) {
        mongo::addStats(huge, stats);
        QVERIFY(stats.documents >= last);
        last = stats.documents;
    }
    const bson::Document index
        = withField(QStringLiteral("indexSizes.a"),
                    QStringLiteral(R"({"$numberLong": "9223372036854775807"})"));
    mongo::addStats(index, stats);
    mongo::addStats(index, stats);
    QVERIFY(stats.indexBytes.at("a") > 0);
}

void TestMalformedReplies::buildings()
{
    const bson::Document reply = currentReply();
    for (const std::string& name : mongo::readBuilding(reply)) {
        QVERIFY(name.empty() || name == "text");
    }
}

void TestMalformedReplies::usage()
{
    QFETCH(QString, field);
    const bson::Document reply = currentReply();
    bson::Builder builder;
    if (field != u"name") {
        builder.append("name", "t_1");
    }
    builder.appendAll(reply);
    std::vector<ttl::IndexSpec> known(1);
    known.front().name = "t_1";
    known.front().expireAfterSeconds = 60;
    mongo::addUsage(builder.take(), known);
    QVERIFY(!known.front().uses || *known.front().uses >= 0);
    QVERIFY(!known.front().usesSince); // it counts from nowhere without a number of uses
    const bool unusable = reply["sandglassUnusableExpiry"].toBool();
    QCOMPARE(known.front().expiryValueInvalid, unusable);
    QCOMPARE(known.front().expireAfterSeconds.has_value(), !unusable);
}

void TestMalformedReplies::counters()
{
    const bson::Document reply = currentReply();
    ttl::TtlMetrics metrics;
    mongo::readServerStatus(reply, metrics);
    QVERIFY(reply.view().at("metrics.ttl.passes").isNumber() || !metrics.passes);
    QVERIFY(reply.view().at("metrics.ttl.deletedDocuments").isNumber()
            || !metrics.deletedDocuments);
    QVERIFY(reply.view().at("metrics.ttl.subPasses").isNumber() || !metrics.subPasses);
    const std::int64_t now = metrics.serverTime.time_since_epoch().count();
    QVERIFY(now >= 0 && now <= kLastMoment);
    if (reply["localTime"].type() == bson::Type::Date) {
        const std::int64_t told = reply["localTime"].asDate().millis;
        QCOMPARE(now, told > 0 && told <= kLastMoment ? told : 0);
    }
    for (const auto& counter : {metrics.passes, metrics.deletedDocuments, metrics.subPasses}) {
        QVERIFY(!counter || inSizes(*counter));
    }
}

void TestMalformedReplies::aClockBeyondTheYear9999IsNone_data()
{
    QTest::addColumn<qint64>("millis");
    QTest::addColumn<bool>("taken");
    QTest::newRow("the last moment") << qint64{kLastMoment} << true;
    QTest::newRow("after it") << qint64{kLastMoment + 1} << false;
    QTest::newRow("the end of int64") << std::numeric_limits<qint64>::max() << false;
    QTest::newRow("its beginning") << std::numeric_limits<qint64>::min() << false;
    QTest::newRow("1970") << qint64{0} << false;
}

void TestMalformedReplies::aClockBeyondTheYear9999IsNone()
{
    QFETCH(const qint64, millis);
    QFETCH(const bool, taken);
    const bson::Document reply = bson::makeDocument("localTime", bson::Date{millis});
    QCOMPARE(mongo::readClock(reply).has_value(), taken);
    ttl::TtlMetrics metrics;
    mongo::readServerStatus(reply, metrics);
    QCOMPARE(metrics.serverTime != base::Time(), taken);
}

void TestMalformedReplies::countersOfCommandsDoNotOverflow()
{
    const bson::Document most
        = bson::makeDocument("total", std::numeric_limits<std::int64_t>::max());
    bson::Builder commands;
    for (const char* const name : {"create", "createIndexes", "collMod", "drop", "dropIndexes",
                                   "dropDatabase", "renameCollection", "convertToCapped"}) {
        commands.append(name, most);
    }
    const bson::Document metricsPart = bson::makeDocument("commands", commands.take());
    ttl::TtlMetrics metrics;
    mongo::readServerStatus(bson::makeDocument("metrics", metricsPart), metrics);
    QVERIFY(metrics.schemaCommands && *metrics.schemaCommands > 0);
    // a number below zero counts nothing
    ttl::TtlMetrics negative;
    mongo::readServerStatus(
        bson::makeDocument(
            "metrics",
            bson::makeDocument("ttl", bson::makeDocument("passes", -1, "deletedDocuments", -7))),
        negative);
    QVERIFY(!negative.passes && !negative.deletedDocuments);
}

void TestMalformedReplies::usesSinceBeyondTheYear9999AreSinceUnknown()
{
    for (const std::int64_t millis :
         {kLastMoment + 1, std::numeric_limits<std::int64_t>::max(),
          std::numeric_limits<std::int64_t>::min(), std::int64_t{0}, kLastMoment}) {
        std::vector<ttl::IndexSpec> known(1);
        known.front().name = "t_1";
        mongo::addUsage(
            bson::makeDocument("name", "t_1", "accesses",
                               bson::makeDocument("ops", 3, "since", bson::Date{millis})),
            known);
        QCOMPARE(known.front().uses, std::optional<std::int64_t>(3));
        QCOMPARE(known.front().usesSince.has_value(), millis == kLastMoment);
    }
}

void TestMalformedReplies::theProcessThatCountsIsNamed()
{
    const auto processIn = [](const bson::Document& reply) {
        ttl::TtlMetrics metrics;
        mongo::readServerStatus(reply, metrics);
        return metrics.process;
    };
    const std::string first = processIn(bson::makeDocument("host", "a:27017", "pid", 7));
    QVERIFY(!first.empty());
    QCOMPARE(processIn(bson::makeDocument("host", "a:27017", "pid", std::int64_t{7})), first);
    QVERIFY(processIn(bson::makeDocument("host", "a:27017", "pid", 8)) != first);
    QVERIFY(processIn(bson::makeDocument("host", "b:27017", "pid", 7)) != first);
    // half of it would make two processes look like one
    QVERIFY(processIn(bson::makeDocument("host", "a:27017")).empty());
    QVERIFY(processIn(bson::makeDocument("pid", 7)).empty());
    QVERIFY(processIn(bson::makeDocument("host", 7, "pid", "7")).empty());
}

void TestMalformedReplies::parameters()
{
    const bson::Document reply = currentReply();
    ttl::TtlMetrics metrics;
    mongo::readParameters(reply, metrics);
    const bson::ValueView enabled = reply["ttlMonitorEnabled"];
    QCOMPARE(metrics.monitorEnabled.has_value(),
             enabled.type() == bson::Type::Bool || enabled.isNumber());
    QVERIFY(reply["ttlMonitorSleepSecs"].isNumber() || !metrics.sleepSeconds);
}

SANDGLASS_TEST(TestMalformedReplies)
} // namespace tst_mongo_malformed_replies

#include "tst_mongo_malformed_replies.moc"
