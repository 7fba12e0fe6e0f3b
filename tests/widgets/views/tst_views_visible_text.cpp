// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/visible_text.h"

#include <QLocale>
#include <QTest>

namespace tst_views_visible_text {

using namespace sandglass::widgets;

class TestVisibleText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hiddenCharactersAreMarked_data();
    void hiddenCharactersAreMarked();
    void languagesStayAsTheyAre_data();
    void languagesStayAsTheyAre();
    void aSelectorAloneIsShown_data();
    void aSelectorAloneIsShown();
    void aNameOfMegabytesIsShownShort();
    void theSentenceAroundALongNameStays();
    void aPairOfUnitsIsNotCutApart();
    void whatFitsIsShownWhole();
    void aNameIsMeantAsItIsShown();
};

void TestVisibleText::hiddenCharactersAreMarked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("right-to-left override")
        << QStringLiteral("a\u202Eb") << QStringLiteral("a\u2039U+202E\u203Ab");
    QTest::newRow("isolate") << QStringLiteral("\u2066x") << QStringLiteral("\u2039U+2066\u203Ax");
    QTest::newRow("zero-width space")
        << QStringLiteral("a\u200Bb") << QStringLiteral("a\u2039U+200B\u203Ab");
    QTest::newRow("byte order mark")
        << QString(QChar(0xFEFF)) << QStringLiteral("\u2039U+FEFF\u203A");
    QTest::newRow("null") << QString(QChar(0)) << QStringLiteral("\u2039U+0000\u203A");
    QTest::newRow("escape") << QString(QChar(0x1B)) << QStringLiteral("\u2039U+001B\u203A");
    QTest::newRow("line feed") << QStringLiteral("a\nb") << QStringLiteral("a\u21B5b");
    QTest::newRow("tab") << QStringLiteral("a\tb") << QStringLiteral("a\u21E5b");
    QTest::newRow("half a pair") << QString(QChar(0xD800)) << QStringLiteral("\u2039U+D800\u203A");
    QTest::newRow("tag letter") << QStringLiteral("\U000E0041")
                                << QStringLiteral("\u2039U+E0041\u203A");
    QTest::newRow("Hangul filler")
        << QString(QChar(0x3164)) << QStringLiteral("\u2039U+3164\u203A");
}

void TestVisibleText::hiddenCharactersAreMarked()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(visibleText(text), shown);
}

void TestVisibleText::languagesStayAsTheyAre_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("ASCII") << QStringLiteral("shop.carts \"x\" <b>");
    QTest::newRow("Chinese") << QStringLiteral("\u8fc7\u671f\u7d22\u5f15");
    QTest::newRow("Arabic") << QStringLiteral("\u0641\u0647\u0631\u0633");
    QTest::newRow("accent as a mark") << QStringLiteral("e\u0301");
    QTest::newRow("emoji") << QStringLiteral("\U0001F600");
    QTest::newRow("symbol with its selector") << QStringLiteral("\u2764\uFE0F a");
}

void TestVisibleText::languagesStayAsTheyAre()
{
    QFETCH(QString, text);
    QCOMPARE(visibleText(text), text);
}

void TestVisibleText::aSelectorAloneIsShown_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("behind a letter") << QStringLiteral("a\uFE0F");
    QTest::newRow("at the start") << QStringLiteral("\uFE0Fa");
    QTest::newRow("twice behind a symbol") << QStringLiteral("\u2764\uFE0F\uFE0F");
    QTest::newRow("another selector") << QStringLiteral("\u2764\uFE01");
}

void TestVisibleText::aSelectorAloneIsShown()
{
    QFETCH(QString, text);
    QCOMPARE(visibleText(text).count(u'\u2039'), 1);
}

void TestVisibleText::aNameOfMegabytesIsShownShort()
{
    constexpr qsizetype kMegabytes = 16 * 1024 * 1024;
    const QString name
        = QStringLiteral("first") + QString(kMegabytes, u'x') + QStringLiteral("last");
    for (const QString& shown : {visibleText(name), visibleParagraphs(name)}) {
        QVERIFY(shown.size() < kMostShown);
        QVERIFY(shown.startsWith(u"firstxxx"));
        QVERIFY(shown.endsWith(u"xxxlast"));
        QVERIFY(shown.contains(QLocale().toString(name.size())));
        QCOMPARE(shown.count(u'\u2026'), 2);
    }
    // of lines as well
    const QString lines = visibleParagraphs(QString(kMegabytes, u'\n'));
    QVERIFY(lines.size() < kMostShown);
    // marks are longer than what they stand for
    QVERIFY(visibleText(QString(kMegabytes, QChar(0x202E))).size() < 10 * kMostShown);
}

void TestVisibleText::theSentenceAroundALongNameStays()
{
    const QString shown = visibleText(
        QStringLiteral("Drop the index %1? It does not come back.").arg(QString(100'000, u'x')));
    QVERIFY(shown.startsWith(u"Drop the index xxx"));
    QVERIFY(shown.endsWith(u"xxx? It does not come back."));
}

void TestVisibleText::aPairOfUnitsIsNotCutApart()
{
    const QString face = QStringLiteral("\U0001F600");
    QString faces;
    for (qsizetype n = 0; n < kMostShown; ++n) {
        faces += face;
    }
    const QString letter = QStringLiteral("x");
    for (const QString& name : {faces, letter + faces, faces + letter}) {
        QVERIFY(!visibleText(name).contains(u'\u2039')); // the mark of half a pair
    }
}

void TestVisibleText::whatFitsIsShownWhole()
{
    const QString name(kMostShown, u'x');
    QCOMPARE(visibleText(name), name);
    QVERIFY(visibleText(name + u'x') != name + u'x');
}

// A name with a line break or a bidirectional mark cannot be typed into a line.
void TestVisibleText::aNameIsMeantAsItIsShown()
{
    const QString name = QStringLiteral("or\u202Eders\n");
    QCOMPARE(meantName(QStringLiteral("or\u2039U+202E\u203Aders\u21B5"), name), name);
    QCOMPARE(meantName(name, name), name);
    QCOMPARE(meantName(QStringLiteral("orders"), name), QStringLiteral("orders"));
    QCOMPARE(meantName(QStringLiteral("orders"), QStringLiteral("orders")),
             QStringLiteral("orders"));
    QCOMPARE(meantName({}, name), QString());
}

SANDGLASS_TEST(TestVisibleText)
} // namespace tst_views_visible_text

#include "tst_views_visible_text.moc"
