// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
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

    void aTtlIndexShowsWhatItsCollectionNeeds_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("refusal"); // empty: it was created
        QTest::addColumn<int>("capability");
        QTest::addColumn<int>("can"); // NotKnown: nothing is learned
        const auto row = [](const char* name, ttl::CollectionKind kind, const char* field,
                            const char* refusal, Capability capability, Can can) {
            QTest::newRow(name) << static_cast<int>(kind) << QByteArray(field)
                                << QByteArray(refusal) << static_cast<int>(capability)
                                << static_cast<int>(can);
        };
        using Kind = ttl::CollectionKind;
        row("time series", Kind::TimeSeries, "at", "", Capability::TimeSeriesTtl, Can::Yes);
        row("no time series", Kind::TimeSeries, "at",
            "TTL indexes are not supported on time-series collections", Capability::TimeSeriesTtl,
            Can::No);
        row("another reason", Kind::TimeSeries, "at", "Index already exists",
            Capability::TimeSeriesTtl, Can::NotKnown);
        row("capped", Kind::Capped, "at", "", Capability::CappedTtl, Can::Yes);
        row("not capped", Kind::Capped, "at", "Cannot create TTL index on a capped collection",
            Capability::CappedTtl, Can::No);
        row("another field", Kind::Ordinary, "at", "", Capability::TsOnly, Can::No);
        row("_ts only", Kind::Ordinary, "at",
            "The 'expireAfterSeconds' option is supported on '_ts' field only.", Capability::TsOnly,
            Can::Yes);
        row("_ts", Kind::Ordinary, "_ts", "", Capability::TsOnly, Can::NotKnown);
    }

    void aTtlIndexShowsWhatItsCollectionNeeds()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, refusal);
        QFETCH(int, capability);
        QFETCH(int, can);
        ttl::CollectionSpec collection;
        collection.ns = kTickets;
        collection.kind = static_cast<ttl::CollectionKind>(kind);
        ttl::TtlIndexSpec spec;
        spec.ns = kTickets;
        spec.name = "made_1";
        spec.key = bson::makeDocument(field.toStdString(), 1);
        spec.expireAfterSeconds = 60;
        const std::optional<Error> error = refusal.isEmpty()
            ? std::nullopt
            : std::optional(base::serverError(67, "CannotCreateIndex", refusal.toStdString()));
        const auto lesson = lessonOf(ended(services::creation(spec, {}), error), &collection);
        QCOMPARE(lesson ? static_cast<int>(lesson->can) : static_cast<int>(Can::NotKnown), can);
        QVERIFY(!lesson || lesson->capability == static_cast<Capability>(capability));
        // without the collection nobody can tell
        QVERIFY(!lessonOf(ended(services::creation(spec, {}), error)));
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
