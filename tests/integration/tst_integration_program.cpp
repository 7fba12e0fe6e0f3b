// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/mongo_driver.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QFileInfo>
#include <QObject>
#include <QProcess>
#include <QTest>

#include <algorithm>

namespace tst_integration_program {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

// How a run of the program ended.
struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

// Runs the program until it ends by itself.
Ended run(const QStringList& arguments)
{
    QProcess process;
    process.start(EngineProcess::program(), arguments);
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit) {
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QJsonObject parsed(const QByteArray& line)
{
    return QJsonDocument::fromJson(line).object();
}

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT

private slots:
    void wrongOptionsEndWithCode2_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("named");
        const auto row = [](const char* title, const QStringList& arguments, const char* named) {
            QTest::newRow(title) << arguments << QByteArray(named);
        };
        const QString path = QStringLiteral("--dbpath");
        const QString folder = QStringLiteral("/tmp/never-made");
        row("an unknown flag", {path, folder, QStringLiteral("--frobnicate")}, "--frobnicate");
        row("no folder", {}, "--dbpath");
        row("a flag without its value", {path}, "--dbpath");
        row("a port that is no number",
            {path, folder, QStringLiteral("--port"), QStringLiteral("http")}, "--port");
        row("a port too large", {path, folder, QStringLiteral("--port=65536")}, "--port");
        row("an unknown profile", {path, folder, QStringLiteral("--profile=oracle")}, "--profile");
        row("an unknown parameter",
            {path, folder, QStringLiteral("--setParameter"), QStringLiteral("noSuchThing=1")},
            "noSuchThing");
        row("a value a parameter does not take",
            {path, folder, QStringLiteral("--setParameter"),
             QStringLiteral("ttlMonitorSleepSecs=0")},
            "ttlMonitorSleepSecs");
    }

    void wrongOptionsEndWithCode2()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, named);
        const Ended ended = run(arguments);
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains(named), ended.err.constData());
        QVERIFY(!QFileInfo::exists(QStringLiteral("/tmp/never-made")));
    }

    void aFileAsFolderEndsWithCode2()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Ended ended = run({QStringLiteral("--dbpath"), file.fileName(),
                                 QStringLiteral("--port"), QStringLiteral("0")});
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains(file.fileName().toUtf8()), ended.err.constData());
    }

    void aPortThatIsTakenEndsWithCode2()
    {
        EngineProcess first;
        QVERIFY(first.start());
        QTemporaryDir folder;
        const QString port = QString::number(first.port());
        const Ended ended
            = run({QStringLiteral("--dbpath"), folder.path(), QStringLiteral("--port"), port});
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains(port.toUtf8()), ended.err.constData());
    }

    void aSecondEngineOnAFolderIsRefusedAndTheFirstGoesOn()
    {
        EngineProcess first;
        QVERIFY(first.start());
        const EngineClient client(first);
        const Ended second = run({QStringLiteral("--dbpath"), first.dataFolder(),
                                  QStringLiteral("--port"), QStringLiteral("0")});
        QCOMPARE(second.code, 2);
        QVERIFY2(second.err.contains("in use by another engine"), second.err.constData());
        QVERIFY(second.err.contains(first.dataFolder().toUtf8()));
        QVERIFY(client.run("admin", json(R"({"ping": 1})"))["ok"].toBool());
    }

    void signalsCloseItCleanly_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }

    void signalsCloseItCleanly()
    {
        QFETCH(int, signal);
        EngineProcess engine;
        QVERIFY(engine.start());
        {
            const EngineClient client(engine);
            client.insert({"shop", "things"}, {bson::makeDocument("_id", 1)});
            QCOMPARE(engine.terminate(signal), 0);
        }
        const QJsonObject last = parsed(engine.log().constLast());
        QCOMPARE(last[QStringLiteral("attr")][QStringLiteral("exitCode")].toInt(-1), 0);
        QVERIFY(engine.restart());
        QCOMPARE(EngineClient(engine).countBy({"shop", "things"}, "$natural"), std::int64_t{1});
    }

    void itClosesWhileClientsAreConnected()
    {
        EngineProcess engine(EngineProcess::Reach::UnixSocket);
        QVERIFY(engine.start());
        const EngineClient one(engine);
        const EngineClient two(engine);
        QVERIFY(one.run("admin", json(R"({"ping": 1})"))["ok"].toBool());
        QCOMPARE(engine.terminate(), 0);
        QVERIFY(!two.server().runCommand("admin", json(R"({"ping": 1})"), {}));
        QVERIFY(!QFileInfo::exists(engine.socketPath()));
    }

    void thePortFileHoldsThePort()
    {
        EngineProcess engine;
        QVERIFY(engine.start());
        QFile file(engine.portFile());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().trimmed().toInt(), engine.port());
        QVERIFY(engine.port() > 0);
    }

    void itIsReachedByAUnixSocketInAPrivateFolder()
    {
        EngineProcess engine(EngineProcess::Reach::UnixSocket);
        QVERIFY(engine.start());
        QVERIFY(EngineClient(engine).run("admin", json(R"({"ping": 1})"))["ok"].toBool());
        const auto others
            = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(engine.socketPath()) & others));
        QVERIFY(!(QFile::permissions(engine.dataFolder()) & others));
    }

    void logLinesAreJsonWithTheFamiliarFields()
    {
        EngineProcess engine;
        engine.setParameter(QStringLiteral("logLevel"), QStringLiteral("3"));
        QVERIFY(engine.start());
        {
            const EngineClient client(engine);
            client.insert({"shop", "things"}, {bson::makeDocument("_id", "a \"quoted\"\nname")});
            QVERIFY(client.passAt(client.now() + std::chrono::seconds(61)));
        }
        QCOMPARE(engine.terminate(), 0);
        const QList<QByteArray> lines = engine.log();
        QVERIFY(lines.size() > 5);
        for (const QByteArray& line : lines) {
            const QJsonObject entry = parsed(line);
            const QString time = entry[QStringLiteral("t")][QStringLiteral("$date")].toString();
            QVERIFY2(QDateTime::fromString(time, Qt::ISODateWithMs).isValid(), line.constData());
            for (const char* text : {"s", "c", "ctx", "msg"}) {
                QVERIFY2(!entry[QLatin1String(text)].toString().isEmpty(), line.constData());
            }
            QVERIFY2(entry[QStringLiteral("id")].toInt() > 0, line.constData());
        }
    }

    void versionAndHelpEndWithCode0()
    {
        const Ended version = run({QStringLiteral("--version")});
        QCOMPARE(version.code, 0);
        QVERIFY(version.out.startsWith("sandglass-engine "));
        const Ended help = run({QStringLiteral("--help")});
        QCOMPARE(help.code, 0);
        for (const char* flag : {"--dbpath", "--port", "--bind", "--unix-socket", "--port-file",
                                 "--setParameter", "--profile", "--version", "--help"}) {
            QVERIFY2(help.out.contains(flag), flag);
        }
    }

private:
    mongo::MongoDriver m_driver;
};

SANDGLASS_TEST(TestProgram)
} // namespace tst_integration_program

#include "tst_integration_program.moc"
