// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/charts/chart_model.h"
#include "widgets/charts/chart_scene.h"

#include <QTest>

namespace tst_charts_chart_model {

using namespace sandglass::widgets;

namespace {

ChartModel modelOf(int bars)
{
    ChartModel model;
    for (int i = 0; i < bars; ++i) {
        model.bars += Bar{i * qint64{1000}, (i + 1) * qint64{1000}, {1, 2}, 3, 10, i != 1};
    }
    model.overdue.values = {5};
    model.later.values = {7};
    model.never = {{QStringLiteral("no field"), 4}, {QStringLiteral("not a date"), 6}};
    return model;
}

} // namespace

class TestChartModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsStandInTheOrderOfTime();
    void deletionsComeFirstAndAreNoPartOfTheWhole();
    void cumulativeSharesEndAtOne();
    void anEmptyModelHasEmptyRowsWithoutShares();
    void neverMoreThanFiveHundredBarsRemain();
    void mergedBarsKeepSumsAndSpans();
    void zoomKeepsThePlaceUnderThePointer();
    void zoomStaysInsideTheWhole();
    void aHugeSideBarDoesNotSetTheScale();
    void logScaleHoldsEveryBar();
};

void TestChartModel::rowsStandInTheOrderOfTime()
{
    const auto rows = rowsOf(modelOf(2));
    QCOMPARE(rows.size(), 6);
    const QVector<BarKind> kinds{BarKind::Overdue, BarKind::Forecast, BarKind::Forecast,
                                 BarKind::Later,   BarKind::Never,    BarKind::Never};
    for (qsizetype i = 0; i < kinds.size(); ++i) {
        QCOMPARE(rows.at(i).kind, kinds.at(i));
    }
    QCOMPARE(rows.at(2).index, 1);
    QCOMPARE(rows.at(5).name, QStringLiteral("not a date"));
}

void TestChartModel::deletionsComeFirstAndAreNoPartOfTheWhole()
{
    ChartModel model = modelOf(2);
    model.atLeast = true;
    model.deletionsSource = QStringLiteral("the counter");
    model.deletions = {{-3000, -2000, {8}, 0, -1, true}, {-1000, 0, {0}, 0, -1, false}};
    const auto rows = rowsOf(model);
    QCOMPARE(rows.size(), 8);
    QCOMPARE(overdueRow(model), 2);
    QCOMPARE(rows.at(2).kind, BarKind::Overdue);
    QCOMPARE(rows.at(2).cumulative, 5.0);
    QCOMPARE(rows.last().cumulative, 28.0);
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(rows.at(i).kind, BarKind::Deleted);
        QCOMPARE(rows.at(i).index, i);
        QCOMPARE(rows.at(i).fromMs, model.deletions.at(i).fromMs);
        QCOMPARE(rows.at(i).count, model.deletions.at(i).count());
        QCOMPARE(rows.at(i).exact, model.deletions.at(i).exact);
        QCOMPARE(rows.at(i).source, model.deletionsSource);
        QCOMPARE(rows.at(i).total, 0.0);
        // they were counted, whatever else was not
        QVERIFY(!rows.at(i).atLeast && rows.at(i).values.isEmpty());
    }
}

void TestChartModel::cumulativeSharesEndAtOne()
{
    const auto rows = rowsOf(modelOf(2));
    QCOMPARE(rows.first().total, 28.0);
    QCOMPARE(rows.at(1).cumulative, 8.0);
    QCOMPARE(rows.at(1).share(), 3.0 / 28);
    QCOMPARE(rows.last().cumulativeShare(), 1.0);
}

void TestChartModel::anEmptyModelHasEmptyRowsWithoutShares()
{
    const auto rows = rowsOf({});
    QCOMPARE(rows.size(), 3);
    for (const ChartRow& row : rows) {
        QCOMPARE(row.share(), 0.0);
    }
}

void TestChartModel::neverMoreThanFiveHundredBarsRemain()
{
    QCOMPARE(limited(modelOf(500)).bars.size(), 500);
    QCOMPARE(limited(modelOf(501)).bars.size(), 251);
    QVERIFY(limited(modelOf(10'007)).bars.size() <= kMostBars);
}

void TestChartModel::mergedBarsKeepSumsAndSpans()
{
    const ChartModel model = limited(modelOf(5), 2);
    QCOMPARE(model.bars.size(), 2);
    const Bar& first = model.bars.first();
    QCOMPARE(first.fromMs, 0);
    QCOMPARE(first.toMs, 3000);
    QCOMPARE(first.values, (QVector<double>{3, 6}));
    QCOMPARE(first.bytes, 30.0);
    QCOMPARE(first.exact, false);
    QCOMPARE(model.bars.last().toMs, 5000);
    QCOMPARE(model.bars.last().exact, true);
}

void TestChartModel::zoomKeepsThePlaceUnderThePointer()
{
    const TimeSpan whole{0, 10'000};
    const TimeSpan half = zoomed(whole, 0.5, 2000, whole, 10);
    QCOMPARE(half.lengthMs(), 5000);
    QCOMPARE(2000 - half.fromMs, 1000);
}

void TestChartModel::zoomStaysInsideTheWhole()
{
    const TimeSpan whole{0, 10'000};
    QVERIFY(zoomed({4000, 5000}, 100, 4500, whole, 10) == whole);
    QCOMPARE(zoomed({4000, 5000}, 0.0001, 4500, whole, 300).lengthMs(), 300);
    QVERIFY((movedInside({9500, 10'500}, whole) == TimeSpan{9000, 10'000}));
}

void TestChartModel::aHugeSideBarDoesNotSetTheScale()
{
    ChartScene scene;
    scene.model = modelOf(3);
    scene.model.never = {{QStringLiteral("no field"), 1.0e6}};
    scene.model.overdue.values = {4};
    scene.model.later.values = {};
    scene.visible = wholeSpan(scene.model, 0);
    QCOMPARE(valueTop(scene), 4.0);
}

void TestChartModel::logScaleHoldsEveryBar()
{
    ChartScene scene;
    scene.model = modelOf(3);
    scene.model.never = {{QStringLiteral("no field"), 1.0e6}};
    scene.visible = wholeSpan(scene.model, 0);
    scene.logScale = true;
    QCOMPARE(valueTop(scene), 1.0e6);
}

SANDGLASS_TEST(TestChartModel)
} // namespace tst_charts_chart_model

#include "tst_charts_chart_model.moc"
