// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/digest.h"
#include "app/engine/commands/pipeline_needs.h"
#include "app/engine/operations/operation_watch.h"
#include "app/engine/operations/records.h"
#include "app/engine/operations/session_table.h"
#include "app/engine/request/request.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace tst_operations_session_table {

using namespace sandglass;
using namespace sandglass::tests;
using engine::operations::OperationWatch;
using engine::operations::SessionTable;
using engine::request::Request;

namespace {

constexpr const char* kLocal = R"({"$listLocalSessions":{}})";
constexpr const char* kOfAll = R"({"$listLocalSessions":{"allUsers":true}})";

/// An id of 16 bytes.
std::string idOf(char letter)
{
    return std::string(16, letter);
}

bool everybody(const std::string& /*owner*/)
{
    return true;
}

} // namespace

class OperationsSessionTableTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void aSessionIsListedAsMongoDbListsIt()
    {
        const FakeClock clock;
        SessionTable table(clock);
        table.use(idOf('a'), "");
        table.use(idOf('b'), "anna@shop");
        const std::vector<bson::Document> listed = table.list(everybody);
        QCOMPARE(listed.size(), std::size_t{2});
        // the uid of nobody is the SHA-256 of an empty text
        VERIFY_HOLDS(
            listed[0],
            R"({"_id":{"id":{"$binary":{"base64":"YWFhYWFhYWFhYWFhYWFhYQ==","subType":"04"}},
                         "uid":{"$binary":{"base64":"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
                             "subType":"00"}}},
                         "lastUse":{"$date":"2030-01-01T00:00:00Z"}})");
        QVERIFY(!listed[0].contains("user"));
        QCOMPARE(listed[1]["user"].asString(), std::string_view("anna@shop"));
        const engine::access::Digest digest
            = engine::access::sha256(engine::access::bytesOf("anna@shop"));
        QVERIFY(std::ranges::equal(listed[1].view().at("_id.uid").asBinary().bytes, digest));
    }

    void everySessionHasTheSumOfItsOwner()
    {
        const FakeClock clock;
        SessionTable table(clock);
        const std::vector<std::string> owners{"anna@shop", "ben@shop", "anna@shop", "", "ben@shop"};
        for (std::size_t at = 0; at < owners.size(); ++at) {
            table.use(idOf(static_cast<char>('a' + at)), owners[at]);
        }
        const std::vector<bson::Document> listed = table.list(everybody);
        QCOMPARE(listed.size(), owners.size());
        for (std::size_t at = 0; at < owners.size(); ++at) {
            QCOMPARE(listed[at]["user"].asString(), std::string_view(owners[at]));
            const engine::access::Digest digest
                = engine::access::sha256(engine::access::bytesOf(owners[at]));
            QVERIFY(std::ranges::equal(listed[at].view().at("_id.uid").asBinary().bytes, digest));
        }
    }

    void aUseRenewsASessionAndHalfAnHourWithoutOneEndsIt()
    {
        FakeClock clock;
        SessionTable table(clock);
        table.use(idOf('a'), "");
        table.use(idOf('b'), "");
        clock.advance(std::chrono::minutes(20));
        table.use(idOf('a'), "");
        QCOMPARE(table.count(), std::size_t{2});
        clock.advance(std::chrono::minutes(10));
        QCOMPARE(table.count(), std::size_t{1});
        QCOMPARE(table.list(everybody).size(), std::size_t{1});
        clock.advance(std::chrono::minutes(20));
        QCOMPARE(table.count(), std::size_t{0});
    }

    void everybodyHasSessionsOfTheirOwn()
    {
        const FakeClock clock;
        SessionTable table(clock);
        table.use(idOf('a'), "anna@shop");
        table.use(idOf('a'), "ben@shop");
        table.end(idOf('a'), "");
        QCOMPARE(table.count(), std::size_t{2});
        table.end(idOf('a'), "anna@shop");
        table.end(idOf('a'), "anna@shop");
        const std::vector<bson::Document> left = table.list(everybody);
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0]["user"].asString(), std::string_view("ben@shop"));
    }

    void aFullTableLosesTheSessionUnusedLongest()
    {
        const FakeClock clock;
        SessionTable table(clock);
        constexpr int kMost = 100'000;
        table.use(idOf('x'), "first@shop");
        table.use(idOf('x'), "second@shop");
        table.use(idOf('x'), "first@shop");
        for (int i = 2; i <= kMost; ++i) {
            table.use(idOf('y'), std::to_string(i));
        }
        QCOMPARE(table.count(), std::size_t{kMost});
        QCOMPARE(table.list([](const std::string& owner) { return owner == "second@shop"; }).size(),
                 std::size_t{0});
        QCOMPARE(table.list([](const std::string& owner) { return owner == "first@shop"; }).size(),
                 std::size_t{1});
    }

    void theCommandsKeepTheTableTrue()
    {
        const bson::Document started = m_db->good(R"({"startSession":1})");
        const std::string id = bson::toJson(started["id"]);
        QCOMPARE(idsOf(kLocal),
                 QStringList{QString::fromStdString(bson::toJson(started.view().at("id.id")))});
        const std::string list = "[" + id + "]";
        m_db->data.clock.advance(std::chrono::minutes(29));
        m_db->good(R"({"refreshSessions":)" + list + "}");
        m_db->data.clock.advance(std::chrono::minutes(29));
        // kills what runs in it, and no more
        m_db->good(R"({"killSessions":)" + list + "}");
        QCOMPARE(idsOf(kLocal).size(), qsizetype{1});
        QCOMPARE(m_db->good(R"({"serverStatus":1})")
                     .view()
                     .at("logicalSessionRecordCache.activeSessionsCount")
                     .asInt32(),
                 1);
        m_db->good(R"({"endSessions":)" + list + "}");
        QVERIFY(idsOf(kLocal).isEmpty());
        // nothing is ended when one of the ids is none
        m_db->good(R"({"refreshSessions":)" + list + "}");
        QCOMPARE(m_db->codeOf(R"({"endSessions":[)" + id + R"(,{"id":5}]})"), 14);
        QCOMPARE(idsOf(kLocal).size(), qsizetype{1});
    }

    void aCommandThatNamesASessionUsesIt()
    {
        const bson::Document body = parsedJson(QStringLiteral(
            R"({"find":"c","lsid":{"id":{"$uuid":"00000000-0000-4000-8000-00000000000a"}}})"));
        Request request;
        request.name = "find";
        request.database = "db";
        request.body = body;
        request.user = "anna";
        request.userDatabase = "shop";
        const OperationWatch watch("find", false, request, m_db->records);
        QCOMPARE(m_db->records.sessions.count(), std::size_t{1});
        QVERIFY(idsOf(kLocal).isEmpty()); // nobody's
        const QStringList annas{
            QStringLiteral(R"({"$binary":{"base64":"AAAAAAAAQACAAAAAAAAACg==","subType":"04"}})")};
        QCOMPARE(idsOf(kOfAll), annas);
        QCOMPARE(idsOf(R"({"$listLocalSessions":{"users":[{"user":"anna","db":"shop"}]}})"), annas);
        QVERIFY(
            idsOf(R"({"$listLocalSessions":{"users":[{"user":"ben","db":"shop"}]}})").isEmpty());
        QVERIFY(idsOf(R"({"$listLocalSessions":{"users":[{"user":"","db":""}]}})").isEmpty());
    }

    void onlyTheSessionsOfOthersNeedAPrivilege_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<int>("needs");
        QTest::newRow("own") << kLocal << 0;
        QTest::newRow("own, empty list") << R"({"$listSessions":{"users":[]}})" << 0;
        QTest::newRow("all") << kOfAll << 1;
        QTest::newRow("named") << R"({"$listSessions":{"users":[{"user":"anna","db":"shop"}]}})"
                               << 1;
        QTest::newRow("named, the own one")
            << R"({"$listSessions":{"users":[{"user":"caller","db":"shop"}]}})" << 0;
        QTest::newRow("the own name of another database")
            << R"({"$listSessions":{"users":[{"user":"caller","db":"other"}]}})" << 1;
        QTest::newRow("the own one and another")
            << R"({"$listLocalSessions":{"users":[{"user":"caller","db":"shop"},)"
               R"({"user":"anna","db":"shop"}]}})"
            << 1;
        QTest::newRow("the own one and all")
            << R"({"$listSessions":{"users":[{"user":"caller","db":"shop"}],"allUsers":true}})"
            << 1;
        QTest::newRow("no document") << R"({"$listSessions":{"users":["caller@shop"]}})" << 1;
    }
    void onlyTheSessionsOfOthersNeedAPrivilege()
    {
        QFETCH(QString, stage);
        QFETCH(int, needs);
        const bson::Document command
            = parsedJson(QStringLiteral(R"({"pipeline":[%1]})").arg(stage));
        std::vector<engine::access::Privilege> wanted;
        engine::commands::addFirstStageNeeds(command["pipeline"], {}, "caller@shop", wanted);
        QCOMPARE(int(wanted.size()), needs);
    }

private:
    /// The ids that a stage lists on {aggregate: 1}, as relaxed JSON.
    QStringList idsOf(const std::string& stage)
    {
        const bson::Document reply
            = m_db->runOnAdmin(R"({"aggregate":1,"pipeline":[)" + stage + R"(],"cursor":{}})");
        QStringList ids;
        for (const bson::Element& entry : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            ids << QString::fromStdString(
                bson::toJson(entry.value.asDocument()["_id"].asDocument()["id"]));
        }
        return ids;
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(OperationsSessionTableTest)
} // namespace tst_operations_session_table

#include "tst_operations_session_table.moc"
