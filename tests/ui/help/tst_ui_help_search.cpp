// SPDX-License-Identifier: GPL-3.0-or-later
// The search of the help without a window: sections of a page, folding, words, ranks, context.
#include "tests/support/test_program.h"
#include "ui/help/help_search.h"
#include "ui/help/help_section.h"

#include <QTest>

namespace tst_ui_help_search {

class TestHelpSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPageHasItsSections();
    void malformedPagesAreReadAsFarAsTheyGo_data();
    void malformedPagesAreReadAsFarAsTheyGo();
    void wordsAreFoundAsPartsOfWords_data();
    void wordsAreFoundAsPartsOfWords();
    void allWordsMustOccur_data();
    void allWordsMustOccur();
    void aTitleComesBeforeAHeadingBeforeText();
    void theTitleAloneIsNoReasonToListEverySection();
    void wordsInDifferentSectionsGiveThePage();
    void theMatchIsSpelledAsOnThePage_data();
    void theMatchIsSpelledAsOnThePage();
    void theContextIsAroundTheMatch();
    void theContextOfLongChineseTextIsShort();
    void hostileQueriesFindNothing_data();
    void hostileQueriesFindNothing();
    void aQueryIsReadUpToItsLimit();
    void thereAreNoMoreResultsThanTheLimit();
    void anEmptySearchFindsNothing();
};

namespace {

using namespace sandglass;
using namespace Qt::StringLiterals;
using ui::HelpHit;
using ui::HelpSearch;

QString page(const QString& title, const QString& body)
{
    return u"<html><head><title>%1</title></head><body><h1>%1</h1>%2</body></html>"_s.arg(title,
                                                                                          body);
}

/// Three pages: a doctor, a chart, and one in Chinese.
HelpSearch smallHelp()
{
    HelpSearch search;
    search.add(u"chart"_s,
               page(u"Timeline"_s,
                    u"<p>Shows the clock of the server.</p>"
                    "<h2 id=\"zoom\">Zooming</h2><p>The wheel zooms. Résumé sampling.</p>"_s));
    search.add(u"doctor"_s,
               page(u"Doctor"_s,
                    u"<p>Finds causes.</p><h2 id=\"clock\">Server clock</h2>"
                    "<p>The server compares dates with its own.</p>"
                    "<h2 id=\"type\">Values are dates</h2><p>Only <b>dates</b> expire, "
                    "not a &lt;string&gt; &amp; not ＮａＮ.</p>"_s));
    search.add(u"ttl"_s,
               page(u"TTL 规则简述"_s,
                    u"<p>文档何时过期。</p><h2 id=\"delay\">何时被删除</h2>"
                    "<p>后台任务（TTL 监控器）在上一次运行结束 60 秒后再次运行。</p>"_s));
    return search;
}

QStringList placesOf(const std::vector<HelpHit>& hits)
{
    QStringList places;
    for (const HelpHit& hit : hits) {
        places << hit.place;
    }
    return places;
}

} // namespace

void TestHelpSearch::aPageHasItsSections()
{
    const auto sections = ui::helpSections(
        u"<!-- a comment with <h2>no heading</h2> --><html><head><title>T</title></head><body>"
        "before<h1>One &amp; two</h1>\n<p>a<b>b</b></p><p>c</p>"
        "<h2 id=\"x\" class=\"k\">Three <code>4</code></h2><table><tr><td>d</td><td>e</td></tr>"
        "</table><h3>Five</h3></body></html>"_s);
    QCOMPARE(sections.size(), std::size_t{3});
    QCOMPARE(sections[0].heading, u"One & two"_s);
    QCOMPARE(sections[0].anchor, QString());
    QCOMPARE(sections[0].text, u"ab c"_s);
    QCOMPARE(sections[1].heading, u"Three 4"_s);
    QCOMPARE(sections[1].anchor, u"x"_s);
    QCOMPARE(sections[1].text, u"d e"_s);
    QCOMPARE(sections[2].heading, u"Five"_s);
    QCOMPARE(sections[2].text, QString());
}

