// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/special_keys.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

namespace tst_catalog_special_keys {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::hashedKey;
using engine::catalog::IndexDefinition;
using engine::catalog::KeyList;
using engine::catalog::SpecialKeys;
using engine::catalog::WildcardScope;

IndexDefinition indexOn(const QString& key, const QString& projection)
{
    IndexDefinition definition;
    definition.name = "x";
    definition.key = parsedJson(key);
    definition.keyed = true;
    if (!projection.isEmpty()) {
        definition.otherOptions
            = parsedJson(QStringLiteral(R"({"wildcardProjection":%1})").arg(projection));
    }
    return definition;
}

/// The keys that a JSON array lists, each an array of the key's parts.
KeyList keysFrom(const QString& json)
{
    KeyList keys;
    const bson::Value list = parsedValue(json);
    for (const bson::Element& key : list.view().asDocument()) {
        std::vector<bson::ValueView> parts;
        for (const bson::Element& part : key.value.asDocument()) {
            parts.push_back(part.value);
        }
        keys.add(parts, nullptr);
    }
    keys.finish();
    return keys;
}

class CatalogSpecialKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void equalValuesHaveTheSameHash_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<bool>("same");
        const auto row = [](const char* left, const char* right, bool same) {
            QTest::addRow("%s %s", left, right)
                << QString::fromLatin1(left) << QString::fromLatin1(right) << same;
        };
        row("1", "1.0", true);
        row("1", R"({"$numberLong":"1"})", true);
        row("0.0", "-0.0", true);
        row("1", "2", false);
        row("1", R"("1")", false);
        row("1", "true", false);
        row("null", "0", false);
        row("{\"a\":1}", "{\"a\":1.0}", true);
        row("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", false);
        row(R"("a")", R"("A")", false);
        row(R"("")", "null", false);
    }
    void equalValuesHaveTheSameHash()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QTEST(hashedKey(parsedValue(left)) == hashedKey(parsedValue(right)), "same");
    }

    void aMissingFieldHasTheHashOfNull()
    {
        QCOMPARE(hashedKey(bson::ValueView()), hashedKey(parsedValue(QStringLiteral("null"))));
    }

    void aWildcardCoversPaths_data()
    {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("projection");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("covered");
        QTest::addColumn<bool>("leads");
        const auto row = [](const char* index, const char* projection, const char* path,
                            bool covered, bool leads) {
            QTest::addRow("%s %s: %s", index, projection, path)
                << QString::fromLatin1(index) << QString::fromLatin1(projection)
                << QString::fromLatin1(path) << covered << leads;
        };
        row("$**", "{}", "a", true, true);
        row("$**", "{}", "a.b", true, true);
        row("$**", "{}", "_id", false, false);
        row("$**", "{}", "_id.a", false, false);
        row("$**", R"({"_id":1})", "_id", true, true);
        row("$**", R"({"a.b":1})", "a.b", true, true);
        row("$**", R"({"a.b":1})", "a.b.c", true, true);
        row("$**", R"({"a.b":1})", "a", false, true);
        row("$**", R"({"a.b":1})", "a.bc", false, false);
        row("$**", R"({"a.b":1})", "c", false, false);
        row("$**", R"({"a":0})", "a", false, false);
        row("$**", R"({"a":0})", "a.b", false, false);
        row("$**", R"({"a":0})", "ab", true, true);
        row("$**", R"({"_id":1,"a":0})", "_id", true, true);
        row("a.$**", "{}", "a", true, true);
        row("a.$**", "{}", "a.b", true, true);
        row("a.$**", "{}", "ab", false, false);
        row("a.b.$**", "{}", "a", false, true);
        row("a.b.$**", "{}", "c", false, false);
        row("_id.$**", "{}", "_id.x", true, true);
    }
    void aWildcardCoversPaths()
    {
        QFETCH(QString, index);
        QFETCH(QString, projection);
        QFETCH(QString, path);
        const WildcardScope scope(index.toStdString(), parsedJson(projection));
        QTEST(scope.covers(path.toStdString()), "covered");
        QTEST(scope.leadsTo(path.toStdString()), "leads");
    }

    void onlySpecialIndexesWithEntriesHaveSpecialKeys()
    {
        QVERIFY(!SpecialKeys::of(indexOn(QStringLiteral(R"({"a":1})"), QString())));
        QVERIFY(!SpecialKeys::of(indexOn(QStringLiteral(R"({"a":"text"})"), QString())));
        QVERIFY(SpecialKeys::of(indexOn(QStringLiteral(R"({"a":"hashed"})"), QString())));
        QVERIFY(SpecialKeys::of(indexOn(QStringLiteral(R"({"$**":1})"), QString())));
        IndexDefinition old = indexOn(QStringLiteral(R"({"a":"hashed"})"), QString());
        old.keyed = false;
        QVERIFY(!SpecialKeys::of(old));
    }

    void keysOfAWildcard_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("projection");
        QTest::addColumn<QString>("document");
        QTest::addColumn<QString>("keys");
        QTest::addColumn<bool>("several");
        const auto row = [](const char* key, const char* projection, const char* document,
                            const char* keys, bool several) {
            QTest::addRow("%s %s of %s", key, projection, document)
                << QString::fromLatin1(key) << QString::fromLatin1(projection)
                << QString::fromLatin1(document) << QString::fromLatin1(keys) << several;
        };
        const char* all = R"({"$**":1})";
        row(all, "", R"({"_id":1})", "[]", false);
        row(all, "", R"({"_id":1,"a":2})", R"([["a",2]])", false);
        row(all, "", R"({"a":1,"b":{"c":2}})", R"([["a",1],["b.c",2]])", true);
        row(all, "", R"({"a":[1,2]})", R"([["a",1],["a",2]])", true);
        row(all, "", R"({"a":[7]})", R"([["a",7]])", true);
        row(all, "", R"({"a":[]})", R"([["a",{"$undefined":true}]])", true);
        row(all, "", R"({"a":{}})", R"([["a",{}]])", false);
        row(all, "", R"({"a":[{"b":1},{"b":2}]})", R"([["a.b",1],["a.b",2]])", true);
        row(all, "", R"({"a":[[1]]})", R"([["a",[1]]])", true);
        row(all, "", R"({"a":null})", R"([["a",null]])", false);
        row(all, R"({"b":1})", R"({"a":1,"b":2})", R"([["b",2]])", false);
        row(all, R"({"a":0})", R"({"a":1,"b":2})", R"([["b",2]])", false);
        row(R"({"a.$**":1})", "", R"({"a":{"b":3},"c":4})", R"([["a.b",3]])", false);
        const char* compound = R"({"x":1,"a.$**":1,"y":1})";
        row(compound, "", R"({"x":5,"a":{"b":1},"y":6})", R"([[5,"a.b",1,6]])", false);
        row(compound, "", R"({"x":5,"y":6})", R"([[5,{"$minKey":1},{"$minKey":1},6]])", false);
        row(compound, "", R"({"a":1})", R"([[null,"a",1,null]])", false);
    }
    void keysOfAWildcard()
    {
        QFETCH(QString, key);
        QFETCH(QString, projection);
        QFETCH(QString, document);
        QFETCH(QString, keys);
        const auto special = SpecialKeys::of(indexOn(key, projection));
        QVERIFY(special != nullptr);
        KeyList found;
        const auto several = special->keysOf(parsedJson(document), found, nullptr);
        QCOMPARE(wordsOf(several), QString());
        QTEST(*several, "several");
        const KeyList wanted = keysFrom(keys);
        QCOMPARE(found.size(), wanted.size());
        for (std::size_t at = 0; at < wanted.size(); ++at) {
            QVERIFY(found[at] == wanted[at]);
        }
    }

    void aHashedFieldIsStoredAsItsHash()
    {
        const auto special
            = SpecialKeys::of(indexOn(QStringLiteral(R"({"a":"hashed","b":1})"), QString()));
        KeyList found;
        const bson::Document document = parsedJson(QStringLiteral(R"({"a":"x","b":2})"));
        QCOMPARE(errorOf(special->keysOf(document, found, nullptr)), 0);
        const bson::Value hash = bson::Value::of(hashedKey(document["a"]));
        const std::vector<bson::ValueView> parts{hash, document["b"]};
        KeyList wanted;
        wanted.add(parts, nullptr);
        wanted.finish();
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found[0] == wanted[0]);
    }

    void arraysAreRefusedWhereTheyCannotBeIndexed_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("document");
        QTest::addColumn<int>("code");
        const auto row = [](const char* key, const char* document, int code) {
            QTest::addRow("%s %s", key, document)
                << QString::fromLatin1(key) << QString::fromLatin1(document) << code;
        };
        row(R"({"a":"hashed"})", R"({"a":[1]})", 16766);
        row(R"({"a":"hashed"})", R"({"a":[]})", 16766);
        row(R"({"a":"hashed","b":1})", R"({"a":1,"b":[1,2]})", 16766);
        row(R"({"a.b":"hashed"})", R"({"a":[{"b":1}]})", 16766);
        row(R"({"x":1,"a.$**":1})", R"({"x":[1],"a":1})", 7246301);
        row(R"({"x":1,"a.$**":1})", R"({"x":1,"a":[1]})", 0);
    }
    void arraysAreRefusedWhereTheyCannotBeIndexed()
    {
        QFETCH(QString, key);
        QFETCH(QString, document);
        KeyList found;
        const auto special = SpecialKeys::of(indexOn(key, QString()));
        QTEST(errorOf(special->keysOf(parsedJson(document), found, nullptr)), "code");
    }
};

SANDGLASS_PLAIN_TEST(CatalogSpecialKeysTest)
} // namespace tst_catalog_special_keys

#include "tst_catalog_special_keys.moc"
