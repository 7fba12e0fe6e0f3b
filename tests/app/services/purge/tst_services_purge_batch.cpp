// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/protocol/server_code.h"
#include "app/services/purge/archive_service.h"
#include "app/services/purge/purge_batch.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_services_purge_batch {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using protocol::ServerCode;
using services::BatchAnswer;
using services::BatchRequest;

namespace {

const protocol::Namespace kLogs{"shop", "logs"};

bson::Document json(std::string_view text)
{
    return *bson::fromJson(text);
}

/// A server with 25 expired logs and one, 1000, that is not; and the question for a batch of 10.
struct Purge
{
    tests::FakeClock clock;
    tests::FakeTtlServer server{clock};
    QTemporaryDir folder;
    BatchRequest ask;

    Purge()
    {
        for (std::int32_t id = 0; id < 25; ++id) {
            server.addDocument(kLogs, document(id, 2h));
        }
        server.addDocument(kLogs, document(1'000, 1min));
        ask.rule = {kLogs, "at", 3'600, {}, clock.now(), 0};
        ask.size = 10;
    }
    bson::Document document(std::int32_t id, base::Millis age) const
    {
        return bson::makeDocument("_id", id, "at", bson::Date::from(clock.now() - age));
    }
    /// Lets the purge go by an archive of the documents 0 … count − 1.
    void archiveFirst(std::int32_t count)
    {
        const std::filesystem::path file = archivePath().toStdString();
        auto writer = archive::Writer::create(file, archive::Format::Bson, services::sha256());
        QVERIFY(writer);
        for (std::int32_t id = 0; id < count; ++id) {
            QVERIFY(writer->add(document(id, 2h)));
        }
        QVERIFY(writer->finish());
        ask.archive = {file, archive::Format::Bson, 0};
    }
    QString archivePath() const { return folder.filePath(u"logs.bson"_s); }
    Result<BatchAnswer> run() { return services::purgeBatch(server, ask, {}, clock); }
    int sent(std::string_view command) const
    {
        const auto all = server.commands();
        return static_cast<int>(std::ranges::count_if(
            all, [&](const bson::Document& each) { return each.contains(command); }));
    }
    std::size_t left() const { return server.documentCount(kLogs); }
};

/// A reply of find with these documents.
bson::Document found(const bson::Document& documents)
{
    bson::Builder reply;
    reply.beginDocument("cursor")
        .append("id", std::int64_t{0})
        .appendArray("firstBatch", documents)
        .end()
        .append("ok", 1.0);
    return reply.take();
}

/// A member of a replica set; `behind` seconds before the clock.
bson::Document member(const std::string& state, const tests::FakeClock& clock,
                      std::chrono::seconds behind)
{
    return bson::makeDocument("stateStr", state, "optimeDate",
                              bson::Date::from(clock.now() - behind));
}

bson::Document members(const bson::Document& list)
{
    return bson::Builder().appendArray("members", list).append("ok", 1.0).take();
}

} // namespace

class TestPurgeBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBatchDeletesAsManyAsItsSize();
    void theLastBatchFindsNothingMore();
    void idsAreAskedForAlone();
    void theRulesCollationGoesAlong();
    void textIdsAreNotPurgedWithACollation();
    void whatIsTouchedInBetweenStays();
    void aServerThatSendsTooManyGetsNoLargerBatch();
    void longIdsMakeASmallerBatch();
    void aRefusalIsTheServers_data();
    void aRefusalIsTheServers();
    void anAnswerThatMakesNoSenseIsAProtocolError_data();
    void anAnswerThatMakesNoSenseIsAProtocolError();
    void onlyWhatTheArchiveHoldsGoes();
    void whatChangedOrWentSinceTheArchiveIsCounted();
    void theArchiveIsReadOnFromItsPlace();
    void aDamagedArchiveDeletesNothing();
    void aMissingArchiveDeletesNothing();
    void tooMuchLagDeletesNothing_data();
    void tooMuchLagDeletesNothing();
    void lagIsThatOfTheSlowestSecondary_data();
    void lagIsThatOfTheSlowestSecondary();
    void aLagThatIsNotToldIsNoNumber();
    void withoutReplicationThereIsNoLag();
    void aRefusedStatusIsAnError();
};

void TestPurgeBatch::aBatchDeletesAsManyAsItsSize()
{
    Purge purge;
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer);
    QCOMPARE(answer->found, 10);
    QCOMPARE(answer->deleted, 10);
    QCOMPARE(answer->changed + answer->gone, 0);
    QVERIFY(!answer->end);
    QCOMPARE(purge.left(), std::size_t{16});
}

void TestPurgeBatch::theLastBatchFindsNothingMore()
{
    Purge purge;
    std::int64_t deleted = 0;
    for (int batch = 0; batch < 3; ++batch) {
        deleted += purge.run()->deleted;
    }
    QCOMPARE(deleted, 25);
    const Result<BatchAnswer> last = purge.run();
    QVERIFY(last->end);
    QCOMPARE(last->found, 0);
    QCOMPARE(purge.sent("delete"), 3); // an empty batch sends none
    QCOMPARE(purge.left(), std::size_t{1});
}

void TestPurgeBatch::idsAreAskedForAlone()
{
    Purge purge;
    QVERIFY(purge.run());
    const bson::Document find = purge.server.commands().front();
    QVERIFY(find["projection"].asDocument()["_id"].toBool());
    QCOMPARE(find["limit"].toInt64(), 10);
    QVERIFY(find["singleBatch"].toBool());
}

void TestPurgeBatch::theRulesCollationGoesAlong()
{
    Purge purge;
    purge.ask.rule.collation = bson::makeDocument("locale", "en", "strength", 2);
    QVERIFY(purge.run());
    int bearing = 0;
    for (const bson::Document& command : purge.server.commands()) {
        const bson::DocumentView compared = command.contains("delete")
            ? command["deletes"].asDocument()["0"].asDocument()
            : command.view();
        bearing += compared["collation"].asDocument()["locale"].asString() == "en" ? 1 : 0;
    }
    QCOMPARE(bearing, 2);
}

// "a" would delete "A" as well, which nobody has archived.
void TestPurgeBatch::textIdsAreNotPurgedWithACollation()
{
    Purge purge;
    purge.server.addDocument(
        kLogs, bson::makeDocument("_id", "a", "at", bson::Date::from(purge.clock.now() - 3h)));
    purge.ask.size = 100;
    purge.ask.rule.collation = bson::makeDocument("locale", "en", "strength", 2);
    const auto answer = purge.run();
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::Unsupported);
    QCOMPARE(answer.error().reason, base::LocalReason::CollatedIds);
    QCOMPARE(purge.left(), std::size_t{27});
    purge.ask.rule.collation.reset();
    QVERIFY(purge.run());
}

