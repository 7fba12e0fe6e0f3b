// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/words/failure_text.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/service_fixture.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QLocale>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_rehearsal {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::RehearsalPresenter;
using tests::ServiceFixture;

namespace {

const ttl::IndexRef kSeen{{"shop", "sessions"}, "seen_1"};

services::RehearsalPlan planOf(const ServiceFixture& original, int rate = services::kMinuteASecond)
{
    services::RehearsalPlan plan;
    plan.folder = original.folder.filePath(u"copy"_s);
    plan.copyOf = original.clock.now() - 24h;
    plan.rate = rate;
    return plan;
}

/// The services of a rehearsal's window. Its engine is the fake server of `original`.
struct Copy
{
    Copy(ServiceFixture& original, const services::RehearsalPlan& plan)
        : services(optionsOf(original, plan), original.clock)
    {
        set.settings.setZoneId("UTC");
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
    }
    bool connect()
    {
        set.connections.connectTo(u"mongodb://copy.example/"_s, u"local"_s, true);
        return QTest::qWaitFor([this] { return set.connections.isConnected(); });
    }

    services::Services services;
    services::ServiceSet& set = services.set();

private:
    static services::ServicesOptions optionsOf(const ServiceFixture& original,
                                               const services::RehearsalPlan& plan)
    {
        services::ServicesOptions options{plan.folder, original.factory, {}};
        options.rehearsal = plan;
        return options;
    }
};

} // namespace

class TestRehearsalPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void theWindowOfTheRealDataHasNoBanner();
    void theSentenceNamesTheMomentAndTheRate();
    void theClockIsUnknownUntilTheCopyIsOpen();
    void theClockRunsAtTheRateOfTheCopy();
    void anotherZoneIsShownAtTheNextTick();
    void aRefusedChangeIsShownInWords();
    void hostileServerWordsStayText();
};

void TestRehearsalPresenter::theWindowOfTheRealDataHasNoBanner()
{
    ServiceFixture fixture;
    const RehearsalPresenter presenter(fixture.set);
    QVERIFY(fixture.connect());
    QVERIFY(!presenter.state().active);
    QVERIFY(presenter.state().sentence.isEmpty());
    QVERIFY(presenter.state().clockText.isEmpty());
}

void TestRehearsalPresenter::theSentenceNamesTheMomentAndTheRate()
{
    ServiceFixture fixture;
    Copy copy(fixture, planOf(fixture, services::kHourASecond));
    const RehearsalPresenter presenter(copy.set);
    QVERIFY(presenter.state().active);
    QVERIFY2(tests::hasInOrder(presenter.state().sentence,
                               {tests::shownMoment(u"2029-12-31 00:00:00"_s), u"3,600"_s}),
             qPrintable(presenter.state().sentence));
}

void TestRehearsalPresenter::theClockIsUnknownUntilTheCopyIsOpen()
{
    ServiceFixture fixture;
    Copy copy(fixture, planOf(fixture));
    const RehearsalPresenter presenter(copy.set);
    QVERIFY(presenter.state().clockText.isEmpty());
    QVERIFY(copy.connect());
    QVERIFY(presenter.state().clockText.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)));
    copy.set.connections.disconnectNow();
    QVERIFY(presenter.state().clockText.isEmpty());
    QVERIFY(presenter.state().active);
}

void TestRehearsalPresenter::theClockRunsAtTheRateOfTheCopy()
{
    ServiceFixture fixture;
    ttl::ServerInfo info;
    info.clockRate = services::kMinuteASecond;
    info.clockReadAt = fixture.clock.now();
    fixture.server->setInfo(info);
    Copy copy(fixture, planOf(fixture));
    const RehearsalPresenter presenter(copy.set);
    QVERIFY(copy.connect());
    fixture.clock.advance(10s);
    QTRY_VERIFY(presenter.state().clockText.contains(tests::shownMoment(u"2030-01-01 00:10:00"_s)));
}

void TestRehearsalPresenter::anotherZoneIsShownAtTheNextTick()
{
    ServiceFixture fixture;
    Copy copy(fixture, planOf(fixture));
    const RehearsalPresenter presenter(copy.set);
    QVERIFY(copy.connect());
    copy.set.settings.setZoneId("Asia/Kathmandu");
    QTRY_VERIFY(presenter.state().clockText.contains(tests::shownMoment(u"2030-01-01 05:45:00"_s)));
    QVERIFY(presenter.state().sentence.contains(tests::shownMoment(u"2029-12-31 05:45:00"_s)));
}

void TestRehearsalPresenter::aRefusedChangeIsShownInWords()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSeen.ns, "seen", 3'600);
    fixture.server->fail("changeIndex", base::serverError(72, "InvalidOptions", "not this way"));
    services::RehearsalPlan plan = planOf(fixture);
    plan.change = services::ProposedIndexChange{
        {kSeen, 60, {}}, fixture.server->collection(kSeen.ns).indexes.back()};
    Copy copy(fixture, plan);
    const RehearsalPresenter presenter(copy.set);
    QVERIFY(presenter.state().problem.isEmpty());
    QSignalSpy changed(&presenter, &RehearsalPresenter::stateChanged);
    QVERIFY(copy.connect());
    QTRY_VERIFY(!presenter.state().problem.isEmpty());
    QVERIFY2(!presenter.state().problem.contains(u"not this way"_s),
             qPrintable(presenter.state().problem));
    QVERIFY(presenter.state().problem.contains(
        presenters::describe(base::serverError(72, "InvalidOptions", "")).sentence));
    QVERIFY(changed.count() > 0);
}

void TestRehearsalPresenter::hostileServerWordsStayText()
{
    ServiceFixture fixture;
    const QString words = u"%1 %2 \"<b>\"\n\u202E过期 %Ln"_s;
    fixture.server->addIndex(kSeen.ns, "seen", 3'600);
    fixture.server->fail("changeIndex", base::serverError(99'999, "NoCode", words.toStdString()));
    services::RehearsalPlan plan = planOf(fixture);
    plan.change = services::ProposedIndexChange{
        {kSeen, 60, {}}, fixture.server->collection(kSeen.ns).indexes.back()};
    Copy copy(fixture, plan);
    const RehearsalPresenter presenter(copy.set);
    QVERIFY(copy.connect());
    QTRY_VERIFY(presenter.state().problem.contains(words.simplified()));
}

SANDGLASS_TEST(TestRehearsalPresenter)
} // namespace tst_presenters_rehearsal

#include "tst_presenters_rehearsal.moc"
