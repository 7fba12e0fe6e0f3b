// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/busy_overlay.h"

#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QProxyStyle>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

namespace tst_views_busy_overlay {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

class TestBusyOverlay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_page.reset(); }
    void aSecondStartOnlyChangesTheText();
    void stoppingTwiceIsStoppingOnce();
    void whatEndsBeforeTheDelayIsNeverShown();
    void progressIsClampedToItsRange_data();
    void progressIsClampedToItsRange();
    void theNextWorkBeginsWithoutProgress();
    void cancelIsOfferedOnlyWhereAsked();
    void cancelAsksAndDoesNotStop();
    void clicksDoNotReachWhatIsBelow();
    void itGrowsWithItsParent();
    void itIsAboveWhatCameLater();
    void whatItSaysIsSpoken();
    void aPageThatIsGoneTakesItAlong();
    void nothingMovesWhereTheDesktopWantsNoAnimations();

private:
    template <typename Part>
    Part* part(const char* name) const
    {
        return m_overlay->findChild<Part*>(QString::fromLatin1(name));
    }
    bool appear(const QString& text = u"Counting…"_s)
    {
        m_overlay->start(text);
        return QTest::qWaitFor([this] { return m_overlay->isVisible(); });
    }

    std::unique_ptr<QWidget> m_page;
    BusyOverlay* m_overlay = nullptr; // of the page
};