void TestHelpSearch::malformedPagesAreReadAsFarAsTheyGo_data()
{
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("text");
    QTest::newRow("a tag without an end") << u"<h1>T</h1>text <p class="_s << u"text"_s;
    QTest::newRow("a comment without an end") << u"<h1>T</h1>text <!-- x"_s << u"text"_s;
    QTest::newRow("an element without an end") << u"<h1>T</h1><p>text"_s << u"text"_s;
    QTest::newRow("an end without an element") << u"<h1>T</h1></p>te</b>xt</div>"_s << u"text"_s;
    QTest::newRow("an entity of entities") << u"<h1>T</h1>&amp;lt;"_s << u"&lt;"_s;
    QTest::newRow("upper case") << u"<H1>T</H1><P>text</P>"_s << u"text"_s;
}

void TestHelpSearch::malformedPagesAreReadAsFarAsTheyGo()
{
    QFETCH(const QString, html);
    QFETCH(const QString, text);
    const auto sections = ui::helpSections(html);
    QCOMPARE(sections.size(), std::size_t{1});
    QCOMPARE(sections.front().heading, u"T"_s);
    QCOMPARE(sections.front().text, text);
}

void TestHelpSearch::wordsAreFoundAsPartsOfWords_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("places");
    const QStringList zoom{u"chart#zoom"_s};
    const QStringList delay{u"ttl#delay"_s};
    QTest::newRow("a whole word") << u"wheel"_s << zoom;
    QTest::newRow("a part of one") << u"heel"_s << zoom;
    QTest::newRow("another case") << u"WHEEL"_s << zoom;
    QTest::newRow("without the accents") << u"resume"_s << zoom;
    QTest::newRow("with the accents") << u"résumé"_s << zoom;
    QTest::newRow("with other accents") << u"rèsùmê"_s << zoom;
    QTest::newRow("with combining accents") << u"re\u0301sume\u0301"_s << zoom;
    QTest::newRow("Chinese") << u"监控器"_s << delay;
    QTest::newRow("Chinese across words") << u"次运行结束"_s << delay;
    QTest::newRow("wide letters on the page") << u"nan"_s << QStringList{u"doctor#type"_s};
    QTest::newRow("wide letters in the query") << u"Ｗｈｅｅｌ"_s << zoom;
    QTest::newRow("a sign for right to left") << u"\u202ewheel"_s << zoom;
    QTest::newRow("a word in bold") << u"dates expire"_s << QStringList{u"doctor#type"_s};
    QTest::newRow("text with markup signs") << u"<string> &"_s << QStringList{u"doctor#type"_s};
    QTest::newRow("the markup itself") << u"<b>"_s << QStringList{};
    QTest::newRow("an attribute") << u"id=\"zoom\""_s << QStringList{};
}

void TestHelpSearch::wordsAreFoundAsPartsOfWords()
{
    QFETCH(const QString, query);
    QFETCH(const QStringList, places);
    QCOMPARE(placesOf(smallHelp().find(query)), places);
}

void TestHelpSearch::allWordsMustOccur_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("places");
    QTest::newRow("in one section") << u"server own"_s << QStringList{u"doctor#clock"_s};
    QTest::newRow("in another order") << u"own server"_s << QStringList{u"doctor#clock"_s};
    QTest::newRow("one is missing") << u"server wheelbarrow"_s << QStringList{};
    QTest::newRow("the same twice") << u"wheel Wheel"_s << QStringList{u"chart#zoom"_s};
    QTest::newRow("wide spaces between") << u"何时　删除"_s << QStringList{u"ttl#delay"_s};
    QTest::newRow("many spaces") << u"  wheel \t zooms "_s << QStringList{u"chart#zoom"_s};
    QTest::newRow("one of them in the title")
        << u"doctor compares"_s << QStringList{u"doctor#clock"_s};
}

void TestHelpSearch::allWordsMustOccur()
{
    QFETCH(const QString, query);
    QFETCH(const QStringList, places);
    QCOMPARE(placesOf(smallHelp().find(query)), places);
}

void TestHelpSearch::aTitleComesBeforeAHeadingBeforeText()
{
    HelpSearch search;
    search.add(u"text"_s, page(u"A"_s, u"<p>hour hour hour hourglass</p>"_s));
    search.add(u"heading"_s, page(u"B"_s, u"<h2 id=\"h\">The hourglass</h2>"_s));
    search.add(u"title"_s, page(u"Hourglass"_s, u"<p>c</p>"_s));
    QCOMPARE(placesOf(search.find(u"hourglass"_s)),
             (QStringList{u"title"_s, u"heading#h"_s, u"text"_s}));
}

