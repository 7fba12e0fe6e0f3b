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

/// Two bars, and deletions in these spans of five minutes within the hour before them.
ChartModel withDeletions(const QList<int>& spans)
{
    constexpr qint64 kSpanMs = 300'000;
    ChartModel model = modelOf(2);
    model.deletionsSource = QStringLiteral("between two counts");
    for (const int span : spans) {
        const qint64 from = kStartMs - kHourMs + span * kSpanMs;
        model.deletions += Bar{from, from + kSpanMs, {0}, 0, -1, false};
    }
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
    void deletionsHaveRowsAndAColumnOfTheirOwn();
    void deletionsComeAndGoOneByOne();
    void theTitleNamesTheZone();
    void aNoteStandsAtTheDocuments();
    void anEmptyCellIsSpokenInTheWordsThatAreSet();
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

void TestBarTableModel::deletionsHaveRowsAndAColumnOfTheirOwn()
{
    BarTableModel table;
    table.setTimeZone(QTimeZone::utc());
    table.setBlankWords([](const QString&) { return QStringLiteral("no number"); });
    ChartModel model = withDeletions({0, 1, 3});
    model.deletions[1].values = {120};
    table.setModel(model);
    // what is not known is no row: the span after the first two is missing
    QCOMPARE(table.rowCount(), 3 + 5);
    const auto cell = [&table](int row, int column, int role = Qt::DisplayRole) {
        return table.index(row, column).data(role);
    };
    QCOMPARE(cell(1, BarTableModel::Bucket).toString(),
             QStringLiteral("Deleted: Sat 22 Nov 2025, 11:05 \u2013 11:10"));
    QCOMPARE(cell(1, BarTableModel::Deleted).toString(), QStringLiteral("120"));
    QCOMPARE(cell(1, BarTableModel::Deleted, Qt::EditRole), QVariant(120.0));
    QCOMPARE(cell(1, BarTableModel::Counted).toString(),
             QStringLiteral("estimated, between two counts"));
    QCOMPARE(cell(1, BarTableModel::KindRole).toInt(), static_cast<int>(BarKind::Deleted));
    const QString spoken = cell(1, BarTableModel::Bucket, Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(QStringLiteral(": 120 ")), qPrintable(spoken));
    // a 0 was counted
    QCOMPARE(cell(0, BarTableModel::Deleted).toString(), QStringLiteral("0"));
    for (const int column :
         {BarTableModel::Documents, BarTableModel::Share, BarTableModel::Cumulative}) {
        QCOMPARE(cell(1, column).toString(), QString());
        QVERIFY(!cell(1, column, Qt::EditRole).isValid());
        QCOMPARE(cell(1, column, Qt::AccessibleTextRole).toString(), QStringLiteral("no number"));
    }
    QCOMPARE(cell(3, BarTableModel::Bucket).toString(), QStringLiteral("Overdue"));
    QCOMPARE(cell(3, BarTableModel::Deleted).toString(), QString());
    QCOMPARE(cell(4, BarTableModel::Share).toString(), QStringLiteral("30.0 %"));
}

// A refresh each second must not take the selection or the place that was scrolled to.
void TestBarTableModel::deletionsComeAndGoOneByOne()
{
    BarTableModel table;
    const QAbstractItemModelTester tester(&table,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setModel(withDeletions({0, 1, 2}));
    const QSignalSpy resets(&table, &QAbstractItemModel::modelReset);
    const QSignalSpy removed(&table, &QAbstractItemModel::rowsRemoved);
    const QSignalSpy added(&table, &QAbstractItemModel::rowsInserted);
    const QPersistentModelIndex kept = table.index(2, 0);
    const QPersistentModelIndex due = table.index(4, 0);
    table.setModel(withDeletions({1, 2, 4, 5}));
    QCOMPARE(table.rowCount(), 4 + 5);
    QCOMPARE(kept.row(), 1);
    QCOMPARE(due.row(), 5);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(added.size(), 1); // neighbours at once
    table.setModel(withDeletions({1, 3, 5}));
    QVERIFY(!kept.isValid());
    QCOMPARE(due.row(), 4);
    table.setModel(withDeletions({}));
    QCOMPARE(due.row(), 1);
    QCOMPARE(resets.size(), 0);
    QVERIFY(table.rows() == rowsOf(withDeletions({})));
}

void TestBarTableModel::theTitleNamesTheZone()
{
    BarTableModel table;
    QSignalSpy titles(&table, &QAbstractItemModel::headerDataChanged);
    table.setTimeZone(QTimeZone("Asia/Kathmandu"));
    QCOMPARE(titles.size(), 1);
    const QString title = table.headerData(BarTableModel::Bucket, Qt::Horizontal).toString();
    QVERIFY2(title.endsWith(QStringLiteral(" \u00b7 Asia/Kathmandu")), qPrintable(title));
}

void TestBarTableModel::aNoteStandsAtTheDocuments()
{
    BarTableModel table;
    const auto said = [&table](int role) {
        return table.headerData(BarTableModel::Documents, Qt::Horizontal, role).toString();
    };
    ChartModel model = modelOf(2);
    table.setModel(model);
    QCOMPARE(said(Qt::ToolTipRole), QString());
    model.note = QStringLiteral("Counted once for each rule.");
    table.setModel(model);
    QCOMPARE(said(Qt::ToolTipRole), model.note);
    QCOMPARE(said(Qt::AccessibleDescriptionRole), model.note);
    QCOMPARE(said(Qt::DisplayRole), QStringLiteral("Documents"));
}

void TestBarTableModel::anEmptyCellIsSpokenInTheWordsThatAreSet()
{
    BarTableModel table;
    table.setModel(modelOf(2));
    // of what is still there nothing is deleted
    const QModelIndex empty = table.index(1, BarTableModel::Deleted);
    QVERIFY(empty.data().toString().isEmpty());
    QVERIFY(empty.data(Qt::AccessibleTextRole).toString().isEmpty());
    table.setBlankWords([](const QString& title) { return QStringLiteral("<%1>").arg(title); });
    QCOMPARE(empty.data(Qt::AccessibleTextRole).toString(), QStringLiteral("<Deleted>"));
    const QModelIndex full = table.index(1, BarTableModel::Documents);
    QCOMPARE(full.data(Qt::AccessibleTextRole).toString(), full.data().toString());
}

SANDGLASS_TEST(TestBarTableModel)
} // namespace tst_charts_bar_table_model

#include "tst_charts_bar_table_model.moc"
