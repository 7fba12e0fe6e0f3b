// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/expiry_rule.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_expiry_rule {

using namespace sandglass;
using ttl::ExpiryRule;
using ttl::NeverReason;
using ttl::Verdict;

namespace {

constexpr std::int64_t kNow = 1'700'000'000'000;
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

base::Time at(std::int64_t millis)
{
    return base::Time(base::Millis(millis));
}

bson::Date date(std::int64_t millis)
{
    return bson::Date{millis};
}

bson::Document json(const char* text)
{
    auto parsed = bson::fromJson(text);
    return parsed ? *parsed : bson::Document();
}

ExpiryRule rule(std::string field, std::int64_t seconds = 0)
{
    return ExpiryRule{std::move(field), seconds, true, {}};
}

bool goesNow(const bson::Document& document, std::int64_t seconds = 0)
{
    return ttl::isExpired(rule("t", seconds), document, at(kNow));
}

std::optional<NeverReason> never(const bson::Document& document)
{
    return ttl::judge(rule("t"), document).never;
}

} // namespace

class TestExpiryRule : public QObject
{
    Q_OBJECT

private slots:
    void anOldDateExpires() { QVERIFY(goesNow(bson::makeDocument("t", date(kNow - 10'000)), 5)); }

    void aDateInTheFutureStays()
    {
        QVERIFY(!goesNow(bson::makeDocument("t", date(kNow + 60'000))));
    }

    void aDateExactlyAtTheCutoffExpires()
    {
        QVERIFY(goesNow(bson::makeDocument("t", date(kNow - 5'000)), 5));
        QVERIFY(!goesNow(bson::makeDocument("t", date(kNow - 4'999)), 5));
    }

    void aDateBefore1970Expires() { QVERIFY(goesNow(bson::makeDocument("t", date(-1)))); }

    void theLastDateStays() { QVERIFY(!goesNow(bson::makeDocument("t", date(kMax)), 5)); }

    void theFirstDateExpires()
    {
        QVERIFY(goesNow(bson::makeDocument("t", date(kMin)), 2'147'483'647));
    }

    void eligibilityIsTheDatePlusTheSeconds()
    {
        const Verdict verdict = ttl::judge(rule("t", 60), bson::makeDocument("t", date(1'000)));
        QCOMPARE(verdict.eligibleAt->time_since_epoch().count(), std::int64_t{61'000});
        QCOMPARE(verdict.earliestDate->millis, std::int64_t{1'000});
        QVERIFY(!verdict.never);
    }

    void eligibilitySaturatesAtTheLastMoment()
    {
        const Verdict verdict = ttl::judge(rule("t", 60), bson::makeDocument("t", date(kMax - 1)));
        QCOMPARE(verdict.eligibleAt->time_since_epoch().count(), kMax);
    }

    void missingNullAndUndefinedCountAsNoField()
    {
        QCOMPARE(never(json(R"({"x": 1})")), NeverReason::NoField);
        QCOMPARE(never(json(R"({"t": null})")), NeverReason::NoField);
        QCOMPARE(never(json(R"({"t": {"$undefined": true}})")), NeverReason::NoField);
    }

    void otherTypesNeverExpire_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("bool") << QByteArray(R"({"t": true})");
        QTest::newRow("string") << QByteArray(R"({"t": "2001-01-01T00:00:00Z"})");
        QTest::newRow("number") << QByteArray(R"({"t": 3})");
        QTest::newRow("regex") << QByteArray(
            R"({"t": {"$regularExpression": {"pattern": "foo", "options": ""}}})");
        QTest::newRow("object id") << QByteArray(R"({"t": {"$oid": "000000000000000000000001"}})");
        QTest::newRow("timestamp") << QByteArray(R"({"t": {"$timestamp": {"t": 1, "i": 1}}})");
        QTest::newRow("object") << QByteArray(R"({"t": {"d": {"$date": 1}}})");
        QTest::newRow("array without dates") << QByteArray(R"({"t": ["x", 5]})");
        QTest::newRow("empty array") << QByteArray(R"({"t": []})");
        QTest::newRow("array of nulls") << QByteArray(R"({"t": [null]})");
        QTest::newRow("array in an array") << QByteArray(R"({"t": [[{"$date": 1}]]})");
    }

    void otherTypesNeverExpire()
    {
        QFETCH(QByteArray, text);
        const bson::Document document = json(text.constData());
        QVERIFY(!document.empty());
        QCOMPARE(never(document), NeverReason::NotADate);
        QVERIFY(!goesNow(document));
    }

    void theEarliestDateOfAnArrayDecides()
    {
        const bson::Document dates = bson::makeDocument(
            "t", bson::Value::array(bson::makeArray(date(kNow + 1), "x", date(kNow - 1), 5)));
        QVERIFY(goesNow(dates));
        QCOMPARE(ttl::judge(rule("t"), dates).earliestDate->millis, kNow - 1);
    }

    void anArrayWithOnlyLaterDatesStays()
    {
        QVERIFY(!goesNow(
            bson::makeDocument("t", bson::Value::array(bson::makeArray(date(kNow + 1), "x", 5)))));
    }

    void aNestedFieldDecides()
    {
        const Verdict verdict = ttl::judge(rule("a.b"), json(R"({"a": {"b": {"$date": 7}}})"));
        QCOMPARE(verdict.earliestDate->millis, std::int64_t{7});
    }

    void anySubdocumentOfAnArrayDecides()
    {
        const Verdict verdict = ttl::judge(
            rule("a.b"), json(R"({"a": [{"b": {"$date": 9}}, {"b": {"$date": 7}}, {"c": 1}, 5]})"));
        QCOMPARE(verdict.earliestDate->millis, std::int64_t{7});
    }

    void anArrayAtTheEndOfAPathThroughAnArrayIsEntered()
    {
        const Verdict verdict
            = ttl::judge(rule("a.b"), json(R"({"a": [{"b": [{"$date": 9}, {"$date": 3}]}]})"));
        QCOMPARE(verdict.earliestDate->millis, std::int64_t{3});
    }

    void documentsOutsideTheFilterStay()
    {
        ExpiryRule partial = rule("t");
        partial.inFilter = [](bson::DocumentView document) { return document.contains("z"); };
        const bson::Document outside = bson::makeDocument("t", date(1));
        QCOMPARE(ttl::judge(partial, outside).never, NeverReason::OutsideFilter);
        QVERIFY(!ttl::isExpired(partial, outside, at(kNow)));
        QVERIFY(ttl::isExpired(partial, bson::makeDocument("t", date(1), "z", 1), at(kNow)));
    }

    void anInvalidRuleExpiresNothing()
    {
        ExpiryRule invalid = rule("t");
        invalid.valid = false;
        const bson::Document old = bson::makeDocument("t", date(1));
        QCOMPARE(ttl::judge(invalid, old).never, NeverReason::InvalidRule);
        QVERIFY(!ttl::isExpired(invalid, old, at(kNow)));
    }

    void cutoffSaturatesAtTheFirstMoment()
    {
        QCOMPARE(ttl::cutoff(rule("t", 60), at(kMin + 10)).millis, kMin);
        QCOMPARE(ttl::cutoff(rule("t", 60), at(100'000)).millis, std::int64_t{40'000});
    }
};

SANDGLASS_TEST(TestExpiryRule)
} // namespace tst_ttl_expiry_rule

#include "tst_ttl_expiry_rule.moc"
