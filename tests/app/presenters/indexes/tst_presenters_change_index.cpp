// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_change_index {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

/// Three tickets, two, three and four hours old, and an index on their date.
struct Tickets : ServiceFixture
{
    explicit Tickets(std::optional<std::int64_t> seconds)
    {
        server->addIndex(kTickets, "made", seconds);
        for (int hours = 2; hours < 5; ++hours) {
            server->addDocument(
                kTickets,
                bson::makeDocument("_id", std::int32_t{hours}, "made",
                                   bson::Date::from(clock.now() - std::chrono::hours(hours))));
        }
    }
};

bool reaches(const ChangeIndexPresenter& presenter, EditPhase phase)
{
    return QTest::qWaitFor([&] { return presenter.state().phase == phase; });
}

bool offers(const ChangeIndexPresenter& presenter, ChangeKind kind)
{
    return std::ranges::find(presenter.state().kinds, kind) != presenter.state().kinds.end();
}

} // namespace

class TestChangeIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOrdinaryIndexIsConverted();
    void aRefusedConversionLeadsToTheWayWithoutAGap();
    void beforeAndAfterLieOverTheSameBuckets();
    void theSameValueIsNoChange();
    void badSecondsAreNamed();
    void hidingWarnsThatDeletionGoesOn();
    void droppingNeedsTheName();
    void stoppingSetsTheLargestPeriod();
    void anOldServerCannotConvertAndTheDialogSaysHow();
    void aSecondaryConvertsNothingAndSaysWhy();
    void theIdIndexOffersNothing();
    void aChangeThatDidNothingFails();
    void aVanishedIndexIsSaidSo();
    void theWayWithoutAGapIsFilledIn();
    void anOwnRuleIsSwitchedOn();
    void anOwnRuleIsSwitchedOff();
    void anOwnRuleReachesBackTo1970AtMost();
    void aTimeSeriesShowsTheMostThatCanGo();
};

void TestChangeIndex::anOrdinaryIndexIsConverted()
{
    Tickets fixture(std::nullopt);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    QVERIFY(offers(change, ChangeKind::Convert));
    QVERIFY(!offers(change, ChangeKind::Seconds));
    change.edit({ChangeKind::Convert, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    QCOMPARE(change.state().effect.affected, std::int64_t{2});
    QVERIFY(!change.state().preview.before);
    QVERIFY(change.state().commandText.contains(u"collMod"_s));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QCOMPARE(
        change.state().result.sentence,
        u"made_1 of app.tickets: Converted, read back and verified; now expires after 2 h 30 min."_s);
    QCOMPARE(change.state().result.deletions, u"2 document(s) will go with the next pass"_s);
    QTRY_COMPARE(fixture.set.catalog.catalog().find(kMade)->expireAfterSeconds.value_or(0),
                 std::int64_t{9'000});
}

void TestChangeIndex::beforeAndAfterLieOverTheSameBuckets()
{
    Tickets fixture(864'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    const PreviewState& preview = change.state().preview;
    QCOMPARE(preview.before->overdue, std::int64_t{0});
    QCOMPARE(preview.after->overdue, std::int64_t{2});
    QCOMPARE(preview.before->counts.size(), preview.edges.size() - 1);
    QCOMPARE(preview.after->counts.size(), preview.edges.size() - 1);
    QCOMPARE(change.state().confirm.ceremony, Ceremony::Confirm);
}

void TestChangeIndex::theSameValueIsNoChange()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    QCOMPARE(change.state().draft.seconds, std::optional<std::int64_t>(9'000));
    QVERIFY(!change.state().confirm.enabled);
    QVERIFY(!change.state().confirm.reason.isEmpty());
    // today's timeline is counted; the value, which changes nothing, is not
    QTRY_COMPARE(fixture.server->calls("impact"), 1);
    change.edit(change.state().draft);
    QTRY_VERIFY(change.state().preview.before.has_value());
    QCOMPARE(fixture.server->calls("impact"), 1);
}

void TestChangeIndex::badSecondsAreNamed()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    using Typed = std::optional<std::int64_t>;
    for (const Typed seconds : {Typed(), Typed(-5), Typed(2'147'483'648), Typed(0)}) {
        change.edit({ChangeKind::Seconds, false, seconds});
        QCOMPARE(change.state().phase, EditPhase::Editing);
        QVERIFY(!change.state().verdicts.empty());
        QVERIFY(!change.state().confirm.enabled);
    }
    change.edit({ChangeKind::Seconds, true, {}});
    QVERIFY(change.state().verdicts.empty());
    QVERIFY(reaches(change, EditPhase::Ready));
}

void TestChangeIndex::hidingWarnsThatDeletionGoesOn()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Hide, false, {}});
    QCOMPARE(change.state().phase, EditPhase::Ready);
    QVERIFY(!change.state().warning.isEmpty());
    QCOMPARE(change.state().confirm.ceremony, Ceremony::None);
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kMade)->hidden);
}

void TestChangeIndex::droppingNeedsTheName()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Drop, false, {}});
    QVERIFY(!change.state().effect.sentence.isEmpty()); // a drop deletes no document, and says so
    QCOMPARE(change.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!change.state().confirm.enabled);
    change.setTypedName(u"tickets"_s);
    QVERIFY(change.state().confirm.enabled);
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QTRY_VERIFY(!fixture.set.catalog.catalog().find(kMade));
}

