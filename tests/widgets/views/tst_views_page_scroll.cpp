// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/page_scroll.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace tst_views_page_scroll {

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPageHeight = 300;
constexpr int kBannerHeight = 60;

/// A dialog whose page grows it, with a banner above and a button below.
class Bench
{
public:
    Bench()
    {
        auto* page = new QWidget(&scroll);
        auto* fields = new QVBoxLayout(page);
        choice = new QComboBox(page);
        choice->addItems({u"one"_s, u"two"_s, u"three"_s});
        choice->setCurrentIndex(1);
        number = new QSpinBox(page);
        number->setValue(5);
        body = new QWidget(page);
        body->setMinimumHeight(kPageHeight);
        fields->addWidget(choice);
        fields->addWidget(number);
        fields->addWidget(body);
        scroll.setWidget(page);
        scroll.setGrowsWindow();
        banner = new QWidget(&dialog);
        banner->setMinimumHeight(kBannerHeight);
        banner->hide();
        auto* column = new QVBoxLayout(&dialog);
        column->addWidget(banner);
        column->addWidget(&scroll, 1);
        column->addWidget(new QPushButton(u"Close"_s, &dialog));
    }
    bool show()
    {
        dialog.show();
        return QTest::qWaitForWindowExposed(&dialog);
    }
    int hidden() const { return scroll.verticalScrollBar()->maximum(); }

    QDialog dialog;
    widgets::PageScroll scroll{u"page"_s, u"Page"_s, &dialog};
    QComboBox* choice = nullptr;
    QSpinBox* number = nullptr;
    QWidget* body = nullptr;
    QWidget* banner = nullptr;
};

void turnWheel(QWidget* over)
{
    const QPointF at = over->rect().center();
    QWheelEvent event(at, over->mapToGlobal(at), QPoint(), QPoint(0, -120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(over, &event);
}

} // namespace

class TestPageScroll : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWheelScrollsThePageAndChangesNoValue();
    void whatIsAddedLaterIsGuardedToo();
    void theWheelChangesAValueWhereNothingScrolls();
    void whatIsMovedOutIsNoLongerGuarded();
    void whatGetsTheFocusComesIntoView_data();
    void whatGetsTheFocusComesIntoView();
    void theWindowGrowsWithThePage();
    void theWindowGrowsWhenABannerTakesRoom();
    void whatTheUserMakesLowerStaysSo();
};

// A list under the pointer took another value while the page was scrolled.
void TestPageScroll::theWheelScrollsThePageAndChangesNoValue()
{
    Bench bench;
    QVERIFY(bench.show());
    bench.dialog.resize(bench.dialog.width(), kPageHeight / 2);
    QTRY_VERIFY(bench.scroll.verticalScrollBar()->isVisible());
    turnWheel(bench.choice);
    turnWheel(bench.number);
    QCOMPARE(bench.choice->currentIndex(), 1);
    QCOMPARE(bench.number->value(), 5);
    QTRY_VERIFY(bench.scroll.verticalScrollBar()->value() > 0);
}

// A row of a form may come while the page is shown: with its list alone, or in a box of its own.
void TestPageScroll::whatIsAddedLaterIsGuardedToo()
{
    Bench bench;
    QVERIFY(bench.show());
    bench.dialog.resize(bench.dialog.width(), kPageHeight / 2);
    QTRY_VERIFY(bench.scroll.verticalScrollBar()->isVisible());
    QWidget* page = bench.scroll.widget();
    auto* late = new QSpinBox(page);
    late->setValue(7);
    page->layout()->addWidget(late);
    auto* box = new QWidget;
    auto* inside = new QComboBox(box);
    inside->addItems({u"one"_s, u"two"_s, u"three"_s});
    inside->setCurrentIndex(1);
    page->layout()->addWidget(box);
    QTRY_VERIFY(late->isVisible());
    // the window has grown with the page, so that nothing scrolled
    bench.dialog.resize(bench.dialog.width(), kPageHeight / 2);
    QTRY_VERIFY(bench.scroll.verticalScrollBar()->isVisible());
    turnWheel(late);
    turnWheel(inside);
    QCOMPARE(late->value(), 7);
    QCOMPARE(inside->currentIndex(), 1);
    QVERIFY(bench.scroll.verticalScrollBar()->value() > 0);
}

