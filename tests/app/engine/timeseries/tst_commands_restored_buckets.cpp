// SPDX-License-Identifier: GPL-3.0-or-later
// Time series as mongorestore brings them back: it inserts their buckets. The commands are those of
// the tool's published protocol; the buckets are put together by hand, also compressed ones.
#include "app/bson/bytes.h"
#include "app/bson/column.h"
#include "app/ttl/expiry_aggregation.h"
#include "tests/support/test_program.h"
#include "tests/support/time_series_fixture.h"

#include <QTest>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace tst_commands_restored_buckets {

using namespace sandglass;
using namespace sandglass::tests;
using bson::Builder;
using bson::Value;
using Raw = std::vector<std::uint8_t>;

namespace {

constexpr std::int64_t kMinute = 60'000;

void append(Raw& column, const Value& value)
{
    const bson::Bytes raw = value.view().raw();
    column.push_back(static_cast<std::uint8_t>(value.type()));
    column.push_back(0);
    column.insert(column.end(), raw.begin(), raw.end());
}

/// A control byte and a block with two numbers in zigzag form.
void append(Raw& column, std::uint64_t first, std::uint64_t second)
{
    column.push_back(0x80);
    bson::appendLittle(column, std::uint64_t{13} | first << 4U | second << 34U);
}

Raw ended(Raw column)
{
    column.push_back(0);
    return column;
}

/// Three times a minute apart, from noon on.
Raw times()
{
    Raw column;
    append(column, Value::of(bson::Date{kNoon}));
    append(column, 2 * kMinute, 0);
    return ended(column);
}

/// 10, 15, and no value in the third row.
Raw values()
{
    constexpr std::uint64_t kNone = (1U << 30U) - 1;
    Raw column;
    append(column, Value::of(10));
    append(column, 10, kNone);
    return ended(column);
}

bson::Binary packed(const Raw& column)
{
    return {bson::kColumnSubtype, column};
}

/// What a test changes in a bucket.
struct Parts
{
    std::int32_t version = 2;
    std::int32_t count = 3;
    Raw time = times();
    Raw value = values();
    std::int64_t first = kNoon;
    std::int64_t last = kNoon + 2 * kMinute;
    std::string extra; ///< a further field
};

bson::Document compressed(const Parts& parts)
{
    Builder bucket;
    bucket.append("_id", bson::ObjectId{{0x70, 0xDB, 0xD8, 0x80}});
    bucket.beginDocument("control").append("version", parts.version);
    bucket.append("min", bson::makeDocument("t", bson::Date{parts.first}, "v", 10));
    bucket.append("max", bson::makeDocument("t", bson::Date{parts.last}, "v", 15));
    bucket.append("closed", false).append("count", parts.count).end();
    bucket.append("meta", 1);
    bucket.beginDocument("data").append("t", packed(parts.time)).append("v", packed(parts.value));
    bucket.end();
    if (!parts.extra.empty()) {
        bucket.append(parts.extra, 1);
    }
    return bucket.take();
}

} // namespace

class TestRestoredBuckets : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<TimeSeriesFixture>(); }
    void cleanup() { m_db.reset(); }

    void theToolsCommandsRestoreASeries();
    void aCompressedBucketIsReadAsMeasurements_data();
    void aCompressedBucketIsReadAsMeasurements();
    void groupsByTimeAreCountedFromACompressedBucket();
    void aCompressedBucketComesBackAsItWas();
    void measurementsAreDeletedFromACompressedBucket();
    void newMeasurementsGoIntoABucketOfTheirOwn();
    void aRestoredBucketExpires();
    void whatIsNoBucketIsRefused_data();
    void whatIsNoBucketIsRefused();
    void otherBucketsOfTheBatchAreInserted();
    void bucketsOfNoSeriesAreRefused();

private:
    bson::Document insert(const bson::Document& bucket)
    {
        return m_db->run(bson::makeDocument("insert", "system.buckets.w", "documents",
                                            Value::array(bson::makeArray(bucket)), "ordered",
                                            true));
    }

    std::unique_ptr<TimeSeriesFixture> m_db;
};

