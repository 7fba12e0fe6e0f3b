// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_services_index {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::IndexService;
using services::JournalStatus;
using tests::ServiceFixture;
using tests::waitFor;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};

ttl::TtlIndexSpec spec()
{
    ttl::TtlIndexSpec made;
    made.ns = kTickets;
    made.name = "made_1";
    made.key = bson::makeDocument("made", 1);
    made.expireAfterSeconds = 60;
    return made;
}

} // namespace

class TestIndexService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void creatingWritesTheJournalBeforeTheCommand();
    void aCreatedIndexIsAnnouncedAndInTheCatalogue();
    void anIndexReadBackDifferentlyIsAnError();
    void aConvertedIndexIsReadBack();
    void aChangeThatDidNothingIsAnError();
    void aDropThatDidNothingIsAnError();
    void aDroppedIndexCanBeRestored();
    void theServersRefusalIsInTheJournal();
    void afterAChangeTheIndexesAreReadOnce();
    void theLateEndOfAnAbandonedCommandIsIgnored();
    void allIndexesAtOnceAreNeverDropped();
    void aLockedConnectionSendsNothing();
    void withoutAJournalNothingIsSent();
    void theEffectCountsAndPaintsBeforeAndAfter();
    void aFailedCountOfTodayIsNoZeroBesideTheOther();
    void aCancelledEffectEnds();
    void aCancelledChangeIsUnknownUntilItIsReadBack_data();
    void aCancelledChangeIsUnknownUntilItIsReadBack();
};

void TestIndexService::creatingWritesTheJournalBeforeTheCommand()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "other", std::nullopt);
    QVERIFY(fixture.connect());
    fixture.server->hold("createIndex");
    std::optional<bool> ok;
    services::whenAnswered(fixture.set.indexes.create(spec()), this,
                           [&](const Result<ttl::IndexRef>& answer) { ok = answer.has_value(); });
    QTRY_COMPARE(fixture.server->running("createIndex"), 1);
    QFile file(QDir(fixture.set.settings.folder()).filePath(u"journal.jsonl"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("createIndexes"));
    QTRY_COMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    QCOMPARE(fixture.set.journal.entries().back().status, JournalStatus::Pending);
    QCOMPARE(fixture.set.tasks.tasks().size(), std::size_t{1});
    fixture.server->release("createIndex");
    QTRY_VERIFY(ok.has_value());
    QVERIFY(*ok);
    QCOMPARE(fixture.set.journal.entries().back().status, JournalStatus::Succeeded);
    QVERIFY(fixture.set.journal.entries().back().after);
    QVERIFY(fixture.set.tasks.tasks().empty());
}

void TestIndexService::aCreatedIndexIsAnnouncedAndInTheCatalogue()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "other", std::nullopt);
    QVERIFY(fixture.connect());
    QSignalSpy announced(&fixture.set.indexes, &IndexService::indexesChanged);
    QVERIFY(waitFor(fixture.set.indexes.create(spec())));
    QCOMPARE(announced.count(), 1);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(ttl::IndexRef{kTickets, "made_1"}));
}

void TestIndexService::anIndexReadBackDifferentlyIsAnError()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 90); // the same name, another value
    fixture.server->ignoreChanges(true);
    QVERIFY(fixture.connect());
    const Result<ttl::IndexRef> answer = waitFor(fixture.set.indexes.create(spec()));
    QVERIFY(!answer);
    QVERIFY(answer.error().code == Errc::Conflict);
    QCOMPARE(fixture.set.journal.entries().back().status, JournalStatus::Failed);
}

void TestIndexService::aConvertedIndexIsReadBack()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", std::nullopt);
    QVERIFY(fixture.connect());
    const ttl::IndexSpec before
        = *fixture.set.catalog.catalog().find(ttl::IndexRef{kTickets, "made_1"});
    const ttl::IndexChange change{{kTickets, "made_1"}, 3'600, {}};
    QVERIFY(waitFor(fixture.set.indexes.change(change, before)));
    const services::JournalEntry& entry = fixture.set.journal.entries().back();
    QVERIFY(!(*entry.before).contains("expireAfterSeconds"));
    QCOMPARE((*entry.after)["expireAfterSeconds"].toInt64(), std::int64_t{3'600});
    QVERIFY(!entry.mongosh.empty());
}

void TestIndexService::aChangeThatDidNothingIsAnError()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 90);
    fixture.server->ignoreChanges(true);
    QVERIFY(fixture.connect());
    const Result<void> seconds
        = waitFor(fixture.set.indexes.change({{kTickets, "made_1"}, 60, {}}, {}));
    QVERIFY(!seconds && seconds.error().code == Errc::Conflict);
    const Result<void> hidden
        = waitFor(fixture.set.indexes.change({{kTickets, "made_1"}, {}, true}, {}));
    QVERIFY(!hidden && hidden.error().code == Errc::Conflict);
}

