// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/help/help_access.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/help/help_pages.h"
#include "ui/help/help_window.h"
#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QTableView>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>

namespace tst_ui_help {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::shownHelp;
using tests::WindowFixture;

namespace {

const QString kEnglish = u"en"_s;
const QString kChinese = u"zh_CN"_s;

/// What the links of a page point at.
QStringList links(const QString& page, const QString& language)
{
    return tests::capturesOf(tests::helpText(page, language), u"href=\"([^\"]*)\""_s);
}

/// The page of the help that is open; empty when it is closed.
QString shownPage()
{
    const ui::HelpWindow* help = shownHelp();
    return help ? help->page() : QString();
}

/// Catches what would be opened in the browser.
class Catcher : public QObject
{
    Q_OBJECT

public Q_SLOTS:
    void take(const QUrl& link) { taken << link; }

public:
    QList<QUrl> taken;
};

} // namespace

class TestUiHelp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void cleanup() { m_fixture.reset(); }
    void everyPageExistsInBothLanguages();
    void everyCompiledInPageIsInTheContents();
    void everyLinkLeadsToAPlace();
    void bothLanguagesLinkTheSamePlaces();
    void everyPageNamesItself();
    void aPageMissingInALanguageIsTakenFromEnglish();
    void anUnknownPageShowsTheFirst();
    void theContentsFollowThePageAndLeadToIt();
    void backAndForwardWalkThePages();
    void aLinkOfTheHelpOpensInIt();
    void aLinkToTheWebOpensInTheBrowserOnly();
    void findMarksTextAndGoesAround();
    void findSaysWhenThereIsNothing();
    void zoomMakesTextLargerAndUsualAgain();
    void thePageFollowsTheTheme();
    void f1OpensThePageOfTheScreen_data();
    void f1OpensThePageOfTheScreen();
    void f1OpensThePageOfTheDialog_data();
    void f1OpensThePageOfTheDialog();
    void f1OpensThePageOfTheDockWithTheFocus_data();
    void f1OpensThePageOfTheDockWithTheFocus();
    void theMenuOpensTheContents();
    void theListOfShortcutsLeadsToTheirPage();
    void theHelpClosesWithTheWindow();

private:
    bool openWindow();
    QWidget* dialogBy(const QString& action, const QString& dialog);

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestUiHelp::everyPageExistsInBothLanguages()
{
    const QStringList pages = ui::helpPages();
    for (const QString& page : pages) {
        for (const QString& language : {kEnglish, kChinese}) {
            QCOMPARE(ui::helpFile(page, language), u":/help/%1/%2.html"_s.arg(language, page));
        }
    }
}

void TestUiHelp::everyCompiledInPageIsInTheContents()
{
    for (const QString& language : {kEnglish, kChinese}) {
        QStringList files = QDir(u":/help/"_s + language).entryList();
        files.replaceInStrings(u".html"_s, QString());
        files.sort();
        QStringList pages = ui::helpPages();
        pages.sort();
        QCOMPARE(files, pages);
        QCOMPARE(pages.removeDuplicates(), 0);
    }
}

void TestUiHelp::everyLinkLeadsToAPlace()
{
    const QStringList pages = ui::helpPages();
    for (const QString& page : pages) {
        for (const QString& language : {kEnglish, kChinese}) {
            for (const QString& link : links(page, language)) {
                const QString file = link.section(u'#', 0, 0);
                const QString target = file.isEmpty() ? page : file.chopped(5);
                const QString place
                    = target + (link.contains(u'#') ? link.mid(link.indexOf(u'#')) : QString());
                const bool known = link.startsWith("https://"_L1)
                    || ((file.isEmpty() || file.endsWith(".html"_L1))
                        && tests::isHelpPlace(place, language));
                QVERIFY2(known, qPrintable(language + u'/' + page + u" -> "_s + link));
            }
        }
    }
}

void TestUiHelp::bothLanguagesLinkTheSamePlaces()
{
    const QStringList pages = ui::helpPages();
    for (const QString& page : pages) {
        QStringList english = links(page, kEnglish);
        QStringList chinese = links(page, kChinese);
        const auto isWeb = [](const QString& link) { return link.startsWith("https:"_L1); };
        english.removeIf(isWeb);
        chinese.removeIf(isWeb);
        english.sort();
        chinese.sort();
        QCOMPARE(chinese, english);
    }
}

void TestUiHelp::everyPageNamesItself()
{
    const QStringList pages = ui::helpPages();
    for (const QString& page : pages) {
        for (const QString& language : {kEnglish, kChinese}) {
            const QString title = ui::helpTitle(ui::helpFile(page, language));
            QVERIFY2(!title.isEmpty()
                         && tests::helpText(page, language).contains(u"<h1>%1</h1>"_s.arg(title)),
                     qPrintable(page));
        }
    }
}

void TestUiHelp::aPageMissingInALanguageIsTakenFromEnglish()
{
    QCOMPARE(ui::helpFile(u"inventory"_s, u"eo"_s), u":/help/en/inventory.html"_s);
    QVERIFY(ui::helpFile(u"nowhere"_s, kChinese).isEmpty());
}

void TestUiHelp::anUnknownPageShowsTheFirst()
{
    ui::HelpWindow help;
    help.showPlace(u"purge"_s);
    help.showPlace(u"nowhere"_s);
    QCOMPARE(help.page(), ui::kFirstHelpPage);
}

void TestUiHelp::theContentsFollowThePageAndLeadToIt()
{
    ui::HelpWindow help;
    auto* contents = need<QListWidget>(&help, u"helpContentsListWidget"_s);
    QCOMPARE(contents->count(), ui::helpPages().size());
    help.showPlace(u"documents"_s);
    QCOMPARE(contents->currentRow(), ui::helpPages().indexOf(u"documents"_s));
    contents->setFocus();
    QTest::keyClick(contents, Qt::Key_End);
    QCOMPARE(help.page(), ui::helpPages().last());
}

void TestUiHelp::backAndForwardWalkThePages()
{
    ui::HelpWindow help;
    auto* back = need<QAction>(&help, u"help-backAction"_s);
    auto* forward = need<QAction>(&help, u"help-forwardAction"_s);
    QVERIFY(!back->isEnabled());
    help.showPlace(u"ttl"_s);
    back->trigger();
    QCOMPARE(help.page(), ui::kFirstHelpPage);
    forward->trigger();
    QCOMPARE(help.page(), u"ttl"_s);
    QVERIFY(!forward->isEnabled());
}

void TestUiHelp::aLinkOfTheHelpOpensInIt()
{
    ui::HelpWindow help;
    auto* browser = need<QTextBrowser>(&help, u"helpTextBrowser"_s);
    Q_EMIT browser->anchorClicked(browser->source().resolved(QUrl(u"change.html"_s)));
    QCOMPARE(help.page(), u"change"_s);
}

void TestUiHelp::aLinkToTheWebOpensInTheBrowserOnly()
{
    Catcher catcher;
    QDesktopServices::setUrlHandler(u"https"_s, &catcher, "take");
    QDesktopServices::setUrlHandler(u"file"_s, &catcher, "take");
    ui::HelpWindow help;
    help.showPlace(u"ttl"_s);
    QVERIFY(catcher.taken.isEmpty());
    auto* browser = need<QTextBrowser>(&help, u"helpTextBrowser"_s);
    Q_EMIT browser->anchorClicked(QUrl(u"https://www.mongodb.com/docs/"_s));
    Q_EMIT browser->anchorClicked(QUrl(u"file:///etc/passwd"_s));
    QDesktopServices::unsetUrlHandler(u"https"_s);
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QCOMPARE(catcher.taken, QList<QUrl>{QUrl(u"https://www.mongodb.com/docs/"_s)});
    QCOMPARE(help.page(), u"ttl"_s);
}

void TestUiHelp::findMarksTextAndGoesAround()
{
    ui::HelpWindow help;
    help.showPlace(u"ttl"_s);
    auto* browser = need<QTextBrowser>(&help, u"helpTextBrowser"_s);
    auto* find = need<QLineEdit>(&help, u"helpFindEdit"_s);
    tests::type(find, u"collMod"_s);
    QTest::keyClick(find, Qt::Key_Return);
    QCOMPARE(browser->textCursor().selectedText(), u"collMod"_s);
    const int first = browser->textCursor().position();
    need<QAction>(&help, u"help-find-nextAction"_s)->trigger();
    QVERIFY(browser->textCursor().position() > first);
    need<QAction>(&help, u"help-find-nextAction"_s)->trigger();
    QCOMPARE(browser->textCursor().position(), first);
    need<QAction>(&help, u"help-find-previousAction"_s)->trigger();
    QVERIFY(browser->textCursor().position() > first);
}

void TestUiHelp::findSaysWhenThereIsNothing()
{
    ui::HelpWindow help;
    auto* find = need<QLineEdit>(&help, u"helpFindEdit"_s);
    tests::type(find, u"xyzzy"_s);
    QTest::keyClick(find, Qt::Key_Return);
    const auto* result = need<QLabel>(&help, u"helpFindResultLabel"_s);
    QVERIFY(!result->text().isEmpty());
    tests::type(find, u"x"_s);
    QVERIFY(result->text().isEmpty());
}

void TestUiHelp::zoomMakesTextLargerAndUsualAgain()
{
    ui::HelpWindow help;
    const auto* browser = need<QTextBrowser>(&help, u"helpTextBrowser"_s);
    const double usual = browser->font().pointSizeF();
    need<QAction>(&help, u"help-zoom-inAction"_s)->trigger();
    QVERIFY(browser->font().pointSizeF() > usual);
    need<QAction>(&help, u"help-zoom-resetAction"_s)->trigger();
    QCOMPARE(browser->font().pointSizeF(), usual);
    need<QAction>(&help, u"help-zoom-outAction"_s)->trigger();
    QVERIFY(browser->font().pointSizeF() < usual);
}

void TestUiHelp::thePageFollowsTheTheme()
{
    auto& look = widgets::Appearance::instance();
    look.apply(widgets::Theme::Light);
    ui::HelpWindow help;
    const QTextDocument* page = need<QTextBrowser>(&help, u"helpTextBrowser"_s)->document();
    look.apply(widgets::Theme::Dark);
    QVERIFY(page->defaultStyleSheet().contains(
        widgets::color(widgets::ColorRole::Accent, true).name()));
    QCOMPARE(help.page(), ui::kFirstHelpPage);
    look.apply(widgets::Theme::Light);
}

bool TestUiHelp::openWindow()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    return m_fixture->open();
}

