// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

namespace tst_commands_sandglass_checkpoint {

using namespace sandglass;
using namespace sandglass::tests;

/// The command's judgement of a path; what a checkpoint holds is tested with the store.
class TestSandglassCheckpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("engine/inside")));
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("points")));
        m_db->facts.dataFolder = path("engine");
    }

    void aNewFolderBesideTheDataIsTaken()
    {
        m_db->good(R"({"insert":"c","documents":[{"a":1},{"a":2}]})");
        const bson::Document reply = checkpoint(path("points/one"));
        QCOMPARE(reply["ok"].toDouble(), 1.0);
        QCOMPARE(reply["documents"].toInt64(), std::int64_t{2});
        QCOMPARE(reply["at"].asDate().millis, m_db->data.clock.now().time_since_epoch().count());
        QCOMPARE(m_db->ports.checkpoints, std::vector{path("points/one")});
    }

    void unusablePathsAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("relative") << QStringLiteral("points/one");
        QTest::newRow("no such parent") << QStringLiteral("/%1/none/one");
        QTest::newRow("inside the data") << QStringLiteral("/%1/engine/inside/one");
        QTest::newRow("the data itself") << QStringLiteral("/%1/engine");
        QTest::newRow("elsewhere") << QStringLiteral("/tmp/sandglass-elsewhere");
        QTest::newRow("out by dots") << QStringLiteral("/%1/points/../../elsewhere");
        QTest::newRow("dots at the end") << QStringLiteral("/%1/points/..");
        QTest::newRow("exists") << QStringLiteral("/%1/points");
        QTest::newRow("empty") << QString();
    }

    void unusablePathsAreRefused()
    {
        QFETCH(QString, name);
        const QString inside = m_folder->path().mid(1);
        const bson::Document reply
            = checkpoint(name.replace(QStringLiteral("%1"), inside).toStdString());
        QCOMPARE(reply["code"].toInt64(), std::int64_t{2});
        QVERIFY(m_db->ports.checkpoints.empty());
    }

    void aLinkOutOfTheFolderIsFollowedAndRefused()
    {
        QVERIFY(QFile::link(QStringLiteral("/tmp"), m_folder->filePath(QStringLiteral("out"))));
        QCOMPARE(checkpoint(path("out/one"))["code"].toInt64(), std::int64_t{2});
    }

    void clientsElsewhereAreRefused()
    {
        engine::request::Request request;
        const bson::Document body
            = bson::makeDocument("sandglassCheckpoint", 1, "path", path("points/one"));
        request.body = body;
        request.name = "sandglassCheckpoint";
        request.database = "admin";
        request.remote = "192.0.2.7:51000";
        QCOMPARE(m_db->run(request)["code"].toInt64(), std::int64_t{13});
        request.remote = "127.0.0.1:51000";
        QCOMPARE(m_db->run(request)["ok"].toDouble(), 1.0);
    }

    void aFullDiskIsSaidPlainly()
    {
        m_db->ports.checkpointResult = base::serverError(14031, "OutOfDiskSpace", "no space left");
        QCOMPARE(checkpoint(path("points/one"))["code"].toInt64(), std::int64_t{14031});
    }

    void theDatabaseMustBeAdmin()
    {
        const engine::commands::Command* found
            = engine::commands::findCommand("sandglassCheckpoint");
        QVERIFY(found);
        QVERIFY(found->where == engine::commands::Where::AdminOnly);
    }

private:
    std::string path(const char* name) const
    {
        return m_folder->filePath(QString::fromLatin1(name)).toStdString();
    }
    bson::Document checkpoint(const std::string& folder)
    {
        return m_db->run(bson::makeDocument("sandglassCheckpoint", 1, "path", folder), "admin");
    }

    std::unique_ptr<CommandFixture> m_db;
    std::unique_ptr<QTemporaryDir> m_folder;
};

SANDGLASS_PLAIN_TEST(TestSandglassCheckpoint)
} // namespace tst_commands_sandglass_checkpoint

#include "tst_commands_sandglass_checkpoint.moc"
