// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/forecast/rule_forecast.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_rule_forecast {

using namespace sandglass;
using namespace std::chrono_literals;
using services::askHistogram;
using services::RuleForecast;
using services::ruleForecast;

namespace {

const protocol::Namespace kLogs{"shop", "logs"};

ttl::Rule rule(const std::string& field = "at")
{
    ttl::Rule made;
    made.index = {kLogs, field + "_1"};
    made.field = field;
    made.expireAfterSeconds = 3'600;
    return made;
}

/// Edges of three hours from now, of which the last two are shown.
ttl::EdgePlan planAt(base::Time now)
{
    ttl::EdgePlan plan;
    plan.asked = {now, now + 1h, now + 2h, now + 3h};
    plan.shown = {now + 1h, now + 2h, now + 3h};
    plan.hourEnd = now + 1h;
    plan.dayEnd = now + 24h;
    return plan;
}

} // namespace

class TestRuleForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theAnswerIsFoldedToWhatIsShown();
    void theOldestOverdueHasAnAge();
    void nothingOverdueHasNoAge();
    void aTimeSeriesIsOverdueWithItsBuckets();
    void aFailureHasAnEmptyPictureOfTheSameWidth();
    void anAllowedFieldIsAskedFor();
    void aFieldThatTheServerKeepsIsNotAskedFor();
    void aRefusalIsTheServers();

private:
    tests::FakeClock m_clock;
};

void TestRuleForecast::theAnswerIsFoldedToWhatIsShown()
{
    const base::Time now = m_clock.now();
    ttl::ExpiryHistogram answer;
    answer.counts = {1, 20, 300};
    answer.overdue = 4'000;
    answer.later = 50'000;
    const RuleForecast share = ruleForecast(rule(), planAt(now), answer);
    QVERIFY(!share.error);
    QCOMPARE(share.rule.index.name, std::string("at_1"));
    QCOMPARE(share.histogram.shown.counts, (std::vector<std::int64_t>{20, 300}));
    QCOMPARE(share.histogram.beforeShown, 1);
    QCOMPARE(share.histogram.dueWithinHour, 1);
    QCOMPARE(share.histogram.dueWithinDay, 321);
    QCOMPARE(share.histogram.documents(), 54'321);
}

void TestRuleForecast::theOldestOverdueHasAnAge()
{
    const base::Time now = m_clock.now();
    ttl::ExpiryHistogram answer;
    answer.counts = {0, 0, 0};
    answer.overdue = 2;
    answer.oldestDate = bson::Date::from(now - 1h - 90s);
    QCOMPARE(ruleForecast(rule(), planAt(now), answer).oldestOverdue, std::optional(90s));
}

void TestRuleForecast::nothingOverdueHasNoAge()
{
    ttl::ExpiryHistogram answer;
    answer.counts = {1, 0, 0};
    answer.oldestDate = bson::Date::from(m_clock.now());
    QVERIFY(!ruleForecast(rule(), planAt(m_clock.now()), answer).oldestOverdue);
}

void TestRuleForecast::aTimeSeriesIsOverdueWithItsBuckets()
{
    const base::Time now = m_clock.now();
    ttl::Rule series = rule();
    series.bucketSpanSeconds = 60;
    ttl::ExpiryHistogram answer;
    answer.counts = {0, 0, 0};
    answer.overdue = 1;
    answer.oldestDate = bson::Date::from(now - 1h - 90s);
    QCOMPARE(ruleForecast(series, planAt(now), answer).oldestOverdue, std::optional(30s));
}

void TestRuleForecast::aFailureHasAnEmptyPictureOfTheSameWidth()
{
    const RuleForecast share = ruleForecast(
        rule(), planAt(m_clock.now()), base::serverError(13, "Unauthorized", "not authorized"));
    QCOMPARE(share.error->serverCode, 13);
    QCOMPARE(share.histogram.shown.counts, (std::vector<std::int64_t>{0, 0}));
    QCOMPARE(share.histogram.documents(), 0);
    QVERIFY(!share.oldestOverdue);
}

void TestRuleForecast::anAllowedFieldIsAskedFor()
{
    tests::FakeTtlServer server(m_clock);
    const base::Time now = m_clock.now();
    server.addDocument(kLogs, bson::makeDocument("at", bson::Date::from(now - 30min)));
    const auto answer = askHistogram(server, ttl::histogramRequest(rule(), planAt(now).asked), {});
    QVERIFY(answer);
    QCOMPARE(answer->counts, (std::vector<std::int64_t>{1, 0, 0}));
    QCOMPARE(server.lastHistogram().indexHint, std::string("at_1"));
}

void TestRuleForecast::aFieldThatTheServerKeepsIsNotAskedFor()
{
    tests::FakeTtlServer server(m_clock);
    ttl::Rule kept = rule("_ts");
    kept.hiddenByServer = true;
    const auto answer
        = askHistogram(server, ttl::histogramRequest(kept, planAt(m_clock.now()).asked), {});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::Unsupported);
    QVERIFY(answer.error().message.find("_ts") != std::string::npos);
    QCOMPARE(server.calls("histogram"), 0); // a count of 0 would be believed
}

void TestRuleForecast::aRefusalIsTheServers()
{
    tests::FakeTtlServer server(m_clock);
    server.fail("histogram", base::serverError(50, "MaxTimeMSExpired", "too slow"));
    const auto answer
        = askHistogram(server, ttl::histogramRequest(rule(), planAt(m_clock.now()).asked), {});
    QCOMPARE(answer.error().serverCode, 50);
}

SANDGLASS_TEST(TestRuleForecast)
} // namespace tst_services_rule_forecast

#include "tst_services_rule_forecast.moc"
