// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_bson_paths {

using namespace sandglass::bson;

namespace {

// The values as one line of JSON texts.
QString found(const char* json, const char* path, bool wholeArrayToo = false)
{
    const Document document = fromJson(json).value();
    std::string text;
    for (const ValueView value : valuesAtPath(document, path, wholeArrayToo)) {
        if (!text.empty()) {
            text += ' ';
        }
        text += toJson(value);
    }
    return QString::fromStdString(text);
}

} // namespace

class BsonPathsTest : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreThoseThatAnIndexSees_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("values");
        const auto row
            = [](const char* name, const char* json, const char* path, const QString& values) {
                  QTest::newRow(name) << QByteArray(json) << QByteArray(path) << values;
              };
        row("top level", R"({"a":1})", "a", QStringLiteral("1"));
        row("nothing there", R"({"a":1})", "b", QString());
        row("null is a value", R"({"a":null})", "a", QStringLiteral("null"));
        row("nested", R"({"a":{"b":{"c":2}}})", "a.b.c", QStringLiteral("2"));
        row("through a number", R"({"a":5})", "a.b", QString());
        row("array at the end", R"({"a":[3,1,2]})", "a", QStringLiteral("3 1 2"));
        row("empty array at the end", R"({"a":[]})", "a", QString());
        row("one level of arrays at the end", R"({"a":[[1,2],3]})", "a", QStringLiteral("[1,2] 3"));
        row("array on the way", R"({"a":[{"b":1},{"b":2},{"c":3},4]})", "a.b",
            QStringLiteral("1 2"));
        row("arrays twice", R"({"a":[{"b":[1,2]},{"b":3}]})", "a.b", QStringLiteral("1 2 3"));
        row("nested arrays are not entered", R"({"a":[[{"b":1}]]})", "a.b", QString());
        row("number of an element", R"({"a":[5,6]})", "a.1", QStringLiteral("6"));
        row("number on the way", R"({"a":[{"b":1},{"b":2}]})", "a.1.b", QStringLiteral("2"));
        row("number past the end", R"({"a":[5,6]})", "a.2", QString());
        row("number with a leading zero", R"({"a":[5,6]})", "a.01", QString());
        row("number as a field name", R"({"a":{"0":7}})", "a.0", QStringLiteral("7"));
        row("number both ways", R"({"a":[{"0":7}]})", "a.0", QStringLiteral(R"(7 {"0":7})"));
        row("huge number", R"({"a":[5]})", "a.99999999999999999999", QString());
    }

    void valuesAreThoseThatAnIndexSees()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, path);
        QFETCH(QString, values);
        QCOMPARE(found(json.constData(), path.constData()), values);
    }

    void theArrayItselfComesLastWhenAskedFor()
    {
        QCOMPARE(found(R"({"a":[3,1]})", "a", true), QStringLiteral("3 1 [3,1]"));
        QCOMPARE(found(R"({"a":[]})", "a", true), QStringLiteral("[]"));
        QCOMPARE(found(R"({"a":3})", "a", true), QStringLiteral("3"));
    }

    void aSinglePathEntersArraysOnlyByNumber()
    {
        const Document document = fromJson(R"({"a":{"b":[{"c":1},{"c":2}]},"d":3})").value();
        QCOMPARE(document.view().at("d").asInt32(), 3);
        QCOMPARE(document.view().at("a.b.1.c").asInt32(), 2);
        QVERIFY(document.view().at("a.b.c").isMissing());
        QVERIFY(document.view().at("d.x").isMissing());
        QVERIFY(document.view().at("").isMissing());
        QCOMPARE(document.view().at("a.b").type(), Type::Array);
    }
};

SANDGLASS_PLAIN_TEST(BsonPathsTest)
} // namespace tst_bson_paths

#include "tst_bson_paths.moc"
