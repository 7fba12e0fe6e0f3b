// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of forecasts and previews get the same answer from an index as from the documents.
#include "app/engine/plan/date_grouping.h"
#include "app/ttl/expiry_aggregation.h"
#include "tests/support/command_fixture.h"
#include "tests/support/random_documents.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_commands_date_grouping {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

constexpr unsigned kSeed = 7;

ttl::HistogramRequest request(const std::string& field)
{
    ttl::HistogramRequest made;
    made.ns = {"db", "c"};
    made.field = field;
    made.expireAfterSeconds = 3'600;
    made.now = base::Time(1'700'000'000s);
    made.edges = {made.now};
    for (int i = 1; i <= 200; ++i) {
        made.edges.push_back(made.now + 24h * 200 * i);
    }
    return made;
}

bson::Value arrayOf(const bson::Document& stages)
{
    return bson::Value::array(stages);
}

} // namespace

class TestDateGrouping : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void theForecastIsRecognised();
    void anythingElseIsNot();
    void theIndexAnswersAsTheDocumentsDo_data();
    void theIndexAnswersAsTheDocumentsDo();
    void thePreviewComesFromTheIndex();
    void theForecastComesFromTheDirectory_data();
    void theForecastComesFromTheDirectory();
    void theRestIsReadFromTheIndexToo();
    void aHintToNoIndexIsStillRefused();

private:
    void fill(bool arrays);
    QStringList groups(const bson::Document& stages, const std::string& hint);

    std::unique_ptr<CommandFixture> m_db;
};

