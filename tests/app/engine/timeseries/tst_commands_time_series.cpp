// SPDX-License-Identifier: GPL-3.0-or-later
// Time series: how they are made, filled and read.
#include "app/ttl/expiry_aggregation.h"
#include "tests/support/test_program.h"
#include "tests/support/time_series_fixture.h"

#include <QTest>

#include <memory>

namespace tst_commands_time_series {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

QStringList sorted(const QString& documents)
{
    QStringList list = documents.split(QChar(u' '));
    list.sort();
    return list;
}

} // namespace

class TestTimeSeries : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<TimeSeriesFixture>(); }
    void cleanup() { m_db.reset(); }

    void listCollectionsShowsTheLegacyForm();
    void c090ExpirySecondsOfEveryTypeAreListedAsInt64_data();
    void c090ExpirySecondsOfEveryTypeAreListedAsInt64();
    void badOptionsAreRefused_data();
    void badOptionsAreRefused();
    void aCustomSpanHasNoGranularity();
    void theSameAgainIsNoErrorAndAnotherOneIs48();
    void anOrdinaryCollectionOfThatNameIsRefused();
    void measurementsOfOneHourAndSensorShareABucket();
    void aBucketTakesAThousandMeasurements();
    void aBucketsStartIsRoundedDownBefore1970Too();
    void measurementsComeBackAsTheyWere();
    void aMissingTimeIsRefused();
    void metaOfAnotherTypeOpensAnotherBucket();
    void findSortsAndProjectsMeasurements();
    void filtersOnMetaAndTimeReadOnlyTheirBuckets();
    void countsAreOfMeasurements();
    void groupsByTimeAreCountedFromTheBuckets();
    void distinctAndAggregateReadMeasurements();
    void aViewStandsOnATimeSeries();
    void datesOutsideTheYearsOfAnObjectIdAreKept();

private:
    std::unique_ptr<TimeSeriesFixture> m_db;
};

void TestTimeSeries::listCollectionsShowsTheLegacyForm()
{
    m_db->good(R"({"create":"e","timeseries":{"timeField":"t"},"expireAfterSeconds":60})");
    QCOMPARE(QString::fromStdString(bson::toJson(m_db->listing("w"))),
             QStringLiteral(R"({"name":"w","type":"timeseries","options":{"timeseries":{)"
                            R"("timeField":"t","metaField":"s","granularity":"seconds",)"
                            R"("bucketMaxSpanSeconds":3600}},"info":{"readOnly":false}})"));
    QCOMPARE(QString::fromStdString(bson::toJson(m_db->listing("e"))),
             QStringLiteral(R"({"name":"e","type":"timeseries","options":{)"
                            R"("expireAfterSeconds":60,"timeseries":{"timeField":"t",)"
                            R"("granularity":"seconds","bucketMaxSpanSeconds":3600}},)"
                            R"("info":{"readOnly":false}})"));
    const bson::Document buckets = m_db->listing("system.buckets.e");
    VERIFY_HOLDS(buckets, R"({"type":"collection","options":{"clusteredIndex":true,
        "expireAfterSeconds":60},"info":{"readOnly":false}})");
    QVERIFY(buckets["options"].asDocument().contains("validator"));
    QVERIFY(buckets["info"].asDocument().contains("uuid"));
    QVERIFY(!buckets.contains("idIndex"));
    VERIFY_HOLDS(m_db->listing("system.views"), R"({"type":"collection"})");
}

void TestTimeSeries::c090ExpirySecondsOfEveryTypeAreListedAsInt64_data()
{
    QTest::addColumn<QString>("seconds");
    QTest::addColumn<qint64>("listed");
    QTest::newRow("int32") << "3600" << qint64{3600};
    QTest::newRow("int64") << R"({"$numberLong":"3600"})" << qint64{3600};
    QTest::newRow("double") << "3600.9" << qint64{3600};
    QTest::newRow("decimal") << R"({"$numberDecimal":"3600"})" << qint64{3600};
    QTest::newRow("C091 NaN") << R"({"$numberDouble":"NaN"})" << qint64{0};
    QTest::newRow("C091 -0.9") << "-0.9" << qint64{0};
    QTest::newRow("C091 decimal -0.5") << R"({"$numberDecimal":"-0.5"})" << qint64{0};
}

