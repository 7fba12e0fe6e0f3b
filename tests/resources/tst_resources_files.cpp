// SPDX-License-Identifier: GPL-3.0-or-later
// What is compiled in against what the sources ask for: icons, pictures of both themes, texts.
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/support/translation_catalogue.h"
#include "widgets/style/appearance.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QSvgRenderer>

#include <algorithm>
#include <vector>

namespace tst_resources_files {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestResourcesFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyIconInTheFolderIsCompiledIn();
    void everyIconThatIsNamedExists();
    void everyIconIsNamedSomewhere();
    void everyPictureOfAThemeHasItsSibling();
    void siblingsDifferInColourOnly();
    void everyFileOfTheStyleSheetExists_data();
    void everyFileOfTheStyleSheetExists();
    void theStyleSheetHasNoPixelsForText();
    void everyDrawingIsOne_data() { drawings(); }
    void everyDrawingIsOne();
    void noDrawingLoadsAnything_data() { drawings(); }
    void noDrawingLoadsAnything();
    void everyTextIsInTheCatalogue();
    void noTextOfTheCatalogueIsGone();
    void everyPluralIsInTheEnglishCatalogueToo();
    void noTextIsThereTwice();
    void accessKeysAreTheSameInBothLanguages();

private:
    static void drawings();
    /// The texts of all sources that make screens.
    QString m_sources;
    QSet<QString> m_texts; // in tr() and in forms
    std::vector<tests::CatalogueText> m_catalogue;
};

namespace {

QString read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList captures(const QString& text, const QString& pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto each = expression.globalMatch(text); each.hasNext();) {
        found << each.next().captured(1);
    }
    return found;
}

/// The text of neighbouring literals as the compiler joins them: "a" "b" is ab.
QString joined(const QString& literals)
{
    QString text = captures(literals, u"\"((?:[^\"\\\\]|\\\\.)*)\""_s).join(QString());
    static const QRegularExpression kCode(u"\\\\u([0-9A-Fa-f]{4})"_s);
    for (auto code = kCode.match(text); code.hasMatch(); code = kCode.match(text)) {
        text.replace(code.capturedStart(), code.capturedLength(),
                     QChar(code.captured(1).toUShort(nullptr, 16)));
    }
    return text.replace(u"\\n"_s, u"\n"_s).replace(u"\\\""_s, u"\""_s).replace(u"\\\\"_s, u"\\"_s);
}

QString unescaped(QString xml)
{
    return xml.replace(u"&lt;"_s, u"<"_s)
        .replace(u"&gt;"_s, u">"_s)
        .replace(u"&quot;"_s, u"\""_s)
        .replace(u"&amp;"_s, u"&"_s);
}

QStringList compiledIcons()
{
    QStringList names = QDir(u":/icons"_s).entryList({u"*.svg"_s});
    names.replaceInStrings(u".svg"_s, QString());
    return names;
}

/// A drawing with its colours taken out.
QString withoutColours(QString svg)
{
    static const QRegularExpression kColour(u"#[0-9A-Fa-f]{3,8}"_s);
    return svg.replace(kColour, u"#"_s);
}

} // namespace

void TestResourcesFiles::initTestCase()
{
    resources::initResources();
    const QString root = QStringLiteral(SANDGLASS_SOURCES);
    for (const QString& folder : {u"/app"_s, u"/ui"_s, u"/widgets"_s}) {
        QDirIterator files(root + folder, {u"*.cpp"_s, u"*.h"_s, u"*.ui"_s}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (path.contains(u"/app/engine/"_s)) {
                continue; // shows nothing
            }
            const QString text = read(path);
            m_sources += text;
            if (path.endsWith(u".ui"_s)) {
                for (const QString& string : captures(text, u"<string>(.*?)</string>"_s)) {
                    m_texts << unescaped(string);
                }
            }
        }
    }
    QVERIFY(m_sources.size() > 1'000'000);
    const QString literal = u"\"(?:[^\"\\\\]|\\\\.)*\""_s;
    for (const QString& literals :
         captures(m_sources, u"\\btr\\(\\s*((?:%1\\s*)+)"_s.arg(literal))) {
        m_texts << joined(literals);
    }
    // translate() names the context first
    for (const QString& literals :
         captures(m_sources, u"\\btranslate\\(\\s*%1\\s*,\\s*((?:%1\\s*)+)"_s.arg(literal))) {
        m_texts << joined(literals);
    }
    // so does the macro for texts that stand in tables
    for (const QString& literals : captures(
             m_sources, u"\\bQT_TRANSLATE_NOOP\\(\\s*%1\\s*,\\s*((?:%1\\s*)+)"_s.arg(literal))) {
        m_texts << joined(literals);
    }
    const auto catalogue = tests::readCatalogue(root + u"/resources/i18n/sandglass_zh_CN.ts"_s);
    QVERIFY(catalogue);
    m_catalogue = *catalogue;
}

