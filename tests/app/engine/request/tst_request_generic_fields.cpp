// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/declaration.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/generic_fields.h"
#include "app/engine/request/request.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_request_generic_fields {

using namespace sandglass;
using namespace sandglass::tests;
using engine::request::checkGenericFields;
using engine::request::Declaration;
using engine::request::OtherFields;
using engine::request::ReadLevels;
using engine::request::Request;

namespace {

constexpr Declaration kReads{"find", {}, OtherFields::Refused, ReadLevels::All, false, true};
constexpr Declaration kCounts{"count", {}, OtherFields::Refused, ReadLevels::Committed};
constexpr Declaration kWrites{"insert", {}, OtherFields::Refused, ReadLevels::Local, true, true};
constexpr Declaration kOther{"validate", {}};

} // namespace

/// Source: MongoDB manual, Stable API and Read Concern.
class RequestGenericFieldsTest : public QObject
{
    Q_OBJECT

private slots:
    void fieldsOfEveryCommandAreJudged_data()
    {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<int>("code");
        const auto row = [](const char* fields, int code) {
            QTest::newRow(fields) << QString::fromLatin1(fields) << code;
        };
        row(R"("comment":{"any":["thing"]})", 0);
        row(R"("apiVersion":"1")", 0);
        row(R"("apiVersion":"1","apiStrict":true,"apiDeprecationErrors":false)", 0);
        row(R"("apiVersion":null)", 0);
        row(R"("apiVersion":"2")", 322);
        row(R"("apiVersion":"")", 322);
        row(R"("apiVersion":"1.0")", 322);
        row(R"("apiVersion":1)", 14);
        row(R"("apiVersion":{})", 14);
        row(R"("apiStrict":true)", 4886600);
        row(R"("apiStrict":false)", 4886600);
        row(R"("apiDeprecationErrors":true)", 4886600);
        row(R"("apiVersion":"1","apiStrict":"yes")", 14);
        row(R"("apiVersion":"1","apiDeprecationErrors":[])", 14);
        row(R"("readConcern":{})", 0);
        row(R"("readConcern":null)", 0);
        row(R"("readConcern":{"level":"local"})", 0);
        row(R"("readConcern":{"level":"available"})", 0);
        row(R"("readConcern":{"level":"majority"})", 0);
        row(R"("readConcern":{"level":"linearizable"})", 0);
        row(R"("readConcern":{"level":"Local"})", 2);
        row(R"("readConcern":{"level":""})", 2);
        row(R"("readConcern":{"level":"strong"})", 2);
        row(R"("readConcern":{"level":5})", 14);
        row(R"("readConcern":"local")", 14);
        row(R"("readConcern":["local"])", 14);
        row(R"("readConcern":5)", 14);
    }
    void fieldsOfEveryCommandAreJudged()
    {
        QFETCH(QString, fields);
        QTEST(codeFor(fields), "code");
    }

    void everyFieldHasItsType_data()
    {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<int>("code");
        const auto row = [](const char* fields, int code) {
            QTest::newRow(fields) << QString::fromLatin1(fields) << code;
        };
        const char* session = R"("lsid":{"id":{"$uuid":"00112233-4455-4677-8899-aabbccddee01"}})";
        row(session, 0);
        row(R"("lsid":null)", 0);
        row(R"("lsid":5)", 14);
        row(R"("lsid":{})", 40414);
        row(R"("lsid":{"id":5})", 14);
        row(R"("lsid":{"what":5})", 40415);
        row(R"("$readPreference":{"mode":"primary"})", 0);
        row(R"("lsid":{"id":{"$binary":{"base64":"AAEC","subType":"04"}}})", 207);
        row(R"("lsid":{"id":{"$binary":{"base64":"AAECAwQFRgeICQoLDA0ODw==","subType":"00"}}})",
            14);
        row(R"("lsid":{"id":{"$uuid":"00112233-4455-4677-8899-aabbccddee01"},"uid":"x"})", 14);
        row(R"("$readPreference":"primary")", 14);
        row(R"("$readPreference":{"mode":"nearest","maxStalenessSeconds":120})", 0);
        row(R"("$readPreference":{"mode":"Primary"})", 9);
        row(R"("$readPreference":{"mode":""})", 9);
        row(R"("$readPreference":{"mode":1})", 14);
        row(R"("$clusterTime":5)", 14);
        row(R"("$queryOptions":5)", 14);
        row(R"("$client":[])", 14);
        row(R"("stmtId":"0")", 14);
        row(R"("autocommit":"no")", 14);
        row(R"("startTransaction":{})", 14);
        row(R"("maxTimeMS":0)", 0);
        row(R"("maxTimeMS":2147483647.0)", 0);
        row(R"("maxTimeMS":{"$numberDecimal":"-0"})", 0);
        row(R"("maxTimeMS":-1)", 2);
        row(R"("maxTimeMS":2147483648)", 2);
        row(R"("maxTimeMS":1.5)", 9);
        row(R"("maxTimeMS":{"$numberDouble":"NaN"})", 9);
        row(R"("maxTimeMS":{"$numberDecimal":"Infinity"})", 9);
        row(R"("maxTimeMS":"1")", 14);
        row(R"("maxTimeMS":true)", 14);
        row(R"("readConcern":{"what":1})", 40415);
        row(R"("readConcern":{"afterClusterTime":{"$timestamp":{"t":1,"i":1}}})", 0);
        row(R"("readConcern":{"afterClusterTime":{"$timestamp":{"t":0,"i":0}}})", 72);
        row(R"("readConcern":{"afterClusterTime":5})", 14);
        row(R"("readConcern":{"level":"available","afterClusterTime":{"$timestamp":{"t":1,"i":1}}})",
            72);
        row(R"("readConcern":{"atClusterTime":{"$timestamp":{"t":1,"i":1}}})", 72);
        row(R"("readConcern":{"level":"majority","atClusterTime":{"$timestamp":{"t":1,"i":1}}})",
            72);
        row(R"("readConcern":{"level":"snapshot","atClusterTime":"x"})", 14);
    }
    void everyFieldHasItsType()
    {
        QFETCH(QString, fields);
        QTEST(codeFor(fields), "code");
    }

