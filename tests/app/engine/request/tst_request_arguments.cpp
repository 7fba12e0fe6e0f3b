// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/numbers.h"
#include "app/engine/request/request.h"
#include "app/engine/storage/key_value_store.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

namespace tst_request_arguments {

using namespace sandglass;
using namespace sandglass::tests;
using engine::request::Arguments;
using engine::request::collectionArgument;
using engine::request::EngineFacts;
using engine::request::Request;
using engine::request::writeDurability;
using engine::storage::Durability;

class RequestArgumentsTest : public QObject
{
    Q_OBJECT

private slots:
    void integersAreSafeOnes_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<qint64>("read");
        const auto row = [](const char* value, qint64 read) {
            QTest::newRow(value) << QString::fromLatin1(value) << read;
        };
        constexpr qint64 kMost = std::numeric_limits<qint64>::max();
        constexpr qint64 kLeast = std::numeric_limits<qint64>::min();
        row("5", 5);
        row(R"({"$numberLong":"-5"})", -5);
        row("5.999", 5);
        row("-5.999", -5);
        row(R"({"$numberDecimal":"5.5"})", 6);
        row(R"({"$numberDecimal":"4.5"})", 4);
        row(R"({"$numberDecimal":"-4.5"})", -4);
        row(R"({"$numberDouble":"NaN"})", 0);
        row(R"({"$numberDecimal":"NaN"})", 0);
        row(R"({"$numberDouble":"Infinity"})", kMost);
        row(R"({"$numberDouble":"-Infinity"})", kLeast);
        row(R"({"$numberDouble":"9223372036854775808"})", kMost);
        row(R"({"$numberDouble":"-9223372036854775808"})", kLeast);
        row(R"({"$numberDecimal":"1E+100"})", kMost);
        row(R"({"$numberLong":"-9223372036854775808"})", kLeast);
    }
    void integersAreSafeOnes()
    {
        QFETCH(QString, value);
        QFETCH(qint64, read);
        const bson::Document fields = with(value);
        const auto number = Arguments("find", fields).integer("v");
        QVERIFY(number.has_value() && number->has_value());
        QCOMPARE(qint64{**number}, read);
    }

