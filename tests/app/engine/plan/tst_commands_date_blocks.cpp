// SPDX-License-Identifier: GPL-3.0-or-later
// Random counts and pipelines over dates get the same answer from an index's date blocks as from
// the documents of a collection without indexes.
#include "tests/support/command_fixture.h"
#include "tests/support/date_questions.h"
#include "tests/support/random_documents.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_commands_date_blocks {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr int kDocuments = 2'500;
constexpr int kQuestions = 220;

} // namespace

class TestDateBlocks : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void blocksAnswerAsTheDocumentsDo_data();
    void blocksAnswerAsTheDocumentsDo();
    void arraysAreCountedByMatchNotByEarliestDate();
    void datesAtTheEndsOfTimeAreCounted();
    void tooManyGroupsAreReadFromTheDocuments();
    void aDateOutsideOfAllBucketsIsStillAnError();
    void aHintDecides();
    void aHiddenIndexIsLeftAlone();
    void explainShowsWhereTheNumbersComeFrom();
    void explainOfAPipelineKeepsTheLaterStages();
    void aBoundedAnswerKeepsItsWord();
    void aBoundedAnswerIsRefusedWhereThereIsNone_data();
    void aBoundedAnswerIsRefusedWhereThereIsNone();
    void theOptionIsAnnounced();
    void theResultCanBeWrittenAway();

private:
    void fill(bool arrays, unsigned seed, int documents = kDocuments);
    void index(const std::string& options);
    std::vector<bson::Document> answer(const std::string& collection, const Question& question);
    bool usesBlocks(const Question& question);
    std::string planOf(const std::string& command);

    std::unique_ptr<CommandFixture> m_db;
};

// The same documents in c, which is to have an index, and in p, which has none.
void TestDateBlocks::fill(bool arrays, unsigned seed, int documents)
{
    Dates random(seed);
    bson::Builder list;
    for (int id = 0; id < documents; ++id) {
        list.push(random.document(id, arrays));
    }
    const bson::Document made = list.take();
    for (const char* collection : {"c", "p"}) {
        bson::Builder insert;
        insert.append("insert", collection).appendArray("documents", made);
        QCOMPARE(m_db->run(insert.take())["n"].toInt64(), std::int64_t{documents});
    }
}

void TestDateBlocks::index(const std::string& options)
{
    m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"i")" + options + "}]}");
}

std::vector<bson::Document> TestDateBlocks::answer(const std::string& collection,
                                                   const Question& question)
{
    const bool counts = question.field == "query";
    const bson::Document reply
        = m_db->run("{\"" + std::string(counts ? "count" : "aggregate") + "\":\"" + collection
                    + "\",\"" + question.field + "\":" + question.json
                    + (counts ? "}" : R"(,"cursor":{"batchSize":100000}})"));
    std::vector<bson::Document> documents;
    if (reply["ok"].toDouble() != 1.0) {
        documents.push_back(bson::makeDocument("code", reply["code"]));
    } else if (counts) {
        documents.push_back(bson::makeDocument("n", reply["n"]));
    } else {
        for (const bson::Element& each : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            documents.emplace_back(each.value.asDocument());
        }
    }
    if (!question.ordered) {
        std::ranges::sort(documents, {}, [](const bson::Document& document) {
            return std::string(document.bytes().begin(), document.bytes().end());
        });
    }
    return documents;
}

std::string TestDateBlocks::planOf(const std::string& command)
{
    return bson::toJson(m_db->good(R"({"explain":)" + command + R"(,"verbosity":"queryPlanner"})"));
}

bool TestDateBlocks::usesBlocks(const Question& question)
{
    const bool counts = question.field == "query";
    return planOf("{\"" + std::string(counts ? "count" : "aggregate") + R"(":"c",")"
                  + question.field + "\":" + question.json + (counts ? "}" : R"(,"cursor":{}})"))
               .find("DATE_BLOCKS")
        != std::string::npos;
}

