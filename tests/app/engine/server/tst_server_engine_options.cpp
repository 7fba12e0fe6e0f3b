// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine_options.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_server_engine_options {

using sandglass::Errc;
using sandglass::engine::server::asksForTestCommands;
using sandglass::engine::server::parseOptions;

class ServerEngineOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void otherMachinesNeedALoginAndTls_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("refusal"); // a part of it; empty: accepted
        const QStringList data{QStringLiteral("--dbpath"), QStringLiteral("d")};
        const auto row = [&](const char* arguments, const char* refusal) {
            QTest::newRow(*arguments == '\0' ? "nothing" : arguments)
                << data + QString::fromLatin1(arguments).split(u' ', Qt::SkipEmptyParts) << refusal;
        };
        row("", "");
        row("--bind 127.0.0.1", "");
        row("--bind_ip ::1 --port 0", "");
        row("--bind localhost --auth", "");
        row("--bind 127.1.2.3", "");
        row("--bind 0.0.0.0", "other machines");
        row("--bind :: --port 27017", "other machines");
        row("--bind_ip 192.168.1.1 --auth", "other machines");
        row("--bind 0.0.0.0 --tlsMode requireTLS --tlsCertificateKeyFile f", "other machines");
        row("--bind 0.0.0.0 --auth --tlsMode disabled", "other machines");
        row("--bind 0.0.0.0 --auth --tlsMode requireTLS", "--tlsCertificateKeyFile");
        row("--bind 0.0.0.0 --auth --tlsMode requireTLS --tlsCertificateKeyFile f", "");
        // without TCP nobody comes from there
        row("--bind 0.0.0.0 --unix-socket s", "");
        row("--tlsMode allowTLS", "requireTLS");
        row("--tlsCertificateKeyFile f", "no effect");
        row("--tlsCAFile f", "no effect");
        row("--tlsMode requireTLS --tlsCertificateKeyFile f --unix-socket s", "no effect");
        row("--tlsMode requireTLS --tlsCertificateKeyFile f --tlsCAFile c "
            "--tlsAllowConnectionsWithoutCertificates",
            "");
        row("--tlsAllowConnectionsWithoutCertificates", "no effect");
        row("--tlsMode", "takes a value");
        row("--port 1 --port=2", "more than once");
        row("--bind ::1 --bind_ip ::1", "more than once");
        row("--setParameter ttlMonitorSleepSecs=5 --setParameter ttlMonitorEnabled=false", "");
        row("--checkpoint-folder a --checkpoint-folder b", "");
        row("--checkpoint-folder=", "not empty");
        row("--oplogSize 64", "--replSet");
        row("--oplogSize 64 --replSet rs0", "");
        row("--tlsCertificateKeyFile=", "not empty");
    }

    void otherMachinesNeedALoginAndTls()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, refusal);
        std::vector<std::string> given;
        for (const QString& argument : arguments) {
            given.push_back(argument.toStdString());
        }
        const auto options = parseOptions(given);
        QCOMPARE(options.has_value(), refusal.isEmpty());
        if (!options) {
            QCOMPARE(options.error().code, Errc::InvalidInput);
            const QString text = QString::fromStdString(options.error().message);
            QVERIFY2(text.contains(refusal), qPrintable(text));
            QVERIFY(!text.contains(u'\n'));
        }
    }

    void theOptionsForAccessAreTaken()
    {
        const auto options = parseOptions(std::vector<std::string>{
            "--dbpath", "d", "--auth", "--tlsMode=requireTLS", "--tlsCertificateKeyFile", "key.pem",
            "--tlsCAFile", "ca.pem", "--tlsAllowConnectionsWithoutCertificates"});
        QVERIFY(options);
        QVERIFY(options->auth);
        QVERIFY(options->tls);
        QVERIFY(options->tlsClientsNeedNone);
        QCOMPARE(options->tlsCertificateKeyFile, std::string("key.pem"));
        QCOMPARE(options->tlsCaFile, std::string("ca.pem"));
    }

    void testCommandsAreAskedForByTheirValue_data()
    {
        QTest::addColumn<QStringList>("values"); // of enableTestCommands, in order
        QTest::addColumn<bool>("asked");
        QTest::newRow("not named") << QStringList() << false;
        QTest::newRow("true") << QStringList{QStringLiteral("true")} << true;
        QTest::newRow("1") << QStringList{QStringLiteral("1")} << true;
        QTest::newRow("false") << QStringList{QStringLiteral("false")} << false;
        QTest::newRow("0") << QStringList{QStringLiteral("0")} << false;
        QTest::newRow("0.0") << QStringList{QStringLiteral("0.0")} << false;
        QTest::newRow("no bool") << QStringList{QStringLiteral("yes")} << false;
        QTest::newRow("taken back")
            << QStringList{QStringLiteral("true"), QStringLiteral("false")} << false;
        QTest::newRow("at last") << QStringList{QStringLiteral("false"), QStringLiteral("true")}
                                 << true;
    }
    // the memory of a server with users is hidden unless it serves tests
    void testCommandsAreAskedForByTheirValue()
    {
        QFETCH(QStringList, values);
        QFETCH(bool, asked);
        std::vector<std::string> arguments{"--dbpath", "d", "--auth", "--setParameter",
                                           "ttlMonitorEnabled=true"};
        for (const QString& value : values) {
            arguments.insert(arguments.end(),
                             {"--setParameter", "enableTestCommands=" + value.toStdString()});
        }
        const auto options = parseOptions(arguments);
        QVERIFY(options);
        QCOMPARE(asksForTestCommands(*options), asked);
    }

    void everyFolderForCopiesIsTaken()
    {
        const auto none = parseOptions(std::vector<std::string>{"--dbpath", "d"});
        QVERIFY(none && none->checkpointFolders.empty());
        const auto two = parseOptions(std::vector<std::string>{
            "--dbpath", "d", "--checkpoint-folder", "a", "--checkpoint-folder=b"});
        QVERIFY(two);
        QCOMPARE(two->checkpointFolders, (std::vector<std::string>{"a", "b"}));
    }
};

SANDGLASS_PLAIN_TEST(ServerEngineOptionsTest)
} // namespace tst_server_engine_options

#include "tst_server_engine_options.moc"