// Its wheel turned a page in which it no longer was.
void TestPageScroll::whatIsMovedOutIsNoLongerGuarded()
{
    Bench bench;
    QVERIFY(bench.show());
    bench.dialog.resize(bench.dialog.width(), kPageHeight / 2);
    QTRY_VERIFY(bench.scroll.verticalScrollBar()->isVisible());
    bench.number->setParent(&bench.dialog);
    bench.number->show();
    turnWheel(bench.number);
    QCOMPARE(bench.number->value(), 4);
    QCOMPARE(bench.scroll.verticalScrollBar()->value(), 0);
}

void TestPageScroll::whatGetsTheFocusComesIntoView_data()
{
    QTest::addColumn<Qt::FocusReason>("reason");
    QTest::addColumn<bool>("comes");
    QTest::newRow("access key") << Qt::ShortcutFocusReason << true;
    QTest::newRow("assistive tool") << Qt::OtherFocusReason << true;
    // it would run away from under the pointer
    QTest::newRow("mouse") << Qt::MouseFocusReason << false;
}

void TestPageScroll::whatGetsTheFocusComesIntoView()
{
    QFETCH(Qt::FocusReason, reason);
    QFETCH(bool, comes);
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(QTest::qWaitForWindowActive(&bench.dialog));
    QWidget* page = bench.scroll.widget();
    auto* late = new QSpinBox(page);
    page->layout()->addWidget(late);
    bench.dialog.setMaximumHeight(kPageHeight / 2);
    QTRY_VERIFY(bench.hidden() > 0 && late->y() > kPageHeight);
    bench.scroll.verticalScrollBar()->setValue(0);
    QVERIFY(late->visibleRegion().isEmpty());
    late->setFocus(reason);
    QCOMPARE(!late->visibleRegion().isEmpty(), comes);
}

void TestPageScroll::theWheelChangesAValueWhereNothingScrolls()
{
    Bench bench;
    QVERIFY(bench.show());
    QTRY_COMPARE(bench.hidden(), 0);
    turnWheel(bench.choice);
    QCOMPARE(bench.choice->currentIndex(), 2);
}

void TestPageScroll::theWindowGrowsWithThePage()
{
    Bench bench;
    QVERIFY(bench.show());
    QTRY_COMPARE(bench.hidden(), 0);
    const int before = bench.dialog.height();
    bench.body->setMinimumHeight(kPageHeight + 50);
    QTRY_VERIFY(bench.dialog.height() >= before + 50);
    QTRY_COMPARE(bench.hidden(), 0);
}

void TestPageScroll::theWindowGrowsWhenABannerTakesRoom()
{
    Bench bench;
    QVERIFY(bench.show());
    QTRY_COMPARE(bench.hidden(), 0);
    const int before = bench.dialog.height();
    bench.banner->show();
    QTRY_VERIFY(bench.dialog.height() >= before + kBannerHeight);
    QTRY_COMPARE(bench.hidden(), 0);
}

void TestPageScroll::whatTheUserMakesLowerStaysSo()
{
    Bench bench;
    QVERIFY(bench.show());
    QTRY_COMPARE(bench.hidden(), 0);
    bench.dialog.resize(bench.dialog.width(), kPageHeight / 2);
    QTRY_VERIFY(bench.hidden() > 0);
    const int low = bench.dialog.height();
    // the page is laid out anew, and needs no more than before
    bench.body->updateGeometry();
    QSignalSpy changed(&bench.scroll, &widgets::PageScroll::pageChanged);
    bench.choice->updateGeometry();
    QTRY_VERIFY(!changed.isEmpty());
    QCOMPARE(bench.dialog.height(), low);
}

SANDGLASS_GUI_TEST(TestPageScroll)
} // namespace tst_views_page_scroll

#include "tst_views_page_scroll.moc"