void TestBusyOverlay::init()
{
    m_page = std::make_unique<QWidget>();
    m_page->resize(400, 200);
    m_overlay = new BusyOverlay(m_page.get());
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestBusyOverlay::aSecondStartOnlyChangesTheText()
{
    QVERIFY(appear(u"First"_s));
    m_overlay->setProgress(0.5);
    m_overlay->start(u"Second"_s);
    QCOMPARE(part<QLabel>("busyLabel")->text(), u"Second"_s);
    QVERIFY(!part<QProgressBar>("busyProgressBar")->isVisible()); // not within the first second
    QTRY_VERIFY(part<QProgressBar>("busyProgressBar")->isVisible()); // it is the same work
    m_overlay->start(u"Third"_s);
    QVERIFY(part<QProgressBar>("busyProgressBar")->isVisible());
    m_overlay->stop();
    QVERIFY(!m_overlay->isVisible());
}

void TestBusyOverlay::stoppingTwiceIsStoppingOnce()
{
    m_overlay->stop();
    QVERIFY(!m_overlay->isBusy());
    QVERIFY(appear());
    m_overlay->stop();
    m_overlay->stop();
    QVERIFY(!m_overlay->isBusy() && !m_overlay->isVisible());
}

void TestBusyOverlay::whatEndsBeforeTheDelayIsNeverShown()
{
    m_overlay->start(u"Short"_s);
    m_overlay->stop();
    // a later one appears, and only after its own delay
    m_overlay->start(u"Long"_s);
    QVERIFY(!m_overlay->isVisible());
    QTRY_VERIFY(m_overlay->isVisible());
    QCOMPARE(part<QLabel>("busyLabel")->text(), u"Long"_s);
}

void TestBusyOverlay::progressIsClampedToItsRange_data()
{
    QTest::addColumn<double>("fraction");
    QTest::addColumn<int>("value");
    QTest::newRow("below") << -1.0 << 0;
    QTest::newRow("start") << 0.0 << 0;
    QTest::newRow("middle") << 0.5 << 500;
    QTest::newRow("end") << 1.0 << 1'000;
    QTest::newRow("above") << 1.5 << 1'000;
    QTest::newRow("endless") << std::numeric_limits<double>::infinity() << 1'000;
}

void TestBusyOverlay::progressIsClampedToItsRange()
{
    QFETCH(double, fraction);
    QFETCH(int, value);
    QVERIFY(appear());
    m_overlay->setProgress(fraction);
    QTRY_VERIFY(part<QProgressBar>("busyProgressBar")->isVisible());
    QCOMPARE(part<QProgressBar>("busyProgressBar")->value(), value);
    m_overlay->setProgress(std::nullopt);
    QVERIFY(!part<QProgressBar>("busyProgressBar")->isVisible());
}

void TestBusyOverlay::theNextWorkBeginsWithoutProgress()
{
    QVERIFY(appear());
    m_overlay->setProgress(0.9);
    m_overlay->stop();
    QVERIFY(appear());
    QVERIFY(!part<QProgressBar>("busyProgressBar")->isVisible());
}

void TestBusyOverlay::cancelIsOfferedOnlyWhereAsked()
{
    QVERIFY(appear());
    QVERIFY(!part<QPushButton>("cancelButton")->isVisible());
    m_overlay->setCancellable(true);
    QVERIFY(part<QPushButton>("cancelButton")->isVisible());
    // never filled, also with the focus
    QCOMPARE(part<QPushButton>("cancelButton")->property("emphasis").toString(), u"dismiss"_s);
    m_overlay->setCancellable(false);
    QVERIFY(!part<QPushButton>("cancelButton")->isVisible());
}

void TestBusyOverlay::cancelAsksAndDoesNotStop()
{
    m_overlay->setCancellable(true);
    QVERIFY(appear());
    const QSignalSpy asked(m_overlay, &BusyOverlay::cancelRequested);
    auto* cancel = part<QPushButton>("cancelButton");
    QTest::mouseClick(cancel, Qt::LeftButton);
    cancel->setFocus();
    QTest::keyClick(cancel, Qt::Key_Space);
    QCOMPARE(asked.count(), 2);
    QVERIFY(m_overlay->isBusy()); // the work ends when it notices
}

void TestBusyOverlay::clicksDoNotReachWhatIsBelow()
{
    auto* below = new QPushButton(u"below"_s, m_page.get());
    below->setGeometry(0, 0, 60, 30);
    below->show();
    const QSignalSpy clicked(below, &QPushButton::clicked);
    QVERIFY(appear());
    // as the desktop sends it: to whatever is at that place of the window
    QTest::mouseClick(m_page->windowHandle(), Qt::LeftButton, {}, QPoint(30, 15));
    QCOMPARE(clicked.count(), 0);
    m_overlay->stop();
    QTest::mouseClick(m_page->windowHandle(), Qt::LeftButton, {}, QPoint(30, 15));
    QCOMPARE(clicked.count(), 1);
}

void TestBusyOverlay::itGrowsWithItsParent()
{
    QVERIFY(appear());
    m_page->resize(600, 300);
    QTRY_COMPARE(m_overlay->geometry(), m_page->rect());
    m_overlay->stop();
    m_page->resize(300, 100);
    QVERIFY(appear());
    QCOMPARE(m_overlay->geometry(), m_page->rect());
}

void TestBusyOverlay::itIsAboveWhatCameLater()
{
    auto* later = new QWidget(m_page.get());
    later->setGeometry(m_page->rect());
    later->show();
    QVERIFY(appear());
    QVERIFY(m_page->childAt(5, 5) == m_overlay || m_overlay->isAncestorOf(m_page->childAt(5, 5)));
}

void TestBusyOverlay::whatItSaysIsSpoken()
{
    QVERIFY(appear(u"<b>Counting</b>"_s));
    QCOMPARE(m_overlay->accessibleName(), u"<b>Counting</b>"_s);
    QCOMPARE(part<QLabel>("busyLabel")->textFormat(), Qt::PlainText);
    QVERIFY(!part<QProgressBar>("busyProgressBar")->accessibleName().isEmpty());
    QVERIFY(!part<QPushButton>("cancelButton")->accessibleName().contains(u'&'));
}

void TestBusyOverlay::aPageThatIsGoneTakesItAlong()
{
    m_overlay->start(u"Counting…"_s);
    const QPointer<BusyOverlay> overlay = m_overlay;
    m_page.reset(); // before the delay is over
    QVERIFY(overlay.isNull());
}

namespace {

/// The style of a desktop without animations.
class StillStyle : public QProxyStyle
{
public:
    StillStyle()
        : QProxyStyle(QStringLiteral("Fusion"))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override
    {
        return hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, returned);
    }
};

/// How often a widget is painted.
class Repaints : public QObject
{
public:
    explicit Repaints(QWidget& widget) { widget.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

void TestBusyOverlay::nothingMovesWhereTheDesktopWantsNoAnimations()
{
    constexpr int kSeveralTurns = 300; // ms
    QVERIFY(appear());
    const Repaints repaints(*m_overlay);
    QTRY_VERIFY(repaints.count > 2);
    m_overlay->stop();

    QApplication::setStyle(new StillStyle);
    Appearance::instance().apply(Theme::Light);
    QVERIFY(!Appearance::instance().isAnimated());
    QVERIFY(!QApplication::isEffectEnabled(Qt::UI_FadeMenu));
    // our style, which took the place of the desktop's, keeps what that wants
    QCOMPARE(m_page->style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
    const int before = repaints.count;
    QVERIFY(appear());
    QTRY_VERIFY(repaints.count > before);
    QCoreApplication::processEvents();
    const int painted = repaints.count;
    QTest::qWait(kSeveralTurns);
    QCOMPARE(repaints.count, painted);
    QVERIFY(part<QLabel>("busyLabel")->isVisible());
    // a bar without a known progress stands still as well, and is not empty
    QProgressBar bar;
    bar.setRange(0, 0);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    QCoreApplication::processEvents();
    const QImage still = bar.grab().toImage();
    const Repaints moved(bar);
    QTest::qWait(kSeveralTurns);
    QCOMPARE(moved.count, 0);
    QCOMPARE(bar.grab().toImage(), still);
    m_overlay->stop();
    QApplication::setStyle(QStringLiteral("Fusion"));
    Appearance::instance().apply(Theme::Light);
    QVERIFY(Appearance::instance().isAnimated());
}

SANDGLASS_GUI_TEST(TestBusyOverlay)
} // namespace tst_views_busy_overlay

#include "tst_views_busy_overlay.moc"
