// SPDX-License-Identifier: GPL-3.0-or-later
// The overlay that explains parts of a window one after the other.
#include "tests/support/test_program.h"
#include "widgets/style/appearance.h"
#include "widgets/views/spotlight.h"

#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

namespace tst_views_spotlight {

using namespace sandglass::widgets;
using namespace Qt::StringLiterals;

namespace {

SpotlightText text(int step, bool first = false, bool last = false)
{
    return {u"Title %1"_s.arg(step), u"Text %1"_s.arg(step), u"Step %1 of 5"_s.arg(step), first,
            last};
}

} // namespace

class TestSpotlight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theTargetIsMarkedAndTheTextBesideIt();
    void nothingIsMarkedForAHiddenTarget_data();
    void nothingIsMarkedForAHiddenTarget();
    void theMarkFollowsTheWindow();
    void theMarkFollowsADockThatIsMoved();
    void aDockThatFloatsAwayIsNotMarked();
    void aTargetThatIsHiddenLaterIsNotMarkedAnyMore();
    void aTargetThatIsDeletedIsNotMarkedAnyMore();
    void onlyTheVisiblePartOfAScrolledTargetIsMarked();
    void aWindowSmallerThanTheTextKeepsItInside();
    void clicksReachTheTargetAndNothingElse();
    void theKeysDoWhatTheButtonsDo_data();
    void theKeysDoWhatTheButtonsDo();
    void escapeWorksFromTheTargetAndArrowsDoNot();
    void tabStaysAmongTheButtons();
    void theFirstStepHasNoBackAndTheLastSaysDone();
    void eachStepIsSpoken();
    void theFocusComesBack();
    void itIsDrawnInBothThemes();
    void aLargeFontMakesTheTextLarger();

private:
    QPushButton* button(const QString& name) const
    {
        return m_spotlight->findChild<QPushButton*>(name);
    }
    QWidget* callout() const { return m_spotlight->findChild<QWidget*>(u"spotlightCallout"_s); }
    QRect areaOf(const QWidget* widget) const
    {
        return {widget->mapTo(m_window.get(), QPoint()), widget->size()};
    }

    std::unique_ptr<QMainWindow> m_window;
    QLineEdit* m_field = nullptr;
    QDockWidget* m_dock = nullptr;
    Spotlight* m_spotlight = nullptr;
};

