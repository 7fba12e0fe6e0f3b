// SPDX-License-Identifier: GPL-3.0-or-later
// One answer on every floor: service, presenters, inventory, alerts, doctor and effect dialog give
// the same numbers for the same documents. What they ought to be is counted here, by plain
// arithmetic. SANDGLASS_TEST_SEED=<n> runs that seed alone.
#include "app/bson/builder.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <random>

namespace tst_integration_every_floor {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;
using std::chrono::seconds;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const presenters::RefreshPacing kSlow{1h, 1h};
constexpr int kDocuments = 80;

/// What a rule's documents amount to at one moment, counted by hand.
struct Expected
{
    std::int64_t documents = 0;
    std::int64_t dated = 0;
    std::int64_t overdue = 0;
    std::int64_t withinHour = 0;
    std::int64_t withinDay = 0;
    std::int64_t noField = 0;
    std::int64_t notADate = 0;
    std::optional<seconds> oldestOverdue;

    void add(base::Time expiry, base::Time now)
    {
        ++dated;
        if (expiry <= now) {
            ++overdue;
            const auto age = std::chrono::floor<seconds>(now - expiry);
            oldestOverdue = std::max(oldestOverdue.value_or(age), age);
        } else {
            withinHour += expiry <= now + 1h ? 1 : 0;
            withinDay += expiry <= now + 24h ? 1 : 0;
        }
    }
};

} // namespace

class TestEveryFloor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ServiceFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void everyFloorCountsTheSame_data();
    void everyFloorCountsTheSame();
    void aRefusedCountIsANumberOnNoFloor();

private:
    void fill(unsigned seed);
    void addDocument(int id);
    base::Time randomDate();
    void checkService() const;
    void checkFigures() const;
    void checkInventory() const;
    void checkWhatIf() const;
    void checkEffect() const;
    void checkAlerts() const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::mt19937 m_random;
    std::int64_t m_period = 0;
    Expected m_expected;
};

void TestEveryFloor::everyFloorCountsTheSame_data()
{
    QTest::addColumn<unsigned>("seed");
    std::vector<unsigned> seeds{1, 2, 3, 5, 8, 13, 21, 20'261'123};
    if (qEnvironmentVariableIsSet("SANDGLASS_TEST_SEED")) {
        seeds = {testSeed()};
    }
    for (const unsigned seed : seeds) {
        QTest::addRow("SANDGLASS_TEST_SEED=%u", seed) << seed;
    }
}

