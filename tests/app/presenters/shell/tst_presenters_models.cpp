// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/engine/log_model.h"
#include "app/presenters/indexes/index_table_model.h"
#include "app/presenters/inventory/ttl_rules_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_models {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));

} // namespace

class TestModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyTheCountdownsChangeWhenTimePasses();
    void theSameIndexesKeepTheirRows();
    void theSameRulesKeepTheirRows();
    void theLogReadsJsonAndKeepsOtherLines();
    void theOldestLogLineGoes();
};

void TestModels::onlyTheCountdownsChangeWhenTimePasses()
{
    DocumentTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    DocumentRow row;
    row.document = bson::makeDocument("_id", 1);
    row.id = bson::Value::of(std::int32_t{1});
    row.hasRule = true;
    row.verdict.eligibleAt = kNow + 10s;
    model.setRows({row}, kNow, QTimeZone::utc());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QCOMPARE(model.index(0, DocumentTableModel::CountdownColumn).data().toString(), u"in 10 s"_s);
    model.setNow(kNow + 15s);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex().column(),
             static_cast<int>(DocumentTableModel::CountdownColumn));
    QCOMPARE(model.index(0, DocumentTableModel::CountdownColumn).data().toString(),
             u"5 s overdue"_s);
    QVERIFY(model.index(0, 0).data(DocumentTableModel::OverdueRole).toBool());
}

void TestModels::theSameIndexesKeepTheirRows()
{
    IndexTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ttl::IndexSpec spec;
    spec.name = "a_1";
    spec.key = bson::makeDocument("a", 1);
    model.setIndexes({"db", "c"}, {spec});
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    spec.expireAfterSeconds = 60;
    model.setIndexes({"db", "c"}, {spec});
    QCOMPARE(reset.count(), 0);
    QCOMPARE(model.index(0, IndexTableModel::ExpiryColumn).data().toString(), u"after 1 min"_s);
    model.setIndexes({"db", "c"}, {});
    QCOMPARE(reset.count(), 1);
}

void TestModels::theSameRulesKeepTheirRows()
{
    TtlRulesModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    RuleRow row;
    row.index = {{"db", "c"}, "a_1"};
    row.expireAfterSeconds = 60;
    model.setRows({row}, QTimeZone::utc());
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    row.overdue = 12;
    model.setRows({row}, QTimeZone::utc());
    QCOMPARE(reset.count(), 0);
    QCOMPARE(
        model.index(0, TtlRulesModel::OverdueColumn).data(TtlRulesModel::SortRole).toLongLong(),
        12LL);
}

void TestModels::theLogReadsJsonAndKeepsOtherLines()
{
    LogModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append(
        u"{\"t\":{\"$date\":\"2030\"},\"s\":\"W\",\"c\":\"INDEX\",\"msg\":\"careful\",\"attr\":{\"n\":1}}"_s);
    model.append(u"terminate called"_s);
    QCOMPARE(model.index(0, LogModel::SeverityColumn).data().toString(), u"W"_s);
    QCOMPARE(model.index(0, LogModel::MessageColumn).data().toString(), u"careful {\"n\":1}"_s);
    QCOMPARE(model.index(1, LogModel::MessageColumn).data().toString(), u"terminate called"_s);
}

void TestModels::theOldestLogLineGoes()
{
    LogModel model;
    for (int i = 0; i < 5'010; ++i) {
        model.append(QString::number(i));
    }
    QCOMPARE(model.rowCount(), 5'000);
    QCOMPARE(model.index(0, LogModel::MessageColumn).data().toString(), u"10"_s);
}

SANDGLASS_TEST(TestModels)
} // namespace tst_presenters_models

#include "tst_presenters_models.moc"
