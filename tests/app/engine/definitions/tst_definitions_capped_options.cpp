// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/capped_options.h"
#include "app/engine/definitions/listed_options.h"
#include "app/engine/request/arguments.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

namespace tst_definitions_capped_options {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::appendCappedOptions;
using engine::definitions::checkedCappedBytes;
using engine::definitions::parseCappedChange;
using engine::definitions::withLimits;
using engine::definitions::withOption;
using engine::request::Arguments;

class DefinitionsCappedOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void sizesAreRoundedUpTo256Bytes_data()
    {
        QTest::addColumn<qint64>("asked");
        QTest::addColumn<qint64>("kept");
        QTest::newRow("one byte") << qint64{1} << qint64{256};
        QTest::newRow("just below") << qint64{255} << qint64{256};
        QTest::newRow("a multiple stays") << qint64{256} << qint64{256};
        QTest::newRow("just above") << qint64{257} << qint64{512};
        QTest::newRow("4 kB") << qint64{4096} << qint64{4096};
        QTest::newRow("a megabyte and one") << qint64{1'048'577} << qint64{1'048'832};
        QTest::newRow("the largest") << (qint64{1} << 50) << (qint64{1} << 50);
    }
    void sizesAreRoundedUpTo256Bytes()
    {
        QFETCH(qint64, asked);
        QFETCH(qint64, kept);
        const auto judged = checkedCappedBytes(asked);
        QVERIFY(judged.has_value());
        QCOMPARE(qint64{*judged}, kept);
    }

    void impossibleSizesAreBadValues_data()
    {
        QTest::addColumn<qint64>("asked");
        QTest::newRow("zero") << qint64{0};
        QTest::newRow("negative") << qint64{-1};
        QTest::newRow("smallest") << std::numeric_limits<qint64>::min();
        QTest::newRow("above a petabyte") << (qint64{1} << 50) + 1;
        QTest::newRow("largest") << std::numeric_limits<qint64>::max();
    }
    void impossibleSizesAreBadValues()
    {
        QFETCH(qint64, asked);
        QCOMPARE(errorOf(checkedCappedBytes(asked)), 2);
    }

