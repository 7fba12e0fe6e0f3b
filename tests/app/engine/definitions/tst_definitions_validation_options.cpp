// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/validation_options.h"
#include "app/engine/request/arguments.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_validation_options {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::parseValidation;
using engine::definitions::ValidationOptions;
using engine::definitions::withValidation;
using engine::request::Arguments;

Result<ValidationOptions> parsed(const bson::Document& fields, const protocol::Namespace& ns)
{
    return parseValidation(Arguments("create", fields), "create", ns,
                           {base::Time(base::Millis(0)), {}});
}

class DefinitionsValidationOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void optionsAreCheckedBeforeAnythingIsStored_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* command, int code) {
            QTest::newRow(command) << QString::fromLatin1(command) << code;
        };
        row("{}", 0);
        row(R"({"validator":{}})", 0);
        row(R"({"validator":{"a":{"$gt":1}}})", 0);
        row(R"({"validationLevel":"off"})", 0);
        row(R"({"validationLevel":"moderate","validationAction":"warn"})", 0);
        row(R"({"validationAction":"errorAndLog"})", 0);
        row(R"({"validationLevel":"Strict"})", 2);
        row(R"({"validationAction":""})", 2);
        row(R"({"validationLevel":1})", 14);
        row(R"({"validator":"a"})", 14);
        row(R"({"validator":{"a":{"$unknown":1}}})", 2);
        row(R"({"validator":{"$where":"true"}})", 2);
        row(R"({"validator":{"$text":{"$search":"a"}}})", 2);
        row(R"({"validator":{"a":{"$near":[0,0]}}})", 2);
    }
    void optionsAreCheckedBeforeAnythingIsStored()
    {
        QFETCH(QString, command);
        QTEST(errorOf(parsed(parsedJson(command), {"db", "c"})), "code");
    }

    void collectionsOfTheServerHaveNoValidator_data()
    {
        QTest::addColumn<QString>("database");
        QTest::addColumn<QString>("collection");
        QTest::addColumn<QString>("validator");
        QTest::addColumn<int>("code");
        QTest::newRow("admin") << "admin"
                               << "c"
                               << R"({"a":1})" << 72;
        QTest::newRow("config") << "config"
                                << "c"
                                << R"({"a":1})" << 72;
        QTest::newRow("local") << "local"
                               << "c"
                               << R"({"a":1})" << 72;
        QTest::newRow("system collection") << "db"
                                           << "system.views"
                                           << R"({"a":1})" << 72;
        QTest::newRow("an empty one is none") << "admin"
                                              << "c"
                                              << "{}" << 0;
    }
    void collectionsOfTheServerHaveNoValidator()
    {
        QFETCH(QString, database);
        QFETCH(QString, collection);
        QFETCH(QString, validator);
        const bson::Document fields
            = parsedJson(QStringLiteral(R"({"validator":%1})").arg(validator));
        QTEST(errorOf(parsed(fields, {database.toStdString(), collection.toStdString()})), "code");
    }

    void theMessageNamesWhatIsNotAllowed()
    {
        const bson::Document where
            = parsedJson(QStringLiteral(R"({"validator":{"$where":"true"}})"));
        QCOMPARE(wordsOf(parsed(where, {"db", "c"})),
                 QStringLiteral("Parsing of collection validator failed :: caused by :: $where is"
                                " not allowed in this context"));
        const bson::Document level = parsedJson(QStringLiteral(R"({"validationLevel":"x"})"));
        QCOMPARE(wordsOf(parsed(level, {"db", "c"})),
                 QStringLiteral("Enumeration value 'x' for field 'create.validationLevel' is not a"
                                " valid value."));
    }

    void theListedOptionsFollowTheChange_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("after");
        const auto row
            = [](const char* name, const char* before, const char* change, const char* after) {
                  QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(change)
                                      << QString::fromLatin1(after);
              };
        row("a validator has level and action", "{}", R"({"validator":{"a":1}})",
            R"({"validator":{"a":1},"validationLevel":"strict","validationAction":"error"})");
        row("the given words stay", "{}",
            R"({"validator":{"a":1},"validationLevel":"off","validationAction":"warn"})",
            R"({"validator":{"a":1},"validationLevel":"off","validationAction":"warn"})");
        row("a word alone is listed alone", "{}", R"({"validationLevel":"off"})",
            R"({"validationLevel":"off"})");
        row("the words of before stay", R"({"validator":{"a":1},"validationLevel":"off"})",
            R"({"validator":{"b":1}})",
            R"({"validator":{"b":1},"validationLevel":"off","validationAction":"error"})");
        row("an empty validator is taken out",
            R"({"validator":{"a":1},"validationLevel":"off","validationAction":"warn"})",
            R"({"validator":{}})", R"({"validationLevel":"off","validationAction":"warn"})");
        row("nothing given changes nothing", R"({"validator":{"a":1}})", "{}",
            R"({"validator":{"a":1}})");
    }
    void theListedOptionsFollowTheChange()
    {
        QFETCH(QString, before);
        QFETCH(QString, change);
        const auto options = parsed(parsedJson(change), {"db", "c"});
        QCOMPARE(wordsOf(options), QString());
        QTEST(relaxedText(withValidation(parsedJson(before), *options)), "after");
    }
};

SANDGLASS_PLAIN_TEST(DefinitionsValidationOptionsTest)
} // namespace tst_definitions_validation_options

#include "tst_definitions_validation_options.moc"
