// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_coll_mod {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

std::string mod(const std::string& index)
{
    return R"({"collMod":"c","index":)" + index + "}";
}

std::string modSeconds(const std::string& seconds)
{
    return mod(R"({"name":"t_1","expireAfterSeconds":)" + seconds + "}");
}

} // namespace

class TestCollMod : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"createIndexes":"c","indexes":[
            {"key":{"t":1},"name":"t_1","expireAfterSeconds":100},
            {"key":{"plain":1},"name":"plain_1"},
            {"key":{"a":1,"b":1},"name":"a_1_b_1"},
            {"key":{"h":"hashed"},"name":"h_hashed"},
            {"key":{"g":"2dsphere"},"name":"g_2dsphere"},
            {"key":{"x":"text"},"name":"x_text"},
            {"key":{"$**":1},"name":"wild"},
            {"key":{"d":1},"name":"d_1","expireAfterSeconds":1},
            {"key":{"d":1},"name":"d_fr","collation":{"locale":"fr"},"expireAfterSeconds":2}]})");
    }
    void cleanup() { m_db.reset(); }

    void changesAreEchoedAsInt64_data()
    {
        QTest::addColumn<QString>("index");
        QTest::newRow("C061") << R"({"keyPattern":{"t":1},"expireAfterSeconds":200})";
        QTest::newRow("C062") << R"({"name":"t_1","expireAfterSeconds":200})";
    }
    void changesAreEchoedAsInt64()
    {
        QFETCH(QString, index);
        const bson::Document reply = m_db->run(mod(index.toStdString()));
        QCOMPARE(bson::toJson(reply, bson::JsonForm::Canonical),
                 std::string(R"({"expireAfterSeconds_old":{"$numberLong":"100"},)"
                             R"("expireAfterSeconds_new":{"$numberLong":"200"},)"
                             R"("ok":{"$numberDouble":"1.0"}})"));
        QCOMPARE(m_db->listedIndex("c", "t_1")["expireAfterSeconds"].asInt32(), 200);
    }

    void theSameValueIsEchoedToo()
    {
        VERIFY_HOLDS(m_db->run(modSeconds("100")),
                     R"({"expireAfterSeconds_old":100,"expireAfterSeconds_new":100,"ok":1})");
    }

    void ordinaryIndexesBecomeTtlIndexes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("C064") << "plain_1";
        QTest::newRow("C068 hashed") << "h_hashed";
        QTest::newRow("C068 2dsphere") << "g_2dsphere";
    }
    void ordinaryIndexesBecomeTtlIndexes()
    {
        QFETCH(QString, name);
        const bson::Document reply
            = m_db->run(mod(R"({"name":")" + name.toStdString() + R"(","expireAfterSeconds":50})"));
        VERIFY_HOLDS(reply, R"({"expireAfterSeconds_new":50,"ok":1})");
        QVERIFY(!reply.contains("expireAfterSeconds_old"));
        VERIFY_HOLDS(m_db->listedIndex("c", name.toStdString()), R"({"expireAfterSeconds":50})");
    }

    void secondsAreCoerced_data()
    {
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<int>("stored");
        QTest::newRow("C070 double") << "50.7" << 50;
        QTest::newRow("C070 decimal") << R"({"$numberDecimal":"50.7"})" << 51;
        QTest::newRow("C070 half down to even") << R"({"$numberDecimal":"50.5"})" << 50;
        QTest::newRow("C070 half up to even") << R"({"$numberDecimal":"51.5"})" << 52;
        QTest::newRow("C071 int64") << R"({"$numberLong":"2147483648"})" << 2147483647;
        QTest::newRow("C071 infinity") << R"({"$numberDouble":"Infinity"})" << 2147483647;
        QTest::newRow("C074") << "-0.9" << 0;
        QTest::newRow("C025 zero") << "0" << 0;
    }
    void secondsAreCoerced()
    {
        QFETCH(QString, seconds);
        QFETCH(int, stored);
        const bson::Document reply = m_db->run(modSeconds(seconds.toStdString()));
        QVERIFY2(reply["expireAfterSeconds_new"].asInt64() == stored, bson::toJson(reply).c_str());
        QCOMPARE(m_db->listedIndex("c", "t_1")["expireAfterSeconds"].asInt32(), stored);
    }

    void nanIsRefusedUnlessAllowed()
    {
        const std::string nan = modSeconds(R"({"$numberDouble":"NaN"})");
        const bson::Document refused = m_db->run(nan);
        QCOMPARE(refused["code"].asInt32(), 72);
        QVERIFY(refused["errmsg"].asString().find("sandglassStrictNaN") != std::string_view::npos);
        QCOMPARE(m_db->listedIndex("c", "t_1")["expireAfterSeconds"].asInt32(), 100);
        m_db->strictNan = false;
        VERIFY_HOLDS(m_db->run(nan), R"({"expireAfterSeconds_new":0,"ok":1})"); // C072
    }

    void refusalsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* index, int code) {
            QTest::newRow(name) << QString::fromLatin1(index) << code;
        };
        row("C065", R"({"name":"a_1_b_1","expireAfterSeconds":50})", 72);
        row("C066", R"({"name":"_id_","expireAfterSeconds":50})", 72);
        row("C067", R"({"name":"x_text","expireAfterSeconds":50})", 72);
        row("C069", R"({"name":"wild","expireAfterSeconds":50})", 72);
        row("C073 int", R"({"name":"t_1","expireAfterSeconds":-1})", 72);
        row("C073 double", R"({"name":"t_1","expireAfterSeconds":-1.5})", 72);
        row("C073 infinity", R"({"name":"t_1","expireAfterSeconds":{"$numberDouble":"-Infinity"}})",
            72);
        row("C075 string", R"({"name":"t_1","expireAfterSeconds":"100"})", 14);
        row("C075 bool", R"({"name":"t_1","expireAfterSeconds":true})", 14);
        row("C075 array", R"({"name":"t_1","expireAfterSeconds":[100]})", 14);
        row("C076", R"({"name":"t_1","expireAfterSeconds":null})", 72);
        row("C077", R"({"name":"t_1","keyPattern":{"t":1},"expireAfterSeconds":1})", 72);
        row("C078 empty", "{}", 72);
        row("C078 only hidden", R"({"hidden":true})", 72);
        row("no change", R"({"name":"t_1"})", 72);
        row("C079 name", R"({"name":"nope","expireAfterSeconds":1})", 27);
        row("C079 key", R"({"keyPattern":{"nope":1},"expireAfterSeconds":1})", 27);
        row("other direction", R"({"keyPattern":{"t":-1},"expireAfterSeconds":1})", 27);
        row("empty key pattern", R"({"keyPattern":{},"expireAfterSeconds":1})", 27);
        row("text by its user pattern", R"({"keyPattern":{"x":"text"},"hidden":true})", 27);
        row("C080", R"({"keyPattern":{"d":1},"expireAfterSeconds":9})", 181);
        row("C083 sub-field", R"({"name":"t_1","foo":1})", 40415);
        row("C086", R"({"name":"_id_","hidden":true})", 2);
        row("hidden no bool", R"({"name":"t_1","hidden":"yes"})", 14);
        row("index no document", R"("t_1")", 14);
        row("name no string", R"({"name":5,"hidden":true})", 14);
        row("key pattern no document", R"({"keyPattern":"t_1","hidden":true})", 14);
        row("prepareUnique with seconds",
            R"({"name":"t_1","prepareUnique":true,"expireAfterSeconds":5})", 72);
    }
    void refusalsHaveTheirCodes()
    {
        QFETCH(QString, index);
        QFETCH(int, code);
        const bson::Document reply = m_db->run(mod(index.toStdString()));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void oneOfTwoIndexesOnAFieldIsChangedByName()
    {
        m_db->good(mod(R"({"name":"d_fr","expireAfterSeconds":77})"));
        VERIFY_HOLDS(m_db->listedIndex("c", "d_fr"), R"({"expireAfterSeconds":77})");
        VERIFY_HOLDS(m_db->listedIndex("c", "d_1"), R"({"expireAfterSeconds":1})");
    }

    void targetsAreJudgedFirst_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("C081") << R"({"collMod":"nope","index":{"name":"x","expireAfterSeconds":1}})"
                              << 26;
        QTest::newRow("C082 empty") << R"({"collMod":"","index":{}})" << 73;
        QTest::newRow("C082 number") << R"({"collMod":5,"index":{}})" << 73;
        QTest::newRow("C083 top field") << R"({"collMod":"c","foo":1})" << 40415;
        QTest::newRow("C097") << R"({"collMod":"c","expireAfterSeconds":"OFF"})" << 72;
        QTest::newRow("C098 bool") << R"({"collMod":"c","expireAfterSeconds":true})" << 14;
        QTest::newRow("C098 null") << R"({"collMod":"c","expireAfterSeconds":null})" << 14;
        QTest::newRow("C099") << R"({"collMod":"c","expireAfterSeconds":5})" << 72;
    }
    void targetsAreJudgedFirst()
    {
        QFETCH(QString, command);
        QTEST(m_db->codeOf(command.toStdString()), "code");
    }

    void theCollectionMustHaveTheUuid()
    {
        const bson::Document none = m_db->run(
            R"({"collMod":"c","collectionUUID":{"$uuid":"00000000-0000-4000-8000-00000000000a"},
                "index":{"name":"t_1","expireAfterSeconds":5}})");
        VERIFY_HOLDS(none, R"({"code":361})");
        VERIFY_HOLDS(m_db->listedIndex("c", "t_1"), R"({"expireAfterSeconds":100})");
        QCOMPARE(m_db->codeOf(R"({"collMod":"nope","collectionUUID":
                     {"$uuid":"00000000-0000-4000-8000-00000000000a"}})"),
                 361);
        QCOMPARE(m_db->codeOf(R"({"collMod":"c","collectionUUID":"x"})"), 14);
        const auto uuid = m_db->data.collection("c")->uuid();
        const bson::Document own = bson::makeDocument("collMod", "c", "collectionUUID",
                                                      bson::Binary{bson::kUuidSubtype, uuid});
        QCOMPARE(m_db->run(own)["ok"].asDouble(), 1.0);
    }

    void whatMustBeTheOnlyChangeIsRefusedWithAnother_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<int>("code");
        const auto row = [](const char* rest, int code) {
            QTest::newRow(rest) << QString::fromLatin1(rest) << code;
        };
        row(R"("index":{"name":"plain_1","prepareUnique":true},"validator":{"a":1})", 72);
        row(R"("index":{"name":"plain_1","prepareUnique":true},
            "changeStreamPreAndPostImages":{"enabled":true})",
            72);
        // changes nothing about the index
        row(R"("index":{"name":"plain_1","prepareUnique":false},"validator":{"a":1})", 0);
        row(R"("index":{"name":"plain_1","unique":true},"dryRun":true)", 0);
        row(R"("index":{"name":"plain_1","unique":true},"dryRun":true,"validator":{"a":1})", 72);
        row(R"("index":{"name":"plain_1","unique":true,"hidden":true},"dryRun":true)", 72);
        row(R"("index":{"name":"plain_1","hidden":true},"dryRun":true)", 72);
        row(R"("dryRun":true)", 72);
    }
    void whatMustBeTheOnlyChangeIsRefusedWithAnother()
    {
        QFETCH(QString, rest);
        QTEST(m_db->codeOf(R"({"collMod":"c",)" + rest.toStdString() + "}"), "code");
    }

    void aMissingCollectionIsNamedAsMongoDbDoes()
    {
        QCOMPARE(m_db->textOf(R"({"collMod":"nope","index":{"name":"x","hidden":true}})"),
                 QStringLiteral("ns does not exist"));
    }

    void secondsAndHiddenEchoFourFields()
    {
        VERIFY_HOLDS(m_db->run(mod(R"({"name":"t_1","expireAfterSeconds":5,"hidden":true})")),
                     R"({"expireAfterSeconds_old":100,"expireAfterSeconds_new":5,
                         "hidden_old":false,"hidden_new":true,"ok":1})"); // C084
        VERIFY_HOLDS(m_db->listedIndex("c", "t_1"), R"({"hidden":true,"expireAfterSeconds":5})");
    }

    void hidingAHiddenIndexEchoesNothing()
    {
        m_db->good(mod(R"({"name":"plain_1","hidden":true})"));
        const bson::Document again = m_db->run(mod(R"({"name":"plain_1","hidden":1})"));
        QCOMPARE(bson::toJson(again), std::string(R"({"ok":1.0})")); // C085
    }

    void nothingToDoSucceeds_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("C088 null") << R"({"collMod":"c","index":null})";
        QTest::newRow("C088 none") << R"({"collMod":"c"})";
    }
    void nothingToDoSucceeds()
    {
        QFETCH(QString, command);
        QCOMPARE(bson::toJson(m_db->run(command.toStdString())), std::string(R"({"ok":1.0})"));
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestCollMod)
} // namespace tst_commands_coll_mod

#include "tst_commands_coll_mod.moc"