void TestDateBlocks::blocksAnswerAsTheDocumentsDo_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("rest");
    QTest::addColumn<bool>("arrays");
    QTest::addColumn<bool>("used");
    const QString ttl = QStringLiteral(R"(,"expireAfterSeconds":3600)");
    const QString z = QStringLiteral(R"("z":{"$gt":2})");
    const QString partial
        = ttl + QStringLiteral(R"(,"partialFilterExpression":{)") + z + QChar(u'}');
    QTest::newRow("TTL index") << ttl << QString() << false << true;
    QTest::newRow("sparse TTL index")
        << ttl + QStringLiteral(R"(,"sparse":true)") << QString() << false << true;
    QTest::newRow("arrays") << ttl << QString() << true << true;
    QTest::newRow("partial") << partial << z << false << true;
    QTest::newRow("partial, asked for all") << partial << QString() << false << false;
    QTest::newRow("full, asked for a part") << ttl << z << false << false;
    QTest::newRow("hidden") << ttl + QStringLiteral(R"(,"hidden":true)") << QString() << false
                            << false;
    QTest::newRow("no TTL") << QString() << QString() << false << false;
}

void TestDateBlocks::blocksAnswerAsTheDocumentsDo()
{
    QFETCH(QString, options);
    QFETCH(QString, rest);
    QFETCH(bool, arrays);
    QFETCH(bool, used);
    const unsigned seed = testSeed();
    qInfo("seed %u", seed);
    fill(arrays, seed);
    index(options.toStdString());
    Dates random(seed + 1);
    int asked = 0;
    for (int i = 0; i < kQuestions; ++i) {
        const Question question = i % 3 == 0 ? random.count("t", rest.toStdString())
                                             : random.pipeline("t", rest.toStdString());
        const auto expected = answer("p", question);
        const auto found = answer("c", question);
        QVERIFY2(found == expected, question.json.c_str());
        asked += usesBlocks(question) ? 1 : 0;
    }
    if (arrays) {
        QVERIFY(asked > 0 && asked < kQuestions / 2);
    } else {
        QCOMPARE(asked, used ? kQuestions : 0);
    }
}

void TestDateBlocks::arraysAreCountedByMatchNotByEarliestDate()
{
    m_db->good(R"({"insert":"c","documents":[
        {"_id":1,"t":[{"$date":{"$numberLong":"10"}},{"$date":{"$numberLong":"90"}}]},
        {"_id":2,"t":{"$date":{"$numberLong":"50"}}}]})");
    index(R"(,"expireAfterSeconds":5)");
    const auto counted = [this](const std::string& range) {
        return m_db->good(R"({"count":"c","query":{"t":{)" + range + "}}}")["n"].toInt64();
    };
    QCOMPARE(counted(R"("$gte":)" + dateJson(80)), 1);
    QCOMPARE(counted(R"("$lte":)" + dateJson(20)), 1);
    QCOMPARE(counted(R"("$lte":)" + dateJson(60)), 2);
    QCOMPARE(counted(R"("$gte":)" + dateJson(40) + R"(,"$lte":)" + dateJson(60)), 2);
}

void TestDateBlocks::datesAtTheEndsOfTimeAreCounted()
{
    constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
    for (const char* collection : {"c", "p"}) {
        m_db->good(R"({"insert":")" + std::string(collection) + R"(","documents":[{"t":)"
                   + dateJson(kFirst) + R"(},{"t":)" + dateJson(kLast) + R"(},{"t":)" + dateJson(-1)
                   + R"(},{"t":)" + dateJson(0) + "}]}");
    }
    index(R"(,"expireAfterSeconds":5)");
    for (const char* lower : {"$gt", "$gte"}) {
        for (const char* upper : {"$lt", "$lte"}) {
            for (const auto& [from, to] : {std::pair(kFirst, kLast),
                                           {kFirst, kFirst},
                                           {kLast, kLast},
                                           {kLast, kFirst},
                                           {-1, 0},
                                           {0, -1}}) {
                const std::string range = R"({"t":{")" + std::string(lower) + "\":" + dateJson(from)
                    + ",\"" + upper + "\":" + dateJson(to) + "}}";
                const std::string group = R"(,{"$group":{"_id":{"$dateTrunc":{"date":"$t",)"
                                          R"("unit":"year","timezone":"America/New_York"}}}}])";
                const std::string bucket
                    = R"(,{"$bucket":{"groupBy":"$t","default":1,"boundaries":[)" + dateJson(kFirst)
                    + "," + dateJson(0) + "," + dateJson(kLast) + "]}}]";
                for (const Question& question :
                     {Question{"query", range, true},
                      Question{"pipeline", R"([{"$match":)" + range + "}" + group, false},
                      Question{"pipeline", R"([{"$match":)" + range + "}" + bucket, true}}) {
                    QVERIFY2(answer("c", question) == answer("p", question), question.json.c_str());
                }
            }
        }
    }
}