    void createListsWhatItKeeps_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("listed");
        const auto row = [](const char* command, const char* listed) {
            QTest::newRow(command) << QString::fromLatin1(command) << QString::fromLatin1(listed);
        };
        row(R"({"capped":true,"size":1000})", R"({"capped":true,"size":1024})");
        row(R"({"capped":1,"size":1024.9})", R"({"capped":true,"size":1024})");
        row(R"({"capped":true,"size":256,"max":5})", R"({"capped":true,"size":256,"max":5})");
        row(R"({"capped":true,"size":256,"max":0})", R"({"capped":true,"size":256})");
        row(R"({"capped":true,"size":256,"max":-1})", R"({"capped":true,"size":256})");
        row(R"({"capped":true,"size":256,"max":2147483647})",
            R"({"capped":true,"size":256,"max":2147483647})");
        row(R"({"capped":false})", "{}");
        row(R"({"capped":null,"size":null,"max":null})", "{}");
        row("{}", "{}");
    }
    void createListsWhatItKeeps()
    {
        QFETCH(QString, command);
        QFETCH(QString, listed);
        bson::Builder built;
        const bson::Document fields = parsedJson(command);
        QCOMPARE(wordsOf(appendCappedOptions(Arguments("create", fields), true, built)), QString());
        QCOMPARE(relaxedText(built.take()), listed);
    }

    void createRefusesWhatDoesNotFitTogether_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        const auto row = [](const char* command, int code) {
            QTest::newRow(command) << QString::fromLatin1(command) << code;
        };
        row(R"({"capped":true})", 72);
        row(R"({"capped":true,"size":0})", 51024);
        row(R"({"size":0})", 51024);
        row(R"({"capped":true,"max":5})", 72);
        row(R"({"size":1000})", 72);
        row(R"({"max":5})", 72);
        row(R"({"capped":false,"size":1000,"max":1})", 72);
        row(R"({"capped":true,"size":-1})", 51024);
        row(R"({"capped":true,"size":"1000"})", 14);
        row(R"({"capped":true,"size":true})", 14);
        row(R"({"capped":"yes","size":1000})", 14);
        row(R"({"capped":true,"size":1000,"max":"5"})", 14);
        row(R"({"capped":true,"size":1000,"max":2147483648})", 51024);
        row(R"({"capped":true,"size":2251799813685248})", 51024);
    }
    void createRefusesWhatDoesNotFitTogether()
    {
        QFETCH(QString, command);
        QFETCH(int, code);
        bson::Builder built;
        const bson::Document fields = parsedJson(command);
        QCOMPARE(errorOf(appendCappedOptions(Arguments("create", fields), true, built)), code);
    }

    void aClusteredCappedCollectionNeedsNoSize()
    {
        bson::Builder built;
        const bson::Document fields = parsedJson(QStringLiteral(R"({"capped":true})"));
        QCOMPARE(errorOf(appendCappedOptions(Arguments("create", fields), false, built)), 0);
        QCOMPARE(relaxedText(built.take()), QStringLiteral(R"({"capped":true})"));
    }

    void aChangeNamesWhatItChanges()
    {
        const bson::Document both
            = parsedJson(QStringLiteral(R"({"cappedSize":300,"cappedMax":7})"));
        const auto change = parseCappedChange(Arguments("collMod", both));
        QVERIFY(change.has_value() && change->has_value());
        QCOMPARE(qint64{*(*change)->bytes}, qint64{512});
        QCOMPARE(qint64{*(*change)->documents}, qint64{7});
        const bson::Document neither = parsedJson(QStringLiteral("{}"));
        QVERIFY(!parseCappedChange(Arguments("collMod", neither))->has_value());
    }

    void impossibleChangesAreRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("text size") << R"({"cappedSize":"1"})" << 14;
        QTest::newRow("text max") << R"({"cappedMax":"1"})" << 14;
        QTest::newRow("no size") << R"({"cappedSize":0})" << 51024;
        QTest::newRow("negative size") << R"({"cappedSize":-5})" << 51024;
        QTest::newRow("too large") << R"({"cappedSize":2251799813685248})" << 51024;
        QTest::newRow("too many") << R"({"cappedMax":2147483648})" << 51024;
    }
    void impossibleChangesAreRefused()
    {
        QFETCH(QString, command);
        const bson::Document fields = parsedJson(command);
        QTEST(errorOf(parseCappedChange(Arguments("collMod", fields))), "code");
    }

    void onlyCappedCollectionsChangeTheirLimits_data()
    {
        QTest::addColumn<QString>("collection");
        QTest::addColumn<int>("code");
        QTest::newRow("capped") << "log" << 0;
        QTest::newRow("ordinary") << "plain" << 72;
        QTest::newRow("clustered") << "clustered" << 72;
        QTest::newRow("view") << "view" << 72;
    }
    void onlyCappedCollectionsChangeTheirLimits()
    {
        QFETCH(QString, collection);
        CommandFixture db;
        db.good(R"({"create":"log","capped":true,"size":1024})");
        db.good(R"({"create":"plain"})");
        db.good(R"({"create":"clustered","clusteredIndex":{"key":{"_id":1},"unique":true}})");
        db.good(R"({"create":"view","viewOn":"plain","pipeline":[]})");
        const auto found = db.context.catalog.find({"db", collection.toStdString()});
        QTEST(errorOf(withLimits(*found, found->options().listed, {4096, 3})), "code");
    }

    void aLimitOfDocumentsIsTakenAwayByZero()
    {
        CommandFixture db;
        db.good(R"({"create":"log","capped":true,"size":1024,"max":3})");
        db.good(R"({"collMod":"log","cappedMax":0,"cappedSize":5000})");
        const auto shape = db.context.catalog.find({"db", "log"})->shape();
        QCOMPARE(qint64{shape->cappedBytes}, qint64{5120});
        QVERIFY(!shape->cappedDocuments.has_value());
    }

    void documentsBeyondASmallerLimitGoWithTheNextInsert()
    {
        CommandFixture db;
        db.good(R"({"create":"log","capped":true,"size":100000})");
        db.good(R"({"insert":"log","documents":[{"_id":1},{"_id":2},{"_id":3},{"_id":4}]})");
        db.good(R"({"collMod":"log","cappedMax":2})");
        db.good(R"({"insert":"log","documents":[{"_id":5}]})");
        QCOMPARE(db.found("log"), QStringLiteral(R"({"_id":4} {"_id":5})"));
    }

    void anOptionIsReplacedAddedOrTakenOutInItsPlace_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("after");
        QTest::newRow("replaced") << "9"
                                  << "b"
                                  << R"({"a":1,"b":9,"c":3})";
        QTest::newRow("added at the end") << "9"
                                          << "d"
                                          << R"({"a":1,"b":2,"c":3,"d":9})";
        QTest::newRow("taken out") << ""
                                   << "b"
                                   << R"({"a":1,"c":3})";
        QTest::newRow("taken out of nowhere") << ""
                                              << "d"
                                              << R"({"a":1,"b":2,"c":3})";
        QTest::newRow("null is a value") << "null"
                                         << "a"
                                         << R"({"a":null,"b":2,"c":3})";
    }
    void anOptionIsReplacedAddedOrTakenOutInItsPlace()
    {
        QFETCH(QString, value);
        QFETCH(QString, field);
        QFETCH(QString, after);
        const bson::Document before = parsedJson(QStringLiteral(R"({"a":1,"b":2,"c":3})"));
        const bson::Value changed = value.isEmpty() ? bson::Value() : parsedValue(value);
        QCOMPARE(relaxedText(withOption(before, field.toStdString(), changed)), after);
    }
};

SANDGLASS_TEST(DefinitionsCappedOptionsTest)
} // namespace tst_definitions_capped_options

#include "tst_definitions_capped_options.moc"
