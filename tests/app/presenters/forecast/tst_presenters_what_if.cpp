// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "tests/support/event_order.h"
#include "tests/support/index_commands.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace tst_presenters_what_if {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
// long enough that no test sees a refresh that it did not ask for
const RefreshPacing kSlow{1h, 2h};
constexpr std::int64_t kDay = 86'400;

} // namespace

class TestWhatIfPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void closedItAsksNothing();
    void openedItAsksOnceForTheDatesOfTheOnlyRule();
    void movingThePeriodSendsNothing();
    void aSnapCountsWhatTheRuleWouldCount();
    void todaysPeriodShowsTodaysState();
    void otherRulesStayAsTheyAre();
    void severalRulesAreToBeChosenFrom();
    void aRefreshBringsNewDates();
    void thePeriodStaysWithinItsBounds();
    void aFailureIsReportedAndTheNextRefreshTriesAgain();
    void aChangedRuleEndsIt();
    void closingBringsTheForecastBack();
    void aRuleAtTheStoredDateStartsAtZero();

private:
    void add(int id, base::Millis age);
    void show();
    bool ready() const { return m_whatIf->state().phase == WhatIfPhase::Ready; }
    bool open();
    const WhatIfState& state() const { return m_whatIf->state(); }
    std::int64_t documents(const ForecastState& picture) const;

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<ForecastPresenter> m_forecast;
    std::unique_ptr<WhatIfPresenter> m_whatIf;
};

// Ten documents, one more day old each, of a rule of 30 days: none is overdue, and one that has no
// date.
void TestWhatIfPresenter::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->server->addIndex(kSessions, "seen", 30 * kDay);
    for (int i = 0; i < 10; ++i) {
        add(i, 24h * i + 1h);
    }
    m_fixture->server->addDocument(kSessions, bson::makeDocument("_id", 100));
}

void TestWhatIfPresenter::cleanup()
{
    m_whatIf.reset();
    m_forecast.reset();
    m_fixture.reset();
}

void TestWhatIfPresenter::add(int id, base::Millis age)
{
    m_fixture->server->addDocument(
        kSessions,
        bson::makeDocument("_id", id, "seen", bson::Date::from(m_fixture->clock.now() - age)));
}

void TestWhatIfPresenter::show()
{
    m_forecast = std::make_unique<ForecastPresenter>(m_fixture->set, kSessions, kSlow);
    m_whatIf = std::make_unique<WhatIfPresenter>(m_fixture->set, *m_forecast);
    m_forecast->setHorizon(Horizon::Days30);
    m_forecast->setVisible(true);
    QVERIFY(m_fixture->connect());
    QTRY_COMPARE(m_forecast->state().phase, Phase::Ready);
}

bool TestWhatIfPresenter::open()
{
    m_whatIf->open();
    return QTest::qWaitFor([this] { return ready(); });
}

std::int64_t TestWhatIfPresenter::documents(const ForecastState& picture) const
{
    std::int64_t sum = picture.overdue + picture.later + picture.never.total();
    for (const std::int64_t count : picture.totals) {
        sum += count;
    }
    return sum;
}

void TestWhatIfPresenter::closedItAsksNothing()
{
    show();
    QCOMPARE(m_fixture->server->calls("histogram"), 1);
    QCOMPARE(state().phase, WhatIfPhase::Closed);
    QCOMPARE(state().rules.size(), std::size_t{1});
    m_forecast->refresh();
    QTRY_COMPARE(m_forecast->state().answerNumber, std::uint64_t{2});
    QCOMPARE(m_fixture->server->calls("histogram"), 2);
}

void TestWhatIfPresenter::openedItAsksOnceForTheDatesOfTheOnlyRule()
{
    show();
    QVERIFY(open());
    QCOMPARE(m_fixture->server->calls("histogram"), 2);
    const ttl::HistogramRequest asked = m_fixture->server->lastHistogram();
    QCOMPARE(asked.expireAfterSeconds, std::int64_t{0});
    QVERIFY(asked.edges.size() <= 501);
    QVERIFY(asked.edges.front() < m_fixture->clock.now() - 24h * 9);
    QCOMPARE(asked.indexHint, std::string("seen_1"));
    QCOMPARE(state().seconds, 30 * kDay);
    QVERIFY(!state().canApply);
}