void TestDateBlocks::tooManyGroupsAreReadFromTheDocuments()
{
    fill(false, 3);
    index(R"(,"expireAfterSeconds":5)");
    const Question question{"pipeline",
                            R"([{"$match":{"t":{"$gte":{"$date":"1960-01-01T00:00:00Z"}}}},
            {"$group":{"_id":{"$dateTrunc":{"date":"$t","unit":"second"}},"n":{"$sum":1}}}])",
                            false};
    const auto found = answer("c", question);
    QVERIFY(found.size() > 500);
    QVERIFY(found == answer("p", question));
    const std::string bounded
        = R"({"aggregate":"c","cursor":{},"sandglassBounded":true,"pipeline":)" + question.json
        + "}";
    QVERIFY(m_db->textOf(bounded).endsWith(u"$dateTrunc makes too many groups"));
}

void TestDateBlocks::aDateOutsideOfAllBucketsIsStillAnError()
{
    fill(false, 4);
    index(R"(,"expireAfterSeconds":5)");
    QCOMPARE(m_db->codeOf(R"({"aggregate":"c","cursor":{},"pipeline":[
        {"$match":{"t":{"$gte":{"$date":"1960-01-01T00:00:00Z"}}}},
        {"$bucket":{"groupBy":"$t","boundaries":[{"$date":"2000-01-01T00:00:00Z"},
            {"$date":"2001-01-01T00:00:00Z"}]}}]})"),
             40066);
}

void TestDateBlocks::aHintDecides()
{
    fill(false, 5);
    index(R"(,"expireAfterSeconds":5)");
    const std::string asked
        = R"({"count":"c","query":{"t":{"$lt":{"$date":"2001-01-01T00:00:00Z"}}},"hint":)";
    QVERIFY(planOf(asked + R"("i"})").find("DATE_BLOCKS") != std::string::npos);
    QVERIFY(planOf(asked + R"({"t":1}})").find("DATE_BLOCKS") != std::string::npos);
    QVERIFY(planOf(asked + R"("_id_"})").find("DATE_BLOCKS") == std::string::npos);
    QVERIFY(planOf(asked + R"({"$natural":1}})").find("COLLSCAN") != std::string::npos);
    QCOMPARE(m_db->codeOf(asked + R"("none"})"), 2);
}

void TestDateBlocks::aHiddenIndexIsLeftAlone()
{
    fill(false, 6);
    index(R"(,"expireAfterSeconds":5,"hidden":true)");
    QVERIFY(planOf(R"({"count":"c","query":{"t":{"$lt":{"$date":"2001-01-01T00:00:00Z"}}}})")
                .find("COLLSCAN")
            != std::string::npos);
}

void TestDateBlocks::explainShowsWhereTheNumbersComeFrom()
{
    fill(false, 7);
    index(R"(,"expireAfterSeconds":5)");
    const std::string command
        = R"({"explain":{"count":"c","query":{"t":{"$gte":{"$date":"1990-01-01T00:00:00Z"}}}%1},)"
          R"("verbosity":"executionStats"})";
    const std::string exact = QString::fromStdString(command).arg(QString()).toStdString();
    const std::string bounded = QString::fromStdString(command)
                                    .arg(QStringLiteral(R"(,"sandglassBounded":true)"))
                                    .toStdString();
    VERIFY_HOLDS(m_db->run(exact), R"({"executionStats":{"totalDocsExamined":0,"executionStages":{
        "stage":"COUNT","inputStage":{"stage":"DATE_BLOCKS","indexName":"i","keyPattern":{"t":1},
        "isMultiKey":false,"direction":"forward","mostOff":0}}}})");
    const auto usesDirectory = [&] {
        return bson::toJson(m_db->run(exact)).find(R"("blockDirectory":true)") != std::string::npos;
    };
    QTRY_VERIFY(usesDirectory());
    const bson::Document reply = m_db->run(bounded);
    VERIFY_HOLDS(reply, R"({"executionStats":{"executionStages":{"inputStage":{
        "stage":"DATE_BLOCKS","blockDirectory":true,"keysExamined":0}}}})");
    const bson::DocumentView stage = reply["executionStats"]
                                         .asDocument()["executionStages"]
                                         .asDocument()["inputStage"]
                                         .asDocument();
    QVERIFY(stage["mostOff"].toInt64() > 0);
}