void TestRestoredBuckets::theToolsCommandsRestoreASeries()
{
    // a dump: the listed options, the buckets in their natural order, the listed indexes
    m_db->insertFew();
    const bson::Document options(m_db->listing("w")["options"].asDocument());
    const bson::Document found = m_db->good(R"({"find":"system.buckets.w"})");
    const bson::Document buckets(found["cursor"].asDocument()["firstBatch"].asDocument());
    const bson::Document index = m_db->listedIndex("w", "s_1_t_1");
    const QString before = m_db->found("w");
    m_db->good(R"({"drop":"w"})");
    // the restore
    Builder create;
    create.append("create", "w").appendAll(options);
    QCOMPARE(m_db->run(create.take())["ok"].toDouble(), 1.0);
    const bson::Document inserted = m_db->run(bson::makeDocument(
        "insert", "system.buckets.w", "documents", Value::array(buckets), "ordered", false));
    VERIFY_HOLDS(inserted, R"({"ok":1,"n":3})");
    const bson::Document indexed = m_db->run(
        bson::makeDocument("createIndexes", "w", "indexes", Value::array(bson::makeArray(index))));
    QCOMPARE(indexed["ok"].toDouble(), 1.0);
    QCOMPARE(m_db->found("w"), before);
    // restored a second time: each bucket is a duplicate
    const bson::Document again = m_db->run(bson::makeDocument(
        "insert", "system.buckets.w", "documents", Value::array(buckets), "ordered", false));
    QCOMPARE(again["writeErrors"].asDocument().count(), std::size_t{3});
    QCOMPARE(again.view().at("writeErrors.0.code").asInt32(), 11000);
}

void TestRestoredBuckets::aCompressedBucketIsReadAsMeasurements_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("in order of time") << 2;
    QTest::newRow("in order of arrival") << 3;
}

void TestRestoredBuckets::aCompressedBucketIsReadAsMeasurements()
{
    QFETCH(int, version);
    Parts parts;
    parts.version = version;
    VERIFY_HOLDS(insert(compressed(parts)), R"({"ok":1,"n":1})");
    QCOMPARE(m_db->found("w", R"("projection":{"t":0})"),
             QStringLiteral(R"({"s":1,"v":10} {"s":1,"v":15} {"s":1})"));
    QCOMPARE(m_db->good(R"({"count":"w"})")["n"].asInt32(), 3);
    QCOMPARE(m_db->found("w",
                         R"("filter":{"t":)" + at(kNoon + kMinute)
                             + R"(},"projection":{"_id":0,"t":0})"),
             QStringLiteral(R"({"s":1,"v":15})"));
    QCOMPARE(m_db->aggregated("w", R"([{"$group":{"_id":null,"n":{"$sum":"$v"}}}])"),
             QStringLiteral(R"({"_id":null,"n":25})"));
}

// as a forecast counts them: from the buckets alone
void TestRestoredBuckets::groupsByTimeAreCountedFromACompressedBucket()
{
    insert(compressed({}));
    ttl::HistogramRequest request;
    request.field = "t";
    request.expireAfterSeconds = 60;
    request.now = base::Time(base::Millis(kNoon));
    request.edges = {request.now, request.now + std::chrono::minutes(2),
                     request.now + std::chrono::minutes(100)};
    const std::string stages = bson::toJson(bson::Value::array(ttl::datedPipeline(request)));
    const std::string longer = stages.substr(0, stages.size() - 1) + R"(,{"$match":{}}])";
    const QString counted = m_db->aggregated("w", stages);
    QVERIFY(counted.contains(QStringLiteral(R"("n":)")));
    QStringList fromBuckets = counted.split(QChar(u' '));
    QStringList fromMeasurements = m_db->aggregated("w", longer).split(QChar(u' '));
    fromBuckets.sort();
    fromMeasurements.sort();
    QCOMPARE(fromBuckets, fromMeasurements);
}

void TestRestoredBuckets::aCompressedBucketComesBackAsItWas()
{
    const bson::Document bucket = compressed({});
    insert(bucket);
    const bson::Document reply = m_db->good(R"({"find":"system.buckets.w"})");
    QVERIFY(
        bson::Document(reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument())
        == bucket);
}

void TestRestoredBuckets::measurementsAreDeletedFromACompressedBucket()
{
    insert(compressed({}));
    VERIFY_HOLDS(m_db->good(R"({"delete":"w","deletes":[{"q":{"v":10},"limit":0}]})"),
                 R"({"n":1})");
    QCOMPARE(m_db->found("w", R"("projection":{"t":0})"),
             QStringLiteral(R"({"s":1,"v":15} {"s":1})"));
    VERIFY_HOLDS(m_db->good(R"({"update":"w","updates":[
        {"q":{"s":1},"u":{"$set":{"s":2}},"multi":true}]})"),
                 R"({"n":2,"nModified":2})");
    VERIFY_HOLDS(m_db->good(R"({"delete":"w","deletes":[{"q":{"s":2},"limit":0}]})"), R"({"n":2})");
    QCOMPARE(m_db->buckets(), 0);
}

