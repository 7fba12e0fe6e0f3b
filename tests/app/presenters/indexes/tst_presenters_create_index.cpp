// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_create_index {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};

/// Four tickets, three of them older than an hour; one has no date.
struct Tickets : ServiceFixture
{
    explicit Tickets(bool local = true)
    {
        server->addIndex(kTickets, "closed", std::nullopt);
        for (int hours = 2; hours < 5; ++hours) {
            server->addDocument(
                kTickets,
                bson::makeDocument("_id", std::int32_t{hours}, "made",
                                   bson::Date::from(clock.now() - std::chrono::hours(hours))));
        }
        server->addDocument(kTickets, bson::makeDocument("_id", 9));
        connected = connect(local);
    }
    bool connected = false;
};

ttl::TtlIndexDraft draft(const std::string& field, std::optional<std::int64_t> seconds)
{
    ttl::TtlIndexDraft made;
    made.field = field;
    made.seconds = seconds;
    return made;
}

bool reaches(const CreateIndexPresenter& presenter, EditPhase phase)
{
    return QTest::qWaitFor([&] { return presenter.state().phase == phase; });
}

} // namespace

class TestCreateIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void problemsStandBesideTheirFieldsAndNothingIsCounted();
    void aFieldWithAnIndexOffersConversion();
    void candidatesComeWithTheirTypes();
    void theEffectIsCountedAndStandsOnTheButton();
    void typingOnCountsOnlyOnce();
    void anEditWhileCountingDropsTheOldAnswer();
    void aNameDoesNotCountAgain();
    void aCancelledCountAsksForTheName();
    void nothingDeletedNeedsNoCeremony();
    void createdIsDoneAndReadBack();
    void aLongBuildShowsItsProgressAndCanBeEnded();
    void aRefusalStaysOpenWithTheServersWords();
    void aLockedConnectionDoesNotCreate();
    void aSecondaryCreatesNothingAndSaysWhy();
    void everyPresetIsAValidDraft();
    void presetsThatTheServerCannotUseSayWhy();
    void onCosmosOnlyItsOwnModesAreOffered();
    void whatCosmosHidesIsNotCounted();
};

void TestCreateIndex::problemsStandBesideTheirFieldsAndNothingIsCounted()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("_id", {}));
    QCOMPARE(create.state().phase, EditPhase::Editing);
    QVERIFY(create.state().verdicts.size() >= 2);
    for (const FieldVerdict& verdict : create.state().verdicts) {
        QVERIFY(!verdict.text.isEmpty());
    }
    QVERIFY(!create.state().confirm.enabled);
    QVERIFY(create.state().commandText.isEmpty());
    create.create();
    QCOMPARE(fixture.server->calls("createIndex"), 0);
    QCOMPARE(fixture.server->calls("impact"), 0);
}

void TestCreateIndex::aFieldWithAnIndexOffersConversion()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("closed", 60));
    const auto found = std::ranges::find(create.state().verdicts,
                                         ttl::DraftRule::FieldAlreadyIndexed, &FieldVerdict::rule);
    QVERIFY(found != create.state().verdicts.end());
    QCOMPARE(found->indexName, u"closed_1"_s);
}

void TestCreateIndex::candidatesComeWithTheirTypes()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QTRY_VERIFY(!create.state().candidates.empty());
    QCOMPARE(create.state().candidates.front().path, u"made"_s);
    QCOMPARE(create.state().candidates.front().dateShare, 0.75);
    QVERIFY(create.state().candidates.front().typesText.contains(u"date"_s));
    QVERIFY(create.state().candidates.front().warning.isEmpty());
    QCOMPARE(create.state().candidates.back().dateShare, 0.0);
    QVERIFY(create.state().candidates.back().warning.startsWith(u"No document of the sample"_s));
}

void TestCreateIndex::theEffectIsCountedAndStandsOnTheButton()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("made", 3'600));
    QVERIFY(reaches(create, EditPhase::Ready));
    const CreateIndexState& state = create.state();
    QCOMPARE(state.effect.affected, std::int64_t{3});
    QCOMPARE(state.effect.documents, std::int64_t{4});
    QCOMPARE(state.effect.share, 0.75);
    QCOMPARE(state.effect.samples.size(), 3);
    QCOMPARE(state.confirm.ceremony, Ceremony::Confirm);
    QVERIFY(state.confirm.enabled);
    QVERIFY(state.confirm.buttonText.contains(u'3'));
    QVERIFY(!state.preview.before);
    QCOMPARE(state.preview.after->overdue, std::int64_t{3});
    QVERIFY(state.commandText.contains(u"tickets"_s));
}

