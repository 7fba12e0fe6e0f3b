// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "tests/support/journal_entries.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_undo {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::UndoObstacle;
using services::UndoPlan;
using services::UndoWay;
using tests::ServiceFixture;
using tests::waitFor;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};

bson::Document json(std::string_view text)
{
    return *bson::fromJson(text);
}

/// An index with every option that a listing may show.
bson::Document richIndex()
{
    return json(R"({"v": 2, "key": {"made": -1}, "name": "made_1", "unique": true,
        "sparse": false, "hidden": true, "expireAfterSeconds": 60,
        "partialFilterExpression": {"state": {"$gt": 5}},
        "collation": {"locale": "de", "strength": 2}})");
}

ttl::IndexSpec present(const ServiceFixture& fixture)
{
    return fixture.server->collection(kTickets).indexes.back();
}

std::uint64_t lastEntry(const ServiceFixture& fixture)
{
    return fixture.set.journal.entries().back().id;
}

/// The plan of the last entry; ends the test when there is none.
UndoPlan planOf(const ServiceFixture& fixture, std::uint64_t entry)
{
    const auto outlook = waitFor(fixture.set.undos.outlook(entry));
    return outlook && std::holds_alternative<UndoPlan>(*outlook) ? std::get<UndoPlan>(*outlook)
                                                                 : UndoPlan();
}

std::optional<UndoObstacle> obstacleOf(const ServiceFixture& fixture, std::uint64_t entry)
{
    const auto outlook = waitFor(fixture.set.undos.outlook(entry));
    return outlook && std::holds_alternative<UndoObstacle>(*outlook)
        ? std::optional(std::get<UndoObstacle>(*outlook))
        : std::nullopt;
}

} // namespace

class TestUndo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCreationIsUndoneByADrop();
    void aChangeIsUndoneToTheOldSeconds();
    void hidingIsUndoneByShowing();
    void aDropIsUndoneWithEveryOption();
    void aConversionIsUndoneInTwoSteps();
    void anUndoCanItselfBeUndone();
    void anUndoneEntryIsMarkedUntilTheUndoIsUndone();
    void aFailedRebuildPutsTheIndexBack();
    void aRebuildThatLosesTheIndexSaysSo();
    void aRebuildWhoseLastAnswerIsLostSucceeds();
    void aRebuildWhoseLastCommandNeverArrivedSaysWhatIsMissing();
    void nothingIsSentWhenTheIndexChangedMeanwhile();
    void aCollectionOfTheSameNameIsNotChanged();
    void aCollectionThatHasGoneIsNotMadeAgain();
    void anUndoIsBoundToTheCollectionThatTheCommandMade();
    void anotherReplicaSetIsNotChanged();
    void obstaclesAreNamed();
    void aChangeThatWasNotExecutedHasNoUndo();
    void theUndoneRuleIsKnownForCounting();
    void aLockedConnectionUndoesNothing();
    void anOwnRuleIsSetBackAndSwitchedOffAgain();
};

void TestUndo::aCreationIsUndoneByADrop()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "other", std::nullopt);
    QVERIFY(fixture.connect());
    ttl::TtlIndexSpec spec{kTickets, "made_1", bson::makeDocument("made", 1), 60, {}, false};
    QVERIFY(waitFor(fixture.set.indexes.create(spec)));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QCOMPARE(plan.way, UndoWay::Drop);
    QVERIFY(!plan.ruleThen);
    QVERIFY(waitFor(fixture.set.undos.undo(plan, 0)));
    QCOMPARE(present(fixture).name, std::string("other_1"));
    QCOMPARE(fixture.set.journal.entries().back().undoes, plan.entry);
}

void TestUndo::aChangeIsUndoneToTheOldSeconds()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QCOMPARE(plan.way, UndoWay::Change);
    QVERIFY(plan.commands().front()
            == bson::makeDocument("collMod", "tickets", "index",
                                  bson::makeDocument("name", "made_1", "expireAfterSeconds", 60)));
    QVERIFY(waitFor(fixture.set.undos.undo(plan, {})));
    QCOMPARE(present(fixture).expireAfterSeconds, std::optional<std::int64_t>(60));
}