QWidget* TestUiHelp::dialogBy(const QString& action, const QString& dialog)
{
    auto* table = need<QTableView>(m_fixture->window.get(), u"indexesTableView"_s);
    if (!QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        || !tests::clickRow(table, tests::rowNamed(table, u"lastSeen_1"_s))
        || !m_fixture->trigger(action)) {
        return nullptr;
    }
    QDialog* found = nullptr;
    const bool active = QTest::qWaitFor([&] {
        found = m_fixture->window->findChild<QDialog*>(dialog);
        return found && found->isActiveWindow();
    });
    return active ? found : nullptr;
}

void TestUiHelp::f1OpensThePageOfTheScreen_data()
{
    QTest::addColumn<QString>("screen");
    QTest::addColumn<QString>("focus");
    QTest::addColumn<int>("tab");
    QTest::addColumn<QString>("page");
    QTest::newRow("inventory") << u"inventory"_s << u"rulesFilterEdit"_s << -1 << u"inventory"_s;
    QTest::newRow("timeline") << u"shop.sessions"_s << u"collectionTimelinePanel"_s << -1
                              << u"collection"_s;
    QTest::newRow("indexes") << u"shop.sessions"_s << u"indexesTableView"_s << 0 << u"create"_s;
    QTest::newRow("documents") << u"shop.sessions"_s << u"documentsTableView"_s << 1
                               << u"documents"_s;
}

