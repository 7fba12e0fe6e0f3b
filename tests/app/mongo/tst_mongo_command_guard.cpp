// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/mongo/command_guard.h"
#include "tests/support/need.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <string>

namespace tst_mongo_command_guard {

using namespace sandglass;
using tests::need;

class TestCommandGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyKnownReadingCommandsPass_data();
    void onlyKnownReadingCommandsPass();
    void onlyReadsThatCanBeRepeatedAreSentAgain_data();
    void onlyReadsThatCanBeRepeatedAreSentAgain();
    void aPipelineOfAnyDepthIsRead();
};

void TestCommandGuard::onlyKnownReadingCommandsPass_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<bool>("reads");
    const auto row = [](const char* command, bool reads) {
        QTest::newRow(command) << QByteArray(command) << reads;
    };
    row(R"({"find": "a"})", true);
    row(R"({"count": "a"})", true);
    row(R"({"listIndexes": "a"})", true);
    row(R"({"getParameter": 1, "ttlMonitorEnabled": 1})", true);
    row(R"({"replSetGetStatus": 1})", true);
    row(R"({"aggregate": "a", "pipeline": [{"$match": {"b": 1}}], "cursor": {}})", true);
    row(R"({"aggregate": "a", "pipeline": [{"$out": "b"}], "cursor": {}})", false);
    row(R"({"aggregate": "a", "pipeline": [{"$match": {}}, {"$merge": {"into": "b"}}]})", false);
    row(R"({"aggregate": "a", "pipeline": [{"$facet": {"x": [{"$out": "b"}]}}]})", false);
    row(R"({"aggregate": "a", "pipeline": [{"$lookup": {"pipeline": [{"$merge": "b"}]}}]})", false);
    row(R"({"aggregate": "a", "pipeline": [{"$match": {"b": "$out"}}]})", true); // a text
    row(R"({"explain": {"find": "a"}})", true);
    row(R"({"explain": {"delete": "a", "deletes": []}})", false);
    row(R"({"explain": 1})", false);
    row(R"({"insert": "a", "documents": []})", false);
    row(R"({"delete": "a", "deletes": []})", false);
    row(R"({"findAndModify": "a", "remove": true})", false);
    row(R"({"collMod": "a"})", false);
    row(R"({"createIndexes": "a", "indexes": []})", false);
    row(R"({"dropDatabase": 1})", false);
    row(R"({"setParameter": 1, "ttlMonitorEnabled": false})", false);
    row(R"({"killOp": 1})", false);
    row(R"({"shutdown": 1})", false);
    row(R"({"bulkWrite": 1})", false);
    row(R"({"validate": "a", "repair": true})", false);
    row(R"({"mapReduce": "a", "out": "b"})", false);
    row(R"({"newCommandOfTomorrow": 1})", false);
    row(R"({"FIND": "a"})", false); // names have one spelling
    row(R"({"comment": "x", "find": "a"})", false); // the name comes first
}

void TestCommandGuard::onlyKnownReadingCommandsPass()
{
    QFETCH(QByteArray, command);
    QFETCH(bool, reads);
    QCOMPARE(mongo::onlyReads(need(bson::fromJson(command.toStdString()))), reads);
}

void TestCommandGuard::onlyReadsThatCanBeRepeatedAreSentAgain_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<bool>("again");
    const auto row = [](const char* command, bool again) {
        QTest::newRow(command) << QByteArray(command) << again;
    };
    row(R"({"find": "a"})", true);
    row(R"({"serverStatus": 1})", true);
    row(R"({"aggregate": "a", "pipeline": [{"$match": {"b": 1}}], "cursor": {}})", true);
    row(R"({"explain": {"find": "a"}})", true);
    // the batch that was lost would be skipped
    row(R"({"getMore": 7, "collection": "a"})", false);
    row(R"({"aggregate": "a", "pipeline": [{"$out": "b"}], "cursor": {}})", false);
    row(R"({"aggregate": "a", "pipeline": [{"$match": {}}, {"$merge": {"into": "b"}}]})", false);
    row(R"({"findAndModify": "a", "remove": true})", false);
    row(R"({"mapReduce": "a", "out": "b"})", false);
    row(R"({"explain": {"delete": "a", "deletes": []}})", false);
}

void TestCommandGuard::onlyReadsThatCanBeRepeatedAreSentAgain()
{
    QFETCH(QByteArray, command);
    QFETCH(bool, again);
    QCOMPARE(mongo::mayRepeat(need(bson::fromJson(command.toStdString()))), again);
}

void TestCommandGuard::aPipelineOfAnyDepthIsRead()
{
    const auto nested = [](int depth, bson::Document innermost) {
        for (int i = 0; i < depth; ++i) {
            innermost = bson::makeDocument("$facet", innermost);
        }
        return bson::makeDocument("aggregate", "a", "pipeline", bson::makeDocument("0", innermost));
    };
    QVERIFY(!mongo::onlyReads(nested(50, bson::makeDocument("$out", "b"))));
    QVERIFY(mongo::onlyReads(nested(50, bson::makeDocument("$match", "b"))));
    // too deep to look at: counts as changing
    QVERIFY(!mongo::onlyReads(nested(500, bson::makeDocument("$match", "b"))));
}

SANDGLASS_TEST(TestCommandGuard)
} // namespace tst_mongo_command_guard

#include "tst_mongo_command_guard.moc"