void TestUndo::hidingIsUndoneByShowing()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, {}, true}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QVERIFY(!plan.change.expireAfterSeconds);
    QCOMPARE(plan.change.hidden, std::optional(false));
    QVERIFY(!plan.ruleThen);
    QVERIFY(waitFor(fixture.set.undos.undo(plan, 0)));
    QVERIFY(!present(fixture).hidden);
}

void TestUndo::aDropIsUndoneWithEveryOption()
{
    ServiceFixture fixture;
    fixture.server->collection(kTickets).indexes.push_back(tests::parsed(richIndex()));
    QVERIFY(fixture.connect());
    const bson::Document listed = present(fixture).listed;
    QVERIFY(listed["collation"].asDocument().contains("locale"));
    QVERIFY(waitFor(fixture.set.indexes.drop(kMade, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QCOMPARE(plan.way, UndoWay::Create);
    QVERIFY(waitFor(fixture.set.undos.undo(plan, {})));
    QVERIFY(services::sameDefinition(present(fixture).listed, listed));
    QVERIFY(!fixture.set.journal.entries().back().mongosh.empty());
}

void TestUndo::aConversionIsUndoneInTwoSteps()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    const bson::Document listed = present(fixture).listed;
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QCOMPARE(plan.way, UndoWay::Rebuild);
    QCOMPARE(plan.commands().size(), std::size_t{2});
    QVERIFY(plan.commands()[0].contains("dropIndexes"));
    QVERIFY(plan.commands()[1].contains("createIndexes"));
    QVERIFY(waitFor(fixture.set.undos.undo(plan, 0)));
    QVERIFY(services::sameDefinition(present(fixture).listed, listed));
}

void TestUndo::anUndoCanItselfBeUndone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    QVERIFY(waitFor(fixture.set.undos.undo(planOf(fixture, lastEntry(fixture)), 0)));
    const UndoPlan redo = planOf(fixture, lastEntry(fixture));
    QCOMPARE(redo.way, UndoWay::Rebuild);
    QCOMPARE(redo.ruleThen->expireAfterSeconds, std::int64_t{60});
    QVERIFY(waitFor(fixture.set.undos.undo(redo, {})));
    QCOMPARE(present(fixture).expireAfterSeconds, std::optional<std::int64_t>(60));
}

void TestUndo::anUndoneEntryIsMarkedUntilTheUndoIsUndone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const std::uint64_t change = lastEntry(fixture);
    const auto undone = [&] { return services::undoneEntries(fixture.set.journal.entries()); };
    QVERIFY(undone().empty());
    QVERIFY(waitFor(fixture.set.undos.undo(planOf(fixture, change), {})));
    const std::uint64_t undo = lastEntry(fixture);
    QCOMPARE(undone(), std::set<std::uint64_t>{change});
    QVERIFY(waitFor(fixture.set.undos.undo(planOf(fixture, undo), {})));
    QCOMPARE(undone(), std::set<std::uint64_t>{undo});
}

void TestUndo::aFailedRebuildPutsTheIndexBack()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    fixture.server->failOnce("createIndex", base::serverError(86, "IndexKeySpecsConflict", "no"));
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, 0));
    QVERIFY(!answer);
    QCOMPARE(answer.error().serverCode, 86);
    QVERIFY(answer.error().message.find("as before the undo") != std::string::npos);
    QVERIFY(services::sameDefinition(present(fixture).listed, plan.present->listed));
}

void TestUndo::aRebuildThatLosesTheIndexSaysSo()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    fixture.server->fail("createIndex", base::serverError(86, "IndexKeySpecsConflict", "no"));
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, 0));
    QVERIFY(!answer);
    QVERIFY(answer.error().message.find("missing now") != std::string::npos);
}

void TestUndo::aRebuildWhoseLastAnswerIsLostSucceeds()
{
    ServiceFixture fixture;
    fixture.set.connections.setFirstPause(1ms);
    fixture.set.outcomes.setFirstPause(1ms);
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    const bson::Document listed = present(fixture).listed;
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QCOMPARE(plan.way, UndoWay::Rebuild);
    fixture.server->loseAnswer("createIndex");
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, 0));
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY(services::sameDefinition(present(fixture).listed, listed));
    // the dropped index was not put in its way
    QCOMPARE(fixture.server->calls("createIndex"), 1);
    const services::JournalEntry last = fixture.set.journal.entries().back();
    QCOMPARE(last.kind, services::JournalKind::CreateIndex);
    QCOMPARE(last.status, services::JournalStatus::Succeeded);
    QVERIFY(last.verifiedLater);
    QCOMPARE(last.undoes, plan.entry);
}

