// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/widgets/charts/chart_samples.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/style/appearance.h"

#include <QAccessible>
#include <QDateTime>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <iterator>

namespace tst_charts_forecast_chart {

using namespace sandglass::widgets;

using namespace sandglass::tests;

namespace {

ChartModel days(QDate first, QDate last)
{
    ChartModel model = hours(0);
    for (QDate day = first; day < last; day = day.addDays(1)) {
        const qint64 from = QDateTime(day, QTime(0, 0), Qt::UTC).toMSecsSinceEpoch();
        model.bars += Bar{from, from + 24 * kHourMs, {1.0}, 0, -1, true};
    }
    return model;
}

} // namespace

class TestForecastChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void takesTheFocusByTab();
    void arrowsWalkFromBarToBar();
    void enterActivatesTheCurrentBar();
    void homeShowsTheWholeRange();
    void wheelZoomsAtThePointer();
    void draggingSelectsWholeBars();
    void doubleClickResets();
    void shiftAndArrowSelectWithTheKeyboard();
    void escapeDropsSelectionThenBar();
    void aClickMakesABarCurrent();
    void movingNowLeavesTheMainLayerAlone();
    void movingTheCurrentBarLeavesTheMainLayerAlone();
    void newNumbersKeepZoomAndCurrentBar();
    void theCurrentBarKeepsItsTimeWhileBarsMoveOn();
    void screenReadersHearTheCurrentBar();
    void increaseAndDecreaseGoFromBarToBar();
    void themeChangeRecoloursTheChart();
    void noLabelBelowTheAxesOverlapsAnother_data();
    void noLabelBelowTheAxesOverlapsAnother();
    void aClickOpensItsBarUnlessAnotherFollows();
    void emptyBarsOpenNothing();
    void picturesAreWrittenInEveryFormat();
    void anUnwritablePathIsReported();

private:
    QObject* canvas() const { return m_chart->findChild<QWidget*>(QStringLiteral("plotCanvas")); }
    void waitForDrawing();

    std::unique_ptr<ForecastChart> m_chart;
};

void TestForecastChart::init()
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

void TestForecastChart::cleanup()
{
    m_chart.reset();
}

void TestForecastChart::waitForDrawing()
{
    // a queued replot runs with the next turn of the event loop; then no more come
    QSignalSpy replots(canvas(), SIGNAL(afterReplot()));
    m_chart->setLogScale(m_chart->isLogScale());
    QTRY_VERIFY(!replots.isEmpty());
    QCoreApplication::processEvents();
}

void TestForecastChart::takesTheFocusByTab()
{
    QVERIFY(m_chart->focusPolicy() & Qt::TabFocus);
    QVERIFY(!m_chart->accessibleName().isEmpty());
}

void TestForecastChart::arrowsWalkFromBarToBar()
{
    const QSignalSpy moves(m_chart.get(), &ForecastChart::currentRowChanged);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QCOMPARE(m_chart->currentRow(), 0);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QTest::keyClick(m_chart.get(), Qt::Key_Left);
    QCOMPARE(m_chart->currentRow(), 1);
    QCOMPARE(moves.size(), 4);
    QTest::keyClick(m_chart.get(), Qt::Key_Left);
    QTest::keyClick(m_chart.get(), Qt::Key_Left);
    QCOMPARE(m_chart->currentRow(), 0);
}

