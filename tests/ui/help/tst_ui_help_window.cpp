// SPDX-License-Identifier: GPL-3.0-or-later
// The help window: sections of a page, pictures, and the search over all pages.
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/help/help_access.h"
#include "tests/ui/widget_access.h"
#include "ui/help/help_browser.h"
#include "ui/help/help_search.h"
#include "widgets/style/appearance.h"

#include <QAbstractTextDocumentLayout>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

namespace tst_ui_help_window {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

namespace {

/// Whether the page is scrolled to a heading: it is the first thing at the top, or as near to it as
/// the end of the page allows.
bool isAt(const ui::HelpBrowser* browser, const QString& heading)
{
    const QTextDocument* document = browser->document();
    const QScrollBar* bar = browser->verticalScrollBar();
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        if (block.text() == heading) {
            const qreal top
                = document->documentLayout()->blockBoundingRect(block).top() - bar->value();
            return top > -2 && (top < 40 || bar->value() == bar->maximum());
        }
    }
    return false;
}

/// The widths of the pictures of the page, as they are laid out.
QList<int> pictureWidths(const ui::HelpBrowser* browser)
{
    QList<int> widths;
    const QTextDocument* document = browser->document();
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (part.fragment().charFormat().isImageFormat()) {
                const QTextLine line = block.layout()->lineAt(0);
                widths << qRound(line.naturalTextWidth());
            }
        }
    }
    return widths;
}

/// A shown help window and its parts.
struct Help
{
    ui::HelpWindow window;
    ui::HelpBrowser* browser = need<ui::HelpBrowser>(&window, u"helpTextBrowser"_s);
    QLineEdit* search = need<QLineEdit>(&window, u"helpSearchEdit"_s);
    QListWidget* contents = need<QListWidget>(&window, u"helpContentsListWidget"_s);
    QListWidget* results = need<QListWidget>(&window, u"helpResultsListWidget"_s);
    QLabel* summary = need<QLabel>(&window, u"helpSearchResultLabel"_s);

    Help()
    {
        window.resize(900, 500);
        window.show();
    }

    bool active() { return QTest::qWaitForWindowActive(&window); }
};

} // namespace

class TestHelpWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aPlaceOpensAtItsSection();
    void aSectionIsOpenedBelowPictures();
    void aLinkToASectionOpensThere_data();
    void aLinkToASectionOpensThere();
    void anUnknownSectionShowsItsPage();
    void backLeadsToThePageBeforeTheSection();
    void picturesAreNeverWiderThanThePage();
    void picturesAreNotEnlarged();
    void picturesStayInTheDarkTheme();
    void picturesAreDimmedInTheDarkTheme();
    void theSearchTakesThePlaceOfTheContents();
    void theSearchSaysHowMuchItFound();
    void enterOpensTheFirstResultAndMarksIt();
    void theKeyboardLeadsThroughTheResults();
    void aClickOpensAResult();
    void escapeEndsTheSearchAndThenTheHelp();
    void theShortcutStartsTheSearch();
    void enterWithoutAResultChangesNothing();
    void everyControlOfTheSearchHasAName();
    void theSearchReadsThePagesOfTheLanguage();
};

void TestHelpWindow::initTestCase()
{
    resources::initResources();
    widgets::Appearance::instance().apply(widgets::Theme::Light);
}

void TestHelpWindow::aPlaceOpensAtItsSection()
{
    Help help;
    help.window.showPlace(u"ttl#seconds"_s);
    QCOMPARE(help.window.page(), u"ttl"_s);
    QVERIFY(isAt(help.browser, u"Seconds"_s));
    QVERIFY(!isAt(help.browser, u"When a document expires"_s));
}

void TestHelpWindow::aSectionIsOpenedBelowPictures()
{
    Help help;
    help.window.showPlace(u"collection#fresh"_s);
    QVERIFY(!pictureWidths(help.browser).isEmpty());
    QVERIFY(isAt(help.browser, u"How fresh is it?"_s));
    QVERIFY(help.browser->verticalScrollBar()->value() > 0);
}

void TestHelpWindow::aLinkToASectionOpensThere_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("heading");
    QTest::newRow("of another page")
        << u"not-expiring.html#field-type"_s << u"not-expiring"_s << u"Values are dates"_s;
    QTest::newRow("of the same page") << u"#deleted"_s << u"ttl"_s << u"When it is deleted"_s;
}

