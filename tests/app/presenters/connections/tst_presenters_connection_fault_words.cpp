// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_fault_words.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_connection_fault_words {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::faultWords;
using protocol::ConnectionFault;
using protocol::ConnectionReading;

namespace {

QString wordsFor(ConnectionFault fault, int position = 0)
{
    ConnectionReading reading;
    reading.fault = fault;
    reading.position = position;
    return faultWords(reading);
}

} // namespace

class TestConnectionFaultWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGoodStringHasNoFault();
    void everyFaultHasASentenceOfItsOwn();
    void theFaultyHostOrOptionIsCounted_data();
    void theFaultyHostOrOptionIsCounted();
    void theOnlyHostNeedsNoNumber();
    void noPartOfTheStringIsRepeated_data();
    void noPartOfTheStringIsRepeated();
};

void TestConnectionFaultWords::aGoodStringHasNoFault()
{
    QCOMPARE(faultWords(protocol::readConnectionString("mongodb://a.example/")), QString());
}

void TestConnectionFaultWords::everyFaultHasASentenceOfItsOwn()
{
    QStringList sentences;
    constexpr int kLast = static_cast<int>(ConnectionFault::OptionEscape);
    for (int fault = 1; fault <= kLast; ++fault) {
        const QString words = wordsFor(static_cast<ConnectionFault>(fault), 1);
        QVERIFY2(words.endsWith(u'.'), qPrintable(u"fault %1: %2"_s.arg(fault).arg(words)));
        sentences << words;
    }
    QCOMPARE(sentences.removeDuplicates(), 0);
}

void TestConnectionFaultWords::theFaultyHostOrOptionIsCounted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty host") << QByteArray("mongodb://a,,b/") << u"Host 2"_s;
    QTest::newRow("host character") << QByteArray("mongodb://a,b,c d/") << u"Host 3"_s;
    QTest::newRow("IPv6 without brackets") << QByteArray("mongodb://a,::1/") << u"Host 2"_s;
    QTest::newRow("port") << QByteArray("mongodb://a:1,b:65536/") << u"host 2"_s;
    QTest::newRow("option") << QByteArray("mongodb://a/?w=1&journal") << u"Option 2"_s;
    QTest::newRow("option's escape") << QByteArray("mongodb://a/?x=1&y=2&z=%4") << u"Option 3"_s;
}

void TestConnectionFaultWords::theFaultyHostOrOptionIsCounted()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const QString words = faultWords(protocol::readConnectionString(text.toStdString()));
    QVERIFY2(words.contains(part), qPrintable(words));
}

void TestConnectionFaultWords::theOnlyHostNeedsNoNumber()
{
    QCOMPARE(wordsFor(ConnectionFault::HostMissing, 1), u"The host is missing."_s);
    QCOMPARE(wordsFor(ConnectionFault::HostMissing, 0), u"The host is missing."_s);
}

void TestConnectionFaultWords::noPartOfTheStringIsRepeated_data()
{
    QTest::addColumn<QByteArray>("text");
    // "hunter2" may belong to a password, so it is hidden everywhere
    QTest::newRow("scheme") << QByteArray("mongo://hunter2@a/");
    QTest::newRow("user") << QByteArray("mongodb://hunter2%zz:x@a/");
    QTest::newRow("password") << QByteArray("mongodb://joe:hunter2%zz@a/");
    QTest::newRow("unescaped") << QByteArray("mongodb://joe:hunter2@hunter2@a/");
    QTest::newRow("slash") << QByteArray("mongodb://joe:hunter2/hunter2@a/");
    QTest::newRow("port") << QByteArray("mongodb://a:hunter2/");
    QTest::newRow("database") << QByteArray("mongodb://a/hunter2%zz");
    QTest::newRow("option") << QByteArray("mongodb://a/?hunter2");
    QTest::newRow("seed") << QByteArray("mongodb+srv://a,hunter2/");
}

void TestConnectionFaultWords::noPartOfTheStringIsRepeated()
{
    QFETCH(QByteArray, text);
    const QString words = faultWords(protocol::readConnectionString(text.toStdString()));
    QVERIFY2(!words.isEmpty(), text.constData());
    QVERIFY2(!words.contains(u"hunter2"_s), qPrintable(words));
}

SANDGLASS_TEST(TestConnectionFaultWords)
} // namespace tst_presenters_connection_fault_words

#include "tst_presenters_connection_fault_words.moc"