void TestSpotlight::init()
{
    m_window = std::make_unique<QMainWindow>();
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    m_field = new QLineEdit(centre);
    column->addWidget(m_field);
    column->addStretch(1);
    m_window->setCentralWidget(centre);
    m_dock = new QDockWidget(u"Dock"_s, m_window.get());
    m_dock->setWidget(new QLabel(u"content"_s));
    m_window->addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    m_spotlight = new Spotlight(*m_window);
    m_window->resize(900, 600);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestSpotlight::cleanup()
{
    m_window.reset();
    Appearance::instance().apply(Theme::System);
}

void TestSpotlight::theTargetIsMarkedAndTheTextBesideIt()
{
    m_spotlight->explain(m_field, text(1));
    QVERIFY(m_spotlight->isVisible());
    QCOMPARE(m_spotlight->geometry(), m_window->rect());
    QVERIFY(m_spotlight->marked().contains(areaOf(m_field)));
    QVERIFY(!callout()->geometry().intersects(areaOf(m_field)));
    QVERIFY(m_window->rect().contains(callout()->geometry()));
}

void TestSpotlight::nothingIsMarkedForAHiddenTarget_data()
{
    QTest::addColumn<QString>("how");
    for (const char* how : {"null", "hidden", "in a hidden dock", "in another window"}) {
        QTest::newRow(how) << QString::fromLatin1(how);
    }
}

void TestSpotlight::nothingIsMarkedForAHiddenTarget()
{
    QFETCH(QString, how);
    QWidget other;
    QWidget* target = nullptr;
    if (how == u"hidden"_s) {
        m_field->hide();
        target = m_field;
    } else if (how == u"in a hidden dock"_s) {
        m_dock->hide();
        target = m_dock->widget();
    } else if (how == u"in another window"_s) {
        other.show();
        target = &other;
    }
    m_spotlight->explain(target, text(1));
    QVERIFY(m_spotlight->isVisible());
    QVERIFY(m_spotlight->marked().isEmpty());
    const QPoint off = callout()->geometry().center() - m_window->rect().center();
    QVERIFY(qAbs(off.x()) <= 1 && qAbs(off.y()) <= 1);
}

void TestSpotlight::theMarkFollowsTheWindow()
{
    m_spotlight->explain(m_field, text(1));
    m_window->resize(700, 500);
    QTRY_COMPARE(m_spotlight->geometry(), m_window->rect());
    QTRY_VERIFY(m_spotlight->marked().contains(areaOf(m_field)));
    QVERIFY(m_spotlight->marked().width() < areaOf(m_field).width() + 40);
    QVERIFY(m_window->rect().contains(callout()->geometry()));
}

void TestSpotlight::theMarkFollowsADockThatIsMoved()
{
    m_spotlight->explain(m_dock, text(1));
    QVERIFY(m_spotlight->marked().center().x() < m_window->width() / 2);
    m_window->addDockWidget(Qt::RightDockWidgetArea, m_dock);
    QTRY_VERIFY(m_spotlight->marked().center().x() > m_window->width() / 2);
    QTRY_VERIFY(m_spotlight->marked().contains(areaOf(m_dock) & m_window->rect()));
}

void TestSpotlight::aDockThatFloatsAwayIsNotMarked()
{
    m_spotlight->explain(m_dock, text(1));
    QVERIFY(!m_spotlight->marked().isEmpty());
    m_dock->setFloating(true);
    QTRY_VERIFY(m_spotlight->marked().isEmpty());
    m_dock->setFloating(false);
    QTRY_VERIFY(!m_spotlight->marked().isEmpty());
}

void TestSpotlight::aTargetThatIsHiddenLaterIsNotMarkedAnyMore()
{
    m_spotlight->explain(m_dock->widget(), text(1));
    QVERIFY(!m_spotlight->marked().isEmpty());
    m_dock->hide();
    QTRY_VERIFY(m_spotlight->marked().isEmpty());
    m_dock->show();
    QTRY_VERIFY(!m_spotlight->marked().isEmpty());
}

void TestSpotlight::aTargetThatIsDeletedIsNotMarkedAnyMore()
{
    m_spotlight->explain(m_field, text(1));
    delete m_field;
    QTRY_VERIFY(m_spotlight->marked().isEmpty());
    QVERIFY(m_spotlight->isVisible());
}

void TestSpotlight::onlyTheVisiblePartOfAScrolledTargetIsMarked()
{
    auto* area = new QScrollArea;
    auto* tall = new QWidget;
    tall->setMinimumSize(100, 5'000);
    area->setWidget(tall);
    m_window->setCentralWidget(area);
    QTRY_VERIFY(tall->isVisible());
    m_spotlight->explain(tall, text(1));
    QVERIFY(!m_spotlight->marked().isEmpty());
    QVERIFY(m_window->rect().contains(m_spotlight->marked()));
}

void TestSpotlight::aWindowSmallerThanTheTextKeepsItInside()
{
    m_dock->hide();
    m_window->resize(220, 160);
    m_spotlight->explain(m_window->centralWidget(), text(1));
    QTRY_VERIFY(callout()->geometry().left() >= 0 && callout()->geometry().top() >= 0);
    QVERIFY(callout()->width() <= m_window->width());
}

void TestSpotlight::clicksReachTheTargetAndNothingElse()
{
    m_spotlight->explain(m_field, text(1));
    QCOMPARE(m_window->childAt(areaOf(m_field).center()), m_field);
    const QWidget* beside = m_window->childAt(areaOf(m_dock).center());
    QVERIFY(beside == m_spotlight || m_spotlight->isAncestorOf(beside));
    m_spotlight->finish();
    QVERIFY(m_window->childAt(areaOf(m_dock).center()) != m_spotlight);
}

void TestSpotlight::theKeysDoWhatTheButtonsDo_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<QString>("button");
    QTest::newRow("Right") << Qt::Key_Right << u"spotlightNextButton"_s;
    QTest::newRow("Enter") << Qt::Key_Return << u"spotlightNextButton"_s;
    QTest::newRow("Left") << Qt::Key_Left << u"spotlightBackButton"_s;
    QTest::newRow("Escape") << Qt::Key_Escape << u"spotlightSkipButton"_s;
}

void TestSpotlight::theKeysDoWhatTheButtonsDo()
{
    QFETCH(Qt::Key, key);
    QFETCH(QString, button);
    m_spotlight->explain(m_field, text(2));
    const QSignalSpy next(m_spotlight, &Spotlight::nextRequested);
    const QSignalSpy back(m_spotlight, &Spotlight::backRequested);
    const QSignalSpy skip(m_spotlight, &Spotlight::skipRequested);
    QTest::keyClick(QApplication::focusWidget(), key);
    QCOMPARE(next.count(), button == u"spotlightNextButton"_s ? 1 : 0);
    QCOMPARE(back.count(), button == u"spotlightBackButton"_s ? 1 : 0);
    QCOMPARE(skip.count(), button == u"spotlightSkipButton"_s ? 1 : 0);
    QTest::mouseClick(this->button(button), Qt::LeftButton);
    QCOMPARE(next.count() + back.count() + skip.count(), 2);
}

void TestSpotlight::escapeWorksFromTheTargetAndArrowsDoNot()
{
    m_field->setText(u"abc"_s);
    m_spotlight->explain(m_field, text(2));
    const QSignalSpy next(m_spotlight, &Spotlight::nextRequested);
    const QSignalSpy skip(m_spotlight, &Spotlight::skipRequested);
    m_field->setFocus();
    QTest::keyClick(m_field, Qt::Key_Home);
    QTest::keyClick(m_field, Qt::Key_Right);
    QCOMPARE(next.count(), 0);
    QCOMPARE(m_field->cursorPosition(), 1);
    QTest::keyClick(m_field, Qt::Key_Escape);
    QCOMPARE(skip.count(), 1);
}

void TestSpotlight::tabStaysAmongTheButtons()
{
    m_spotlight->explain(m_field, text(2));
    QCOMPARE(QApplication::focusWidget(), button(u"spotlightNextButton"_s));
    QList<QWidget*> way;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        way << QApplication::focusWidget();
    }
    QCOMPARE(way,
             (QList<QWidget*>{button(u"spotlightSkipButton"_s), button(u"spotlightBackButton"_s),
                              button(u"spotlightNextButton"_s)}));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), button(u"spotlightBackButton"_s));
}