void TestEveryFloor::everyFloorCountsTheSame()
{
    QFETCH(unsigned, seed);
    fill(seed);
    QVERIFY(m_fixture->connect());
    for (const auto check : {&TestEveryFloor::checkService, &TestEveryFloor::checkFigures,
                             &TestEveryFloor::checkInventory, &TestEveryFloor::checkWhatIf,
                             &TestEveryFloor::checkEffect, &TestEveryFloor::checkAlerts}) {
        (this->*check)();
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

// Refused, and not "nothing is overdue": no floor may turn the refusal into a zero.
void TestEveryFloor::aRefusedCountIsANumberOnNoFloor()
{
    fill(1);
    Error refusal = base::serverError(13, "Unauthorized", "not authorized");
    refusal.code = Errc::NotPermitted; // as app/mongo gives it
    m_fixture->server->fail("histogram", refusal);
    QVERIFY(m_fixture->connect());
    presenters::ForecastPresenter forecast(m_fixture->set, kSessions, kSlow);
    forecast.setVisible(true);
    QTRY_VERIFY(forecast.figures().overdue.source == presenters::FigureSource::NotPermitted);
    QVERIFY(!forecast.figures().overdue.value);
    QVERIFY(!forecast.figures().dueWithinHour.value);
    QVERIFY(!forecast.figures().dueWithinDay.value);
    presenters::InventoryPresenter inventory(m_fixture->set, kSlow);
    inventory.setVisible(true);
    QTRY_COMPARE(inventory.rules().rowCount(), 1);
    QTRY_VERIFY(!inventory.rules().row(0).problem.isEmpty());
    QVERIFY(!inventory.rules().row(0).overdue);
    QVERIFY(!inventory.rules().row(0).documents);
    QVERIFY(m_fixture->set.alerts.active().empty());
}

void TestEveryFloor::fill(unsigned seed)
{
    constexpr std::int64_t kPeriods[]{0, 1, 60, 3'600, 86'400, 2'592'000};
    m_random.seed(seed);
    m_expected = {};
    m_period = kPeriods[m_random() % std::size(kPeriods)];
    m_fixture->server->addIndex(kSessions, "seen", m_period);
    for (int id = 0; id < kDocuments; ++id) {
        addDocument(id);
    }
    // one that is overdue for certain, so that a count of nothing cannot pass
    const base::Time expired = m_fixture->clock.now() - 90min;
    m_fixture->server->addDocument(
        kSessions,
        bson::makeDocument("_id", kDocuments, "seen",
                           bson::Date::from(expired - seconds(m_period))));
    m_expected.add(expired, m_fixture->clock.now());
    ++m_expected.documents;
}

// A date, an array whose earliest date counts, or one of the values that never expire.
void TestEveryFloor::addDocument(int id)
{
    ++m_expected.documents;
    const base::Time now = m_fixture->clock.now();
    bson::Builder document;
    document.append("_id", id);
    const auto kind = m_random() % 8;
    if (kind == 0) {
        ++m_expected.noField;
    } else if (kind == 1) {
        document.append("seen", "yesterday");
        ++m_expected.notADate;
    } else if (kind == 2) {
        const base::Time first = randomDate();
        const base::Time second = randomDate();
        document.appendArray(
            "seen", bson::makeArray(bson::Date::from(first), "text", bson::Date::from(second)));
        m_expected.add(std::min(first, second) + seconds(m_period), now);
    } else {
        const base::Time date = randomDate();
        document.append("seen", bson::Date::from(date));
        m_expected.add(date + seconds(m_period), now);
    }
    m_fixture->server->addDocument(kSessions, document.take());
}

// Dates about the borders that the figures count by: now, in an hour, in a day, and far away.
base::Time TestEveryFloor::randomDate()
{
    constexpr base::Millis kBorders[]{0ms, 1h, 24h, -48h, 240h};
    const base::Millis border = kBorders[m_random() % std::size(kBorders)];
    const base::Millis off{std::uniform_int_distribution<int>(-2, 2)(m_random)};
    const base::Millis wide{std::uniform_int_distribution<int>(-5'000'000, 5'000'000)(m_random)};
    const base::Millis distance = m_random() % 2 == 0 ? off : wide;
    return m_fixture->clock.now() - seconds(m_period) + border + distance;
}

void TestEveryFloor::checkService() const
{
    services::ForecastQuery query;
    query.collection = kSessions;
    query.horizon = 168h;
    query.zone = QTimeZone::utc();
    const services::Forecast forecast = answerOf(m_fixture->set.forecasts.forecast(query));
    QCOMPARE(forecast.rules.size(), std::size_t{1});
    const services::RuleForecast& share = forecast.rules.front();
    QVERIFY(!share.error);
    QCOMPARE(share.histogram.documents(), m_expected.documents);
    QCOMPARE(share.histogram.dated(), m_expected.dated);
    QCOMPARE(share.histogram.shown.overdue, m_expected.overdue);
    QCOMPARE(share.histogram.dueWithinHour, m_expected.withinHour);
    QCOMPARE(share.histogram.dueWithinDay, m_expected.withinDay);
    QCOMPARE(share.histogram.shown.never.noField, m_expected.noField);
    QCOMPARE(share.histogram.shown.never.notADate, m_expected.notADate);
    QCOMPARE(share.oldestOverdue, m_expected.oldestOverdue);
}

void TestEveryFloor::checkFigures() const
{
    for (const std::optional<protocol::Namespace>& shown :
         {std::optional(kSessions), std::optional<protocol::Namespace>()}) {
        presenters::ForecastPresenter forecast(m_fixture->set, shown, kSlow);
        forecast.setVisible(true);
        QTRY_VERIFY(forecast.figures().overdue.value);
        const presenters::FiguresState& figures = forecast.figures();
        QCOMPARE(*figures.overdue.value, m_expected.overdue);
        QCOMPARE(*figures.dueWithinHour.value, m_expected.withinHour);
        QCOMPARE(*figures.dueWithinDay.value, m_expected.withinDay);
        QCOMPARE(*figures.oldestOverdue.value, m_expected.oldestOverdue->count());
        QCOMPARE(forecast.state().documents, m_expected.documents);
        QCOMPARE(forecast.state().overdue, m_expected.overdue);
        QCOMPARE(forecast.state().never.total(), m_expected.noField + m_expected.notADate);
    }
}

void TestEveryFloor::checkInventory() const
{
    using ttl::doctor::CheckId;
    presenters::InventoryPresenter inventory(m_fixture->set, kSlow);
    inventory.setVisible(true);
    QTRY_COMPARE(inventory.rules().rowCount(), 1);
    QTRY_VERIFY(inventory.rules().row(0).overdue);
    const presenters::RuleRow& row = inventory.rules().row(0);
    QCOMPARE(*row.documents, m_expected.documents);
    QCOMPARE(*row.dated, m_expected.dated);
    QCOMPARE(*row.overdue, m_expected.overdue);
    // an hour and a half is more than any pass may take: the doctor's check, with the same number
    const auto late
        = std::ranges::find(row.findings, CheckId::DueDeleted, &ttl::doctor::Finding::check);
    QVERIFY(late != row.findings.end());
    QCOMPARE(late->evidence.count.value_or(-1), m_expected.overdue);
}

void TestEveryFloor::checkWhatIf() const
{
    presenters::ForecastPresenter forecast(m_fixture->set, kSessions, kSlow);
    presenters::WhatIfPresenter whatIf(m_fixture->set, forecast);
    forecast.setVisible(true);
    QTRY_VERIFY(forecast.figures().overdue.value);
    whatIf.open();
    QTRY_VERIFY(whatIf.isShown());
    QCOMPARE(whatIf.state().today, m_period);
    QCOMPARE(whatIf.state().before.overdue, m_expected.overdue);
    QCOMPARE(whatIf.state().picture.overdue, m_expected.overdue);
}

void TestEveryFloor::checkEffect() const
{
    ttl::TtlIndexSpec planned;
    planned.ns = kSessions;
    planned.key = bson::makeDocument("seen", 1);
    planned.expireAfterSeconds = m_period;
    services::EffectQuery query{ttl::plannedRule(planned), {}, QTimeZone::utc(), {}};
    const services::EffectAnswer effect = answerOf(m_fixture->set.indexes.effect(query));
    QVERIFY(effect.impact.has_value());
    QCOMPARE(effect.impact->documents, m_expected.documents);
    QCOMPARE(effect.impact->affected, m_expected.overdue);
    QVERIFY(effect.after);
    QCOMPARE(effect.after->overdue, m_expected.overdue);
    QCOMPARE(effect.after->never.total(), m_expected.noField + m_expected.notADate);
}

void TestEveryFloor::checkAlerts() const
{
    services::AlertLimits limits;
    limits.on = true;
    limits.overdueAge = 60s;
    limits.passes = false;
    // a wave is more than the limit
    limits.waveDocuments = std::max<std::int64_t>(m_expected.withinDay - 1, 1);
    limits.waveWithin = services::WaveSpan::Day;
    m_fixture->set.alerts.setLimits(limits);
    services::ForecastQuery query;
    query.horizon = 168h;
    query.zone = QTimeZone::utc();
    answerOf(m_fixture->set.forecasts.forecast(query));
    const auto found = [this](services::AlertKind kind) {
        const std::vector<services::Alert> active = m_fixture->set.alerts.active();
        const auto alert = std::ranges::find_if(
            active, [kind](const services::Alert& each) { return each.key.kind == kind; });
        return alert == active.end() ? std::optional<services::Alert>() : *alert;
    };
    const auto overdue = found(services::AlertKind::Overdue);
    QVERIFY(overdue);
    QCOMPARE(overdue->documents, m_expected.overdue);
    QVERIFY(overdue->age == *m_expected.oldestOverdue);
    const auto wave = found(services::AlertKind::Wave);
    QCOMPARE(wave.has_value(), m_expected.withinDay > 1);
    if (wave) {
        QCOMPARE(wave->documents, m_expected.withinDay);
    }
}

SANDGLASS_TEST(TestEveryFloor)
} // namespace tst_integration_every_floor

#include "tst_integration_every_floor.moc"
