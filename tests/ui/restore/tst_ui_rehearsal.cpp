// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsals: where they are offered, the strip that marks one, and what its window leaves out.
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/restore/rehearsal_fixture.h"
#include "tests/ui/widget_access.h"
#include "ui/restore/rehearsal_banner.h"
#include "ui/restore/rehearse_button.h"
#include "ui/restore/restore_offer_box.h"
#include "ui/shell/main_window.h"
#include "widgets/style/appearance.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QToolButton>

namespace tst_ui_rehearsal {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::RehearsalFixture;

class TestRehearsal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void theButtonAsksForTheSpeed_data();
    void theButtonAsksForTheSpeed();
    void theArrowHasRoomBesideTheText();
    void theMenuOpensWithTheKeyboard();
    void pressingItOverTheBusReturnsAtOnce();
    void whileOneIsPreparedTheButtonTakesNoClick();
    void theBoxShowsWhatIsOffered_data();
    void theBoxShowsWhatIsOffered();
    void onlyTheUserTicksTheBox();
    void theBoxCannotBeChangedWhileThePointIsMade();
    void aProblemIsShownBesideTheBox();
    void theRealDataHaveNoStrip();
    void theStripSaysWhatItIsACopyOf();
    void theClockIsShownOnceThereIsOne();
    void theStripIsDrawnInTheColoursOfTheTheme();
    void endingIsLeftToTheWindow();
    void aRehearsalCannotLeaveItsCopy_data();
    void aRehearsalCannotLeaveItsCopy();
    void theStatusBarOpensNoOtherConnection();
    void endingClosesTheWindow();
    void aFailureInTheCopyIsSaidInTheStrip();
};

void TestRehearsal::theButtonAsksForTheSpeed_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<int>("rate");
    QTest::newRow("a second is a minute") << u"rehearseMinuteAction"_s << 60;
    QTest::newRow("a second is an hour") << u"rehearseHourAction"_s << 3'600;
}

void TestRehearsal::theButtonAsksForTheSpeed()
{
    QFETCH(QString, action);
    QFETCH(int, rate);
    const ui::RehearseButton button;
    QList<int> asked;
    connect(&button, &ui::RehearseButton::rehearseRequested, this, [&](int by) { asked << by; });
    need<QAction>(&button, action)->trigger();
    QCOMPARE(asked, QList<int>{rate});
}

void TestRehearsal::theArrowHasRoomBesideTheText()
{
    const ui::RehearseButton button;
    QPushButton plain(button.text());
    plain.setIcon(button.icon());
    const int arrow = button.style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, &button);
    QVERIFY(arrow > 0);
    QVERIFY(button.sizeHint().width() >= plain.sizeHint().width() + arrow);
    QCOMPARE(button.minimumSizeHint(), button.sizeHint());
}

void TestRehearsal::theMenuOpensWithTheKeyboard()
{
    QWidget window;
    auto* button = new ui::RehearseButton(&window);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    button->setFocus();
    QList<int> asked;
    connect(button, &ui::RehearseButton::rehearseRequested, this, [&](int by) { asked << by; });
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY(button->choices().isVisible());
    QTest::keyClick(&button->choices(), Qt::Key_Down);
    QTest::keyClick(&button->choices(), Qt::Key_Down);
    QTest::keyClick(&button->choices(), Qt::Key_Return);
    QTRY_COMPARE(asked.size(), 1);
}

// It waited for the answer in a loop of its own, and the screen reader with it.
void TestRehearsal::pressingItOverTheBusReturnsAtOnce()
{
    QWidget window;
    auto* button = new ui::RehearseButton(&window);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QAccessibleActionInterface* actions
        = QAccessible::queryAccessibleInterface(button)->actionInterface();
    QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::pressAction()));
    actions->doAction(QAccessibleActionInterface::pressAction());
    QTRY_VERIFY(button->choices().isVisible());
}

void TestRehearsal::whileOneIsPreparedTheButtonTakesNoClick()
{
    QWidget window;
    auto* button = new ui::RehearseButton(&window);
    window.show();
    const QString text = button->text();
    button->setPreparing(true);
    QVERIFY(!click(button));
    QVERIFY(button->text() != text);
    button->setPreparing(false);
    QVERIFY(button->isEnabled());
    QCOMPARE(button->text(), text);
    QVERIFY(!button->autoDefault()); // Enter in the dialog around it means another button
}

