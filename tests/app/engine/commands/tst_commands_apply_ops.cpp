// SPDX-License-Identifier: GPL-3.0-or-later
// applyOps as mongorestore sends it: entries of a log, with --preserveUUID and --oplogReplay.
#include "tests/support/repl_set_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <string>

namespace tst_commands_apply_ops {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

const char* const kUuid = R"({"$binary":{"base64":"AAECAwQFRgeICQoLDA0ODw==","subType":"04"}})";

} // namespace

class TestApplyOps : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void aCollectionIsCreatedWithItsUuid()
    {
        const std::string create = std::string(R"({"op":"c","ns":"db.$cmd","ui":)") + kUuid
            + R"(,"o":{"create":"c","capped":true,"size":4096,
                "idIndex":{"v":2,"key":{"_id":1},"name":"_id_"}}})";
        VERIFY_HOLDS(apply(create), R"({"ok":1,"applied":1,"results":[true]})");
        const bson::Document reply = m_db->good(R"({"listCollections":1,"filter":{"name":"c"}})");
        const bson::DocumentView entry
            = reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument();
        QCOMPARE(bson::toJson(entry["info"].asDocument()["uuid"], bson::JsonForm::Canonical),
                 std::string(kUuid));
        VERIFY_HOLDS(bson::Document(entry), R"({"options":{"capped":true,"size":4096}})");
        VERIFY_HOLDS(apply(create), R"({"ok":1})"); // the same again
        // the UUID of one collection is not that of another
        VERIFY_HOLDS(apply(std::string(R"({"op":"c","ns":"db.$cmd","ui":)") + kUuid
                           + R"(,"o":{"create":"d"}})"),
                     R"({"ok":0,"code":48})");
        VERIFY_HOLDS(apply(R"({"op":"c","ns":"db.$cmd","ui":5,"o":{"create":"d"}})"),
                     R"({"code":9})");
        QCOMPARE(m_db->codeOf(R"({"create":"d","ui":1})"), 40415); // no client sends it
    }

    void aTimeSeriesIsCreatedWithItsUuid()
    {
        VERIFY_HOLDS(apply(std::string(R"({"op":"c","ns":"db.$cmd","ui":)") + kUuid
                           + R"(,"o":{"create":"ts","timeseries":{"timeField":"t"}}})"),
                     R"({"ok":1})");
        const auto buckets = m_db->data.catalog->find({"db", "system.buckets.ts"});
        QCOMPARE(int(buckets->uuid()[1]), 1);
    }

    void writesOfALogAreApplied()
    {
        m_db->good(R"({"create":"c"})");
        VERIFY_HOLDS(apply(R"({"op":"n","ns":"","o":{"msg":"x"}},
                {"op":"i","ns":"db.c","o":{"_id":1,"a":1,"l":[1,2,3]}},
                {"op":"i","ns":"db.c","o":{"_id":2}},
                {"op":"u","ns":"db.c","o2":{"_id":1},
                    "o":{"$v":2,"diff":{"u":{"a":5},"sl":{"a":true,"l":1}}}},
                {"op":"u","ns":"db.c","o2":{"_id":1},"o":{"$v":1,"$set":{"b":7}}},
                {"op":"u","ns":"db.c","o2":{"_id":2},"o":{"_id":2,"whole":true}},
                {"op":"d","ns":"db.c","o":{"_id":3}},
                {"op":"i","ns":"db.c","o":{"_id":3}},
                {"op":"d","ns":"db.c","o":{"_id":3}})"),
                     R"({"ok":1,"applied":9})");
        QCOMPARE(m_db->found("c"),
                 QStringLiteral(R"({"_id":1,"a":5,"l":[1],"b":7} {"_id":2,"whole":true})"));
    }

    void applyingTwiceGivesTheSame()
    {
        m_db->good(R"({"create":"c"})");
        const std::string log = R"({"op":"i","ns":"db.c","o":{"_id":1,"a":1}},
            {"op":"u","ns":"db.c","o2":{"_id":1},"o":{"$v":2,"diff":{"i":{"b":2}}}},
            {"op":"c","ns":"db.$cmd","o":{"createIndexes":"c","v":2,"key":{"a":1},"name":"a_1",
                "expireAfterSeconds":5}},
            {"op":"c","ns":"db.$cmd","o":{"dropIndexes":"c","index":"a_1"}},
            {"op":"d","ns":"db.c","o":{"_id":9}},
            {"op":"c","ns":"db.$cmd","o":{"drop":"gone"}})";
        VERIFY_HOLDS(apply(log), R"({"ok":1})");
        const QString once = m_db->found("c");
        VERIFY_HOLDS(apply(log), R"({"ok":1})");
        QCOMPARE(m_db->found("c"), once);
    }

    void viewsOfALogAreApplied()
    {
        m_db->good(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})");
        const std::string create = R"({"op":"i","ns":"db.system.views","o":{"_id":"db.v",
            "viewOn":"c","pipeline":[{"$match":{"_id":1}}]}})";
        for (int twice = 0; twice < 2; ++twice) {
            VERIFY_HOLDS(apply(create), R"({"ok":1})");
            QCOMPARE(m_db->found("v"), QStringLiteral(R"({"_id":1})"));
        }
        VERIFY_HOLDS(apply(R"({"op":"u","ns":"db.system.views","o2":{"_id":"db.v"},
                        "o":{"_id":"db.v","viewOn":"c","pipeline":[{"$match":{"_id":2}}]}})"),
                     R"({"ok":1})");
        QCOMPARE(m_db->found("v"), QStringLiteral(R"({"_id":2})"));
        VERIFY_HOLDS(apply(R"({"op":"u","ns":"db.system.views","o2":{"_id":"db.v"},
                        "o":{"$v":2,"diff":{"u":{"pipeline":[]}}}})"),
                     R"({"ok":1})");
        QCOMPARE(m_db->found("v"), QStringLiteral(R"({"_id":1} {"_id":2})"));
        for (int twice = 0; twice < 2; ++twice) {
            VERIFY_HOLDS(apply(R"({"op":"d","ns":"db.system.views","o":{"_id":"db.v"}})"),
                         R"({"ok":1})");
            QVERIFY(m_db->data.catalog->find({"db", "v"}) == nullptr);
        }
        // a deletion takes away nothing but a view
        VERIFY_HOLDS(apply(R"({"op":"d","ns":"db.system.views","o":{"_id":"db.c"}})"),
                     R"({"ok":1})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1} {"_id":2})"));
    }

    void aTimeSeriesOfALogIsItsBuckets()
    {
        const std::string create = std::string(R"({"op":"c","ns":"db.$cmd","ui":)") + kUuid
            + R"(,"o":{"create":"system.buckets.ts","clusteredIndex":true,"expireAfterSeconds":60,
                "validator":{"$jsonSchema":{}},"timeseries":{"timeField":"t",
                "granularity":"seconds","bucketMaxSpanSeconds":3600}}})";
        const char* const view = R"({"op":"i","ns":"db.system.views","o":{"_id":"db.ts",
            "viewOn":"system.buckets.ts","pipeline":[]}})";
        for (int twice = 0; twice < 2; ++twice) {
            VERIFY_HOLDS(apply(create), R"({"ok":1})");
            VERIFY_HOLDS(apply(view), R"({"ok":1})");
        }
        const auto buckets = m_db->data.catalog->find({"db", "system.buckets.ts"});
        QVERIFY(buckets != nullptr);
        QCOMPARE(int(buckets->uuid()[1]), 1);
        QVERIFY(buckets->shape()->timeSeries.has_value());
        QCOMPARE(qint64{buckets->shape()->expireAfterSeconds.value_or(0)}, qint64{60});
        VERIFY_HOLDS(apply(R"({"op":"c","ns":"db.$cmd","o":{"drop":"system.buckets.ts"}})"),
                     R"({"ok":1})");
        VERIFY_HOLDS(apply(R"({"op":"d","ns":"db.system.views","o":{"_id":"db.ts"}})"),
                     R"({"ok":1})");
        QVERIFY(m_db->data.catalog->find({"db", "system.buckets.ts"}) == nullptr);
    }

    void commandsOfALogHaveFormsOfTheirOwn()
    {
        m_db->good(R"({"create":"c"})");
        VERIFY_HOLDS(apply(R"({"op":"c","ns":"db.$cmd","o":{"startIndexBuild":"c","indexes":[]}},
                {"op":"c","ns":"db.$cmd","o":{"commitIndexBuild":"c","indexes":[
                    {"v":2,"key":{"b":1},"name":"b_1"}]}},
                {"op":"c","ns":"db.$cmd","o":{"collMod":"c",
                    "index":{"name":"b_1","expireAfterSeconds":60}}},
                {"op":"c","ns":"db.$cmd","o":{"renameCollection":"db.c","to":"db.d",
                    "dropTarget":false,"stayTemp":false}},
                {"op":"c","ns":"admin.$cmd","o":{"applyOps":[
                    {"op":"i","ns":"db.d","o":{"_id":1}},{"op":"i","ns":"db.d","o":{"_id":2}}]}})"),
                     R"({"ok":1,"applied":5})");
        QCOMPARE(m_db->found("d"), QStringLiteral(R"({"_id":1} {"_id":2})"));
        VERIFY_HOLDS(m_db->listedIndex("d", "b_1"), R"({"expireAfterSeconds":60})");
        VERIFY_HOLDS(apply(R"({"op":"c","ns":"db.$cmd","o":{"dropDatabase":1}})"), R"({"ok":1})");
        QCOMPARE(m_db->found("d"), QString());
    }

    void whatCannotBeAppliedIsRefused_data()
    {
        QTest::addColumn<QByteArray>("entries");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* entries, int code) {
            QTest::newRow(name) << QByteArray(entries) << code;
        };
        row("no object", "5", 9);
        row("an unknown op", R"({"op":"x","ns":"db.c","o":{}})", 9);
        row("no _id", R"({"op":"i","ns":"db.c","o":{"a":1}})", 9);
        row("no namespace", R"({"op":"i","o":{"_id":1}})", 9);
        row("no such collection", R"({"op":"i","ns":"db.none","o":{"_id":1}})", 26);
        row("another collection's UUID",
            R"({"op":"i","ns":"db.c","ui":{"$binary":{"base64":"AAECAwQFRgeICQoLDA0ODw==",
                "subType":"04"}},"o":{"_id":1}})",
            26);
        row("a system collection", R"({"op":"i","ns":"db.system.users","o":{"_id":1}})", 73);
        row("the log", R"({"op":"i","ns":"local.oplog.rs","o":{"_id":1}})", 73);
        row("another _id",
            R"({"op":"u","ns":"db.c","o2":{"_id":1},"o":{"$v":2,"diff":{"u":{"_id":2}}}})", 66);
        row("a command that no log has", R"({"op":"c","ns":"db.$cmd","o":{"find":"c"}})", 115);
        row("an unknown argument", R"({"op":"c","ns":"db.$cmd","o":{"create":"e","x":1}})", 40415);
        row("a view of another database",
            R"({"op":"i","ns":"db.system.views","o":{"_id":"e.v","viewOn":"c","pipeline":[]}})", 9);
        row("a view without a name", R"({"op":"d","ns":"db.system.views","o":{"_id":5}})", 9);
        row("a view on nothing",
            R"({"op":"i","ns":"db.system.views","o":{"_id":"db.v","pipeline":[]}})", 9);
        row("a view that writes",
            R"({"op":"i","ns":"db.system.views","o":{"_id":"db.v","viewOn":"c",
                "pipeline":[{"$out":"d"}]}})",
            167);
        row("lists in lists",
            R"({"op":"c","ns":"a.$cmd","o":{"applyOps":[{"op":"c","ns":"a.$cmd","o":{"applyOps":[
                {"op":"c","ns":"a.$cmd","o":{"applyOps":[{"op":"c","ns":"a.$cmd","o":{"applyOps":[
                {"op":"n"}]}}]}}]}}]}})",
            9);
    }
    void whatCannotBeAppliedIsRefused()
    {
        QFETCH(QByteArray, entries);
        QFETCH(int, code);
        m_db->good(R"({"insert":"c","documents":[{"_id":1}]})");
        const bson::Document reply = apply(entries.toStdString());
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1})"));
        QCOMPARE(m_db->codeOf(R"({"applyOps":5})"), 14);
        QCOMPARE(m_db->codeOf(R"({"applyOps":[],"prepare":true})"), 40415);
    }

    // the metadata of a dump are the listed options
    void theListedOptionsCreateTheSameAgain_data()
    {
        QTest::addColumn<QByteArray>("create");
        const auto row = [](const char* name, const char* options) {
            QTest::newRow(name) << QByteArray(R"({"create":"c")") + options + "}";
        };
        row("plain", "");
        row("capped", R"(,"capped":true,"size":4096,"max":10)");
        row("clustered", R"(,"clusteredIndex":{"key":{"_id":1},"unique":true},
            "expireAfterSeconds":60)");
        row("collation", R"(,"collation":{"locale":"fr","strength":2})");
        row("view", R"(,"viewOn":"d","pipeline":[{"$match":{"a":1}}])");
        row("time series", R"(,"timeseries":{"timeField":"t","metaField":"m"})");
        row("time series by hours", R"(,"timeseries":{"timeField":"t","granularity":"hours"},
            "expireAfterSeconds":3600)");
        row("time series by a span of its own", R"(,"timeseries":{"timeField":"t",
            "bucketMaxSpanSeconds":300,"bucketRoundingSeconds":300})");
    }
    void theListedOptionsCreateTheSameAgain()
    {
        QFETCH(QByteArray, create);
        m_db->good(create.toStdString());
        const bson::Document before = listing();
        for (const bool byOps : {false, true}) {
            m_db->good(R"({"drop":"c"})");
            bson::Builder command;
            command.append("create", "c").appendAll(before["options"].asDocument());
            if (before.contains("idIndex")) {
                command.append("idIndex", before["idIndex"]);
            }
            const std::string json = bson::toJson(command.take(), bson::JsonForm::Canonical);
            VERIFY_HOLDS(byOps ? apply(R"({"op":"c","ns":"db.$cmd","o":)" + json + "}")
                               : m_db->run(json),
                         R"({"ok":1})");
            QCOMPARE(bson::toJson(listing()["options"]), bson::toJson(before["options"]));
            QCOMPARE(bson::toJson(listing()["type"]), bson::toJson(before["type"]));
        }
    }

    void whatWasAppliedBeforeAnErrorStays()
    {
        m_db->good(R"({"create":"c"})");
        VERIFY_HOLDS(apply(R"({"op":"i","ns":"db.c","o":{"_id":1}},{"op":"i","ns":"db.x",
            "o":{"_id":1}},{"op":"i","ns":"db.c","o":{"_id":2}})"),
                     R"({"ok":0,"code":26})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1})"));
    }

    void anUpdateOfNothingInsertsUnlessToldNotTo()
    {
        m_db->good(R"({"create":"c"})");
        const std::string entry
            = R"({"op":"u","ns":"db.c","o2":{"_id":1},"o":{"$v":2,"diff":{"i":{"a":1}}}})";
        QCOMPARE(m_db->codeOf(R"({"applyOps":[)" + entry + R"(],"alwaysUpsert":false})"), 218);
        VERIFY_HOLDS(apply(entry), R"({"ok":1})");
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1,"a":1})"));
    }

    void aLogOfTheEngineIsAppliedElsewhere()
    {
        ReplSetFixture source;
        source.good(R"({"insert":"c","documents":[{"_id":1,"n":{"x":1},"l":[1,2]},{"_id":2}]})");
        source.good(R"({"update":"c","updates":[{"q":{"_id":1},
            "u":{"$set":{"n.x":2,"l.1":5},"$unset":{"none":1}}}]})");
        source.good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1",
            "expireAfterSeconds":9}]})");
        source.good(R"({"collMod":"c","index":{"name":"t_1","expireAfterSeconds":11}})");
        source.good(R"({"delete":"c","deletes":[{"q":{"_id":2},"limit":1}]})");
        const bson::Document log = source.logged(R"({"ns":{"$regex":"^db"}})");
        bson::Builder command;
        command.beginArray("applyOps");
        for (const bson::Element& entry : log["cursor"].asDocument()["firstBatch"].asDocument()) {
            command.push(entry.value);
        }
        command.end();
        VERIFY_HOLDS(m_db->run(command.take(), "admin"), R"({"ok":1})");
        QCOMPARE(m_db->found("c"), source.found("c"));
        VERIFY_HOLDS(m_db->listedIndex("c", "t_1"), R"({"expireAfterSeconds":11})");
    }

private:
    bson::Document listing()
    {
        const bson::Document reply = m_db->good(R"({"listCollections":1,"filter":{"name":"c"}})");
        return bson::Document(
            reply["cursor"].asDocument()["firstBatch"].asDocument()["0"].asDocument());
    }
    bson::Document apply(const std::string& entries)
    {
        return m_db->runOnAdmin(R"({"applyOps":[)" + entries + "]}");
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestApplyOps)
} // namespace tst_commands_apply_ops

#include "tst_commands_apply_ops.moc"
