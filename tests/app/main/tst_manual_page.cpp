// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine_options.h"
#include "app/main/gui_options.h"
#include "app/main/manual_page.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QObject>
#include <QTest>

#include <array>

namespace tst_manual_page {

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kRows{
    base::OptionRow{"dry-run", "FILE", ".hidden files - too"},
    base::OptionRow{"help", "", "Print this.", base::Completion::None, {}, 'h'},
};

Result<QByteArray> made(const QByteArray& body)
{
    return manualPage({u"tool-a"_s, u"does things"_s, u"[options]"_s, u"1.2.3"_s, u"2026-11-23"_s,
                       kRows,
                       "<html><head><meta charset=\"utf-8\"><title>T</title></head><body>" + body
                           + "</body></html>"});
}

} // namespace

class TestManualPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSectionsComeInTheirOrder();
    void optionsComeFromTheTable();
    void textIsSafeForRoff();
    void aSectionOfAnotherProgramIsLeftOut();
    void listsAndPreformattedTextKeepTheirShape();
    void aBrokenPageIsAnError_data();
    void aBrokenPageIsAnError();
    void theRealPageMakesBothManuals();
};

void TestManualPage::theSectionsComeInTheirOrder()
{
    const auto page = made("<h1>Title</h1><p>Says what.</p><h2>Files</h2><p>Where.</p>");
    QVERIFY(page);
    QVERIFY(page->startsWith(".TH TOOL\\-A 1 \"2026-11-23\" \"Sandglass 1.2.3\""));
    qsizetype last = 0;
    for (const char* section :
         {".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS", ".SH FILES"}) {
        const qsizetype at = page->indexOf(section);
        QVERIFY2(at > last, section);
        last = at;
    }
    QVERIFY(!page->contains("Title"));
}

void TestManualPage::optionsComeFromTheTable()
{
    const auto page = made("<h1>T</h1>");
    QVERIFY(page);
    QVERIFY(page->contains(".TP\n\\fB\\-\\-dry\\-run\\fR \\fIFILE\\fR\n"));
    QVERIFY(page->contains(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint this.\n"));
}

// A line that begins with a dot would be a request, and vanish.
void TestManualPage::textIsSafeForRoff()
{
    const auto page = made("<h1>T</h1><p>.profile and C:\\path</p>");
    QVERIFY(page);
    QVERIFY(page->contains("\n\\&.profile and C:\\epath\n"));
    QVERIFY(page->contains("\n\\&.hidden files \\- too\n"));
}

void TestManualPage::aSectionOfAnotherProgramIsLeftOut()
{
    const auto page = made("<h1>T</h1><h2 class=\"tool-b\">Theirs</h2><p>no</p>"
                           "<h2 class=\"tool-a\">Ours</h2><p>yes</p><h2>Both</h2><p>all</p>");
    QVERIFY(page);
    QVERIFY(!page->contains("THEIRS") && !page->contains("no\n"));
    QVERIFY(page->contains(".SH OURS\n.PP\nyes\n"));
    QVERIFY(page->contains(".SH BOTH\n.PP\nall\n"));
}

void TestManualPage::listsAndPreformattedTextKeepTheirShape()
{
    const auto page = made("<h1>T</h1><ul><li>one\ntwo</li></ul><pre>a\n  b</pre>"
                           "<p>press <b>OK</b> now</p>");
    QVERIFY(page);
    QVERIFY(page->contains(".IP \\(bu 2\none two\n"));
    QVERIFY(page->contains(".nf\n.RS\na\n  b\n.RE\n.fi\n"));
    QVERIFY(page->contains("press \\fBOK\\fR now\n"));
}

void TestManualPage::aBrokenPageIsAnError_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("not closed") << QByteArray("<p>text");
    QTest::newRow("crossed") << QByteArray("<p><b>text</p></b>");
    QTest::newRow("an unknown element") << QByteArray("<table><tr><td>x</td></tr></table>");
    QTest::newRow("an unknown entity") << QByteArray("<p>a&nbsp;b</p>");
}

void TestManualPage::aBrokenPageIsAnError()
{
    QFETCH(QByteArray, body);
    const auto page = made(body);
    QVERIFY(!page);
    QCOMPARE(page.error().code, Errc::InvalidInput);
    QVERIFY(page.error().message.starts_with("line "));
}

void TestManualPage::theRealPageMakesBothManuals()
{
    resources::initResources();
    QFile file(u":/help/en/command-line.html"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray html = file.readAll();
    const auto window
        = manualPage({u"sandglass"_s, u"s"_s, u"u"_s, u"1"_s, u"d"_s, guiOptionRows(), html});
    QVERIFY2(window, window ? "" : window.error().message.c_str());
    QVERIFY(window->contains(".SH LINKS") && !window->contains(".SH EXIT CODES"));
    const auto engine = manualPage({u"sandglass-engine"_s, u"s"_s, u"u"_s, u"1"_s, u"d"_s,
                                    engine::server::optionRows(), html});
    QVERIFY(engine);
    QVERIFY(!engine->contains(".SH LINKS") && engine->contains(".SH EXIT CODES"));
}

SANDGLASS_TEST(TestManualPage)
} // namespace tst_manual_page

#include "tst_manual_page.moc"
