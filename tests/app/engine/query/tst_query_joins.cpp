// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <QTest>

#include "pipeline_bench.h"

namespace tst_query_joins {

using namespace sandglass;
using namespace sandglass::engine::query;

class QueryJoinsTest : public QObject
{
    Q_OBJECT

private slots:
    void equalitiesJoinAsAFilterWould_data();
    void equalitiesJoinAsAFilterWould();
    void aJoinWithoutIndexReadsTheCollectionOnce();
    void aJoinWithAnIndexAsksForEachDocument();
    void graphsAreFollowed_data();
    void graphsAreFollowed();
    void graphMistakesHaveTheirCodes_data();
    void graphMistakesHaveTheirCodes();

private:
    static const char* joinStage();
};

const char* QueryJoinsTest::joinStage()
{
    return "[{'$lookup': {'from': 'o', 'localField': 'l', 'foreignField': 'f.g', 'as': 'j'}},"
           " {'$project': {'_id': 0, 'n': '$j._id'}}]";
}

void QueryJoinsTest::equalitiesJoinAsAFilterWould_data()
{
    QTest::addColumn<QString>("local");
    QTest::addColumn<QString>("ids");
    const auto row = [](const char* local, const char* ids) {
        QTest::newRow(local) << QString::fromLatin1(local) << QString::fromLatin1(ids);
    };
    row("{'l': 1}", "[{'n': [1, 3, 5]}]");
    row("{'l': {'$numberLong': '1'}}", "[{'n': [1, 3, 5]}]");
    row("{'l': [2, 9]}", "[{'n': [2, 3, 5]}]");
    row("{'l': null}", "[{'n': [4, 6]}]");
    row("{}", "[{'n': [4, 6]}]");
    row("{'l': []}", "[{'n': []}]");
    row("{'l': 'none'}", "[{'n': []}]");
}

void QueryJoinsTest::equalitiesJoinAsAFilterWould()
{
    QFETCH(QString, local);
    QFETCH(QString, ids);
    test::MemoryEnvironment environment;
    environment.collections["o"] = test::documents(
        "[{'_id': 1, 'f': {'g': 1}}, {'_id': 2, 'f': {'g': 2.0}}, {'_id': 3, 'f': {'g': [1, 2]}},"
        " {'_id': 4, 'f': {'g': null}}, {'_id': 5, 'f': [{'g': 2}, {'g': 1}]}, {'_id': 6}]");
    QCOMPARE(
        test::ran(QString::fromLatin1(joinStage()), QStringLiteral("[%1]").arg(local), environment),
        test::expectation(ids));
}

void QueryJoinsTest::aJoinWithoutIndexReadsTheCollectionOnce()
{
    test::MemoryEnvironment environment;
    environment.collections["o"] = test::documents("[{'_id': 1, 'f': {'g': 1}}]");
    test::ran(QString::fromLatin1(joinStage()), QStringLiteral("[{'l': 1}, {'l': 1}, {'l': 2}]"),
              environment);
    QCOMPARE(environment.opened, 1);
}

void QueryJoinsTest::aJoinWithAnIndexAsksForEachDocument()
{
    test::MemoryEnvironment environment;
    environment.indexed = true;
    environment.collections["o"] = test::documents("[{'_id': 1, 'f': {'g': 1}}]");
    QCOMPARE(test::ran(QString::fromLatin1(joinStage()), QStringLiteral("[{'l': 1}, {'l': 2}]"),
                       environment),
             test::expectation(QStringLiteral("[{'n': [1]}, {'n': []}]")));
    QCOMPARE(environment.opened, 2);
}

void QueryJoinsTest::graphsAreFollowed_data()
{
    QTest::addColumn<QString>("extra");
    QTest::addColumn<QString>("expected");
    QTest::newRow("all the way") << ""
                                 << "[{'up': [{'_id': 'b', 'to': ['c']},"
                                    " {'_id': 'c', 'to': ['a', 'd']}, {'_id': 'a', 'to': 'b'},"
                                    " {'_id': 'd'}]}]";
    QTest::newRow("limited depth") << ", 'maxDepth': 0"
                                   << "[{'up': [{'_id': 'b', 'to': ['c']}]}]";
    QTest::newRow("with depth") << ", 'maxDepth': 1, 'depthField': 'deep'"
                                << "[{'up': [{'_id': 'b', 'to': ['c'], 'deep': {'$numberLong': "
                                   "'0'}}, {'_id': 'c', 'to': ['a', 'd'], 'deep': {'$numberLong': "
                                   "'1'}}]}]";
    QTest::newRow("restricted") << ", 'restrictSearchWithMatch': {'_id': {'$ne': 'c'}}"
                                << "[{'up': [{'_id': 'b', 'to': ['c']}]}]";
}

void QueryJoinsTest::graphsAreFollowed()
{
    QFETCH(QString, extra);
    QFETCH(QString, expected);
    test::MemoryEnvironment environment;
    environment.collections["o"]
        = test::documents("[{'_id': 'a', 'to': 'b'}, {'_id': 'b', 'to': ['c']},"
                          " {'_id': 'c', 'to': ['a', 'd']}, {'_id': 'd'}]");
    const QString stage
        = QStringLiteral("[{'$graphLookup': {'from': 'o', 'startWith': '$s', 'connectFromField':"
                         " 'to', 'connectToField': '_id', 'as': 'up'%1}}, {'$unset': 's'}]")
              .arg(extra);
    QCOMPARE(test::ran(stage, QStringLiteral("[{'s': 'b'}]"), environment),
             test::expectation(expected));
}

void QueryJoinsTest::graphMistakesHaveTheirCodes_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no object") << "5"
                               << "error 9";
    QTest::newRow("missing") << "{'from': 'o'}"
                             << "error 40105";
    QTest::newRow("unknown") << "{'from': 'o', 'x': 'y'}"
                             << "error 40104";
    QTest::newRow("no text") << "{'from': 5}"
                             << "error 9";
    QTest::newRow("no name") << "{'from': ''}"
                             << "error 73";
    QTest::newRow("no collection") << "{'maxDepth': 1}"
                                   << "error 9";
    QTest::newRow("negative") << "{'from': 'o', 'maxDepth': -1}"
                              << "error 40101";
    QTest::newRow("no number") << "{'from': 'o', 'maxDepth': 'x'}"
                               << "error 40100";
    QTest::newRow("no filter") << "{'from': 'o', 'restrictSearchWithMatch': 5}"
                               << "error 40185";
}

void QueryJoinsTest::graphMistakesHaveTheirCodes()
{
    QFETCH(QString, argument);
    QFETCH(QString, expected);
    test::MemoryEnvironment environment;
    QCOMPARE(test::ran(QStringLiteral("[{'$graphLookup': %1}]").arg(argument), QStringLiteral("[]"),
                       environment),
             expected);
}

SANDGLASS_TEST(QueryJoinsTest)

} // namespace tst_query_joins

#include "tst_query_joins.moc"
