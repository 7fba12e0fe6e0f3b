// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/services/indexes/undo_plan.h"
#include "tests/support/fake_documents.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_services_undo_plan {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::canBeUndone;
using services::creatableDefinition;
using services::JournalEntry;
using services::JournalKind;
using services::JournalStatus;
using services::sameDefinition;
using services::UndoObstacle;
using services::undoPlan;
using services::UndoPlan;
using services::UndoWay;

namespace {

const protocol::Namespace kLogs{"shop", "logs"};

bson::Document json(std::string_view text)
{
    return *bson::fromJson(text);
}

/// {v: 2, key: {at: 1}, name: "at_1"} and these options.
bson::Document listed(std::string_view options = "{}")
{
    bson::Builder builder;
    builder.append("v", 2).append("key", bson::makeDocument("at", 1)).append("name", "at_1");
    return builder.appendAll(json(options)).take();
}

/// The index as a server lists it.
ttl::IndexSpec spec(std::string_view options = "{}")
{
    return tests::parsed(listed(options));
}

JournalEntry entry(JournalKind kind, std::optional<bson::Document> before = {},
                   std::optional<bson::Document> after = {})
{
    JournalEntry made;
    made.id = 7;
    made.kind = kind;
    made.status = JournalStatus::Succeeded;
    made.ns = kLogs;
    made.index = "at_1";
    made.before = std::move(before);
    made.after = std::move(after);
    return made;
}

/// The plan; ends the test program when there is an obstacle.
UndoPlan planOf(const JournalEntry& undone, const std::optional<ttl::IndexSpec>& present)
{
    const auto plan = undoPlan(undone, present);
    if (!std::holds_alternative<UndoPlan>(plan)) {
        qFatal("there is an obstacle: %d", static_cast<int>(std::get<UndoObstacle>(plan)));
    }
    return std::get<UndoPlan>(plan);
}

std::optional<UndoObstacle> obstacleOf(const JournalEntry& undone,
                                       const std::optional<ttl::IndexSpec>& present)
{
    const auto plan = undoPlan(undone, present);
    return std::holds_alternative<UndoObstacle>(plan) ? std::optional(std::get<UndoObstacle>(plan))
                                                      : std::nullopt;
}

JournalEntry undoing(std::uint64_t id, std::uint64_t undone,
                     JournalStatus status = JournalStatus::Succeeded)
{
    JournalEntry made = entry(JournalKind::ChangeIndex);
    made.id = id;
    made.undoes = undone;
    made.status = status;
    return made;
}

const std::string_view kHour = R"({"expireAfterSeconds": 3600})";
const std::string_view kMinute = R"({"expireAfterSeconds": 60})";

} // namespace

class TestUndoPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyChangesOfIndexesCanBeUndone_data();
    void onlyChangesOfIndexesCanBeUndone();
    void aCreatedIndexIsDropped();
    void aCreatedIndexThatHasGoneNeedsNothing();
    void aDroppedIndexIsMadeAgain();
    void aDroppedIndexWhoseNameIsTakenCannot();
    void changedSecondsAreSetBack();
    void onlyWhatWasChangedIsSetBack();
    void aLaterChangeIsNoticed();
    void aChangeThatWasSetBackAlreadyNeedsNothing();
    void aChangedIndexThatHasGoneCannotBeSetBack();
    void aConversionNeedsTwoCommands();
    void unusableSecondsNeedTwoCommands_data();
    void unusableSecondsNeedTwoCommands();
    void anOwnRuleIsSwitchedOff();
    void aLostAnswerIsJudgedByWhatThereIs();
    void theRuleToComeIsKnown();
    void definitionsAreTheSameInAnyOrder_data();
    void definitionsAreTheSameInAnyOrder();
    void theServersOwnFieldsAreNotCreated();
    void anUndoneUndoLeavesTheEntryAsItWas();
    void anUndoOfDatesThatRestoredNoneHasUndoneNothing();
};

