// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/generic_fields.h"
#include "app/engine/request/request.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_request_generic_fields {

using namespace sandglass;
using namespace sandglass::tests;
using engine::request::checkGenericFields;
using engine::request::Request;

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
        row(R"("apiStrict":true)", 322);
        row(R"("apiStrict":false)", 322);
        row(R"("apiDeprecationErrors":true)", 322);
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

    void aWrongLevelIsNamed()
    {
        const bson::Document body
            = parsedJson(QStringLiteral(R"({"find":"c","readConcern":{"level":"strong"}})"));
        Request request;
        request.name = "find";
        request.body = body;
        QVERIFY(wordsOf(checkGenericFields(request))
                    .contains(QStringLiteral("'strong' for field 'readConcern.level'")));
    }

    void aRequestWithoutThemIsFine() { QCOMPARE(codeFor(QStringLiteral(R"("x":1)")), 0); }

private:
    static int codeFor(const QString& fields)
    {
        const bson::Document body = parsedJson(QStringLiteral(R"({"find":"c",%1})").arg(fields));
        Request request;
        request.name = "find";
        request.database = "db";
        request.body = body;
        return errorOf(checkGenericFields(request));
    }
};

SANDGLASS_TEST(RequestGenericFieldsTest)
} // namespace tst_request_generic_fields

#include "tst_request_generic_fields.moc"