void TestRehearsal::theBoxShowsWhatIsOffered_data()
{
    QTest::addColumn<bool>("point");
    QTest::addColumn<bool>("rehearsal");
    QTest::newRow("nothing") << false << false;
    QTest::newRow("a point") << true << false;
    QTest::newRow("a rehearsal") << false << true;
    QTest::newRow("both") << true << true;
}

void TestRehearsal::theBoxShowsWhatIsOffered()
{
    QFETCH(bool, point);
    QFETCH(bool, rehearsal);
    QWidget window;
    auto* box = new ui::RestoreOfferBox(&window);
    window.show();
    presenters::RestoreOfferState offer;
    offer.offered = point;
    offer.rehearsalOffered = rehearsal;
    box->setOffer(offer);
    QCOMPARE(box->isVisible(), point || rehearsal);
    QCOMPARE(need<QCheckBox>(box, u"restorePointCheckBox"_s)->isVisible(), point);
    QCOMPARE(need<QWidget>(box, u"rehearseButton"_s)->isVisible(), rehearsal);
}

void TestRehearsal::onlyTheUserTicksTheBox()
{
    QWidget window;
    auto* box = new ui::RestoreOfferBox(&window);
    window.show();
    const QSignalSpy wanted(box, &ui::RestoreOfferBox::wantedChanged);
    presenters::RestoreOfferState offer;
    offer.offered = true;
    for (const bool ticked : {true, false, true}) {
        offer.wanted = ticked;
        box->setOffer(offer);
        QCOMPARE(need<QCheckBox>(box, u"restorePointCheckBox"_s)->isChecked(), ticked);
    }
    QCOMPARE(wanted.count(), 0);
    need<QCheckBox>(box, u"restorePointCheckBox"_s)->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toBool(), false);
}

void TestRehearsal::theBoxCannotBeChangedWhileThePointIsMade()
{
    QWidget window;
    auto* box = new ui::RestoreOfferBox(&window);
    window.show();
    presenters::RestoreOfferState offer;
    offer.offered = true;
    offer.making = true;
    box->setOffer(offer);
    QVERIFY(!need<QCheckBox>(box, u"restorePointCheckBox"_s)->isEnabled());
    offer.making = false;
    box->setOffer(offer);
    QVERIFY(need<QCheckBox>(box, u"restorePointCheckBox"_s)->isEnabled());
}

void TestRehearsal::aProblemIsShownBesideTheBox()
{
    QWidget window;
    auto* box = new ui::RestoreOfferBox(&window);
    window.show();
    presenters::RestoreOfferState offer;
    offer.problem = u"<b>full</b>\u202E"_s;
    box->setOffer(offer);
    QVERIFY(box->isVisible()); // also where nothing else is offered
    QCOMPARE(need<QWidget>(box, u"restoreProblemLabel"_s)->accessibleName(),
             u"<b>full</b>\u2039U+202E\u203A"_s);
    box->setOffer({});
    QVERIFY(!box->isVisible());
}

void TestRehearsal::theRealDataHaveNoStrip()
{
    tests::ServiceFixture fixture;
    presenters::RehearsalPresenter presenter(fixture.set);
    QWidget window;
    const auto* strip = new ui::RehearsalBanner(presenter, &window);
    window.show();
    QVERIFY(!strip->isVisible());
}

void TestRehearsal::theStripSaysWhatItIsACopyOf()
{
    RehearsalFixture fixture;
    presenters::RehearsalPresenter presenter(fixture.set);
    QWidget window;
    auto* strip = new ui::RehearsalBanner(presenter, &window);
    window.show();
    QVERIFY(strip->isVisible());
    QString sentence = need<QLabel>(strip, u"rehearsalSentenceLabel"_s)->text();
    // the test's clock began with 2030; the copy is two hours older
    QVERIFY2(sentence.contains(u"22:00:00"_s), qPrintable(sentence));
    QVERIFY2(sentence.remove(u',').remove(QChar(0xA0)).contains(u"3600"_s), qPrintable(sentence));
}

