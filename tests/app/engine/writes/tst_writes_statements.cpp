// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/writes/statements.h"
#include "app/engine/writes/update_statement.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_writes_statements {

using namespace sandglass;
using namespace sandglass::tests;
using engine::writes::checkDeleteFields;
using engine::writes::checkUpdateFields;
using engine::writes::parseDeleteStatement;
using engine::writes::parseUpdateStatement;

class WritesStatementsTest : public QObject
{
    Q_OBJECT

private slots:
    void fieldsOfAnUpdateAreJudged_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<int>("code");
        const auto row = [](const char* statement, int code) {
            QTest::newRow(statement) << QString::fromLatin1(statement) << code;
        };
        row("{}", 40414);
        row(R"({"q":{}})", 40414);
        row(R"({"u":{}})", 40414);
        row(R"({"q":5,"u":{}})", 14);
        row(R"({"q":[],"u":{}})", 14);
        row(R"({"q":"x","u":{}})", 14);
        row(R"({"q":null,"u":{}})", 40414);
        row(R"({"q":{"$undefined":true},"u":{}})", 40414);
        row(R"({"q":{},"u":{},"what":1})", 40415);
        row(R"({"q":{},"u":{},"Multi":true})", 40415);
        row(R"({"q":{},"u":{},"limit":1})", 40415);
        row(R"({"q":{},"u":{},"comment":"x"})", 40415);
        row(R"({"q":{},"u":{},"multi":"yes"})", 14);
        row(R"({"q":{},"u":{},"upsert":"yes"})", 14);
        row(R"({"q":{},"u":{},"multi":1,"upsert":0.0})", 0);
        row(R"({"q":{},"u":{},"multi":null,"upsert":null})", 0);
        row(R"({"q":{},"u":{},"arrayFilters":{}})", 14);
        row(R"({"q":{},"u":{},"arrayFilters":"x"})", 14);
        row(R"({"q":{},"u":{},"arrayFilters":[]})", 0);
        row(R"({"q":{},"u":{},"collation":"fr"})", 14);
        row(R"({"q":{},"u":{},"collation":{"locale":"simple"}})", 0);
        row(R"({"q":{},"u":{},"c":5})", 14);
        row(R"({"q":{},"u":{},"sort":5})", 14);
        row(R"({"q":{},"u":{},"sort":{"a":1}})", 0);
        row(R"({"q":{},"u":{},"hint":"a_1"})", 0);
        row(R"({"q":{},"u":{},"hint":5})", 9);
        row(R"({"q":{},"u":5})", 9);
        row(R"({"q":{},"u":null})", 9);
        row(R"({"q":{},"u":[5]})", 14);
        row(R"({"q":{},"u":[]})", 0);
        row(R"({"q":{},"u":{},"arrayFilters":[{"x":1},5]})", 14);
        row(R"({"q":{},"u":{},"upsertSupplied":5,"upsert":true})", 115);
        row(R"({"q":{},"u":{},"upsertSupplied":"yes"})", 14);
        row(R"({"q":{},"u":{},"upsertSupplied":false})", 0);
    }
    void fieldsOfAnUpdateAreJudged()
    {
        QFETCH(QString, statement);
        const bson::Document document = parsedJson(statement);
        QTEST(errorOf(checkUpdateFields(document)), "code");
    }

    void contentsOfAnUpdateAreJudged_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<int>("code");
        const auto row = [](const char* statement, int code) {
            QTest::newRow(statement) << QString::fromLatin1(statement) << code;
        };
        row(R"({"q":{},"u":{"a":1}})", 0);
        row(R"({"q":{},"u":{"$set":{"a":1}},"multi":true})", 0);
        row(R"({"q":{},"u":[{"$set":{"a":1}}],"multi":true})", 0);
        row(R"({"q":{},"u":{"a":1},"multi":true})", 9);
        row(R"({"q":{},"u":{},"multi":true})", 9);
        row(R"({"q":{},"u":5})", 9);
        row(R"({"q":{},"u":"x"})", 9);
        row(R"({"q":{},"u":null})", 9);
        row(R"({"q":{"a":{"$what":1}},"u":{"$set":{"a":1}}})", 2);
        row(R"({"q":{"$what":1},"u":{"$set":{"a":1}}})", 2);
        row(R"({"q":{},"u":{"$set":{"a":1}},"hint":5})", 9);
        row(R"({"q":{},"u":{"$set":{"a":1}},"hint":{"a":1}})", 0);
        row(R"({"q":{},"u":{"$set":{"a.$[x]":1}}})", 2);
        row(R"({"q":{},"u":{"$set":{"a.$[x]":1}},"arrayFilters":[{"x":1}]})", 0);
        row(R"({"q":{},"u":{"$set":{"a":1}},"arrayFilters":[{"x":1}]})", 9);
        row(R"({"q":{},"u":[{"$set":{"a":1}}],"arrayFilters":[{"x":1}]})", 9);
        row(R"({"q":{},"u":[{"$set":{"a":"$$k"}}],"c":{"k":1}})", 0);
        row(R"({"q":{},"u":[{"$set":{"a":"$$k"}}]})", 17276);
    }
    void contentsOfAnUpdateAreJudged()
    {
        QFETCH(QString, statement);
        const bson::Document document = parsedJson(statement);
        QTEST(errorOf(parseUpdateStatement(document, {})), "code");
    }

    void flagsOfAnUpdateAreRead()
    {
        const bson::Document document = parsedJson(
            QStringLiteral(R"({"q":{"a":1},"u":{"$set":{"b":1}},"multi":1,"upsert":true})"));
        const auto statement = parseUpdateStatement(document, {});
        QVERIFY(statement.has_value());
        QVERIFY(statement->multi);
        QVERIFY(statement->upsert);
        QVERIFY(!statement->update.isReplacement());
        const auto matches = [&](int a) {
            return statement->shape.filter.evaluate(bson::makeDocument("a", a)).value_or(false);
        };
        QVERIFY(matches(1));
        QVERIFY(!matches(2));
    }

    void aStatementsConstantsWinOverTheCommands()
    {
        const bson::Document document
            = parsedJson(QStringLiteral(R"({"q":{},"u":[{"$set":{"a":"$$k"}}],"c":{"k":"own"}})"));
        engine::query::EvaluationContext evaluation;
        evaluation.variables = parsedJson(QStringLiteral(R"({"k":"outer"})"));
        const auto statement = parseUpdateStatement(document, evaluation);
        QVERIFY(statement.has_value());
        const bson::Document before = parsedJson(QStringLiteral(R"({"_id":1})"));
        QCOMPARE(relaxedText(*statement->update.apply({before, std::nullopt, false})),
                 QStringLiteral(R"({"_id":1,"a":"own"})"));
    }

    void fieldsOfADeletionAreJudged_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<int>("code");
        const auto row = [](const char* statement, int code) {
            QTest::newRow(statement) << QString::fromLatin1(statement) << code;
        };
        row("{}", 40414);
        row(R"({"q":{}})", 40414);
        row(R"({"limit":1})", 40414);
        row(R"({"q":5,"limit":1})", 14);
        row(R"({"q":null,"limit":0})", 40414);
        row(R"({"q":{"$undefined":true},"limit":0})", 40414);
        row(R"({"q":{},"limit":null})", 14);
        row(R"({"q":{},"limit":0})", 0);
        row(R"({"q":{},"limit":1})", 0);
        row(R"({"q":{},"limit":1.0})", 0);
        row(R"({"q":{},"limit":{"$numberLong":"0"}})", 0);
        row(R"({"q":{},"limit":{"$numberDecimal":"1"}})", 0);
        row(R"({"q":{},"limit":2})", 9);
        row(R"({"q":{},"limit":-1})", 9);
        row(R"({"q":{},"limit":1.5})", 9);
        row(R"({"q":{},"limit":{"$numberDouble":"NaN"}})", 9);
        row(R"({"q":{},"limit":{"$numberLong":"4294967296"}})", 9);
        row(R"({"q":{},"limit":"1"})", 14);
        row(R"({"q":{},"limit":1,"hint":5})", 9);
        row(R"({"q":{},"limit":true})", 14);
        row(R"({"q":{},"limit":null})", 14);
        row(R"({"q":{},"limit":1,"multi":true})", 40415);
        row(R"({"q":{},"limit":1,"collation":5})", 14);
        row(R"({"q":{},"limit":1,"hint":"a_1"})", 0);
    }
    void fieldsOfADeletionAreJudged()
    {
        QFETCH(QString, statement);
        const bson::Document document = parsedJson(statement);
        QTEST(errorOf(checkDeleteFields(document)), "code");
    }

    void aDeletionOfAllDiffersFromThatOfOne()
    {
        QVERIFY(parsedDeletion(QStringLiteral(R"({"q":{},"limit":0})")).multi);
        QVERIFY(!parsedDeletion(QStringLiteral(R"({"q":{},"limit":1})")).multi);
    }

    void aWrongFilterOfADeletionIsRefused()
    {
        const bson::Document document
            = parsedJson(QStringLiteral(R"({"q":{"a":{"$gt":1,"b":2}},"limit":0})"));
        QCOMPARE(errorOf(parseDeleteStatement(document, {})), 2);
    }

private:
    static engine::writes::DeleteStatement parsedDeletion(const QString& json)
    {
        const bson::Document document = parsedJson(json);
        auto statement = parseDeleteStatement(document, {});
        return statement ? std::move(*statement) : engine::writes::DeleteStatement();
    }
};

SANDGLASS_TEST(WritesStatementsTest)
} // namespace tst_writes_statements

#include "tst_writes_statements.moc"
