// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/request.h"
#include "app/engine/writes/unique_violations.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_writes_unique_violations {

using namespace sandglass;
using namespace sandglass::tests;

class WritesUniqueViolationsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void documentsThatShareAKeyAreGrouped_data()
    {
        QTest::addColumn<QString>("documents");
        QTest::addColumn<QString>("violations");
        const auto row = [](const char* name, const char* documents, const char* violations) {
            QTest::newRow(name) << QString::fromLatin1(documents)
                                << QString::fromLatin1(violations);
        };
        row("none", R"({"_id":1,"a":1},{"_id":2,"a":2})", "[]");
        row("one group", R"({"_id":1,"a":1},{"_id":2,"a":1},{"_id":3,"a":2})",
            R"([{"ids":[1,2]}])");
        row("two groups",
            R"({"_id":1,"a":5},{"_id":2,"a":3},{"_id":3,"a":5},{"_id":4,"a":3},{"_id":5,"a":3})",
            R"([{"ids":[2,4,5]},{"ids":[1,3]}])");
        row("at the end", R"({"_id":1,"a":1},{"_id":2,"a":9},{"_id":3,"a":9})",
            R"([{"ids":[2,3]}])");
        row("numbers of all types", R"({"_id":1,"a":1},{"_id":2,"a":1.0},
                                       {"_id":3,"a":{"$numberDecimal":"1.00"}})",
            R"([{"ids":[1,2,3]}])");
        row("null and missing are one key", R"({"_id":1},{"_id":2,"a":null},{"_id":3,"a":0})",
            R"([{"ids":[1,2]}])");
        row("ids of any type", R"({"_id":"x","a":1},{"_id":{"y":1},"a":1})",
            R"([{"ids":["x",{"y":1}]}])");
        row("several keys tell nothing", R"({"_id":1,"a":[1,2]},{"_id":2,"a":1})", "[]");
    }
    void documentsThatShareAKeyAreGrouped()
    {
        QFETCH(QString, documents);
        QFETCH(QString, violations);
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        m_db->good(
            QStringLiteral(R"({"insert":"c","documents":[%1]})").arg(documents).toStdString());
        QCOMPARE(violationsOf("a_1"), violations);
    }

    void compoundKeysAreComparedAsAWhole()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1,"b":-1},"name":"ab"}]})");
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":1,"b":1},{"_id":2,"a":1,"b":2},
            {"_id":3,"a":2,"b":1},{"_id":4,"a":1,"b":2}]})");
        QCOMPARE(violationsOf("ab"), QStringLiteral(R"([{"ids":[2,4]}])"));
    }

    void nestedPathsAreFollowed()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a.b":1},"name":"ab"}]})");
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":{"b":1}},{"_id":2,"a":{"b":1}},
            {"_id":3,"a":5},{"_id":4}]})");
        QCOMPARE(violationsOf("ab"), QStringLiteral(R"([{"ids":[3,4]},{"ids":[1,2]}])"));
    }

    void atMostAThousandGroupsAreReported()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        bson::Builder documents;
        for (int i = 0; i < 2400; ++i) {
            documents.push(bson::makeDocument("_id", i, "a", i / 2));
        }
        bson::Builder insert;
        insert.append("insert", "c").appendArray("documents", documents.take());
        QCOMPARE(m_db->run(insert.take())["n"].asInt32(), 2400);
        const auto collection = m_db->context.catalog.find({"db", "c"});
        bson::Builder reply;
        QCOMPARE(errorOf(engine::writes::appendViolations(*collection, "a_1", m_interrupt, reply)),
                 0);
        QCOMPARE(reply.take()["violations"].asDocument().count(), std::size_t{1000});
    }

    void anUnknownIndexHasNone() { QCOMPARE(violationsOf("none"), QStringLiteral("[]")); }

private:
    QString violationsOf(std::string_view index)
    {
        const auto collection = need(m_db->context.catalog.findOrCreate({"db", "c"}, nullptr));
        bson::Builder reply;
        need(engine::writes::appendViolations(*collection, index, m_interrupt, reply));
        return QString::fromStdString(bson::toJson(reply.take()["violations"]));
    }

    std::unique_ptr<CommandFixture> m_db;
    base::SystemClock m_clock;
    engine::operations::Interrupt m_interrupt
        = need(engine::operations::Interrupt::make(engine::request::Request(), m_clock));
};

SANDGLASS_TEST(WritesUniqueViolationsTest)
} // namespace tst_writes_unique_violations

#include "tst_writes_unique_violations.moc"
