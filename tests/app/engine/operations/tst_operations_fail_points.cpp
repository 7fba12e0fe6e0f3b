// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/operations/fail_points.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_operations_fail_points {

using namespace sandglass;
using namespace sandglass::tests;
using engine::operations::FailPoints;

namespace {

Result<std::int64_t> set(FailPoints& points, const std::string& rest)
{
    return points.set(need(bson::fromJson(R"({"configureFailPoint":"failCommand",)" + rest + "}")));
}

/// Whether the next finds are struck, as "x" and ".".
QString finds(FailPoints& points, int count, const char* appName = "")
{
    QString all;
    for (int i = 0; i < count; ++i) {
        all += QChar(points.strike({"find", "find", "db.c", appName}) ? u'x' : u'.');
    }
    return all;
}

const std::string kFinds = R"(,"data":{"failCommands":["find"],"errorCode":5})";

} // namespace

class OperationsFailPointsTest : public QObject
{
    Q_OBJECT

private slots:
    void modesChooseTheCommands()
    {
        FailPoints points;
        QCOMPARE(finds(points, 2), QStringLiteral(".."));
        QCOMPARE(need(set(points, R"("mode":"alwaysOn")" + kFinds)), std::int64_t{0});
        QCOMPARE(finds(points, 3), QStringLiteral("xxx"));
        QCOMPARE(need(set(points, R"("mode":{"times":2})" + kFinds)), std::int64_t{3});
        QCOMPARE(finds(points, 4), QStringLiteral("xx.."));
        need(set(points, R"("mode":{"skip":2})" + kFinds));
        QCOMPARE(finds(points, 4), QStringLiteral("..xx"));
        QVERIFY(points.isOn());
        need(set(points, R"("mode":"off")"));
        QVERIFY(!points.isOn());
        QCOMPARE(finds(points, 2), QStringLiteral(".."));
    }

    void onlyNamedCommandsAreStruckAndCounted()
    {
        FailPoints points;
        need(set(points, R"("mode":{"times":1})" + kFinds));
        QVERIFY(!points.strike({"insert", "insert", "db.c", ""}));
        QCOMPARE(finds(points, 2), QStringLiteral("x."));
        need(set(points, R"("mode":"alwaysOn","data":{"failCommands":["isMaster"]})"));
        QVERIFY(points.strike({"hello", "isMaster", "admin.", ""}));
        QVERIFY(!points.strike({"hello", "hello", "admin.", ""}));
        need(set(points, R"("mode":"alwaysOn","data":{"failCommands":["find"],"appName":"mine"})"));
        QCOMPARE(finds(points, 1), QStringLiteral("."));
        QCOMPARE(finds(points, 1, "mine"), QStringLiteral("x"));
        need(set(points,
                 R"("mode":"alwaysOn","data":{"failCommands":["find"],"namespace":"db.d"})"));
        QCOMPARE(finds(points, 1), QStringLiteral("."));
        QVERIFY(points.strike({"find", "find", "db.d", ""}));
    }

    void wrongOnesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* command, int code) {
            QTest::newRow(command) << QByteArray(command) << code;
        };
        row(R"({"configureFailPoint":"other","mode":"off"})", 266);
        row(R"({"configureFailPoint":5,"mode":"off"})", 266);
        row(R"({"configureFailPoint":"failCommand"})", 20);
        row(R"({"configureFailPoint":"failCommand","mode":"sometimes"})", 2);
        row(R"({"configureFailPoint":"failCommand","mode":5})", 14);
        row(R"({"configureFailPoint":"failCommand","mode":{}})", 2);
        row(R"({"configureFailPoint":"failCommand","mode":{"often":1}})", 2);
        row(R"({"configureFailPoint":"failCommand","mode":{"times":-1}})", 2);
        row(R"({"configureFailPoint":"failCommand","mode":{"times":"1"}})", 14);
        row(R"({"configureFailPoint":"failCommand","mode":"off","data":5})", 14);
    }
    void wrongOnesAreRefused()
    {
        QFETCH(QByteArray, command);
        QFETCH(int, code);
        FailPoints points;
        const auto done = points.set(need(bson::fromJson(command.toStdString())));
        QVERIFY(!done);
        QCOMPARE(done.error().serverCode, code);
    }
};

SANDGLASS_TEST(OperationsFailPointsTest)
} // namespace tst_operations_fail_points

#include "tst_operations_fail_points.moc"
