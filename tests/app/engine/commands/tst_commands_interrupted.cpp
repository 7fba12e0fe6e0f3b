// SPDX-License-Identifier: GPL-3.0-or-later
// Administrators' commands that read a whole collection end when they are killed, when their time
// is over, and with the engine.
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <memory>

namespace tst_commands_interrupted {

using namespace sandglass;
using namespace sandglass::tests;

class TestInterruptedCommands : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_db.reset(); }
    void aKilledCommandEnds_data();
    void aKilledCommandEnds();
    void aKilledConversionToUniqueChangesNothing();
    void theCollectionIsSoundAfterwards();

private:
    /// The code of the reply to a command that was interrupted with `why`; 0: it was not.
    int codeWhenKilled(const std::string& command, int why) const;

    std::unique_ptr<CommandFixture> m_db;
};

void TestInterruptedCommands::init()
{
    constexpr int kDocuments = 200; // an interrupt is noticed at every 64th
    m_db = std::make_unique<CommandFixture>();
    m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
    std::string documents;
    for (int id = 0; id < kDocuments; ++id) {
        documents += (id > 0 ? "," : "") + std::string(R"({"_id":)") + std::to_string(id)
            + R"(,"a":)" + std::to_string(id / 2) + "}";
    }
    m_db->good(R"({"insert":"c","documents":[)" + documents + "]}");
}

int TestInterruptedCommands::codeWhenKilled(const std::string& command, int why) const
{
    const bson::Document body = need(bson::fromJson(command));
    engine::request::Request request;
    request.body = body;
    request.name = std::string(body.view().begin()->key);
    request.database = "db";
    request.killed = std::make_shared<std::atomic<int>>(why);
    return m_db->run(request)["code"].asInt32();
}

void TestInterruptedCommands::aKilledCommandEnds_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("whole"); // the code of one that runs to its end
    const auto row = [](const char* command, int whole) {
        QTest::newRow(command) << QString::fromLatin1(command) << whole;
    };
    row(R"({"validate":"c"})", 0);
    row(R"({"reIndex":"c"})", 0);
    row(R"({"collMod":"c","index":{"keyPattern":{"a":1},"unique":true},"dryRun":true})", 359);
    row(R"({"convertToCapped":"c","size":1000})", 0);
    row(R"({"createIndexes":"c","indexes":[{"key":{"b":1},"name":"b_1"}]})", 0);
    row(R"({"compact":"c"})", 0);
}

void TestInterruptedCommands::aKilledCommandEnds()
{
    QFETCH(QString, command);
    QFETCH(int, whole);
    const std::string text = command.toStdString();
    QCOMPARE(codeWhenKilled(text, 11600), 11600);
    QCOMPARE(codeWhenKilled(text, 11601), 11601);
    QCOMPARE(codeWhenKilled(text, 0), whole);
}

void TestInterruptedCommands::aKilledConversionToUniqueChangesNothing()
{
    m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"b":1,"_id":1},"name":"b_1"}]})");
    m_db->good(R"({"collMod":"c","index":{"name":"b_1","prepareUnique":true}})");
    const std::string convert = R"({"collMod":"c","index":{"name":"b_1","unique":true}})";
    const auto isUnique = [this] {
        const bson::Document indexes = m_db->good(R"({"listIndexes":"c"})");
        return bson::toJson(indexes.view()).find(R"("unique":true)") != std::string::npos;
    };
    QCOMPARE(codeWhenKilled(convert, 11600), 11600);
    QVERIFY(!isUnique());
    QCOMPARE(codeWhenKilled(convert, 0), 0);
    QVERIFY(isUnique());
}

void TestInterruptedCommands::theCollectionIsSoundAfterwards()
{
    for (const char* command : {R"({"reIndex":"c"})", R"({"convertToCapped":"c","size":1000})"}) {
        QCOMPARE(codeWhenKilled(command, 11601), 11601);
        QCOMPARE(m_db->good(R"({"collStats":"c"})")["nindexes"].asInt32(), 2);
        QVERIFY(!m_db->good(R"({"collStats":"c"})")["capped"].toBool());
        QVERIFY(m_db->good(R"({"validate":"c"})")["valid"].toBool());
    }
}

SANDGLASS_PLAIN_TEST(TestInterruptedCommands)
} // namespace tst_commands_interrupted

#include "tst_commands_interrupted.moc"