void TestDateBlocks::explainOfAPipelineKeepsTheLaterStages()
{
    fill(false, 8);
    index(R"(,"expireAfterSeconds":5)");
    const bson::Document reply = m_db->good(R"({"explain":{"aggregate":"c","cursor":{},"pipeline":[
        {"$match":{"t":{"$gte":{"$date":"1990-01-01T00:00:00Z"}}}},
        {"$group":{"_id":{"$dateTrunc":{"date":"$t","unit":"year"}},"n":{"$sum":1}}},
        {"$sort":{"_id":1}}]},"verbosity":"executionStats"})");
    const bson::DocumentView stages = reply["stages"].asDocument();
    QCOMPARE(stages.count(), std::size_t{2});
    const bson::Document cursor(stages["0"].asDocument()["$cursor"].asDocument());
    VERIFY_HOLDS(cursor, R"({"queryPlanner":{"winningPlan":{"stage":"DATE_BLOCKS"}},
        "executionStats":{"nReturned":55,"executionStages":{"stage":"DATE_BLOCKS","nReturned":55}}})");
    QVERIFY(stages["1"].asDocument().contains("$sort"));
}

void TestDateBlocks::aBoundedAnswerKeepsItsWord()
{
    fill(false, 9, 20'000);
    index(R"(,"expireAfterSeconds":5)");
    const std::string asked
        = R"({"count":"c","query":{"t":{"$gt":{"$date":"1990-01-01T00:00:00Z"},)"
          R"("$lt":{"$date":"2010-01-01T00:00:00Z"}}})";
    const std::string bounded = asked + R"(,"sandglassBounded":true})";
    const std::int64_t exact = m_db->good(asked + "}")["n"].toInt64();
    const bson::Document first = m_db->good(bounded);
    QCOMPARE(first["sandglassBound"].type(), bson::Type::Int64);
    QVERIFY(std::abs(first["n"].toInt64() - exact) <= first["sandglassBound"].asInt64());
    // while the directory is being built the answer is exact
    QTRY_VERIFY(m_db->good(bounded)["sandglassBound"].asInt64() > 0);
    const bson::Document second = m_db->good(bounded);
    const std::int64_t bound = second["sandglassBound"].asInt64();
    QVERIFY(bound < 5'000);
    QVERIFY(std::abs(second["n"].toInt64() - exact) <= bound);
    QVERIFY(!m_db->good(asked + "}").contains("sandglassBound"));

    const std::string pipeline = R"({"aggregate":"%1","cursor":{"batchSize":1000},"pipeline":[
        {"$match":{"t":{"$gt":{"$date":"1980-01-01T00:00:00Z"}}}},
        {"$group":{"_id":{"$dateTrunc":{"date":"$t","unit":"year","timezone":"Europe/Berlin"}},
            "n":{"$sum":1}}},{"$sort":{"_id":1}}]%2})";
    const auto groupsOf = [](const bson::Document& reply) {
        std::map<std::int64_t, std::int64_t> groups;
        for (const bson::Element& each : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            const bson::DocumentView group = each.value.asDocument();
            groups[group["_id"].asDate().millis] = group["n"].toInt64();
        }
        return groups;
    };
    const QString text = QString::fromStdString(pipeline);
    auto expected = groupsOf(m_db->good(text.arg(QStringLiteral("p"), QString()).toStdString()));
    const bson::Document reply = m_db->good(
        text.arg(QStringLiteral("c"), QStringLiteral(R"(,"sandglassBounded":true)")).toStdString());
    const std::int64_t most = reply["sandglassBound"].asInt64();
    QVERIFY(most > 0);
    for (const auto& [year, documents] : groupsOf(reply)) {
        QVERIFY(std::abs(documents - std::exchange(expected[year], 0)) <= most);
    }
    for (const auto& [year, documents] : expected) {
        QVERIFY2(documents <= most, qPrintable(QString::number(year)));
    }
}

