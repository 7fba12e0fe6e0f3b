// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/growth_plot.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace tst_bench_growth_plot {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestGrowthPlot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMethodHasOneLineForEachOrderOfDates();
    void pointsAreInOrderOfTheirDocuments();
    void theFirstMethodIsTheStrongOne();
    void brokenFiguresAreRefused_data();
    void brokenFiguresAreRefused();
    void bothPicturesHaveTheirSizeAndShowTheLines();
    void theDrawingIsMadeOfLinesAndText();
    void aFolderThatIsMissingIsReported();
};

namespace {

QJsonObject measured(double documents, const QString& dates, const QString& method, double speed)
{
    return {{u"documents"_s, documents},
            {u"dates"_s, dates},
            {u"method"_s, method},
            {u"docsPerSecond"_s, speed}};
}

/// Speeds of two methods, the larger collections first.
QByteArray figures()
{
    const QJsonArray growth{measured(1e7, u"ascending"_s, u"Sandglass"_s, 284'000),
                            measured(1e6, u"ascending"_s, u"Sandglass"_s, 310'000),
                            measured(1e5, u"ascending"_s, u"Sandglass"_s, 330'000),
                            measured(1e6, u"random"_s, u"Sandglass"_s, 365'000),
                            measured(1e5, u"random"_s, u"Sandglass"_s, 350'000),
                            measured(1e6, u"ascending"_s, u"RocksDB per key"_s, 87'000),
                            measured(1e5, u"ascending"_s, u"RocksDB per key"_s, 140'000)};
    return QJsonDocument(QJsonObject{{u"growth"_s, growth}}).toJson();
}

} // namespace

void TestGrowthPlot::everyMethodHasOneLineForEachOrderOfDates()
{
    const auto model = bench::growthModel(figures());
    QVERIFY(model);
    QCOMPARE(model->lines.size(), 3);
    QCOMPARE(model->lines.at(0).name, u"Sandglass, dates in order"_s);
    QCOMPARE(model->lines.at(1).name, u"Sandglass, random dates"_s);
    QCOMPARE(model->lines.at(2).name, u"RocksDB per key, dates in order"_s);
    QCOMPARE(model->lines.at(0).role, model->lines.at(1).role);
    QVERIFY(model->lines.at(1).dashed && !model->lines.at(0).dashed);
    QVERIFY(model->lines.at(0).role != model->lines.at(2).role);
}

void TestGrowthPlot::pointsAreInOrderOfTheirDocuments()
{
    const auto model = bench::growthModel(figures());
    QVERIFY(model);
    const QVector<QPointF> expected{{1e5, 330'000}, {1e6, 310'000}, {1e7, 284'000}};
    QCOMPARE(model->lines.first().points, expected);
}

void TestGrowthPlot::theFirstMethodIsTheStrongOne()
{
    const auto model = bench::growthModel(figures());
    QVERIFY(model);
    QVERIFY(model->lines.at(0).strong && model->lines.at(1).strong);
    QVERIFY(!model->lines.at(2).strong);
}

void TestGrowthPlot::brokenFiguresAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("no JSON") << QByteArray("growth");
    QTest::newRow("no array") << QByteArray("{}");
    QTest::newRow("an empty array") << QByteArray(R"({"growth":[]})");
    QTest::newRow("another order of dates") << QByteArray(
        R"({"growth":[{"documents":1,"dates":"back","method":"a","docsPerSecond":1}]})");
    QTest::newRow("no speed") << QByteArray(
        R"({"growth":[{"documents":1,"dates":"ascending","method":"a"}]})");
    QTest::newRow("no documents") << QByteArray(
        R"({"growth":[{"documents":0,"dates":"ascending","method":"a","docsPerSecond":1}]})");
    QTest::newRow("no method") << QByteArray(
        R"({"growth":[{"documents":1,"dates":"ascending","docsPerSecond":1}]})");
}

void TestGrowthPlot::brokenFiguresAreRefused()
{
    QFETCH(const QByteArray, json);
    const auto model = bench::growthModel(json);
    QVERIFY(!model);
    QCOMPARE(model.error().code, base::Errc::InvalidInput);
}

void TestGrowthPlot::bothPicturesHaveTheirSizeAndShowTheLines()
{
    const QTemporaryDir folder;
    const auto model = bench::growthModel(figures());
    QVERIFY(model);
    QVERIFY(bench::writeGrowthPlot(*model, folder.filePath(u"growth"_s)));

    const QImage picture(folder.filePath(u"growth.png"_s));
    QCOMPARE(picture.size(), bench::kGrowthPlotSize);
    QSet<QRgb> seen;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            seen.insert(picture.pixel(x, y));
        }
    }
    for (const widgets::Line& line : model->lines) {
        QVERIFY2(seen.contains(widgets::color(line.role, false).rgb()), qPrintable(line.name));
    }

    QFile drawing(folder.filePath(u"growth.svg"_s));
    QVERIFY(drawing.open(QIODevice::ReadOnly));
    QXmlStreamReader reader(&drawing);
    QVERIFY(reader.readNextStartElement());
    QCOMPARE(reader.attributes().value(u"viewBox"_s), u"0 0 1200 700");
}

void TestGrowthPlot::theDrawingIsMadeOfLinesAndText()
{
    const QTemporaryDir folder;
    const auto model = bench::growthModel(figures());
    QVERIFY(model);
    QVERIFY(bench::writeGrowthPlot(*model, folder.filePath(u"growth"_s)));
    QFile drawing(folder.filePath(u"growth.svg"_s));
    QVERIFY(drawing.open(QIODevice::ReadOnly));
    const QByteArray text = drawing.readAll();
    QVERIFY(!text.contains("<image"));
    QVERIFY(text.contains("<polyline"));
    for (const char* word : {"100 k", "1 M", "10 M", "Documents in the collection",
                             "Documents deleted per second", "Sandglass, random dates"}) {
        QVERIFY2(text.contains(word), word);
    }
}

void TestGrowthPlot::aFolderThatIsMissingIsReported()
{
    const auto model = bench::growthModel(figures());
    QVERIFY(model);
    const auto written = bench::writeGrowthPlot(*model, u"/nowhere/at/all"_s);
    QVERIFY(!written);
    QCOMPARE(written.error().code, base::Errc::Storage);
}

SANDGLASS_GUI_TEST(TestGrowthPlot)
} // namespace tst_bench_growth_plot

#include "tst_bench_growth_plot.moc"
