// SPDX-License-Identifier: GPL-3.0-or-later
// The chart with two logarithmic axes, and the files that a chart is saved to.
#include "tests/support/test_program.h"
#include "widgets/charts/line_chart.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>

namespace tst_charts_line_chart {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

namespace {

LineChartModel growth()
{
    LineChartModel model;
    model.title = u"Growth"_s;
    model.subtitle = u"of nothing in particular"_s;
    model.xTitle = u"documents"_s;
    model.yTitle = u"ms"_s;
    model.lines = {{u"fast"_s, {{1e3, 1}, {1e5, 2}}, ColorRole::Scheduled, false, true},
                   {u"slow"_s, {{1e3, 10}, {1e5, 2'000}}, ColorRole::Overdue, true, false}};
    return model;
}

bool hasColor(const QImage& image, const QColor& wanted)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == wanted) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

class TestLineChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_chart.reset(); }
    void everyLineIsDrawnInItsColour();
    void theTitleIsTheNameForScreenReaders();
    void theThemeIsFollowed();
    void aLargerFontIsFollowed();
    void modelsThatAreHardToDrawAreDrawn_data();
    void modelsThatAreHardToDrawAreDrawn();
    void aPngHasThePixelsOfTheWidget();
    void anSvgHoldsTextsAndNoPixels();
    void aPdfIsOne();
    void aFileThatCannotBeWrittenLeavesTheOldOne_data();
    void aFileThatCannotBeWrittenLeavesTheOldOne();
    void itTakesNoFocus();

private:
    QImage picture() const { return m_chart->grab().toImage(); }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<LineChart> m_chart;
};

void TestLineChart::init()
{
    Appearance::instance().apply(Theme::Light);
    m_chart = std::make_unique<LineChart>();
    m_chart->resize(700, 420);
    m_chart->setModel(growth());
    m_chart->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
}

void TestLineChart::everyLineIsDrawnInItsColour()
{
    QTRY_VERIFY(hasColor(picture(), color(ColorRole::Scheduled)));
    QVERIFY(hasColor(picture(), color(ColorRole::Overdue)));
    QVERIFY(!hasColor(picture(), color(ColorRole::Deleted)));
}

void TestLineChart::theTitleIsTheNameForScreenReaders()
{
    QCOMPARE(m_chart->accessibleName(), u"Growth"_s);
    LineChartModel other = growth();
    other.title = u"Other"_s;
    m_chart->setModel(other);
    QCOMPARE(m_chart->accessibleName(), u"Other"_s);
    QCOMPARE(m_chart->model().lines.size(), 2);
}

void TestLineChart::theThemeIsFollowed()
{
    QTRY_VERIFY(hasColor(picture(), color(ColorRole::Base, false)));
    Appearance::instance().apply(Theme::Dark);
    QTRY_VERIFY(hasColor(picture(), color(ColorRole::Base, true)));
    Appearance::instance().apply(Theme::Light);
}

void TestLineChart::aLargerFontIsFollowed()
{
    QTRY_VERIFY(hasColor(picture(), color(ColorRole::Scheduled)));
    const QImage before = picture();
    QFont larger = m_chart->font();
    larger.setPointSizeF(larger.pointSizeF() * 2);
    m_chart->setFont(larger);
    QTRY_VERIFY(picture() != before);
}

void TestLineChart::modelsThatAreHardToDrawAreDrawn_data()
{
    QTest::addColumn<QVector<QPointF>>("points");
    const double huge = std::numeric_limits<double>::max();
    QTest::newRow("no point") << QVector<QPointF>{};
    QTest::newRow("one point") << QVector<QPointF>{{10, 10}};
    QTest::newRow("nothing above zero") << QVector<QPointF>{{0, 0}, {-1, 5}, {5, -1}};
    QTest::newRow("a flat line") << QVector<QPointF>{{1, 7}, {10, 7}};
    QTest::newRow("an upright line") << QVector<QPointF>{{7, 1}, {7, 10}};
    QTest::newRow("huge") << QVector<QPointF>{{1, 1}, {1e15, 1e300}};
    QTest::newRow("the largest") << QVector<QPointF>{{huge, huge}};
    QTest::newRow("tiny") << QVector<QPointF>{{1e-300, 1e-300}, {1, 1}};
    QTest::newRow("no number") << QVector<QPointF>{{1, std::nan("")}, {10, 10}};
}

void TestLineChart::modelsThatAreHardToDrawAreDrawn()
{
    QFETCH(QVector<QPointF>, points);
    LineChartModel model = growth();
    model.lines = {{u"one"_s, points, ColorRole::Scheduled, false, false}};
    m_chart->setModel(model);
    QTRY_VERIFY(hasColor(picture(), color(ColorRole::Base)));
    QVERIFY(m_chart->savePicture(path(u"hard.png"_s), PictureFormat::Png));
}

void TestLineChart::aPngHasThePixelsOfTheWidget()
{
    QVERIFY(m_chart->savePicture(path(u"chart.png"_s), PictureFormat::Png));
    const QImage saved(path(u"chart.png"_s));
    QCOMPARE(saved.size(), QSize(700, 420));
    QVERIFY(hasColor(saved, color(ColorRole::Scheduled)));
}

void TestLineChart::anSvgHoldsTextsAndNoPixels()
{
    LineChartModel model = growth();
    model.title = u"<b>a & \"b\"</b>"_s;
    m_chart->setModel(model);
    QVERIFY(m_chart->savePicture(path(u"chart.svg"_s), PictureFormat::Svg));
    QFile file(path(u"chart.svg"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString title;
    bool pixels = false;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement) {
            pixels = pixels || xml.name() == "image"_L1;
            title = xml.name() == "title"_L1 && title.isEmpty() ? xml.readElementText() : title;
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY2(title.contains(u"\"b\""_s), qPrintable(title)); // whatever became of the markup
    QVERIFY(!pixels);
}

void TestLineChart::aPdfIsOne()
{
    QVERIFY(m_chart->savePicture(path(u"chart.pdf"_s), PictureFormat::Pdf));
    QFile file(path(u"chart.pdf"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("%PDF-"));
}

void TestLineChart::aFileThatCannotBeWrittenLeavesTheOldOne_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("PNG") << static_cast<int>(PictureFormat::Png);
    QTest::newRow("SVG") << static_cast<int>(PictureFormat::Svg);
    QTest::newRow("PDF") << static_cast<int>(PictureFormat::Pdf);
}

void TestLineChart::aFileThatCannotBeWrittenLeavesTheOldOne()
{
    QFETCH(int, format);
    QVERIFY(!m_chart->savePicture(path(u"no/such/folder/x"_s), static_cast<PictureFormat>(format)));
    QVERIFY(QDir().mkpath(path(u"taken/inner"_s)));
    QVERIFY(!m_chart->savePicture(path(u"taken"_s), static_cast<PictureFormat>(format)));
    QVERIFY(QDir(path(u"taken/inner"_s)).exists());
}

void TestLineChart::itTakesNoFocus()
{
    QCOMPARE(m_chart->focusPolicy(), Qt::NoFocus);
    for (const QWidget* part : m_chart->findChildren<QWidget*>()) {
        QCOMPARE(part->focusPolicy(), Qt::NoFocus);
    }
}

SANDGLASS_GUI_TEST(TestLineChart)
} // namespace tst_charts_line_chart

#include "tst_charts_line_chart.moc"