void TestTimeSeries::c090ExpirySecondsOfEveryTypeAreListedAsInt64()
{
    QFETCH(QString, seconds);
    QFETCH(qint64, listed);
    m_db->strictNan = false;
    m_db->good(R"({"create":"e","timeseries":{"timeField":"t"},"expireAfterSeconds":)"
               + seconds.toStdString() + "}");
    const bson::Document listing = m_db->listing("e"); // holds what the view below shows
    const bson::ValueView value = listing["options"].asDocument()["expireAfterSeconds"];
    QCOMPARE(value.type(), bson::Type::Int64);
    QCOMPARE(value.asInt64(), listed);
}

void TestTimeSeries::badOptionsAreRefused_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const char* options, int code) {
        QTest::newRow(name) << QString::fromUtf8(options) << code;
    };
    row("not a document", R"("timeseries":1)", 14);
    row("no timeField", R"("timeseries":{})", 40414);
    row("unknown field", R"("timeseries":{"timeField":"t","x":1})", 40415);
    row("dotted timeField", R"("timeseries":{"timeField":"a.b"})", 72);
    row("dotted metaField", R"("timeseries":{"timeField":"t","metaField":"a.b"})", 72);
    row("meta is time", R"("timeseries":{"timeField":"t","metaField":"t"})", 72);
    row("meta is _id", R"("timeseries":{"timeField":"t","metaField":"_id"})", 72);
    row("granularity", R"("timeseries":{"timeField":"t","granularity":"days"})", 2);
    row("span alone", R"("timeseries":{"timeField":"t","bucketMaxSpanSeconds":100})", 72);
    row("span too large", R"("timeseries":{"timeField":"t","bucketMaxSpanSeconds":31536001,
        "bucketRoundingSeconds":31536001})",
        51024);
    row("span and granularity", R"("timeseries":{"timeField":"t","granularity":"hours",
        "bucketMaxSpanSeconds":100})",
        72);
    row("capped too", R"("timeseries":{"timeField":"t"},"capped":true,"size":100)", 72);
    row("C092 -1", R"("timeseries":{"timeField":"t"},"expireAfterSeconds":-1)", 72);
    row("C092 decimal -0.9",
        R"("timeseries":{"timeField":"t"},"expireAfterSeconds":{"$numberDecimal":"-0.9"})", 72);
    row("C092 infinity",
        R"("timeseries":{"timeField":"t"},"expireAfterSeconds":{"$numberDouble":"Infinity"})", 72);
    row("C092 9999999999", R"("timeseries":{"timeField":"t"},"expireAfterSeconds":9999999999)", 72);
    row("C093 true", R"("timeseries":{"timeField":"t"},"expireAfterSeconds":true)", 14);
    row("C093 string", R"("timeseries":{"timeField":"t"},"expireAfterSeconds":"3600")", 14);
}

void TestTimeSeries::badOptionsAreRefused()
{
    QFETCH(QString, options);
    QFETCH(int, code);
    const bson::Document reply = m_db->run(R"({"create":"bad",)" + options.toStdString() + "}");
    QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
}

void TestTimeSeries::aCustomSpanHasNoGranularity()
{
    m_db->good(R"({"create":"e","timeseries":{"timeField":"t","bucketMaxSpanSeconds":100,
        "bucketRoundingSeconds":100}})");
    const bson::Document entry = m_db->listing("e");
    const bson::DocumentView listed = entry["options"].asDocument()["timeseries"].asDocument();
    QVERIFY(!listed.contains("granularity"));
    QCOMPARE(listed["bucketMaxSpanSeconds"].asInt32(), 100);
}

void TestTimeSeries::theSameAgainIsNoErrorAndAnotherOneIs48()
{
    m_db->good(R"({"create":"w","timeseries":{"timeField":"t","metaField":"s"}})");
    QCOMPARE(m_db->codeOf(R"({"create":"w","timeseries":{"timeField":"u"}})"), 48);
    QCOMPARE(m_db->codeOf(R"({"create":"w"})"), 48);
}

void TestTimeSeries::anOrdinaryCollectionOfThatNameIsRefused()
{
    m_db->good(R"({"create":"plain"})");
    QCOMPARE(m_db->codeOf(R"({"create":"plain","timeseries":{"timeField":"t"}})"), 48);
}

