// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/services/indexes/index_command.h"
#include "app/services/indexes/index_lesson.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_index_lesson {

using namespace sandglass;
using services::JournalEntry;
using services::JournalStatus;
using tests::ServiceFixture;
using tests::waitFor;
using ttl::Can;
using ttl::Capability;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};
const ttl::IndexRef kMade{kTickets, "made_1"};
const Error kNoHidden
    = base::serverError(1, "InternalError", "hidden indexes are not supported yet.");

ttl::IndexSpec index(const char* listed)
{
    ttl::IndexSpec spec;
    spec.name = "made_1";
    spec.listed = *bson::fromJson(listed);
    return spec;
}

const ttl::IndexSpec kPlain = index(R"({"v": 2, "key": {"made": 1}, "name": "made_1"})");
const ttl::IndexSpec kTtl
    = index(R"({"v": 2, "key": {"made": 1}, "name": "made_1", "expireAfterSeconds": 60})");

JournalEntry ended(services::IndexCommand command, std::optional<Error> error = {})
{
    command.entry.status = error ? JournalStatus::Failed : JournalStatus::Succeeded;
    command.entry.error = std::move(error);
    return command.entry;
}

ttl::TtlIndexSpec hiddenSpec()
{
    return {kTickets, "made_1", *bson::fromJson(R"({"made": 1})"), 60, {}, true};
}

} // namespace

/// What index commands show about a server, and the way around one that creates no hidden indexes.
class TestIndexLesson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aConversionShowsWhetherTheServerConverts()
    {
        const auto command = services::alteration({kMade, 60, {}}, kPlain, {});
        QCOMPARE(lessonOf(ended(command))->can, Can::Yes);
        const Error error = base::serverError(72, "InvalidOptions", "no field to update");
        const auto lesson = lessonOf(ended(command, error));
        QCOMPARE(lesson->capability, Capability::ConvertIndex);
        QCOMPARE(lesson->can, Can::No);
    }

    void anotherPeriodShowsNothing()
    {
        QVERIFY(!lessonOf(ended(services::alteration({kMade, 90, {}}, kTtl, {}))));
    }

    void hidingShowsWhetherTheServerHides()
    {
        const auto lesson = lessonOf(ended(services::alteration({kMade, {}, true}, kTtl, {})));
        QCOMPARE(lesson->capability, Capability::HideIndex);
    }

    void aHiddenCreationThatFailsForAnotherReasonShowsNothing()
    {
        const auto command = services::creation(hiddenSpec(), {});
        QCOMPARE(lessonOf(ended(command, kNoHidden))->can, Can::No);
        QVERIFY(!lessonOf(
            ended(command, base::serverError(85, "IndexOptionsConflict", "another name"))));
    }

    void aLostAnswerShowsNothing()
    {
        JournalEntry entry = ended(services::alteration({kMade, 60, {}}, kPlain, {}));
        entry.status = JournalStatus::Unknown;
        QVERIFY(!lessonOf(entry));
    }

    void aHiddenIndexIsCreatedVisibleAndThenHidden()
    {
        ServiceFixture fixture;
        fixture.server->refuse(tests::Refused::HiddenCreation);
        QVERIFY(fixture.connect());
        QVERIFY(waitFor(fixture.set.indexes.create(hiddenSpec())));
        QVERIFY(fixture.server->collection(kTickets).indexes.back().hidden);
        QCOMPARE(fixture.server->calls("createIndex"), 2);
        QCOMPARE(fixture.server->calls("changeIndex"), 1);
        QCOMPARE(fixture.set.capabilities.fact(Capability::CreateHidden).can, Can::No);
    }

    void whatIsKnownIsNotTriedAgain()
    {
        ServiceFixture fixture;
        fixture.server->refuse(tests::Refused::HiddenCreation);
        QVERIFY(fixture.connect());
        fixture.set.capabilities.learn(Capability::CreateHidden, Can::No, "createIndexes");
        QVERIFY(waitFor(fixture.set.indexes.create(hiddenSpec())));
        QCOMPARE(fixture.server->calls("createIndex"), 1);
        QCOMPARE(fixture.server->calls("changeIndex"), 1);
    }

    void theUndoOfADropBringsAHiddenIndexBack()
    {
        ServiceFixture fixture;
        fixture.server->addIndex(kTickets, "made", 60);
        QVERIFY(fixture.connect());
        const auto present = [&] { return fixture.server->collection(kTickets).indexes.back(); };
        QVERIFY(waitFor(fixture.set.indexes.change({kMade, {}, true}, present())));
        const ttl::IndexSpec hidden = present();
        QVERIFY(hidden.hidden);
        QVERIFY(waitFor(fixture.set.indexes.drop(kMade, hidden)));
        fixture.server->refuse(tests::Refused::HiddenCreation);
        const std::uint64_t dropped = fixture.set.journal.entries().back().id;
        const auto outlook = waitFor(fixture.set.undos.outlook(dropped));
        QVERIFY(outlook && std::holds_alternative<services::UndoPlan>(*outlook));
        QVERIFY(waitFor(fixture.set.undos.undo(std::get<services::UndoPlan>(*outlook), 0)));
        QVERIFY(present().hidden);
        QVERIFY(present().listed == hidden.listed);
        const auto undone = services::undoneEntries(fixture.set.journal.entries());
        QVERIFY(undone.contains(dropped));
    }

    void anotherRefusalIsNotWorkedAround()
    {
        ServiceFixture fixture;
        fixture.server->fail("createIndex", base::serverError(13, "Unauthorized", "no"));
        QVERIFY(fixture.connect());
        QVERIFY(!waitFor(fixture.set.indexes.create(hiddenSpec())));
        QCOMPARE(fixture.server->calls("createIndex"), 1);
    }
};

SANDGLASS_TEST(TestIndexLesson)
} // namespace tst_services_index_lesson

#include "tst_services_index_lesson.moc"
