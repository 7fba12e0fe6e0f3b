// SPDX-License-Identifier: GPL-3.0-or-later
// What a new user meets in the real window: the welcome screen, the tour, and what is new.
#include "app/presenters/welcome/tour_presenter.h"
#include "app/presenters/welcome/welcome_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "widgets/views/spotlight.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>

#include <algorithm>

namespace tst_ui_first_minutes {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::TourStep;
using tests::click;
using tests::need;
using tests::WindowFixture;

class TestFirstMinutes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void withoutAConnectionTheWelcomeScreenIsInFront();
    void anEmptyLocalEngineShowsItToo();
    void anEmptyRemoteServerDoesNot();
    void itGoesWithTheFirstDataAndComesBackWithoutAConnection();
    void itConnectsToAServer();
    void aKnownServerIsFilledIn();
    void itOpensTheHelp();
    void theTourLeadsThroughTheWindow();
    void eachStepMarksWhatItSpeaksOf();
    void theKeyboardAloneTakesTheTour();
    void theTourIsTakenAgainFromTheMenu();
    void theActivityDockGoesAfterTheTour();
    void anActivityDockThatWasOpenStaysOpen();
    void withoutRulesTheStepsAreExplainedInTheMiddle();
    void aDialogEndsTheTour();
    void aLostConnectionEndsTheTour();
    void theTourChangesNothingOnTheServer();
    void theTourIsOffWhileAServerIsBeingConnected();
    void theOfferComesOnlyInAGreetedWindow();
    void theOfferStartsTheTour();
    void newsAreShownOnceAfterAnUpgrade();
    void newsAreNotShownAtAFirstStart();
    void newsComeFromTheMenuAtAnyTime();
    void aWindowThatIsNotGreetedShowsAndSavesNothing();

private:
    bool openShop()
    {
        tests::fillShop(*m_fixture);
        return m_fixture->open();
    }
    template <typename Wanted>
    Wanted* part(const QString& name) const
    {
        return need<Wanted>(m_fixture->window.get(), name);
    }
    widgets::Spotlight* spotlight() const { return part<widgets::Spotlight>(u"spotlight"_s); }
    bool marks(const QWidget* widget) const;
    const presenters::TourState& tour() const { return m_fixture->workspace.tour().state(); }
    QDialog* dialog(const QString& name) const
    {
        return m_fixture->window->findChild<QDialog*>(name);
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

/// Whether the marked part of the window is that widget, and no more than a margin around it.
bool TestFirstMinutes::marks(const QWidget* widget) const
{
    const QRect area(widget->mapTo(m_fixture->window.get(), QPoint()), widget->size());
    const QRect marked = spotlight()->marked();
    return widget->isVisible() && marked.contains(area & m_fixture->window->rect())
        && marked.width() < area.width() + 40 && marked.height() < area.height() + 40;
}

void TestFirstMinutes::withoutAConnectionTheWelcomeScreenIsInFront()
{
    m_fixture->window->show();
    QVERIFY(part<QWidget>(u"welcomeView"_s)->isVisible());
    QVERIFY(!part<QWidget>(u"inventoryEmptyState"_s)->isVisible());
    QVERIFY(part<QPushButton>(u"welcomeSampleDataButton"_s)->isEnabled());
    // it is complete, so a picture of it can be taken
    QVERIFY(m_fixture->window->pageReady());
}

void TestFirstMinutes::anEmptyLocalEngineShowsItToo()
{
    QVERIFY(m_fixture->open());
    QTRY_VERIFY(part<QWidget>(u"welcomeView"_s)->isVisible());
    QVERIFY(click(part<QPushButton>(u"welcomeSampleDataButton"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(!part<QWidget>(u"welcomeView"_s)->isVisible(), 60'000);
}

void TestFirstMinutes::anEmptyRemoteServerDoesNot()
{
    QVERIFY(m_fixture->open(false));
    QTRY_VERIFY(part<QWidget>(u"inventoryEmptyState"_s)->isVisible());
    QVERIFY(!part<QWidget>(u"welcomeView"_s)->isVisible());
}

void TestFirstMinutes::itGoesWithTheFirstDataAndComesBackWithoutAConnection()
{
    QVERIFY(openShop());
    QVERIFY(!part<QWidget>(u"welcomeView"_s)->isVisible());
    QVERIFY(m_fixture->trigger(u"disconnectAction"_s));
    QTRY_VERIFY(part<QWidget>(u"welcomeView"_s)->isVisible());
}

void TestFirstMinutes::itConnectsToAServer()
{
    m_fixture->window->show();
    QVERIFY(click(part<QPushButton>(u"welcomeConnectButton"_s)));
    QTRY_VERIFY(dialog(u"connectDialog"_s) && dialog(u"connectDialog"_s)->isVisible());
}

void TestFirstMinutes::aKnownServerIsFilledIn()
{
    services::SavedConnection saved;
    saved.name = u"Berlin"_s;
    saved.uri = u"mongodb://db7.example:27099/"_s;
    QVERIFY(m_fixture->set.book.save(saved));
    m_fixture->window->show();
    QVERIFY(click(part<QPushButton>(u"welcomeConnectionButton0"_s)));
    QTRY_VERIFY(dialog(u"connectDialog"_s));
    QTRY_COMPARE(need<QLineEdit>(dialog(u"connectDialog"_s), u"connectionNameEdit"_s)->text(),
                 u"Berlin"_s);
    // nothing is sent before the user says so
    QCOMPARE(m_fixture->factory->connects(), 0);
}

void TestFirstMinutes::itOpensTheHelp()
{
    m_fixture->window->show();
    QVERIFY(click(part<QPushButton>(u"welcomeHelpButton"_s)));
    const QWidgetList windows = QApplication::topLevelWidgets();
    QVERIFY(std::any_of(windows.begin(), windows.end(), [](const QWidget* each) {
        return each->objectName() == u"helpWindow"_s && each->isVisible();
    }));
}

void TestFirstMinutes::theTourLeadsThroughTheWindow()
{
    QVERIFY(openShop());
    auto* pages = part<QTabWidget>(u"pageArea"_s);
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    QVERIFY(spotlight()->isVisible());
    QStringList shown;
    while (tour().running) {
        shown << pages->currentWidget()->objectName();
        QVERIFY(click(part<QPushButton>(u"spotlightNextButton"_s)));
        QVERIFY(shown.size() < 9);
    }
    QCOMPARE(shown,
             (QStringList{u"inventoryPage"_s, u"inventoryPage"_s, u"collectionPage"_s,
                          u"collectionPage"_s, u"collectionPage"_s}));
    QVERIFY(!spotlight()->isVisible());
}

void TestFirstMinutes::eachStepMarksWhatItSpeaksOf()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    presenters::TourPresenter& presenter = m_fixture->workspace.tour();
    QTRY_VERIFY(marks(part<QWidget>(u"rulesTableView"_s)));
    presenter.next();
    QTRY_VERIFY(marks(part<QWidget>(u"inventoryTimelinePanel"_s)));
    presenter.next();
    QTRY_VERIFY(marks(part<QWidget>(u"collectionTimelinePanel"_s)));
    presenter.next();
    QTRY_VERIFY(marks(part<QWidget>(u"createIndexButton"_s)->parentWidget()));
    presenter.next();
    QTRY_VERIFY(marks(part<QWidget>(u"activityDock"_s)));
    presenter.back();
    QTRY_VERIFY(marks(part<QWidget>(u"createIndexButton"_s)->parentWidget()));
}

void TestFirstMinutes::theKeyboardAloneTakesTheTour()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    press(Qt::Key_Right);
    press(Qt::Key_Return);
    QCOMPARE(tour().step, TourStep::WhatIf);
    press(Qt::Key_Left);
    QCOMPARE(tour().step, TourStep::Timeline);
    press(Qt::Key_Escape);
    QVERIFY(!tour().running);
    QVERIFY(!spotlight()->isVisible());
}

void TestFirstMinutes::theTourIsTakenAgainFromTheMenu()
{
    QVERIFY(openShop());
    for (int time = 0; time < 2; ++time) {
        QVERIFY(m_fixture->trigger(u"tourAction"_s));
        QTRY_VERIFY(marks(part<QWidget>(u"rulesTableView"_s)));
        QVERIFY(click(part<QPushButton>(u"spotlightSkipButton"_s)));
        QVERIFY(!spotlight()->isVisible());
    }
}

void TestFirstMinutes::theActivityDockGoesAfterTheTour()
{
    QVERIFY(openShop());
    auto* dock = part<QDockWidget>(u"activityDock"_s);
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    while (!tour().isLast) {
        m_fixture->workspace.tour().next();
    }
    QTRY_VERIFY(dock->isVisible());
    m_fixture->workspace.tour().back();
    QTRY_VERIFY(!dock->isVisible());
    m_fixture->workspace.tour().next();
    m_fixture->workspace.tour().next();
    QVERIFY(!tour().running);
    QTRY_VERIFY(!dock->isVisible());
}

void TestFirstMinutes::anActivityDockThatWasOpenStaysOpen()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"activityAction"_s));
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    while (tour().running) {
        m_fixture->workspace.tour().next();
    }
    QVERIFY(part<QDockWidget>(u"activityDock"_s)->isVisible());
}

void TestFirstMinutes::withoutRulesTheStepsAreExplainedInTheMiddle()
{
    m_fixture->server->collection(tests::kNotes);
    QVERIFY(m_fixture->open());
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    m_fixture->workspace.tour().next();
    m_fixture->workspace.tour().next();
    QCOMPARE(tour().step, TourStep::WhatIf);
    QVERIFY(spotlight()->isVisible());
    QVERIFY(spotlight()->marked().isEmpty());
    QVERIFY(!part<QLabel>(u"spotlightTextLabel"_s)->text().isEmpty());
}

void TestFirstMinutes::aDialogEndsTheTour()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    QVERIFY(m_fixture->trigger(u"preferencesAction"_s));
    QTRY_VERIFY(!tour().running);
    QVERIFY(!spotlight()->isVisible());
    QVERIFY(dialog(u"preferencesDialog"_s)->isVisible());
}

