// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/protocol/names.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_protocol_names {

using sandglass::bson::makeDocument;
using namespace sandglass::protocol;

class ProtocolNamesTest : public QObject
{
    Q_OBJECT

private slots:
    void fieldsKeepOrderAndDirection()
    {
        const auto fields = keyFields(makeDocument("a", 1, "b.c", -1.0));
        QCOMPARE(fields.size(), std::size_t{2});
        QCOMPARE(fields[0].path, std::string("a"));
        QVERIFY(fields[0].ascending);
        QCOMPARE(fields[1].path, std::string("b.c"));
        QVERIFY(!fields[1].ascending);
    }

    void aWordNamesAPlugin()
    {
        const auto fields = keyFields(makeDocument("place", "2dsphere"));
        QCOMPARE(fields[0].plugin, std::string("2dsphere"));
    }

    void namesAreThoseOfTheDrivers()
    {
        QCOMPARE(generatedIndexName(makeDocument("a", 1, "b", -1)), std::string("a_1_b_-1"));
        QCOMPARE(generatedIndexName(makeDocument("a", 1.0)), std::string("a_1"));
        QCOMPARE(generatedIndexName(makeDocument("loc", "2dsphere")), std::string("loc_2dsphere"));
    }

    void oneIsTheSameKeyWhateverItsNumberType()
    {
        QVERIFY(sameKeyPattern(makeDocument("a", 1), makeDocument("a", 1.0)));
        QVERIFY(sameKeyPattern(makeDocument("a", 1), makeDocument("a", std::int64_t{1})));
    }

    void orderDirectionAndLengthMakeADifferentKey()
    {
        QVERIFY(!sameKeyPattern(makeDocument("a", 1), makeDocument("a", -1)));
        QVERIFY(!sameKeyPattern(makeDocument("a", 1, "b", 1), makeDocument("b", 1, "a", 1)));
        QVERIFY(!sameKeyPattern(makeDocument("a", 1), makeDocument("a", 1, "b", 1)));
        QVERIFY(!sameKeyPattern(makeDocument("a", 1), makeDocument("b", 1)));
    }
};

SANDGLASS_PLAIN_TEST(ProtocolNamesTest)
} // namespace tst_protocol_names

#include "tst_protocol_names.moc"