void TestForecastChart::enterActivatesTheCurrentBar()
{
    QSignalSpy opened(m_chart.get(), &ForecastChart::barActivated);
    QTest::keyClick(m_chart.get(), Qt::Key_Return);
    QCOMPARE(opened.size(), 0);
    m_chart->setCurrentRow(3);
    QTest::keyClick(m_chart.get(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().at(0).value<BarKind>(), BarKind::Forecast);
    QCOMPARE(opened.first().at(1).toInt(), 2);
}

void TestForecastChart::homeShowsTheWholeRange()
{
    const auto whole = m_chart->visibleRange();
    m_chart->zoomIn();
    QVERIFY(m_chart->visibleRange() != whole);
    QTest::keyClick(m_chart.get(), Qt::Key_Home);
    QCOMPARE(m_chart->visibleRange(), whole);
}

void TestForecastChart::wheelZoomsAtThePointer()
{
    const QRect bar = m_chart->rowRect(13);
    const QPointF place = bar.center();
    const auto before = m_chart->visibleRange();
    QWheelEvent turn(place, m_chart->mapToGlobal(place), {}, {0, 120}, Qt::NoButton, {},
                     Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_chart.get(), &turn);
    const auto after = m_chart->visibleRange();
    QVERIFY(after.second - after.first < before.second - before.first);
    waitForDrawing();
    QVERIFY(std::abs(m_chart->rowRect(13).center().x() - bar.center().x()) < 12);
}

void TestForecastChart::draggingSelectsWholeBars()
{
    QSignalSpy selected(m_chart.get(), &ForecastChart::rangeSelected);
    const QPoint from = m_chart->rowRect(3).center();
    const QPoint to = m_chart->rowRect(6).center();
    QTest::mousePress(m_chart.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_chart.get(), (from + to) / 2);
    QTest::mouseMove(m_chart.get(), to);
    QTest::mouseRelease(m_chart.get(), Qt::LeftButton, {}, to);
    QCOMPARE(selected.size(), 1);
    QCOMPARE(selected.first().at(0).toLongLong(), kStartMs + 2 * kHourMs);
    QCOMPARE(selected.first().at(1).toLongLong(), kStartMs + 6 * kHourMs);
}

void TestForecastChart::doubleClickResets()
{
    const auto whole = m_chart->visibleRange();
    m_chart->zoomIn();
    waitForDrawing();
    QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, m_chart->rect().center());
    QCOMPARE(m_chart->visibleRange(), whole);
}

void TestForecastChart::shiftAndArrowSelectWithTheKeyboard()
{
    m_chart->setCurrentRow(2);
    QTest::keyClick(m_chart.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_chart.get(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(m_chart->selection());
    QCOMPARE(m_chart->selection()->first, kStartMs + kHourMs);
    QCOMPARE(m_chart->selection()->second, kStartMs + 4 * kHourMs);
}

void TestForecastChart::escapeDropsSelectionThenBar()
{
    m_chart->setCurrentRow(2);
    QTest::keyClick(m_chart.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_chart.get(), Qt::Key_Escape);
    QVERIFY(!m_chart->selection());
    QVERIFY(m_chart->currentRow() >= 0);
    QTest::keyClick(m_chart.get(), Qt::Key_Escape);
    QCOMPARE(m_chart->currentRow(), -1);
}

void TestForecastChart::aClickMakesABarCurrent()
{
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, m_chart->rowRect(5).center());
    QCOMPARE(m_chart->currentRow(), 5);
    const int later = 25;
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, m_chart->rowRect(later).center());
    QCOMPARE(m_chart->rows().at(m_chart->currentRow()).kind, BarKind::Later);
}

void TestForecastChart::movingNowLeavesTheMainLayerAlone()
{
    const QSignalSpy replots(canvas(), SIGNAL(afterReplot()));
    const QImage before = m_chart->grabPicture().toImage();
    const auto picturesReplots = replots.size(); // an exported picture is a replot of its own
    for (int i = 1; i <= 10; ++i) {
        m_chart->setNow(kStartMs + i * kHourMs);
        QCoreApplication::processEvents();
    }
    QCOMPARE(replots.size(), picturesReplots);
    QVERIFY(m_chart->grabPicture().toImage() != before);
}

void TestForecastChart::movingTheCurrentBarLeavesTheMainLayerAlone()
{
    const QSignalSpy replots(canvas(), SIGNAL(afterReplot()));
    for (int i = 0; i < 10; ++i) {
        QTest::keyClick(m_chart.get(), Qt::Key_Right);
        QCoreApplication::processEvents();
    }
    QCOMPARE(replots.size(), 0);
}

