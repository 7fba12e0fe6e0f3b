// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/index_conflict.h"
#include "app/engine/definitions/index_spec.h"
#include "tests/support/engine_data.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_index_conflict {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::IndexDefinition;
using engine::definitions::compareWithExisting;
using engine::definitions::IndexNovelty;
using engine::definitions::parseIndexSpec;

namespace {

/// An index {a: 1} named a_1 with further options, or a whole specification in braces.
IndexDefinition index(const QString& options)
{
    const QString rest = options.isEmpty() ? QString() : QStringLiteral(",") + options;
    const QString spec = options.startsWith(QLatin1Char('{'))
        ? options
        : QStringLiteral(R"({"key":{"a":1},"name":"a_1"%1})").arg(rest);
    const bson::Document document = parsedJson(spec);
    IndexDefinition definition
        = need(parseIndexSpec(bson::Value::document(document.view()), false));
    need(engine::definitions::applyExpireAfterSeconds(document, {}, {}, definition));
    return definition;
}

constexpr const char* kNew = "new";
constexpr const char* kSame = "identical";

QString comparedWith(const QString& requested, const std::vector<IndexDefinition>& existing)
{
    const auto novelty = compareWithExisting(index(requested), existing);
    if (!novelty) {
        return QString::number(novelty.error().serverCode);
    }
    return QString::fromLatin1(*novelty == IndexNovelty::New ? kNew : kSame);
}

} // namespace

