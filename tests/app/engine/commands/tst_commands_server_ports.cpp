// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_server_ports {

using namespace sandglass;
using namespace sandglass::tests;

/// What commands ask of the server around them.
class TestServerPorts : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void fsyncSyncsTheFiles()
    {
        VERIFY_HOLDS(m_db->runOnAdmin(R"({"fsync":1})"), R"({"numFiles":1,"ok":1.0})");
        QCOMPARE(m_db->ports.syncs, 1);
    }

    void aFailedSyncLeavesNoLock()
    {
        m_db->ports.syncResult = base::failure(Errc::Storage, "The disk is gone.");
        QCOMPARE(m_db->runOnAdmin(R"({"fsync":1,"lock":true})")["ok"].toDouble(), 0.0);
        QVERIFY(!m_db->writeGate.locked());
    }

    void getLastErrorSyncsOnlyOnRequest_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("syncs");
        QTest::newRow("plain") << R"({"getLastError":1})" << 0;
        QTest::newRow("journal") << R"({"getLastError":1,"j":true})" << 1;
        QTest::newRow("fsync") << R"({"getLastError":1,"fsync":true})" << 1;
        QTest::newRow("w") << R"({"getLastError":1,"w":2,"j":true})" << 0; // refused first
    }

    void getLastErrorSyncsOnlyOnRequest()
    {
        QFETCH(QString, command);
        m_db->run(command.toStdString());
        QTEST(m_db->ports.syncs, "syncs");
    }

    void helloAndServerStatusShowThatWritesAreRefused()
    {
        m_db->ports.refusesWrites = true;
        VERIFY_HOLDS(m_db->run(R"({"hello":1})"), R"({"readOnly":true})");
        VERIFY_HOLDS(m_db->run(R"({"serverStatus":1})"), R"({"storageEngine":{"readOnly":true}})");
    }

    void getLogShowsTheRecentLines()
    {
        m_db->ports.logLines = {"first", "second"};
        VERIFY_HOLDS(m_db->runOnAdmin(R"({"getLog":"global"})"),
                     R"({"totalLinesWritten":2,"log":["first","second"]})");
        VERIFY_HOLDS(m_db->runOnAdmin(R"({"getLog":"startupWarnings"})"),
                     R"({"totalLinesWritten":0,"log":[]})");
        m_db->ports.startupLines = {"the journal was damaged"};
        VERIFY_HOLDS(m_db->runOnAdmin(R"({"getLog":"startupWarnings"})"),
                     R"({"totalLinesWritten":1,"log":["the journal was damaged"]})");
    }

    void aKilledCursorWakesTheRequestsThatWait()
    {
        m_db->good(R"({"insert":"c","documents":[{},{},{}]})");
        const bson::Document reply = m_db->good(R"({"find":"c","batchSize":1})");
        const bson::Value id(reply["cursor"].asDocument()["id"]);
        bson::Builder command;
        command.append("killCursors", "c").beginArray("cursors").push(id).end();
        const bson::Document body = command.take();
        QCOMPARE(m_db->run(body)["ok"].toDouble(), 1.0);
        QCOMPARE(m_db->ports.wakes, 1);
        QCOMPARE(m_db->run(body)["ok"].toDouble(), 1.0); // it is gone already
        QCOMPARE(m_db->ports.wakes, 1);
    }

private:
    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestServerPorts)
} // namespace tst_commands_server_ports

#include "tst_commands_server_ports.moc"
