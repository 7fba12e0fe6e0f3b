// SPDX-License-Identifier: GPL-3.0-or-later
// A leading $sample looks up random records instead of reading the whole collection.
#include "app/engine/reads/random_records.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/request/request.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <array>
#include <set>

namespace tst_commands_sample {

using namespace sandglass;
using engine::operations::Interrupt;
using engine::reads::drawRecords;
using tests::CommandFixture;

namespace {

constexpr int kDocuments = 20'000;
constexpr std::int64_t kDrawn = 100;
constexpr std::size_t kManyBytes = std::size_t{64} << 20;

} // namespace

class TestSample : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aSmallSampleReadsFewDocuments();
    void everyDocumentHasTheSameChance();
    void aLargeSampleIsDrawnFromAllDocuments();
    void documentsThatAreTooLargeTogetherAreNotKept();
    void theStagesBehindItSeeTheSample();
    void gapsAmongTheRecordsAreReadThrough();

private:
    std::vector<int> draw(std::int64_t size, std::size_t bytes = kManyBytes);
    /// Deletes the documents with these _ids from the beginning up to the end.
    void remove(int from, int to);

    std::unique_ptr<CommandFixture> m_fixture;
    std::int64_t m_examined = 0; // by the last draw
};

void TestSample::initTestCase()
{
    m_fixture = std::make_unique<CommandFixture>();
    auto unit = tests::need(m_fixture->data.collection("c")->beginWrite());
    for (int i = 0; i < kDocuments; ++i) {
        tests::need(unit->insert(bson::makeDocument("_id", i)));
    }
    tests::need(unit->commit(engine::storage::Durability::Process));
}

std::vector<int> TestSample::draw(std::int64_t size, std::size_t bytes)
{
    auto interrupt
        = tests::need(Interrupt::make(engine::request::Request(), m_fixture->data.clock));
    const auto drawn
        = tests::need(drawRecords(*m_fixture->data.collection("c"), size, bytes, interrupt));
    m_examined = interrupt.figures().documentsExamined;
    std::vector<int> ids;
    for (const bson::Document& document : drawn.value_or(std::vector<bson::Document>())) {
        ids.push_back(static_cast<int>(document["_id"].toInt64()));
    }
    return ids;
}

void TestSample::remove(int from, int to)
{
    const std::string range
        = R"({"$gte": )" + std::to_string(from) + R"(, "$lt": )" + std::to_string(to) + "}";
    m_fixture->run(R"({"delete": "c", "deletes": [{"q": {"_id": )" + range + R"(}, "limit": 0}]})");
}

void TestSample::aSmallSampleReadsFewDocuments()
{
    const std::vector<int> ids = draw(kDrawn);
    QCOMPARE(ids.size(), static_cast<std::size_t>(kDrawn));
    QCOMPARE(std::set<int>(ids.begin(), ids.end()).size(), ids.size()); // none twice
    QVERIFY2(m_examined < kDrawn * 2, qPrintable(QString::number(m_examined)));
}

void TestSample::everyDocumentHasTheSameChance()
{
    // a gap: documents behind it must not be drawn more often than others
    constexpr int kGapFrom = 2'000;
    constexpr int kGapTo = 6'000;
    constexpr int kLeft = kDocuments - (kGapTo - kGapFrom);
    constexpr int kClasses = 16;
    remove(kGapFrom, kGapTo);
    std::array<int, kClasses> met{};
    int all = 0;
    for (int repeated = 0; repeated < 100; ++repeated) {
        for (const int id : draw(kDrawn)) {
            QVERIFY(id < kGapFrom || id >= kGapTo);
            const int rank = id < kGapFrom ? id : id - (kGapTo - kGapFrom);
            ++met[static_cast<std::size_t>(rank * kClasses / kLeft)];
            ++all;
        }
    }
    QCOMPARE(all, 100 * static_cast<int>(kDrawn));
    double chiSquare = 0.0;
    const double expected = static_cast<double>(all) / kClasses;
    for (const int count : met) {
        chiSquare += (count - expected) * (count - expected) / expected;
    }
    // with 15 degrees of freedom, chance exceeds 80 once in 10¹⁰ runs
    QVERIFY2(chiSquare < 80.0, qPrintable(QString::number(chiSquare)));
}

void TestSample::aLargeSampleIsDrawnFromAllDocuments()
{
    QVERIFY(draw(kDocuments / 10).empty());
    const bson::Document reply = m_fixture->run(
        R"({"aggregate": "c", "pipeline": [{"$sample": {"size": 2000}}, {"$count": "n"}],
            "cursor": {}})");
    const bson::DocumentView first
        = (*reply["cursor"].asDocument()["firstBatch"].asDocument().begin()).value.asDocument();
    QCOMPARE(first["n"].toInt64(), std::int64_t{2'000});
}

void TestSample::documentsThatAreTooLargeTogetherAreNotKept()
{
    QVERIFY(draw(kDrawn, 100).empty());
}

void TestSample::theStagesBehindItSeeTheSample()
{
    const bson::Document reply = m_fixture->run(
        R"({"aggregate": "c", "pipeline": [{"$sample": {"size": 50}}, {"$match": {"_id": {"$gte": 0}}},
            {"$group": {"_id": null, "n": {"$sum": 1}}}], "cursor": {}})");
    const bson::DocumentView first
        = (*reply["cursor"].asDocument()["firstBatch"].asDocument().begin()).value.asDocument();
    QCOMPARE(first["n"].toInt64(), std::int64_t{50});
}

void TestSample::gapsAmongTheRecordsAreReadThrough()
{
    // a few of the first and of the last documents are left: nearly every look-up would miss
    remove(300, kDocuments - 300);
    QVERIFY(draw(3).empty());
    QCOMPARE(m_examined, std::int64_t{0});
    const bson::Document reply = m_fixture->run(
        R"({"aggregate": "c", "pipeline": [{"$sample": {"size": 3}}], "cursor": {}})");
    int shown = 0;
    for (const bson::Element& each : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
        shown += each.value.asDocument().contains("_id") ? 1 : 0;
    }
    QCOMPARE(shown, 3);
}

SANDGLASS_TEST(TestSample)
} // namespace tst_commands_sample

#include "tst_commands_sample.moc"
