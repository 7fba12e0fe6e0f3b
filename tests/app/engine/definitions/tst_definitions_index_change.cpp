// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/index_change.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_definitions_index_change {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::CollectionShape;
using engine::catalog::IndexDefinition;
using engine::definitions::applyIndexChange;
using engine::definitions::IndexChange;
using engine::definitions::IndexChangeRules;
using engine::definitions::parseIndexChange;

/// collMod's `index` for every kind of index and collection. Source: app/ttl/SEMANTICS.md 2.1.
class DefinitionsIndexChangeTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"createIndexes":"c","indexes":[
            {"key":{"t":1},"name":"ttl","expireAfterSeconds":100},
            {"key":{"p":1},"name":"plain"},
            {"key":{"p":-1},"name":"descending"},
            {"key":{"a.b":1},"name":"dotted"},
            {"key":{"a":1,"b":1},"name":"compound"},
            {"key":{"h":"hashed"},"name":"hashed"},
            {"key":{"h":1,"i":"hashed"},"name":"compoundHashed"},
            {"key":{"g":"2dsphere"},"name":"sphere"},
            {"key":{"g2":"2d"},"name":"plane"},
            {"key":{"x":"text"},"name":"text"},
            {"key":{"$**":1},"name":"wild"},
            {"key":{"sub.$**":1},"name":"wildBelow"},
            {"key":{"u":1},"name":"unique","unique":true},
            {"key":{"s":1},"name":"sparse","sparse":true},
            {"key":{"f":1},"name":"partial","partialFilterExpression":{"k":1}},
            {"key":{"n":1},"name":"hidden","hidden":true},
            {"key":{"l":1},"name":"collated","collation":{"locale":"fr"}}]})");
        m_db->good(R"({"create":"capped","capped":true,"size":100000})");
        m_db->good(R"({"createIndexes":"capped","indexes":[{"key":{"t":1},"name":"plain"}]})");
        m_db->good(R"({"create":"clustered","clusteredIndex":{"key":{"_id":1},"unique":true,
                       "name":"byId"}})");
        m_db->good(R"({"createIndexes":"clustered","indexes":[{"key":{"t":1},"name":"plain"}]})");
        m_db->good(R"({"create":"w","timeseries":{"timeField":"t","metaField":"m"}})");
        m_db->good(R"({"createIndexes":"w","indexes":[{"key":{"m":1},"name":"plain"}]})");
        m_db->good(R"({"create":"view","viewOn":"c","pipeline":[]})");
    }
    void cleanup() { m_db.reset(); }

    void everyKindTakesSecondsOrSaysWhyNot_data()
    {
        QTest::addColumn<QString>("collection");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("code");
        const auto row = [](const char* collection, const char* name, int code) {
            QTest::addRow("%s of %s", name, collection)
                << QString::fromLatin1(collection) << QString::fromLatin1(name) << code;
        };
        for (const char* name : {"ttl", "plain", "descending", "dotted", "hashed", "sphere",
                                 "plane", "unique", "sparse", "partial", "hidden", "collated"}) {
            row("c", name, 0);
        }
        for (const char* name :
             {"_id_", "compound", "compoundHashed", "text", "wild", "wildBelow"}) {
            row("c", name, 72);
        }
        row("c", "none", 27);
        row("c", "TTL", 27);
        row("c", "ttl ", 27);
        row("c", "", 27);
        row("capped", "plain", 0);
        row("capped", "_id_", 72);
        row("clustered", "plain", 0);
        row("clustered", "byId", 27);
        row("clustered", "_id_", 27);
        row("w", "plain", 72);
        row("system.buckets.w", "plain", 72);
        row("view", "plain", 72);
        row("none", "plain", 26);
    }
    void everyKindTakesSecondsOrSaysWhyNot()
    {
        QFETCH(QString, collection);
        QFETCH(QString, name);
        QFETCH(int, code);
        const bson::Document reply = changed(
            collection, QStringLiteral(R"({"name":"%1","expireAfterSeconds":50})").arg(name));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        if (code == 0) {
            QCOMPARE(reply["expireAfterSeconds_new"].asInt64(), std::int64_t{50});
            QCOMPARE(listed(collection, name)["expireAfterSeconds"].asInt32(), 50);
        }
    }

    void everyValueIsCoercedOrRefusedOnEveryConvertibleIndex_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("seconds");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("stored");
        struct Value
        {
            const char* json;
            int code;
            int stored;
        };
        constexpr Value kValues[] = {
            {"0", 0, 0},
            {"2147483647", 0, 2147483647},
            {"2147483648", 0, 2147483647},
            {R"({"$numberLong":"9223372036854775807"})", 0, 2147483647},
            {R"({"$numberDouble":"Infinity"})", 0, 2147483647},
            {R"({"$numberDecimal":"1E+40"})", 0, 2147483647},
            {"1.9", 0, 1},
            {"-0.9", 0, 0},
            {R"({"$numberDecimal":"-0.5"})", 0, 0},
            {"-1", 72, 0},
            {R"({"$numberDouble":"-Infinity"})", 72, 0},
            {R"({"$numberDecimal":"-1"})", 72, 0},
            {R"({"$numberDouble":"NaN"})", 72, 0}, // with sandglassStrictNaN
            {R"({"$numberDecimal":"NaN"})", 72, 0},
            {R"("60")", 14, 0},
            {"true", 14, 0},
            {"{}", 14, 0},
            {"[60]", 14, 0},
            {R"({"$date":60})", 14, 0},
            {"null", 72, 0}, // as if absent: nothing is changed
        };
        for (const char* name : {"ttl", "plain", "sparse", "partial", "hidden", "hashed"}) {
            for (const Value& value : kValues) {
                QTest::addRow("%s to %s", name, value.json)
                    << QString::fromLatin1(name) << QString::fromLatin1(value.json) << value.code
                    << value.stored;
            }
        }
    }
    void everyValueIsCoercedOrRefusedOnEveryConvertibleIndex()
    {
        QFETCH(QString, name);
        QFETCH(QString, seconds);
        QFETCH(int, code);
        QFETCH(int, stored);
        const bson::Document before = listed(QStringLiteral("c"), name);
        const bson::Document reply = changed(
            QStringLiteral("c"),
            QStringLiteral(R"({"name":"%1","expireAfterSeconds":%2})").arg(name, seconds));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        const bson::Document after = listed(QStringLiteral("c"), name);
        if (code == 0) {
            QCOMPARE(after["expireAfterSeconds"].asInt32(), stored);
        } else {
            QCOMPARE(relaxedText(after), relaxedText(before));
        }
    }

    void theOtherOptionsOfAConvertedIndexStay_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"unique", "sparse", "partial", "hidden", "collated", "sphere"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void theOtherOptionsOfAConvertedIndexStay()
    {
        QFETCH(QString, name);
        const QString before = relaxedText(listed(QStringLiteral("c"), name));
        m_db->good(QStringLiteral(R"({"collMod":"c","index":{"name":"%1","expireAfterSeconds":9}})")
                       .arg(name)
                       .toStdString());
        const QString after = relaxedText(listed(QStringLiteral("c"), name));
        QCOMPARE(after,
                 before.left(before.size() - 1) + QStringLiteral(R"(,"expireAfterSeconds":9})"));
    }

    void aKeyPatternFindsItsIndex_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<int>("code");
        const auto row = [](const char* pattern, int code) {
            QTest::newRow(pattern) << QString::fromLatin1(pattern) << code;
        };
        row(R"({"t":1})", 0);
        row(R"({"t":1.0})", 0);
        row(R"({"t":{"$numberLong":"1"}})", 0);
        row(R"({"p":-1})", 0);
        row(R"({"h":"hashed"})", 0);
        row(R"({"t":-1})", 27);
        row(R"({"t":"1"})", 27);
        row(R"({"t":1,"u":1})", 27);
        row(R"({"b":1,"a":1})", 27);
        row("{}", 27);
        row(R"({"x":"text"})", 27);
        row(R"({"_fts":"text","_ftsx":1})", 72);
        row(R"({"a":1,"b":1})", 72);
        row(R"({"_id":1})", 72);
    }
    void aKeyPatternFindsItsIndex()
    {
        QFETCH(QString, pattern);
        QFETCH(int, code);
        const bson::Document reply
            = changed(QStringLiteral("c"),
                      QStringLiteral(R"({"keyPattern":%1,"expireAfterSeconds":5})").arg(pattern));
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void versionsDifferInWhatTheyTake_data()
    {
        QTest::addColumn<bool>("conversion");
        QTest::addColumn<bool>("cappedTtl");
        QTest::addColumn<bool>("uniqueness");
        QTest::addColumn<int>("convert");
        QTest::addColumn<int>("cappedConvert");
        QTest::addColumn<int>("prepare");
        QTest::newRow("8.0") << true << true << true << 0 << 0 << 0;
        QTest::newRow("6.0") << true << false << true << 0 << 72 << 0;
        QTest::newRow("5.2") << true << false << false << 0 << 72 << 40415;
        QTest::newRow("5.0") << false << false << false << 72 << 72 << 40415;
    }
    void versionsDifferInWhatTheyTake()
    {
        QFETCH(bool, conversion);
        QFETCH(bool, cappedTtl);
        QFETCH(bool, uniqueness);
        const IndexChangeRules rules{
            .conversion = conversion, .cappedTtl = cappedTtl, .uniqueness = uniqueness};
        const QString seconds = QStringLiteral(R"({"name":"plain","expireAfterSeconds":5})");
        QTEST(judged(QStringLiteral("c"), seconds, rules), "convert");
        QTEST(judged(QStringLiteral("capped"), seconds, rules), "cappedConvert");
        QTEST(judged(QStringLiteral("c"),
                     QStringLiteral(R"({"name":"plain","prepareUnique":true})"), rules),
              "prepare");
    }

    void changesThatExcludeEachOther_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<int>("code");
        const auto row = [](const char* index, int code) {
            QTest::newRow(index) << QString::fromLatin1(index) << code;
        };
        row(R"({"name":"plain"})", 72);
        row(R"({"name":"plain","hidden":null})", 72);
        row(R"({"name":"plain","expireAfterSeconds":null,"hidden":null,"unique":null})", 72);
        row(R"({"hidden":true})", 72);
        row(R"({"name":null,"hidden":true})", 72);
        row(R"({"name":"plain","keyPattern":{"p":1},"hidden":true})", 72);
        row(R"({"name":"plain","prepareUnique":true,"hidden":true})", 72);
        row(R"({"name":"plain","prepareUnique":true,"unique":true})", 72);
        row(R"({"name":"plain","prepareUnique":false,"expireAfterSeconds":5})", 72);
        row(R"({"name":"plain","unique":true,"forceNonUnique":true})", 72);
        row(R"({"name":"plain","unique":true})", 72); // not prepared
        row(R"({"name":"plain","unique":false})", 2);
        row(R"({"name":"plain","forceNonUnique":false})", 2);
        row(R"({"name":"_id_","hidden":true})", 2);
        row(R"({"name":"_id_","hidden":false})", 2);
        row(R"({"name":"plain","hidden":"true"})", 14);
        row(R"({"name":"plain","unique":"true"})", 14);
        row(R"({"name":"plain","prepareUnique":{}})", 14);
        row(R"({"name":["plain"],"hidden":true})", 14);
        row(R"({"keyPattern":["p"],"hidden":true})", 14);
        row(R"({"name":"plain","hiden":true})", 40415);
        row(R"({"name":"plain","hidden":true,"comment":"x"})", 40415);
        row(R"({"name":"plain","hidden":{"$numberDouble":"NaN"}})", 0);
        row(R"({"name":"plain","hidden":{"$numberDecimal":"-Infinity"}})", 0);
        row(R"({"name":"plain","hidden":0})", 0);
    }
    void changesThatExcludeEachOther()
    {
        QFETCH(QString, index);
        QFETCH(int, code);
        const bson::Document reply = changed(QStringLiteral("c"), index);
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void theClusteredIndexCannotBeHidden_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("by name") << R"("name":"byId")";
        QTest::newRow("by key") << R"("keyPattern":{"_id":1})";
    }
    void theClusteredIndexCannotBeHidden()
    {
        QFETCH(QString, target);
        const bson::Document reply = changed(QStringLiteral("clustered"),
                                             QStringLiteral(R"({%1,"hidden":true})").arg(target));
        QCOMPARE(reply["code"].asInt32(), 6011800);
    }

    void anIndexBecomesUniqueInTwoSteps()
    {
        const QString name = QStringLiteral("plain");
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"p":1,"u":1},{"_id":2,"p":1,"u":2}]})");
        VERIFY_HOLDS(changed(QStringLiteral("c"),
                             QStringLiteral(R"({"name":"plain","prepareUnique":true})")),
                     R"({"prepareUnique_old":false,"prepareUnique_new":true,"ok":1})");
        QCOMPARE(m_db->codeOf(R"({"insert":"c","documents":[{"_id":3,"p":1,"u":3}]})"), 0);
        QCOMPARE(qint64(m_db->good(R"({"count":"c"})")["n"].toInt64()), qint64{2});
        const bson::Document refused
            = changed(QStringLiteral("c"), QStringLiteral(R"({"name":"plain","unique":true})"));
        QCOMPARE(refused["code"].asInt32(), 359);
        QCOMPARE(bson::toJson(refused["violations"]), std::string(R"([{"ids":[1,2]}])"));
        m_db->good(R"({"delete":"c","deletes":[{"q":{"_id":2},"limit":1}]})");
        VERIFY_HOLDS(
            changed(QStringLiteral("c"), QStringLiteral(R"({"name":"plain","unique":true})")),
            R"({"unique_new":true,"ok":1})");
        VERIFY_HOLDS(listed(QStringLiteral("c"), name), R"({"unique":true})");
        QVERIFY(!listed(QStringLiteral("c"), name).contains("prepareUnique"));
    }

    void nothingIsEchoedThatDoesNotChange()
    {
        IndexDefinition definition;
        definition.expireAfterSeconds = bson::Value::of(std::int32_t{60});
        definition.hidden = true;
        IndexChange change;
        change.hidden = true;
        bson::Builder reply;
        QVERIFY(!applyIndexChange(change, definition, reply));
        change.expireAfterSeconds = 60;
        QVERIFY(!applyIndexChange(change, definition, reply));
        QCOMPARE(relaxedText(reply.take()),
                 QStringLiteral(R"({"expireAfterSeconds_old":60,"expireAfterSeconds_new":60})"));
    }

    void secondsThatOldVersionsStoredAreWrittenAnew_data()
    {
        QTest::addColumn<QString>("stored");
        QTest::addColumn<int>("shown");
        const auto row = [](const char* stored, int shown) {
            QTest::newRow(stored) << QString::fromLatin1(stored) << shown;
        };
        row(R"({"$numberLong":"60"})", 60);
        row(R"({"$numberDouble":"60.0"})", 60);
        row(R"({"$numberDouble":"NaN"})", 0);
        row(R"({"$numberDouble":"1e300"})", 0);
        row("-5", 0);
        row(R"("60")", 0);
    }
    void secondsThatOldVersionsStoredAreWrittenAnew()
    {
        QFETCH(QString, stored);
        QFETCH(int, shown);
        IndexDefinition definition;
        definition.expireAfterSeconds = parsedValue(stored);
        IndexChange change;
        change.expireAfterSeconds = 60;
        bson::Builder reply;
        QVERIFY(applyIndexChange(change, definition, reply));
        QCOMPARE(reply.take()["expireAfterSeconds_old"].asInt64(), std::int64_t{shown});
        QCOMPARE(definition.expireAfterSeconds.view().asInt32(), 60);
    }

private:
    bson::Document changed(const QString& collection, const QString& index)
    {
        return m_db->run(
            QStringLiteral(R"({"collMod":"%1","index":%2})").arg(collection, index).toStdString());
    }
    bson::Document listed(const QString& collection, const QString& name)
    {
        return m_db->listedIndex(collection.toStdString(), name.toStdString());
    }
    /// The code of the three steps before a change is applied.
    int judged(const QString& collection, const QString& index, const IndexChangeRules& rules)
    {
        const auto found = m_db->context.catalog.find({"db", collection.toStdString()});
        const bson::Document document = parsedJson(index);
        const auto change = parseIndexChange(document, *found->shape(), rules);
        if (!change) {
            return errorOf(change);
        }
        const auto target = findChangedIndex(*found, *change);
        return target ? errorOf(checkIndexChange(*found, target->definition, *change, rules))
                      : errorOf(target);
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(DefinitionsIndexChangeTest)
} // namespace tst_definitions_index_change

#include "tst_definitions_index_change.moc"