void TestDateBlocks::aBoundedAnswerIsRefusedWhereThereIsNone_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const char* command, const char* why) {
        QTest::newRow(name) << QString::fromLatin1(command) << QString::fromLatin1(why);
    };
    row("no filter", R"({"count":"c","sandglassBounded":true})", "not a range of dates");
    row("another field", R"({"count":"c","query":{"u":{"$lt":{"$date":"2000-01-01T00:00:00Z"}}},
        "sandglassBounded":true})",
        "no TTL index of its own");
    row("more conditions", R"({"count":"c","query":{"z":1,"t":{"$lt":{"$date":
        "2000-01-01T00:00:00Z"}}},"sandglassBounded":true})",
        "not exactly those of the TTL index");
    row("no collection", R"({"count":"none","query":{"t":{"$lt":{"$date":"2000-01-01T00:00:00Z"}}},
        "sandglassBounded":true})",
        "does not exist");
    row("another hint", R"({"count":"c","query":{"t":{"$lt":{"$date":"2000-01-01T00:00:00Z"}}},
        "hint":"_id_","sandglassBounded":true})",
        "the hint names something else");
    row("a view", R"({"count":"v","query":{"t":{"$lt":{"$date":"2000-01-01T00:00:00Z"}}},
        "sandglassBounded":true})",
        "it is a view");
    row("a pipeline on a view", R"({"aggregate":"v","cursor":{},"pipeline":[{"$match":
        {"t":{"$lt":{"$date":"2000-01-01T00:00:00Z"}}}},{"$count":"n"}],"sandglassBounded":true})",
        "it is a view");
    row("another stage", R"({"aggregate":"c","cursor":{},"pipeline":[{"$match":
        {"t":{"$lt":{"$date":"2000-01-01T00:00:00Z"}}}},{"$group":{"_id":"$z"}}],
        "sandglassBounded":true})",
        "no $count, $group or $bucket");
    row("one stage", R"({"aggregate":"c","cursor":{},"pipeline":[{"$count":"n"}],
        "sandglassBounded":true})",
        "does not begin with a $match");
}

void TestDateBlocks::aBoundedAnswerIsRefusedWhereThereIsNone()
{
    QFETCH(QString, command);
    QFETCH(QString, why);
    m_db->good(R"({"insert":"c","documents":[{"_id":1,"t":{"$date":"1999-01-01T00:00:00Z"}}]})");
    index(R"(,"expireAfterSeconds":5)");
    m_db->good(R"({"create":"v","viewOn":"c","pipeline":[]})");
    const bson::Document reply = m_db->run(command.toStdString());
    QCOMPARE(reply["code"].asInt32(), 2);
    QVERIFY2(std::string(reply["errmsg"].asString()).find(why.toStdString()) != std::string::npos,
             bson::toJson(reply).c_str());
}

void TestDateBlocks::theOptionIsAnnounced()
{
    const bson::Document hello = m_db->good(R"({"hello":1})");
    const bson::DocumentView own = hello["sandglass"].asDocument();
    QVERIFY(own.contains("version"));
    QCOMPARE(CommandFixture::listed(own["features"]),
             QStringLiteral(R"("dateBlocks" "sandglassBounded")"));
    const bson::Document commands = m_db->good(R"({"listCommands":1})");
    for (const char* command : {"count", "aggregate"}) {
        const std::string help(
            commands["commands"].asDocument()[command].asDocument()["help"].asString());
        QVERIFY(help.find("sandglassBounded: true") != std::string::npos);
    }
}

void TestDateBlocks::theResultCanBeWrittenAway()
{
    fill(false, 10);
    index(R"(,"expireAfterSeconds":5)");
    m_db->good(R"({"aggregate":"c","cursor":{},"pipeline":[
        {"$match":{"t":{"$gte":{"$date":"1990-01-01T00:00:00Z"}}}},
        {"$group":{"_id":{"$dateTrunc":{"date":"$t","unit":"year"}},"n":{"$sum":1}}},
        {"$match":{"n":{"$gt":0}}},{"$out":"years"}]})");
    QCOMPARE(m_db->good(R"({"count":"years"})")["n"].toInt64(), 55);
}

SANDGLASS_TEST(TestDateBlocks)
} // namespace tst_commands_date_blocks

#include "tst_commands_date_blocks.moc"