void TestUndoPlan::onlyChangesOfIndexesCanBeUndone_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("hasBefore");
    QTest::addColumn<bool>("can");
    const auto row = [](const char* name, JournalKind kind, JournalStatus status, bool before,
                        bool can) {
        QTest::newRow(name) << static_cast<int>(kind) << static_cast<int>(status) << before << can;
    };
    using enum JournalKind;
    using enum JournalStatus;
    row("created", CreateIndex, Succeeded, false, true);
    row("created, perhaps", CreateIndex, Unknown, false, false);
    row("created, pending", CreateIndex, Pending, false, false);
    row("changed", ChangeIndex, Succeeded, true, true);
    row("changed, perhaps", ChangeIndex, Unknown, true, true);
    row("changed, refused", ChangeIndex, Failed, true, false);
    row("changed, from what is not known", ChangeIndex, Succeeded, false, false);
    row("dropped", DropIndex, Succeeded, true, true);
    row("dropped, from what is not known", DropIndex, Succeeded, false, false);
    row("inserted", InsertDocument, Succeeded, true, false);
    row("removed", RemoveDocuments, Succeeded, true, false);
    row("purged", StagedPurge, Succeeded, true, false);
    row("restored", RestoreData, Succeeded, true, false);
}

void TestUndoPlan::onlyChangesOfIndexesCanBeUndone()
{
    QFETCH(int, kind);
    QFETCH(int, status);
    QFETCH(bool, hasBefore);
    QFETCH(bool, can);
    JournalEntry made = entry(static_cast<JournalKind>(kind),
                              hasBefore ? std::optional(listed(kHour)) : std::nullopt);
    made.status = static_cast<JournalStatus>(status);
    if (made.status == JournalStatus::Failed) {
        made.error = base::serverError(13, "Unauthorized", "no");
    }
    QCOMPARE(canBeUndone(made), can);
    if (!can) {
        QCOMPARE(obstacleOf(made, spec(kMinute)), std::optional(UndoObstacle::NoOpposite));
    }
}

void TestUndoPlan::aCreatedIndexIsDropped()
{
    const UndoPlan plan = planOf(entry(JournalKind::CreateIndex, {}, listed(kHour)), spec(kHour));
    QCOMPARE(plan.way, UndoWay::Drop);
    QCOMPARE(plan.entry, std::uint64_t{7});
    QVERIFY(!plan.ruleThen);
    QVERIFY(!plan.changedSince);
    QCOMPARE(plan.commands().size(), std::size_t{1});
    QVERIFY(plan.commands().front() == json(R"({"dropIndexes": "logs", "index": "at_1"})"));
}

void TestUndoPlan::aCreatedIndexThatHasGoneNeedsNothing()
{
    QCOMPARE(obstacleOf(entry(JournalKind::CreateIndex, {}, listed(kHour)), {}),
             std::optional(UndoObstacle::AlreadyAsBefore));
}

void TestUndoPlan::aDroppedIndexIsMadeAgain()
{
    const std::string_view rich = R"({"expireAfterSeconds": 60, "sparse": true,
        "collation": {"locale": "de"}, "partialFilterExpression": {"open": true}})";
    const UndoPlan plan = planOf(entry(JournalKind::DropIndex, listed(rich)), {});
    QCOMPARE(plan.way, UndoWay::Create);
    QVERIFY(!plan.present);
    const bson::Document command = plan.commands().front();
    QCOMPARE(command["createIndexes"].asString(), std::string_view("logs"));
    const bson::Document made(command["indexes"].asDocument()["0"].asDocument());
    QVERIFY(!made.contains("v"));
    QVERIFY(sameDefinition(made, listed(rich)));
    QCOMPARE(plan.ruleThen->expireAfterSeconds, 60);
    QVERIFY(plan.ruleThen->partialFilter->contains("open"));
}