void TestHelpSearch::theTitleAloneIsNoReasonToListEverySection()
{
    QCOMPARE(placesOf(smallHelp().find(u"doctor"_s)), QStringList{u"doctor"_s});
}

void TestHelpSearch::wordsInDifferentSectionsGiveThePage()
{
    const auto hits = smallHelp().find(u"clock wheel"_s);
    QCOMPARE(hits.size(), std::size_t{1});
    QVERIFY(hits.front().place.startsWith(u"chart"_s));
    QCOMPARE(hits.front().title, u"Timeline"_s);
}

void TestHelpSearch::theMatchIsSpelledAsOnThePage_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("match");
    QTest::newRow("accents") << u"resume"_s << u"Résumé"_s;
    QTest::newRow("case") << u"TIMELINE"_s << u"Timeline"_s;
    QTest::newRow("width") << u"NaN"_s << u"ＮａＮ"_s;
    QTest::newRow("the first of several words") << u"zooms wheel"_s << u"zooms"_s;
    QTest::newRow("in a heading only") << u"zooming"_s << u"Zooming"_s;
}

void TestHelpSearch::theMatchIsSpelledAsOnThePage()
{
    QFETCH(const QString, query);
    QFETCH(const QString, match);
    const auto hits = smallHelp().find(query);
    QVERIFY(!hits.empty());
    QCOMPARE(hits.front().match, match);
}

void TestHelpSearch::theContextIsAroundTheMatch()
{
    HelpSearch search;
    const QString filler = u"word "_s.repeated(100);
    search.add(u"long"_s, page(u"Long"_s, u"<p>%1needle %1</p>"_s.arg(filler)));
    const QString context = search.find(u"needle"_s).front().context;
    QVERIFY2(context.contains(u" needle "_s) && context.size() < 160, qPrintable(context));
    QVERIFY(context.startsWith(u"…word"_s));
    QVERIFY(context.endsWith(u"word…"_s));
    QCOMPARE(search.find(u"long"_s).front().context.left(9), u"word word"_s);
}

void TestHelpSearch::theContextOfLongChineseTextIsShort()
{
    HelpSearch search;
    const QString filler = u"文档过期"_s.repeated(100);
    search.add(u"long"_s, page(u"长"_s, u"<p>%1监控器%1</p>"_s.arg(filler)));
    const QString context = search.find(u"监控器"_s).front().context;
    QVERIFY2(context.contains(u"监控器"_s) && context.size() < 160, qPrintable(context));
}

void TestHelpSearch::hostileQueriesFindNothing_data()
{
    QTest::addColumn<QString>("query");
    QTest::newRow("empty") << QString();
    QTest::newRow("spaces") << u" \t\n　"_s;
    QTest::newRow("an accent alone") << u"\u0301"_s;
    QTest::newRow("a pattern") << u".*"_s;
    QTest::newRow("half a character") << QString(QChar(0xd800));
    QTest::newRow("NUL") << QString(1, QChar(0));
    QTest::newRow("10 kB") << QString(10'000, u'w');
}

void TestHelpSearch::hostileQueriesFindNothing()
{
    QFETCH(const QString, query);
    QCOMPARE(placesOf(smallHelp().find(query)), QStringList());
}

void TestHelpSearch::aQueryIsReadUpToItsLimit()
{
    const QString wheels = u"wheel "_s.repeated(100);
    QCOMPARE(placesOf(smallHelp().find(wheels + u"barrow"_s)), QStringList{u"chart#zoom"_s});
}

void TestHelpSearch::thereAreNoMoreResultsThanTheLimit()
{
    HelpSearch search;
    for (int i = 0; i < 80; ++i) {
        search.add(u"page%1"_s.arg(i), page(u"P"_s, u"<p>needle</p>"_s));
    }
    const auto hits = search.find(u"needle"_s);
    QCOMPARE(hits.size(), HelpSearch::kMostHits);
    QCOMPARE(hits.front().place, u"page0"_s);
}

void TestHelpSearch::anEmptySearchFindsNothing()
{
    HelpSearch search;
    QVERIFY(search.isEmpty());
    QVERIFY(search.find(u"a"_s).empty());
    search.add(u"none"_s, u"no heading"_s);
    QVERIFY(search.isEmpty());
}

SANDGLASS_GUI_TEST(TestHelpSearch)
} // namespace tst_ui_help_search

#include "tst_ui_help_search.moc"