void TestUndo::aRebuildWhoseLastCommandNeverArrivedSaysWhatIsMissing()
{
    ServiceFixture fixture;
    fixture.set.connections.setFirstPause(1ms);
    fixture.set.outcomes.setFirstPause(1ms);
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    fixture.server->failOnce("createIndex", base::failure(Errc::Network, "reset"));
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, 0));
    QVERIFY(!answer);
    QVERIFY2(answer.error().message.find("not executed") != std::string::npos,
             answer.error().message.c_str());
    QVERIFY2(answer.error().message.find("has been dropped") != std::string::npos,
             answer.error().message.c_str());
    QCOMPARE(fixture.server->calls("createIndex"), 1);
    QCOMPARE(fixture.set.journal.entries().back().status, services::JournalStatus::Failed);
}

void TestUndo::nothingIsSentWhenTheIndexChangedMeanwhile()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QVERIFY(!plan.changedSince);
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 120, {}}, present(fixture))));
    QVERIFY(planOf(fixture, plan.entry).changedSince);
    const int before = fixture.server->calls("changeIndex");
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, {}));
    QVERIFY(!answer && answer.error().code == Errc::Conflict);
    QCOMPARE(fixture.server->calls("changeIndex"), before);
}

void TestUndo::aCollectionOfTheSameNameIsNotChanged()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    fixture.server->collection(kTickets).spec.uuid = "aa01";
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    // dropped and made again with the same index, or another server at the same address
    fixture.server->collection(kTickets).spec.uuid = "aa02";
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    const int changes = fixture.server->calls("changeIndex");
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, {}));
    QVERIFY(!answer && answer.error().code == Errc::Conflict);
    QCOMPARE(fixture.server->calls("changeIndex"), changes);
    QCOMPARE(present(fixture).expireAfterSeconds, std::optional<std::int64_t>(90));
}

void TestUndo::aCollectionThatHasGoneIsNotMadeAgain()
{
    for (const std::string& uuid : {std::string("aa01"), std::string()}) {
        ServiceFixture fixture;
        fixture.server->addIndex(kTickets, "made", 60);
        fixture.server->collection(kTickets).spec.uuid = uuid;
        QVERIFY(fixture.connect());
        QVERIFY(waitFor(fixture.set.indexes.drop(kMade, present(fixture))));
        const UndoPlan plan = planOf(fixture, lastEntry(fixture));
        QVERIFY(fixture.server->runCommand(kTickets.database, bson::makeDocument("dropDatabase", 1),
                                           {}));
        const Result<void> answer = waitFor(fixture.set.undos.undo(plan, {}));
        QVERIFY2(!answer && answer.error().code == Errc::Conflict, uuid.c_str());
        QCOMPARE(fixture.server->calls("createIndex"), 0);
    }
}

void TestUndo::anUndoIsBoundToTheCollectionThatTheCommandMade()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = kMade.name;
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 60;
    fixture.server->setUuidOfNew("aa01");
    QVERIFY(waitFor(fixture.set.indexes.create(spec)));
    QTRY_COMPARE(fixture.set.journal.entries().back().identity.collection, std::string("aa01"));
    // also in the next run of the program
    services::JournalService next(fixture.set.settings.folder(), fixture.clock);
    next.load();
    QTRY_VERIFY(!next.entries().empty());
    QCOMPARE(next.entries().back().identity.collection, std::string("aa01"));
    fixture.server->collection(kTickets).spec.uuid = "aa02";
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, {}));
    QVERIFY(!answer && answer.error().code == Errc::Conflict);
    QCOMPARE(fixture.server->calls("dropIndex"), 0);
}

void TestUndo::anotherReplicaSetIsNotChanged()
{
    ServiceFixture fixture;
    ttl::ServerInfo info;
    info.replicaSet = "rs0";
    fixture.server->setInfo(info);
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    info.replicaSet = "staging";
    fixture.server->setInfo(info);
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, {}));
    QVERIFY(!answer && answer.error().code == Errc::Conflict);
    QCOMPARE(present(fixture).expireAfterSeconds, std::optional<std::int64_t>(90));
}