void TestResourcesFiles::everyIconInTheFolderIsCompiledIn()
{
    QStringList files
        = QDir(QStringLiteral(SANDGLASS_SOURCES) + u"/resources/icons"_s).entryList({u"*.svg"_s});
    files.replaceInStrings(u".svg"_s, QString());
    QCOMPARE(compiledIcons(), files);
}

void TestResourcesFiles::everyIconThatIsNamedExists()
{
    const QString text = u"(?:QStringLiteral\\(|u|s\\()?\""_s;
    QStringList named;
    for (const QString& pattern :
         {u"\\bicon\\(\\s*"_s, u"\\bsetIconName\\(\\s*"_s,
          // an object name comes first: action(), addPart(), addButton(), addActionButton()
          u"(?:\\baction|addPart|addButton)\\(\\s*%1[\\w-]+\"\\)?(?:_s)?,\\s*"_s.arg(text),
          u"addActionButton\\(\\*?\\w+,\\s*%1[\\w-]+\"\\)?(?:_s)?,\\s*"_s.arg(text)}) {
        named << captures(m_sources, pattern + text + u"([a-z-]+)\""_s);
    }
    named.removeDuplicates();
    QVERIFY2(named.size() > 25, qPrintable(named.join(u' ')));
    const QStringList there = compiledIcons();
    for (const QString& name : named) {
        QVERIFY2(there.contains(name), qPrintable(name));
    }
}

void TestResourcesFiles::everyIconIsNamedSomewhere()
{
    const QStringList pictures{u"check-dark"_s, u"check-light"_s};
    QStringList unused;
    for (const QString& name : compiledIcons()) {
        if (!m_sources.contains(u'"' + name + u'"') && !pictures.contains(name)) {
            unused << name;
        }
    }
    QCOMPARE(unused.join(u' '), QString());
}

void TestResourcesFiles::everyPictureOfAThemeHasItsSibling()
{
    const QStringList there = compiledIcons();
    int pairs = 0;
    for (const QString& name : there) {
        const bool light = name.endsWith(u"-light"_s);
        if (light || name.endsWith(u"-dark"_s)) {
            const QString kind = name.section(u'-', 0, -2);
            QVERIFY2(there.contains(kind + (light ? u"-dark"_s : u"-light"_s)), qPrintable(name));
            ++pairs;
        }
    }
    QVERIFY(pairs > 0);
}

void TestResourcesFiles::siblingsDifferInColourOnly()
{
    for (const QString& name : compiledIcons().filter(u"-light"_s)) {
        const QString light = read(u":/icons/%1.svg"_s.arg(name));
        const QString dark
            = read(u":/icons/%1.svg"_s.arg(QString(name).replace(u"-light"_s, u"-dark"_s)));
        QVERIFY(light != dark);
        QCOMPARE(withoutColours(dark), withoutColours(light));
    }
}

void TestResourcesFiles::everyFileOfTheStyleSheetExists_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestResourcesFiles::everyFileOfTheStyleSheetExists()
{
    QFETCH(bool, dark);
    const QStringList files
        = captures(widgets::themeStyleSheet(dark), u"url\\(\"?([^)\"]+)\"?\\)"_s);
    QVERIFY(!files.isEmpty());
    for (const QString& file : files) {
        QVERIFY2(QFile::exists(file), qPrintable(file));
        QVERIFY2(file.contains(dark ? u"-dark"_s : u"-light"_s), qPrintable(file));
    }
}

// Source: ui/DESIGN.md, For everyone. No fixed pixel sizes.
void TestResourcesFiles::theStyleSheetHasNoPixelsForText()
{
    const QString sheet = widgets::themeStyleSheet(false);
    for (const QString& size : captures(sheet, u"(font-size:[^;]*px)"_s)) {
        QFAIL(qPrintable(size));
    }
    // a line may be one pixel wide; what gives room follows the font
    for (const QString& room : captures(
             sheet, u"((?:padding|min-width|min-height|spacing)[a-z-]*:[^;]*[2-9]px[^;]*)"_s)) {
        QFAIL(qPrintable(room));
    }
}

