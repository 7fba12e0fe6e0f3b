// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/server/engine_parameters.h"
#include "app/engine/server/json_log.h"
#include "tests/app/engine/server/dispatcher_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_parameters {

using namespace sandglass;

namespace {

/// The dispatcher with all parameters of the engine.
class Parameters : public tests::DispatcherFixture
{
public:
    Parameters()
        : log(commands.data.clock, nullptr)
    {
        engine::server::addParameters(
            commands.parameters,
            {ttl, settings, log, nullptr, [this] { ++changes; }, &commands.facts});
    }

    bson::Document set(const std::string& fields)
    {
        return run("{\"setParameter\":1," + fields + "}", "admin");
    }
    bson::Document get(const std::string& fields)
    {
        return run("{\"getParameter\":" + fields + "}", "admin");
    }
    std::int64_t codeOfSet(const std::string& fields) { return set(fields)["code"].toInt64(); }

    engine::expiry::TtlSettings ttl;
    engine::server::EngineSettings settings;
    engine::server::JsonLog log;
    int changes = 0;
};

struct Expected
{
    const char* name;
    const char* value;
};

} // namespace

class ServerParametersTest : public QObject
{
    Q_OBJECT

private slots:
    void C020_defaultsAreThoseOfTheReference()
    {
        Parameters engine;
        for (const Expected& expected :
             {Expected{"ttlMonitorEnabled", "true"}, Expected{"ttlMonitorSleepSecs", "60"},
              Expected{"ttlMonitorBatchDeletes", "true"},
              Expected{"ttlMonitorSubPassTargetSecs", "60"},
              Expected{"ttlIndexDeleteTargetTimeMS", "1000"},
              Expected{"ttlIndexDeleteTargetDocs", "50000"},
              Expected{"batchedDeletesTargetBatchDocs", "10"},
              Expected{"batchedDeletesTargetBatchTimeMS", "5"},
              Expected{"batchedDeletesTargetStagedDocBytes", "2097152"}}) {
            const std::string name = expected.name;
            const bson::Document reply = engine.get("1,\"" + name + "\":1");
            const std::string json
                = "{\"ok\":1.0,\"" + name + "\":" + std::string(expected.value) + "}";
            VERIFY_HOLDS(reply, json);
        }
    }

    void settingShowsWhatWas()
    {
        Parameters engine;
        const bson::Document reply = engine.set("\"ttlMonitorSleepSecs\":7");
        VERIFY_HOLDS(reply, R"({"was":60,"ok":1.0})");
        VERIFY_HOLDS(engine.set("\"ttlMonitorSleepSecs\":8"), R"({"was":7})");
        QCOMPARE(engine.ttl.sleepSeconds.load(), std::int64_t{8});
        QCOMPARE(engine.changes, 2);
    }

    void C021_aPeriodOfZeroIsRefusedAndTheOldOneKept()
    {
        Parameters engine;
        for (const char* value : {"0", "-1", "2147483648", "\"5\"", "[5]", "{\"a\":5}", "null",
                                  "{\"$numberDouble\":\"NaN\"}"}) {
            QCOMPARE(engine.codeOfSet("\"ttlMonitorSleepSecs\":" + std::string(value)),
                     std::int64_t{2});
        }
        QCOMPARE(engine.ttl.sleepSeconds.load(), std::int64_t{60});
        for (const char* value :
             {"1", "1.9", "true", "{\"$numberDecimal\":\"1\"}", "{\"$numberLong\":\"1\"}"}) {
            QCOMPARE(engine.codeOfSet("\"ttlMonitorSleepSecs\":" + std::string(value)),
                     std::int64_t{0});
            QCOMPARE(engine.ttl.sleepSeconds.load(), std::int64_t{1});
        }
    }

    void aBoolTakesAnyValueByItsTruth()
    {
        Parameters engine;
        for (const char* value : {"false", "0", "0.0", "null"}) {
            engine.ttl.enabled = true;
            QCOMPARE(engine.codeOfSet("\"ttlMonitorEnabled\":" + std::string(value)),
                     std::int64_t{0});
            QVERIFY(!engine.ttl.enabled);
        }
        for (const char* value : {"true", "1", "\"false\"", "[]", "{}"}) {
            engine.ttl.enabled = false;
            QCOMPARE(engine.codeOfSet("\"ttlMonitorEnabled\":" + std::string(value)),
                     std::int64_t{0});
            QVERIFY(engine.ttl.enabled);
        }
    }