class DefinitionsIndexConflictTest : public QObject
{
    Q_OBJECT

private slots:
    void identifyingOptionsTellIndexesApart_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("sameName");
        QTest::addColumn<QString>("otherName");
        const auto row = [](const char* options, const char* sameName, const char* otherName) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(sameName)
                                   << QString::fromLatin1(otherName);
        };
        row(R"("unique":true)", "86", kNew);
        row(R"("sparse":true)", "86", kNew);
        row(R"("collation":{"locale":"fr"})", "86", kNew);
        row(R"("partialFilterExpression":{"b":1})", "86", kNew);
        row(R"("expireAfterSeconds":5)", "85", "85");
        row(R"("hidden":true)", "85", "85");
        row(R"("storageEngine":{"wiredTiger":{}})", "85", "85");
        row(R"("background":true)", kSame, "85");
        row(R"("v":1)", kSame, "85");
        row(R"("unique":false)", kSame, "85");
        row(R"("sparse":0)", kSame, "85");
        row(R"("hidden":false)", kSame, "85");
        row(R"("collation":{"locale":"simple"})", kSame, "85");
        row(R"("ns":"x.y")", kSame, "85");
    }
    void identifyingOptionsTellIndexesApart()
    {
        QFETCH(QString, options);
        QFETCH(QString, sameName);
        QFETCH(QString, otherName);
        const std::vector<IndexDefinition> existing{index({})};
        QCOMPARE(comparedWith(options, existing), sameName);
        QCOMPARE(comparedWith(QStringLiteral(R"({"key":{"a":1},"name":"other",%1})").arg(options),
                              existing),
                 otherName);
    }

    void theOrderOfTheTwoMakesNoDifference_data() { identifyingOptionsTellIndexesApart_data(); }
    void theOrderOfTheTwoMakesNoDifference()
    {
        QFETCH(QString, options);
        QFETCH(QString, sameName);
        QCOMPARE(comparedWith({}, {index(options)}), sameName);
    }

    void askingAgainIsNoError_data()
    {
        QTest::addColumn<QString>("options");
        for (const char* options :
             {R"("unique":true)", R"("sparse":true,"expireAfterSeconds":5)",
              R"("collation":{"locale":"fr","strength":2})",
              R"("partialFilterExpression":{"b":{"$gt":1}},"hidden":true)",
              R"({"key":{"a":"text"},"name":"t"})", R"({"key":{"$**":1},"name":"w"})",
              R"({"key":{"g":"2dsphere"},"name":"g"})", R"({"key":{"_id":1},"name":"_id_"})"}) {
            QTest::newRow(options) << QString::fromLatin1(options);
        }
    }
    void askingAgainIsNoError()
    {
        QFETCH(QString, options);
        QCOMPARE(comparedWith(options, {index(options)}), QString::fromLatin1(kSame));
    }

    void keysAreComparedByOrderAndDirection_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("result");
        const auto row = [](const char* key, const char* result) {
            QTest::newRow(key) << QString::fromLatin1(key) << QString::fromLatin1(result);
        };
        row(R"({"a":1,"b":-1})", "85");
        row(R"({"a":1.0,"b":-1.0})", "85");
        row(R"({"a":{"$numberLong":"1"},"b":-1})", "85");
        row(R"({"b":-1,"a":1})", kNew);
        row(R"({"a":-1,"b":1})", kNew);
        row(R"({"a":1,"b":1})", kNew);
        row(R"({"a":1})", kNew);
        row(R"({"a":1,"b":-1,"c":1})", kNew);
        row(R"({"a":"hashed"})", kNew);
    }
    void keysAreComparedByOrderAndDirection()
    {
        QFETCH(QString, key);
        QFETCH(QString, result);
        const std::vector<IndexDefinition> existing{
            index(QStringLiteral(R"({"key":{"a":1,"b":-1},"name":"ab"})"))};
        QCOMPARE(comparedWith(QStringLiteral(R"({"key":%1,"name":"x"})").arg(key), existing),
                 result);
    }

    void valuesOfOptionsAreCompared_data()
    {
        QTest::addColumn<QString>("there");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("result");
        const auto row = [](const char* there, const char* asked, const char* result) {
            QTest::addRow("%s then %s", there, asked)
                << QString::fromLatin1(there) << QString::fromLatin1(asked)
                << QString::fromLatin1(result);
        };
        row(R"("expireAfterSeconds":5)", R"("expireAfterSeconds":5.0)", kSame);
        row(R"("expireAfterSeconds":5)", R"("expireAfterSeconds":5.9)", kSame);
        row(R"("expireAfterSeconds":5)", R"("expireAfterSeconds":6)", "85");
        row(R"("expireAfterSeconds":0)", R"("hidden":false)", "85");
        row(R"("collation":{"locale":"fr"})", R"("collation":{"locale":"fr","strength":3})", kSame);
        row(R"("collation":{"locale":"fr"})", R"("collation":{"locale":"fr","strength":2})", "86");
        row(R"("partialFilterExpression":{"b":1})", R"("partialFilterExpression":{"b":1.0})",
            kSame);
        row(R"("partialFilterExpression":{"b":1})", R"("partialFilterExpression":{"b":2})", "86");
        row(R"("storageEngine":{"wiredTiger":{}})", R"("storageEngine":{"other":{}})", "85");
    }
    void valuesOfOptionsAreCompared()
    {
        QFETCH(QString, there);
        QFETCH(QString, asked);
        QFETCH(QString, result);
        QCOMPARE(comparedWith(asked, {index(there)}), result);
    }

    void aWildcardProjectionIdentifiesAnIndex()
    {
        const std::vector<IndexDefinition> existing{
            index(QStringLiteral(R"({"key":{"$**":1},"name":"w","wildcardProjection":{"a":1}})"))};
        QCOMPARE(comparedWith(QStringLiteral(R"({"key":{"$**":1},"name":"w"})"), existing),
                 QStringLiteral("86"));
        QCOMPARE(comparedWith(
                     QStringLiteral(R"({"key":{"$**":1},"name":"x","wildcardProjection":{"b":1}})"),
                     existing),
                 QString::fromLatin1(kNew));
    }

    void versionsOfSpecialIndexesAreNotCompared()
    {
        const std::vector<IndexDefinition> existing{index(
            QStringLiteral(R"({"key":{"g":"2dsphere"},"name":"g","2dsphereIndexVersion":2})"))};
        QCOMPARE(comparedWith(QStringLiteral(R"({"key":{"g":"2dsphere"},"name":"g"})"), existing),
                 QString::fromLatin1(kSame));
    }

    void thereIsOneTextIndexForACollection()
    {
        const std::vector<IndexDefinition> existing{
            index(QStringLiteral(R"({"key":{"a":"text"},"name":"t"})"))};
        QCOMPARE(comparedWith(QStringLiteral(R"({"key":{"x":1,"a":"text"},"name":"u"})"), existing),
                 QStringLiteral("67"));
    }

    void theNameIsLookedAtBeforeTheKey()
    {
        const std::vector<IndexDefinition> existing{
            index(QStringLiteral(R"({"key":{"b":1},"name":"x"})")), index({})};
        QCOMPARE(comparedWith(QStringLiteral(R"({"key":{"a":1},"name":"x"})"), existing),
                 QStringLiteral("86"));
    }

    void namesAreTakenLiterally()
    {
        const std::vector<IndexDefinition> existing{
            index(QStringLiteral(R"({"key":{"b":1},"name":"A_1"})"))};
        QCOMPARE(comparedWith({}, existing), QString::fromLatin1(kNew));
    }

    void theErrorShowsBothIndexes()
    {
        const auto refused = compareWithExisting(index(QStringLiteral(R"("hidden":true)")),
                                                 std::vector<IndexDefinition>{index({})});
        const QString words = wordsOf(refused);
        QVERIFY2(words.contains(QStringLiteral(
                     R"(Requested index: { v: 2, key: { a: 1 }, name: "a_1", hidden: true })")),
                 qPrintable(words));
        QVERIFY2(words.contains(
                     QStringLiteral(R"(existing index: { v: 2, key: { a: 1 }, name: "a_1" })")),
                 qPrintable(words));
    }

    void nothingIsInTheWayOfTheFirstIndex()
    {
        QCOMPARE(comparedWith({}, {}), QString::fromLatin1(kNew));
    }
};

SANDGLASS_TEST(DefinitionsIndexConflictTest)
} // namespace tst_definitions_index_conflict

#include "tst_definitions_index_conflict.moc"