void TestFirstMinutes::aLostConnectionEndsTheTour()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    QVERIFY(m_fixture->trigger(u"disconnectAction"_s));
    QTRY_VERIFY(!spotlight()->isVisible());
    QVERIFY(part<QWidget>(u"welcomeView"_s)->isVisible());
}

void TestFirstMinutes::theTourChangesNothingOnTheServer()
{
    QVERIFY(openShop());
    QVERIFY(m_fixture->trigger(u"tourAction"_s));
    while (tour().running) {
        m_fixture->workspace.tour().next();
    }
    for (const char* call : {"runCommand", "insert", "replace", "setDate", "remove"}) {
        QVERIFY2(m_fixture->server->calls(call) == 0, call);
    }
    QVERIFY(m_fixture->set.journal.entries().empty());
}

void TestFirstMinutes::theTourIsOffWhileAServerIsBeingConnected()
{
    m_fixture->factory->refuse(base::failure(Errc::Network, "the cable is out"));
    m_fixture->set.connections.setFirstPause(std::chrono::hours(1));
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_VERIFY(m_fixture->set.connections.state().phase != services::LinkPhase::Connecting);
    QVERIFY(!m_fixture->trigger(u"tourAction"_s));
    m_fixture->set.connections.disconnectNow();
    QVERIFY(part<QAction>(u"tourAction"_s)->isEnabled());
}

