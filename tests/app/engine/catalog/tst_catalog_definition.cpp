// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

namespace tst_catalog_definition {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::IndexDefinition;

class TestDefinition : public QObject
{
    Q_OBJECT

private slots:
    void orderedPatternsDifferFromSpecialOnes()
    {
        QVERIFY(indexOn(R"({"a":1,"b":-1})", "i").isOrdered());
        QVERIFY(!indexOn(R"({"a":"hashed"})", "i").isOrdered());
        QVERIFY(!indexOn(R"({"a":1,"b":"text"})", "i").isOrdered());
        QVERIFY(!indexOn(R"({"$**":1})", "i").isOrdered());
        QVERIFY(!indexOn(R"({"a.$**":1})", "i").isOrdered());
        QVERIFY(!indexOn("{}", "i").isOrdered());
    }

    void theIdIndexIsListedWithThreeFieldsOnly()
    {
        QCOMPARE(bson::toJson(indexOn(R"({"_id":1})", "_id_").listEntry()),
                 std::string(R"({"v":2,"key":{"_id":1},"name":"_id_"})"));
    }

    void optionsAreListedInOrderWithExpireAfterSecondsLast()
    {
        IndexDefinition definition = ttlIndexOn(R"({"t":1})", "t_1", 60);
        definition.unique = true;
        definition.sparse = true;
        definition.hidden = true;
        definition.partialFilter = doc(R"({"a":1})");
        definition.collation = doc(R"({"locale":"fr"})");
        definition.otherOptions = doc(R"({"background":true})");
        QCOMPARE(
            bson::toJson(definition.listEntry()),
            std::string(
                R"({"v":2,"key":{"t":1},"name":"t_1","unique":true,"sparse":true,"hidden":true,)"
                R"("partialFilterExpression":{"a":1},"collation":{"locale":"fr"},)"
                R"("background":true,"expireAfterSeconds":60})"));
        QVERIFY(definition.listEntry()["expireAfterSeconds"].type() == bson::Type::Int32);
    }

    void unusableSecondsAreListedAsTheLargestAndNeverExpire_data()
    {
        QTest::addColumn<bson::Document>("holder");
        QTest::newRow("NaN") << bson::makeDocument("v", std::numeric_limits<double>::quiet_NaN());
        QTest::newRow("decimal NaN") << bson::makeDocument("v", *bson::decimalFromText("NaN"));
        QTest::newRow("text") << bson::makeDocument("v", "60");
        QTest::newRow("bool") << bson::makeDocument("v", true);
        QTest::newRow("negative") << bson::makeDocument("v", -1);
        QTest::newRow("too large") << bson::makeDocument("v", std::int64_t{2147483648});
        QTest::newRow("infinite") << bson::makeDocument("v",
                                                        std::numeric_limits<double>::infinity());
    }

    void unusableSecondsAreListedAsTheLargestAndNeverExpire()
    {
        QFETCH(bson::Document, holder);
        IndexDefinition definition = indexOn(R"({"t":1})", "t_1");
        definition.expireAfterSeconds = bson::Value(holder["v"]);
        QCOMPARE(definition.listEntry()["expireAfterSeconds"].asInt32(), 2147483647);
        QVERIFY(!definition.rule().valid);
    }

    void theRuleHasFieldAndSeconds()
    {
        const ttl::ExpiryRule rule = ttlIndexOn(R"({"a.t":-1})", "i", 0).rule();
        QVERIFY(rule.valid);
        QCOMPARE(rule.field, std::string("a.t"));
        QCOMPARE(rule.expireAfterSeconds, std::int64_t{0});
    }

    void specialAndCompoundPatternsNeverExpire()
    {
        QVERIFY(!ttlIndexOn(R"({"t":"hashed"})", "i").rule().valid);
        QVERIFY(!ttlIndexOn(R"({"t":1,"u":1})", "i").rule().valid);
        QVERIFY(!indexOn(R"({"t":1})", "i").rule().valid);
    }
};

SANDGLASS_PLAIN_TEST(TestDefinition)
} // namespace tst_catalog_definition

#include "tst_catalog_definition.moc"
