// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_uniqueness {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

std::string modIndex(const std::string& change)
{
    return R"({"collMod":"c","index":{"name":"a_1",)" + change + "}}";
}

} // namespace

/// collMod's way from an ordinary index to a unique one, and back.
class TestUniqueness : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":1},{"_id":2,"a":2}]})");
    }
    void cleanup() { m_db.reset(); }

    void preparingIsEchoedAndListed()
    {
        VERIFY_HOLDS(m_db->good(modIndex(R"("prepareUnique":true)")),
                     R"({"prepareUnique_old":false,"prepareUnique_new":true,"ok":1})");
        VERIFY_HOLDS(m_db->listedIndex("c", "a_1"), R"({"prepareUnique":true})");
        QCOMPARE(m_db->good(modIndex(R"("prepareUnique":true)")).view().count(), std::size_t{1});
    }

    void aPreparedIndexTakesNoNewDuplicates()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":3,"a":1}]})");
        m_db->good(modIndex(R"("prepareUnique":true)"));
        QCOMPARE(m_db->good(R"({"insert":"c","documents":[{"_id":4,"a":2}]})")["n"].asInt32(), 0);
        QCOMPARE(m_db->good(R"({"insert":"c","documents":[{"_id":5,"a":5},{"_id":6,"a":5}]})")["n"]
                     .asInt32(),
                 1);
        // a duplicate that was there before may be changed in other fields
        VERIFY_HOLDS(
            m_db->good(R"({"update":"c","updates":[{"q":{"_id":3},"u":{"$set":{"b":1}}}]})"),
            R"({"nModified":1})");
    }

    void itBecomesUnique()
    {
        m_db->good(modIndex(R"("prepareUnique":true)"));
        VERIFY_HOLDS(m_db->good(modIndex(R"("unique":true)")), R"({"unique_new":true,"ok":1})");
        const bson::Document entry = m_db->listedIndex("c", "a_1");
        QVERIFY(entry["unique"].asBool());
        QVERIFY(!entry.view().contains("prepareUnique"));
        QCOMPARE(m_db->good(R"({"insert":"c","documents":[{"_id":3,"a":1}]})")["n"].asInt32(), 0);
        QCOMPARE(m_db->found("c", R"("filter":{"a":2},"hint":"a_1")"),
                 QStringLiteral(R"({"_id":2,"a":2})"));
        VERIFY_HOLDS(m_db->good(R"({"validate":"c"})"), R"({"valid":true})");
    }

    void duplicatesAreInTheWay()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":3,"a":1},{"_id":4,"a":9}]})");
        m_db->good(modIndex(R"("prepareUnique":true)"));
        const bson::Document reply = m_db->run(modIndex(R"("unique":true)"));
        QCOMPARE(reply["code"].asInt32(), 359);
        QCOMPARE(reply["codeName"].asString(), std::string_view("CannotConvertIndexToUnique"));
        QCOMPARE(CommandFixture::listed(reply["violations"]), QStringLiteral(R"({"ids":[1,3]})"));
        QVERIFY(!m_db->listedIndex("c", "a_1").view().contains("unique"));
        VERIFY_HOLDS(m_db->good(R"({"validate":"c"})"), R"({"valid":true})");
    }

    void aUniqueTtlIndexKeepsItsDates()
    {
        m_db->good(
            R"({"createIndexes":"c","indexes":[
                {"key":{"t":1},"name":"t_1","expireAfterSeconds":5}]})");
        m_db->good(
            R"({"insert":"c","documents":[{"_id":8,"a":8,"t":{"$date":"2020-01-01T00:00:00Z"}}]})");
        m_db->good(R"({"delete":"c","deletes":[{"q":{"_id":{"$lt":3}},"limit":0}]})");
        m_db->good(R"({"collMod":"c","index":{"name":"t_1","prepareUnique":true}})");
        m_db->good(R"({"collMod":"c","index":{"name":"t_1","unique":true}})");
        QCOMPARE(m_db->good(R"({"insert":"c","documents":[
            {"_id":9,"a":9,"t":{"$date":"2020-01-01T00:00:00Z"}}]})")["n"]
                     .asInt32(),
                 0);
        VERIFY_HOLDS(m_db->good(R"({"validate":"c"})"), R"({"valid":true})");
    }

    void itMayBeOrdinaryAgain()
    {
        m_db->good(modIndex(R"("prepareUnique":true)"));
        m_db->good(modIndex(R"("unique":true)"));
        VERIFY_HOLDS(m_db->good(modIndex(R"("forceNonUnique":true)")),
                     R"({"forceNonUnique_new":true,"ok":1})");
        m_db->good(R"({"insert":"c","documents":[{"_id":3,"a":1}]})");
        VERIFY_HOLDS(m_db->good(R"({"validate":"c"})"), R"({"valid":true})");
    }

    void wrongRequestsAreRefused_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<int>("code");
        QTest::newRow("not prepared") << R"("unique":true)" << 72;
        QTest::newRow("unique false") << R"("unique":false)" << 2;
        QTest::newRow("both") << R"("prepareUnique":true,"unique":true)" << 72;
        QTest::newRow("with hidden") << R"("prepareUnique":true,"hidden":true)" << 72;
        QTest::newRow("text") << R"("unique":"yes")" << 14;
    }
    void wrongRequestsAreRefused()
    {
        QFETCH(QString, change);
        QFETCH(int, code);
        QCOMPARE(m_db->codeOf(modIndex(change.toStdString())), code);
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestUniqueness)
} // namespace tst_commands_uniqueness

#include "tst_commands_uniqueness.moc"
