// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/special_options.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_special_options {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::checkSpecialOptions;

class DefinitionsSpecialOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void optionsMustFitTheTypeOfTheIndex_data()
    {
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("code");
        const auto row = [](const char* plugin, const char* spec, int code) {
            QTest::newRow(spec) << QString::fromLatin1(plugin) << QString::fromLatin1(spec) << code;
        };
        row("", R"({"key":{"a":1}})", 0);
        row("text", R"({"key":{"a":"text"},"weights":{"a":5}})", 0);
        row("", R"({"key":{"a":1},"weights":{"a":5}})", 67);
        row("hashed", R"({"key":{"a":"hashed"},"weights":{}})", 67);
        row("hashed", R"({"key":{"a":"hashed","b":1}})", 0);
        row("hashed", R"({"key":{"a":"hashed","b":"hashed"}})", 31303);
        row("wildcard", R"({"key":{"$**":1}})", 0);
        row("wildcard", R"({"key":{"a":1,"$**":1}})", 67);
        row("wildcard", R"({"key":{"a":1,"$**":1},"wildcardProjection":{"b":1}})", 0);
        row("wildcard", R"({"key":{"a":1,"b.$**":1}})", 0);
        row("2d", R"({"key":{"a":"2d"}})", 0);
        row("2d", R"({"key":{"a":"2d"},"bits":1})", 0);
        row("2d", R"({"key":{"a":"2d"},"bits":32})", 0);
        row("2d", R"({"key":{"a":"2d"},"bits":0})", 72);
        row("2d", R"({"key":{"a":"2d"},"bits":33})", 72);
        row("2d", R"({"key":{"a":"2d"},"bits":{"$numberDouble":"NaN"}})", 72);
        row("2d", R"({"key":{"a":"2d"},"min":-1,"max":1})", 0);
        row("2d", R"({"key":{"a":"2d"},"min":1,"max":1})", 72);
        row("2d", R"({"key":{"a":"2d"},"min":180})", 72);
        row("2d", R"({"key":{"a":"2d"},"max":{"$numberDouble":"NaN"}})", 72);
        // options of another type of index are not looked at
        row("2dsphere", R"({"key":{"a":"2dsphere"},"bits":99,"min":5,"max":1})", 0);
    }
    void optionsMustFitTheTypeOfTheIndex()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, spec);
        QTEST(errorOf(checkSpecialOptions(parsedJson(spec), plugin.toStdString())), "code");
    }

    void theMessageShowsWhatWasGiven()
    {
        const auto wordsFor = [](const char* spec, const char* plugin) {
            return wordsOf(checkSpecialOptions(parsedJson(QString::fromLatin1(spec)), plugin));
        };
        QCOMPARE(wordsFor(R"({"key":{"a":"2d"},"bits":40})", "2d"),
                 QStringLiteral("bits for hash must be > 0 and <= 32, but 40 bits were specified"));
        QVERIFY(wordsFor(R"({"key":{"a":"hashed","b":"hashed","c":"hashed"}})", "hashed")
                    .contains(QStringLiteral("but found 3")));
    }
};

SANDGLASS_PLAIN_TEST(DefinitionsSpecialOptionsTest)
} // namespace tst_definitions_special_options

#include "tst_definitions_special_options.moc"
