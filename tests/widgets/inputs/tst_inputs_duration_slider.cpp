// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/inputs/duration_slider.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTest>
#include <QWheelEvent>

#include <memory>

namespace tst_inputs_duration_slider {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kDay = 86'400;

} // namespace

class TestDurationSlider : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_slider.reset(); }
    void anyDurationIsKeptExactly_data();
    void anyDurationIsKeptExactly();
    void theScaleIsLogarithmic();
    void draggingComesToRestAtAMark();
    void draggingBetweenMarksGivesRoundDurations();
    void arrowsGoToTheNextRoundDuration();
    void arrowsLeaveAMark();
    void pagesGoFromMarkToMark();
    void homeAndEndReachTheBounds();
    void theWheelGoesAStep();
    void boundsHoldTheDuration();
    void eachDurationIsReportedOnce();
    void theValueIsSpokenInWords();

private:
    std::unique_ptr<DurationSlider> m_slider;
};

void TestDurationSlider::init()
{
    m_slider = std::make_unique<DurationSlider>();
    m_slider->setBounds(0, 730 * kDay);
    m_slider->setMarks({{3'600, u"1 h"_s}, {kDay, u"1 d"_s}, {30 * kDay, u"30 d"_s}});
    m_slider->setFormatter([](qint64 seconds) { return u"%1 seconds"_s.arg(seconds); });
    m_slider->resize(600, m_slider->sizeHint().height());
    m_slider->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_slider.get()));
}

void TestDurationSlider::anyDurationIsKeptExactly_data()
{
    QTest::addColumn<qint64>("seconds");
    for (const qint64 seconds : {qint64{0}, qint64{1}, qint64{61}, qint64{3'599}, qint64{86'401},
                                 qint64{7'776'001}, 730 * kDay}) {
        QTest::addRow("%lld", static_cast<long long>(seconds)) << seconds;
    }
}

void TestDurationSlider::anyDurationIsKeptExactly()
{
    QFETCH(qint64, seconds);
    m_slider->setSeconds(seconds);
    QCOMPARE(m_slider->seconds(), seconds);
}

void TestDurationSlider::theScaleIsLogarithmic()
{
    const auto position = [this](qint64 seconds) {
        m_slider->setSeconds(seconds);
        return m_slider->value();
    };
    // ten times as long is the same way everywhere
    const int first = position(10 * kDay) - position(kDay);
    const int second = position(100 * kDay) - position(10 * kDay);
    QVERIFY(first > 100);
    QVERIFY2(qAbs(first - second) <= 2, qPrintable(QString::number(first - second)));
}

void TestDurationSlider::draggingComesToRestAtAMark()
{
    m_slider->setSeconds(30 * kDay);
    const int mark = m_slider->value();
    m_slider->setSeconds(0);
    for (const int near : {mark - 15, mark + 15}) {
        m_slider->setValue(near);
        QCOMPARE(m_slider->seconds(), 30 * kDay);
        QCOMPARE(m_slider->value(), mark);
    }
}

void TestDurationSlider::draggingBetweenMarksGivesRoundDurations()
{
    m_slider->setSeconds(30 * kDay);
    m_slider->setValue(m_slider->value() + 150);
    QVERIFY(m_slider->seconds() > 30 * kDay);
    QCOMPARE(m_slider->seconds() % kDay, qint64{0});
}

void TestDurationSlider::arrowsGoToTheNextRoundDuration()
{
    m_slider->setSeconds(20 * kDay + 17);
    QTest::keyClick(m_slider.get(), Qt::Key_Right);
    QCOMPARE(m_slider->seconds(), 21 * kDay);
    QTest::keyClick(m_slider.get(), Qt::Key_Left);
    QCOMPARE(m_slider->seconds(), 20 * kDay);
    m_slider->setSeconds(14 * kDay);
    QTest::keyClick(m_slider.get(), Qt::Key_Down);
    QCOMPARE(m_slider->seconds(), 14 * kDay - 6 * 3'600);
    QTest::keyClick(m_slider.get(), Qt::Key_Up);
    QCOMPARE(m_slider->seconds(), 14 * kDay);
    m_slider->setSeconds(0);
    QTest::keyClick(m_slider.get(), Qt::Key_Left);
    QCOMPARE(m_slider->seconds(), qint64{0});
    QTest::keyClick(m_slider.get(), Qt::Key_Right);
    QCOMPARE(m_slider->seconds(), qint64{1});
}

void TestDurationSlider::arrowsLeaveAMark()
{
    m_slider->setSeconds(30 * kDay);
    QTest::keyClick(m_slider.get(), Qt::Key_Right);
    QCOMPARE(m_slider->seconds(), 31 * kDay);
}

void TestDurationSlider::pagesGoFromMarkToMark()
{
    m_slider->setSeconds(7'200);
    QTest::keyClick(m_slider.get(), Qt::Key_PageUp);
    QCOMPARE(m_slider->seconds(), kDay);
    QTest::keyClick(m_slider.get(), Qt::Key_PageUp);
    QCOMPARE(m_slider->seconds(), 30 * kDay);
    QTest::keyClick(m_slider.get(), Qt::Key_PageUp);
    QCOMPARE(m_slider->seconds(), 730 * kDay);
    QTest::keyClick(m_slider.get(), Qt::Key_PageDown);
    QCOMPARE(m_slider->seconds(), 30 * kDay);
}

void TestDurationSlider::homeAndEndReachTheBounds()
{
    QTest::keyClick(m_slider.get(), Qt::Key_End);
    QCOMPARE(m_slider->seconds(), 730 * kDay);
    QCOMPARE(m_slider->value(), m_slider->maximum());
    QTest::keyClick(m_slider.get(), Qt::Key_Home);
    QCOMPARE(m_slider->seconds(), qint64{0});
    QCOMPARE(m_slider->value(), m_slider->minimum());
}

void TestDurationSlider::theWheelGoesAStep()
{
    m_slider->setSeconds(20 * kDay);
    const QPointF middle = m_slider->rect().center();
    QWheelEvent up(middle, m_slider->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                   Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_slider.get(), &up);
    QCOMPARE(m_slider->seconds(), 21 * kDay);
}

void TestDurationSlider::boundsHoldTheDuration()
{
    m_slider->setSeconds(1'000 * kDay);
    QCOMPARE(m_slider->seconds(), 730 * kDay);
    m_slider->setBounds(60, 3'600);
    QCOMPARE(m_slider->seconds(), qint64{3'600});
    m_slider->setSeconds(0);
    QCOMPARE(m_slider->seconds(), qint64{60});
}

void TestDurationSlider::eachDurationIsReportedOnce()
{
    const QSignalSpy told(m_slider.get(), &DurationSlider::secondsChanged);
    m_slider->setSeconds(kDay);
    m_slider->setSeconds(kDay);
    QCOMPARE(told.count(), 1);
    QTest::keyClick(m_slider.get(), Qt::Key_Right);
    QCOMPARE(told.count(), 2);
    QCOMPARE(told.back().front().toLongLong(), m_slider->seconds());
}

void TestDurationSlider::theValueIsSpokenInWords()
{
    m_slider->setAccessibleName(u"Period"_s);
    m_slider->setSeconds(kDay);
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(m_slider.get());
    QVERIFY(spoken);
    QCOMPARE(spoken->role(), QAccessible::Slider);
    QCOMPARE(spoken->text(QAccessible::Name), u"Period"_s);
    QCOMPARE(spoken->text(QAccessible::Value), u"86400 seconds"_s);
    // as the arrow keys do, not by a second
    m_slider->setFocus();
    QTest::keyClick(m_slider.get(), Qt::Key_Right);
    const qint64 further = m_slider->seconds();
    QVERIFY(further > 86'401);
    m_slider->setSeconds(86'400);
    spoken->actionInterface()->doAction(QAccessibleActionInterface::increaseAction());
    QCOMPARE(m_slider->seconds(), further);
    spoken->actionInterface()->doAction(QAccessibleActionInterface::decreaseAction());
    QCOMPARE(m_slider->seconds(), 86'400);
    QVERIFY(spoken->valueInterface());
    spoken->valueInterface()->setCurrentValue(2 * kDay);
    QCOMPARE(m_slider->seconds(), 2 * kDay);
}

SANDGLASS_GUI_TEST(TestDurationSlider)
} // namespace tst_inputs_duration_slider

#include "tst_inputs_duration_slider.moc"
