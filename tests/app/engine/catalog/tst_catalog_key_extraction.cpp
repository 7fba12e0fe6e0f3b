// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/catalog/key_extraction.h"
#include "tests/support/catalog_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>
#include <vector>

namespace tst_catalog_key_extraction {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::KeyExtractor;
using engine::catalog::KeyList;

class TestKeyExtraction : public QObject
{
    Q_OBJECT

private slots:
    void keysOfADocument_data()
    {
        QTest::addColumn<QString>("paths");
        QTest::addColumn<QString>("document");
        QTest::addColumn<QString>("keys");
        const auto row
            = [](const char* name, const char* paths, const char* document, const char* keys) {
                  QTest::newRow(name) << QString::fromUtf8(paths) << QString::fromUtf8(document)
                                      << QString::fromUtf8(keys);
              };
        row("a plain field", "a", R"({"a":1})", "[1]");
        row("a missing field is null", "a", R"({"b":1})", "[null]");
        row("a nested field", "a.b", R"({"a":{"b":1}})", "[1]");
        row("a path through a number is null", "a.b", R"({"a":5})", "[null]");
        row("each element of an array", "a", R"({"a":[1,2]})", "[1] [2]");
        row("an empty array is undefined", "a", R"({"a":[]})", R"([{"$undefined":true}])");
        row("an array in an array stays whole", "a", R"({"a":[[1,2],3]})", "[[1,2]] [3]");
        row("documents in an array", "a.b", R"({"a":[{"b":1},{"b":2},{}]})", "[1] [2] [null]");
        row("arrays in documents in an array", "a.b", R"({"a":[{"b":[1,2]},{"b":3}]})",
            "[1] [2] [3]");
        row("a number chooses an element", "a.1", R"({"a":[7,8]})", "[8]");
        row("a number and then a field", "a.0.b", R"({"a":[{"b":4}]})", "[4]");
        row("a number is a field of documents too", "a.5", R"({"a":[{"5":1}]})", "[1]");
        row("a compound key", "a b", R"({"a":1,"b":2})", "[1,2]");
        row("one array in a compound key", "a b", R"({"a":[1,2],"b":3})", "[1,3] [2,3]");
        row("fields of one array go together", "a.b a.c", R"({"a":[{"b":1,"c":2},{"b":3}]})",
            "[1,2] [3,null]");
        row("an empty array in the way is null", "a.b", R"({"a":[]})", "[null]");
    }

    void keysOfADocument()
    {
        QFETCH(QString, paths);
        QFETCH(QString, document);
        QFETCH(QString, keys);
        QCOMPARE(QString::fromStdString(keysOf(paths, document, false)), keys);
    }

    void aSparseIndexHasNoKeyForDocumentsWithoutItsFields()
    {
        QCOMPARE(keysOf(QStringLiteral("a"), QStringLiteral(R"({"b":1})"), true), std::string());
        QCOMPARE(keysOf(QStringLiteral("a"), QStringLiteral(R"({"a":null})"), true),
                 std::string("[null]"));
        QCOMPARE(keysOf(QStringLiteral("a b"), QStringLiteral(R"({"b":1})"), true),
                 std::string("[null,1]"));
        QCOMPARE(keysOf(QStringLiteral("a b"), QStringLiteral(R"({"c":1})"), true), std::string());
    }

    void twoDifferentArraysAreRefused()
    {
        const KeyExtractor extractor({"a", "b"}, false);
        const auto extracted = extractor.extract(doc(R"({"a":[1],"b":[2]})"), [](auto) {});
        QVERIFY(!extracted);
        QCOMPARE(extracted.error().serverCode, 171);
        QCOMPARE(extracted.error().serverCodeName, std::string("CannotIndexParallelArrays"));
    }

    void meetingAnArrayIsReported()
    {
        const KeyExtractor extractor({"a"}, false);
        QVERIFY(need(extractor.extract(doc(R"({"a":[1]})"), [](auto) {})));
        QVERIFY(need(extractor.extract(doc(R"({"a":[]})"), [](auto) {})));
        QVERIFY(!need(extractor.extract(doc(R"({"a":1,"b":[1,2]})"), [](auto) {})));
    }

    void aKeyListIsSortedWithoutRepetition()
    {
        KeyList keys;
        for (const int number : {3, 1, 3, 2, 1}) {
            const bson::Value value = bson::Value::of(number);
            const bson::ValueView view = value;
            keys.add({&view, 1}, nullptr);
        }
        keys.finish();
        QCOMPARE(keys.size(), std::size_t{3});
        QVERIFY(keys[0] < keys[1] && keys[1] < keys[2]);
        QVERIFY(keys.contains(std::string(keys[1])));
        QVERIFY(!keys.contains("x"));
        keys.clear();
        QVERIFY(keys.empty());
    }

private:
    // each key as a JSON array, separated by blanks
    static std::string keysOf(const QString& paths, const QString& document, bool sparse)
    {
        std::vector<std::string> split;
        for (const QString& path : paths.split(u' ')) {
            split.push_back(path.toStdString());
        }
        std::string text;
        const bson::Document parsed = doc(document.toStdString());
        const auto sink = [&](std::span<const bson::ValueView> values) {
            bson::Builder array;
            for (const bson::ValueView& value : values) {
                array.push(value);
            }
            text += (text.empty() ? "" : " ")
                + bson::toJson(bson::ValueView(bson::Type::Array, array.take().bytes()));
        };
        need(KeyExtractor(split, sparse).extract(parsed, sink));
        return text;
    }
};

SANDGLASS_PLAIN_TEST(TestKeyExtraction)
} // namespace tst_catalog_key_extraction

#include "tst_catalog_key_extraction.moc"
