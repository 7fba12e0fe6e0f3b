// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/expiry_pause_presenter.h"
#include "app/presenters/members/member_words.h"
#include "app/presenters/members/members_presenter.h"
#include "app/services/members/member_service.h"
#include "app/services/members/shard_overdue_count.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/member_data.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace tst_presenters_members {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::hasInOrder;
using tests::ServiceFixture;
using ttl::MemberState;

namespace {

const std::string kFirst = "a.example:27017";
const std::string kSecond = "b.example:27017";

/// A set of three with the presenter on it.
struct SetOfThree : ServiceFixture
{
    SetOfThree() { tests::putReplicaSet(*this); }

    bool read(MembersPresenter& presenter)
    {
        presenter.refresh();
        return QTest::qWaitFor(
            [&] { return !presenter.state().reading && presenter.members().rowCount() > 0; });
    }
    bool connectProduction()
    {
        services::LinkLabel label;
        label.tag = u"production"_s;
        set.connections.connectTo(u"mongodb://fake.example/"_s, u"Orders"_s, false, label);
        return QTest::qWaitFor([this] { return set.connections.isConnected(); });
    }
};

} // namespace

class TestMembersPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAConnectionItSaysSo()
    {
        SetOfThree fixture;
        MembersPresenter presenter(fixture.set);
        QVERIFY(!presenter.state().connected);
        QVERIFY(!presenter.state().title.isEmpty());
        QCOMPARE(presenter.members().rowCount(), 0);
    }

    void aServerThatCannotSwitchItsMonitorSaysWhy()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        QVERIFY(presenter.state().cannotPauseReason.isEmpty());
        fixture.server->setObserved(
            ttl::Capability::MonitorSwitch,
            {ttl::Can::No, ttl::KnownFrom::Use, "setParameter ttlMonitorEnabled: 59 x"});
        fixture.set.monitor.poll();
        QTRY_VERIFY(presenter.state().cannotPauseReason.contains(u"setParameter"_s));
        QVERIFY(!presenter.members().row(0).canPause);
        fixture.set.connections.unlock();
        presenter.pause(kFirst, {});
        QCOMPARE(fixture.server->calls("setMonitor"), 0);
        // the user knows better
        fixture.set.capabilities.choose(ttl::Capability::MonitorSwitch, true);
        QVERIFY(presenter.state().cannotPauseReason.isEmpty());
        QVERIFY(presenter.members().row(0).canPause);
    }

    void eachMemberHasItsStateInWords()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        const QAbstractItemModelTester tester(&presenter.members());
        QVERIFY(fixture.read(presenter));
        QVERIFY(hasInOrder(presenter.state().title, {u"rs0"_s, u"3"_s}));
        const MemberRow& first = presenter.members().row(0);
        QCOMPARE(first.state, u"primary"_s);
        QCOMPARE(first.deletes, u"yes"_s);
        QCOMPARE(first.monitor, u"on"_s);
        QVERIFY(first.canPause);
        QCOMPARE(first.deletedNumber, std::optional(1'284'310.0));
        QVERIFY(first.clock.contains(u"+0"_s));
        const MemberRow& second = presenter.members().row(1);
        QCOMPARE(second.state, u"secondary"_s);
        QCOMPARE(second.deletes, u"no"_s);
        QVERIFY(second.lag.contains(u"42"_s));
        QVERIFY(!presenter.state().sharded);
    }

    void aClockThatIsNotToldIsNotRight()
    {
        ttl::MemberStatus status = tests::memberStatus(MemberState::Primary);
        services::MemberReading reading;
        reading.status = Result<ttl::MemberStatus>(status);
        QVERIFY(memberRow(reading, nullptr).clock.contains(u"+0"_s));
        status.clockOffset.reset();
        reading.status = Result<ttl::MemberStatus>(status);
        QCOMPARE(memberRow(reading, nullptr).clock, u"–"_s);
    }

    void aMemberThatCannotBeReachedSaysWhy()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        const MemberRow& third = presenter.members().row(2);
        QCOMPARE(third.state, u"down"_s);
        QCOMPARE(third.monitor, u"not reachable"_s);
        QVERIFY(!third.problem.isEmpty());
        QVERIFY(!third.canPause);
        QCOMPARE(third.passes, u"–"_s);
        QVERIFY(!presenter.state().failure); // one member is not the deployment
    }

    void whatIsRefusedIsNotWhatIsUnknown()
    {
        SetOfThree fixture;
        ttl::MemberStatus refused = tests::memberStatus(MemberState::Primary);
        refused.metrics = {};
        refused.metrics.countersRefused = base::serverError(
            13, "Unauthorized", "not authorized on admin to execute command { serverStatus: 1 }");
        refused.metrics.parametersRefused = refused.metrics.countersRefused;
        ttl::MemberStatus silent = tests::memberStatus(MemberState::Secondary);
        silent.metrics = {};
        fixture.server->deployment.answer(kFirst, refused);
        fixture.server->deployment.answer(kSecond, silent);
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        const MemberRow& first = presenter.members().row(0);
        QCOMPARE(first.monitor, u"not permitted"_s);
        QCOMPARE(first.passes, u"not permitted"_s);
        QVERIFY(!first.problem.isEmpty());
        QVERIFY(first.deletes != u"yes"_s);
        QVERIFY(first.deletes != u"no"_s);
        QCOMPARE(presenter.members().row(1).passes, u"–"_s);
    }

    void aMemberThatHasNotAnsweredYetIsBeingAsked()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        fixture.server->hold("memberStatus");
        presenter.refresh();
        QTRY_COMPARE(presenter.members().rowCount(), 3);
        QVERIFY(presenter.state().reading);
        QVERIFY(presenter.members().row(0).monitor.contains(u"asked"_s));
        fixture.server->release("memberStatus");
        QTRY_VERIFY(!presenter.state().reading);
    }

    void aFailOverIsReported()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        QVERIFY(presenter.state().notes.isEmpty());
        ttl::MemberList list = fixture.server->deployment.list();
        std::swap(list.members[0].state, list.members[1].state);
        fixture.server->deployment.set(list);
        fixture.server->deployment.answer(kFirst, tests::memberStatus(MemberState::Secondary));
        fixture.server->deployment.answer(kSecond, tests::memberStatus(MemberState::Primary));
        QVERIFY(fixture.read(presenter));
        QVERIFY(hasInOrder(presenter.state().notes,
                           {QString::fromStdString(kFirst), QString::fromStdString(kSecond)}));
        QCOMPARE(presenter.members().row(1).deletes, u"yes"_s);
    }

    void theQuestionSaysWhatPausingMeans()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        const QString ofPrimary = presenter.pauseQuestion(kFirst);
        QVERIFY(hasInOrder(ofPrimary, {QString::fromStdString(kFirst), u"whole set"_s}));
        QVERIFY(!presenter.pauseQuestion(kSecond).contains(u"whole set"_s));
        QVERIFY(presenter.pauseQuestion("nobody").isEmpty());
    }

    void pausingAndResumingAreReported()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        presenter.pause(kFirst, presenter.nameToType());
        QTRY_VERIFY(presenter.members().row(0).paused);
        QTRY_VERIFY(presenter.state().message.contains(QString::fromStdString(kFirst)));
        QVERIFY(!presenter.members().row(0).canPause);
        QCOMPARE(presenter.members().row(0).deletes, u"no"_s);
        presenter.resume(kFirst);
        QTRY_VERIFY(!presenter.members().row(0).paused);
        QTRY_COMPARE(presenter.members().row(0).deletes, u"yes"_s);
        QVERIFY(presenter.members().row(0).canPause);
    }

    void whatWasDoneOnOneServerIsNotSaidOfAnother()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        presenter.pause(kFirst, presenter.nameToType());
        QTRY_VERIFY(!presenter.state().message.isEmpty());
        fixture.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
        QTRY_VERIFY(fixture.set.connections.isConnected());
        QTRY_VERIFY(presenter.state().message.isEmpty());
    }

    void aFailedPauseIsReported()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        fixture.server->fail("setMonitor", base::serverError(13, "Unauthorized", "no"));
        presenter.pause(kFirst, {});
        QTRY_VERIFY(presenter.state().failure);
        QVERIFY(presenter.state().message.isEmpty());
    }

    void productionAsksForItsName()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connectProduction());
        fixture.set.connections.unlock(u"Orders"_s);
        MembersPresenter presenter(fixture.set);
        QVERIFY(fixture.read(presenter));
        QCOMPARE(presenter.nameToType(), u"Orders"_s);
        presenter.pause(kFirst, u"orders"_s);
        QVERIFY(!fixture.set.members.isSwitching(kFirst));
        QVERIFY(fixture.set.members.pauses().empty());
        presenter.pause(kFirst, u"Orders"_s);
        QTRY_COMPARE(fixture.set.members.pauses().size(), std::size_t{1});
    }

    void shardsAreCountedOnRequest()
    {
        ServiceFixture fixture;
        tests::putShards(fixture);
        fixture.server->addIndex({"app", "sessions"}, "at", 60);
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        presenter.refresh();
        QTRY_COMPARE(presenter.members().rowCount(), 2);
        QTRY_VERIFY(!presenter.state().reading);
        QVERIFY(presenter.state().sharded);
        QCOMPARE(presenter.members().row(0).shard, u"shard01"_s);
        QCOMPARE(presenter.members().row(0).overdue, u"–"_s); // not counted is not none
        presenter.countOverdue();
        QTRY_COMPARE(presenter.members().row(0).overdue, u"5"_s);
        QCOMPARE(presenter.members().row(1).overdue, u"0"_s);
        QTRY_VERIFY(!presenter.state().counting);
        QVERIFY(presenter.state().overdueText.contains(u"1"_s));
        QCOMPARE(presenter.members().row(0).overdueRules, u"app.sessions by at: 5"_s);
        QVERIFY(presenter.members().row(1).overdueRules.isEmpty());
    }

    void ofManyRulesTheFirstOnesAreNamed()
    {
        const std::vector<services::RuleOverdue> rules(
            12, services::RuleOverdue{{"app", "sessions"}, "at", 1'000, true});
        const QStringList lines = overdueRulesWords(rules).split(u'\n');
        QCOMPARE(lines.size(), 11);
        QCOMPARE(lines.front(), u"app.sessions by at: ≥ 1,000"_s);
        QVERIFY(lines.back().contains(u"2"_s));
    }

    // what one rule does not say may be more, and 0 is then not known
    void withARefusedRuleTheCountIsTheLeast()
    {
        ServiceFixture fixture;
        tests::putShards(fixture);
        fixture.server->addIndex({"app", "sessions"}, "at", 60);
        fixture.server->addIndex({"app", "visits"}, "at", 60);
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        presenter.refresh();
        QTRY_COMPARE(presenter.members().rowCount(), 2);
        fixture.server->failOnce("overduePerShard", base::failure(Errc::Timeout, "too slow"));
        presenter.countOverdue();
        QTRY_VERIFY(!presenter.state().counting && fixture.set.shardOverdue.asOf());
        QCOMPARE(fixture.set.shardOverdue.failed(), 1);
        QCOMPARE(presenter.members().row(0).overdue, u"≥ 5"_s);
        QCOMPARE(presenter.members().row(1).overdue, u"–"_s);
    }

    void withAllRulesRefusedNothingIsCalledCounted()
    {
        ServiceFixture fixture;
        tests::putShards(fixture);
        fixture.server->addIndex({"app", "sessions"}, "at", 60);
        QVERIFY(fixture.connect());
        MembersPresenter presenter(fixture.set);
        fixture.server->fail("overduePerShard", base::serverError(13, "Unauthorized", "no"));
        presenter.countOverdue();
        QTRY_COMPARE(fixture.set.shardOverdue.failed(), 1);
        presenter.refresh();
        QTRY_VERIFY(presenter.state().sharded && !presenter.state().reading);
        QVERIFY2(!presenter.state().overdueText.contains(u"counted at"_s)
                     && presenter.state().overdueText.contains(u"could not be counted"_s),
                 qPrintable(presenter.state().overdueText));
    }

    void withAnUnreadRuleTheCountIsTheLeast()
    {
        ServiceFixture fixture;
        tests::putShards(fixture);
        fixture.server->addIndex({"app", "sessions"}, "at", 60);
        fixture.server->fail("collections", base::serverError(13, "Unauthorized", "no"));
        QVERIFY(fixture.connect());
        QVERIFY(fixture.set.catalog.catalog().isPartial());
        MembersPresenter presenter(fixture.set);
        presenter.refresh();
        QTRY_COMPARE(presenter.members().rowCount(), 2);
        QTRY_VERIFY(!presenter.state().reading);
        presenter.countOverdue();
        QTRY_VERIFY(!presenter.state().counting && fixture.set.shardOverdue.asOf());
        QCOMPARE(presenter.members().row(0).overdue, u"–"_s);
        const QString& said = presenter.state().overdueText;
        QVERIFY2(said.contains(u"could not be read"_s) && !said.contains(u"counted at"_s),
                 qPrintable(said));
    }

    void withoutAllRulesNothingIsCalledNotOverdue()
    {
        services::OverdueData data;
        QVERIFY(overdueDataWords(data).contains(u"No document"_s));
        data.unread = true;
        QVERIFY(!overdueDataWords(data).contains(u"No document"_s));
        QVERIFY(overdueDataWords(data).contains(u"could not be read"_s));
        data = {{}, 1, false};
        QVERIFY(!overdueDataWords(data).contains(u"No document"_s));
    }

    void throughATunnelTheOthersAreSaidNotToBeAsked()
    {
        services::MemberReading reading;
        reading.member = {kSecond, {}, MemberState::Primary};
        reading.status = Result<ttl::MemberStatus>(
            base::failure(Errc::Unsupported, "The connection leads to one member only."));
        const MemberRow row = memberRow(reading, nullptr, true);
        QCOMPARE(row.state, u"primary"_s); // as the set says
        QCOMPARE(row.monitor, u"not asked"_s);
        QCOMPARE(row.problem, tunnelWords());
        QVERIFY(!row.canPause);
        // without a tunnel it is an error like others
        QVERIFY(memberRow(reading, nullptr).problem != tunnelWords());
    }

    void theBannerStaysUntilExpiryIsResumed()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        ExpiryPausePresenter banner(fixture.set);
        QVERIFY(!banner.state().visible);
        QVERIFY(tests::waitFor(fixture.set.members.pauseExpiry(kFirst)));
        QVERIFY(banner.state().visible);
        QVERIFY(banner.state().sentence.contains(QString::fromStdString(kFirst)));
        QVERIFY(banner.state().canResume);
        fixture.set.connections.disconnectNow();
        QVERIFY(banner.state().visible);
        QVERIFY(!banner.state().canResume);
        QVERIFY(fixture.connect());
        QTRY_VERIFY(banner.state().canResume);
        banner.resume();
        QTRY_VERIFY(!banner.state().visible);
    }

    void theBannerSaysWhyResumingFailed()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        ExpiryPausePresenter banner(fixture.set);
        QVERIFY(tests::waitFor(fixture.set.members.pauseExpiry(kFirst)));
        fixture.server->fail("setMonitor", base::serverError(13, "Unauthorized", "no"));
        banner.resume();
        QTRY_VERIFY(!banner.state().problem.isEmpty());
        QVERIFY(banner.state().visible);
    }

    void theBannerOfTheLocalEngineSaysWhatIsOverdue()
    {
        tests::ServiceFixture fixture;
        ttl::MemberStatus status;
        status.metrics.monitorEnabled = true;
        fixture.server->deployment.answer({}, status);
        const protocol::Namespace old{"shop", "old"};
        fixture.server->addIndex(old, "seen", 60);
        fixture.server->addDocument(old, bson::makeDocument("_id", 1, "seen", bson::Date{1}));
        QVERIFY(fixture.connect());
        ExpiryPausePresenter banner(fixture.set);
        QVERIFY(tests::waitFor(fixture.set.members.pauseExpiry({})));
        QTRY_VERIFY2(banner.state().overdue.contains(QStringLiteral("shop.old by seen: 1")),
                     qPrintable(banner.state().overdue));
        QVERIFY(banner.state().canKeep);
        banner.keepPaused();
        QVERIFY(banner.state().visible); // a reminder without a question
        QVERIFY(banner.state().overdue.isEmpty());
        QVERIFY(!banner.state().canKeep);
        QVERIFY(banner.state().canResume);
    }

    void severalPausesAreShownByTheMembers()
    {
        SetOfThree fixture;
        QVERIFY(fixture.connect());
        ExpiryPausePresenter banner(fixture.set);
        QVERIFY(tests::waitFor(fixture.set.members.pauseExpiry(kFirst)));
        QVERIFY(tests::waitFor(fixture.set.members.pauseExpiry(kSecond)));
        QVERIFY(!banner.state().canResume);
        QVERIFY(banner.state().canShow);
        QVERIFY(hasInOrder(banner.state().sentence,
                           {QString::fromStdString(kFirst), QString::fromStdString(kSecond)}));
    }
};

SANDGLASS_TEST(TestMembersPresenter)
} // namespace tst_presenters_members

#include "tst_presenters_members.moc"
