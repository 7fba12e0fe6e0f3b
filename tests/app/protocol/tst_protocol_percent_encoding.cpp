// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/percent_encoding.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_protocol_percent_encoding {

using namespace sandglass::protocol;

class TestPercentEncoding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyByteButZeroComesBack();
    void digitsOfBothCasesAreRead();
    void brokenEscapesAreRefused();
    void chosenCharactersStayPlain();
};

void TestPercentEncoding::everyByteButZeroComesBack()
{
    for (int byte = 1; byte < 256; ++byte) {
        const std::string text(2, static_cast<char>(byte));
        QCOMPARE(percentDecoded(percentEncoded(text)), std::optional(text));
    }
}

void TestPercentEncoding::digitsOfBothCasesAreRead()
{
    QCOMPARE(percentDecoded("%c3%A9%2f"), std::optional<std::string>("\xC3\xA9/"));
    QCOMPARE(percentEncoded("\xC3\xA9/"), std::string("%C3%A9%2F"));
}

void TestPercentEncoding::brokenEscapesAreRefused()
{
    for (const char* text : {"%", "a%4", "%zz", "%4", "%g0", "%00"}) {
        QVERIFY2(!percentDecoded(text), text);
    }
}

void TestPercentEncoding::chosenCharactersStayPlain()
{
    QCOMPARE(percentEncoded("a/b:c d", "/:"), std::string("a/b:c%20d"));
}

SANDGLASS_PLAIN_TEST(TestPercentEncoding)
} // namespace tst_protocol_percent_encoding

#include "tst_protocol_percent_encoding.moc"