void TestForecastChart::newNumbersKeepZoomAndCurrentBar()
{
    m_chart->setCurrentRow(10);
    m_chart->zoomIn();
    const auto zoomed = m_chart->visibleRange();
    m_chart->setModel(hours(24));
    QCOMPARE(m_chart->visibleRange(), zoomed);
    QCOMPARE(m_chart->currentRow(), 10);
    m_chart->setModel(hours(2));
    QCOMPARE(m_chart->currentRow(), -1);
}

void TestForecastChart::theCurrentBarKeepsItsTimeWhileBarsMoveOn()
{
    m_chart->setCurrentRow(5);
    const qint64 fromMs = m_chart->rows().at(5).fromMs;
    ChartModel later = hours(24);
    later.bars.removeFirst();
    const QSignalSpy moves(m_chart.get(), &ForecastChart::currentRowChanged);
    m_chart->setModel(later);
    QCOMPARE(m_chart->currentRow(), 4);
    QCOMPARE(m_chart->rows().at(4).fromMs, fromMs);
    QCOMPARE(moves.size(), 1);
}

void TestForecastChart::screenReadersHearTheCurrentBar()
{
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(m_chart.get());
    QVERIFY(access);
    QCOMPARE(access->role(), QAccessible::Chart);
    QVERIFY(access->valueInterface());
    QCOMPARE(access->text(QAccessible::Value), QString());
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    const QString spoken = access->text(QAccessible::Value);
    // the bus carries only numbers
    QCOMPARE(access->valueInterface()->currentValue().toInt(), 1);
    QVERIFY(spoken.contains(QStringLiteral("12:00 \u2013 13:00")));
    QVERIFY(spoken.contains(QStringLiteral("10 document")));
    QVERIFY(access->text(QAccessible::Name).contains(spoken));
    m_chart->setSummary(QStringLiteral("24 bars"));
    QCOMPARE(access->text(QAccessible::Description), QStringLiteral("24 bars"));
}

void TestForecastChart::increaseAndDecreaseGoFromBarToBar()
{
    QAccessibleInterface* access = QAccessible::queryAccessibleInterface(m_chart.get());
    QAccessibleActionInterface* actions = access->actionInterface();
    for (const QString& name : {QAccessibleActionInterface::increaseAction(),
                                QAccessibleActionInterface::decreaseAction()}) {
        QVERIFY(actions->actionNames().contains(name));
    }
    actions->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(m_chart->currentRow(), 0);
    actions->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(m_chart->currentRow(), 1);
    actions->doAction(QAccessibleActionInterface::decreaseAction());
    actions->doAction(QAccessibleActionInterface::decreaseAction());
    QCOMPARE(m_chart->currentRow(), 0); // stays at the end
    m_chart->setCurrentRow(access->childCount() - 1);
    actions->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(m_chart->currentRow(), access->childCount() - 1);
    m_chart->setEnabled(false);
    QVERIFY(!actions->actionNames().contains(QAccessibleActionInterface::increaseAction()));
}

void TestForecastChart::themeChangeRecoloursTheChart()
{
    QCOMPARE(m_chart->grabPicture().toImage().pixelColor(2, 2), color(ColorRole::Base, false));
    Appearance::instance().apply(Theme::Dark);
    QCOMPARE(m_chart->grabPicture().toImage().pixelColor(2, 2), color(ColorRole::Base, true));
}

void TestForecastChart::noLabelBelowTheAxesOverlapsAnother_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {300, 360, 420, 480, 540, 600, 700, 900}) {
        QTest::addRow("%d pixels", width) << width;
    }
}