void TestUiHelp::f1OpensThePageOfTheScreen()
{
    QFETCH(const QString, screen);
    QFETCH(const QString, focus);
    QFETCH(const int, tab);
    QFETCH(const QString, page);
    QVERIFY(openWindow() && m_fixture->openPage(screen));
    if (tab >= 0) {
        need<QTabWidget>(m_fixture->window.get(), u"collectionTabWidget"_s)->setCurrentIndex(tab);
    }
    if (QWidget* old = QApplication::focusWidget()) {
        old->clearFocus();
    }
    need<QWidget>(m_fixture->window.get(), focus)->setFocus();
    m_fixture->press(Qt::Key_F1);
    QTRY_COMPARE(shownPage(), page);
}

void TestUiHelp::f1OpensThePageOfTheDialog_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("dialog");
    QTest::addColumn<QString>("page");
    QTest::newRow("create") << u"newIndexAction"_s << u"createIndexDialog"_s << u"create"_s;
    QTest::newRow("change") << u"changeExpiryAction"_s << u"changeIndexDialog"_s << u"change"_s;
    QTest::newRow("connect") << u"connectAction"_s << u"connectDialog"_s << u"connections"_s;
    QTest::newRow("preferences") << u"preferencesAction"_s << u"preferencesDialog"_s
                                 << u"preferences"_s;
    QTest::newRow("shortcuts") << u"shortcutsAction"_s << u"shortcutsDialog"_s << u"shortcuts"_s;
    QTest::newRow("about") << u"aboutAction"_s << u"aboutBox"_s << u"index"_s;
}

