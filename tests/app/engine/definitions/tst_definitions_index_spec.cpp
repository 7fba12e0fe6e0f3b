// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/definitions/index_spec.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_index_spec {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::IndexDefinition;
using engine::definitions::parseIndexSpec;

class DefinitionsIndexSpecTest : public QObject
{
    Q_OBJECT

private slots:
    void aSpecIsListedAsMongoDbListsIt_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("listed");
        const auto row = [](const char* spec, const char* listed) {
            QTest::newRow(spec) << QString::fromLatin1(spec) << QString::fromLatin1(listed);
        };
        row(R"({"key":{"a":1},"name":"a_1"})", R"({"v":2,"key":{"a":1},"name":"a_1"})");
        row(R"({"name":"a_1","key":{"a":1},"v":1})", R"({"v":1,"key":{"a":1},"name":"a_1"})");
        row(R"({"key":{"a":1},"name":"x","v":2.0})", R"({"v":2,"key":{"a":1},"name":"x"})");
        row(R"({"key":{"a":-1.0,"b":2},"name":"x"})",
            R"({"v":2,"key":{"a":-1.0,"b":2},"name":"x"})");
        row(R"({"key":{"a":1},"name":"x","unique":true})",
            R"({"v":2,"key":{"a":1},"name":"x","unique":true})");
        row(R"({"key":{"a":1},"name":"x","unique":1,"sparse":0.5})",
            R"({"v":2,"key":{"a":1},"name":"x","unique":true,"sparse":true})");
        row(R"({"key":{"a":1},"name":"x","unique":false,"sparse":0})",
            R"({"v":2,"key":{"a":1},"name":"x"})");
        row(R"({"key":{"a":1},"name":"x","hidden":true})",
            R"({"v":2,"key":{"a":1},"name":"x","hidden":true})");
        row(R"({"key":{"a":1},"name":"x","hidden":false})", R"({"v":2,"key":{"a":1},"name":"x"})");
        row(R"({"key":{"a":1},"name":"x","ns":"other.place","dropDups":true})",
            R"({"v":2,"key":{"a":1},"name":"x"})");
        row(R"({"key":{"a":1},"name":"x","partialFilterExpression":{"b":{"$gt":1}}})",
            R"({"v":2,"key":{"a":1},"name":"x","partialFilterExpression":{"b":{"$gt":1}}})");
        row(R"({"key":{"a":1},"name":"x","collation":{"locale":"simple"}})",
            R"({"v":2,"key":{"a":1},"name":"x"})");
        row(R"({"key":{"a":1},"name":"x","background":true})",
            R"({"v":2,"key":{"a":1},"name":"x","background":true})");
        row(R"({"key":{"_id":1},"name":"any"})", R"({"v":2,"key":{"_id":1},"name":"_id_"})");
        row(R"({"key":{"g":"2dsphere"},"name":"g"})",
            R"({"v":2,"key":{"g":"2dsphere"},"name":"g","2dsphereIndexVersion":3})");
        row(R"({"key":{"g":"2d"},"name":"g","bits":20,"min":-10,"max":10})",
            R"({"v":2,"key":{"g":"2d"},"name":"g","bits":20,"min":-10,"max":10})");
        row(R"({"key":{"$**":1},"name":"w","wildcardProjection":{"a":1}})",
            R"({"v":2,"key":{"$**":1},"name":"w","wildcardProjection":{"a":1}})");
    }
    void aSpecIsListedAsMongoDbListsIt()
    {
        QFETCH(QString, spec);
        QFETCH(QString, listed);
        const auto definition = parsed(spec);
        QCOMPARE(wordsOf(definition), QString());
        QCOMPARE(relaxedText(definition->listEntry()), listed);
    }

    void aTextIndexIsKeptInItsStoredForm_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("weights");
        QTest::newRow("one field") << R"({"a":"text"})"
                                   << R"({"_fts":"text","_ftsx":1})"
                                   << R"({"a":1})";
        QTest::newRow("two fields") << R"({"b":"text","a":"text"})"
                                    << R"({"_fts":"text","_ftsx":1})"
                                    << R"({"a":1,"b":1})";
        QTest::newRow("between others") << R"({"x":1,"a":"text","b":"text","y":-1})"
                                        << R"({"x":1,"_fts":"text","_ftsx":1,"y":-1})"
                                        << R"({"a":1,"b":1})";
        QTest::newRow("everything") << R"({"$**":"text"})"
                                    << R"({"_fts":"text","_ftsx":1})"
                                    << R"({"$**":1})";
    }
    void aTextIndexIsKeptInItsStoredForm()
    {
        QFETCH(QString, key);
        QFETCH(QString, stored);
        QFETCH(QString, weights);
        const auto definition = parsed(QStringLiteral(R"({"key":%1,"name":"t"})").arg(key));
        QCOMPARE(wordsOf(definition), QString());
        const bson::Document listed = definition->listEntry();
        QCOMPARE(relaxedText(listed["key"].asDocument()), stored);
        QCOMPARE(relaxedText(listed["weights"].asDocument()), weights);
        QCOMPARE(listed["default_language"].asString(), std::string_view("english"));
        QCOMPARE(listed["language_override"].asString(), std::string_view("language"));
        QCOMPARE(listed["textIndexVersion"].toInt64(), std::int64_t{3});
    }

    void aTextIndexKeepsWhatItWasGiven()
    {
        const auto definition
            = parsed(QStringLiteral(R"({"key":{"a":"text"},"name":"t","default_language":"none",)"
                                    R"("language_override":"lang","textIndexVersion":2})"));
        const bson::Document listed = definition->listEntry();
        QCOMPARE(listed["default_language"].asString(), std::string_view("none"));
        QCOMPARE(listed["language_override"].asString(), std::string_view("lang"));
        QCOMPARE(listed["textIndexVersion"].toInt64(), std::int64_t{2});
    }

    void weightsOfFieldsThatAreNoKeyBecomePartOfTheIndex()
    {
        const auto definition
            = parsed(QStringLiteral(R"({"key":{"a":"text"},"name":"t","weights":{"b":5}})"));
        QCOMPARE(wordsOf(definition), QString());
        const bson::Document listed = definition->listEntry();
        QCOMPARE(relaxedText(listed["weights"].asDocument()), QStringLiteral(R"({"a":1,"b":5})"));
    }

    void wrongSpecsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("code");
        const auto whole = [](const char* spec, int code) {
            QTest::newRow(spec) << QString::fromLatin1(spec) << code;
        };
        const auto option
            = [](const char* rest, int code) {
                  QTest::newRow(rest)
                      << QStringLiteral(R"({"key":{"a":1},"name":"x",%1})").arg(QLatin1String(rest))
                      << code;
              };
        whole("{}", 9);
        whole(R"({"key":{"a":1}})", 9);
        whole(R"({"name":"x"})", 9);
        whole(R"({"key":null,"name":"x"})", 14);
        whole(R"({"key":[["a",1]],"name":"x"})", 14);
        whole(R"({"key":{"a":1},"name":null})", 14);
        whole(R"({"key":{"a":1},"name":["x"]})", 14);
        whole(R"({"key":{"a":1},"name":""})", 67);
        whole("{\"key\":{\"a\":1},\"name\":\"a\\u0000b\"}", 67);
        whole(R"({"key":{"a":1},"name":"*"})", 2);
        whole(R"({"key":{"a":1},"name":"_id_"})", 2);
        whole(R"({"key":{"_id":-1},"name":"x"})", 2);
        whole(R"({"key":{"_id":1},"name":"x","unique":true})", 197);
        whole(R"({"key":{"_id":1},"name":"x","sparse":true})", 197);
        whole(R"({"key":{"_id":1},"name":"x","hidden":true})", 197);
        whole(R"({"key":{"_id":1},"name":"x","partialFilterExpression":{"a":1}})", 197);
        whole(R"({"key":{"_id":1},"name":"x","clustered":true,"unique":true})", 0);
        whole(R"({"key":{"a":1},"name":"x","clustered":true,"unique":true})", 6243700);
        whole(R"({"key":{"a":"hashed"},"name":"x","unique":true})", 16764);
        whole(R"({"key":{"$**":1},"name":"x","unique":true})", 67);
        whole(R"({"key":{"$**":1},"name":"x","sparse":true})", 67);
        option(R"("v":0)", 67);
        option(R"("v":3)", 67);
        option(R"("v":-1)", 67);
        option(R"("v":1.5)", 67);
        option(R"("v":{"$numberDouble":"NaN"})", 67);
        option(R"("v":{"$numberLong":"4294967298"})", 67);
        option(R"("v":"2")", 14);
        option(R"("unique":"true")", 14);
        option(R"("unique":null)", 14);
        option(R"("sparse":{})", 14);
        option(R"("background":"yes")", 14);
        option(R"("prepareUnique":[])", 14);
        option(R"("hidden":1)", 14);
        option(R"("hidden":null)", 14);
        option(R"("clustered":1)", 14);
        option(R"("clustered":false)", 6492800);
        option(R"("partialFilterExpression":[])", 14);
        option(R"("partialFilterExpression":null)", 14);
        option(R"("collation":"fr")", 14);
        option(R"("collation":{})", 40414);
        option(R"("storageEngine":5)", 14);
        option(R"("weights":"a")", 14);
        // that the index is no wildcard comes before the type
        option(R"("wildcardProjection":[])", 2);
        whole(R"({"key":{"$**":1},"name":"x","wildcardProjection":[]})", 14);
        option(R"("bits":"26")", 14);
        option(R"("min":"1")", 14);
        option(R"("max":true)", 14);
        option(R"("textIndexVersion":"3")", 14);
        option(R"("2dsphereIndexVersion":"3")", 14);
        option(R"("default_language":5)", 14);
        option(R"("language_override":5)", 14);
        option(R"("expireAfterSecond":5)", 197);
        option(R"("ExpireAfterSeconds":5)", 197);
        option(R"("sparse":true,"partialFilterExpression":{"b":1})", 67);
    }
    void wrongSpecsHaveTheirCodes()
    {
        QFETCH(QString, spec);
        QTEST(errorOf(parsed(spec)), "code");
    }

    void onlyDocumentsAreSpecs_data()
    {
        QTest::addColumn<QString>("value");
        for (const char* value : {"5", R"("a_1")", "null", "[]", "true"}) {
            QTest::newRow(value) << QString::fromLatin1(value);
        }
    }
    void onlyDocumentsAreSpecs()
    {
        QFETCH(QString, value);
        QCOMPARE(errorOf(parseIndexSpec(parsedValue(value), false)), 14);
    }

    void keysHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("code");
        const auto row = [](const char* key, int code) {
            QTest::newRow(key) << QString::fromLatin1(key) << code;
        };
        row("{}", 67);
        row(R"({"a":0})", 67);
        row(R"({"a":{"$numberDouble":"-0.0"}})", 67);
        row(R"({"a":{"$numberDouble":"NaN"}})", 67);
        row(R"({"a":{"$numberDecimal":"0"}})", 67);
        row(R"({"a":true})", 67);
        row(R"({"a":null})", 67);
        row(R"({"a":{}})", 67);
        row(R"({"a":[1]})", 67);
        row(R"({"a":{"$date":5}})", 67);
        row(R"({"a":""})", 67);
        row(R"({"a":"Text"})", 67);
        row(R"({"a":"geoHaystack"})", 67);
        row(R"({"":1})", 67);
        row(R"({"$a":1})", 67);
        row(R"({"a.$b":1})", 67);
        row(R"({"a.":1})", 67);
        row(R"({".a":1})", 67);
        row(R"({"a..b":1})", 67);
        row(R"({"a":1,"b":0})", 67);
        row(R"({"a":"hashed","b":"2dsphere"})", 67);
        row(R"({"$**":0})", 67);
        row(R"({"a.$**.b":1})", 67);
        row(R"({"a":0.5})", 0);
        row(R"({"a":-1e300})", 0);
        row(R"({"a":{"$numberDouble":"Infinity"}})", 0);
        row(R"({"a b":1})", 0);
        row(R"({"a.0.b":1})", 0);
        row(R"({"a.$id":1})", 0);
        row(R"({"a.$ref":1})", 0);
        row(R"({"a.$db":1})", 0);
        row(R"({"a.$**":1})", 0);
    }
    void keysHaveTheirCodes()
    {
        QFETCH(QString, key);
        QTEST(errorOf(parsed(QStringLiteral(R"({"key":%1,"name":"x"})").arg(key))), "code");
    }

    void aKeyHasAtMost32Fields()
    {
        QCOMPARE(errorOf(parsed(keyOf(32))), 0);
        QCOMPARE(errorOf(parsed(keyOf(33))), 13103);
    }

    void unknownOptionsAreDroppedOnRequest()
    {
        const bson::Value spec = parsedValue(
            QStringLiteral(R"({"key":{"a":1},"name":"x","safe":true,"what":{"ever":1}})"));
        QCOMPARE(errorOf(parseIndexSpec(spec, false)), 197);
        const auto kept = parseIndexSpec(spec, true);
        QCOMPARE(wordsOf(kept), QString());
        QCOMPARE(relaxedText(kept->listEntry()),
                 QStringLiteral(R"({"v":2,"key":{"a":1},"name":"x"})"));
    }

    void droppingUnknownOptionsForgivesNothingElse()
    {
        const bson::Value spec
            = parsedValue(QStringLiteral(R"({"key":{"a":1},"name":"x","unique":"yes","what":1})"));
        QCOMPARE(errorOf(parseIndexSpec(spec, true)), 14);
    }

    void theErrorShowsTheSpecification()
    {
        const QString words = wordsOf(parsed(QStringLiteral(R"({"key":{"a":0},"name":"x"})")));
        QVERIFY2(words.startsWith(QStringLiteral("Error in specification { key: { a: 0 }, ")),
                 qPrintable(words));
        QVERIFY(words.contains(QStringLiteral(" :: caused by :: ")));
    }

    void namesMayBeOfAnyLengthAndAlphabet_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("long") << QString(10'000, QLatin1Char('x'));
        QTest::newRow("Chinese") << QStringLiteral("过期索引");
        QTest::newRow("right to left") << QString::fromUtf8("\u200F\u0645\u0631\u062D\u0628\u0627");
        QTest::newRow("dollar and dots") << QStringLiteral("$a.b..c");
        QTest::newRow("blanks") << QStringLiteral("  ");
        QTest::newRow("line feed") << QStringLiteral("a\nb");
        QTest::newRow("quotes") << QStringLiteral("\"x\" 'y'");
    }
    void namesMayBeOfAnyLengthAndAlphabet()
    {
        QFETCH(QString, name);
        const bson::Value spec = bson::Value::document(
            bson::makeDocument("key", bson::makeDocument("a", 1), "name", name.toStdString()));
        const auto definition = parseIndexSpec(spec, false);
        QCOMPARE(wordsOf(definition), QString());
        QCOMPARE(QString::fromStdString(definition->name), name);
    }

private:
    static Result<IndexDefinition> parsed(const QString& spec)
    {
        return parseIndexSpec(bson::Value::document(parsedJson(spec)), false);
    }
    static QString keyOf(int fields)
    {
        QStringList parts;
        for (int i = 0; i < fields; ++i) {
            parts << QStringLiteral("\"f%1\":1").arg(i);
        }
        return QStringLiteral(R"({"key":{%1},"name":"x"})").arg(parts.join(QLatin1Char(',')));
    }
};

SANDGLASS_TEST(DefinitionsIndexSpecTest)
} // namespace tst_definitions_index_spec

#include "tst_definitions_index_spec.moc"
