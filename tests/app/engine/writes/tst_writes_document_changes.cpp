// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/collection.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/writes/document_changes.h"
#include "app/engine/writes/write_scope.h"
#include "app/protocol/server_code.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_writes_document_changes {

using namespace sandglass;
using namespace sandglass::tests;
using engine::plan::QueryShape;
using engine::request::Request;
using engine::writes::changeMatching;
using engine::writes::changeOne;
using engine::writes::ChangeTarget;
using engine::writes::ChangeTask;
using engine::writes::firstMatch;
using engine::writes::WriteScope;
using engine::writes::writeScope;

class WritesDocumentChangesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(
            R"({"insert":"c","documents":[{"_id":1,"a":3},{"_id":2,"a":1},{"_id":3,"a":2}]})");
        m_request = {};
        m_request.name = "update";
        m_request.database = "db";
        m_body = parsedJson(QStringLiteral(R"({"update":"c"})"));
        m_request.body = m_body;
    }
    void cleanup() { m_db.reset(); }

    void oneDocumentIsChangedTheFirstInOrder_data()
    {
        QTest::addColumn<QString>("sort");
        QTest::addColumn<int>("id");
        QTest::newRow("natural") << "{}" << 1;
        QTest::newRow("ascending") << R"({"a":1})" << 2;
        QTest::newRow("descending") << R"({"a":-1})" << 1;
        QTest::newRow("descending id") << R"({"_id":-1})" << 3;
    }
    void oneDocumentIsChangedTheFirstInOrder()
    {
        QFETCH(QString, sort);
        QFETCH(int, id);
        QList<int> seen;
        const auto changed = changeMatching(scope(), task(QStringLiteral("{}"), sort, false, seen));
        QCOMPARE(wordsOf(changed), QString());
        QCOMPARE(int(*changed), 1);
        QCOMPARE(seen, QList<int>{id});
    }

    void allMatchesAreChanged()
    {
        QList<int> seen;
        const auto changed = changeMatching(
            scope(), task(QStringLiteral(R"({"a":{"$gte":2}})"), QStringLiteral("{}"), true, seen));
        QCOMPARE(int(*changed), 2);
        QCOMPARE(seen, (QList<int>{1, 3}));
    }

    void manyUnitsSeeEveryDocumentOnce()
    {
        bson::Builder documents;
        constexpr int kMany = 2500; // more than two units
        for (int i = 100; i < 100 + kMany; ++i) {
            documents.push(bson::makeDocument("_id", i, "b", 1));
        }
        bson::Builder insert;
        insert.append("insert", "c").appendArray("documents", documents.take());
        QCOMPARE(m_db->run(insert.take())["n"].asInt32(), kMany);
        QList<int> seen;
        const auto changed = changeMatching(
            scope(), task(QStringLiteral(R"({"b":1})"), QStringLiteral("{}"), true, seen));
        QCOMPARE(int(*changed), kMany);
        QCOMPARE(QSet<int>(seen.begin(), seen.end()).size(), kMany);
    }

    // an update that moves documents ahead in its own index must not meet them again
    void movedDocumentsAreNotMetAgain()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1"}]})");
        const bson::Document reply = m_db->good(
            R"({"update":"c","updates":[{"q":{"a":{"$gte":1}},"u":{"$inc":{"a":10}},"multi":true}]})");
        QCOMPARE(reply["nModified"].asInt32(), 3);
        QCOMPARE(m_db->found("c", R"("sort":{"_id":1})"),
                 QStringLiteral(R"({"_id":1,"a":13} {"_id":2,"a":11} {"_id":3,"a":12})"));
    }

    void anErrorEndsTheWork()
    {
        QList<int> seen;
        ChangeTask failing = task(QStringLiteral("{}"), QStringLiteral("{}"), true, seen);
        failing.change = [&seen](engine::catalog::WriteUnit&, const ChangeTarget& target) {
            seen << target.document["_id"].asInt32();
            return seen.size() == 2 ? Result<void>(protocol::commandError(66, "no"))
                                    : Result<void>();
        };
        QCOMPARE(errorOf(changeMatching(scope(), failing)), 66);
        QCOMPARE(seen, (QList<int>{1, 2}));
    }

    void theArrayElementThatMatchedIsReported_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("index"); // -1: none
        QTest::newRow("value") << R"({"l":7})" << 1;
        QTest::newRow("elemMatch") << R"({"l":{"$elemMatch":{"$gt":7}}})" << 2;
        QTest::newRow("no array condition") << R"({"_id":9})" << -1;
    }
    void theArrayElementThatMatchedIsReported()
    {
        QFETCH(QString, filter);
        QFETCH(int, index);
        m_db->good(R"({"insert":"c","documents":[{"_id":9,"l":[5,7,8]}]})");
        QList<int> seen;
        int told = -2;
        ChangeTask telling = task(filter, QStringLiteral("{}"), false, seen);
        telling.change = [&told](engine::catalog::WriteUnit&, const ChangeTarget& target) {
            told = target.arrayIndex ? int(*target.arrayIndex) : -1;
            return Result<void>();
        };
        QCOMPARE(int(*changeMatching(scope(), telling)), 1);
        QCOMPARE(told, index);
    }

    void aKilledOperationChangesNothing()
    {
        m_request.killed = std::make_shared<std::atomic<int>>(11601);
        QList<int> seen;
        QCOMPARE(errorOf(changeMatching(
                     scope(), task(QStringLiteral("{}"), QStringLiteral("{}"), true, seen))),
                 11601);
        QVERIFY(seen.isEmpty());
    }

    void aWrongHintIsRefused()
    {
        QList<int> seen;
        ChangeTask hinted = task(QStringLiteral("{}"), QStringLiteral("{}"), true, seen);
        const bson::Value hint = bson::Value::of("no such index");
        hinted.shape.hint = hint;
        QCOMPARE(errorOf(changeMatching(scope(), hinted)), 2);
    }

    void theLastLookOfAnUpsertFindsTheFirstMatch()
    {
        QList<int> seen;
        const auto found = firstMatch(
            scope(), task(QStringLiteral(R"({"a":2})"), QStringLiteral("{}"), false, seen));
        QVERIFY(found.has_value() && found->has_value());
        QVERIFY(seen.isEmpty());
        const auto none = firstMatch(
            scope(), task(QStringLiteral(R"({"a":9})"), QStringLiteral("{}"), false, seen));
        QVERIFY(none.has_value() && !none->has_value());
    }

    void aDocumentThatNoLongerMatchesIsLeftAlone()
    {
        QList<int> seen;
        const ChangeTask first
            = task(QStringLiteral(R"({"a":2})"), QStringLiteral("{}"), false, seen);
        const auto id = **firstMatch(scope(), first);
        m_db->good(R"({"update":"c","updates":[{"q":{"_id":3},"u":{"$set":{"a":99}}}]})");
        auto unit = need(first.collection->beginWrite());
        QVERIFY(!*changeOne(*unit, id, first));
        QVERIFY(seen.isEmpty());
    }

private:
    WriteScope scope() { return need(writeScope(m_request, m_db->context)); }
    /// A task that only notes the ids of what it is given.
    ChangeTask task(const QString& filter, const QString& sort, bool multi, QList<int>& seen)
    {
        m_filter = parsedJson(filter);
        m_sort = parsedJson(sort);
        QueryShape shape;
        shape.filterDocument = m_filter;
        shape.filter = need(engine::query::Filter::parse(m_filter, {}));
        shape.sort = need(engine::query::Sort::parse(m_sort));
        return {m_db->context.catalog.find({"db", "c"}), std::move(shape), multi,
                [&seen](engine::catalog::WriteUnit&, const ChangeTarget& target) {
                    seen << target.document["_id"].asInt32();
                    return Result<void>();
                }};
    }

    std::unique_ptr<CommandFixture> m_db;
    Request m_request;
    bson::Document m_body;
    bson::Document m_filter;
    bson::Document m_sort;
};

SANDGLASS_TEST(WritesDocumentChangesTest)
} // namespace tst_writes_document_changes

#include "tst_writes_document_changes.moc"