void TestPurgeBatch::whatIsTouchedInBetweenStays()
{
    Purge purge;
    // the server found 1 and 1000; meanwhile 1000 has a new date
    purge.server.answer(
        "find",
        found(bson::makeArray(bson::makeDocument("_id", 1), bson::makeDocument("_id", 1'000))));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer);
    QCOMPARE(answer->found, 2);
    QCOMPARE(answer->deleted, 1);
    QCOMPARE(purge.left(), std::size_t{25});
}

void TestPurgeBatch::aServerThatSendsTooManyGetsNoLargerBatch()
{
    Purge purge;
    bson::Builder many;
    for (std::int32_t id = 0; id < 25; ++id) {
        many.push(bson::makeDocument("_id", id));
    }
    purge.server.answer("find", found(many.take()));
    const Result<BatchAnswer> answer = purge.run();
    QCOMPARE(answer->found, 10);
    QCOMPARE(answer->deleted, 10);
}

void TestPurgeBatch::longIdsMakeASmallerBatch()
{
    Purge purge;
    bson::Builder many;
    const std::string id(3'000'000, 'x'); // a command takes at most 16 MB
    for (int i = 0; i < 5; ++i) {
        many.push(bson::makeDocument("_id", id + std::to_string(i)));
    }
    purge.server.answer("find", found(many.take()));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer);
    QCOMPARE(answer->found, 2);
    QVERIFY(purge.server.commands().back().bytes().size() < 16'000'000);
    purge.server.answer(
        "find", found(bson::makeArray(bson::makeDocument("_id", std::string(9'000'000, 'y')))));
    QCOMPARE(purge.run()->found, 1); // one goes at least
}

void TestPurgeBatch::aRefusalIsTheServers_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<int>("code");
    QTest::newRow("a document is refused")
        << QByteArray("delete") << QByteArray(R"({"n": 9, "ok": 1, "writeErrors":
                          [{"index": 3, "code": 371, "errmsg": "blocked"}]})")
        << static_cast<int>(ServerCode::UserWritesBlocked);
    QTest::newRow("not replicated")
        << QByteArray("delete") << QByteArray(R"({"n": 10, "ok": 1, "writeConcernError":
                          {"code": 64, "codeName": "WriteConcernFailed", "errmsg": "blocked"}})")
        << 64;
}

