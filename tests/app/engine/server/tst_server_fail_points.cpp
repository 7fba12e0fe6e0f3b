// SPDX-License-Identifier: GPL-3.0-or-later
// Fail points as tests of drivers set them.
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_server_fail_points {

using namespace sandglass;
using namespace sandglass::tests;
using engine::request::Turn;

class ServerFailPointsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_unique<DispatcherFixture>();
        engine::commands::Parameter tests;
        tests.name = "enableTestCommands";
        tests.get = [this] { return bson::Value::of(m_tests); };
        m_engine->commands.parameters.add(std::move(tests));
        m_tests = true;
    }
    void cleanup() { m_engine.reset(); }

    void withoutTestCommandsThereIsNoSuchCommand()
    {
        m_tests = false;
        VERIFY_HOLDS(m_engine->run(R"({"configureFailPoint":"failCommand","mode":"off"})", "admin"),
                     R"({"ok":0,"code":59})");
    }

    void aCommandFailsWithTheCodeAndItsLabels()
    {
        set(R"("mode":{"times":1},"data":{"failCommands":["find"],"errorCode":91})");
        VERIFY_HOLDS(m_engine->run(R"({"find":"c"})"),
                     R"({"ok":0,"code":91,"codeName":"ShutdownInProgress",
                         "errmsg":"Failing command via 'failCommand' failpoint"})");
        VERIFY_HOLDS(m_engine->run(R"({"find":"c"})"), R"({"ok":1})");
        set(R"("mode":{"times":1},"data":{"failCommands":["find"],"errorCode":8,
            "errorLabels":["A","B"],"errorExtraInfo":{"more":1}})");
        VERIFY_HOLDS(m_engine->run(R"({"find":"c"})"),
                     R"({"code":8,"errorLabels":["A","B"],"more":1})");
        VERIFY_HOLDS(set(R"("mode":"off")"), R"({"count":2})");
    }

    void aRetryableWriteIsToldThatItMayTryAgain()
    {
        const std::string write = R"({"insert":"c","documents":[{"_id":1}],
            "lsid":{"id":{"$binary":{"base64":"AAECAwQFRgeICQoLDA0ODw==","subType":"04"}}})";
        set(R"("mode":"alwaysOn","data":{"failCommands":["insert"],"errorCode":10107})");
        QVERIFY(!m_engine->run(write + "}").contains("errorLabels"));
        VERIFY_HOLDS(m_engine->run(write + R"(,"txnNumber":{"$numberLong":"1"}})"),
                     R"({"code":10107,"errorLabels":["RetryableWriteError"]})");
        set(R"("mode":"alwaysOn","data":{"failCommands":["insert"],"errorCode":10107,
            "errorLabels":[]})");
        QVERIFY(
            !m_engine->run(write + R"(,"txnNumber":{"$numberLong":"1"}})").contains("errorLabels"));
        QCOMPARE(m_engine->commands.found("c"), QString());
    }

    void aWriteConcernErrorComesBesideTheResult()
    {
        set(R"("mode":{"times":1},"data":{"failCommands":["insert"],
            "writeConcernError":{"code":64,"errmsg":"waiting"}})");
        VERIFY_HOLDS(m_engine->run(R"({"insert":"c","documents":[{"_id":1}]})"),
                     R"({"ok":1,"n":1,"writeConcernError":{"code":64,"errmsg":"waiting"}})");
        QCOMPARE(m_engine->commands.found("c"), QStringLiteral(R"({"_id":1})"));
    }

    void aConnectionIsClosed()
    {
        set(R"("mode":{"times":1},"data":{"failCommands":["ping"],"closeConnection":true})");
        Turn turn;
        QVERIFY(!m_engine->send(frame(R"({"ping":1})"), turn));
        QVERIFY(turn.closes && !turn.wait);
        VERIFY_HOLDS(m_engine->run(R"({"ping":1})"), R"({"ok":1})");
    }

    void aBlockedCommandWaitsAndThenFailsOrRuns()
    {
        set(R"("mode":{"times":1},"data":{"failCommands":["find"],"errorCode":50,
            "blockConnection":true,"blockTimeMS":300})");
        Turn turn;
        QVERIFY(!m_engine->send(frame(R"({"find":"c"})"), turn));
        QVERIFY(turn.wait == base::Millis(300));
        Turn next;
        next.series = turn.series;
        next.again = true;
        next.waited = base::Millis(300);
        const auto failed = m_engine->send(frame(R"({"find":"c"})"), next);
        QVERIFY(failed && !next.wait);
        VERIFY_HOLDS(bodyOf(*failed), R"({"code":50})");
        set(R"("mode":{"times":1},"data":{"failCommands":["find"],"blockConnection":true,
            "blockTimeMS":300})");
        Turn other;
        QVERIFY(!m_engine->send(frame(R"({"find":"c"})"), other));
        Turn again;
        again.series = other.series;
        again.again = true;
        again.waited = base::Millis(300);
        VERIFY_HOLDS(bodyOf(m_engine->send(frame(R"({"find":"c"})"), again).value()),
                     R"({"ok":1})");
    }

private:
    static DispatcherFixture::Raw frame(std::string_view json)
    {
        bson::Builder body;
        body.appendAll(need(bson::fromJson(json))).append("$db", "db");
        return sandglass::tests::writeMsg(7, 0, body.take());
    }
    static bson::Document bodyOf(const DispatcherFixture::Raw& bytes)
    {
        const auto message = engine::wire::parse(DispatcherFixture::Raw(bytes));
        return message ? bson::Document(message->body) : bson::Document();
    }
    bson::Document set(const std::string& rest)
    {
        return m_engine->run(R"({"configureFailPoint":"failCommand",)" + rest + "}", "admin");
    }

    std::unique_ptr<DispatcherFixture> m_engine;
    bool m_tests = true;
};

SANDGLASS_TEST(ServerFailPointsTest)
} // namespace tst_server_fail_points

#include "tst_server_fail_points.moc"
