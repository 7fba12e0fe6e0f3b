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
    void theWheelChangesAValueWhereNothingScrolls();
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
