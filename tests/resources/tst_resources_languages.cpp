// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogues in resources/i18n as the translators left them, and which of them is chosen.
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/support/translation_catalogue.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_resources_languages {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::CatalogueText;

class TestResourcesLanguages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyChineseTextIsFinished();
    void placeholdersAreThoseOfTheSource_data() { catalogues(); }
    void placeholdersAreThoseOfTheSource();
    void everyCountHasItsDigitsGrouped();
    void pluralFormsAreThoseOfTheLanguage_data() { catalogues(); }
    void pluralFormsAreThoseOfTheLanguage();
    void accessKeysAreThereWhereTheSourceHasOne_data() { catalogues(); }
    void accessKeysAreThereWhereTheSourceHasOne();
    void lineEndingsAndDotsFollowTheSource();
    void theChoiceOfTheUserComesFirst();
    void theSystemsLanguageIsTakenWithoutAChoice_data();
    void theSystemsLanguageIsTakenWithoutAChoice();
    void theChosenLanguageIsSpoken();

private:
    static void catalogues();
};

namespace {

/// "%1", "%L2", "%n", "%Ln" in the text, each once, sorted.
QStringList placeholders(const QString& text)
{
    static const QRegularExpression kPlace(u"%(L?[1-9][0-9]?|L?n)"_s);
    QStringList found;
    for (auto each = kPlace.globalMatch(text); each.hasNext();) {
        found << each.next().captured();
    }
    found.sort();
    found.removeDuplicates();
    return found;
}

bool hasAccessKey(const QString& text)
{
    static const QRegularExpression kKey(u"&(?=\\w)"_s,
                                         QRegularExpression::UseUnicodePropertiesOption);
    return kKey.match(text).hasMatch();
}

/// A line for each message that `wrong` finds a fault in.
template <typename Judge>
QString complaints(const QString& language, const Judge& wrong)
{
    const auto messages = tests::readCatalogue(QStringLiteral(SANDGLASS_CATALOGUES)
                                               + u"/sandglass_%1.ts"_s.arg(language));
    if (!messages || messages->empty()) {
        return u"the catalogue cannot be read"_s;
    }
    QStringList lines;
    for (const CatalogueText& message : *messages) {
        if (wrong(message)) {
            lines << u"%1: \"%2\" -> \"%3\""_s.arg(message.context, message.source,
                                                   message.forms.join(u" | "_s));
        }
    }
    return lines.join(u'\n');
}

} // namespace

void TestResourcesLanguages::initTestCase()
{
    resources::initResources();
}

void TestResourcesLanguages::catalogues()
{
    QTest::addColumn<QString>("language");
    const QStringList all = resources::languages();
    for (const QString& language : all) {
        QTest::newRow(qPrintable(language)) << language;
    }
}