    void unknownAndFixedNamesAreRefusedAndNothingIsSet()
    {
        Parameters engine;
        for (const char* name : {"nothing", "", "TtlMonitorSleepSecs", "ttl.monitor", "$x",
                                 "enableTestCommands", "sandglassServerVersion"}) {
            QCOMPARE(engine.codeOfSet("\"" + std::string(name) + "\":1"), std::int64_t{72});
        }
        QCOMPARE(engine.run(R"({"setParameter":1})", "admin")["code"].toInt64(), std::int64_t{72});
        QCOMPARE(engine.codeOfSet("\"ttlMonitorSleepSecs\":5,\"nothing\":1"), std::int64_t{72});
        QCOMPARE(engine.ttl.sleepSeconds.load(), std::int64_t{60});
    }

    void severalAreSetAtOnce()
    {
        Parameters engine;
        VERIFY_HOLDS(engine.set("\"ttlMonitorSleepSecs\":5,\"ttlMonitorEnabled\":false"),
                     R"({"was":60,"ok":1.0})");
        QCOMPARE(engine.ttl.sleepSeconds.load(), std::int64_t{5});
        QVERIFY(!engine.ttl.enabled);
    }

    void mongodumpAsksForTheSchemaOfUsers()
    {
        Parameters engine;
        VERIFY_HOLDS(engine.get(R"(1,"authSchemaVersion":1)"), R"({"ok":1,"authSchemaVersion":5})");
        QCOMPARE(engine.codeOfSet(R"("authSchemaVersion":3)"), std::int64_t{72});
    }

    void C140_parametersBelongToTheAdminDatabase()
    {
        Parameters engine;
        QCOMPARE(engine.run(R"({"setParameter":1,"logLevel":0})", "test")["code"].toInt64(),
                 std::int64_t{13});
        QCOMPARE(engine.run(R"({"getParameter":1,"logLevel":1})", "test")["code"].toInt64(),
                 std::int64_t{13});
    }

    void C139_anUnknownNameIsNotGot()
    {
        Parameters engine;
        QCOMPARE(engine.get("\"foo\"")["code"].toInt64(), std::int64_t{72});
        QCOMPARE(engine.get("1,\"foo\":1")["code"].toInt64(), std::int64_t{72});
        QCOMPARE(engine.get("1")["code"].toInt64(), std::int64_t{72});
        VERIFY_HOLDS(engine.get("1,\"foo\":1,\"logLevel\":1"), R"({"ok":1.0,"logLevel":0})");
    }

    void allAreGotByAStarAndDetailsOnRequest()
    {
        Parameters engine;
        const bson::Document all = engine.get("\"*\"");
        QVERIFY(all.contains("ttlMonitorEnabled") && all.contains("logLevel"));
        VERIFY_HOLDS(engine.get("{\"showDetails\":true},\"ttlMonitorSleepSecs\":1"),
                     R"({"ttlMonitorSleepSecs":{"value":60,"settableAtRuntime":true,
                         "settableAtStartup":true}})");
        const bson::Document fixed
            = engine.get("{\"showDetails\":true,\"allParameters\":true,\"setAt\":\"startup\"}");
        QVERIFY(fixed.contains("enableTestCommands"));
        QVERIFY(!engine.get("{\"allParameters\":true,\"setAt\":\"runtime\"}")
                     .contains("enableTestCommands"));
        QCOMPARE(engine.get("{\"allParameters\":true,\"setAt\":\"x\"}")["code"].toInt64(),
                 std::int64_t{2});
    }

    void theCommandLineTakesNoOtherWordForABool()
    {
        Parameters engine;
        auto& table = engine.commands.parameters;
        QVERIFY(table.setAtStartup("ttlMonitorEnabled", "false").has_value());
        QVERIFY(!engine.ttl.enabled);
        QVERIFY(!table.setAtStartup("ttlMonitorEnabled", "flase").has_value());
        QVERIFY(!table.setAtStartup("ttlMonitorSleepSecs", "0").has_value());
    }
};

SANDGLASS_PLAIN_TEST(ServerParametersTest)
} // namespace tst_server_parameters

#include "tst_server_parameters.moc"