void TestWhatIfPresenter::movingThePeriodSendsNothing()
{
    show();
    QVERIFY(open());
    const int before = m_fixture->server->allCalls();
    const QSignalSpy changed(m_whatIf.get(), &WhatIfPresenter::stateChanged);
    for (std::int64_t seconds = kDay / 2; seconds < 400 * kDay; seconds += 12'345) {
        m_whatIf->setSeconds(seconds);
    }
    QVERIFY(changed.count() > 2'000);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(m_fixture->server->allCalls(), before);
}

void TestWhatIfPresenter::aSnapCountsWhatTheRuleWouldCount()
{
    show();
    QVERIFY(open());
    m_whatIf->setSeconds(7 * kDay);
    // one hour and 7, 8 and 9 days old
    QCOMPARE(state().picture.overdue, std::int64_t{3});
    QCOMPARE(state().picture.never.noField, std::int64_t{1});
    QCOMPARE(documents(state().picture), std::int64_t{11});
    QVERIFY2(state().overdueText.contains(u": 3 ("_s), qPrintable(state().overdueText));
    QVERIFY(state().canApply);
    QCOMPARE(state().words, u"after 7 d"_s);
    QVERIFY(state().secondsText.endsWith(u" s"_s));
    QVERIFY(state().picture.summary.contains(u"after 7 d"_s));
    m_whatIf->setSeconds(kDay);
    QCOMPARE(state().picture.overdue, std::int64_t{9});
    m_whatIf->setSeconds(365 * kDay);
    QCOMPARE(state().picture.overdue, std::int64_t{0});
    QCOMPARE(state().picture.later, std::int64_t{10});
}

void TestWhatIfPresenter::todaysPeriodShowsTodaysState()
{
    show();
    QVERIFY(open());
    m_whatIf->setSeconds(kDay);
    m_whatIf->setSeconds(30 * kDay);
    QVERIFY(state().picture.totals == m_forecast->state().totals);
    QVERIFY(state().before.totals == m_forecast->state().totals);
    QVERIFY(state().note.isEmpty());
    QVERIFY(!state().canApply);
}

void TestWhatIfPresenter::otherRulesStayAsTheyAre()
{
    m_fixture->server->addIndex(kSessions, "made", kDay);
    m_fixture->server->addDocument(
        kSessions,
        bson::makeDocument("_id", 200, "made", bson::Date::from(m_fixture->clock.now() - 48h)));
    show();
    m_whatIf->open();
    m_whatIf->choose(state().rules.front().index.name == "seen_1" ? 0 : 1);
    QTRY_VERIFY(ready());
    m_whatIf->setSeconds(7 * kDay);
    QCOMPARE(state().picture.overdue, std::int64_t{4});
    QCOMPARE(state().before.overdue, std::int64_t{1});
}

void TestWhatIfPresenter::severalRulesAreToBeChosenFrom()
{
    m_fixture->server->addIndex(kSessions, "made", kDay);
    show();
    m_whatIf->open();
    QCOMPARE(state().phase, WhatIfPhase::Choosing);
    QCOMPARE(state().rules.size(), std::size_t{2});
    QVERIFY(!m_whatIf->isShown());
    QCOMPARE(m_fixture->server->calls("histogram"), 2);
    m_whatIf->choose(1);
    QTRY_VERIFY(ready());
    QCOMPARE(m_fixture->server->calls("histogram"), 3);
}

void TestWhatIfPresenter::aRefreshBringsNewDates()
{
    show();
    QVERIFY(open());
    m_whatIf->setSeconds(7 * kDay);
    add(50, 24h * 20);
    m_forecast->refresh();
    QTRY_COMPARE(state().picture.overdue, std::int64_t{4});
    QCOMPARE(state().seconds, 7 * kDay);
    QCOMPARE(m_fixture->server->calls("histogram"), 4);
}

void TestWhatIfPresenter::thePeriodStaysWithinItsBounds()
{
    show();
    QVERIFY(open());
    m_whatIf->setSeconds(-5);
    QCOMPARE(state().seconds, std::int64_t{1});
    m_whatIf->setSeconds(std::numeric_limits<std::int64_t>::max());
    QCOMPARE(state().seconds, state().most);
}

void TestWhatIfPresenter::aFailureIsReportedAndTheNextRefreshTriesAgain()
{
    show();
    m_fixture->server->fail("histogram", base::failure(Errc::Timeout, "slow"));
    m_whatIf->open();
    QTRY_COMPARE(state().phase, WhatIfPhase::Failed);
    QVERIFY(state().failure);
    m_fixture->server->fail("histogram", {});
    m_forecast->refresh();
    QTRY_VERIFY(ready());
    QVERIFY(!state().failure);
}

void TestWhatIfPresenter::aChangedRuleEndsIt()
{
    show();
    QVERIFY(open());
    m_whatIf->setSeconds(7 * kDay);
    ttl::IndexChange change;
    change.index = {kSessions, "seen_1"};
    change.expireAfterSeconds = 7 * kDay;
    QVERIFY(tests::changeIndex(*m_fixture->server, change));
    m_fixture->set.catalog.refresh(kSessions);
    QTRY_COMPARE(state().phase, WhatIfPhase::Closed);
    QCOMPARE(state().rules.size(), std::size_t{1});
}

void TestWhatIfPresenter::closingBringsTheForecastBack()
{
    show();
    QVERIFY(open());
    m_whatIf->setSeconds(7 * kDay);
    m_whatIf->close();
    QVERIFY(!m_whatIf->isShown());
    m_forecast->refresh();
    QTRY_COMPARE(m_forecast->state().answerNumber, std::uint64_t{2});
    QCOMPARE(m_fixture->server->calls("histogram"), 3);
}

void TestWhatIfPresenter::aRuleAtTheStoredDateStartsAtZero()
{
    m_fixture->server->collection(kSessions).indexes.back().expireAfterSeconds = 0;
    show();
    QVERIFY(open());
    QCOMPARE(state().seconds, std::int64_t{0});
    QCOMPARE(state().least, std::int64_t{0});
    QCOMPARE(state().picture.overdue, std::int64_t{10});
    m_whatIf->setSeconds(7 * kDay);
    QCOMPARE(state().picture.overdue, std::int64_t{3});
}

SANDGLASS_TEST(TestWhatIfPresenter)
} // namespace tst_presenters_what_if

#include "tst_presenters_what_if.moc"