    void writeConcernsAreJudged_data()
    {
        QTest::addColumn<QString>("concern");
        QTest::addColumn<int>("alone");
        QTest::addColumn<int>("inASet");
        const auto row = [](const char* concern, int alone, int inASet) {
            QTest::newRow(concern) << QString::fromLatin1(concern) << alone << inASet;
        };
        row("null", 0, 0);
        row("{}", 0, 0);
        row(R"({"w":0})", 0, 0);
        row(R"({"w":1.5})", 0, 0);
        row(R"({"w":"majority","j":true,"wtimeout":100})", 0, 0);
        row(R"({"w":{"a":1}})", 0, 0);
        row(R"({"w":50})", 2, 0);
        row(R"({"w":"foo"})", 2, 0);
        row(R"({"w":""})", 2, 0);
        row(R"({"w":null})", 2, 0);
        row(R"({"w":51})", 9, 9);
        row(R"({"w":-1})", 9, 9);
        row(R"({"w":true})", 9, 9);
        row(R"({"w":[1]})", 9, 9);
        row(R"({"j":null})", 0, 0);
        row(R"({"j":1.5})", 0, 0);
        row(R"({"j":"x"})", 14, 14);
        row(R"({"fsync":{}})", 14, 14);
        row(R"({"j":true,"fsync":1})", 9, 9);
        row(R"({"j":true,"fsync":0})", 0, 0);
        row(R"({"wtimeout":"foo"})", 0, 0);
        row(R"({"getLastError":[1]})", 0, 0);
        row(R"({"provenance":"clientSupplied"})", 0, 0);
        row(R"({"provenance":"me"})", 2, 2);
        row(R"({"provenance":1})", 14, 14);
        row(R"({"bogus":1})", 40415, 40415);
        row("5", 14, 14);
        row(R"("majority")", 14, 14);
    }
    void writeConcernsAreJudged()
    {
        QFETCH(QString, concern);
        const QString fields = QStringLiteral(R"("writeConcern":%1)").arg(concern);
        QTEST(codeFor(fields, kWrites, false), "alone");
        QTEST(codeFor(fields, kWrites, true), "inASet");
    }

    void aConcernIsForCommandsThatTakeIt()
    {
        const auto level = [](const char* word) {
            return QStringLiteral(R"("readConcern":{"level":"%1"})").arg(QLatin1String(word));
        };
        QCOMPARE(codeFor(QStringLiteral(R"("writeConcern":{})"), kReads), 72);
        QCOMPARE(codeFor(QStringLiteral(R"("writeConcern":5)"), kReads), 14);
        QCOMPARE(codeFor(QStringLiteral(R"("writeConcern":null)"), kReads), 0);
        QCOMPARE(codeFor(level("local"), kOther), 0);
        QCOMPARE(codeFor(level("majority"), kOther), 72);
        QCOMPARE(codeFor(level("available"), kWrites), 72);
        QCOMPARE(codeFor(level("majority"), kCounts), 0);
        QCOMPARE(codeFor(level("snapshot"), kCounts, true), 72);
        QCOMPARE(codeFor(level("snapshot"), kReads, true), 0);
        QCOMPARE(codeFor(level("snapshot"), kReads, false), 123);
    }

    void apiStrictIsForTheStableApi()
    {
        const QString strict = QStringLiteral(R"("apiVersion":"1","apiStrict":true)");
        QCOMPARE(codeFor(strict, kReads), 0);
        QCOMPARE(codeFor(strict, kOther), 323);
        QCOMPARE(codeFor(QStringLiteral(R"("apiVersion":"1","apiStrict":false)"), kOther), 0);
    }

    void aWrongLevelIsNamed()
    {
        const bson::Document body
            = parsedJson(QStringLiteral(R"({"find":"c","readConcern":{"level":"strong"}})"));
        Request request;
        request.name = "find";
        request.body = body;
        QVERIFY(wordsOf(checkGenericFields(kReads, request, {}))
                    .contains(QStringLiteral("'strong' for field 'readConcern.level'")));
    }

    void aRequestWithoutThemIsFine() { QCOMPARE(codeFor(QStringLiteral(R"("x":1)")), 0); }

private:
    static int codeFor(const QString& fields, const Declaration& declared = kReads,
                       bool replicated = false)
    {
        const bson::Document body = parsedJson(QStringLiteral(R"({"find":"c",%1})").arg(fields));
        Request request;
        request.name = "find";
        request.database = "db";
        request.body = body;
        engine::request::EngineFacts facts;
        facts.replSet.name = replicated ? "rs0" : "";
        return errorOf(checkGenericFields(declared, request, facts));
    }
};

SANDGLASS_TEST(RequestGenericFieldsTest)
} // namespace tst_request_generic_fields

#include "tst_request_generic_fields.moc"
