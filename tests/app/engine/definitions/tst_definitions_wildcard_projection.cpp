// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/wildcard_projection.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_wildcard_projection {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::checkWildcardProjection;

class DefinitionsWildcardProjectionTest : public QObject
{
    Q_OBJECT

private slots:
    void aProjectionMustFitTheKey_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("projection");
        QTest::addColumn<int>("code");
        const auto row = [](const char* key, const char* projection, int code) {
            QTest::addRow("%s of %s", projection, key)
                << QString::fromLatin1(key) << QString::fromLatin1(projection) << code;
        };
        const char* all = R"({"$**":1})";
        row(all, R"({"a":1})", 0);
        row(all, R"({"a":1,"b.c":true})", 0);
        row(all, R"({"a":0,"b":false})", 0);
        row(all, R"({"a":{"b":1,"c":1}})", 0);
        row(all, R"({"_id":0,"a":1})", 0);
        row(all, R"({"_id":1,"a":0})", 0);
        row(all, "{}", 9);
        row(all, "null", 14);
        row(all, "[]", 14);
        row(all, R"("a")", 14);
        row(all, R"({"a":1,"b":0})", 31254);
        row(all, R"({"a":0,"b":1})", 31253);
        row(all, R"({"a":1,"b":{"c":0}})", 31254);
        row(all, R"({"a":"$b"})", 51271);
        row(all, R"({"a":null})", 51271);
        row(all, R"({"a":{"$slice":1}})", 51271);
        row(all, R"({"a":{"b":{"$elemMatch":{}}}})", 51271);
        row(all, R"({"a.$":1})", 31324);
        row(all, R"({"_id":1})", 0);
        row(all, R"({"a.b":1,"a.c":1})", 0);
        row(all, R"({"a.b":1,"a":1})", 31250);
        row(all, R"({"a":0,"a.b":0})", 31249);
        row(all, R"({"a":{"b":1},"a.b":1})", 31250);
        row(all, R"({"a":{}})", 51270);
        row(all, R"({"$a":1})", 16410);
        row(all, R"({"a.$**":1})", 16410);
        row(all, R"({"a..b":1})", 15998);
        row(all, R"({"a.":1})", 40353);
        row(all, R"({"":1})", 40352);
        row(R"({"a":1})", R"({"a":1})", 2);
        row(R"({"a":"hashed"})", R"({"a":1})", 2);
        row(R"({"a.$**":1})", R"({"a":1})", 9);
    }
    void aProjectionMustFitTheKey() { verifyRow(); }

    void aProjectionOfACompoundIndexLeavesTheOtherFieldsOut_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("projection");
        QTest::addColumn<int>("code");
        const auto row = [](const char* projection, int code) {
            QTest::newRow(projection)
                << R"({"a":1,"$**":1})" << QString::fromLatin1(projection) << code;
        };
        row(R"({"b":1})", 0);
        row(R"({"a":0})", 0);
        row(R"({"_id":1,"a":0})", 0);
        row(R"({"ab":1})", 0); // begins like the field, but is another one
        row(R"({"a":1})", 7246208);
        row(R"({"b":0})", 7246210);
        row(R"({"b":1,"b.c":1})", 7246200);
        row(R"({"a":0,"a.b":0})", 7246200);
        row(R"({"b":{"c":1}})", 7246207);
        row(R"({"b":"x"})", 7246207);
        row(R"({"a":0,"b":1})", 7246211);
    }
    void aProjectionOfACompoundIndexLeavesTheOtherFieldsOut() { verifyRow(); }

private:
    static void verifyRow()
    {
        QFETCH(QString, key);
        QFETCH(QString, projection);
        QTEST(errorOf(checkWildcardProjection(parsedJson(key), parsedValue(projection))), "code");
    }
};

SANDGLASS_PLAIN_TEST(DefinitionsWildcardProjectionTest)
} // namespace tst_definitions_wildcard_projection

#include "tst_definitions_wildcard_projection.moc"
