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
        for (const char* folder : {"engine/inside", "points/there", "other"}) {
            QVERIFY(QDir(m_folder->path()).mkpath(QString::fromLatin1(folder)));
        }
        m_db->facts.dataFolder = path("engine");
        m_db->facts.checkpointFolders = {path("points"), path("engine/")};
    }

    void aNewFolderBelowAnAllowedOneIsTaken()
    {
        m_db->good(R"({"insert":"c","documents":[{"a":1},{"a":2}]})");
        const bson::Document reply = checkpoint(path("points/one"));
        QCOMPARE(reply["ok"].toDouble(), 1.0);
        QCOMPARE(reply["documents"].toInt64(), std::int64_t{2});
        QCOMPARE(reply["at"].asDate().millis, m_db->data.clock.now().time_since_epoch().count());
        QCOMPARE(checkpoint(path("points/there/data"))["ok"].toDouble(), 1.0);
        QCOMPARE(m_db->ports.checkpoints,
                 (std::vector{path("points/one"), path("points/there/data")}));
    }

    void withoutAnAllowedFolderTheCommandIsRefused()
    {
        m_db->facts.checkpointFolders.clear();
        QCOMPARE(checkpoint(path("points/one"))["code"].toInt64(), std::int64_t{20});
        QVERIFY(m_db->ports.checkpoints.empty());
    }

    void unusablePathsAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("relative") << QStringLiteral("points/one");
        QTest::newRow("no such parent") << QStringLiteral("/%1/points/none/one");
        QTest::newRow("inside the data") << QStringLiteral("/%1/engine/inside/one");
        QTest::newRow("the data itself") << QStringLiteral("/%1/engine");
        QTest::newRow("beside the data") << QStringLiteral("/%1/one");
        QTest::newRow("in a folder beside") << QStringLiteral("/%1/other/one");
        QTest::newRow("with the same beginning") << QStringLiteral("/%1/points-too/one");
        QTest::newRow("elsewhere") << QStringLiteral("/tmp/sandglass-elsewhere");
        QTest::newRow("out by dots") << QStringLiteral("/%1/points/../other/one");
        QTest::newRow("out and in by dots") << QStringLiteral("/%1/other/../points/one");
        QTest::newRow("a dot on the way") << QStringLiteral("/%1/points/./one");
        QTest::newRow("dots at the end") << QStringLiteral("/%1/points/..");
        QTest::newRow("the allowed folder") << QStringLiteral("/%1/points");
        QTest::newRow("exists") << QStringLiteral("/%1/points/there");
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

    void linksBelowTheFolderAreRefused_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("asked");
        QTest::newRow("out of it") << "/tmp"
                                   << "points/link/one";
        QTest::newRow("within it") << "there"
                                   << "points/link/one";
        QTest::newRow("in place of the new folder") << "nothing"
                                                    << "points/link";
    }
    void linksBelowTheFolderAreRefused()
    {
        QFETCH(QString, target);
        QFETCH(QString, asked);
        QVERIFY(QFile::link(target, m_folder->filePath(QStringLiteral("points/link"))));
        QCOMPARE(checkpoint(path(asked.toLatin1().constData()))["code"].toInt64(), std::int64_t{2});
        QVERIFY(m_db->ports.checkpoints.empty());
    }

    // That link is of whoever started the engine.
    void theAllowedFolderMayBeALinkItself()
    {
        QVERIFY(QFile::link(qtPath("points"), qtPath("by-link")));
        m_db->facts.checkpointFolders = {path("by-link")};
        QCOMPARE(checkpoint(path("by-link/one"))["ok"].toDouble(), 1.0);
        // without the link, so that nobody can turn it meanwhile
        QCOMPARE(m_db->ports.checkpoints, std::vector{path("points/one")});
    }

    void theNumberOfCopiesIsLimited()
    {
        const QDir points(qtPath("points"));
        for (int number = 1; number < 1000; ++number) {
            QVERIFY(points.mkdir(QString::number(number)));
        }
        const bson::Document full = checkpoint(path("points/one"));
        QCOMPARE(full["code"].toInt64(), std::int64_t{96});
        QVERIFY(m_db->ports.checkpoints.empty());
        QVERIFY(points.rmdir(QStringLiteral("7")));
        QFile note(points.filePath(QStringLiteral("note"))); // is no copy
        QVERIFY(note.open(QIODevice::WriteOnly));
        QCOMPARE(checkpoint(path("points/one"))["ok"].toDouble(), 1.0);
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
    QString qtPath(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    std::string path(const char* name) const { return qtPath(name).toStdString(); }
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
