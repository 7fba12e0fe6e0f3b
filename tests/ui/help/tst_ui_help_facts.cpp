// SPDX-License-Identifier: GPL-3.0-or-later
// The pages that repeat facts of the code and of app/ttl/SEMANTICS.md, compared with them.
#include "app/presenters/doctor/check_words.h"
#include "app/protocol/server_code.h"
#include "app/ttl/capability.h"
#include "app/ttl/doctor/check.h"
#include "app/ttl/types.h"
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/help/help_access.h"

#include <QTest>

namespace tst_ui_help_facts {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::capturesOf;
using tests::helpText;

namespace {

const QString kVersions = u"ttl-versions"_s;
const QString kNotExpiring = u"not-expiring"_s;

QString semantics()
{
    QFile file(QStringLiteral(SANDGLASS_SOURCES "/app/ttl/SEMANTICS.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString plain(QString html)
{
    static const QRegularExpression kTag(u"<[^>]*>"_s);
    return html.remove(kTag)
        .replace(u"&lt;"_s, u"<"_s)
        .replace(u"&gt;"_s, u">"_s)
        .replace(u"&amp;"_s, u"&"_s)
        .simplified();
}

/// The part of a page from one anchor to the next heading of the same or a higher rank.
QString section(const QString& page, const QString& language, const QString& anchor)
{
    const QString html = helpText(page, language);
    const QRegularExpression start(u"<h([23]) id=\"%1\"[^>]*>"_s.arg(anchor));
    const QRegularExpressionMatch match = start.match(html);
    if (!match.hasMatch()) {
        return {};
    }
    const QRegularExpression next(match.captured(1) == u"2"_s ? u"<h2 "_s : u"<h[23] "_s);
    const qsizetype end = html.indexOf(next, match.capturedEnd());
    return html.mid(match.capturedStart(), end < 0 ? -1 : end - match.capturedStart());
}

/// A version as server information: "5.1".
ttl::ServerInfo mongo(const QString& version)
{
    ttl::ServerInfo server;
    server.product = ttl::Product::MongoDb;
    for (const QString& number : version.split(u'.')) {
        server.versionNumbers.push_back(number.toInt());
    }
    return server;
}

QString withoutSpaces(QString text)
{
    return text.remove(u' ');
}

} // namespace

class TestHelpFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyCheckOfTheDoctorHasItsSection_data() { languages(); }
    void everyCheckOfTheDoctorHasItsSection();
    void sectionsStandInTheOrderOfTheReport();
    void everyCheckHasCauseEvidenceAndAdvice_data() { languages(); }
    void everyCheckHasCauseEvidenceAndAdvice();
    void headingsAreTheTitlesOfTheChecks_data() { languages(); }
    void headingsAreTheTitlesOfTheChecks();
    void theVersionsAreThoseOfTheReference_data() { languages(); }
    void theVersionsAreThoseOfTheReference();
    void theFeaturesAreThoseOfTheCode_data();
    void theFeaturesAreThoseOfTheCode();
    void everyErrorHasItsNameAndNumber_data() { languages(); }
    void everyErrorHasItsNameAndNumber();
    void everyErrorOfTheReferenceIsExplained();
    void everyMessageIsInTheReference();
    void bareNumbersAreInTheReference();

private:
    static void languages();
};

void TestHelpFacts::initTestCase()
{
    resources::initResources();
    QVERIFY(semantics().size() > 50'000);
}

void TestHelpFacts::languages()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << u"en"_s;
    QTest::newRow("Chinese") << u"zh_CN"_s;
}

void TestHelpFacts::everyCheckOfTheDoctorHasItsSection()
{
    QFETCH(const QString, language);
    const QStringList anchors = tests::anchorsOf(kNotExpiring, language);
    for (const ttl::doctor::Check& check : ttl::doctor::kChecks) {
        const QString name = QString::fromStdString(std::string(check.name));
        QVERIFY2(anchors.contains(name), qPrintable(name));
    }
}

void TestHelpFacts::sectionsStandInTheOrderOfTheReport()
{
    QStringList names;
    for (const ttl::doctor::Check& check : ttl::doctor::kChecks) {
        names << QString::fromStdString(std::string(check.name));
    }
    QStringList anchors = tests::anchorsOf(kNotExpiring, u"en"_s);
    QCOMPARE(anchors.takeFirst(), u"first"_s);
    QCOMPARE(anchors.join(u' '), names.join(u' '));
}

void TestHelpFacts::everyCheckHasCauseEvidenceAndAdvice()
{
    QFETCH(const QString, language);
    for (const ttl::doctor::Check& check : ttl::doctor::kChecks) {
        const QString name = QString::fromStdString(std::string(check.name));
        const QStringList cells
            = capturesOf(section(kNotExpiring, language, name), u"<td>(.*?)</td>"_s);
        QVERIFY2(cells.size() == 6, qPrintable(name));
        for (const QString& cell : cells) {
            QVERIFY2(!plain(cell).isEmpty(), qPrintable(name));
        }
    }
}

void TestHelpFacts::headingsAreTheTitlesOfTheChecks()
{
    QFETCH(const QString, language);
    resources::installLanguage(language);
    for (const ttl::doctor::Check& check : ttl::doctor::kChecks) {
        const QString name = QString::fromStdString(std::string(check.name));
        const QString html = section(kNotExpiring, language, name);
        const presenters::CheckWords& words = presenters::wordsOf(check.id);
        if (words.title) {
            QCOMPARE(plain(capturesOf(html, u"<h2[^>]*>(.*?)</h2>"_s).value(0)), words.title());
        } else {
            // of the inventory, which has a few words instead
            QVERIFY2(html.contains(u"<b>%1</b>"_s.arg(words.trouble())), qPrintable(name));
        }
    }
}

void TestHelpFacts::theVersionsAreThoseOfTheReference()
{
    QFETCH(const QString, language);
    const QString table
        = semantics().section(u"Version timeline"_s, 1).section(u"\n\n"_s, 1, 1).trimmed();
    QStringList wanted;
    for (const QString& line : table.split(u'\n').mid(2)) {
        wanted << withoutSpaces(line.section(u'|', 1, 1));
    }
    QVERIFY(wanted.size() > 10);
    QStringList listed
        = capturesOf(section(kVersions, language, u"versions"_s), u"<tr><td>(.*?)</td>"_s);
    for (QString& version : listed) {
        version = withoutSpaces(plain(version));
    }
    QCOMPARE(listed.join(u' '), wanted.join(u' '));
}

void TestHelpFacts::theFeaturesAreThoseOfTheCode_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("row");
    QTest::addColumn<ttl::Capability>("capability");
    for (const QString& language : {u"en"_s, u"zh_CN"_s}) {
        QTest::addRow("convert, %s", qPrintable(language))
            << language << u"convert"_s << ttl::Capability::ConvertIndex;
        QTest::addRow("hide, %s", qPrintable(language))
            << language << u"hide"_s << ttl::Capability::HideIndex;
    }
}

void TestHelpFacts::theFeaturesAreThoseOfTheCode()
{
    QFETCH(const QString, language);
    QFETCH(const QString, row);
    QFETCH(const ttl::Capability, capability);
    const auto can = [capability](const ttl::ServerInfo& server) {
        return ttl::documented(server, capability).can;
    };
    const QStringList cells = capturesOf(
        capturesOf(helpText(kVersions, language), u"(<tr id=\"%1\">.*?</tr>)"_s.arg(row)).value(0),
        u"<td>(.*?)</td>"_s);
    QCOMPARE(cells.size(), 6);
    const QString since = cells.at(1);
    QCOMPARE(can(mongo(since)), ttl::Can::Yes);
    const QStringList numbers = since.split(u'.');
    const int minor = numbers.value(1).toInt();
    QVERIFY(minor > 0);
    QCOMPARE(can(mongo(u"%1.%2"_s.arg(numbers.value(0)).arg(minor - 1))), ttl::Can::No);
    const std::pair<qsizetype, ttl::Product> products[] = {{2, ttl::Product::Sandglass},
                                                           {3, ttl::Product::DocumentDb},
                                                           {4, ttl::Product::FerretDb},
                                                           {5, ttl::Product::CosmosDb}};
    // in the order of ttl::Can
    const QStringList answers = language == u"en"_s
        ? QStringList{u"depends on the version"_s, u"yes"_s, u"no"_s}
        : QStringList{u"视版本而定"_s, u"是"_s, u"否"_s};
    for (const auto& [cell, product] : products) {
        ttl::ServerInfo server;
        server.product = product;
        QCOMPARE(plain(cells.at(cell)), answers.at(static_cast<int>(can(server))));
    }
}

void TestHelpFacts::everyErrorHasItsNameAndNumber()
{
    QFETCH(const QString, language);
    const QString errors = section(kVersions, language, u"errors"_s);
    static const QRegularExpression kHeading(
        u"<h3 id=\"(\\w+)\">(\\w+)\\s*[(（](\\d+)[)）]</h3>"_s);
    int found = 0;
    for (auto each = kHeading.globalMatch(errors); each.hasNext(); ++found) {
        const QRegularExpressionMatch heading = each.next();
        QCOMPARE(heading.captured(2), heading.captured(1));
        QCOMPARE(heading.captured(1).toStdString(),
                 protocol::codeName(heading.captured(3).toInt()));
    }
    QCOMPARE(found, errors.count(u"<h3 "_s));
    QVERIFY(found > 20);
}

void TestHelpFacts::everyErrorOfTheReferenceIsExplained()
{
    const QString list
        = semantics().section(u"Codes used:"_s, 1).section(u"A failed command"_s, 0, 0);
    static const QRegularExpression kCode(u"(\\d+) ([A-Z]\\w+|\\()"_s);
    const QStringList anchors = tests::anchorsOf(kVersions, u"en"_s);
    int codes = 0;
    for (auto each = kCode.globalMatch(list.simplified()); each.hasNext(); ++codes) {
        const int code = each.next().captured(1).toInt();
        // IndexAlreadyExists never leaves a server
        const QString name = QString::fromStdString(protocol::codeName(code));
        QVERIFY2(name == u"IndexAlreadyExists"_s || anchors.contains(name), qPrintable(name));
    }
    QVERIFY(codes > 20);
}

void TestHelpFacts::everyMessageIsInTheReference()
{
    const QString reference = semantics().simplified();
    const QStringList rows
        = capturesOf(section(kVersions, u"en"_s, u"errors"_s), u"<tr><td>(.*?)</td>"_s);
    int messages = 0;
    for (const QString& cell : rows) {
        if (cell != u"–"_s) {
            QVERIFY2(reference.contains(plain(cell)), qPrintable(cell));
            ++messages;
        }
    }
    QVERIFY(messages > 25);
}

void TestHelpFacts::bareNumbersAreInTheReference()
{
    const QStringList numbers
        = capturesOf(section(kVersions, u"en"_s, u"bare"_s), u"<tr><td>(\\d+)</td>"_s);
    QVERIFY(!numbers.isEmpty());
    for (const QString& number : numbers) {
        QVERIFY2(semantics().contains(number), qPrintable(number));
        QCOMPARE(protocol::codeName(number.toInt()), "Location" + number.toStdString());
    }
}

SANDGLASS_GUI_TEST(TestHelpFacts)
} // namespace tst_ui_help_facts

#include "tst_ui_help_facts.moc"