void TestChangeIndex::stoppingSetsTheLargestPeriod()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::StopExpiring, false, {}});
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QTRY_COMPARE(fixture.set.catalog.catalog().find(kMade)->expireAfterSeconds.value_or(0),
                 std::int64_t{2'147'483'647});
}

void TestChangeIndex::anOldServerCannotConvertAndTheDialogSaysHow()
{
    Tickets fixture(std::nullopt);
    ttl::ServerInfo old;
    old.version = "4.4.0";
    old.versionNumbers = {4, 4, 0, 0};
    fixture.server->setInfo(old);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QTRY_VERIFY(change.state().phase != EditPhase::Loading);
    QVERIFY(!offers(change, ChangeKind::Convert));
    QVERIFY(!change.state().alternative.isEmpty());
}

void TestChangeIndex::aSecondaryConvertsNothingAndSaysWhy()
{
    Tickets fixture(std::nullopt);
    fixture.makeSecondary();
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    QVERIFY(change.state().kinds.empty());
    QVERIFY(!change.state().impossible.empty());
    QCOMPARE(change.state().impossible.front().kind, ChangeKind::Convert);
    QVERIFY(!change.state().impossible.front().reason.isEmpty());
    QVERIFY(!change.state().alternativeDraft);
    // it points to no other way: there is none
    QCOMPARE(change.state().confirm.reason, whyNoChanges(fixture.set.connections));
    change.edit({ChangeKind::Convert, false, 9'000});
    change.apply();
    QCOMPARE(fixture.server->calls("changeIndex"), 0);
}

void TestChangeIndex::theIdIndexOffersNothing()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, {kTickets, "_id_"}, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    QVERIFY(change.state().kinds.empty());
    QVERIFY(!change.state().confirm.enabled);
}

void TestChangeIndex::aChangeThatDidNothingFails()
{
    Tickets fixture(9'000);
    fixture.server->ignoreChanges(true);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Seconds, false, 864'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Failed));
    QVERIFY(!change.state().failure->sentence.isEmpty());
}

void TestChangeIndex::aVanishedIndexIsSaidSo()
{
    Tickets fixture(9'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, {kTickets, "gone_1"}, 0ms);
    QVERIFY(reaches(change, EditPhase::Failed));
    QVERIFY(change.state().failure);
}

void TestChangeIndex::aRefusedConversionLeadsToTheWayWithoutAGap()
{
    Tickets fixture(std::nullopt);
    ttl::ServerInfo ferret;
    ferret.product = ttl::Product::FerretDb;
    fixture.server->setInfo(ferret);
    fixture.server->refuse(tests::Refused::Conversion);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing) || change.state().phase == EditPhase::Ready);
    QVERIFY(offers(change, ChangeKind::Convert)); // not known, so it is tried
    QVERIFY(change.state().alternative.isEmpty());
    change.edit({ChangeKind::Convert, false, 864'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Failed));
    QVERIFY(!offers(change, ChangeKind::Convert));
    QVERIFY(change.state().impossible.front().reason.contains(u"72 InvalidOptions"_s));
    QVERIFY(change.state().alternativeDraft && change.state().alternativeDraft->descending);
    QVERIFY(!change.state().confirm.enabled);
}

void TestChangeIndex::theWayWithoutAGapIsFilledIn()
{
    Tickets fixture(std::nullopt);
    ttl::ServerInfo old;
    old.versionNumbers = {4, 4, 0, 0};
    fixture.server->setInfo(old);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kMade, 0ms);
    QTRY_VERIFY(change.state().phase != EditPhase::Loading);
    QCOMPARE(change.state().impossible.size(), std::size_t{1});
    QCOMPARE(change.state().impossible.front().kind, ChangeKind::Convert);
    QVERIFY(!change.state().impossible.front().reason.isEmpty());
    const auto& draft = change.state().alternativeDraft;
    QVERIFY(draft.has_value());
    QCOMPARE(draft->field, std::string("made"));
    QVERIFY(draft->descending); // beside {made: 1}
    QCOMPARE(draft->seconds, std::optional(ttl::kFirstProposalSeconds));
}

namespace {

const protocol::Namespace kSeen{"app", "seen"};
const ttl::IndexRef kOwn{kSeen, {}};

/// A clustered collection with documents of two, three and four hours ago.
struct Seen : ServiceFixture
{
    explicit Seen(std::optional<std::int64_t> seconds)
    {
        server->collection(kSeen).spec.kind = ttl::CollectionKind::Clustered;
        server->collection(kSeen).spec.expireAfterSeconds = seconds;
        for (int hours = 2; hours < 5; ++hours) {
            server->addDocument(
                kSeen,
                bson::makeDocument("_id",
                                   bson::Date::from(clock.now() - std::chrono::hours(hours))));
        }
    }
};

} // namespace

void TestChangeIndex::anOwnRuleIsSwitchedOn()
{
    Seen fixture(std::nullopt);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kOwn, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    QVERIFY(change.state().kinds == std::vector{ChangeKind::Convert});
    QCOMPARE(change.state().currentWords, u"switched off"_s);
    change.edit({ChangeKind::Convert, false, 9'000});
    QVERIFY(reaches(change, EditPhase::Ready));
    QCOMPARE(change.state().effect.affected, std::int64_t{2});
    QCOMPARE(change.state().confirm.buttonText, u"Switch on and delete 2 document(s)"_s);
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QCOMPARE(fixture.server->collection(kSeen).spec.expireAfterSeconds,
             std::optional<std::int64_t>(9'000));
}

void TestChangeIndex::anOwnRuleIsSwitchedOff()
{
    Seen fixture(90'000);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kOwn, 0ms);
    QVERIFY(QTest::qWaitFor([&] { return !change.state().kinds.empty(); }));
    QVERIFY(offers(change, ChangeKind::Seconds));
    QVERIFY(!offers(change, ChangeKind::Drop));
    change.edit({ChangeKind::StopExpiring, false, {}});
    QVERIFY(reaches(change, EditPhase::Ready));
    QVERIFY(change.state().commandText.contains(u"expireAfterSeconds: \"off\""_s));
    QVERIFY(change.state().warning.contains(u"switched off"_s));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QVERIFY(!fixture.server->collection(kSeen).spec.expireAfterSeconds);
    QVERIFY(change.state().result.sentence.contains(u"switched off"_s));
}

void TestChangeIndex::anOwnRuleReachesBackTo1970AtMost()
{
    Seen fixture(60);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kOwn, 0ms);
    QVERIFY(QTest::qWaitFor([&] { return !change.state().kinds.empty(); }));
    const auto since1970 = std::chrono::duration_cast<std::chrono::seconds>(
        fixture.set.connections.serverNow().time_since_epoch());
    change.edit({ChangeKind::Seconds, false, since1970.count() + 1'000});
    QCOMPARE(change.state().verdicts.size(), std::size_t{1});
    QVERIFY(!change.state().confirm.enabled);
}

void TestChangeIndex::aTimeSeriesShowsTheMostThatCanGo()
{
    ServiceFixture fixture;
    tests::FakeTtlServer::Collection& weather = fixture.server->collection(kSeen);
    weather.spec.kind = ttl::CollectionKind::TimeSeries;
    weather.spec.expireAfterSeconds = 90'000;
    weather.spec.options = bson::makeDocument(
        "timeseries", bson::makeDocument("timeField", "at", "bucketMaxSpanSeconds", 3'600));
    fixture.server->addDocument(
        kSeen, bson::makeDocument("_id", 1, "at", bson::Date::from(fixture.clock.now() - 2h)));
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, kOwn, 0ms);
    QVERIFY(QTest::qWaitFor([&] { return !change.state().kinds.empty(); }));
    change.edit({ChangeKind::Seconds, false, 5'400});
    QVERIFY(reaches(change, EditPhase::Ready));
    QCOMPARE(change.state().effect.affected, std::int64_t{1});
    QVERIFY(change.state().effect.sentence.contains(u"at most 1"_s));
    // by the latest moment nothing is overdue yet
    QCOMPARE(change.state().preview.after->overdue, std::int64_t{0});
}

SANDGLASS_TEST(TestChangeIndex)
} // namespace tst_presenters_change_index

#include "tst_presenters_change_index.moc"
