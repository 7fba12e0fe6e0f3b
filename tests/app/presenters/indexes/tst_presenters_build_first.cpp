// SPDX-License-Identifier: GPL-3.0-or-later
// The two steps of creating an index: it is built without deleting what is due, and a second
// dialog counts again and sets the period.
#include "app/bson/builder.h"
#include "app/presenters/indexes/build_first.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/protocol/limits.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>
#include <QTimeZone>

#include <utility>

namespace tst_presenters_build_first {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
constexpr std::int64_t kHour = 3'600;

/// Tickets that are two, three and four hours and 80 years old, on a server of a version.
struct Tickets : ServiceFixture
{
    explicit Tickets(std::vector<int> version = {7, 0, 0},
                     ttl::Product product = ttl::Product::MongoDb)
    {
        ttl::ServerInfo info;
        info.product = product;
        info.versionNumbers = std::move(version);
        server->setInfo(info);
        server->collection(kTickets);
        std::int32_t id = 0;
        for (const std::chrono::hours age : {2h, 3h, 4h, 80 * 365 * 24h}) {
            server->addDocument(
                kTickets,
                bson::makeDocument("_id", ++id, "made", bson::Date::from(clock.now() - age)));
        }
    }
    /// The index that is made here.
    ttl::IndexSpec made() { return server->collection(kTickets).indexes.back(); }
};

ttl::TtlIndexDraft inTwoSteps(std::int64_t seconds)
{
    ttl::TtlIndexDraft draft;
    draft.field = "made";
    draft.seconds = seconds;
    draft.buildFirst = true;
    return draft;
}

template <typename Presenter>
bool reaches(const Presenter& presenter, EditPhase phase)
{
    return QTest::qWaitFor([&] { return presenter.state().phase == phase; });
}

} // namespace

class TestBuildFirst : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOrdinaryIndexIsBuiltAndDeletesNothing();
    void theSecondStepIsThatOfWhatWasSent();
    void tickingTheBoxDoesNotCountAgain();
    void theSecondStepCountsAgainAndConverts();
    void aRefusedConversionLeavesTheIndexAsItWasBuilt();
    void aConversionThatMayHaveBeenExecutedCountsAsSent_data();
    void aConversionThatMayHaveBeenExecutedCountsAsSent();
    void aRefusedFirstStepHasNoSecond();
    void whereNothingIsConvertedTheLongestPeriodIsCounted();
    void theLongestPeriodBecomesTheOneThatIsWanted();
    void theLongestPeriodItselfHasNoSecondStep();
    void whereItIsNotKnownTheNoteSaysSo();
    void theStoredDateIsForTheSecondStep();
    void onProductionTheNameIsTypedForBothSteps();
    void anUnknownCountDoesNotHinderWhatDeletesNothing();
    void whereItIsNotPossibleTheFormSaysWhy();
};

void TestBuildFirst::anOrdinaryIndexIsBuiltAndDeletesNothing()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(reaches(create, EditPhase::Ready));
    const CreateIndexState& state = create.state();
    QCOMPARE(state.effect.affected, std::int64_t{4}); // what the second step would delete
    QVERIFY2(state.buildFirstNote.contains(u"deletes nothing"_s), qPrintable(state.buildFirstNote));
    QCOMPARE(state.confirm.buttonText, u"Build index only"_s);
    QCOMPARE(state.confirm.ceremony, Ceremony::None);
    QVERIFY(state.confirm.enabled && !state.confirm.deletes);
    QVERIFY(!state.confirm.restore.offered && !state.confirm.restore.rehearsalOffered);
    QVERIFY(!state.commandText.contains(u"expireAfter"_s, Qt::CaseInsensitive));
    create.create();
    QVERIFY(reaches(create, EditPhase::Done));
    QVERIFY(!fixture.made().isTtl());
    QCOMPARE(state.result.sentence,
             u"Built, read back and verified: made_1 on app.tickets. It is an ordinary index and "
             "deletes nothing."_s);
    QVERIFY(state.result.deletions.isEmpty());
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QCOMPARE(entry.status, services::JournalStatus::Succeeded);
    QCOMPARE(entry.deletes, std::optional<std::int64_t>(0));
    QVERIFY(state.secondStep.has_value());
    QCOMPARE(state.secondStep->index.name, std::string("made_1"));
    QCOMPARE(state.secondStep->kind, ChangeKind::Convert);
    QCOMPARE(state.secondStep->seconds, kHour);
    QCOMPARE(state.secondStep->left.sentence,
             u"The second step was not made: made_1 on app.tickets stays as it was built. It is an "
             "ordinary index and deletes nothing. \"Convert to TTL\" makes the step later."_s);
    QVERIFY(!state.longestFirst);
}