void TestResourcesFiles::drawings()
{
    QTest::addColumn<QString>("file");
    for (const QString& name : compiledIcons()) {
        QTest::newRow(qPrintable(name)) << u":/icons/%1.svg"_s.arg(name);
    }
}

void TestResourcesFiles::everyDrawingIsOne()
{
    QFETCH(QString, file);
    const QSvgRenderer drawing(file);
    QVERIFY(drawing.isValid());
    QCOMPARE(drawing.viewBoxF().width(), drawing.viewBoxF().height());
}

void TestResourcesFiles::noDrawingLoadsAnything()
{
    QFETCH(QString, file);
    const QString svg = read(file);
    for (const QString& way :
         {u"<script"_s, u"href="_s, u"<image"_s, u"@import"_s, u"<!ENTITY"_s}) {
        QVERIFY2(!svg.contains(way), qPrintable(way));
    }
    QVERIFY(svg.contains(u"SPDX-License-Identifier"_s));
}

void TestResourcesFiles::everyTextIsInTheCatalogue()
{
    QSet<QString> translated;
    for (const tests::CatalogueText& text : m_catalogue) {
        translated << text.source;
    }
    QStringList missing;
    for (const QString& text : m_texts) {
        if (!text.isEmpty() && !translated.contains(text)) {
            missing << text;
        }
    }
    missing.sort();
    QVERIFY(m_texts.size() > 800);
    QVERIFY2(missing.isEmpty(), qPrintable(u'\n' + missing.join(u'\n')));
}

void TestResourcesFiles::noTextOfTheCatalogueIsGone()
{
    QStringList gone;
    for (const tests::CatalogueText& text : m_catalogue) {
        if (!m_texts.contains(text.source)) {
            gone << u"%1: %2"_s.arg(text.context, text.source);
        }
    }
    QVERIFY2(gone.isEmpty(), qPrintable(u'\n' + gone.join(u'\n')));
}

void TestResourcesFiles::everyPluralIsInTheEnglishCatalogueToo()
{
    const auto english = tests::readCatalogue(QStringLiteral(SANDGLASS_SOURCES)
                                              + u"/resources/i18n/sandglass_en.ts"_s);
    QVERIFY(english);
    const auto pluralsOf = [](const std::vector<tests::CatalogueText>& texts) {
        QStringList plurals;
        for (const tests::CatalogueText& text : texts) {
            if (text.plural) {
                plurals << text.context + u'|' + text.source;
            }
        }
        plurals.sort();
        return plurals;
    };
    QCOMPARE(pluralsOf(*english), pluralsOf(m_catalogue));
    for (const tests::CatalogueText& text : *english) {
        QVERIFY2(text.plural && text.forms.size() == 2, qPrintable(text.source));
    }
}

void TestResourcesFiles::noTextIsThereTwice()
{
    QSet<QString> seen;
    QSet<QString> twice;
    for (const tests::CatalogueText& text : m_catalogue) {
        const QString key = text.context + u'|' + text.source;
        if (seen.contains(key)) {
            twice << key;
        }
        seen << key;
    }
    // one word in two senses has a comment that tells them apart; there are few
    QVERIFY2(twice.size() < 10, qPrintable(QStringList(twice.values()).join(u'\n')));
}

void TestResourcesFiles::accessKeysAreTheSameInBothLanguages()
{
    // the entries of the window's menus, by their Chinese keys
    QHash<QString, QStringList> keys;
    for (const tests::CatalogueText& text : m_catalogue) {
        static const QRegularExpression kKey(u"&(\\w)"_s);
        const QString english = kKey.match(text.source).captured(1).toUpper();
        const QString chinese = kKey.match(text.forms.value(0)).captured(1).toUpper();
        if (!english.isEmpty() && english != chinese) {
            keys[text.context] << u"%1 (%2): %3"_s.arg(text.source, english, text.forms.value(0));
        }
    }
    // a user who switches the language keeps the keys that the fingers know
    QStringList others;
    for (const QString& context : keys.keys()) {
        others << keys.value(context);
    }
    QVERIFY2(others.isEmpty(), qPrintable(u'\n' + others.join(u'\n')));
}

SANDGLASS_GUI_TEST(TestResourcesFiles)
} // namespace tst_resources_files

#include "tst_resources_files.moc"