    void nullAndUndefinedCountAsAbsent_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("absent") << "{}";
        QTest::newRow("null") << R"({"v":null})";
        QTest::newRow("undefined") << R"({"v":{"$undefined":true}})";
    }
    void nullAndUndefinedCountAsAbsent()
    {
        QFETCH(QString, command);
        const bson::Document fields = parsedJson(command);
        const Arguments arguments("find", fields);
        QVERIFY(arguments.value("v").isMissing());
        QVERIFY(!arguments.integer("v")->has_value());
        QVERIFY(!arguments.count("v")->has_value());
        QVERIFY(!arguments.text("v")->has_value());
        QVERIFY(arguments.document("v")->empty());
        QVERIFY(*arguments.flag("v", true));
        QVERIFY(!*arguments.flag("v", false));
    }

    void flagsAreSafeBools_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("read");
        const auto row = [](const char* value, bool read) {
            QTest::newRow(value) << QString::fromLatin1(value) << read;
        };
        row("true", true);
        row("false", false);
        row("1", true);
        row("0", false);
        row("-1", true);
        row("0.1", true);
        row(R"({"$numberDouble":"-0.0"})", false);
        row(R"({"$numberDouble":"NaN"})", true);
        row(R"({"$numberLong":"4294967296"})", true);
        row(R"({"$numberDecimal":"0E+10"})", false);
        row(R"({"$numberDecimal":"0.1"})", true);
    }
    void flagsAreSafeBools()
    {
        QFETCH(QString, value);
        QFETCH(bool, read);
        const bson::Document fields = with(value);
        const auto flag = Arguments("find", fields).flag("v", !read);
        QCOMPARE(wordsOf(flag), QString());
        QCOMPARE(*flag, read);
    }

    void everyReaderRefusesOtherTypes_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("alias");
        QTest::addColumn<QString>("takenBy"); // i integer, f flag, t text, d document
        const auto row = [](const char* value, const char* alias, const char* takenBy) {
            QTest::newRow(alias) << QString::fromLatin1(value) << QString::fromLatin1(alias)
                                 << QString::fromLatin1(takenBy);
        };
        row("5", "int", "if");
        row(R"({"$numberLong":"5"})", "long", "if");
        row("5.0", "double", "if");
        row(R"({"$numberDecimal":"5"})", "decimal", "if");
        row("true", "bool", "f");
        row(R"("5")", "string", "t");
        row("{}", "object", "d");
        row("[]", "array", "");
        row(R"({"$date":5})", "date", "");
        row(R"({"$timestamp":{"t":5,"i":1}})", "timestamp", "");
        row(R"({"$oid":"650aff000102030405060708"})", "objectId", "");
        row(R"({"$binary":{"base64":"","subType":"00"}})", "binData", "");
        row(R"({"$regularExpression":{"pattern":"5","options":""}})", "regex", "");
        row(R"({"$code":"5"})", "javascript", "");
        row(R"({"$symbol":"5"})", "symbol", "");
        row(R"({"$minKey":1})", "minKey", "");
        row(R"({"$maxKey":1})", "maxKey", "");
    }
    void everyReaderRefusesOtherTypes()
    {
        QFETCH(QString, value);
        QFETCH(QString, alias);
        QFETCH(QString, takenBy);
        const bson::Document fields = with(value);
        const Arguments arguments("find", fields);
        const auto check = [&](char reader, const QString& expected, const auto& result) {
            if (takenBy.contains(QLatin1Char(reader))) {
                QCOMPARE(wordsOf(result), QString());
                return;
            }
            QCOMPARE(errorOf(result), 14);
            QCOMPARE(wordsOf(result),
                     QStringLiteral("BSON field 'find.v' is the wrong type '%1', expected type "
                                    "'%2'")
                         .arg(alias, expected));
        };
        check('i', QStringLiteral("long"), arguments.integer("v"));
        check('f', QStringLiteral("bool"), arguments.flag("v", false));
        check('t', QStringLiteral("string"), arguments.text("v"));
        check('d', QStringLiteral("object"), arguments.document("v"));
    }

    void countsAreNotNegative_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("code");
        QTest::newRow("0") << "0" << 0;
        QTest::newRow("-0.9") << "-0.9" << 0;
        QTest::newRow("NaN") << R"({"$numberDouble":"NaN"})" << 0;
        QTest::newRow("-1") << "-1" << 51024;
        QTest::newRow("-1.0") << "-1.0" << 51024;
        QTest::newRow("minus infinity") << R"({"$numberDouble":"-Infinity"})" << 51024;
        QTest::newRow("text") << R"("1")" << 14;
        QTest::newRow("bool") << "true" << 14;
    }
    void countsAreNotNegative()
    {
        QFETCH(QString, value);
        const bson::Document fields = with(value);
        QTEST(errorOf(Arguments("find", fields).count("v")), "code");
    }

    void requiredFieldsMustBeThereAndNotNull()
    {
        const bson::Document there = parsedJson(QStringLiteral(R"({"v":null})"));
        QVERIFY(Arguments("insert", there).present("v")->isNullish());
        // null is "not given"
        QCOMPARE(errorOf(Arguments("insert", there).required("v")), 40414);
        const bson::Document absent = parsedJson(QStringLiteral("{}"));
        const auto missing = Arguments("insert", absent).required("v");
        QCOMPARE(errorOf(missing), 40414);
        QCOMPARE(wordsOf(missing),
                 QStringLiteral("BSON field 'insert.v' is missing but a required field"));
    }

    void unknownFieldsAreNamedWithTheirPlace()
    {
        const bson::Document fields = parsedJson(QStringLiteral(R"({"q":1,"z":2})"));
        const auto unknown = Arguments("update.updates", fields).onlyKnown({"q"});
        QCOMPARE(errorOf(unknown), 40415);
        QCOMPARE(wordsOf(unknown),
                 QStringLiteral("BSON field 'update.updates.z' is an unknown field."));
    }

    void aFieldThatComesTwiceIsRefused()
    {
        const bson::Document fields = bson::makeDocument("q", 1, "limit", 0, "q", 2);
        const auto twice = Arguments("delete.deletes", fields).onlyKnown({"q", "limit"});
        QCOMPARE(errorOf(twice), 40413);
        QCOMPARE(wordsOf(twice),
                 QStringLiteral("BSON field 'delete.deletes.q' is a duplicate field"));
    }

    void fieldNamesAreTakenLiterally()
    {
        const bson::Document fields = parsedJson(QStringLiteral(R"({"Filter":{}})"));
        QCOMPARE(errorOf(Arguments("find", fields).onlyKnown({"filter"})), 40415);
    }

    void collectionsAreNamedByStrings_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("code");
        const auto row = [](const char* value, int code) {
            QTest::newRow(value) << QString::fromUtf8(value) << code;
        };
        row(R"("c")", 0);
        row(R"("a.b.c")", 0);
        row(R"("system.buckets.w")", 0);
        row(R"("集合")", 0);
        row(R"("a b")", 0);
        row(R"("")", 73);
        row(R"(".c")", 73);
        row("\"a\\u0000b\"", 73);
        row("1", 73);
        row("null", 73);
        row("{}", 73);
        row(R"(["c"])", 73);
        row("true", 73);
    }
    void collectionsAreNamedByStrings()
    {
        QFETCH(QString, value);
        const bson::Document body = with(value);
        Request request;
        request.name = "v";
        request.database = "db";
        request.body = body;
        QTEST(errorOf(collectionArgument(request)), "code");
    }

    void databasesOfAWrongNameAreRefused_data()
    {
        QTest::addColumn<QByteArray>("database");
        QTest::addColumn<int>("code");
        QTest::newRow("plain") << QByteArray("db") << 0;
        QTest::newRow("63 bytes") << QByteArray(63, 'd') << 0;
        QTest::newRow("64 bytes") << QByteArray(64, 'd') << 73;
        QTest::newRow("empty") << QByteArray("") << 73;
        QTest::newRow("dot") << QByteArray("a.b") << 73;
        QTest::newRow("blank") << QByteArray("a b") << 73;
        QTest::newRow("slash") << QByteArray("a/b") << 73;
        QTest::newRow("backslash") << QByteArray("a\\b") << 73;
        QTest::newRow("quote") << QByteArray("a\"b") << 73;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << 73;
    }
    void databasesOfAWrongNameAreRefused()
    {
        QFETCH(QByteArray, database);
        const bson::Document body = parsedJson(QStringLiteral(R"({"find":"c"})"));
        Request request;
        request.name = "find";
        request.database = database.toStdString();
        request.body = body;
        QTEST(errorOf(collectionArgument(request)), "code");
    }

    void writeConcernsSayHowDurable_data()
    {
        QTest::addColumn<QString>("concern");
        QTest::addColumn<bool>("onDisk");
        QTest::newRow("none") << "null" << false;
        QTest::newRow("empty") << "{}" << false;
        QTest::newRow("one member") << R"({"w":1})" << false;
        QTest::newRow("unacknowledged") << R"({"w":0})" << false;
        QTest::newRow("majority") << R"({"w":"majority"})" << true;
        QTest::newRow("majority without journal") << R"({"w":"majority","j":false})" << false;
        QTest::newRow("journal") << R"({"j":true})" << true;
        QTest::newRow("no journal") << R"({"j":false,"w":1})" << false;
        QTest::newRow("journal and majority")
            << R"({"w":"majority","j":true,"wtimeout":5})" << true;
    }
    void writeConcernsSayHowDurable()
    {
        QFETCH(QString, concern);
        QFETCH(bool, onDisk);
        QCOMPARE(durabilityFor(concern, {}) == Durability::Disk, onDisk);
    }

    void membersOfASetWaitForTheJournalByDefault_data()
    {
        QTest::addColumn<QString>("concern");
        QTest::addColumn<bool>("onDisk");
        QTest::newRow("none") << "null" << true;
        QTest::newRow("empty") << "{}" << true;
        QTest::newRow("only a time") << R"({"wtimeout":5})" << true;
        QTest::newRow("one member") << R"({"w":1})" << false;
        QTest::newRow("unacknowledged") << R"({"w":0})" << false;
        QTest::newRow("majority") << R"({"w":"majority"})" << true;
        QTest::newRow("no journal") << R"({"j":false})" << false;
        QTest::newRow("one member with journal") << R"({"w":1,"j":true})" << true;
    }
    void membersOfASetWaitForTheJournalByDefault()
    {
        QFETCH(QString, concern);
        QFETCH(bool, onDisk);
        EngineFacts facts;
        facts.replSet.name = "rs0";
        facts.versionNumbers = {5, 0, 31, 0};
        QCOMPARE(durabilityFor(concern, facts) == Durability::Disk, onDisk);
        // before 5.0 one member was the default
        facts.versionNumbers = {4, 4, 29, 0};
        const bool names = concern.contains(QStringLiteral("\"w\":\"majority\""))
            || concern.contains(QStringLiteral("\"j\":true"));
        QCOMPARE(durabilityFor(concern, facts) == Durability::Disk, names);
    }

    void listsComeAsArrayOrAsSequence()
    {
        const bson::Document body
            = parsedJson(QStringLiteral(R"({"insert":"c","documents":[{"_id":1},{"_id":2}]})"));
        Request request;
        request.name = "insert";
        request.body = body;
        QCOMPARE(request.documents("documents")->size(), std::size_t{2});
        const bson::Document one = parsedJson(QStringLiteral(R"({"_id":9})"));
        request.sequences["documents"] = {one};
        const auto sent = request.documents("documents");
        QCOMPARE(sent->size(), std::size_t{1});
        QCOMPARE(relaxedText(sent->front()), QStringLiteral(R"({"_id":9})"));
    }

    void wrongListsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("missing") << R"({"insert":"c"})" << 40414 << "'insert.documents' is missing";
        QTest::newRow("null") << R"({"insert":"c","documents":null})" << 14 << "'null'";
        QTest::newRow("document") << R"({"insert":"c","documents":{}})" << 14 << "'object'";
        QTest::newRow("third is a number") << R"({"insert":"c","documents":[{},{},5]})" << 14
                                           << "'insert.documents.2' is the wrong type 'int'";
        QTest::newRow("array in array") << R"({"insert":"c","documents":[[]]})" << 14
                                        << "'insert.documents.0' is the wrong type 'array'";
    }
    void wrongListsHaveTheirCodes()
    {
        QFETCH(QString, body);
        QFETCH(int, code);
        QFETCH(QString, words);
        const bson::Document document = parsedJson(body);
        Request request;
        request.name = "insert";
        request.body = document;
        const auto list = request.documents("documents");
        QCOMPARE(errorOf(list), code);
        QVERIFY2(wordsOf(list).contains(words), qPrintable(wordsOf(list)));
    }

    void numbersOfRepliesAreInt32WhereTheyFit_data()
    {
        QTest::addColumn<qint64>("number");
        QTest::addColumn<QString>("sent");
        const auto row = [](qint64 number, const char* type) {
            QTest::addRow("%lld", static_cast<long long>(number))
                << number
                << QStringLiteral(R"({"n":{"$%1":"%2"}})").arg(QLatin1String(type)).arg(number);
        };
        row(0, "numberInt");
        row(-1, "numberInt");
        row(std::numeric_limits<std::int32_t>::max(), "numberInt");
        row(std::numeric_limits<std::int32_t>::min(), "numberInt");
        row(qint64{std::numeric_limits<std::int32_t>::max()} + 1, "numberLong");
        row(qint64{std::numeric_limits<std::int32_t>::min()} - 1, "numberLong");
        row(std::numeric_limits<qint64>::max(), "numberLong");
    }
    void numbersOfRepliesAreInt32WhereTheyFit()
    {
        QFETCH(qint64, number);
        bson::Builder reply;
        engine::request::appendNumber(reply, "n", number);
        QTEST(canonicalText(reply.take()), "sent");
    }

private:
    static bson::Document with(const QString& value)
    {
        return parsedJson(QStringLiteral(R"({"v":%1})").arg(value));
    }
    static Durability durabilityFor(const QString& concern, const EngineFacts& facts)
    {
        const bson::Document body
            = parsedJson(QStringLiteral(R"({"insert":"c","writeConcern":%1})").arg(concern));
        Request request;
        request.name = "insert";
        request.body = body;
        return writeDurability(request, facts);
    }
};

SANDGLASS_TEST(RequestArgumentsTest)
} // namespace tst_request_arguments

#include "tst_request_arguments.moc"
