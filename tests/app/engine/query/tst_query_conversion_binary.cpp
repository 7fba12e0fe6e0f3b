// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/conversion_binary.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_conversion_binary {

using namespace sandglass;
using namespace sandglass::tests;
using namespace engine::query;
using test::val;

/// The options from {format, byteOrder, base, subtype}.
ConversionOptions optionsFrom(const QString& text)
{
    const bson::Document given = test::doc(text.toStdString());
    ConversionOptions options;
    const auto read
        = readConversionOptions(given["format"], given["byteOrder"], given["base"], options);
    if (!read) {
        qFatal("bad test options %s: %s", qPrintable(text), read.error().message.c_str());
    }
    if (given.contains("subtype")) {
        options.subtype = static_cast<std::uint8_t>(given["subtype"].toDouble());
    }
    return options;
}

QString canonical(bson::ValueView value)
{
    return QString::fromStdString(bson::toJson(value, bson::JsonForm::Canonical));
}

/// The converted value as canonical JSON, "no" when it is not such a conversion, "error <code>".
QString converted(const QString& value, bson::Type target, const QString& options)
{
    const bson::Value from = val(value.toStdString());
    const auto made = convertSpecially(from, target, optionsFrom(options));
    if (!made) {
        return QStringLiteral("error %1").arg(made.error().serverCode);
    }
    return made->has_value() ? canonical((*made)->view()) : QStringLiteral("no");
}

QString wanted(const QString& text)
{
    return text == QStringLiteral("no") || text.startsWith(QStringLiteral("error"))
        ? text
        : canonical(val(text.toStdString()));
}