void TestUiHelp::f1OpensThePageOfTheDialog()
{
    QFETCH(const QString, action);
    QFETCH(const QString, dialog);
    QFETCH(const QString, page);
    QVERIFY(openWindow() && m_fixture->openPage(u"shop.sessions"_s));
    QWidget* shown = dialogBy(action, dialog);
    QVERIFY(shown);
    QWidget* focused = shown->focusWidget();
    QTest::keyClick(focused ? focused : shown, Qt::Key_F1);
    QTRY_COMPARE(shownPage(), page);
    // the dialog in front must not keep the help from being used: a click as the desktop sends it
    ui::HelpWindow* help = shownHelp();
    QVERIFY(QTest::qWaitForWindowExposed(help));
    const auto* browser = need<QTextBrowser>(help, u"helpTextBrowser"_s);
    const double usual = browser->font().pointSizeF();
    const auto* larger = need<QToolButton>(help, u"help-zoom-inButton"_s);
    QTest::mouseClick(help->windowHandle(), Qt::LeftButton, {},
                      larger->mapTo(help, larger->rect().center()));
    QTRY_VERIFY(browser->font().pointSizeF() > usual);
}

void TestUiHelp::f1OpensThePageOfTheDockWithTheFocus_data()
{
    QTest::addColumn<QString>("dock");
    QTest::addColumn<QString>("focus");
    QTest::addColumn<QString>("page");
    QTest::newRow("activity") << u"activityDock"_s << u"journalTableView"_s << u"journal"_s;
    QTest::newRow("engine log") << u"engineLogDock"_s << u"logFilterEdit"_s << u"engine"_s;
    QTest::newRow("navigator") << u"navigatorDock"_s << u"navigatorFilterEdit"_s << u"index"_s;
}

void TestUiHelp::f1OpensThePageOfTheDockWithTheFocus()
{
    QFETCH(const QString, dock);
    QFETCH(const QString, focus);
    QFETCH(const QString, page);
    QVERIFY(openWindow());
    auto* shown = need<QDockWidget>(m_fixture->window.get(), dock);
    shown->show();
    shown->raise();
    auto* widget = need<QWidget>(m_fixture->window.get(), focus);
    QTRY_VERIFY(widget->isVisible());
    widget->setFocus();
    m_fixture->press(Qt::Key_F1);
    QTRY_COMPARE(shownPage(), page);
}

void TestUiHelp::theMenuOpensTheContents()
{
    QVERIFY(openWindow());
    m_fixture->press(Qt::Key_F1);
    QTRY_COMPARE(shownPage(), u"inventory"_s);
    QVERIFY(m_fixture->trigger(u"helpContentsAction"_s));
    QTRY_COMPARE(shownPage(), ui::kFirstHelpPage);
}

void TestUiHelp::theListOfShortcutsLeadsToTheirPage()
{
    QVERIFY(openWindow() && m_fixture->trigger(u"shortcutsAction"_s));
    auto* dialog = need<QDialog>(m_fixture->window.get(), u"shortcutsDialog"_s);
    QVERIFY(tests::click(need<QAbstractButton>(dialog, u"moreShortcutsButton"_s)));
    QTRY_COMPARE(shownPage(), u"shortcuts"_s);
    const auto* browser = need<QTextBrowser>(shownHelp(), u"helpTextBrowser"_s);
    QCOMPARE(browser->source().fragment(), u"timeline"_s);
}

void TestUiHelp::theHelpClosesWithTheWindow()
{
    QVERIFY(openWindow());
    QVERIFY(m_fixture->trigger(u"helpContentsAction"_s));
    QTRY_VERIFY(shownHelp());
    m_fixture->window->close();
    QVERIFY(!shownHelp());
}

SANDGLASS_GUI_TEST(TestUiHelp)
} // namespace tst_ui_help

#include "tst_ui_help.moc"
