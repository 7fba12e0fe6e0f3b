// SPDX-License-Identifier: GPL-3.0-or-later
// The help's pages as they are written: one structure in both languages, names as the program has
// them, keys as the window has them.
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/support/translation_catalogue.h"
#include "tests/ui/help/help_access.h"
#include "tests/ui/help/shortcut_tables.h"
#include "tests/ui/window_fixture.h"
#include "ui/help/help_pages.h"

#include <QAction>
#include <QDialog>
#include <QDirIterator>
#include <QHash>
#include <QImageReader>
#include <QLabel>
#include <QRegularExpression>
#include <QSet>

namespace tst_ui_help_pages {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::capturesOf;
using tests::helpText;

namespace {

const QString kEnglish = u"en"_s;
const QString kChinese = u"zh_CN"_s;

/// The blocks of a page in their order: "h1 p ul li li h2 p".
QString structure(const QString& html)
{
    return capturesOf(html, u"<(h[1-6]|p|ul|ol|li|table|tr|td|th|pre|img)[ >]"_s).join(u' ');
}

/// A text of the program as a page quotes it: without access key and dots.
QString quoted(QString text)
{
    static const QRegularExpression kChineseKey(u"\\(&\\w\\)"_s);
    return text.remove(kChineseKey).remove(u'&').remove(u'…').remove(u'：').remove(u':');
}

/// English texts of the program, as pages quote them, and what each is in Chinese.
QHash<QString, QStringList> names()
{
    QHash<QString, QStringList> found;
    const auto texts
        = tests::readCatalogue(QStringLiteral(SANDGLASS_CATALOGUES "/sandglass_zh_CN.ts"));
    if (texts) {
        for (const tests::CatalogueText& text : *texts) {
            found[quoted(text.source).toLower()] << quoted(text.forms.value(0));
        }
    }
    return found;
}

} // namespace

class TestHelpPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void bothLanguagesHaveOneStructure_data() { pages(); }
    void bothLanguagesHaveOneStructure();
    void codeIsTheSameInBothLanguages_data() { pages(); }
    void codeIsTheSameInBothLanguages();
    void bothLanguagesHaveTheSameAnchors_data() { pages(); }
    void bothLanguagesHaveTheSameAnchors();
    void everySectionHasAnAnchor_data() { pages(); }
    void everySectionHasAnAnchor();
    void everyPictureIsThereAndDescribed_data() { pages(); }
    void everyPictureIsThereAndDescribed();
    void everyPictureIsShownSomewhere();
    void thePicturesAreSmall();
    void everyTagIsClosed_data() { pages(); }
    void everyTagIsClosed();
    void nothingIsLoadedFromElsewhere_data() { pages(); }
    void nothingIsLoadedFromElsewhere();
    void namesAreQuotedAsTheProgramTranslatesThem_data() { pages(); }
    void namesAreQuotedAsTheProgramTranslatesThem();
    void headingsAreUniqueWithinAPage_data() { pages(); }
    void headingsAreUniqueWithinAPage();
    void everyPageIsReachedFromTheFirst();
    void titlesAreUnique();
    void theTablesAreWrittenFromTheActions();
    void theDialogOfShortcutsHasThemAll();
    void chinesePagesAreChinese_data() { pages(); }
    void chinesePagesAreChinese();
    // last, because the language stays
    void theShortcutsAreThoseOfTheWindow_data();
    void theShortcutsAreThoseOfTheWindow();

private:
    static void pages();
};

void TestHelpPages::pages()
{
    QTest::addColumn<QString>("page");
    const QStringList all = ui::helpPages();
    for (const QString& page : all) {
        QTest::newRow(qPrintable(page)) << page;
    }
}

void TestHelpPages::bothLanguagesHaveOneStructure()
{
    QFETCH(QString, page);
    QVERIFY(!structure(helpText(page, kEnglish)).isEmpty());
    QCOMPARE(structure(helpText(page, kChinese)), structure(helpText(page, kEnglish)));
}

void TestHelpPages::codeIsTheSameInBothLanguages()
{
    QFETCH(QString, page);
    for (const QString& tag : {u"code"_s, u"pre"_s}) {
        const QString pattern = u"<%1>(.*?)</%1>"_s.arg(tag);
        QStringList english = capturesOf(helpText(page, kEnglish), pattern);
        QStringList chinese = capturesOf(helpText(page, kChinese), pattern);
        // the filter also takes Chinese names of columns
        static const QRegularExpression kHan(u"\\p{Han}"_s);
        chinese.removeIf([&](const QString& code) { return code.contains(kHan); });
        english.sort();
        chinese.sort();
        QCOMPARE(chinese.join(u'\n'), english.join(u'\n'));
    }
}