void TestIndexService::aDropThatDidNothingIsAnError()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 90);
    fixture.server->ignoreChanges(true);
    QVERIFY(fixture.connect());
    const Result<void> answer = waitFor(fixture.set.indexes.drop({kTickets, "made_1"}, {}));
    QVERIFY(!answer && answer.error().code == Errc::Conflict);
}

void TestIndexService::aDroppedIndexCanBeRestored()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 90);
    QVERIFY(fixture.connect());
    const ttl::IndexSpec before
        = *fixture.set.catalog.catalog().find(ttl::IndexRef{kTickets, "made_1"});
    QVERIFY(waitFor(fixture.set.indexes.drop({kTickets, "made_1"}, before)));
    QVERIFY(waitFor(
        fixture.set.indexes.restore(kTickets, *fixture.set.journal.entries().back().before)));
    const std::vector<ttl::IndexSpec> now = *waitFor(fixture.set.indexes.list(kTickets));
    QCOMPARE(now.back().name, std::string("made_1"));
    QCOMPARE(*now.back().expireAfterSeconds, std::int64_t{90});
}

void TestIndexService::theServersRefusalIsInTheJournal()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("createIndex", base::serverError(67, "CannotCreateIndex", "no"));
    const Result<ttl::IndexRef> answer = waitFor(fixture.set.indexes.create(spec()));
    QVERIFY(!answer);
    QCOMPARE(answer.error().serverCode, 67);
    QCOMPARE(fixture.set.journal.entries().back().error->serverCode, 67);
}

void TestIndexService::afterAChangeTheIndexesAreReadOnce()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 90);
    QVERIFY(fixture.connect());
    const int before = fixture.server->calls("indexes");
    QVERIFY(waitFor(fixture.set.indexes.change({{kTickets, "made_1"}, 60, {}}, {})));
    QCOMPARE(
        fixture.set.catalog.catalog().find(ttl::IndexRef{kTickets, "made_1"})->expireAfterSeconds,
        std::optional<std::int64_t>(60));
    QCOMPARE(fixture.server->calls("indexes"), before + 1);
}

void TestIndexService::theLateEndOfAnAbandonedCommandIsIgnored()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "other", std::nullopt);
    QVERIFY(fixture.connect());
    fixture.server->hold("createIndex");
    const auto answer = fixture.set.indexes.create(spec());
    QTRY_COMPARE(fixture.set.journal.entries().size(), std::size_t{1});
    QTRY_COMPARE(fixture.server->running("createIndex"), 1);
    fixture.set.connections.disconnectNow();
    const Result<ttl::IndexRef> given = waitFor(answer);
    QVERIFY2(!given && given.error().code == Errc::OutcomeUnknown,
             given ? "no error" : given.error().message.c_str());
    QVERIFY(services::WorkerPool::waitForAll(10s));
    QCOMPARE(fixture.set.journal.entries().back().status, JournalStatus::Unknown);
    QVERIFY(fixture.set.tasks.tasks().empty());
    QFile file(QDir(fixture.set.settings.folder()).filePath(u"journal.jsonl"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count("\"end\""), 1);
}

void TestIndexService::allIndexesAtOnceAreNeverDropped()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    const Result<void> answer = waitFor(fixture.set.indexes.drop({kTickets, "*"}, {}));
    QVERIFY(!answer && answer.error().code == Errc::InvalidInput);
    QCOMPARE(fixture.server->calls("dropIndex"), 0);
    QVERIFY(fixture.set.journal.entries().empty());
}

void TestIndexService::aLockedConnectionSendsNothing()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    const Result<ttl::IndexRef> answer = waitFor(fixture.set.indexes.create(spec()));
    QVERIFY(!answer && answer.error().code == Errc::NotPermitted);
    QCOMPARE(fixture.server->calls("createIndex"), 0);
    QVERIFY(fixture.set.journal.entries().empty());
}

void TestIndexService::withoutAJournalNothingIsSent()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    // a folder in the journal's place: it cannot be opened
    QVERIFY(QDir(fixture.set.settings.folder()).mkdir(u"journal.jsonl"_s));
    const Result<ttl::IndexRef> answer = waitFor(fixture.set.indexes.create(spec()));
    QVERIFY(!answer && answer.error().code == Errc::Storage);
    QCOMPARE(fixture.server->calls("createIndex"), 0);
}