void TestCreateIndex::typingOnCountsOnlyOnce()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 30ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    for (const std::int64_t seconds : {3, 36, 360, 3'600}) {
        create.edit(draft("made", seconds));
        QCOMPARE(create.state().phase, EditPhase::Counting);
    }
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(fixture.server->calls("impact"), 1);
}

void TestCreateIndex::anEditWhileCountingDropsTheOldAnswer()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    fixture.server->hold("impact");
    create.edit(draft("made", 3'600));
    QTRY_COMPARE(fixture.server->running("impact"), 1);
    create.edit(draft("made", 10'000));
    fixture.server->release("impact");
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(create.state().effect.affected, std::int64_t{2});
}

void TestCreateIndex::aNameDoesNotCountAgain()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    ttl::TtlIndexDraft edited = draft("made", 3'600);
    create.edit(edited);
    QVERIFY(reaches(create, EditPhase::Ready));
    edited.name = "old_tickets";
    create.edit(edited);
    QCOMPARE(create.state().phase, EditPhase::Ready);
    QCOMPARE(fixture.server->calls("impact"), 1);
    QVERIFY(create.state().commandText.contains(u"old_tickets"_s));
}

void TestCreateIndex::aCancelledCountAsksForTheName()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    fixture.server->hold("impact");
    create.edit(draft("made", 3'600));
    QTRY_COMPARE(fixture.server->running("impact"), 1);
    create.cancelCount();
    QCOMPARE(create.state().phase, EditPhase::Ready);
    QCOMPARE(create.state().confirm.ceremony, Ceremony::TypeName);
    QVERIFY(!create.state().confirm.enabled);
    create.setTypedName(u"ticket"_s);
    QVERIFY(!create.state().confirm.enabled);
    create.setTypedName(u"tickets"_s);
    QVERIFY(create.state().confirm.enabled);
}

void TestCreateIndex::nothingDeletedNeedsNoCeremony()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("made", 864'000));
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(create.state().confirm.ceremony, Ceremony::None);
    QVERIFY(create.state().confirm.enabled);
    QCOMPARE(create.state().confirm.buttonText, u"Create"_s);
}

void TestCreateIndex::createdIsDoneAndReadBack()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("made", 3'600));
    QVERIFY(reaches(create, EditPhase::Ready));
    create.create();
    QVERIFY(reaches(create, EditPhase::Done));
    QCOMPARE(create.state().created->name, std::string("made_1"));
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Succeeded);
    create.create();
    QCOMPARE(fixture.server->calls("createIndex"), 1);
}

void TestCreateIndex::aLongBuildShowsItsProgressAndCanBeEnded()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    create.edit(draft("made", 86'400));
    QVERIFY(reaches(create, EditPhase::Ready));
    fixture.server->hold("createIndex");
    create.create();
    QTRY_COMPARE(fixture.server->running("createIndex"), 1);
    QVERIFY(create.state().effect.sending);
    QVERIFY(create.state().effect.sending->cancellable);
    fixture.set.tasks.setPercent(fixture.set.tasks.tasks().back().id, 40);
    QCOMPARE(create.state().effect.sending->share, std::optional(0.4));
    create.cancelCount();
    QVERIFY(!create.state().effect.sending->cancellable); // asked once
    QTRY_COMPARE(fixture.server->calls("dropIndex"), 1);
    fixture.server->failOnce("createIndex",
                             base::serverError(276, "IndexBuildAborted", "Index build aborted"));
    fixture.server->release("createIndex");
    QVERIFY(reaches(create, EditPhase::Failed));
    QVERIFY(!create.state().effect.sending);
    QCOMPARE(create.state().failure->sentence,
             describe(base::failure(Errc::Cancelled, "")).sentence);
}

void TestCreateIndex::aRefusalStaysOpenWithTheServersWords()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("made", 3'600));
    QVERIFY(reaches(create, EditPhase::Ready));
    fixture.server->fail("createIndex", base::serverError(67, "CannotCreateIndex", "no room"));
    create.create();
    QVERIFY(reaches(create, EditPhase::Failed));
    QCOMPARE(create.state().failure->details, u"no room"_s);
    QVERIFY(create.state().confirm.enabled); // it may be tried again
}

void TestCreateIndex::aLockedConnectionDoesNotCreate()
{
    Tickets fixture(false);
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("made", 3'600));
    QVERIFY(reaches(create, EditPhase::Ready));
    QVERIFY(!create.state().confirm.enabled);
    fixture.set.connections.unlock();
    QVERIFY(create.state().confirm.enabled);
}

void TestCreateIndex::aSecondaryCreatesNothingAndSaysWhy()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "closed", std::nullopt);
    fixture.makeSecondary();
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    // before anything is filled in
    QVERIFY2(create.state().confirm.reason.contains(u"primary"_s),
             qPrintable(create.state().confirm.reason));
    create.edit(draft("made", 3'600));
    QVERIFY(reaches(create, EditPhase::Ready));
    QVERIFY(!create.state().confirm.enabled);
    create.create();
    QCOMPARE(fixture.server->calls("createIndex"), 0);
}

void TestCreateIndex::everyPresetIsAValidDraft()
{
    Tickets fixture;
    std::size_t valid = 0;
    for (const ttl::Product product : {ttl::Product::MongoDb, ttl::Product::CosmosDb}) {
        ttl::ServerInfo info;
        info.product = product;
        info.versionNumbers = {7, 0, 0, 0};
        fixture.server->setInfo(info);
        QVERIFY(fixture.connect());
        CreateIndexPresenter create(fixture.set, kTickets, 1h);
        QVERIFY(reaches(create, EditPhase::Editing));
        QCOMPARE(create.presets().size(), std::size_t{8});
        for (const CreatePreset& preset : create.presets()) {
            QVERIFY(!preset.codeLine.isEmpty() && !preset.explanation.isEmpty());
            create.edit(preset.draft);
            const bool usable = preset.unavailable.isEmpty();
            QVERIFY2(!usable || !create.state().commandText.isEmpty(), qPrintable(preset.id));
            valid += usable ? 1 : 0;
        }
    }
    QCOMPARE(valid, std::size_t{8}); // each on one of the two
}

namespace {

ttl::ServerInfo serverOf(ttl::Product product, std::vector<int> version)
{
    ttl::ServerInfo info;
    info.product = product;
    info.versionNumbers = std::move(version);
    return info;
}

QStringList unavailable(const CreateIndexPresenter& presenter)
{
    QStringList ids;
    for (const CreatePreset& preset : presenter.presets()) {
        if (!preset.unavailable.isEmpty()) {
            ids << preset.id;
        }
    }
    return ids;
}

} // namespace

void TestCreateIndex::presetsThatTheServerCannotUseSayWhy()
{
    Tickets fixture;
    CreateIndexPresenter create(fixture.set, kTickets, 1h);
    QCOMPARE(unavailable(create), (QStringList{u"cosmosCollection"_s, u"cosmosDocument"_s}));
    fixture.server->setInfo(serverOf(ttl::Product::MongoDb, {5, 0, 0, 0}));
    QVERIFY(fixture.connect());
    QVERIFY(unavailable(create).contains(u"weather24h"_s));
    fixture.server->setInfo(serverOf(ttl::Product::CosmosDb, {4, 2, 0, 0}));
    QVERIFY(fixture.connect());
    QVERIFY(!unavailable(create).contains(u"cosmosDocument"_s));
    QVERIFY(unavailable(create).contains(u"sessions"_s));
}

void TestCreateIndex::onCosmosOnlyItsOwnModesAreOffered()
{
    Tickets fixture;
    fixture.server->setInfo(serverOf(ttl::Product::CosmosDb, {4, 2, 0, 0}));
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    QVERIFY(create.state().ownTtlAvailable);
    QVERIFY(!create.state().storedDateAvailable && !create.state().storedDateReason.isEmpty());
    QVERIFY(!create.state().filterAvailable && !create.state().filterReason.isEmpty());
    QVERIFY(!create.state().hiddenAvailable && !create.state().hiddenReason.isEmpty());
}

void TestCreateIndex::whatCosmosHidesIsNotCounted()
{
    Tickets fixture;
    fixture.server->setInfo(serverOf(ttl::Product::CosmosDb, {4, 2, 0, 0}));
    QVERIFY(fixture.connect());
    CreateIndexPresenter create(fixture.set, kTickets, 0ms);
    QVERIFY(reaches(create, EditPhase::Editing));
    create.edit(draft("_ts", -1));
    QVERIFY(reaches(create, EditPhase::Ready));
    QCOMPARE(create.state().effect.phase, Phase::Failed);
    QVERIFY(create.state().effect.sentence.contains(u"Cosmos DB"_s));
    QCOMPARE(create.state().confirm.ceremony, Ceremony::TypeName);
    QCOMPARE(fixture.server->calls("impact"), 0);
}

SANDGLASS_TEST(TestCreateIndex)
} // namespace tst_presenters_create_index

#include "tst_presenters_create_index.moc"