class QueryConversionBinaryTest : public QObject
{
    Q_OBJECT

private slots:
    void argumentsAreChecked_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("byteOrder");
        QTest::addColumn<QString>("base");
        QTest::addColumn<int>("code");
        const auto row = [](const char* format, const char* order, const char* base, int code) {
            QTest::addRow("%s %s %s", format, order, base)
                << QString::fromLatin1(format) << QString::fromLatin1(order)
                << QString::fromLatin1(base) << code;
        };
        row("null", "null", "null", 0);
        row("'auto'", "'big'", "2", 0);
        row("'uuid'", "'little'", "16.0", 0);
        row("5", "null", "null", 4341114);
        row("'Hex'", "null", "null", 4341125);
        row("null", "true", "null", 9130001);
        row("null", "'middle'", "null", 9130002);
        row("null", "null", "'2'", 3501300);
        row("null", "null", "2.5", 3501300);
        row("null", "null", "3", 3501301);
        row("null", "null", "-2", 3501301);
    }
    void argumentsAreChecked()
    {
        QFETCH(QString, format);
        QFETCH(QString, byteOrder);
        QFETCH(QString, base);
        ConversionOptions options;
        QTEST(errorOf(readConversionOptions(val(format.toStdString()), val(byteOrder.toStdString()),
                                            val(base.toStdString()), options)),
              "code");
    }

    void missingArgumentsLeaveTheUsualOnes()
    {
        ConversionOptions options;
        QCOMPARE(errorOf(readConversionOptions({}, {}, {}, options)), 0);
        QVERIFY(!options.format && !options.base && !options.bigEndian);
    }

    void subtypesAreChecked_data()
    {
        QTest::addColumn<QString>("subtype");
        QTest::addColumn<int>("code");
        QTest::newRow("generic") << "0" << 0;
        QTest::newRow("a whole double") << "4.0" << 0;
        QTest::newRow("the last known one") << "9" << 0;
        QTest::newRow("the first of the users") << "128" << 0;
        QTest::newRow("the last of the users") << "255" << 0;
        QTest::newRow("reserved") << "10" << 4341107;
        QTest::newRow("reserved as well") << "127" << 4341107;
        QTest::newRow("too large") << "256" << 4341107;
        QTest::newRow("negative") << "-1" << 4341107;
        QTest::newRow("a fraction") << "1.5" << 4341106;
        QTest::newRow("a text") << "'0'" << 4341108;
        QTest::newRow("null") << "null" << 4341108;
    }
    void subtypesAreChecked()
    {
        QFETCH(QString, subtype);
        QTEST(errorOf(binarySubtype(val(subtype.toStdString()))), "code");
    }

    void textsBecomeBinaryData_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* text, const char* options, const char* value) {
            QTest::addRow("%s %s", text, options)
                << QString::fromLatin1(text) << QString::fromLatin1(options)
                << QString::fromLatin1(value);
        };
        row("'3q0='", "{'format':'base64'}", "{'$binary':{'base64':'3q0=','subType':'00'}}");
        row("'3q0'", "{'format':'base64url'}", "{'$binary':{'base64':'3q0=','subType':'00'}}");
        row("'-_8'", "{'format':'base64url'}", "{'$binary':{'base64':'+/8=','subType':'00'}}");
        row("'+/8'", "{'format':'base64url'}", "error 241");
        row("'DEAD'", "{'format':'hex','subtype':128}",
            "{'$binary':{'base64':'3q0=','subType':'80'}}");
        row("'DEA'", "{'format':'hex'}", "error 241");
        row("'DEAX'", "{'format':'hex'}", "error 241");
        row("'-1+2'", "{'format':'hex'}", "error 241");
        row("'hi'", "{'format':'utf8'}", "{'$binary':{'base64':'aGk=','subType':'00'}}");
        row("''", "{'format':'hex'}", "{'$binary':{'base64':'','subType':'00'}}");
        row("'00112233-4455-6677-8899-aabbccddeeff'", "{'format':'uuid','subtype':4}",
            "{'$binary':{'base64':'ABEiM0RVZneImaq7zN3u/w==','subType':'04'}}");
        row("'00112233-4455-6677-8899-aabbccddeeff'", "{'format':'uuid'}", "error 241");
        row("'00112233445566778899aabbccddeeff'", "{'format':'uuid','subtype':4}", "error 241");
        row("'3q0='", "{'format':'base64','subtype':4}", "error 241");
        row("'3q0='", "{}", "error 4341115");
    }
    void textsBecomeBinaryData()
    {
        QFETCH(QString, text);
        QFETCH(QString, options);
        QFETCH(QString, value);
        QCOMPARE(converted(text, bson::Type::Binary, options), wanted(value));
    }

    void binaryDataBecomesTexts_data()
    {
        QTest::addColumn<QString>("binary");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("value");
        const auto row
            = [](const char* base64, const char* subtype, const char* options, const char* value) {
                  QTest::addRow("%s %s %s", base64, subtype, options)
                      << QStringLiteral("{'$binary':{'base64':'%1','subType':'%2'}}")
                             .arg(QString::fromLatin1(base64), QString::fromLatin1(subtype))
                      << QString::fromLatin1(options) << QString::fromLatin1(value);
              };
        row("+/8=", "00", "{'format':'base64'}", "'+/8='");
        row("+/8=", "00", "{'format':'base64url'}", "'-_8'");
        row("3q0=", "00", "{'format':'hex'}", "'DEAD'");
        row("aGk=", "00", "{'format':'utf8'}", "'hi'");
        row("/w==", "00", "{'format':'utf8'}", "error 241");
        row("3q0=", "00", "{'format':'auto'}", "'3q0='");
        row("ABEiM0RVZneImaq7zN3u/w==", "04", "{'format':'auto'}",
            "'00112233-4455-6677-8899-aabbccddeeff'");
        row("ABEiM0RVZneImaq7zN3u/w==", "04", "{'format':'uuid'}",
            "'00112233-4455-6677-8899-aabbccddeeff'");
        row("ABEiM0RVZneImaq7zN3u/w==", "00", "{'format':'uuid'}", "error 241");
        row("3q0=", "04", "{'format':'uuid'}", "error 241");
        row("3q0=", "00", "{}", "error 4341115");
    }
    void binaryDataBecomesTexts()
    {
        QFETCH(QString, binary);
        QFETCH(QString, options);
        QFETCH(QString, value);
        QCOMPARE(converted(binary, bson::Type::String, options), wanted(value));
    }

    void numbersAreStoredInTheGivenOrder_data()
    {
        QTest::addColumn<QString>("number");
        QTest::addColumn<QString>("base64");
        QTest::addColumn<QString>("options");
        QTest::newRow("int little") << "1"
                                    << "AQAAAA=="
                                    << "{}";
        QTest::newRow("int big") << "1"
                                 << "AAAAAQ=="
                                 << "{'byteOrder':'big'}";
        QTest::newRow("long little") << "{'$numberLong':'-2'}"
                                     << "/v////////8="
                                     << "{}";
        QTest::newRow("long big") << "{'$numberLong':'258'}"
                                  << "AAAAAAAAAQI="
                                  << "{'byteOrder':'big'}";
        QTest::newRow("double little") << "1.0"
                                       << "AAAAAAAA8D8="
                                       << "{}";
        QTest::newRow("double big") << "1.0"
                                    << "P/AAAAAAAAA="
                                    << "{'byteOrder':'big'}";
    }
    void numbersAreStoredInTheGivenOrder()
    {
        QFETCH(QString, number);
        QFETCH(QString, base64);
        QFETCH(QString, options);
        const QString binary
            = QStringLiteral("{'$binary':{'base64':'%1','subType':'00'}}").arg(base64);
        QCOMPARE(converted(number, bson::Type::Binary, options), wanted(binary));
        const bson::Value back = val(number.toStdString());
        QCOMPARE(converted(binary, back.view().type(), options), wanted(number));
    }

    void bytesOfAnotherLengthAreNoNumber_data()
    {
        QTest::addColumn<QString>("base64");
        QTest::addColumn<int>("target");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* base64, bson::Type target, const char* value) {
            QTest::addRow("%s as %d", base64, static_cast<int>(target))
                << QString::fromLatin1(base64) << static_cast<int>(target)
                << QString::fromLatin1(value);
        };
        row("/w==", bson::Type::Int32, "-1");
        row("AQI=", bson::Type::Int64, "{'$numberLong':'513'}");
        row("AACAPw==", bson::Type::Double, "1.0");
        row("AQIDBAUGBwg=", bson::Type::Int32, "error 241");
        row("AQID", bson::Type::Int64, "error 241");
        row("", bson::Type::Int32, "error 241");
        row("AQI=", bson::Type::Double, "error 241");
    }
    void bytesOfAnotherLengthAreNoNumber()
    {
        QFETCH(QString, base64);
        QFETCH(int, target);
        QFETCH(QString, value);
        const QString binary
            = QStringLiteral("{'$binary':{'base64':'%1','subType':'00'}}").arg(base64);
        QCOMPARE(converted(binary, static_cast<bson::Type>(target), QStringLiteral("{}")),
                 wanted(value));
    }

    void numbersAreWrittenAndReadInABase_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("target");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("value");
        const auto row
            = [](const char* from, bson::Type target, const char* options, const char* value) {
                  QTest::addRow("%s %s to %d", from, options, static_cast<int>(target))
                      << QString::fromLatin1(from) << static_cast<int>(target)
                      << QString::fromLatin1(options) << QString::fromLatin1(value);
              };
        row("255", bson::Type::String, "{'base':16}", "'FF'");
        row("-5", bson::Type::String, "{'base':2}", "'-101'");
        row("8.0", bson::Type::String, "{'base':8}", "'10'");
        row("1.5", bson::Type::String, "{'base':2}", "error 241");
        row("1e300", bson::Type::String, "{'base':2}", "error 241");
        row("255", bson::Type::String, "{}", "no");
        row("'ff'", bson::Type::Int32, "{'base':16}", "255");
        row("'+101'", bson::Type::Int64, "{'base':2}", "{'$numberLong':'5'}");
        row("'-7'", bson::Type::Double, "{'base':8}", "-7.0");
        row("'102'", bson::Type::Int32, "{'base':2}", "error 241");
        row("''", bson::Type::Int32, "{'base':10}", "error 241");
        row("'2147483648'", bson::Type::Int32, "{'base':10}", "error 241");
        row("'FFFFFFFFFFFFFFFF'", bson::Type::Int64, "{'base':16}", "error 241");
        row("'5'", bson::Type::Int32, "{}", "no");
    }
    void numbersAreWrittenAndReadInABase()
    {
        QFETCH(QString, from);
        QFETCH(int, target);
        QFETCH(QString, options);
        QFETCH(QString, value);
        QCOMPARE(converted(from, static_cast<bson::Type>(target), options), wanted(value));
    }
};

SANDGLASS_PLAIN_TEST(QueryConversionBinaryTest)
} // namespace tst_query_conversion_binary

#include "tst_query_conversion_binary.moc"