// Another draft may be in the form until the answer comes.
void TestBuildFirst::theSecondStepIsThatOfWhatWasSent()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(reaches(create, EditPhase::Ready));
    create.create();
    QCOMPARE(create.state().phase, EditPhase::Sending);
    ttl::TtlIndexDraft other = inTwoSteps(2 * kHour);
    other.buildFirst = false;
    create.edit(other);
    QVERIFY(reaches(create, EditPhase::Done));
    QVERIFY(create.state().secondStep.has_value());
    QCOMPARE(create.state().secondStep->seconds, kHour);
    QVERIFY(create.state().result.sentence.startsWith(u"Built, "_s));
}

void TestBuildFirst::tickingTheBoxDoesNotCountAgain()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    ttl::TtlIndexDraft draft = inTwoSteps(kHour);
    draft.buildFirst = false;
    create.edit(draft);
    QVERIFY(reaches(create, EditPhase::Ready));
    QVERIFY(create.state().buildFirstNote.isEmpty());
    QVERIFY(create.state().confirm.buttonText.contains(u'4'));
    draft.buildFirst = true;
    create.edit(draft);
    QCOMPARE(create.state().phase, EditPhase::Ready);
    QCOMPARE(create.state().confirm.buttonText, u"Build index only"_s);
    QCOMPARE(fixture.server->calls("impact"), 1);
}

void TestBuildFirst::theSecondStepCountsAgainAndConverts()
{
    Tickets fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, {kTickets, "made_1"}, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Convert, false, kHour});
    QVERIFY(reaches(change, EditPhase::Ready));
    QCOMPARE(change.state().effect.affected, std::int64_t{4});
    QVERIFY(!change.state().sent);
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QVERIFY(change.state().sent);
    QCOMPARE(fixture.made().expireAfterSeconds, std::optional<std::int64_t>(kHour));
}

void TestBuildFirst::aRefusedConversionLeavesTheIndexAsItWasBuilt()
{
    Tickets fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, {kTickets, "made_1"}, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Convert, false, kHour});
    QVERIFY(reaches(change, EditPhase::Ready));
    fixture.server->fail("changeIndex", base::serverError(13, "Unauthorized", "not allowed"));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Failed));
    QVERIFY(!change.state().sent); // nothing was executed
    QCOMPARE(change.state().failure->details, u"not allowed"_s);
    QVERIFY(!fixture.made().isTtl());
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QCOMPARE(entry.status, services::JournalStatus::Failed);
    QCOMPARE(entry.error->serverCode, 13);
}

void TestBuildFirst::aConversionThatMayHaveBeenExecutedCountsAsSent_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("code");
    QTest::newRow("the server does not know") << u"changeIndex"_s << 202;
    QTest::newRow("executed, and not read back") << u"indexes"_s << 13;
}

void TestBuildFirst::aConversionThatMayHaveBeenExecutedCountsAsSent()
{
    QFETCH(QString, call);
    QFETCH(int, code);
    Tickets fixture;
    fixture.set.outcomes.setFirstPause(1ms);
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    ChangeIndexPresenter change(fixture.set, {kTickets, "made_1"}, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({ChangeKind::Convert, false, kHour});
    QVERIFY(reaches(change, EditPhase::Ready));
    fixture.server->fail(call.toStdString(), base::serverError(code, "SomeName", "no"));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Failed));
    QVERIFY(change.state().sent);
}

void TestBuildFirst::aRefusedFirstStepHasNoSecond()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(reaches(create, EditPhase::Ready));
    fixture.server->fail("createIndex", base::serverError(13, "Unauthorized", "not allowed"));
    create.create();
    QVERIFY(reaches(create, EditPhase::Failed));
    QCOMPARE(create.state().failure->details, u"not allowed"_s);
    QVERIFY(!create.state().secondStep);
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

// One document is older than 68 years, and goes by the longest period, too.
void TestBuildFirst::whereNothingIsConvertedTheLongestPeriodIsCounted()
{
    Tickets fixture({5, 0, 0});
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    ttl::TtlIndexDraft draft = inTwoSteps(kHour);
    draft.buildFirst = false;
    create.edit(draft);
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(create.state().effect.affected, std::int64_t{4});
    draft.buildFirst = true;
    create.edit(draft);
    QCOMPARE(create.state().phase, EditPhase::Counting); // it is another effect
    QVERIFY(reaches(create, EditPhase::Ready));
    const CreateIndexState& state = create.state();
    QCOMPARE(state.effect.affected, std::int64_t{1});
    QVERIFY2(state.buildFirstNote.startsWith(u"This server cannot convert "_s)
                 && state.buildFirstNote.contains(u"2,147,483,647"_s),
             qPrintable(state.buildFirstNote));
    QVERIFY(state.longestFirst); // what is purged first is what the effect counts
    QVERIFY2(state.confirm.buttonText.startsWith(u"Build index and delete 1 "_s),
             qPrintable(state.confirm.buttonText));
    QCOMPARE(state.confirm.ceremony, Ceremony::Confirm);
    QVERIFY(state.confirm.deletes);
    QVERIFY(state.commandText.contains(u"2147483647"_s));
}