void TestResourcesLanguages::everyChineseTextIsFinished()
{
    const QString faults = complaints(u"zh_CN"_s, [](const CatalogueText& message) {
        return !message.finished || message.forms.isEmpty()
            || std::any_of(message.forms.begin(), message.forms.end(),
                           [](const QString& form) { return form.trimmed().isEmpty(); });
    });
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void TestResourcesLanguages::placeholdersAreThoseOfTheSource()
{
    QFETCH(const QString, language);
    const QString faults = complaints(language, [](const CatalogueText& message) {
        const QStringList wanted = placeholders(message.source);
        return std::any_of(message.forms.begin(), message.forms.end(),
                           [&](const QString& form) { return placeholders(form) != wanted; });
    });
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

// "%n" would be 3000, where all other figures of the window are 3,000.
void TestResourcesLanguages::everyCountHasItsDigitsGrouped()
{
    for (const char* language : {"en", "zh_CN"}) {
        const QString plain
            = complaints(QString::fromLatin1(language), [](const CatalogueText& message) {
                  return message.source.contains(u"%n"_s);
              });
        QVERIFY2(plain.isEmpty(), qPrintable(plain));
    }
    resources::installLanguage(u"en"_s);
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const QString rules = QCoreApplication::translate("sandglass::presenters::NavigatorModel",
                                                      "%Ln TTL rule(s)", nullptr, 3'000);
    QLocale::setDefault(before);
    QCOMPARE(rules, u"3,000 TTL rules"_s);
}

void TestResourcesLanguages::pluralFormsAreThoseOfTheLanguage()
{
    QFETCH(const QString, language);
    const qsizetype plurals = language == "en"_L1 ? 2 : 1;
    const QString faults = complaints(language, [plurals](const CatalogueText& message) {
        return message.forms.size() != (message.plural ? plurals : 1);
    });
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void TestResourcesLanguages::accessKeysAreThereWhereTheSourceHasOne()
{
    QFETCH(const QString, language);
    const QString faults = complaints(language, [](const CatalogueText& message) {
        const bool wanted = hasAccessKey(message.source);
        return std::any_of(message.forms.begin(), message.forms.end(),
                           [wanted](const QString& form) { return hasAccessKey(form) != wanted; });
    });
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void TestResourcesLanguages::lineEndingsAndDotsFollowTheSource()
{
    const QString faults = complaints(u"zh_CN"_s, [](const CatalogueText& message) {
        const QString& shown = message.forms.value(0);
        return message.source.endsWith(u'…') != shown.endsWith(u'…')
            || message.source.endsWith(u':') != shown.endsWith(u'：')
            || message.source.count(u'\n') != shown.count(u'\n');
    });
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

void TestResourcesLanguages::theChoiceOfTheUserComesFirst()
{
    QCOMPARE(resources::languageFor(u"zh_CN"_s, {u"en-US"_s}), u"zh_CN"_s);
    QCOMPARE(resources::languageFor(u"en"_s, {u"zh-Hans-CN"_s}), u"en"_s);
}

void TestResourcesLanguages::theSystemsLanguageIsTakenWithoutAChoice_data()
{
    QTest::addColumn<QStringList>("wanted");
    QTest::addColumn<QString>("language");
    QTest::newRow("Chinese") << QStringList{u"zh-Hans-CN"_s, u"zh-CN"_s, u"zh"_s} << u"zh_CN"_s;
    QTest::newRow("simplified in Hong Kong") << QStringList{u"zh-Hans-HK"_s} << u"zh_CN"_s;
    QTest::newRow("traditional") << QStringList{u"zh-Hant-TW"_s, u"zh-TW"_s} << u"en"_s;
    QTest::newRow("the first that there is")
        << QStringList{u"de-DE"_s, u"zh-CN"_s, u"en"_s} << u"zh_CN"_s;
    QTest::newRow("English first") << QStringList{u"en-GB"_s, u"zh-CN"_s} << u"en"_s;
    QTest::newRow("none of ours") << QStringList{u"de-DE"_s} << u"en"_s;
    QTest::newRow("nothing known") << QStringList{} << u"en"_s;
}

void TestResourcesLanguages::theSystemsLanguageIsTakenWithoutAChoice()
{
    QFETCH(const QStringList, wanted);
    QFETCH(const QString, language);
    QCOMPARE(resources::languageFor(QString(), wanted), language);
    QCOMPARE(resources::languageFor(u"klingon"_s, wanted), language);
}

void TestResourcesLanguages::theChosenLanguageIsSpoken()
{
    QCOMPARE(resources::installLanguage(u"zh_CN"_s), u"zh_CN"_s);
    QCOMPARE(QCoreApplication::translate("HelpPages", "en"), u"zh_CN"_s);
    QCOMPARE(QCoreApplication::translate("Journal", "%Ln document(s)", nullptr, 3), u"3 个文档"_s);
    QCOMPARE(QLocale().language(), QLocale::Chinese);
}

SANDGLASS_TEST(TestResourcesLanguages)
} // namespace tst_resources_languages

#include "tst_resources_languages.moc"
