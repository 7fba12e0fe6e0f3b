// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/clustered_index.h"
#include "app/engine/request/arguments.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_clustered_index {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::parseClusteredIndex;
using engine::request::Arguments;

class DefinitionsClusteredIndexTest : public QObject
{
    Q_OBJECT

private slots:
    void theListedFormIsComplete_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("name");
        QTest::newRow("least") << R"({"key":{"_id":1},"unique":true})"
                               << "_id_";
        QTest::newRow("named") << R"({"key":{"_id":1},"unique":true,"name":"by id"})"
                               << "by id";
        QTest::newRow("numbers of other types")
            << R"({"key":{"_id":1.0},"unique":1,"v":{"$numberLong":"2"}})"
            << "_id_";
    }
    void theListedFormIsComplete()
    {
        QFETCH(QString, given);
        QFETCH(QString, name);
        const auto listed = parsed(QStringLiteral(R"({"clusteredIndex":%1})").arg(given));
        QCOMPARE(wordsOf(listed), QString());
        QVERIFY(listed->has_value());
        QCOMPARE(relaxedText(**listed),
                 QStringLiteral(R"({"v":2,"key":{"_id":1},"name":"%1","unique":true})").arg(name));
    }

    void nothingIsAskedForByFalseOrNull()
    {
        for (const char* command :
             {"{}", R"({"clusteredIndex":false})", R"({"clusteredIndex":null})"}) {
            const auto listed = parsed(QString::fromLatin1(command));
            QVERIFY2(listed.has_value() && !listed->has_value(), command);
        }
    }

    void wrongSpecificationsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const char* given, int code) {
            QTest::newRow(name) << QString::fromLatin1(given) << code;
        };
        row("number", "5", 14);
        row("text", R"("_id")", 14);
        row("array", "[]", 14);
        row("empty", "{}", 40414);
        row("no key", R"({"unique":true})", 40414);
        row("no unique", R"({"key":{"_id":1}})", 40414);
        row("not unique", R"({"key":{"_id":1},"unique":false})", 5979700);
        row("unique no bool", R"({"key":{"_id":1},"unique":"yes"})", 14);
        row("another key", R"({"key":{"a":1},"unique":true})", 197);
        row("descending", R"({"key":{"_id":-1},"unique":true})", 197);
        row("compound", R"({"key":{"_id":1,"a":1},"unique":true})", 197);
        row("empty key", R"({"key":{},"unique":true})", 197);
        row("hashed", R"({"key":{"_id":"hashed"},"unique":true})", 197);
        row("key no document", R"({"key":"_id","unique":true})", 14);
        row("name no text", R"({"key":{"_id":1},"unique":true,"name":5})", 14);
        row("empty name", R"({"key":{"_id":1},"unique":true,"name":""})", 67);
        row("unknown field", R"({"key":{"_id":1},"unique":true,"sparse":true})", 40415);
        row("version", R"({"key":{"_id":1},"unique":true,"v":1})", 5979704);
        row("the form of buckets", "true", 5979703);
    }
    void wrongSpecificationsHaveTheirCodes()
    {
        QFETCH(QString, given);
        QTEST(errorOf(parsed(QStringLiteral(R"({"clusteredIndex":%1})").arg(given))), "code");
    }

    void whatDoesNotGoWithItHasItsCode_data()
    {
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("code");
        const auto row = [](const char* other, int code) {
            QTest::newRow(other) << QString::fromLatin1(other) << code;
        };
        row(R"("size":1000)", 6049200);
        row(R"("max":5)", 6049204);
        row(R"("capped":true)", 6127800);
        row(R"("viewOn":"c")", 6026500);
        row(R"("autoIndexId":false)", 6026501);
        row(R"("timeseries":{"timeField":"t"})", 72);
        row(R"("idIndex":{"key":{"_id":1},"name":"_id_"})", 72);
        row(R"("capped":false)", 0);
        row(R"("expireAfterSeconds":5)", 0);
    }
    void whatDoesNotGoWithItHasItsCode()
    {
        QFETCH(QString, other);
        QTEST(errorOf(
                  parsed(QStringLiteral(R"({"clusteredIndex":{"key":{"_id":1},"unique":true},%1})")
                             .arg(other))),
              "code");
    }

    void aCappedOneNeedsTestCommandsAndSeconds()
    {
        const QString start
            = QStringLiteral(R"({"clusteredIndex":{"key":{"_id":1},"unique":true},"capped":true)");
        QCOMPARE(errorOf(parsed(start + QStringLiteral("}"), true)), 6049201);
        QCOMPARE(errorOf(parsed(start + QStringLiteral(R"(,"expireAfterSeconds":5})"), true)), 0);
    }

    void bucketCollectionsAreMadeByTimeSeriesOnly()
    {
        const bson::Document command
            = parsedJson(QStringLiteral(R"({"clusteredIndex":{"key":{"_id":1},"unique":true}})"));
        QCOMPARE(errorOf(parseClusteredIndex(Arguments("create", command),
                                             {"db", "system.buckets.w"}, false)),
                 5979703);
    }

private:
    static Result<std::optional<bson::Document>> parsed(const QString& command,
                                                        bool testCommands = false)
    {
        const bson::Document fields = parsedJson(command);
        return parseClusteredIndex(Arguments("create", fields), {"db", "c"}, testCommands);
    }
};

SANDGLASS_TEST(DefinitionsClusteredIndexTest)
} // namespace tst_definitions_clustered_index

#include "tst_definitions_clustered_index.moc"