void TestForecastChart::noLabelBelowTheAxesOverlapsAnother()
{
    QFETCH(int, width);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    // a wide font, as desktops have it
    QFont wide(QStringLiteral("DejaVu Sans"));
    wide.setPixelSize(12);
    m_chart->setFont(wide);
    // the first of January is near the beginning, that of April near the end
    for (const QDate first : {QDate(2029, 12, 20), QDate(2029, 12, 28), QDate(2030, 1, 1)}) {
        m_chart->setModel(days(first, QDate(2030, 4, 2)));
        m_chart->resize(width, 250);
        QTest::keyClick(m_chart.get(), Qt::Key_Home);
        waitForDrawing();
        QVERIFY(m_chart->savePicture(path, PictureFormat::Svg));
        const QList<PictureText> texts = textsOf(path);
        const auto overdue
            = std::ranges::find(texts, QStringLiteral("Overdue"), &PictureText::text);
        QVERIFY(overdue != texts.end());
        QList<PictureText> labels; // of all axes below the fields
        std::ranges::copy_if(texts, std::back_inserter(labels), [&](const PictureText& text) {
            return qAbs(text.box.y() - overdue->box.y()) < text.lineHeight / 2;
        });
        std::ranges::sort(labels, {}, [](const PictureText& text) { return text.box.left(); });
        for (qsizetype i = 1; i < labels.size(); ++i) {
            QVERIFY2(labels[i - 1].box.right() < labels[i].box.left(),
                     qPrintable(labels[i - 1].text + QStringLiteral(" over ") + labels[i].text));
        }
        QVERIFY2(labels.size() >= 4, qPrintable(QString::number(labels.size()))); // three slots
    }
}

void TestForecastChart::aClickOpensItsBarUnlessAnotherFollows()
{
    QSignalSpy opened(m_chart.get(), &ForecastChart::barActivated);
    const QPoint later = m_chart->rowRect(25).center();
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, later);
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(opened.first().at(0).value<BarKind>(), BarKind::Later);
    const QSignalSpy resets(m_chart.get(), &ForecastChart::viewReset);
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, later);
    QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, later);
    QCOMPARE(resets.size(), 1);
    // the click that a drag or a click elsewhere follows opens nothing either
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, m_chart->rowRect(26).center());
    QTRY_COMPARE(opened.size(), 2);
    QCOMPARE(opened.last().at(0).value<BarKind>(), BarKind::Never);
}

void TestForecastChart::emptyBarsOpenNothing()
{
    ChartModel model = hours(24);
    model.later.values = {0};
    m_chart->setModel(model);
    const QSignalSpy opened(m_chart.get(), &ForecastChart::barActivated);
    m_chart->setCurrentRow(25);
    QTest::keyClick(m_chart.get(), Qt::Key_Return);
    QCOMPARE(opened.size(), 0);
}

void TestForecastChart::picturesAreWrittenInEveryFormat()
{
    const QTemporaryDir folder;
    const auto head = [&](const QString& name, PictureFormat format) {
        QFile file(folder.filePath(name));
        return m_chart->savePicture(file.fileName(), format) && file.open(QIODevice::ReadOnly)
            ? file.read(60)
            : QByteArray();
    };
    QVERIFY(head(QStringLiteral("a.png"), PictureFormat::Png).startsWith("\x89PNG"));
    QVERIFY(head(QStringLiteral("a.pdf"), PictureFormat::Pdf).startsWith("%PDF"));
    QVERIFY(head(QStringLiteral("a.svg"), PictureFormat::Svg).startsWith("<?xml"));
}

void TestForecastChart::anUnwritablePathIsReported()
{
    for (const auto format : {PictureFormat::Png, PictureFormat::Pdf, PictureFormat::Svg}) {
        QVERIFY(!m_chart->savePicture(QStringLiteral("/nowhere/at/all/a.x"), format));
    }
}

SANDGLASS_GUI_TEST(TestForecastChart)
} // namespace tst_charts_forecast_chart

#include "tst_charts_forecast_chart.moc"