void TestFirstMinutes::theOfferComesOnlyInAGreetedWindow()
{
    QVERIFY(m_fixture->open());
    m_fixture->workspace.welcome().startWithSampleData();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->set.samples.isLoading() && m_fixture->set.samples.loaded(),
                             60'000);
    QVERIFY(!part<QWidget>(u"tourNotice"_s)->isVisible());
}

void TestFirstMinutes::theOfferStartsTheTour()
{
    QVERIFY(m_fixture->open());
    m_fixture->window->greet(u"1.0.0"_s);
    m_fixture->workspace.welcome().startWithSampleData();
    QTRY_VERIFY_WITH_TIMEOUT(part<QWidget>(u"tourNotice"_s)->isVisible(), 60'000);
    QVERIFY(!spotlight()->isVisible()); // it is not forced on anybody
    QVERIFY(click(part<QPushButton>(u"startTourButton"_s)));
    QVERIFY(spotlight()->isVisible());
    QVERIFY(!part<QWidget>(u"tourNotice"_s)->isVisible());
}

void TestFirstMinutes::newsAreShownOnceAfterAnUpgrade()
{
    m_fixture->set.settings.setValue(u"welcome/version"_s, u"0.9.0"_s);
    m_fixture->window->show();
    m_fixture->window->greet(u"1.0.0"_s);
    QVERIFY(dialog(u"newsDialog"_s) && dialog(u"newsDialog"_s)->isVisible());
    QVERIFY(!QApplication::activeModalWidget());
    m_fixture->makeWindow();
    m_fixture->window->greet(u"1.0.0"_s);
    QVERIFY(!dialog(u"newsDialog"_s));
}

void TestFirstMinutes::newsAreNotShownAtAFirstStart()
{
    m_fixture->window->greet(u"1.0.0"_s);
    QVERIFY(!dialog(u"newsDialog"_s));
}

void TestFirstMinutes::newsComeFromTheMenuAtAnyTime()
{
    m_fixture->window->show();
    for (int time = 0; time < 2; ++time) {
        QVERIFY(m_fixture->trigger(u"newsAction"_s));
        const QPointer<QDialog> news = dialog(u"newsDialog"_s);
        QVERIFY(news && news->isVisible());
        QTest::keyClick(news, Qt::Key_Escape);
        QTRY_VERIFY(news.isNull());
    }
}

void TestFirstMinutes::aWindowThatIsNotGreetedShowsAndSavesNothing()
{
    m_fixture->set.settings.setValue(u"welcome/version"_s, u"0.9.0"_s);
    QVERIFY(openShop());
    QVERIFY(!dialog(u"newsDialog"_s));
    QCOMPARE(m_fixture->set.settings.value(u"welcome/version"_s).toString(), u"0.9.0"_s);
}

SANDGLASS_GUI_TEST(TestFirstMinutes)
} // namespace tst_ui_first_minutes

#include "tst_ui_first_minutes.moc"
