// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "tests/cases/expectation.h"
#include "tests/cases/placeholders.h"
#include "tests/support/need.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_cases_expectation {

using namespace sandglass;
using namespace sandglass::cases;
using namespace sandglass::tests;

namespace {

/// Whether a reply is as an expectation asks, both as JSON.
bool meets(const char* actual, const char* expected)
{
    return difference(bson::Value::document(need(bson::fromJson(actual))),
                      bson::Value::document(need(bson::fromJson(expected))), "it")
        .empty();
}

std::string filled(const char* json, const Scene& scene)
{
    return bson::toJson(need(filledIn(need(bson::fromJson(json)), scene)),
                        bson::JsonForm::Canonical);
}

} // namespace

// The cases prove nothing if the program that judges them takes everything for right.
class TestCasesExpectation : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheNamedFieldsCount()
    {
        QVERIFY(meets(R"({"a":1,"b":2})", R"({"b":2.0})"));
        QVERIFY(!meets(R"({"a":1})", R"({"b":2})"));
        QVERIFY(!meets(R"({"a":1})", R"({"a":2})"));
        QVERIFY(!meets(R"({"a":{"b":1}})", R"({"a":{"b":2}})"));
    }
    void arraysAreComparedWhole()
    {
        QVERIFY(meets(R"({"a":[{"x":1,"y":2},3]})", R"({"a":[{"x":1},3]})"));
        QVERIFY(!meets(R"({"a":[1,2]})", R"({"a":[1]})"));
        QVERIFY(!meets(R"({"a":[1,2]})", R"({"a":[2,1]})"));
        QVERIFY(meets(R"({"a":[1,{"x":2,"y":3}]})", R"({"a":{"$has":[{"x":2}]}})"));
        QVERIFY(!meets(R"({"a":[1]})", R"({"a":{"$has":[2]}})"));
        QVERIFY(!meets(R"({"a":[1]})", R"({"a":{"$count":2}})"));
    }
    void typesOfNumbersCountWhereTheyAreAskedFor()
    {
        QVERIFY(meets(R"({"n":{"$numberLong":"5"}})", R"({"n":{"$long":5}})"));
        QVERIFY(!meets(R"({"n":5})", R"({"n":{"$long":5}})"));
        QVERIFY(!meets(R"({"n":{"$numberLong":"5"}})", R"({"n":{"$int":5}})"));
        QVERIFY(!meets(R"({"n":6})", R"({"n":{"$int":5}})"));
        QVERIFY(!meets(R"({"n":5})", R"({"n":{"$double":5}})"));
        QVERIFY(!meets(R"({"n":5})", R"({"n":{"$bson":"long"}})"));
        QVERIFY(!meets(R"({"n":5})", R"({"n":{"$atLeast":6}})"));
    }
    void withoutTypesOnlyTheWorthCounts()
    {
        const auto expected = need(bson::fromJson(R"({"n":[{"$long":5}]})"));
        const auto actual = need(bson::fromJson(R"({"n":[5.0]})"));
        const bson::Value loose = withoutTypes(bson::Value::document(expected));
        QVERIFY(difference(bson::Value::document(actual), loose, "it").empty());
    }
    void absenceAndExactnessAreChecked()
    {
        QVERIFY(meets(R"({"a":1})", R"({"b":{"$absent":true}})"));
        QVERIFY(!meets(R"({"b":null})", R"({"b":{"$absent":true}})"));
        QVERIFY(!meets(R"({"ok":1,"more":2})", R"({"$exactly":{"ok":1}})"));
        QVERIFY(!meets(R"({"t":"abc"})", R"({"t":{"$holds":"x"}})"));
    }
    void placeholdersAreFilledInAtAnyDepth()
    {
        const Scene scene{base::Time(base::Millis(100'000)),
                          bson::Value::document(need(bson::fromJson(R"({"a":{"b":7}})"))), 3};
        QCOMPARE(filled(R"({"x":[{"$now":"-10 s"}]})", scene),
                 std::string(R"({"x":[{"$date":{"$numberLong":"90000"}}]})"));
        QCOMPARE(filled(R"({"x":"c{n}","y":"{value.a.b}","z":"{value.c}"})", scene),
                 std::string(R"({"x":"c3","y":{"$numberInt":"7"}})"));
        QCOMPARE(filled(R"({"x":{"$times":[2,true]}})", scene),
                 std::string(R"({"x":[true,true]})"));
        QCOMPARE(filled(R"({"x":{"$nowSeconds":"1 min"}})", scene),
                 std::string(R"({"x":{"$numberLong":"160"}})"));
    }
    void aSpanWithoutAUnitIsRefused()
    {
        QVERIFY(!spanFrom("10"));
        QVERIFY(!spanFrom("s"));
        QCOMPARE(need(spanFrom("-2 d")).count(), -172'800'000);
    }
};

SANDGLASS_TEST(TestCasesExpectation)

} // namespace tst_cases_expectation

#include "tst_cases_expectation.moc"