void TestHelpWindow::aLinkToASectionOpensThere()
{
    QFETCH(const QString, link);
    QFETCH(const QString, page);
    QFETCH(const QString, heading);
    Help help;
    help.window.showPlace(u"ttl"_s);
    Q_EMIT help.browser->anchorClicked(help.browser->source().resolved(QUrl(link)));
    QCOMPARE(help.window.page(), page);
    QVERIFY(isAt(help.browser, heading));
}

void TestHelpWindow::anUnknownSectionShowsItsPage()
{
    Help help;
    help.window.showPlace(u"ttl#<no such section>&\""_s);
    QCOMPARE(help.window.page(), u"ttl"_s);
    QCOMPARE(help.browser->verticalScrollBar()->value(), 0);
    help.window.showPlace(u"nowhere#seconds"_s);
    QCOMPARE(help.window.page(), ui::kFirstHelpPage);
}

void TestHelpWindow::backLeadsToThePageBeforeTheSection()
{
    Help help;
    help.window.showPlace(u"ttl"_s);
    help.window.showPlace(u"ttl#products"_s);
    const int there = help.browser->verticalScrollBar()->value();
    QVERIFY(there > 0);
    help.browser->backward();
    QCOMPARE(help.browser->verticalScrollBar()->value(), 0);
    help.browser->forward();
    QCOMPARE(help.browser->verticalScrollBar()->value(), there);
}

