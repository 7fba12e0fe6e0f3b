// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_capped {

using namespace sandglass;
using namespace sandglass::tests;

class TestCappedCommands : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"create":"ring","capped":true,"size":1000,"max":3,"flags":0})");
    }
    void cleanup() { m_db.reset(); }

    void theSizeIsRoundedUpTo256Bytes()
    {
        VERIFY_HOLDS(m_db->good(R"({"collStats":"ring"})"),
                     R"({"capped":true,"max":3,"maxSize":1024})");
    }

    void theNewestStayInNaturalOrder()
    {
        m_db->good(R"({"insert":"ring","documents":[{"_id":1},{"_id":2},{"_id":3},{"_id":4}]})");
        QCOMPARE(m_db->found("ring"), QStringLiteral(R"({"_id":2} {"_id":3} {"_id":4})"));
        QCOMPARE(m_db->found("ring", R"("sort":{"$natural":-1})"),
                 QStringLiteral(R"({"_id":4} {"_id":3} {"_id":2})"));
        VERIFY_HOLDS(m_db->good(R"({"validate":"ring"})"), R"({"valid":true,"nrecords":3})");
    }

    void aDocumentAboveTheCapIsAWriteError()
    {
        const std::string big(2000, 'x');
        const bson::Document reply
            = m_db->good(R"({"insert":"ring","documents":[{"_id":1,"s":")" + big + R"("}]})");
        QCOMPARE(reply["n"].asInt32(), 0);
        QCOMPARE(reply["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32(), 2);
    }

    void before50NothingIsDeletedFromIt()
    {
        m_db->good(R"({"insert":"ring","documents":[{"_id":1},{"_id":2}]})");
        m_db->facts.versionNumbers = {4, 4, 0, 0};
        const bson::Document reply
            = m_db->good(R"({"delete":"ring","deletes":[{"q":{"_id":1},"limit":1}]})");
        QCOMPARE(reply.view().at("writeErrors.0.code").asInt32(), 20);
        QCOMPARE(m_db->codeOf(R"({"findAndModify":"ring","query":{"_id":1},"remove":true})"), 20);
        QCOMPARE(m_db->found("ring"), QStringLiteral(R"({"_id":1} {"_id":2})"));
        m_db->facts.versionNumbers = {5, 0, 0, 0};
        VERIFY_HOLDS(m_db->good(R"({"delete":"ring","deletes":[{"q":{"_id":1},"limit":1}]})"),
                     R"({"n":1})");
    }

    void wrongLimitsAreRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* command, int code) {
            QTest::newRow(name) << QString::fromLatin1(command) << code;
        };
        row("too many documents",
            R"({"create":"x","capped":true,"size":1,"max":{"$numberLong":"2147483648"}})", 51024);
        row("above a petabyte",
            R"({"create":"x","capped":true,"size":{"$numberLong":"1125899906842625"}})", 51024);
        row("max zero means none", R"({"create":"x","capped":true,"size":1,"max":0})", 0);
        row("collMod size 0", R"({"collMod":"ring","cappedSize":0})", 51024);
        row("collMod size NaN", R"({"collMod":"ring","cappedSize":{"$numberDouble":"NaN"}})",
            51024);
        row("collMod size text", R"({"collMod":"ring","cappedSize":"1"})", 14);
        row("collMod size", R"({"collMod":"ring","cappedSize":4096.5})", 0);
        row("collMod max", R"({"collMod":"ring","cappedMax":{"$numberLong":"2147483648"}})", 51024);
        row("collMod no max", R"({"collMod":"ring","cappedMax":-1})", 0);
        row("collMod null", R"({"collMod":"ring","cappedMax":null})", 0);
        row("collMod of an ordinary collection", R"({"collMod":"plain","cappedSize":4096})", 72);
    }
    void wrongLimitsAreRefused()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        m_db->good(R"({"create":"plain"})");
        QCOMPARE(m_db->codeOf(command.toStdString()), code);
    }

    void collModChangesTheLimits()
    {
        m_db->good(R"({"insert":"ring","documents":[{"_id":1},{"_id":2},{"_id":3}]})");
        m_db->good(R"({"collMod":"ring","cappedSize":2000,"cappedMax":2})");
        VERIFY_HOLDS(m_db->good(R"({"collStats":"ring"})"), R"({"max":2,"maxSize":2048})");
        m_db->good(R"({"insert":"ring","documents":[{"_id":4}]})");
        QCOMPARE(m_db->found("ring"), QStringLiteral(R"({"_id":3} {"_id":4})"));
    }

    void convertingKeepsTheNewestAndDropsOtherIndexes()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        const std::string text(200, 'x');
        for (int id = 1; id <= 10; ++id) {
            m_db->good(R"({"insert":"c","documents":[{"_id":)" + std::to_string(id) + R"(,"s":")"
                       + text + R"("}]})");
        }
        m_db->good(R"({"convertToCapped":"c","size":500})");
        QCOMPARE(m_db->found("c", R"("projection":{"s":0})"),
                 QStringLiteral(R"({"_id":9} {"_id":10})"));
        VERIFY_HOLDS(m_db->good(R"({"collStats":"c"})"),
                     R"({"capped":true,"nindexes":1,"maxSize":512})");
        VERIFY_HOLDS(m_db->good(R"({"validate":"c"})"), R"({"valid":true})");
        QCOMPARE(m_db->codeOf(R"({"convertToCapped":"none","size":500})"), 26);
        QCOMPARE(m_db->codeOf(R"({"convertToCapped":"c","size":0})"), 72);
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestCappedCommands)
} // namespace tst_commands_capped

#include "tst_commands_capped.moc"