void TestPurgeBatch::aRefusalIsTheServers()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, reply);
    QFETCH(int, code);
    Purge purge;
    purge.server.answer(command.toStdString(), json(reply.toStdString()));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer && answer->refused);
    QCOMPARE(answer->refused->code, Errc::Server);
    QCOMPARE(answer->refused->serverCode, code);
    QCOMPARE(answer->refused->message, std::string("blocked"));
    QCOMPARE(answer->deleted, json(reply.toStdString())["n"].toInt64()); // what was deleted counts
}

void TestPurgeBatch::anAnswerThatMakesNoSenseIsAProtocolError_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("find without a cursor") << QByteArray("find") << QByteArray(R"({"ok": 1})");
    QTest::newRow("documents are no list")
        << QByteArray("find") << QByteArray(R"({"cursor": {"firstBatch": "x"}})");
    QTest::newRow("a document without _id")
        << QByteArray("find") << QByteArray(R"({"cursor": {"firstBatch": [{"_id": 1}, {}]}})");
    QTest::newRow("a document that is none")
        << QByteArray("find") << QByteArray(R"({"cursor": {"firstBatch": [5]}})");
    QTest::newRow("no count") << QByteArray("delete") << QByteArray(R"({"ok": 1})");
    QTest::newRow("more than were asked for") << QByteArray("delete") << QByteArray(R"({"n": 11})");
    QTest::newRow("a negative count") << QByteArray("delete") << QByteArray(R"({"n": -1})");
    QTest::newRow("half a document") << QByteArray("delete") << QByteArray(R"({"n": 1.5})");
    QTest::newRow("a count in words") << QByteArray("delete") << QByteArray(R"({"n": "10"})");
}

void TestPurgeBatch::anAnswerThatMakesNoSenseIsAProtocolError()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, reply);
    Purge purge;
    purge.server.answer(command.toStdString(), json(reply.toStdString()));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::Protocol);
    QCOMPARE(purge.left(), std::size_t{26});
}

void TestPurgeBatch::onlyWhatTheArchiveHoldsGoes()
{
    Purge purge;
    purge.archiveFirst(3);
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer);
    QCOMPARE(answer->found, 3);
    QCOMPARE(answer->deleted, 3);
    QVERIFY(answer->end);
    QCOMPARE(purge.left(), std::size_t{23});
}

void TestPurgeBatch::whatChangedOrWentSinceTheArchiveIsCounted()
{
    Purge purge;
    purge.archiveFirst(5);
    QVERIFY(purge.server.remove(kLogs, {bson::Value::of(std::int32_t{0})}, {}));
    QVERIFY(purge.server.replace(
        kLogs,
        bson::makeDocument("_id", 1, "at", bson::Date::from(purge.clock.now() - 2h), "more", 1),
        {}));
    QVERIFY(purge.server.replace(kLogs, purge.document(2, 1min), {})); // not expired any more
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer);
    QCOMPARE(answer->found, 5);
    QCOMPARE(answer->gone, 1);
    QCOMPARE(answer->changed, 2);
    QCOMPARE(answer->deleted, 2);
    // a secondary might not have these changes yet
    QVERIFY(purge.server.lastQuery().fromPrimary);
}

void TestPurgeBatch::theArchiveIsReadOnFromItsPlace()
{
    Purge purge;
    purge.archiveFirst(25);
    std::vector<std::int64_t> deleted;
    std::uint64_t offset = 0;
    for (bool end = false; !end;) {
        const Result<BatchAnswer> answer = purge.run();
        QVERIFY(answer);
        QVERIFY(answer->offset > offset || answer->end);
        deleted.push_back(answer->deleted);
        offset = purge.ask.archive->offset = answer->offset;
        end = answer->end;
    }
    QCOMPARE(deleted, (std::vector<std::int64_t>{10, 10, 5}));
    QCOMPARE(static_cast<qint64>(offset), QFile(purge.archivePath()).size());
    const Result<BatchAnswer> again = purge.run(); // nothing is left in it
    QVERIFY(again && again->end);
    QCOMPARE(again->found, 0);
}

void TestPurgeBatch::aDamagedArchiveDeletesNothing()
{
    Purge purge;
    purge.archiveFirst(5);
    QFile file(purge.archivePath());
    QVERIFY(file.resize(file.size() - 1));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::Conflict);
    QCOMPARE(purge.left(), std::size_t{26});
}

void TestPurgeBatch::aMissingArchiveDeletesNothing()
{
    Purge purge;
    purge.archiveFirst(5);
    QVERIFY(QFile::remove(purge.archivePath()));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::Storage);
    QCOMPARE(purge.left(), std::size_t{26});
}