void TestHelpPages::bothLanguagesHaveTheSameAnchors()
{
    QFETCH(QString, page);
    QStringList english = tests::anchorsOf(page, kEnglish);
    QCOMPARE(tests::anchorsOf(page, kChinese).join(u' '), english.join(u' '));
    QCOMPARE(english.removeDuplicates(), 0);
}

// a search result leads to its section
void TestHelpPages::everySectionHasAnAnchor()
{
    QFETCH(QString, page);
    for (const QString& language : {kEnglish, kChinese}) {
        const QString html = helpText(page, language);
        QCOMPARE(html.count(u"<h2"_s) + html.count(u"<h3"_s),
                 html.count(u"<h2 id="_s) + html.count(u"<h3 id="_s));
    }
}

void TestHelpPages::everyPictureIsThereAndDescribed()
{
    QFETCH(QString, page);
    for (const QString& language : {kEnglish, kChinese}) {
        for (const QString& tag : capturesOf(helpText(page, language), u"<img ([^>]*)>"_s)) {
            const QString file = capturesOf(tag, u"src=\"\\.\\./([^\"]*)\""_s).value(0);
            QVERIFY2(file.startsWith(u"pictures/%1/"_s.arg(language)), qPrintable(tag));
            const QSize size = QImageReader(u":/help/"_s + file).size();
            QVERIFY2(size.width() > 100 && size.width() <= 900, qPrintable(file));
            QVERIFY2(!capturesOf(tag, u"alt=\"([^\"]+)\""_s).isEmpty(), qPrintable(file));
        }
    }
}

void TestHelpPages::everyPictureIsShownSomewhere()
{
    for (const QString& language : {kEnglish, kChinese}) {
        QString all;
        const QStringList pages = ui::helpPages();
        for (const QString& page : pages) {
            all += helpText(page, language);
        }
        const QStringList files = QDir(u":/help/pictures/"_s + language).entryList();
        QVERIFY(!files.isEmpty());
        for (const QString& file : files) {
            QVERIFY2(all.contains(u"src=\"../pictures/%1/%2\""_s.arg(language, file)),
                     qPrintable(file));
        }
    }
}

// they are compiled into the program
void TestHelpPages::thePicturesAreSmall()
{
    qint64 bytes = 0;
    QDirIterator files(u":/help/pictures"_s, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bytes += files.fileInfo().size();
    }
    QVERIFY2(bytes > 0 && bytes < 2'500'000, qPrintable(QString::number(bytes)));
}

void TestHelpPages::everyTagIsClosed()
{
    QFETCH(QString, page);
    static const QRegularExpression kTag(u"<(/?)([a-z0-9]+)[^>]*>"_s);
    for (const QString& language : {kEnglish, kChinese}) {
        QStringList open;
        for (auto each = kTag.globalMatch(helpText(page, language)); each.hasNext();) {
            const QRegularExpressionMatch tag = each.next();
            const QString name = tag.captured(2);
            if (name == "meta"_L1 || name == "br"_L1 || name == "img"_L1) {
                continue;
            }
            if (tag.captured(1).isEmpty()) {
                open << name;
            } else {
                QCOMPARE(open.isEmpty() ? QString() : open.takeLast(), name);
            }
        }
        QCOMPARE(open, QStringList());
    }
}

void TestHelpPages::nothingIsLoadedFromElsewhere()
{
    QFETCH(QString, page);
    for (const QString& language : {kEnglish, kChinese}) {
        const QString html = helpText(page, language);
        for (const QString& tag : {u"<script"_s, u"<iframe"_s, u"<link"_s, u"src=\"http"_s}) {
            QVERIFY2(!html.contains(tag), qPrintable(tag));
        }
    }
}