void TestSpotlight::theFirstStepHasNoBackAndTheLastSaysDone()
{
    m_spotlight->explain(m_field, text(1, true, false));
    QVERIFY(!button(u"spotlightBackButton"_s)->isVisible());
    const QString next = button(u"spotlightNextButton"_s)->text();
    const QSignalSpy back(m_spotlight, &Spotlight::backRequested);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    QCOMPARE(back.count(), 0);
    m_spotlight->explain(m_field, text(5, false, true));
    QVERIFY(button(u"spotlightBackButton"_s)->isVisible());
    QVERIFY(button(u"spotlightNextButton"_s)->text() != next);
}

void TestSpotlight::eachStepIsSpoken()
{
    for (int step = 1; step <= 2; ++step) {
        m_spotlight->explain(m_field, text(step));
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(callout());
        QCOMPARE(spoken->text(QAccessible::Name), u"Title %1"_s.arg(step));
        QCOMPARE(spoken->text(QAccessible::Description), u"Text %1 Step %1 of 5"_s.arg(step));
        // the button with the focus says it too
        QCOMPARE(button(u"spotlightNextButton"_s)->accessibleDescription(), u"Text %1"_s.arg(step));
    }
}

void TestSpotlight::theFocusComesBack()
{
    m_field->setFocus();
    m_spotlight->explain(m_dock, text(1));
    m_spotlight->explain(m_field, text(2));
    m_spotlight->finish();
    QCOMPARE(QApplication::focusWidget(), m_field);
    QVERIFY(!m_spotlight->isVisible());
    m_spotlight->finish(); // twice
    QVERIFY(!m_spotlight->isVisible());
}

void TestSpotlight::itIsDrawnInBothThemes()
{
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        Appearance::instance().apply(theme);
        const QPoint veiled = areaOf(m_dock).center();
        m_spotlight->finish();
        const int before = m_window->grab().toImage().pixelColor(veiled).lightness();
        m_spotlight->explain(m_field, text(1));
        QTRY_VERIFY(!m_spotlight->marked().contains(veiled));
        const QImage with = m_window->grab().toImage();
        QVERIFY(with.pixelColor(veiled).lightness() < before);
    }
}

void TestSpotlight::aLargeFontMakesTheTextLarger()
{
    // under a style sheet, which another test may have set, Qt passes no new font on
    qApp->setStyleSheet({});
    m_spotlight->explain(m_field, text(1));
    const QSize before = callout()->size();
    const QFont usual = QApplication::font();
    const auto restored = qScopeGuard([&usual] { QApplication::setFont(usual); });
    QFont twice = usual;
    twice.setPointSizeF(twice.pointSizeF() * 2);
    QApplication::setFont(twice);
    QTRY_VERIFY(callout()->height() > before.height());
    for (const QLabel* label : callout()->findChildren<QLabel*>()) {
        QVERIFY(callout()->rect().contains(label->geometry()));
    }
}

SANDGLASS_GUI_TEST(TestSpotlight)
} // namespace tst_views_spotlight

#include "tst_views_spotlight.moc"
