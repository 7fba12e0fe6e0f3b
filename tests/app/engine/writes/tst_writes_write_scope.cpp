// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/write_gate.h"
#include "app/engine/writes/write_permission.h"
#include "app/engine/writes/write_scope.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_writes_write_scope {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::WriteGate;
using engine::request::Request;
using engine::writes::checkUnlocked;
using engine::writes::checkUserWrites;
using engine::writes::writeBatch;

class WritesWriteScopeTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":1}]})");
        m_db->good(R"({"create":"v","viewOn":"c","pipeline":[]})");
    }
    void cleanup() { m_db.reset(); }

    void everyWriteJudgesItsCollection_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("collection");
        QTest::addColumn<int>("code");
        struct Target
        {
            const char* collection;
            int code;
        };
        constexpr Target kTargets[] = {{R"("c")", 0},
                                       {R"("new")", 0},
                                       {R"("system.js")", 0},
                                       {R"("")", 73},
                                       {"5", 73},
                                       {"null", 73},
                                       {R"("a$b")", 73},
                                       {R"(".a")", 73},
                                       {R"("system.buckets.x")", 73},
                                       {R"("system.users")", 73},
                                       {R"("system.profile")", 73},
                                       {R"("v")", 166}};
        constexpr const char* kCommands[] = {
            R"({"insert":%1,"documents":[{"_id":2}]})",
            R"({"update":%1,"updates":[{"q":{},"u":{"$set":{"b":1}}}]})",
            R"({"delete":%1,"deletes":[{"q":{},"limit":1}]})",
            R"({"findAndModify":%1,"query":{},"update":{"$set":{"b":1}}})",
        };
        for (const char* command : kCommands) {
            for (const Target& target : kTargets) {
                QTest::addRow("%.9s %s", command, target.collection)
                    << QString::fromLatin1(command) << QString::fromLatin1(target.collection)
                    << target.code;
            }
        }
    }
    void everyWriteJudgesItsCollection()
    {
        QFETCH(QString, command);
        QFETCH(QString, collection);
        QFETCH(int, code);
        const bson::Document reply = m_db->run(command.arg(collection).toStdString());
        QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
    }

    void everyWriteJudgesItsCommonArguments_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<int>("code");
        const auto row = [](const char* argument, int code) {
            QTest::newRow(argument) << QString::fromLatin1(argument) << code;
        };
        row(R"("writeConcern":{"w":1,"j":true})", 0);
        row(R"("writeConcern":{"w":0})", 0);
        row(R"("writeConcern":{"w":"majority"})", 0);
        row(R"("writeConcern":{"w":3})", 2);
        row(R"("writeConcern":5)", 14);
        row(R"("maxTimeMS":1000)", 0);
        row(R"("maxTimeMS":-1)", 2);
        row(R"("maxTimeMS":"soon")", 14);
        row(R"("maxTimeMS":1.5)", 9);
        row(R"("maxTimeMS":2147483648)", 2);
        row(R"("comment":{"a":[1]})", 0);
        row(R"("let":{"x":1})", 0);
        row(R"("what":1)", 40415);
        row(R"("ordered":"yes")", 14);
    }
    void everyWriteJudgesItsCommonArguments()
    {
        QFETCH(QString, argument);
        QFETCH(int, code);
        for (const char* start : {R"({"insert":"c","documents":[{"_id":7}],)",
                                  R"({"update":"c","updates":[{"q":{"_id":1},"u":{"a":2}}],)",
                                  R"({"delete":"c","deletes":[{"q":{"_id":9},"limit":1}],)"}) {
            if (argument.startsWith(QStringLiteral("\"let\"")) && start[2] == 'i') {
                continue; // insert has none
            }
            const bson::Document reply = m_db->run(start + argument.toStdString() + "}");
            QVERIFY2(reply["code"].asInt32() == code, bson::toJson(reply).c_str());
        }
    }

    void aBatchHasOneTo100000Statements_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("code");
        QTest::newRow("none") << 0 << 16;
        QTest::newRow("one") << 1 << 0;
        QTest::newRow("most") << 100'000 << 0;
        QTest::newRow("one more") << 100'001 << 16;
    }
    void aBatchHasOneTo100000Statements()
    {
        QFETCH(int, size);
        const bson::Document statement = parsedJson(QStringLiteral(R"({"_id":1})"));
        Request request;
        request.name = "insert";
        request.sequences["documents"].assign(static_cast<std::size_t>(size), statement.view());
        QTEST(errorOf(writeBatch(request, "documents")), "code");
    }

    // what the dispatcher refuses while writes are closed
    void everyWritingCommandSaysSo_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("writes");
        for (const char* command :
             {"insert", "update", "delete", "findAndModify", "create", "drop", "dropDatabase",
              "createIndexes", "dropIndexes", "collMod", "renameCollection", "convertToCapped"}) {
            QTest::newRow(command) << QString::fromLatin1(command) << true;
        }
        for (const char* command : {"find", "count", "distinct", "getMore", "listCollections",
                                    "listIndexes", "ping", "hello", "killCursors", "currentOp"}) {
            QTest::newRow(command) << QString::fromLatin1(command) << false;
        }
    }
    void everyWritingCommandSaysSo()
    {
        QFETCH(QString, command);
        const engine::commands::Command* found
            = engine::commands::findCommand(command.toStdString());
        QVERIFY(found != nullptr);
        QTEST(found->writes, "writes");
    }

    void outAndMergeAreRefusedWhileWritesAreClosed_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::newRow("out") << R"({"$out":"o"})";
        QTest::newRow("merge") << R"({"$merge":"o"})";
    }
    void outAndMergeAreRefusedWhileWritesAreClosed()
    {
        QFETCH(QString, stage);
        const std::string command
            = QStringLiteral(R"({"aggregate":"c","pipeline":[%1],"cursor":{}})")
                  .arg(stage)
                  .toStdString();
        m_db->writeGate.fsyncLocks = 1;
        QCOMPARE(m_db->codeOf(command), 24);
        m_db->writeGate.fsyncLocks = 0;
        m_db->writeGate.userWritesBlocked = true;
        QCOMPARE(m_db->codeOf(command), 371);
        m_db->writeGate.userWritesBlocked = false;
        QCOMPARE(m_db->codeOf(command), 0);
    }

    void blockedUserWritesAreWriteErrorsOfUserDatabases_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("insert") << R"({"insert":"c","documents":[{"_id":9}]})";
        QTest::newRow("update") << R"({"update":"c","updates":[{"q":{},"u":{"$set":{"b":1}}}]})";
        QTest::newRow("delete") << R"({"delete":"c","deletes":[{"q":{},"limit":0}]})";
    }
    void blockedUserWritesAreWriteErrorsOfUserDatabases()
    {
        QFETCH(QString, command);
        m_db->writeGate.userWritesBlocked = true;
        const bson::Document document = parsedJson(command);
        const bson::Document refused = m_db->run(document, "db");
        QVERIFY2(firstWriteError(refused) == 371, bson::toJson(refused).c_str());
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1,"a":1})"));
        for (const char* database : {"admin", "config", "local"}) {
            const bson::Document done = m_db->run(document, database);
            QVERIFY2(firstWriteError(done) == 0, bson::toJson(done).c_str());
        }
    }

    void readsGoOnWhileWritesAreClosed()
    {
        m_db->writeGate.fsyncLocks = 1;
        m_db->writeGate.userWritesBlocked = true;
        QCOMPARE(m_db->found("c"), QStringLiteral(R"({"_id":1,"a":1})"));
        QCOMPARE(m_db->good(R"({"count":"c"})")["n"].asInt32(), 1);
    }

    void locksAreCounted()
    {
        WriteGate gate;
        QCOMPARE(errorOf(checkUnlocked(gate)), 0);
        gate.fsyncLocks = 2;
        QCOMPARE(errorOf(checkUnlocked(gate)), 24);
        --gate.fsyncLocks;
        QCOMPARE(errorOf(checkUnlocked(gate)), 24);
        --gate.fsyncLocks;
        QCOMPARE(errorOf(checkUnlocked(gate)), 0);
    }

    void databasesAreComparedAsAWhole()
    {
        WriteGate gate;
        gate.userWritesBlocked = true;
        for (const char* database : {"Admin", "admin2", "loca", "configs", ""}) {
            QCOMPARE(errorOf(checkUserWrites(gate, database)), 371);
        }
    }

private:
    static int firstWriteError(const bson::Document& reply)
    {
        return reply["writeErrors"].asDocument()["0"].asDocument()["code"].asInt32();
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(WritesWriteScopeTest)
} // namespace tst_writes_write_scope

#include "tst_writes_write_scope.moc"