void TestHelpPages::namesAreQuotedAsTheProgramTranslatesThem()
{
    QFETCH(QString, page);
    static const QHash<QString, QStringList> kNames = names();
    QVERIFY(kNames.size() > 500);
    const QString chinese = helpText(page, kChinese);
    QStringList missing;
    for (const QString& bold : capturesOf(helpText(page, kEnglish), u"<b>(.*?)</b>"_s)) {
        const QStringList translated = kNames.value(quoted(bold).toLower());
        const bool there = translated.isEmpty()
            || std::any_of(translated.begin(), translated.end(),
                           [&](const QString& name) { return chinese.contains(name); });
        if (!there) {
            missing << u"%1 -> %2"_s.arg(bold, translated.join(u" | "_s));
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(u'\n' + missing.join(u'\n')));
}

void TestHelpPages::headingsAreUniqueWithinAPage()
{
    QFETCH(QString, page);
    for (const QString& language : {kEnglish, kChinese}) {
        QStringList headings = capturesOf(helpText(page, language), u"<h[1-6][^>]*>(.*?)</h"_s);
        QVERIFY(!headings.isEmpty());
        QCOMPARE(headings.removeDuplicates(), 0);
    }
}

void TestHelpPages::everyPageIsReachedFromTheFirst()
{
    QSet<QString> reached{ui::kFirstHelpPage};
    QStringList toVisit{ui::kFirstHelpPage};
    while (!toVisit.isEmpty()) {
        for (const QString& next :
             capturesOf(helpText(toVisit.takeFirst(), kEnglish), u"href=\"([a-z_-]+)\\.html"_s)) {
            if (!reached.contains(next)) {
                reached << next;
                toVisit << next;
            }
        }
    }
    QStringList alone = ui::helpPages();
    // the contents beside the page lead to what no text needs to mention
    alone.removeIf(
        [&](const QString& page) { return reached.contains(page) || page == "shortcuts"_L1; });
    QCOMPARE(alone.join(u' '), QString());
}

void TestHelpPages::titlesAreUnique()
{
    for (const QString& language : {kEnglish, kChinese}) {
        QStringList titles;
        const QStringList all = ui::helpPages();
        for (const QString& page : all) {
            titles << ui::helpTitle(ui::helpFile(page, language));
        }
        QVERIFY(!titles.contains(QString()));
        QCOMPARE(titles.removeDuplicates(), 0);
    }
}

void TestHelpPages::theDialogOfShortcutsHasThemAll()
{
    const tests::WindowFixture fixture;
    tests::need<QAction>(fixture.window.get(), u"shortcutsAction"_s)->trigger();
    const auto* dialog = tests::need<QDialog>(fixture.window.get(), u"shortcutsDialog"_s);
    QStringList listed;
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        listed << label->text();
    }
    int keys = 0;
    for (const QAction* action : fixture.window->findChildren<QAction*>()) {
        // Qt's widgets have keys of theirs
        if (!action->shortcut().isEmpty() && action->objectName().endsWith(u"Action"_s)) {
            const QString shown = action->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(listed.contains(shown), qPrintable(shown));
            ++keys;
        }
    }
    QVERIFY(keys > 10);
}

void TestHelpPages::theShortcutsAreThoseOfTheWindow_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << kEnglish;
    QTest::newRow("Chinese") << kChinese;
}

void TestHelpPages::theTablesAreWrittenFromTheActions()
{
    const QString written = tests::withShortcutTables(
        u"a<table id=\"window-keys\">\nold</table>b<table id=\"help-keys\">\n</table>c"_s,
        kEnglish);
    QVERIFY(written.startsWith(u"a<table id=\"window-keys\">\n<tr><td>"_s));
    QVERIFY(written.contains(u"<tr><td>Ctrl+E</td><td>Change expiry</td></tr>\n"_s));
    QVERIFY(written.contains(u"<tr><td>Alt+Left</td><td>Back</td></tr>\n"_s));
    QVERIFY(!written.contains(u"old"_s) && written.endsWith(u"</table>c"_s));
    QCOMPARE(tests::withShortcutTables(u"<p>no tables</p>"_s, kEnglish), u"<p>no tables</p>"_s);
}

// packaging/scripts/help-pictures writes the tables
void TestHelpPages::theShortcutsAreThoseOfTheWindow()
{
    QFETCH(QString, language);
    QCOMPARE(resources::installLanguage(language), language);
    const QString page = helpText(u"shortcuts"_s, language);
    QCOMPARE(page, tests::withShortcutTables(page, language));
    for (const QString& table : {u"window-keys"_s, u"help-keys"_s}) {
        const QString rows
            = page.section(u"<table id=\"%1\">"_s.arg(table), 1).section(u"</table>"_s, 0, 0);
        QVERIFY2(rows.count(u"<tr>"_s) >= 10, qPrintable(table));
    }
    QVERIFY(page.contains(u"<tr><td>Ctrl+T</td>"_s));
}

void TestHelpPages::chinesePagesAreChinese()
{
    QFETCH(QString, page);
    static const QRegularExpression kWords(u"(?:[A-Za-z]+[ ,]+){6}"_s); // six English words
    QString html = helpText(page, kChinese);
    static const QRegularExpression kCode(u"<(code|pre)>.*?</\\1>"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch english = kWords.match(html.remove(kCode));
    QVERIFY2(!english.hasMatch(), qPrintable(english.captured()));
}

SANDGLASS_GUI_TEST(TestHelpPages)
} // namespace tst_ui_help_pages

#include "tst_ui_help_pages.moc"