void TestBuildFirst::theLongestPeriodBecomesTheOneThatIsWanted()
{
    Tickets fixture({5, 0, 0});
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(reaches(create, EditPhase::Ready));
    create.create();
    QVERIFY(reaches(create, EditPhase::Done));
    QCOMPARE(fixture.made().expireAfterSeconds,
             std::optional<std::int64_t>(protocol::kMaxExpireAfterSeconds));
    QVERIFY2(create.state().result.sentence.contains(u"68 years"_s),
             qPrintable(create.state().result.sentence));
    QVERIFY(!create.state().result.deletions.isEmpty());
    const SecondStep step = *create.state().secondStep;
    QCOMPARE(step.kind, ChangeKind::Seconds);
    QVERIFY2(step.left.sentence.endsWith(u"\"Change expiry\" makes the step later."_s),
             qPrintable(step.left.sentence));
    ChangeIndexPresenter change(fixture.set, step.index, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({step.kind, false, step.seconds});
    QVERIFY(reaches(change, EditPhase::Ready));
    change.apply();
    QVERIFY(reaches(change, EditPhase::Done));
    QCOMPARE(fixture.made().expireAfterSeconds, std::optional<std::int64_t>(kHour));
}

// There is nothing left for a second step to set.
void TestBuildFirst::theLongestPeriodItselfHasNoSecondStep()
{
    Tickets fixture({5, 0, 0});
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(protocol::kMaxExpireAfterSeconds));
    QVERIFY(reaches(create, EditPhase::Ready));
    create.create();
    QVERIFY(reaches(create, EditPhase::Done));
    QVERIFY(!create.state().secondStep);
    QVERIFY2(create.state().result.sentence.startsWith(u"Created, read back and verified: "_s),
             qPrintable(create.state().result.sentence));
}

void TestBuildFirst::whereItIsNotKnownTheNoteSaysSo()
{
    const auto server = ttl::ServerInfo(); // of no known version
    const ttl::TtlIndexSpec first = ttl::firstStep({}, server);
    QVERIFY(!first.ordinary);
    const QString note = buildFirstNote(server, first, base::Time(), QTimeZone::utc());
    QVERIFY2(note.startsWith(u"It is not certain that this server can convert "_s),
             qPrintable(note));
}

void TestBuildFirst::theStoredDateIsForTheSecondStep()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    ttl::TtlIndexDraft draft = inTwoSteps(kHour);
    draft.atStoredDate = true;
    create.edit(draft);
    QVERIFY(reaches(create, EditPhase::Ready));
    create.create();
    QVERIFY(reaches(create, EditPhase::Done));
    QVERIFY(!fixture.made().isTtl());
    QCOMPARE(create.state().secondStep->seconds, std::int64_t{0});
}

void TestBuildFirst::onProductionTheNameIsTypedForBothSteps()
{
    Tickets fixture;
    services::LinkLabel label;
    label.tag = u"production"_s;
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true, label);
    QTRY_VERIFY(fixture.set.connections.isConnected() && fixture.set.catalog.isLoaded());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(create.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!create.state().confirm.enabled);
    create.setTypedName(u"tickets"_s);
    QVERIFY(create.state().confirm.enabled);
    create.create();
    QVERIFY(reaches(create, EditPhase::Done));
    const SecondStep step = *create.state().secondStep;
    ChangeIndexPresenter change(fixture.set, step.index, 0ms);
    QVERIFY(reaches(change, EditPhase::Editing));
    change.edit({step.kind, false, step.seconds});
    QVERIFY(reaches(change, EditPhase::Ready));
    QCOMPARE(change.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!change.state().confirm.enabled);
    change.setTypedName(u"tickets"_s);
    QVERIFY(change.state().confirm.enabled);
}

void TestBuildFirst::anUnknownCountDoesNotHinderWhatDeletesNothing()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("impact", base::failure(Errc::Timeout, "too slow"));
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(create.state().effect.phase, Phase::Failed);
    QCOMPARE(create.state().confirm.ceremony, Ceremony::None);
    QVERIFY(create.state().confirm.enabled);
}

void TestBuildFirst::whereItIsNotPossibleTheFormSaysWhy()
{
    Tickets cosmos({4, 2, 0}, ttl::Product::CosmosDb);
    QVERIFY(cosmos.connect());
    CreateIndexPresenter create(cosmos.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(inTwoSteps(kHour));
    QVERIFY(!create.state().buildFirstAvailable);
    QVERIFY(create.state().buildFirstNote.contains(u"Cosmos DB"_s));

    Tickets weather;
    weather.server->collection(kTickets).spec.kind = ttl::CollectionKind::TimeSeries;
    QVERIFY(weather.connect());
    CreateIndexPresenter series(weather.set, kTickets, 0ms);
    QVERIFY(reaches(series, EditPhase::Editing));
    series.edit(inTwoSteps(kHour));
    QVERIFY(!series.state().buildFirstAvailable);
    QVERIFY(series.state().buildFirstNote.contains(u"time series"_s));
}

SANDGLASS_TEST(TestBuildFirst)
} // namespace tst_presenters_build_first

#include "tst_presenters_build_first.moc"
