// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/charts/bar_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_charts_bar_table_model {

using namespace sandglass::widgets;

namespace {

constexpr qint64 kHourMs = 3'600'000;
constexpr qint64 kStartMs = 1'763'812'800'000; // 2025-11-22 12:00 UTC

ChartModel modelOf(int bars)
{
    ChartModel model;
    for (int i = 0; i < bars; ++i) {
        const qint64 from = kStartMs + i * kHourMs;
        model.bars += Bar{from, from + kHourMs, {30}, 4, -1, i == 0};
    }
    model.overdue.values = {40};
    model.never = {{QStringLiteral("no field"), 0}};
    return model;
}

} // namespace

class TestBarTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheRulesOfItemModels();
    void aRowShowsRangeCountSharesAndExactness();
    void rangesAreWrittenInTheChosenZone();
    void sameNumberOfRowsIsChangedInPlace();
    void editRoleHasBareNumbers();
};

void TestBarTableModel::keepsTheRulesOfItemModels()
{
    BarTableModel table;
    const QAbstractItemModelTester tester(&table,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setModel(modelOf(3));
    table.setModel(modelOf(2));
    table.setTimeZone(QTimeZone::utc());
    table.setModel(modelOf(2));
    QCOMPARE(table.rowCount(), 5);
}

void TestBarTableModel::aRowShowsRangeCountSharesAndExactness()
{
    BarTableModel table;
    table.setTimeZone(QTimeZone::utc());
    table.setModel(modelOf(2));
    const auto text
        = [&table](int row, int column) { return table.index(row, column).data().toString(); };
    QCOMPARE(text(0, BarTableModel::Bucket), QStringLiteral("Overdue"));
    QCOMPARE(text(1, BarTableModel::Bucket), QStringLiteral("Sat 22 Nov 2025, 12:00 \u2013 13:00"));
    QCOMPARE(text(1, BarTableModel::Documents), QStringLiteral("30"));
    QCOMPARE(text(1, BarTableModel::Share), QStringLiteral("30.0 %"));
    QCOMPARE(text(1, BarTableModel::Cumulative), QStringLiteral("70.0 %"));
    QCOMPARE(text(1, BarTableModel::Counted), QStringLiteral("exact"));
    QCOMPARE(text(2, BarTableModel::Counted), QStringLiteral("sampled, \u00b1 4"));
    QCOMPARE(text(4, BarTableModel::Bucket), QStringLiteral("Never: no field"));
}

void TestBarTableModel::rangesAreWrittenInTheChosenZone()
{
    BarTableModel table;
    table.setModel(modelOf(1));
    table.setTimeZone(QTimeZone("Asia/Kathmandu"));
    QCOMPARE(table.index(1, 0).data().toString(),
             QStringLiteral("Sat 22 Nov 2025, 17:45 \u2013 18:45"));
}

void TestBarTableModel::sameNumberOfRowsIsChangedInPlace()
{
    BarTableModel table;
    table.setModel(modelOf(2));
    const QSignalSpy resets(&table, &QAbstractItemModel::modelReset);
    const QSignalSpy changes(&table, &QAbstractItemModel::dataChanged);
    table.setModel(modelOf(2));
    QCOMPARE(changes.size(), 0); // nothing differs
    ChartModel other = modelOf(2);
    other.bars[1].values[0] += 1;
    table.setModel(other);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(changes.size(), 1);
}

void TestBarTableModel::editRoleHasBareNumbers()
{
    BarTableModel table;
    table.setModel(modelOf(2));
    QCOMPARE(table.index(1, BarTableModel::Documents).data(Qt::EditRole), QVariant(30.0));
    QCOMPARE(table.index(1, BarTableModel::Share).data(Qt::EditRole), QVariant(0.3));
    QCOMPARE(table.index(1, 0).data(BarTableModel::FromRole), QVariant(kStartMs));
}

SANDGLASS_TEST(TestBarTableModel)
} // namespace tst_charts_bar_table_model

#include "tst_charts_bar_table_model.moc"