void TestIndexService::theEffectCountsAndPaintsBeforeAndAfter()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 7'200);
    for (int hours = 0; hours < 4; ++hours) {
        fixture.server->addDocument(
            kTickets,
            bson::makeDocument(
                "_id", hours, "made",
                bson::Date::from(fixture.clock.now() - std::chrono::hours(hours) - 1min)));
    }
    QVERIFY(fixture.connect());
    const ttl::IndexSpec index
        = *fixture.set.catalog.catalog().find(ttl::IndexRef{kTickets, "made_1"});
    services::EffectQuery query;
    query.before = ttl::ruleOf(kTickets, index);
    query.after = *query.before;
    query.after.expireAfterSeconds = 3'600;
    query.zone = QTimeZone::utc();
    std::optional<services::EffectAnswer> answer;
    services::whenAnswered(fixture.set.indexes.effect(query), this,
                           [&](const services::EffectAnswer& effect) { answer = effect; });
    QTRY_VERIFY(answer.has_value());
    QCOMPARE(answer->impact->affected, std::int64_t{3});
    QCOMPARE(answer->before->overdue, std::int64_t{2});
    QCOMPARE(answer->after->overdue, std::int64_t{3});
    QCOMPARE(answer->before->counts.size(), answer->edges.size() - 1);
}

void TestIndexService::aFailedCountOfTodayIsNoZeroBesideTheOther()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 7'200);
    QVERIFY(fixture.connect());
    services::EffectQuery query;
    query.before = ttl::ruleOf(
        kTickets, *fixture.set.catalog.catalog().find(ttl::IndexRef{kTickets, "made_1"}));
    query.after = *query.before;
    query.after.expireAfterSeconds = 3'600;
    query.zone = QTimeZone::utc();
    // either of the two may be the first to be counted
    for (const int passing : {0, 1}) {
        fixture.server->failAfter("histogram", passing,
                                  base::serverError(13, "Unauthorized", "no"));
        std::optional<services::EffectAnswer> answer;
        services::whenAnswered(fixture.set.indexes.effect(query), this,
                               [&](const services::EffectAnswer& effect) { answer = effect; });
        QTRY_VERIFY(answer.has_value());
        QVERIFY(!answer->after);
        QVERIFY(answer->impact);
    }
}

void TestIndexService::aCancelledEffectEnds()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("impact");
    services::EffectQuery query;
    query.after.index = {kTickets, "planned"};
    query.after.field = "made";
    query.zone = QTimeZone::utc();
    std::optional<Errc> code;
    services::whenAnswered(
        fixture.set.indexes.effect(query), this,
        [&](const services::EffectAnswer& effect) { code = effect.impact.error().code; });
    QTRY_COMPARE(fixture.server->running("impact"), 1);
    fixture.set.tasks.cancel(fixture.set.tasks.tasks().front().id);
    QTRY_VERIFY(code == Errc::Cancelled);
    QVERIFY(fixture.set.tasks.tasks().empty());
}

void TestIndexService::aCancelledChangeIsUnknownUntilItIsReadBack_data()
{
    QTest::addColumn<bool>("drop");
    QTest::addColumn<bool>("executed");
    QTest::newRow("a change that was not executed") << false << false;
    QTest::newRow("a change that was executed") << false << true;
    QTest::newRow("a drop that was not executed") << true << false;
    QTest::newRow("a drop that was executed") << true << true;
}

void TestIndexService::aCancelledChangeIsUnknownUntilItIsReadBack()
{
    QFETCH(bool, drop);
    QFETCH(bool, executed);
    ServiceFixture fixture;
    fixture.set.outcomes.setFirstPause(1ms);
    const ttl::IndexRef made{kTickets, "made_1"};
    fixture.server->addIndex(kTickets, "made", 90);
    QVERIFY(fixture.connect());
    const ttl::IndexSpec before = *fixture.set.catalog.catalog().find(made);
    // executed: it is cancelled while the index is read back
    fixture.server->hold("indexes");
    if (!executed) {
        fixture.server->hold(drop ? "dropIndex" : "changeIndex");
    }
    std::optional<Result<void>> answer;
    services::whenAnswered(drop ? fixture.set.indexes.drop(made, before)
                                : fixture.set.indexes.change({made, 60, {}}, before),
                           this, [&answer](const Result<void>& given) { answer = given; });
    const char* const held = executed ? "indexes" : drop ? "dropIndex" : "changeIndex";
    QTRY_COMPARE(fixture.server->running(held), 1);
    fixture.set.tasks.cancel(fixture.set.tasks.tasks().front().id);
    QTRY_COMPARE(fixture.set.journal.entries().back().status, JournalStatus::Unknown);
    QVERIFY(!answer);
    QTRY_VERIFY(fixture.set.tasks.tasks().empty());
    fixture.server->release("indexes");
    QTRY_VERIFY(answer);
    QCOMPARE(answer->has_value(), executed);
    QVERIFY(executed || answer->error().code == Errc::Cancelled);
    QCOMPARE(fixture.set.journal.entries().back().status,
             executed ? JournalStatus::Succeeded : JournalStatus::Failed);
    QVERIFY(fixture.set.journal.entries().back().verifiedLater);
}

SANDGLASS_TEST(TestIndexService)
} // namespace tst_services_index

#include "tst_services_index.moc"
