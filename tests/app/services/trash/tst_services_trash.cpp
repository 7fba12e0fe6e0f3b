// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/services/settings/settings.h"
#include "app/services/trash/trash_commands.h"
#include "app/services/trash/trash_filter.h"
#include "app/services/trash/trash_limits.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_ttl_server.h"
#include "tests/support/need.h"
#include "tests/support/test_program.h"
#include "tests/support/unlocked.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_services_trash {

using namespace sandglass;
using namespace sandglass::services;
using tests::FakeTtlServer;
using tests::need;

namespace {

std::string filterJson(const TrashChoice& choice)
{
    return bson::toJson(need(trashFilter(choice)));
}

} // namespace

class TestTrash : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAChoiceEverythingIsMeant() { QCOMPARE(filterJson({}), std::string("{}")); }
    void collectionPassAndTimesAreFieldsOfTheEntry();
    void conditionsAreOnTheDeletedDocument();
    void anOperatorOnTheWholeDocumentIsRefused();
    void limitsAreRemembered();
    void foreignSettingsAreCorrected();
    void aServerWithoutATrashIsSaidSo();
    void aRefusedReadingIsAnError();
    void aPageIsRead();
    void reasonsAreListedOnce();
};

void TestTrash::collectionPassAndTimesAreFieldsOfTheEntry()
{
    TrashChoice choice;
    choice.ns = "app.sessions";
    choice.pass = base::Time(base::Millis(1000));
    choice.from = base::Time(base::Millis(2000));
    choice.to = base::Time(base::Millis(3000));
    choice.entries = {bson::Value::of(std::int32_t{7})};
    const bson::Document filter = need(trashFilter(choice));
    QCOMPARE(filter["ns"].asString(), std::string_view("app.sessions"));
    QCOMPARE(filter["pass"].asDate().millis, std::int64_t{1000});
    QCOMPARE(filter["deletedAt"].asDocument()["$gte"].asDate().millis, std::int64_t{2000});
    QCOMPARE(filter["deletedAt"].asDocument()["$lt"].asDate().millis, std::int64_t{3000});
    QCOMPARE(filter["_id"].asDocument()["$in"].asDocument()["0"].toInt64(), std::int64_t{7});
}

void TestTrash::conditionsAreOnTheDeletedDocument()
{
    TrashChoice choice;
    choice.filter
        = need(bson::fromJson(R"({"a":1,"$or":[{"b.c":{"$gt":2}},{"$and":[{"d":null}]}]})"));
    const bson::Document expected = need(bson::fromJson(
        R"({"document.a":1,"$or":[{"document.b.c":{"$gt":2}},{"$and":[{"document.d":null}]}]})"));
    QCOMPARE(filterJson(choice), bson::toJson(expected));
}

void TestTrash::anOperatorOnTheWholeDocumentIsRefused()
{
    for (const char* json :
         {R"({"$expr":{"$eq":["$a",1]}})", R"({"$and":5})", R"({"$or":[{"$where":"true"}]})"}) {
        TrashChoice choice;
        choice.filter = need(bson::fromJson(json));
        const auto filter = trashFilter(choice);
        QVERIFY2(!filter, json);
        QCOMPARE(filter.error().code, Errc::InvalidInput);
    }
}

void TestTrash::limitsAreRemembered()
{
    const QTemporaryDir folder;
    {
        Settings settings(folder.path());
        QVERIFY(!readTrashLimits(settings).keeps());
        QVERIFY(trashArguments(readTrashLimits(settings)).isEmpty());
        storeTrashLimits(settings, {7, 1024});
    }
    const Settings settings(folder.path());
    QVERIFY(readTrashLimits(settings) == (TrashLimits{7, 1024}));
    const QString arguments = trashArguments({7, 1024}).join(QChar(u' '));
    QVERIFY(arguments.contains(QStringLiteral("sandglassTrashDays=7")));
    QVERIFY(arguments.contains(QStringLiteral("sandglassTrashBytes=1024")));
}

void TestTrash::foreignSettingsAreCorrected()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    settings.setValue(QStringLiteral("engine/trashDays"), 99'999);
    settings.setValue(QStringLiteral("engine/trashBytes"), -5);
    QVERIFY(readTrashLimits(settings) == (TrashLimits{kMostTrashDays, 0}));
}

void TestTrash::aServerWithoutATrashIsSaidSo()
{
    const tests::FakeClock clock;
    FakeTtlServer server(clock);
    Error refused = base::failure(Errc::Server, "no option found to get");
    refused.serverCode = 72;
    server.fail("runCommand", refused);
    const auto reading = readTrash(server, {}, {}, 0);
    QVERIFY(reading);
    QVERIFY(!reading->limits);
}

void TestTrash::aRefusedReadingIsAnError()
{
    const tests::FakeClock clock;
    FakeTtlServer server(clock);
    for (const Error& refusal : {base::failure(Errc::NotPermitted, "not authorized"),
                                 base::serverError(13, "Unauthorized", "not authorized")}) {
        server.fail("runCommand", refusal);
        const auto reading = readTrash(server, {}, {}, 0);
        QVERIFY(!reading);
        QCOMPARE(reading.error().code, refusal.code);
    }
}

void TestTrash::aPageIsRead()
{
    const tests::FakeClock clock;
    FakeTtlServer server(clock);
    server.answer("getParameter",
                  need(bson::fromJson(R"({"sandglassTrashDays":7,"sandglassTrashBytes":0})")));
    server.answer("find",
                  need(bson::fromJson(
                      R"({"cursor":{"firstBatch":[{"_id":1,"ns":"app.c","index":"t_1",
                                  "deletedAt":{"$date":{"$numberLong":"5000"}},
                                  "document":{"_id":"x"}}]}})")));
    server.answer("count", need(bson::fromJson(R"({"n":81})")));
    server.answer("aggregate",
                  need(bson::fromJson(
                      R"({"cursor":{"firstBatch":[{"_id":{"ns":"app.c",
                                       "pass":{"$date":{"$numberLong":"4000"}}},
                                       "documents":81}]}})")));
    const TrashReading reading = need(readTrash(server, {}, {}, 50));
    QVERIFY(reading.limits == std::optional(TrashLimits{7, 0}));
    QCOMPARE(reading.total, std::int64_t{81});
    QCOMPARE(reading.items.size(), std::size_t{1});
    QCOMPARE(reading.items[0].ns, std::string("app.c"));
    QCOMPARE(reading.items[0].deletedAt, base::Time(base::Millis(5000)));
    QCOMPARE(reading.items[0].document["_id"].asString(), std::string_view("x"));
    QVERIFY(reading.passes
            == (std::vector<TrashPass>{{base::Time(base::Millis(4000)), "app.c", 81}}));
}

void TestTrash::reasonsAreListedOnce()
{
    const tests::FakeClock clock;
    FakeTtlServer server(clock);
    server.answer("sandglassPutBack",
                  need(bson::fromJson(
                      R"({"nMatched":3,"nPutBack":1,"nRefused":2,
                                          "refused":[{"code":26,"ns":"a.b","errmsg":"taken"},
                                              {"code":26,"ns":"a.b","errmsg":"taken"}]})")));
    const auto reply = need(
        sendPutBack(server, tests::unlocked(), putBackCommand(bson::Document(), false, false)));
    QCOMPARE(reply.putBack, std::int64_t{1});
    QCOMPARE(reply.refused, std::int64_t{2});
    QVERIFY((reply.reasons == std::vector<PutBackRefusal>{{26, "a.b", "taken"}}));
}

SANDGLASS_TEST(TestTrash)
} // namespace tst_services_trash

#include "tst_services_trash.moc"
