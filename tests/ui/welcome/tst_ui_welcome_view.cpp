// SPDX-License-Identifier: GPL-3.0-or-later
// The first screen by itself: what it says, what it offers, by mouse and by keyboard.
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/welcome/first_start.h"
#include "tests/ui/widget_access.h"
#include "ui/welcome/welcome_view.h"
#include "widgets/style/appearance.h"

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

namespace tst_ui_welcome_view {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::FirstStart;
using tests::need;
using Kind = tests::ScriptedEngine::Kind;

class TestWelcomeView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void threeSentencesSayWhatATtlRuleIs();
    void itFitsOneScreen();
    void bothBeginningsAreLargerThanTheOtherButtons();
    void sampleDataIsOneClickAway();
    void enterOnTheFirstButtonStartsTheEngine();
    void theButtonIsOffAndTheProgressSaidWhileItLoads();
    void theOtherButtonsAskTheWindow_data();
    void theOtherButtonsAskTheWindow();
    void aMissingEngineIsSaidWithItsPath();
    void anEngineThatCameMeanwhileTakesTheWarningAway();
    void aHostilePathIsShownAsItIs();
    void knownServersAreOfferedByName();
    void theColourOfAServerDoesNotTouchItsName();
    void hostileNamesAreShownAsTheyAre();
    void aRemovedServerLeavesTheListAndTheFocusStays();
    void withoutKnownServersThereIsNoList();
    void tabReachesEveryButton();
    void everyButtonHasANameAndAnAccessKeyOfItsOwn();
    void itScrollsInASmallWindow();

private:
    void open(Kind kind = Kind::Stays);
    QPushButton* button(const QString& name) const { return need<QPushButton>(m_view.get(), name); }
    QString text(const QString& name) const { return need<QLabel>(m_view.get(), name)->text(); }
    void save(const QString& name);
    QList<QPushButton*> shownButtons() const;

    std::unique_ptr<FirstStart> m_fixture;
    std::unique_ptr<ui::WelcomeView> m_view;
};