void TestRehearsal::theClockIsShownOnceThereIsOne()
{
    RehearsalFixture fixture;
    presenters::RehearsalPresenter presenter(fixture.set);
    ui::RehearsalBanner strip(presenter);
    const auto* clock = need<QLabel>(&strip, u"rehearsalClockLabel"_s);
    QCOMPARE(clock->text(), QString());
    QVERIFY(fixture.connect());
    QTRY_VERIFY(!clock->text().isEmpty());
    const QString before = clock->text();
    fixture.original.clock.advance(90s);
    QTRY_VERIFY(clock->text() != before);
}

void TestRehearsal::theStripIsDrawnInTheColoursOfTheTheme()
{
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    RehearsalFixture fixture;
    presenters::RehearsalPresenter presenter(fixture.set);
    ui::RehearsalBanner strip(presenter);
    strip.resize(900, 60);
    strip.show();
    const auto lightness = [&] {
        return strip.grab().toImage().pixelColor(strip.width() - 2, strip.height() / 2).lightness();
    };
    QVERIFY(lightness() > 128);
    widgets::Appearance::instance().apply(widgets::Theme::Dark);
    QVERIFY(lightness() < 128);
    widgets::Appearance::instance().apply(widgets::Theme::Light);
}

void TestRehearsal::endingIsLeftToTheWindow()
{
    RehearsalFixture fixture;
    presenters::RehearsalPresenter presenter(fixture.set);
    ui::RehearsalBanner strip(presenter);
    strip.show();
    const QSignalSpy asked(&strip, &ui::RehearsalBanner::endRequested);
    QVERIFY(click(need<QPushButton>(&strip, u"endRehearsalButton"_s)));
    QCOMPARE(asked.count(), 1);
    QVERIFY(strip.isVisible());
}

void TestRehearsal::aRehearsalCannotLeaveItsCopy_data()
{
    QTest::addColumn<QString>("action");
    for (const char* name :
         {"restorePointsAction", "connectAction", "connectLocalAction", "disconnectAction",
          "startEngineAction", "stopEngineAction", "engineFolderAction", "loadSampleDataAction"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void TestRehearsal::aRehearsalCannotLeaveItsCopy()
{
    QFETCH(QString, action);
    RehearsalFixture fixture;
    presenters::Servers servers(fixture.set);
    ui::MainWindow window(servers);
    window.show();
    QVERIFY(!need<QAction>(&window, action)->isEnabled());
    QVERIFY(fixture.connect());
    QTRY_VERIFY(window.pageReady());
    QVERIFY(window.openPage(u"shop.sessions"_s));
    QVERIFY(!need<QAction>(&window, action)->isEnabled());
    QVERIFY(need<QAction>(&window, u"newIndexAction"_s)->isEnabled()); // what it is for
}

void TestRehearsal::theStatusBarOpensNoOtherConnection()
{
    RehearsalFixture fixture;
    presenters::Servers servers(fixture.set);
    ui::MainWindow window(servers);
    window.show();
    QVERIFY(fixture.connect());
    auto* part = need<QToolButton>(&window, u"connectionStatusButton"_s);
    QTRY_VERIFY(part->isVisible());
    part->click();
    QVERIFY(!window.findChild<QDialog*>(u"connectDialog"_s));
}

void TestRehearsal::endingClosesTheWindow()
{
    RehearsalFixture fixture;
    presenters::Servers servers(fixture.set);
    ui::MainWindow window(servers);
    window.show();
    const QSignalSpy closed(&window, &ui::MainWindow::closed);
    QVERIFY(click(need<QPushButton>(&window, u"endRehearsalButton"_s)));
    QCOMPARE(closed.count(), 1);
    QVERIFY(!window.isVisible());
}

void TestRehearsal::aFailureInTheCopyIsSaidInTheStrip()
{
    RehearsalFixture fixture;
    fixture.original.server->fail("runCommand",
                                  base::serverError(77'777, "Strange", "<b>not</b> for you\u202E"));
    presenters::RehearsalPresenter presenter(fixture.set);
    ui::RehearsalBanner strip(presenter);
    strip.show();
    const auto* sentence = need<QLabel>(&strip, u"rehearsalSentenceLabel"_s);
    QVERIFY(fixture.connect());
    // the monitor is switched on a second after the copy is open
    QTRY_VERIFY(sentence->text().contains(u"<b>not</b> for you\u2039U+202E\u203A"_s));
    QCOMPARE(sentence->textFormat(), Qt::PlainText);
}

SANDGLASS_GUI_TEST(TestRehearsal)
} // namespace tst_ui_rehearsal

#include "tst_ui_rehearsal.moc"