void TestRestoredBuckets::newMeasurementsGoIntoABucketOfTheirOwn()
{
    insert(compressed({}));
    m_db->good(R"({"insert":"w","documents":[)" + measured(9, 3, "1", 20) + "]}");
    QCOMPARE(m_db->buckets(), 2);
    QCOMPARE(m_db->good(R"({"count":"w"})")["n"].asInt32(), 4);
}

void TestRestoredBuckets::aRestoredBucketExpires()
{
    insert(compressed({}));
    m_db->good(R"({"collMod":"w","expireAfterSeconds":3600})");
    const auto buckets = m_db->data.catalog->find({"db", "system.buckets.w"});
    const auto due = buckets->countDates(engine::catalog::kBucketExpiryIndex, bson::Date{kNoon},
                                         bson::Date{kNoon});
    QVERIFY(due);
    QCOMPARE(*due, std::int64_t{1});
}

void TestRestoredBuckets::whatIsNoBucketIsRefused_data()
{
    QTest::addColumn<QByteArray>("bucket");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, int code, const std::function<void(Parts&)>& change) {
        Parts parts;
        change(parts);
        const bson::Document bucket = compressed(parts);
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bucket.bytes().data()),
                                          static_cast<qsizetype>(bucket.bytes().size()))
                            << code;
    };
    row("version 4", 121, [](Parts& parts) { parts.version = 4; });
    row("another field", 121, [](Parts& parts) { parts.extra = "x"; });
    row("no measurements", 121, [](Parts& parts) { parts.count = 0; });
    row("more times than counted", 22, [](Parts& parts) { parts.count = 2; });
    row("fewer times than counted", 2, [](Parts& parts) { parts.count = 4; });
    row("more than a million", 22, [](Parts& parts) { parts.count = 1'000'001; });
    row("a column that is cut off", 22, [](Parts& parts) { parts.value.pop_back(); });
    row("times that are numbers", 2, [](Parts& parts) { parts.time = values(); });
    row("a value without time", 22, [](Parts& parts) {
        parts.value.pop_back();
        append(parts.value, 0, 0);
        parts.value = ended(parts.value);
    });
    row("a time before the minimum", 2, [](Parts& parts) { parts.first += kMinute; });
    row("a time after the maximum", 2, [](Parts& parts) { parts.last -= kMinute; });
    row("a span of more than an hour", 2, [](Parts& parts) { parts.last = kNoon + 3'600'000; });
}

void TestRestoredBuckets::whatIsNoBucketIsRefused()
{
    QFETCH(QByteArray, bucket);
    QFETCH(int, code);
    const bson::Document reply
        = insert(bson::Document::fromTrusted(Raw(bucket.begin(), bucket.end())));
    QVERIFY2(reply.view().at("writeErrors.0.code").asInt32() == code, bson::toJson(reply).c_str());
    QCOMPARE(m_db->buckets(), 0);
    QCOMPARE(m_db->codeOf(R"({"insert":"system.buckets.w","documents":[{"_id":1}]})"), 0);
    QCOMPARE(m_db->buckets(), 0);
}

void TestRestoredBuckets::otherBucketsOfTheBatchAreInserted()
{
    const bson::Document reply = m_db->run(bson::makeDocument(
        "insert", "system.buckets.w", "documents",
        Value::array(bson::makeArray(bson::makeDocument("_id", 1), compressed({}))), "ordered",
        false));
    VERIFY_HOLDS(reply, R"({"ok":1,"n":1})");
    QCOMPARE(m_db->buckets(), 1);
}

void TestRestoredBuckets::bucketsOfNoSeriesAreRefused()
{
    QCOMPARE(m_db->codeOf(R"({"insert":"system.buckets.none","documents":[{"_id":1}]})"), 73);
    QVERIFY(m_db->listing("system.buckets.none").empty());
    QCOMPARE(m_db->codeOf(R"({"delete":"system.buckets.w","deletes":[{"q":{},"limit":0}]})"), 73);
}

SANDGLASS_TEST(TestRestoredBuckets)
} // namespace tst_commands_restored_buckets

#include "tst_commands_restored_buckets.moc"