void TestTimeSeries::measurementsOfOneHourAndSensorShareABucket()
{
    m_db->insertFew();
    QCOMPARE(m_db->buckets(), 3);
    m_db->good(R"({"insert":"w","documents":[)" + measured(5, 45, "1", 50) + "]}");
    QCOMPARE(m_db->buckets(), 3);
    const bson::Document reply
        = m_db->good(R"({"find":"system.buckets.w","filter":{"data._id.0":1}})");
    VERIFY_HOLDS(
        bson::Document(reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument()),
        (R"({"control":{"version":1,"min":{"_id":1,"t":)" + at(kNoon)
         + R"(,"v":10},"max":{"_id":5,"t":)" + at(kNoon + 45 * 60'000)
         + R"(,"v":50}},"meta":1,"data":{"v":{"0":10,"1":20,"2":50}}})")
            .c_str());
}

void TestTimeSeries::aBucketTakesAThousandMeasurements()
{
    m_db->insertMany(1500, 1);
    QCOMPARE(m_db->buckets(), 2);
    VERIFY_HOLDS(m_db->good(R"({"count":"w"})"), R"({"n":1500})");
    m_db->good(R"({"insert":"w","documents":[)" + measured(9999, 20, "1", 1) + "]}");
    QCOMPARE(m_db->buckets(), 2);
}

void TestTimeSeries::aBucketsStartIsRoundedDownBefore1970Too()
{
    m_db->good(R"({"insert":"w","documents":[{"_id":1,"t":)" + at(-1) + R"(,"s":1}]})");
    const bson::Document reply
        = m_db->good(R"({"find":"system.buckets.w","projection":{"control.min.t":1,"_id":0}})");
    QCOMPARE(CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
             QString::fromStdString(R"({"control":{"min":{"t":)"
                                    + bson::toJson(bson::Value::of(bson::Date{-60'000})) + "}}}"));
}

void TestTimeSeries::measurementsComeBackAsTheyWere()
{
    m_db->good(R"({"insert":"w","documents":[{"_id":1,"t":)" + at(kNoon)
               + R"(,"s":{"a":1},"x":{"y":[1,2]}},{"_id":2,"t":)" + at(kNoon + 1)
               + R"(,"s":{"a":1},"z":null}]})");
    QCOMPARE(m_db->buckets(), 1);
    QCOMPARE(m_db->found("w", R"("projection":{"t":0})"),
             QStringLiteral(R"({"s":{"a":1},"_id":1,"x":{"y":[1,2]}} )"
                            R"({"s":{"a":1},"_id":2,"z":null})"));
}

void TestTimeSeries::aMissingTimeIsRefused()
{
    for (const char* const document : {R"({"s":1})", R"({"t":5,"s":1})", R"({"t":null})"}) {
        const bson::Document reply
            = m_db->good(std::string(R"({"insert":"w","documents":[)") + document + "]}");
        VERIFY_HOLDS(reply, R"({"n":0})");
        const bson::DocumentView error = reply["writeErrors"].asDocument()["0"].asDocument();
        QCOMPARE(error["code"].asInt32(), 2);
        QCOMPARE(
            error["errmsg"].asString(),
            std::string_view("'t' must be present and contain a valid BSON UTC datetime value"));
    }
    const bson::Document unordered = m_db->good(
        R"({"insert":"w","ordered":false,"documents":[{"s":1},)" + measured(1, 0, "1", 1) + "]}");
    VERIFY_HOLDS(unordered, R"({"n":1})");
}

void TestTimeSeries::metaOfAnotherTypeOpensAnotherBucket()
{
    m_db->good(R"({"insert":"w","documents":[)" + measured(1, 0, "1", 1) + ","
               + measured(2, 0, "1.0", 1) + "," + measured(3, 0, "null", 1) + R"(,{"_id":4,"t":)"
               + at(kNoon) + "}," + measured(5, 0, "[1]", 1) + "]}");
    QCOMPARE(m_db->buckets(), 5);
    m_db->good(R"({"insert":"w","documents":[)" + measured(6, 1, "1", 1) + ","
               + measured(7, 1, "1.0", 1) + "," + measured(8, 1, "null", 1) + R"(,{"_id":9,"t":)"
               + at(kNoon) + "}," + measured(10, 1, "[1]", 1) + "]}");
    QCOMPARE(m_db->buckets(), 5);
}

void TestTimeSeries::findSortsAndProjectsMeasurements()
{
    m_db->insertFew();
    QCOMPARE(m_db->found("w", R"("sort":{"v":-1},"limit":2,"projection":{"v":1,"_id":0})"),
             QStringLiteral(R"({"v":40} {"v":30})"));
    QCOMPARE(m_db->found("w", R"("filter":{"v":{"$gt":15},"s":1},"sort":{"_id":1},
                             "projection":{"_id":1})"),
             QStringLiteral(R"({"_id":2} {"_id":4})"));
}

void TestTimeSeries::filtersOnMetaAndTimeReadOnlyTheirBuckets()
{
    m_db->insertFew();
    const auto examined = [&](const std::string& filter) {
        const bson::Document reply = m_db->good(R"({"explain":{"find":"w","filter":)" + filter
                                                + R"(},"verbosity":"executionStats"})");
        return reply["stages"]
            .asDocument()["0"]
            .asDocument()["$cursor"]
            .asDocument()["executionStats"]
            .asDocument()["nReturned"]
            .toInt64();
    };
    QCOMPARE(examined("{}"), 3);
    QCOMPARE(examined(R"({"s":2})"), 1);
    QCOMPARE(examined(R"({"t":{"$gte":)" + at(kNoon + 80 * 60'000) + "}}"), 1);
    QCOMPARE(examined(R"({"t":{"$lt":)" + at(kNoon + 60'000) + "}}"), 2);
    QCOMPARE(m_db->found("w",
                         R"("filter":{"t":{"$lt":)" + at(kNoon + 60'000)
                             + R"(}},"sort":{"_id":1},"projection":{"_id":1})"),
             QStringLiteral(R"({"_id":1} {"_id":3})"));
}

void TestTimeSeries::countsAreOfMeasurements()
{
    m_db->insertFew();
    VERIFY_HOLDS(m_db->good(R"({"count":"w"})"), R"({"n":4})");
    VERIFY_HOLDS(m_db->good(R"({"count":"w","query":{"s":1}})"), R"({"n":3})");
    VERIFY_HOLDS(m_db->good(R"({"count":"w","query":{"v":{"$gt":10}}})"), R"({"n":3})");
    QCOMPARE(m_db->aggregated("w", R"([{"$group":{"_id":1,"n":{"$sum":1}}}])"),
             QStringLiteral(R"({"_id":1,"n":4})"));
}

// what a forecast asks; with a $match behind it the pipeline is run as it stands
void TestTimeSeries::groupsByTimeAreCountedFromTheBuckets()
{
    m_db->insertFew();
    ttl::HistogramRequest request;
    request.field = "t";
    request.expireAfterSeconds = 60;
    request.now = base::Time(base::Millis(kNoon));
    request.edges = {request.now, request.now + std::chrono::minutes(20),
                     request.now + std::chrono::minutes(100)};
    for (const char* const filter : {"", R"({"s":1})"}) {
        if (*filter != '\0') {
            request.partialFilter = need(bson::fromJson(filter));
        }
        const std::string stages = bson::toJson(bson::Value::array(ttl::datedPipeline(request)));
        const std::string longer = stages.substr(0, stages.size() - 1) + R"(,{"$match":{}}])";
        const QString counted = m_db->aggregated("w", stages);
        QCOMPARE(sorted(counted), sorted(m_db->aggregated("w", longer)));
        QVERIFY(counted.contains(QStringLiteral(R"("n":)")));
    }
}

void TestTimeSeries::distinctAndAggregateReadMeasurements()
{
    m_db->insertFew();
    const bson::Document reply = m_db->good(R"({"distinct":"w","key":"s"})");
    QCOMPARE(CommandFixture::listed(reply["values"]), QStringLiteral("1 2"));
    QCOMPARE(m_db->aggregated("w", R"([{"$match":{"s":1}},
                 {"$group":{"_id":"$s","sum":{"$sum":"$v"}}}])"),
             QStringLiteral(R"({"_id":1,"sum":70})"));
}

void TestTimeSeries::aViewStandsOnATimeSeries()
{
    m_db->insertFew();
    m_db->good(R"({"create":"view","viewOn":"w","pipeline":[{"$match":{"s":1}}]})");
    VERIFY_HOLDS(m_db->good(R"({"count":"view"})"), R"({"n":3})");
    QCOMPARE(m_db->found("view", R"("filter":{"v":40},"projection":{"_id":1})"),
             QStringLiteral(R"({"_id":4})"));
}

void TestTimeSeries::datesOutsideTheYearsOfAnObjectIdAreKept()
{
    const std::string early = at(-2'000'000'000'000);
    const std::string late = at(9'000'000'000'000);
    m_db->good(R"({"insert":"w","documents":[{"_id":1,"t":)" + early + R"(,"s":1},{"_id":2,"t":)"
               + late + R"(,"s":1}]})");
    QCOMPARE(m_db->found("w", R"("filter":{"t":{"$lt":)" + at(0) + R"(}},"projection":{"_id":1})"),
             QStringLiteral(R"({"_id":1})"));
    QCOMPARE(m_db->found("w", R"("filter":{"t":)" + late + R"(},"projection":{"_id":1})"),
             QStringLiteral(R"({"_id":2})"));
}

SANDGLASS_TEST(TestTimeSeries)
} // namespace tst_commands_time_series

#include "tst_commands_time_series.moc"