void TestHelpWindow::picturesAreNeverWiderThanThePage()
{
    Help help;
    help.window.showPlace(u"create"_s);
    for (const int width : {900, 600, 1'100}) {
        help.window.resize(width, 500);
        QCoreApplication::processEvents();
        const QList<int> widths = pictureWidths(help.browser);
        QVERIFY(!widths.isEmpty());
        for (const int picture : widths) {
            QVERIFY2(picture > 100 && picture <= help.browser->viewport()->width(),
                     qPrintable(QString::number(picture)));
        }
        QCOMPARE(help.browser->horizontalScrollBar()->maximum(), 0);
    }
}

void TestHelpWindow::picturesAreNotEnlarged()
{
    Help help;
    help.window.showPlace(u"create"_s);
    help.window.resize(2'000, 900);
    QCoreApplication::processEvents();
    const QImage file(u":/help/pictures/en/create.png"_s);
    QCOMPARE(pictureWidths(help.browser).value(0), file.width());
}

void TestHelpWindow::picturesStayInTheDarkTheme()
{
    Help help;
    help.window.showPlace(u"create"_s);
    const QList<int> widths = pictureWidths(help.browser);
    widgets::Appearance::instance().apply(widgets::Theme::Dark);
    QCOMPARE(pictureWidths(help.browser), widths);
    widgets::Appearance::instance().apply(widgets::Theme::Light);
}

void TestHelpWindow::picturesAreDimmedInTheDarkTheme()
{
    Help help;
    help.window.showPlace(u"create"_s);
    const QUrl url = help.browser->source().resolved(QUrl(u"../pictures/en/create.png"_s));
    const auto lightest = [&] {
        const auto picture
            = help.browser->document()->resource(QTextDocument::ImageResource, url).value<QImage>();
        int most = 0;
        for (int x = 0; x < picture.width(); ++x) {
            most = std::max(most, qGray(picture.pixel(x, picture.height() / 2)));
        }
        return most;
    };
    QVERIFY(lightest() > 230);
    widgets::Appearance::instance().apply(widgets::Theme::Dark);
    const int dimmed = lightest();
    widgets::Appearance::instance().apply(widgets::Theme::Light);
    QVERIFY2(dimmed > 128 && dimmed < 204, qPrintable(QString::number(dimmed)));
}

void TestHelpWindow::theSearchTakesThePlaceOfTheContents()
{
    Help help;
    QVERIFY(help.contents->isVisible() && !help.results->isVisible());
    tests::type(help.search, u"mongo"_s);
    QVERIFY(!help.contents->isVisible() && help.results->isVisible());
    help.search->clear();
    QVERIFY(help.contents->isVisible() && !help.summary->isVisible());
}

void TestHelpWindow::theSearchSaysHowMuchItFound()
{
    Help help;
    tests::type(help.search, u"sandglassBounded"_s);
    QCOMPARE(help.results->count(), 1);
    const QString one = help.summary->text();
    QVERIFY2(one.contains(u'1'), qPrintable(one));
    tests::type(help.search, u"ttl"_s);
    QCOMPARE(help.results->count(), static_cast<int>(ui::HelpSearch::kMostHits));
    QVERIFY2(help.summary->text().startsWith(u"50 or more "_s), qPrintable(help.summary->text()));
    tests::type(help.search, u"xyzzy"_s);
    QCOMPARE(help.results->count(), 0);
    QVERIFY(help.summary->isVisible() && help.summary->text() != one);
}

void TestHelpWindow::enterOpensTheFirstResultAndMarksIt()
{
    Help help;
    QVERIFY(help.active());
    tests::type(help.search, u"SANDGLASSbounded"_s);
    QTest::keyClick(help.search, Qt::Key_Return);
    QCOMPARE(help.window.page(), u"engine"_s);
    QCOMPARE(help.browser->source().fragment(), u"counting"_s);
    QCOMPARE(help.browser->textCursor().selectedText(), u"sandglassBounded"_s);
    QVERIFY(help.browser->viewport()->rect().contains(help.browser->cursorRect().center()));
}

void TestHelpWindow::theKeyboardLeadsThroughTheResults()
{
    Help help;
    QVERIFY(help.active());
    tests::type(help.search, u"rehearsal"_s);
    QVERIFY(help.results->count() > 1);
    QTest::keyClick(help.search, Qt::Key_Down);
    QVERIFY(help.results->hasFocus());
    QCOMPARE(help.results->currentRow(), 0);
    QTest::keyClick(help.results, Qt::Key_Down);
    const QString before = help.window.page();
    QTest::keyClick(help.results, Qt::Key_Return);
    QCOMPARE(help.browser->textCursor().selectedText().toLower(), u"rehearsal"_s);
    QVERIFY(help.results->isVisible());
    QVERIFY(before != help.window.page() || !help.browser->source().fragment().isEmpty());
}

void TestHelpWindow::aClickOpensAResult()
{
    Help help;
    tests::type(help.search, u"DATE_BLOCKS"_s);
    QVERIFY(tests::clickRow(help.results, help.results->model()->index(0, 0)));
    QCOMPARE(help.window.page(), u"engine"_s);
    QCOMPARE(help.browser->textCursor().selectedText(), u"DATE_BLOCKS"_s);
}

void TestHelpWindow::escapeEndsTheSearchAndThenTheHelp()
{
    Help help;
    QVERIFY(help.active());
    tests::type(help.search, u"purge"_s);
    QTest::keyClick(help.search, Qt::Key_Escape);
    QVERIFY(help.window.isVisible() && help.search->text().isEmpty());
    QTest::keyClick(help.search, Qt::Key_Escape);
    QVERIFY(!help.window.isVisible());
}

void TestHelpWindow::theShortcutStartsTheSearch()
{
    Help help;
    QVERIFY(help.active());
    tests::type(help.search, u"purge"_s);
    help.browser->setFocus();
    QTest::keyClick(help.browser, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(help.search->hasFocus());
    QCOMPARE(help.search->selectedText(), u"purge"_s);
    QVERIFY(help.search->toolTip().contains(u"(Ctrl+F)"_s));
    help.browser->setFocus();
    QTest::keyClick(help.browser, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(need<QLineEdit>(&help.window, u"helpFindEdit"_s)->hasFocus());
}

void TestHelpWindow::enterWithoutAResultChangesNothing()
{
    Help help;
    QVERIFY(help.active());
    help.window.showPlace(u"purge"_s);
    for (const QString& query : {u"xyzzy"_s, u"  "_s, QString()}) {
        tests::type(help.search, query);
        QTest::keyClick(help.search, Qt::Key_Return);
        QTest::keyClick(help.search, Qt::Key_Down);
        QCOMPARE(help.window.page(), u"purge"_s);
        QVERIFY(help.search->hasFocus());
    }
}

void TestHelpWindow::everyControlOfTheSearchHasAName()
{
    const Help help;
    for (const QWidget* widget :
         std::initializer_list<const QWidget*>{help.search, help.results, help.contents}) {
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
    tests::type(help.search, u"purge"_s);
    QVERIFY(help.results->item(0)->text().contains(u'\n'));
}

// last, because the language stays
void TestHelpWindow::theSearchReadsThePagesOfTheLanguage()
{
    QCOMPARE(resources::installLanguage(u"zh_CN"_s), u"zh_CN"_s);
    Help help;
    QVERIFY(help.active());
    help.search->setFocus();
    help.search->setText(u"监控器 60"_s); // Qt Test types ASCII only
    QVERIFY(help.results->count() > 0);
    QTest::keyClick(help.search, Qt::Key_Return);
    QVERIFY(help.browser->source().path().startsWith(u"/help/zh_CN/"_s));
    QVERIFY(!help.browser->textCursor().selectedText().isEmpty());
}

SANDGLASS_GUI_TEST(TestHelpWindow)
} // namespace tst_ui_help_window

#include "tst_ui_help_window.moc"
