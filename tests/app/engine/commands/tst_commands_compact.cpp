// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <memory>

namespace tst_commands_compact {

using namespace sandglass;
using namespace sandglass::tests;

class TestCompact : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void itShowsHowMuchWasFreed()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        const bson::Document reply = m_db->good(R"({"compact":"c","force":true,"comment":"x"})");
        QCOMPARE(reply["bytesFreed"].type(), bson::Type::Int32);
        QVERIFY(reply["bytesFreed"].asInt32() >= 0);
        VERIFY_HOLDS(m_db->run(R"({"count":"c"})"), R"({"n":2})");
    }

    void removedDocumentsGiveTheirSpaceBack()
    {
        bson::Builder insert;
        insert.append("insert", "c").beginArray("documents");
        for (int id = 0; id < 3'000; ++id) {
            insert.push(bson::makeDocument("_id", id, "t", bson::Date{id}, "text",
                                           std::string(200, static_cast<char>('a' + id % 26))));
        }
        insert.end();
        m_db->good(
            R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t","expireAfterSeconds":0}]})");
        QCOMPARE(m_db->run(insert.take())["n"].toInt64(), 3'000);
        const auto collection = m_db->data.collection("c");
        const auto removal = collection->bulkRemoval("t");
        QVERIFY(removal);
        const auto rule = collection->expiryRule("t");
        const auto removed = need(removal->step(*rule, base::Time(base::Millis(1'999)), 2'000));
        QVERIFY(removed);
        QCOMPARE(removed->documents, std::int64_t{2'000});
        const auto estimate = m_db->good(R"({"compact":"c","dryRun":true})");
        QVERIFY(estimate["estimatedBytesFreed"].toInt64() >= 0);
        QCOMPARE(collection->unreclaimed(), std::int64_t{2'000});
        VERIFY_HOLDS(m_db->run(R"({"serverStatus":1})"),
                     R"({"sandglass":{"deferredDeletes":{"unreclaimed":{"$numberLong":"2000"}}}})");
        // one that was killed leaves the rest to the next
        const bson::Document body = need(bson::fromJson(R"({"compact":"c"})"));
        engine::request::Request killed;
        killed.name = "compact";
        killed.database = "db";
        killed.body = body;
        killed.killed = std::make_shared<std::atomic<int>>(11600);
        QCOMPARE(m_db->run(killed)["code"].toInt64(), std::int64_t{11600});
        QCOMPARE(collection->unreclaimed(), std::int64_t{2'000});
        m_db->good(R"({"compact":"c"})");
        QCOMPARE(collection->unreclaimed(), std::int64_t{0});
        QCOMPARE(m_db->good(R"({"compact":"c","dryRun":true})")["estimatedBytesFreed"].toInt64(),
                 0);
        VERIFY_HOLDS(m_db->run(R"({"count":"c"})"), R"({"n":1000})");
    }

    void whatCannotBeCompactedIsRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* command, int code) {
            QTest::newRow(name) << QString::fromLatin1(command) << code;
        };
        row("missing", R"({"compact":"none"})", 26);
        row("view", R"({"compact":"v"})", 166);
        row("no name", R"({"compact":1})", 73);
        row("unknown field", R"({"compact":"c","fast":true})", 40415);
        row("type", R"({"compact":"c","dryRun":"yes"})", 14);
        row("target", R"({"compact":"c","freeSpaceTargetMB":0})", 2);
    }

    void whatCannotBeCompactedIsRefused()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        m_db->good(R"({"insert":"c","documents":[{"_id":1}]})");
        m_db->good(R"({"create":"v","viewOn":"c","pipeline":[]})");
        QCOMPARE(m_db->codeOf(command.toStdString()), code);
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestCompact)
} // namespace tst_commands_compact

#include "tst_commands_compact.moc"