void TestUndoPlan::aDroppedIndexWhoseNameIsTakenCannot()
{
    const JournalEntry dropped = entry(JournalKind::DropIndex, listed(kHour));
    QCOMPARE(obstacleOf(dropped, spec(kMinute)), std::optional(UndoObstacle::NameTaken));
    QCOMPARE(obstacleOf(dropped, spec(kHour)), std::optional(UndoObstacle::AlreadyAsBefore));
}

void TestUndoPlan::changedSecondsAreSetBack()
{
    const UndoPlan plan
        = planOf(entry(JournalKind::ChangeIndex, listed(kHour), listed(kMinute)), spec(kMinute));
    QCOMPARE(plan.way, UndoWay::Change);
    QCOMPARE(plan.change.expireAfterSeconds, std::optional<std::int64_t>(3'600));
    QVERIFY(!plan.change.hidden);
    QCOMPARE(plan.ruleNow->expireAfterSeconds, 60);
    QCOMPARE(plan.ruleThen->expireAfterSeconds, 3'600);
    QVERIFY(plan.commands().front()
            == bson::makeDocument("collMod", "logs", "index",
                                  bson::makeDocument("name", "at_1", "expireAfterSeconds", 3'600)));
}

void TestUndoPlan::onlyWhatWasChangedIsSetBack()
{
    // the change hid the index; somebody else has changed its seconds since
    const UndoPlan plan = planOf(entry(JournalKind::ChangeIndex, listed(kHour),
                                       listed(R"({"expireAfterSeconds": 3600, "hidden": true})")),
                                 spec(R"({"expireAfterSeconds": 60, "hidden": true})"));
    QCOMPARE(plan.change.hidden, std::optional(false));
    QVERIFY(!plan.change.expireAfterSeconds);
    QVERIFY(!plan.ruleThen); // nothing expires by it that does not today
    QVERIFY(plan.changedSince);
}

void TestUndoPlan::aLaterChangeIsNoticed()
{
    const JournalEntry changed = entry(JournalKind::ChangeIndex, listed(kHour), listed(kMinute));
    QVERIFY(!planOf(changed, spec(kMinute)).changedSince);
    QVERIFY(planOf(changed, spec(R"({"expireAfterSeconds": 5})")).changedSince);
}

void TestUndoPlan::aChangeThatWasSetBackAlreadyNeedsNothing()
{
    QCOMPARE(
        obstacleOf(entry(JournalKind::ChangeIndex, listed(kHour), listed(kMinute)), spec(kHour)),
        std::optional(UndoObstacle::AlreadyAsBefore));
    // 3600 and 3600.0 expire the same documents
    QCOMPARE(obstacleOf(entry(JournalKind::ChangeIndex,
                              listed(R"({"expireAfterSeconds": {"$numberDouble": "3600.0"}})"),
                              listed(kMinute)),
                        spec(kHour)),
             std::optional(UndoObstacle::AlreadyAsBefore));
}

void TestUndoPlan::aChangedIndexThatHasGoneCannotBeSetBack()
{
    QCOMPARE(obstacleOf(entry(JournalKind::ChangeIndex, listed(kHour), listed(kMinute)), {}),
             std::optional(UndoObstacle::IndexGone));
}

void TestUndoPlan::aConversionNeedsTwoCommands()
{
    const UndoPlan plan
        = planOf(entry(JournalKind::ChangeIndex, listed(), listed(kMinute)), spec(kMinute));
    QCOMPARE(plan.way, UndoWay::Rebuild);
    QCOMPARE(plan.commands().size(), std::size_t{2});
    QVERIFY(plan.commands()[0].contains("dropIndexes"));
    QVERIFY(!plan.commands()[1]["indexes"].asDocument()["0"].asDocument().contains(
        "expireAfterSeconds"));
    QVERIFY(!plan.ruleThen); // an ordinary index expires nothing
}

void TestUndoPlan::unusableSecondsNeedTwoCommands_data()
{
    QTest::addColumn<QByteArray>("seconds");
    QTest::newRow("NaN") << QByteArray(R"({"$numberDouble": "NaN"})");
    QTest::newRow("negative") << QByteArray("-1");
    QTest::newRow("too large") << QByteArray(R"({"$numberLong": "2147483648"})");
    QTest::newRow("text") << QByteArray("\"60\"");
}

void TestUndoPlan::unusableSecondsNeedTwoCommands()
{
    QFETCH(QByteArray, seconds);
    const std::string before = R"({"expireAfterSeconds": )" + seconds.toStdString() + '}';
    const UndoPlan plan
        = planOf(entry(JournalKind::ChangeIndex, listed(before), listed(kMinute)), spec(kMinute));
    QCOMPARE(plan.way, UndoWay::Rebuild); // collMod would not set such a value
    QVERIFY(!plan.ruleThen);
    QVERIFY(sameDefinition(plan.definition, listed(before)));
}

void TestUndoPlan::anOwnRuleIsSwitchedOff()
{
    JournalEntry made = entry(JournalKind::ChangeIndex, json(R"({"key": {"_id": 1}})"),
                              json(R"({"key": {"_id": 1}, "expireAfterSeconds": 60})"));
    made.index.clear();
    ttl::IndexSpec own;
    own.key = bson::makeDocument("_id", 1);
    own.expireAfterSeconds = 60;
    own.listed = *made.after;
    const UndoPlan plan = planOf(made, own);
    QCOMPARE(plan.way, UndoWay::Change);
    QVERIFY(plan.change.switchedOff);
    QVERIFY(!plan.change.expireAfterSeconds);
    QVERIFY(plan.commands().front() == json(R"({"collMod": "logs", "expireAfterSeconds": "off"})"));
}

void TestUndoPlan::aLostAnswerIsJudgedByWhatThereIs()
{
    JournalEntry lost = entry(JournalKind::ChangeIndex, listed(kHour));
    lost.status = JournalStatus::Unknown;
    lost.error = base::failure(Errc::Network, "lost");
    QCOMPARE(obstacleOf(lost, spec(kHour)), std::optional(UndoObstacle::AlreadyAsBefore));
    const UndoPlan plan = planOf(lost, spec(kMinute));
    QCOMPARE(plan.change.expireAfterSeconds, std::optional<std::int64_t>(3'600));
    QVERIFY(!plan.changedSince); // how it was left is not known
}

void TestUndoPlan::theRuleToComeIsKnown()
{
    const std::string_view partial
        = R"({"expireAfterSeconds": 3600, "partialFilterExpression": {"open": true}})";
    const UndoPlan plan
        = planOf(entry(JournalKind::ChangeIndex, listed(partial), listed(kMinute)), spec(kMinute));
    QCOMPARE(plan.ruleThen->index, (ttl::IndexRef{kLogs, "at_1"}));
    QCOMPARE(plan.ruleThen->field, std::string("at"));
    QVERIFY(plan.ruleThen->partialFilter);
    // a compound index expires nothing, whatever its seconds
    JournalEntry compound
        = entry(JournalKind::DropIndex, json(R"({"key": {"a": 1, "b": 1}, "name": "at_1",
                                           "expireAfterSeconds": 60})"));
    QVERIFY(!planOf(compound, {}).ruleThen);
}

void TestUndoPlan::definitionsAreTheSameInAnyOrder_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<bool>("same");
    const QByteArray plain = R"({"key": {"a": 1}, "name": "a_1"})";
    QTest::newRow("order") << plain << QByteArray(R"({"name": "a_1", "key": {"a": 1}})") << true;
    QTest::newRow("version 2") << plain << QByteArray(R"({"v": 2, "key": {"a": 1}, "name": "a_1"})")
                               << true;
    QTest::newRow("version 1") << plain << QByteArray(R"({"v": 1, "key": {"a": 1}, "name": "a_1"})")
                               << false;
    QTest::newRow("ns of old servers")
        << plain << QByteArray(R"({"key": {"a": 1}, "name": "a_1", "ns": "shop.logs"})") << true;
    QTest::newRow("number types")
        << plain << QByteArray(R"({"key": {"a": {"$numberDouble": "1.0"}}, "name": "a_1"})")
        << true;
    QTest::newRow("the simple collation, which is not listed")
        << plain
        << QByteArray(R"({"key": {"a": 1}, "name": "a_1", "collation": {"locale": "simple"}})")
        << true;
    QTest::newRow("another collation")
        << plain << QByteArray(R"({"key": {"a": 1}, "name": "a_1", "collation": {"locale": "en"}})")
        << false;
    QTest::newRow("direction") << plain << QByteArray(R"({"key": {"a": -1}, "name": "a_1"})")
                               << false;
    QTest::newRow("one option more")
        << plain << QByteArray(R"({"key": {"a": 1}, "name": "a_1", "sparse": true})") << false;
    QTest::newRow("another option instead")
        << QByteArray(R"({"key": {"a": 1}, "name": "a_1", "unique": true})")
        << QByteArray(R"({"key": {"a": 1}, "name": "a_1", "sparse": true})") << false;
    QTest::newRow("order of the key's fields")
        << QByteArray(R"({"key": {"a": 1, "b": 1}, "name": "x"})")
        << QByteArray(R"({"key": {"b": 1, "a": 1}, "name": "x"})") << false;
}

void TestUndoPlan::definitionsAreTheSameInAnyOrder()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(bool, same);
    QCOMPARE(sameDefinition(json(left.toStdString()), json(right.toStdString())), same);
    QCOMPARE(sameDefinition(json(right.toStdString()), json(left.toStdString())), same);
}

void TestUndoPlan::theServersOwnFieldsAreNotCreated()
{
    const bson::Document made = creatableDefinition(
        json(R"({"v": 2, "key": {"a": 1}, "name": "a_1", "ns": "shop.logs", "hidden": true})"));
    QVERIFY(made == json(R"({"key": {"a": 1}, "name": "a_1", "hidden": true})"));
    const bson::Document old = creatableDefinition(json(R"({"v": 1, "key": {"a": 1}})"));
    QVERIFY(old.contains("v")); // an index of version 1 is made as one
}

void TestUndoPlan::anUndoneUndoLeavesTheEntryAsItWas()
{
    using Ids = std::set<std::uint64_t>;
    QCOMPARE(services::undoneEntries({}), Ids());
    QCOMPARE(services::undoneEntries({entry(JournalKind::ChangeIndex)}), Ids());
    QCOMPARE(services::undoneEntries({undoing(2, 1)}), Ids{1});
    QCOMPARE(services::undoneEntries({undoing(2, 1), undoing(3, 2)}), Ids{2});
    QCOMPARE(services::undoneEntries({undoing(2, 1), undoing(3, 2), undoing(4, 3)}), (Ids{1, 3}));
    QCOMPARE(services::undoneEntries({undoing(2, 1, JournalStatus::Failed)}), Ids());
    QCOMPARE(services::undoneEntries({undoing(2, 1), undoing(3, 2, JournalStatus::Failed)}),
             Ids{1});
}

void TestUndoPlan::anUndoOfDatesThatRestoredNoneHasUndoneNothing()
{
    JournalEntry dates = undoing(2, 1);
    dates.kind = JournalKind::SetDate;
    dates.documents = 3;
    QCOMPARE(services::undoneEntries({dates}), std::set<std::uint64_t>{1});
    dates.documents = 0; // other clients had changed them all
    QCOMPARE(services::undoneEntries({dates}), std::set<std::uint64_t>());
}

SANDGLASS_TEST(TestUndoPlan)
} // namespace tst_services_undo_plan

#include "tst_services_undo_plan.moc"
