// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_create_indexes {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

std::string create(const std::string& specs, const std::string& more = {})
{
    return R"({"createIndexes":"c","indexes":[)" + specs + "]" + more + "}";
}

std::string ttlIndex(const std::string& seconds)
{
    return create(R"({"key":{"t":1},"name":"t_1","expireAfterSeconds":)" + seconds + "}");
}

} // namespace

class TestCreateIndexes : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db->good(R"({"dropDatabase":1})"); }

    void acceptedSecondsAreListedAsInt32_data()
    {
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<int>("listed");
        const auto row = [](const char* name, const char* seconds, int listed) {
            QTest::newRow(name) << QString::fromLatin1(seconds) << listed;
        };
        row("C026 int32", "3600", 3600);
        row("C027 int64", R"({"$numberLong":"3600"})", 3600);
        row("C027 double", R"({"$numberDouble":"3600.0"})", 3600);
        row("C027 decimal", R"({"$numberDecimal":"3600"})", 3600);
        row("C028 double with fraction", "3600.5", 3600);
        row("C028 decimal with fraction", R"({"$numberDecimal":"3600.5"})", 3600);
        row("half to even", R"({"$numberDecimal":"51.5"})", 52);
        row("C029 fraction cut", "10000.7", 10000);
        row("C030 zero", "0", 0);
        row("C031 largest int32", "2147483647", 2147483647);
        row("C031 largest int64", R"({"$numberLong":"2147483647"})", 2147483647);
        row("C031 largest double", R"({"$numberDouble":"2147483647"})", 2147483647);
        row("C031 largest decimal", R"({"$numberDecimal":"2147483647"})", 2147483647);
        row("C042 minus zero", R"({"$numberDouble":"-0.0"})", 0);
        row("C042 decimal minus zero", R"({"$numberDecimal":"-0"})", 0);
        row("C043 above minus one", "-0.9", 0);
        row("C044 more than the epoch", "2000000000", 2000000000);
    }
    void acceptedSecondsAreListedAsInt32()
    {
        QFETCH(QString, seconds);
        QFETCH(int, listed);
        m_db->good(ttlIndex(seconds.toStdString()));
        const bson::Document index = m_db->listedIndex("c", "t_1");
        QCOMPARE(index["expireAfterSeconds"].type(), bson::Type::Int32);
        QCOMPARE(index["expireAfterSeconds"].asInt32(), listed);
    }

    void unusableSecondsAreRefusedWith67_data()
    {
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* seconds, const char* text) {
            QTest::newRow(name) << QString::fromLatin1(seconds) << QString::fromLatin1(text);
        };
        row("C032", "2147483648", "must be within the range of a 32-bit integer");
        row("C033 int64", R"({"$numberLong":"9223372036854775807"})", "32-bit integer");
        row("C033 decimal", R"({"$numberDecimal":"10002147483648"})", "32-bit integer");
        row("C034 int", "-1", "cannot be less than 0");
        row("C034 int64", R"({"$numberLong":"-1"})", "cannot be less than 0");
        row("C034 double", R"({"$numberDouble":"-1.0"})", "cannot be less than 0");
        row("C034 decimal", R"({"$numberDecimal":"-1"})", "cannot be less than 0");
        row("C035", "-2147483648", "cannot be less than 0");
        row("C036 double", R"({"$numberDouble":"NaN"})", "must not be NaN");
        row("C036 decimal", R"({"$numberDecimal":"NaN"})", "must not be NaN");
        row("C037 plus", R"({"$numberDouble":"Infinity"})", "32-bit integer");
        row("C037 minus", R"({"$numberDouble":"-Infinity"})", "32-bit integer");
        row("C038", R"("3600")", "must be numeric, but received a type of 'string'");
        row("C039", "null", "received a type of 'null'");
        row("C040", "true", "received a type of 'bool'");
        row("C041 document", "{}", "received a type of 'object'");
        row("C041 array", "[1]", "received a type of 'array'");
        row("C041 date", R"({"$date":"2020-01-01T00:00:00Z"})", "received a type of 'date'");
    }
    void unusableSecondsAreRefusedWith67()
    {
        QFETCH(QString, seconds);
        QFETCH(QString, text);
        const bson::Document reply = m_db->run(ttlIndex(seconds.toStdString()));
        QCOMPARE(reply["code"].asInt32(), 67);
        QCOMPARE(reply["codeName"].asString(), std::string_view("CannotCreateIndex"));
        const auto message = QString::fromStdString(std::string(reply["errmsg"].asString()));
        QVERIFY2(message.contains(text), qPrintable(message));
        // nothing is made on the way to a refusal
        QCOMPARE(m_db->codeOf(R"({"listIndexes":"c"})"), 26);
    }

    void keysAndOptionsAreJudged_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* spec, int code) {
            QTest::newRow(name) << QString::fromLatin1(spec) << code;
        };
        row("C045", R"({"key":{"a":1,"b":1},"name":"x","expireAfterSeconds":1})", 67);
        row("C046", R"({"key":{"_id":1},"name":"x","expireAfterSeconds":1})", 197);
        row("C047", R"({"key":{"$**":1},"name":"x","expireAfterSeconds":1})", 67);
        row("C048 hashed", R"({"key":{"a":"hashed"},"name":"x","expireAfterSeconds":1})", 0);
        row("C048 text", R"({"key":{"a":"text"},"name":"x","expireAfterSeconds":1})", 0);
        row("C048 2d", R"({"key":{"a":"2d"},"name":"x","expireAfterSeconds":1})", 0);
        row("C048 2dsphere", R"({"key":{"a":"2dsphere"},"name":"x","expireAfterSeconds":1})", 0);
        row("descending", R"({"key":{"a":-1},"name":"x","expireAfterSeconds":1})", 0);
        row("dotted", R"({"key":{"a.b":1},"name":"x","expireAfterSeconds":1})", 0);
        row("C126 background",
            R"({"key":{"a":1},"name":"x","expireAfterSeconds":0,"background":true})", 0);
        row("no key", R"({"name":"x"})", 9);
        row("no name", R"({"key":{"a":1}})", 9);
        row("name no string", R"({"key":{"a":1},"name":5})", 14);
        row("name empty", R"({"key":{"a":1},"name":""})", 67);
        row("name of the id index", R"({"key":{"a":1},"name":"_id_"})", 2);
        row("name star", R"({"key":{"a":1},"name":"*"})", 2);
        row("unknown option", R"({"key":{"a":1},"name":"x","foo":1})", 197);
        row("empty key", R"({"key":{},"name":"x"})", 67);
        row("value 0", R"({"key":{"a":0},"name":"x"})", 67);
        row("value bool", R"({"key":{"a":true},"name":"x"})", 67);
        row("value null", R"({"key":{"a":null},"name":"x"})", 67);
        row("unknown plugin", R"({"key":{"a":"abc"},"name":"x"})", 67);
        row("dollar field", R"({"key":{"$a":1},"name":"x"})", 67);
        row("double dot", R"({"key":{"a..b":1},"name":"x"})", 67);
        row("empty field", R"({"key":{"":1},"name":"x"})", 67);
        row("hidden number", R"({"key":{"a":1},"name":"x","hidden":1})", 14);
        row("unique string", R"({"key":{"a":1},"name":"x","unique":"yes"})", 14);
        row("sparse and partial",
            R"({"key":{"a":1},"name":"x","sparse":true,"partialFilterExpression":{"b":1}})", 67);
        row("partial with $ne",
            R"({"key":{"a":1},"name":"x","partialFilterExpression":{"b":{"$ne":1}}})", 67);
        row("partial no document", R"({"key":{"a":1},"name":"x","partialFilterExpression":5})", 14);
        row("key no document", R"({"key":"a_1","name":"x"})", 14);
        row("no document", "5", 14);
        row("version 3", R"({"key":{"a":1},"name":"x","v":3})", 67);
    }
    void keysAndOptionsAreJudged()
    {
        QFETCH(QString, spec);
        QFETCH(int, code);
        const bson::Document reply = m_db->run(create(spec.toStdString()));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void aRepeatedKeyFieldIsRefused()
    {
        bson::Builder command;
        command.append("createIndexes", "c").beginArray("indexes");
        command.push(bson::makeDocument("key", bson::makeDocument("a", 1, "a", -1), "name", "x"));
        QCOMPARE(m_db->run(command.take())["code"].asInt32(), 2);
    }

    void aFieldNamedLikeTheOptionIsPlain()
    {
        m_db->good(create(R"({"key":{"x":1,"expireAfterSeconds":3600},"name":"C050"})"));
        QVERIFY(!m_db->listedIndex("c", "C050").contains("expireAfterSeconds"));
    }

    void unknownOptionsMayBeIgnored()
    {
        m_db->good(create(R"({"key":{"a":1},"name":"x","foo":1})",
                          R"(,"ignoreUnknownIndexOptions":true)"));
        QVERIFY(!m_db->listedIndex("c", "x").contains("foo"));
    }

    void commandErrorsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("no index") << R"({"createIndexes":"c","indexes":[]})" << 2;
        QTest::newRow("no list") << R"({"createIndexes":"c"})" << 40414;
        QTest::newRow("list of a wrong type") << R"({"createIndexes":"c","indexes":5})" << 14;
        QTest::newRow("unknown field")
            << R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"x"}],"foo":1})" << 40415;
        QTest::newRow("commit quorum of a standalone")
            << R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"x"}],"commitQuorum":1})"
            << 2;
        QTest::newRow("no collection") << R"({"createIndexes":"","indexes":[]})" << 73;
        QTest::newRow("collection of a wrong type") << R"({"createIndexes":1,"indexes":[]})" << 73;
    }
    void commandErrorsHaveTheirCodes()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void conflictsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("there");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* there, const char* asked, int code) {
            QTest::newRow(name) << QString::fromLatin1(there) << QString::fromLatin1(asked) << code;
        };
        row("C051", R"({"key":{"t":1},"name":"dateField_1"})",
            R"({"key":{"t":1},"name":"ttl","expireAfterSeconds":1})", 85);
        row("C052", R"({"key":{"t":1},"name":"ttl_3600","expireAfterSeconds":3600})",
            R"({"key":{"t":1},"name":"ttl_7200","expireAfterSeconds":7200})", 85);
        row("C053", R"({"key":{"t":1},"name":"t_1","expireAfterSeconds":3600})",
            R"({"key":{"t":1},"name":"t_1","expireAfterSeconds":7200})", 85);
        row("C054", R"({"key":{"t":1},"name":"t_1","expireAfterSeconds":3600})",
            R"({"key":{"t":1.0},"name":"t_1","expireAfterSeconds":3600.0})", 0);
        row("C055", R"({"key":{"a":1},"name":"a_1"})", R"({"key":{"b":1},"name":"a_1"})", 86);
        row("C056", R"({"key":{"a":1},"name":"a_1"})",
            R"({"key":{"a":1},"name":"a_1","unique":true})", 86);
        row("C057", R"({"key":{"a":1},"name":"a_1","expireAfterSeconds":60})",
            R"({"key":{"a":1},"name":"TTLfr","collation":{"locale":"fr"},"expireAfterSeconds":120})",
            0);
        row("other direction", R"({"key":{"a":1},"name":"a_1"})",
            R"({"key":{"a":-1},"name":"a_-1"})", 0);
        row("hidden differs", R"({"key":{"a":1},"name":"a_1"})",
            R"({"key":{"a":1},"name":"a_1","hidden":true})", 85);
        row("version is not compared", R"({"key":{"a":1},"name":"a_1","v":2})",
            R"({"key":{"a":1},"name":"a_1","v":1})", 0);
        row("second text index", R"({"key":{"a":"text"},"name":"a_text"})",
            R"({"key":{"b":"text"},"name":"b_text"})", 85);
    }
    void conflictsHaveTheirCodes()
    {
        QFETCH(QString, there);
        QFETCH(QString, asked);
        QFETCH(int, code);
        m_db->good(create(there.toStdString()));
        const bson::Document reply = m_db->run(create(asked.toStdString()));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void twoTtlIndexesOnOneFieldAreBothListed()
    {
        m_db->good(create(R"({"key":{"a":1},"name":"a_1","expireAfterSeconds":60})"));
        m_db->good(create(R"({"key":{"a":1},"name":"TTLfr","collation":{"locale":"fr"},
                             "expireAfterSeconds":120})"));
        VERIFY_HOLDS(m_db->listedIndex("c", "a_1"), R"({"expireAfterSeconds":60})");
        VERIFY_HOLDS(m_db->listedIndex("c", "TTLfr"), R"({"expireAfterSeconds":120})");
    }

    void aNewCollectionIsReportedInTheReply()
    {
        VERIFY_HOLDS(m_db->run(ttlIndex("1")), R"({"numIndexesBefore":1,"numIndexesAfter":2,
                                              "createdCollectionAutomatically":true,"ok":1})");
    }

    void repliesTellWhatWasThere()
    {
        m_db->good(create(R"({"key":{"a":1},"name":"a_1"})"));
        const bson::Document again = m_db->run(create(R"({"key":{"a":1},"name":"a_1"})"));
        VERIFY_HOLDS(again, R"({"numIndexesBefore":2,"numIndexesAfter":2,
                                "note":"all indexes already exist","ok":1})");
        QVERIFY(!again.contains("createdCollectionAutomatically"));
        VERIFY_HOLDS(
            m_db->run(create(R"({"key":{"a":1},"name":"a_1"},{"key":{"b":1},"name":"b_1"})")),
            R"({"numIndexesBefore":2,"numIndexesAfter":3,"note":"index already exists",
                         "createdCollectionAutomatically":false,"ok":1})");
    }

    void askingForTheIdIndexMakesTheCollection()
    {
        VERIFY_HOLDS(
            m_db->run(create(R"({"key":{"_id":1},"name":"_id_"})")),
            R"({"numIndexesBefore":1,"numIndexesAfter":1,"note":"all indexes already exist",
                         "createdCollectionAutomatically":true,"ok":1})");
    }

    void aKeyTwiceInOneBatchIsAConflict()
    {
        QCOMPARE(m_db->codeOf(create(R"({"key":{"a":1},"name":"x"},{"key":{"a":1},"name":"y"})")),
                 85);
    }

    void theSixtyFifthIndexIsRefused()
    {
        for (int i = 0; i < 63; ++i) {
            const std::string field = "f" + std::to_string(i);
            m_db->good(create(R"({"key":{")" + field + R"(":1},"name":")" + field + R"("})"));
        }
        QCOMPARE(m_db->codeOf(create(R"({"key":{"more":1},"name":"more"})")), 67);
    }

    void textIndexesAreListedInTheirStoredForm()
    {
        m_db->good(create(R"({"key":{"a":"text","b":"text"},"name":"x"})"));
        VERIFY_HOLDS(m_db->listedIndex("c", "x"),
                     R"({"key":{"_fts":"text","_ftsx":1},"weights":{"a":1,"b":1}})");
    }

    void aUniqueIndexOverDuplicatesFails()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":1},{"_id":2,"a":1}]})");
        QCOMPARE(m_db->codeOf(create(R"({"key":{"a":1},"name":"a_1","unique":true})")), 11000);
        QVERIFY(m_db->listedIndex("c", "a_1").empty());
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestCreateIndexes)
} // namespace tst_commands_create_indexes

#include "tst_commands_create_indexes.moc"
