// SPDX-License-Identifier: GPL-3.0-or-later
// What the chart draws, when it draws, and what screen readers find in it.
#include "tests/support/test_program.h"
#include "tests/widgets/charts/chart_samples.h"
#include "widgets/charts/clock_formats.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/style/appearance.h"

#include <QAccessible>
#include <QImage>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>

namespace tst_charts_chart_picture {

using namespace sandglass::tests;
using namespace sandglass::widgets;

namespace {

/// Nine collections, four reasons, deletions: everything that has a label.
ChartModel crowded()
{
    ChartModel model = hours(48);
    for (int i = 0; i < 9; ++i) {
        model.series += Series{QStringLiteral("shop.collection_%1").arg(i), seriesRole(i)};
    }
    for (Bar& bar : model.bars) {
        bar.values = QVector<double>(9, 1'234 + static_cast<double>(bar.fromMs / kHourMs % 7));
    }
    model.never = {{QStringLiteral("no field"), 4'000},
                   {QStringLiteral("not a date"), 3'000},
                   {QStringLiteral("outside filter"), 2'000},
                   {QStringLiteral("unusable rule"), 1'000}};
    for (int i = 0; i < 12; ++i) {
        const qint64 from = kStartMs - kHourMs + i * 300'000;
        model.deletions += Bar{from, from + 300'000, {i * 9'000.0}, 0, -1, true};
    }
    return model;
}

} // namespace

class TestChartPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aLowChartHasNoTitleBesideItsAxis();
    void noLabelOverlapsAnotherAtAnySize_data();
    void noLabelOverlapsAnotherAtAnySize();
    void countsHaveNoHalves_data();
    void countsHaveNoHalves();
    void zoomingOutLeavesARangeThatWasCountedAlone();
    void theSamePictureIsNotDrawnAgain();
    void aStepOfNowThatCannotBeSeenIsNotDrawn();
    void thePeakNamesItsDayWhereTimesRepeat();
    void whatIsNotExactIsMarkedInThePicture();
    void theLineOfNowDoesNotCrossThePeaksLabel();
    void theLegendIsOneLineAndCountsTheRest();
    void aLogScaleDoesNotStack();
    void deletionsShareTheScaleAndAreCutAboveIt();
    void theMembersOfTheCurrentBarAreNamed();
    void eachBarIsAChildThatCanBePressed();
    void picturesCarryTheirHeading();

private:
    QObject* canvas() const { return m_chart->findChild<QWidget*>(QStringLiteral("plotCanvas")); }
    void waitForDrawing();
    QList<PictureText> pictureTexts() const;
    QStringList texts() const;

    std::unique_ptr<ForecastChart> m_chart;
};

void TestChartPicture::init()
{
    Appearance::instance().apply(Theme::Light);
    m_chart = std::make_unique<ForecastChart>();
    m_chart->setTimeZone(QTimeZone::utc());
    m_chart->setNow(kStartMs + 60'000);
    m_chart->setModel(hours(24));
    m_chart->resize(900, 400);
    m_chart->show();
    m_chart->setFocus();
    QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
    waitForDrawing();
}

void TestChartPicture::cleanup()
{
    m_chart.reset();
    setClockFormats({});
}

void TestChartPicture::waitForDrawing()
{
    // a queued replot runs with the next turn of the event loop; then no more come
    QSignalSpy replots(canvas(), SIGNAL(afterReplot()));
    m_chart->setLogScale(m_chart->isLogScale());
    QTRY_VERIFY(!replots.isEmpty());
    QCoreApplication::processEvents();
}

QList<PictureText> TestChartPicture::pictureTexts() const
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    return m_chart->savePicture(path, PictureFormat::Svg) ? textsOf(path) : QList<PictureText>();
}

QStringList TestChartPicture::texts() const
{
    QStringList found;
    for (const PictureText& text : pictureTexts()) {
        found += text.text;
    }
    return found;
}

// It ran into the legend.
void TestChartPicture::aLowChartHasNoTitleBesideItsAxis()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    m_chart->setValueLabel(QStringLiteral("Documents"));
    m_chart->setModel(crowded());
    for (const int height : {400, 110}) {
        m_chart->resize(800, height);
        waitForDrawing();
        QVERIFY(m_chart->savePicture(path, PictureFormat::Svg));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().contains(">Documents<"), height == 400);
    }
}

void TestChartPicture::noLabelOverlapsAnotherAtAnySize_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("log");
    QTest::addColumn<QString>("clock");
    const QString twelveHours = QStringLiteral("h:mm AP");
    for (const int width : {420, 600, 700, 800, 1200, 1900}) {
        for (const int height : {110, 130, 160, 200, 260, 400, 700}) {
            for (const bool log : {false, true}) {
                QTest::addRow("%d x %d%s", width, height, log ? " log" : "")
                    << QSize(width, height) << log << ClockFormats().minutes;
            }
        }
        QTest::addRow("%d x 200, AM and PM", width) << QSize(width, 200) << false << twelveHours;
    }
}

void TestChartPicture::noLabelOverlapsAnotherAtAnySize()
{
    QFETCH(QSize, size);
    QFETCH(bool, log);
    QFETCH(QString, clock);
    setClockFormats({clock, clock});
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    QFont wide(QStringLiteral("DejaVu Sans"));
    wide.setPixelSize(12);
    m_chart->setFont(wide);
    m_chart->setLogScale(log);
    m_chart->setModel(crowded());
    m_chart->resize(size);
    waitForDrawing();
    QVERIFY(m_chart->savePicture(path, PictureFormat::Svg));
    const QList<PictureText> texts = textsOf(path);
    QVERIFY(texts.size() > 8);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        for (qsizetype j = i + 1; j < texts.size(); ++j) {
            // two words without a gap read as one
            const QRectF both = texts[i].ink.adjusted(-3, 0, 3, 0).intersected(texts[j].ink);
            QVERIFY2(both.width() < 1 || both.height() < 1,
                     qPrintable(texts[i].text + QStringLiteral(" over ") + texts[j].text));
        }
    }
}

void TestChartPicture::countsHaveNoHalves_data()
{
    QTest::addColumn<int>("height");
    for (const int height : {160, 180, 200, 220, 240, 260, 300, 400}) {
        QTest::addRow("%d", height) << height;
    }
}

// The axis of a few documents had a tick at 2.5 of them.
void TestChartPicture::countsHaveNoHalves()
{
    QFETCH(int, height);
    m_chart->resize(900, height);
    for (const double most : {2.0, 4.0, 5.0, 7.0, 9.0, 10.0, 12.0, 14.0}) {
        ChartModel model = hours(2);
        model.bars[0].values = {most};
        model.bars[1].values = {1};
        model.overdue.values = {0};
        model.later.values = {0};
        m_chart->setModel(model);
        waitForDrawing();
        const QStringList found = texts();
        QVERIFY(found.contains(QStringLiteral("0")));
        static const QRegularExpression half(QStringLiteral("^[0-9]+[.,][0-9]+$"));
        QVERIFY2(found.filter(half).isEmpty(), qPrintable(found.filter(half).join(u' ')));
    }
}

void TestChartPicture::zoomingOutLeavesARangeThatWasCountedAlone()
{
    const auto whole = m_chart->visibleRange();
    m_chart->zoomIn();
    m_chart->zoomIn();
    const auto zoomed = m_chart->visibleRange();
    // the answer for the zoomed range has its bars only
    ChartModel part = hours(24);
    part.bars.clear();
    for (qint64 from = zoomed.first; from < zoomed.second; from += kHourMs / 4) {
        part.bars += Bar{from, from + kHourMs / 4, {3}, 0, -1, true};
    }
    part.reach = {kStartMs, kStartMs + 24 * kHourMs};
    m_chart->setModel(part);
    QCOMPARE(m_chart->visibleRange(), zoomed);
    QTest::keyClick(m_chart.get(), Qt::Key_Minus);
    QVERIFY(m_chart->visibleRange().second - m_chart->visibleRange().first
            > zoomed.second - zoomed.first);
    QTest::keyClick(m_chart.get(), Qt::Key_Minus);
    QTest::keyClick(m_chart.get(), Qt::Key_Minus);
    QVERIFY(m_chart->visibleRange().first <= kStartMs);
    QVERIFY(m_chart->visibleRange().second >= kStartMs + 24 * kHourMs);
    // and back with the answer for all
    m_chart->setModel(hours(24));
    QCOMPARE(m_chart->visibleRange(), whole);
}

void TestChartPicture::theSamePictureIsNotDrawnAgain()
{
    const QSignalSpy replots(canvas(), SIGNAL(afterReplot()));
    ChartModel model = hours(24);
    for (int second = 0; second < 10; ++second) {
        // the first bar begins at the present moment
        model.bars.first().fromMs += 1000;
        model.overdue.toMs += 1000;
        m_chart->setModel(model);
        m_chart->setTimeZone(QTimeZone::utc());
        QCoreApplication::processEvents();
    }
    QCOMPARE(replots.size(), 0);
    QCOMPARE(m_chart->rows().at(1).fromMs, kStartMs + 10'000);
    model.bars[3].values = {99};
    m_chart->setModel(model);
    QTRY_COMPARE(replots.size(), 1);
}

void TestChartPicture::aStepOfNowThatCannotBeSeenIsNotDrawn()
{
    auto* plot = m_chart->findChild<QWidget*>(QStringLiteral("plotCanvas"));
    m_chart->setNow(kStartMs + 60'000);
    QCoreApplication::processEvents();
    const QSignalSpy painted(m_chart.get(), &ForecastChart::documentsPainted);
    for (int second = 1; second <= 10; ++second) {
        m_chart->setNow(kStartMs + 60'000 + second * 1000);
        QCoreApplication::processEvents();
    }
    QVERIFY(plot);
    QVERIFY2(painted.size() <= 1, qPrintable(QString::number(painted.size())));
}

void TestChartPicture::thePeakNamesItsDayWhereTimesRepeat()
{
    const auto peak = [this] {
        const QStringList found = texts().filter(QStringLiteral("peak"));
        return found.value(0);
    };
    QVERIFY2(!peak().contains(QStringLiteral("Nov")), qPrintable(peak()));
    m_chart->setModel(hours(48));
    waitForDrawing();
    QVERIFY2(peak().contains(QStringLiteral("24 Nov")) && peak().contains(QStringLiteral("11:00")),
             qPrintable(peak()));
    // over years the day alone repeats, too
    ChartModel years = hours(48);
    for (int i = 0; i < years.bars.size(); ++i) {
        years.bars[i].fromMs = kStartMs + i * 30LL * 86'400'000;
        years.bars[i].toMs = years.bars[i].fromMs + 30LL * 86'400'000;
    }
    m_chart->setModel(years);
    waitForDrawing();
    QVERIFY2(peak().contains(QRegularExpression(QStringLiteral("\\d [A-Z][a-z]{2} 20\\d\\d"))),
             qPrintable(peak()));
}

void TestChartPicture::whatIsNotExactIsMarkedInThePicture()
{
    ChartModel model = hours(4);
    for (Bar& bar : model.bars) {
        bar.exact = false;
    }
    model.later.values = {7};
    model.later.exact = false;
    m_chart->setModel(model);
    waitForDrawing();
    QVERIFY2(texts().contains(QStringLiteral("\u2248 7")), qPrintable(texts().join(u'|')));
    QVERIFY(texts().filter(QStringLiteral("peak")).value(0).contains(u'\u2248'));
    model.atLeast = true;
    m_chart->setModel(model);
    waitForDrawing();
    QVERIFY2(texts().contains(QStringLiteral("\u2265 7")), qPrintable(texts().join(u'|')));
    QVERIFY(texts().filter(QStringLiteral("peak")).value(0).contains(u'\u2265'));
}

void TestChartPicture::theLineOfNowDoesNotCrossThePeaksLabel()
{
    ChartModel model = hours(48);
    for (int peak : {0, 1, 2}) {
        for (int i = 0; i < model.bars.size(); ++i) {
            model.bars[i].values = {i == peak ? 90.0 : 10.0};
        }
        m_chart->setModel(model);
        waitForDrawing();
        QRectF now;
        QRectF label;
        for (const PictureText& text : pictureTexts()) {
            now = text.text == QStringLiteral("now") ? text.ink : now;
            label = text.text.startsWith(QStringLiteral("peak")) ? text.ink : label;
        }
        QVERIFY(!now.isEmpty() && !label.isEmpty());
        QVERIFY2(label.left() > now.center().x(),
                 qPrintable(QStringLiteral("%1: %2, now %3")
                                .arg(peak)
                                .arg(label.left())
                                .arg(now.center().x())));
    }
}

void TestChartPicture::theLegendIsOneLineAndCountsTheRest()
{
    m_chart->setModel(crowded());
    waitForDrawing();
    static const QRegularExpression rest(QStringLiteral("^\\+[1-9]$"));
    QVERIFY2(texts().filter(rest).size() == 1, qPrintable(texts().join(u'|')));
    m_chart->resize(1900, 400);
    waitForDrawing();
    QVERIFY(texts().contains(QStringLiteral("shop.collection_8")));
    QVERIFY(texts().filter(QStringLiteral("+")).isEmpty());
}

void TestChartPicture::aLogScaleDoesNotStack()
{
    ChartModel model = crowded();
    model.cumulative = false; // its line would cross the bars
    m_chart->setModel(model);
    m_chart->setLogScale(true);
    waitForDrawing();
    const QImage picture = m_chart->grab().toImage();
    const QRect bar = m_chart->rowRect(overdueRow(model) + 20);
    for (int y = bar.top() + 2; y < bar.bottom(); ++y) {
        QCOMPARE(picture.pixelColor(bar.center().x(), y), color(ColorRole::Scheduled));
    }
    QVERIFY(texts().filter(QStringLiteral("log scale")).size() >= 1);
    QVERIFY(!texts().contains(QStringLiteral("shop.collection_0")));
}

void TestChartPicture::deletionsShareTheScaleAndAreCutAboveIt()
{
    ChartModel model = hours(24);
    for (int i = 0; i < 12; ++i) {
        const qint64 from = kStartMs - kHourMs + i * 300'000;
        model.deletions += Bar{from, from + 300'000, {20}, 0, -1, true};
    }
    m_chart->setModel(model);
    waitForDrawing();
    QVERIFY(texts().filter(QStringLiteral("max")).isEmpty());
    const QImage picture = m_chart->grab().toImage();
    const int overdue = overdueRow(model);
    const QRect twenty = m_chart->rowRect(overdue + 11); // a forecast bar of 20
    QCOMPARE(m_chart->rows().at(overdue + 11).count, 20.0);
    int highest = picture.height();
    for (int x = 0; x < m_chart->rowRect(overdue).left(); ++x) {
        for (int y = 0; y < picture.height(); ++y) {
            if (picture.pixelColor(x, y) == color(ColorRole::Deleted) && y > twenty.top() - 40) {
                highest = std::min(highest, y);
            }
        }
    }
    QVERIFY2(std::abs(highest - twenty.top()) <= 1, qPrintable(QString::number(highest)));
    model.deletions.last().values = {5'000};
    m_chart->setModel(model);
    waitForDrawing();
    QCOMPARE(texts().filter(QStringLiteral("max 5")).size(), 1);
}

void TestChartPicture::theMembersOfTheCurrentBarAreNamed()
{
    ChartModel model = crowded();
    m_chart->setModel(model);
    m_chart->setCurrentRow(overdueRow(model) + 20);
    waitForDrawing();
    static const QRegularExpression member(QStringLiteral("^1\\.2.k shop\\.collection_[0-8]$"));
    QCOMPARE(texts().filter(member).size(), 9);
}

void TestChartPicture::eachBarIsAChildThatCanBePressed()
{
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(m_chart.get());
    QCOMPARE(access->childCount(), m_chart->rows().size());
    QAccessibleInterface* never = access->child(26);
    QVERIFY(never && never->isValid());
    QCOMPARE(access->indexOfChild(never), 26);
    QCOMPARE(access->child(26), never);
    QVERIFY2(never->text(QAccessible::Name).startsWith(QStringLiteral("Never: no field: 4 doc")),
             qPrintable(never->text(QAccessible::Name)));
    QVERIFY(m_chart->geometry().size().isValid() && !never->rect().isEmpty());
    const QSignalSpy opened(m_chart.get(), &ForecastChart::barActivated);
    never->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(opened.size(), 1);
    QVERIFY(never->state().selected);
    QAccessibleInterface* late = access->child(20);
    QVERIFY(late && late->isValid());
    m_chart->setModel(hours(2));
    QVERIFY(!late->isValid());
    QCOMPARE(late->text(QAccessible::Name), QString());
    // it is another row now, and the same bar
    QVERIFY(never->isValid());
}

void TestChartPicture::picturesCarryTheirHeading()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    QVERIFY(m_chart->savePicture(path, PictureFormat::Svg, QStringLiteral("Expirations of a.b"),
                                 QStringLiteral("db1 · UTC")));
    QStringList found;
    for (const PictureText& text : textsOf(path)) {
        found += text.text;
    }
    QVERIFY(found.contains(QStringLiteral("Expirations of a.b")));
    QVERIFY(found.contains(QStringLiteral("db1 · UTC")));
    const QString png = folder.filePath(QStringLiteral("chart.png"));
    QVERIFY(m_chart->savePicture(png, PictureFormat::Png));
    const QSize bare = QImage(png).size();
    QVERIFY(
        m_chart->savePicture(png, PictureFormat::Png, QStringLiteral("A"), QStringLiteral("B")));
    QCOMPARE(QImage(png).width(), bare.width());
    QVERIFY(QImage(png).height() > bare.height());
}

SANDGLASS_GUI_TEST(TestChartPicture)
} // namespace tst_charts_chart_picture

#include "tst_charts_chart_picture.moc"