void TestPurgeBatch::tooMuchLagDeletesNothing_data()
{
    QTest::addColumn<int>("lag");
    QTest::addColumn<bool>("deletes");
    QTest::newRow("below") << 9 << true;
    QTest::newRow("at the limit") << 10 << true;
    QTest::newRow("above") << 11 << false;
}

void TestPurgeBatch::tooMuchLagDeletesNothing()
{
    QFETCH(int, lag);
    QFETCH(bool, deletes);
    Purge purge;
    purge.ask.lagLimit = 10s;
    purge.server.answer(
        "replSetGetStatus",
        members(bson::makeArray(member("PRIMARY", purge.clock, 0s),
                                member("SECONDARY", purge.clock, std::chrono::seconds(lag)))));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(answer);
    QCOMPARE(answer->deleted, deletes ? 10 : 0);
    QCOMPARE(answer->tooFarBehind.has_value(), !deletes);
    QCOMPARE(purge.sent("find"), deletes ? 1 : 0);
}

void TestPurgeBatch::lagIsThatOfTheSlowestSecondary_data()
{
    QTest::addColumn<QStringList>("states"); // "SECONDARY 5": five seconds behind
    QTest::addColumn<int>("lag");
    // Source: MongoDB manual, replSetGetStatus
    QTest::newRow("one") << QStringList{u"PRIMARY 0"_s, u"SECONDARY 5"_s} << 5;
    QTest::newRow("the slowest") << QStringList{u"SECONDARY 3"_s, u"PRIMARY 0"_s, u"SECONDARY 70"_s}
                                 << 70;
    QTest::newRow("recovering") << QStringList{u"PRIMARY 0"_s, u"RECOVERING 9"_s} << 9;
    QTest::newRow("an arbiter has no data") << QStringList{u"PRIMARY 0"_s, u"ARBITER 9999"_s} << 0;
    QTest::newRow("one that is down")
        << QStringList{u"PRIMARY 0"_s, u"SECONDARY 1"_s, u"(not 9999"_s} << 1;
    QTest::newRow("ahead of an idle primary") << QStringList{u"PRIMARY 5"_s, u"SECONDARY 0"_s} << 0;
    QTest::newRow("no primary now") << QStringList{u"SECONDARY 3"_s, u"SECONDARY 70"_s} << 0;
    QTest::newRow("alone") << QStringList{u"PRIMARY 0"_s} << 0;
    QTest::newRow("nobody") << QStringList() << 0;
}

void TestPurgeBatch::lagIsThatOfTheSlowestSecondary()
{
    QFETCH(QStringList, states);
    QFETCH(int, lag);
    Purge purge;
    bson::Builder list;
    for (const QString& state : states) {
        list.push(member(state.section(u' ', 0, 0).toStdString(), purge.clock,
                         std::chrono::seconds(state.section(u' ', 1).toInt())));
    }
    purge.server.answer("replSetGetStatus", members(list.take()));
    QCOMPARE(services::replicationLag(purge.server, {})->count(), lag);
}

void TestPurgeBatch::aLagThatIsNotToldIsNoNumber()
{
    Purge purge;
    purge.server.answer("replSetGetStatus",
                        members(bson::makeArray(member("PRIMARY", purge.clock, 0s),
                                                bson::makeDocument("stateStr", "SECONDARY"))));
    const auto lag = services::replicationLag(purge.server, {});
    QVERIFY(!lag);
    QCOMPARE(lag.error().code, Errc::Unsupported);
    QCOMPARE(lag.error().reason, base::LocalReason::LagNotTold);
}

void TestPurgeBatch::withoutReplicationThereIsNoLag()
{
    for (const ServerCode code : {ServerCode::NoReplicationEnabled, ServerCode::CommandNotFound}) {
        Purge purge;
        purge.server.fail("runCommand", protocol::commandError(code, "no"));
        const auto lag = services::replicationLag(purge.server, {});
        QVERIFY(lag);
        QCOMPARE(lag->count(), 0);
    }
}

void TestPurgeBatch::aRefusedStatusIsAnError()
{
    Purge purge;
    purge.ask.lagLimit = 10s;
    purge.server.fail("runCommand", protocol::commandError(ServerCode::Unauthorized, "no"));
    const Result<BatchAnswer> answer = purge.run();
    QVERIFY(!answer); // what cannot be watched is no reason to go on
    QCOMPARE(answer.error().serverCode, static_cast<int>(ServerCode::Unauthorized));
    QCOMPARE(purge.left(), std::size_t{26});
}

SANDGLASS_TEST(TestPurgeBatch)
} // namespace tst_services_purge_batch

#include "tst_services_purge_batch.moc"