void TestWelcomeView::open(Kind kind)
{
    m_fixture = std::make_unique<FirstStart>(kind);
    m_view = std::make_unique<ui::WelcomeView>(m_fixture->welcome);
    m_view->resize(1'000, 700);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestWelcomeView::cleanup()
{
    m_view.reset();
    m_fixture.reset();
}

void TestWelcomeView::save(const QString& name)
{
    services::SavedConnection connection;
    connection.name = name;
    connection.uri = u"mongodb://db%1.example/"_s.arg(m_fixture->set.book.connections().size());
    connection.color = u"#336699"_s;
    QVERIFY(m_fixture->set.book.save(connection));
}

QList<QPushButton*> TestWelcomeView::shownButtons() const
{
    QList<QPushButton*> buttons = m_view->findChildren<QPushButton*>();
    buttons.removeIf([](const QPushButton* each) { return !each->isVisible(); });
    return buttons;
}

void TestWelcomeView::threeSentencesSayWhatATtlRuleIs()
{
    open();
    for (int i = 1; i <= 3; ++i) {
        auto* sentence = need<QLabel>(m_view.get(), u"welcomeSentenceLabel%1"_s.arg(i));
        QVERIFY(sentence->isVisible());
        QCOMPARE(sentence->text().count(u'.'), 1);
        QVERIFY(sentence->text().endsWith(u'.'));
    }
    QVERIFY(text(u"welcomeSentenceLabel1"_s).contains(u"TTL"_s));
}

void TestWelcomeView::itFitsOneScreen()
{
    open();
    for (int i = 0; i < 9; ++i) {
        save(u"server %1"_s.arg(i));
    }
    QTRY_COMPARE(m_view->verticalScrollBar()->maximum(), 0);
    QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
}

void TestWelcomeView::bothBeginningsAreLargerThanTheOtherButtons()
{
    // with a style sheet, as in the program
    widgets::Appearance::instance().apply(widgets::Theme::Dark);
    open();
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    const int usual = button(u"welcomeHelpButton"_s)->height();
    QVERIFY(button(u"welcomeSampleDataButton"_s)->height() > usual);
    QVERIFY(button(u"welcomeConnectButton"_s)->height() > usual);
    QVERIFY(button(u"welcomeSampleDataButton"_s)->isDefault());
    const auto size = [](const QWidget* widget) { return widget->fontInfo().pointSizeF(); };
    const qreal text = size(button(u"welcomeHelpButton"_s));
    QVERIFY(size(button(u"welcomeSampleDataButton"_s)) > text);
    QVERIFY(size(need<QLabel>(m_view.get(), u"welcomeTitleLabel"_s)) > text * 1.5);
}

void TestWelcomeView::sampleDataIsOneClickAway()
{
    open();
    QVERIFY(click(button(u"welcomeSampleDataButton"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->ready.count(), 1, 60'000);
}

void TestWelcomeView::enterOnTheFirstButtonStartsTheEngine()
{
    open();
    button(u"welcomeSampleDataButton"_s)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(m_fixture->set.connections.isConnected());
}

void TestWelcomeView::theButtonIsOffAndTheProgressSaidWhileItLoads()
{
    open();
    m_fixture->server->hold("insert");
    QVERIFY(click(button(u"welcomeSampleDataButton"_s)));
    QVERIFY(!button(u"welcomeSampleDataButton"_s)->isEnabled());
    QTRY_COMPARE(m_fixture->server->running("insert"), 1);
    QVERIFY(text(u"welcomeProgressLabel"_s).contains(u'%'));
    m_fixture->server->release("insert");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->ready.count(), 1, 60'000);
    QVERIFY(text(u"welcomeProgressLabel"_s).isEmpty());
}

void TestWelcomeView::theOtherButtonsAskTheWindow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<qsizetype>>("asked"); // for a connection, the tour, the help
    QTest::newRow("connect") << u"welcomeConnectButton"_s << QList<qsizetype>{2, 0, 0};
    QTest::newRow("tour") << u"welcomeTourButton"_s << QList<qsizetype>{0, 2, 0};
    QTest::newRow("help") << u"welcomeHelpButton"_s << QList<qsizetype>{0, 0, 2};
}

void TestWelcomeView::theOtherButtonsAskTheWindow()
{
    QFETCH(QString, name);
    QFETCH(QList<qsizetype>, asked);
    open();
    const QSignalSpy connection(m_view.get(), &ui::WelcomeView::connectRequested);
    const QSignalSpy tour(m_view.get(), &ui::WelcomeView::tourRequested);
    const QSignalSpy help(m_view.get(), &ui::WelcomeView::helpRequested);
    button(name)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QVERIFY(click(button(name)));
    QCOMPARE((QList<qsizetype>{connection.count(), tour.count(), help.count()}), asked);
}

void TestWelcomeView::aMissingEngineIsSaidWithItsPath()
{
    open(Kind::Missing);
    QVERIFY(need<QWidget>(m_view.get(), u"welcomeEngineProblem"_s)->isVisible());
    QVERIFY(text(u"welcomeEngineProblemLabel"_s).contains(u"sandglass-engine"_s));
    QCOMPARE(text(u"welcomeEnginePlacesLabel"_s), m_fixture->folder.filePath(u"engine.sh"_s));
    // pressing does not take it away
    QVERIFY(click(button(u"welcomeSampleDataButton"_s)));
    QTRY_COMPARE(m_fixture->failed.count(), 1);
    QVERIFY(need<QWidget>(m_view.get(), u"welcomeEngineProblem"_s)->isVisible());
}

void TestWelcomeView::anEngineThatCameMeanwhileTakesTheWarningAway()
{
    open(Kind::Missing);
    QFile program(m_fixture->folder.filePath(u"engine.sh"_s));
    QVERIFY(program.open(QIODevice::WriteOnly));
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    m_view->hide();
    m_view->show();
    QVERIFY(!need<QWidget>(m_view.get(), u"welcomeEngineProblem"_s)->isVisible());
}

void TestWelcomeView::aHostilePathIsShownAsItIs()
{
    const QByteArray before = qgetenv("SANDGLASS_ENGINE");
    qputenv("SANDGLASS_ENGINE", "/nowhere/<b>\xE2\x80\xAEgpj");
    // no program is given, so all places are looked at; none of them is beside this test
    tests::ServiceFixture services;
    presenters::ConnectionPresenter connection(services.set);
    presenters::WelcomePresenter welcome(services.set, connection);
    const ui::WelcomeView view(welcome);
    const QString shown = need<QLabel>(&view, u"welcomeEnginePlacesLabel"_s)->text();
    qputenv("SANDGLASS_ENGINE", before);
    if (welcome.state().engineProblem.isEmpty()) {
        QSKIP("an engine lies beside the test");
    }
    QVERIFY2(shown.startsWith(u"/nowhere/<b>\u2039U+202E\u203Agpj\n"_s), qPrintable(shown));
}

void TestWelcomeView::knownServersAreOfferedByName()
{
    open();
    m_fixture->set.settings.addRecentUri(u"mongodb://recent.example/"_s);
    save(u"Berlin"_s);
    const QSignalSpy spy(m_view.get(), &ui::WelcomeView::connectionRequested);
    QVERIFY(click(button(u"welcomeConnectionButton0"_s)));
    QVERIFY(click(button(u"welcomeConnectionButton1"_s)));
    QCOMPARE(spy.at(0).at(0).toString(), m_fixture->set.book.connections().front().id);
    QCOMPARE(spy.at(1).at(0).toString(), QString());
    QCOMPARE(spy.at(1).at(1).toString(), u"mongodb://recent.example/"_s);
    QVERIFY(button(u"welcomeConnectionButton0"_s)->accessibleName().contains(u"Berlin"_s));
}

// A button has hardly any space between its icon and its text.
void TestWelcomeView::theColourOfAServerDoesNotTouchItsName()
{
    open();
    save(u"Berlin"_s);
    const auto* server = button(u"welcomeConnectionButton0"_s);
    const QImage picture = server->icon().pixmap(server->iconSize()).toImage();
    QVERIFY(!picture.isNull());
    const int middle = picture.height() / 2;
    QCOMPARE(picture.pixelColor(picture.width() / 2, middle), QColor(u"#336699"_s));
    for (const int x : {0, picture.width() - 1}) {
        QCOMPARE(picture.pixelColor(x, middle).alpha(), 0);
    }
}

void TestWelcomeView::hostileNamesAreShownAsTheyAre()
{
    open();
    save(u"a & b \"quoted\" \u202E %1 %n"_s);
    save(QString(10'000, u'x'));
    QTRY_VERIFY(button(u"welcomeConnectionButton0"_s)->isVisible());
    QCOMPARE(button(u"welcomeConnectionButton0"_s)->text(),
             u"a && b \"quoted\" \u2039U+202E\u203A %1 %n"_s);
    QVERIFY(button(u"welcomeConnectionButton1"_s)->width() < m_view->width());
}

void TestWelcomeView::aRemovedServerLeavesTheListAndTheFocusStays()
{
    open();
    save(u"Berlin"_s);
    save(u"Bonn"_s);
    auto* first = button(u"welcomeConnectionButton0"_s);
    first->setFocus();
    QVERIFY(m_fixture->set.book.remove(m_fixture->set.book.connections().front().id));
    QCOMPARE(first->text(), u"Bonn"_s);
    QVERIFY(first->hasFocus());
    QVERIFY(!m_view->findChild<QPushButton*>(u"welcomeConnectionButton1"_s));
}

void TestWelcomeView::withoutKnownServersThereIsNoList()
{
    open();
    QVERIFY(!need<QWidget>(m_view.get(), u"welcomeConnections"_s)->isVisible());
    save(u"Berlin"_s);
    QVERIFY(need<QWidget>(m_view.get(), u"welcomeConnections"_s)->isVisible());
}

void TestWelcomeView::tabReachesEveryButton()
{
    open();
    save(u"Berlin"_s);
    button(u"welcomeSampleDataButton"_s)->setFocus();
    QSet<QWidget*> reached{QApplication::focusWidget()};
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        reached << QApplication::focusWidget();
    }
    for (QPushButton* each : shownButtons()) {
        QVERIFY2(reached.contains(each), qPrintable(each->objectName()));
    }
}

void TestWelcomeView::everyButtonHasANameAndAnAccessKeyOfItsOwn()
{
    open();
    // those of the window's menus
    QStringList keys{u"Alt+F"_s, u"Alt+V"_s, u"Alt+S"_s, u"Alt+I"_s, u"Alt+H"_s};
    for (const QPushButton* each : shownButtons()) {
        QVERIFY(!each->objectName().isEmpty());
        const QString key = QKeySequence::mnemonic(each->text()).toString();
        QVERIFY2(!key.isEmpty() && !keys.contains(key), qPrintable(each->text()));
        keys << key;
    }
    for (const QString& name : {u"welcomeSampleDataButton"_s, u"welcomeConnectButton"_s}) {
        QVERIFY(!button(name)->accessibleName().contains(u'&'));
        QVERIFY(!button(name)->accessibleDescription().isEmpty());
    }
}

void TestWelcomeView::itScrollsInASmallWindow()
{
    open();
    m_view->resize(420, 260);
    QTRY_VERIFY(m_view->verticalScrollBar()->maximum() > 0);
    auto* last = button(u"welcomeHelpButton"_s);
    QVERIFY(last->visibleRegion().isEmpty());
    button(u"welcomeSampleDataButton"_s)->setFocus();
    while (!last->hasFocus()) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QTRY_VERIFY(!last->visibleRegion().isEmpty());
}

SANDGLASS_GUI_TEST(TestWelcomeView)
} // namespace tst_ui_welcome_view

#include "tst_ui_welcome_view.moc"