// Random documents; without `arrays` those are left out whose field t is one.
void TestDateGrouping::fill(bool arrays)
{
    RandomDocuments random(kSeed, {bson::Date::from(base::Time(1'700'000'000s) - 1h)});
    bson::Builder insert;
    insert.append("insert", "c").beginArray("documents");
    for (int i = 0; i < 1'500; ++i) {
        const bson::Document document = random.next();
        if (arrays || document["t"].type() != bson::Type::Array) {
            insert.push(document);
        }
    }
    insert.end();
    QCOMPARE(m_db->run(insert.take())["ok"].toDouble(), 1.0);
}

// Sorted, because groups come in any order.
QStringList TestDateGrouping::groups(const bson::Document& stages, const std::string& hint)
{
    bson::Builder command;
    command.append("aggregate", "c").append("pipeline", arrayOf(stages));
    command.append("cursor", bson::makeDocument("batchSize", 1'000));
    if (hint == "$natural") {
        command.append("hint", bson::makeDocument("$natural", 1));
    } else if (!hint.empty()) {
        command.append("hint", hint);
    }
    const bson::Document reply = m_db->run(command.take());
    if (reply["ok"].toDouble() != 1.0) {
        return {QString::number(reply["code"].asInt32())};
    }
    QStringList texts;
    for (const bson::Element& element : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
        texts << QString::fromStdString(bson::toJson(element.value));
    }
    texts.sort();
    return texts;
}

void TestDateGrouping::theForecastIsRecognised()
{
    const bson::Value stages = arrayOf(ttl::datedPipeline(request("a.b")));
    const auto grouping = engine::plan::dateGrouping(stages.view());
    QVERIFY(grouping);
    QCOMPARE(grouping->field, std::string("a.b"));
    QCOMPARE(grouping->bounds.size(), std::size_t{201});
    QCOMPARE(grouping->labels.size(), std::size_t{202});
    QCOMPARE(grouping->labels[7].asInt32(), 7);
    QVERIFY(grouping->partialFilter.empty());
}

void TestDateGrouping::anythingElseIsNot()
{
    const auto recognised = [](const std::string& json) {
        const bson::Document stages = need(bson::fromJson(json));
        return engine::plan::dateGrouping(arrayOf(stages).view()).has_value();
    };
    QVERIFY(!recognised("{}"));
    QVERIFY(!recognised(R"({"0":{"$match":{}},"1":{"$match":{}},"2":{"$match":{}}})"));
    const std::string match = R"({"$match":{"t":{"$lte":{"$date":{"$numberLong":"5"}}}}})";
    const std::string group
        = R"({"$group":{"_id":null,"n":{"$sum":1},"oldest":{"$min":"$date"},"newest":{"$max":"$date"}}})";
    QVERIFY(!recognised(R"({"0":)" + match + R"(,"1":{"$project":{"_id":0,"date":"$t"}},"2":)"
                        + group + "}"));
}

void TestDateGrouping::theIndexAnswersAsTheDocumentsDo_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<bool>("arrays");
    QTest::newRow("TTL") << R"({"key":{"t":1},"name":"i","expireAfterSeconds":3600})" << false;
    QTest::newRow("descending TTL")
        << R"({"key":{"t":-1},"name":"i","expireAfterSeconds":1})" << false;
    QTest::newRow("arrays") << R"({"key":{"t":1},"name":"i","expireAfterSeconds":1})" << true;
    QTest::newRow("ordinary") << R"({"key":{"t":1},"name":"i"})" << false;
    QTest::newRow("hidden") << R"({"key":{"t":1},"name":"i","hidden":true})" << false;
    QTest::newRow("sparse") << R"({"key":{"t":1},"name":"i","sparse":true})" << false;
    QTest::newRow("partial")
        << R"({"key":{"t":1},"name":"i","partialFilterExpression":{"z":{"$gt":2}}})" << false;
    QTest::newRow("compound") << R"({"key":{"t":1,"z":1},"name":"i"})" << false;
}

void TestDateGrouping::theIndexAnswersAsTheDocumentsDo()
{
    QFETCH(QString, index);
    QFETCH(bool, arrays);
    fill(arrays);
    m_db->good(R"({"createIndexes":"c","indexes":[)" + index.toStdString() + "]}");
    ttl::HistogramRequest whole = request("t");
    ttl::HistogramRequest part = whole;
    part.partialFilter = need(bson::fromJson(R"({"z":{"$gt":2}})"));
    for (const ttl::HistogramRequest& asked : {whole, part}) {
        for (const bson::Document& stages :
             {ttl::datedPipeline(asked), ttl::undatedPipeline(asked)}) {
            const QStringList expected = groups(stages, "$natural");
            QVERIFY(expected.size() > 1);
            QCOMPARE(groups(stages, {}), expected);
        }
    }
}

void TestDateGrouping::thePreviewComesFromTheIndex()
{
    fill(false);
    m_db->good(
        R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"i","expireAfterSeconds":3600}]})");
    ttl::ImpactRequest impact;
    impact.ns = {"db", "c"};
    impact.field = "t";
    impact.expireAfterSeconds = 60;
    impact.now = base::Time(1'700'000'000s);
    const bson::Document stages = ttl::impactPipeline(impact);
    QVERIFY(engine::plan::dateGrouping(arrayOf(stages).view()));
    QCOMPARE(groups(stages, {}), groups(stages, "$natural"));
    QCOMPARE(groups(stages, {}).size(), 1);
}

void TestDateGrouping::theForecastComesFromTheDirectory_data()
{
    QTest::addColumn<bool>("arrays");
    QTest::newRow("single dates") << false;
    QTest::newRow("arrays") << true;
}

void TestDateGrouping::theForecastComesFromTheDirectory()
{
    QFETCH(bool, arrays);
    fill(arrays);
    m_db->good(
        R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"i","expireAfterSeconds":3600}]})");
    bson::Builder command;
    command.append("aggregate", "c")
        .append("pipeline", arrayOf(ttl::datedPipeline(request("t"))))
        .append("hint", "i")
        .append("explain", true);
    const std::string plan = bson::toJson(m_db->run(command.take()));
    QVERIFY2(plan.find("DATE_BLOCKS") != std::string::npos, plan.c_str());
}

void TestDateGrouping::theRestIsReadFromTheIndexToo()
{
    fill(true);
    m_db->good(
        R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"i","expireAfterSeconds":3600}]})");
    bson::Builder command;
    command.append("aggregate", "c")
        .append("pipeline", arrayOf(ttl::undatedPipeline(request("t"))))
        .append("explain", true);
    const std::string plan = bson::toJson(m_db->run(command.take()));
    QVERIFY2(plan.find("IXSCAN") != std::string::npos, plan.c_str());
}

void TestDateGrouping::aHintToNoIndexIsStillRefused()
{
    fill(false);
    m_db->good(
        R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"i","expireAfterSeconds":3600}]})");
    QCOMPARE(groups(ttl::datedPipeline(request("t")), "none"), QStringList{QStringLiteral("2")});
    QVERIFY(groups(ttl::datedPipeline(request("t")), "i").size() > 1);
}

SANDGLASS_PLAIN_TEST(TestDateGrouping)
} // namespace tst_commands_date_grouping

#include "tst_commands_date_grouping.moc"