void TestUndo::obstaclesAreNamed()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const std::uint64_t change = lastEntry(fixture);
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 60, {}}, present(fixture))));
    QCOMPARE(obstacleOf(fixture, change), std::optional(UndoObstacle::AlreadyAsBefore));
    QVERIFY(waitFor(fixture.set.indexes.drop(kMade, present(fixture))));
    const std::uint64_t drop = lastEntry(fixture);
    QCOMPARE(obstacleOf(fixture, change), std::optional(UndoObstacle::IndexGone));
    fixture.server->addIndex(kTickets, "made", 3'600);
    QCOMPARE(obstacleOf(fixture, drop), std::optional(UndoObstacle::NameTaken));
    services::JournalEntry insert;
    insert.kind = services::JournalKind::InsertDocument;
    const std::uint64_t inserted = *tests::begun(fixture.set.journal, insert);
    fixture.set.journal.succeed(inserted, {});
    QCOMPARE(obstacleOf(fixture, inserted), std::optional(UndoObstacle::NoOpposite));
}

void TestUndo::aChangeThatWasNotExecutedHasNoUndo()
{
    ServiceFixture fixture;
    fixture.set.outcomes.setFirstPause(1ms);
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    fixture.server->fail("changeIndex", base::failure(Errc::Timeout, "no answer"));
    QVERIFY(!waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const std::uint64_t lost = lastEntry(fixture);
    fixture.server->fail("changeIndex", {});
    QCOMPARE(obstacleOf(fixture, lost), std::optional(UndoObstacle::NoOpposite));
}

void TestUndo::theUndoneRuleIsKnownForCounting()
{
    ServiceFixture fixture;
    fixture.server->collection(kTickets).indexes.push_back(tests::parsed(richIndex()));
    QVERIFY(fixture.connect());
    QVERIFY(waitFor(fixture.set.indexes.drop(kMade, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    QVERIFY(!plan.ruleNow);
    QCOMPARE(plan.ruleThen->field, std::string("made"));
    QCOMPARE(plan.ruleThen->expireAfterSeconds, std::int64_t{60});
    QVERIFY(plan.ruleThen->partialFilter->contains("state"));
}

void TestUndo::aLockedConnectionUndoesNothing()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect(false));
    fixture.set.connections.unlock();
    QVERIFY(waitFor(fixture.set.indexes.change({kMade, 90, {}}, present(fixture))));
    const UndoPlan plan = planOf(fixture, lastEntry(fixture));
    fixture.set.connections.lock();
    const Result<void> answer = waitFor(fixture.set.undos.undo(plan, {}));
    QVERIFY(!answer && answer.error().code == Errc::NotPermitted);
    QCOMPARE(present(fixture).expireAfterSeconds, std::optional<std::int64_t>(90));
}

void TestUndo::anOwnRuleIsSetBackAndSwitchedOffAgain()
{
    ServiceFixture fixture;
    fixture.server->collection(kTickets).spec.kind = ttl::CollectionKind::Clustered;
    QVERIFY(fixture.connect());
    const ttl::IndexRef own{kTickets, {}};
    const auto rule = [&] { return **waitFor(fixture.set.indexes.read(own)); };
    const auto seconds
        = [&] { return fixture.server->collection(kTickets).spec.expireAfterSeconds; };
    QVERIFY(waitFor(fixture.set.indexes.change({own, 60, {}}, rule())));
    const UndoPlan off = planOf(fixture, lastEntry(fixture));
    QVERIFY(waitFor(fixture.set.indexes.change({own, 90, {}}, rule())));
    const UndoPlan back = planOf(fixture, lastEntry(fixture));
    QVERIFY(back.commands().front()
            == bson::makeDocument("collMod", "tickets", "expireAfterSeconds", 60));
    QCOMPARE(back.ruleThen->field, std::string("_id"));
    QVERIFY(waitFor(fixture.set.undos.undo(back, {})));
    QCOMPARE(seconds(), std::optional<std::int64_t>(60));
    QVERIFY(off.change.switchedOff);
    QVERIFY(waitFor(fixture.set.undos.undo(off, 0)));
    QCOMPARE(seconds(), std::optional<std::int64_t>());
    QTRY_VERIFY(!fixture.set.catalog.catalog().find(kTickets)->spec.expireAfterSeconds);
}

SANDGLASS_TEST(TestUndo)
} // namespace tst_services_undo

#include "tst_services_undo.moc"
