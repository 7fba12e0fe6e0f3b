// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/update.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "from_text.h"

namespace tst_query_update_errors {

using namespace sandglass;
using namespace sandglass::engine::query;
using namespace sandglass::engine::query::test;

class QueryUpdateErrorsTest : public QObject
{
    Q_OBJECT

private slots:
    void wrongUpdateIsRefusedWhenParsed_data();
    void wrongUpdateIsRefusedWhenParsed();
    void arrayFiltersAreChecked_data();
    void arrayFiltersAreChecked();
    void updateThatDoesNotFitTheDocumentFails_data();
    void updateThatDoesNotFitTheDocumentFails();
    void elementsThatCannotBeTestedFailTheUpdate_data();
    void elementsThatCannotBeTestedFailTheUpdate();
    void idOfAnUpsertMustBeAKey();
    void resultMustNotOutgrowTheLimit();
};

namespace {

struct Row
{
    const char* update;
    const char* other; // array filters, or the document
    int code;
    const char* words;
};

constexpr Row kParse[] = {
    {"{'$foo':{'a':1}}", "", 9, "Unknown modifier: $foo. Expected a valid update modifier"},
    {"{'$set':1}", "", 9, "Modifiers operate on fields but we found type int instead."},
    {"{'$set':{'a':1},'b':2}", "", 9, "Unknown modifier: b"},
    {"{'a':1,'$set':{'b':2}}", "", 52, "The dollar ($) prefixed field '$set'"},
    {"5", "", 9, ""},
    {"{'$set':{'':1}}", "", 56, "An empty update path is not valid."},
    {"{'$set':{'a..b':1}}", "", 56, "The update path 'a..b' contains an empty field name"},
    {"{'$set':{'a.':1}}", "", 56, "The update path 'a.' contains an empty field name"},
    {"{'$set':{'$':1}}", "", 2, "Cannot have positional (i.e. '$') element in the first position"},
    {"{'$set':{'a.$.b.$':1}}", "", 2, "Too many positional (i.e. '$') elements found in path"},
    {"{'$set':{'a':1},'$inc':{'a':1}}", "", 40,
     "Updating the path 'a' would create a conflict at 'a'"},
    {"{'$set':{'a':1,'a.b':1}}", "", 40, "Updating the path 'a.b' would create a conflict at 'a'"},
    {"{'$set':{'a.b':1},'$unset':{'a':1}}", "", 40,
     "Updating the path 'a' would create a conflict at 'a'"},
    {"{'$inc':{'a':'x'}}", "", 14, "Cannot increment with non-numeric argument: {a: \"x\"}"},
    {"{'$mul':{'a':null}}", "", 14, "Cannot multiply with non-numeric argument"},
    {"{'$currentDate':{'a':5}}", "", 2, "is not valid type for $currentDate"},
    {"{'$currentDate':{'a':{'$type':'x'}}}", "", 2, "required to be 'date' or 'timestamp'"},
    {"{'$currentDate':{'a':{'foo':'x'}}}", "", 2, "Unrecognized $currentDate option: foo"},
    {"{'$bit':{'a':1}}", "", 2, "The $bit modifier is not compatible with a int"},
    {"{'$bit':{'a':{'nand':1}}}", "", 2, "only supports 'and', 'or', and 'xor'"},
    {"{'$bit':{'a':{'and':1.5}}}", "", 2, "must be an Integer(32/64 bit); a 'double'"},
    {"{'$bit':{'a':{}}}", "", 2, "at least one bitwise operation"},
    {"{'$push':{'a':{'$each':1}}}", "", 2, "The argument to $each in $push must be an array"},
    {"{'$push':{'a':{'$each':[],'$slice':'x'}}}", "", 2, "The value for $slice must be an integer"},
    {"{'$push':{'a':{'$each':[],'$position':1.5}}}", "", 2, "The value for $position"},
    {"{'$push':{'a':{'$each':[],'$sort':2}}}", "", 2, "must be either 1 or -1"},
    {"{'$push':{'a':{'$each':[],'$sort':{}}}}", "", 2, "The $sort pattern is empty"},
    {"{'$push':{'a':{'$each':[],'$foo':1}}}", "", 2, "Unrecognized clause in $push: $foo"},
    {"{'$addToSet':{'a':{'$each':1}}}", "", 14, "The argument to $each in $addToSet"},
    {"{'$addToSet':{'a':{'$each':[],'x':1}}}", "", 2, "Found unexpected fields after $each"},
    {"{'$pull':{'a':{'$foo':1}}}", "", 2, "unknown operator: $foo"},
    {"{'$pullAll':{'a':1}}", "", 2, "$pullAll requires an array argument but was given a int"},
    {"{'$pop':{'a':'x'}}", "", 9, "Expected an integer: a: \"x\""},
    {"{'$pop':{'a':2}}", "", 9, "$pop expects 1 or -1, found: 2"},
    {"{'$rename':{'a':1}}", "", 2, "The 'to' field for $rename must be a string: a: 1"},
    {"{'$rename':{'a':'b\\u0000'}}", "", 9867600, "The 'to' field for $rename cannot contain"},
    {"{'$rename':{'a':'a'}}", "", 2, "The source and target field for $rename must differ"},
    {"{'$rename':{'a':'a.b'}}", "", 2, "must not be on the same path"},
    {"{'$rename':{'a.$':'b'}}", "", 2, "The source field for $rename may not be dynamic: a.$"},
    {"{'$rename':{'a':'b.$[]'}}", "", 2, "The destination field for $rename may not be dynamic"},
    {"[{'$match':{}}]", "", 72, "$match is not allowed to be used within an update"},
    {"[{'$foo':{}}]", "", 40324, "Unrecognized pipeline stage name: '$foo'"},
};

constexpr Row kFilters[] = {
    {"{'$set':{'a.$[x]':1}}", "[]", 2, "No array filter found for identifier 'x' in path 'a.$[x]'"},
    {"{'$set':{'a':1}}", "[{'x':1}]", 9, "The array filter for identifier 'x' was not used"},
    {"{'$set':{'a.$[x]':1}}", "[{'x':1},{'x':2}]", 9, "Found multiple array filters"},
    {"{'$set':{'a.$[x]':1}}", "[{'x':1,'y':2}]", 9,
     "Expected a single top-level field name, found 'x' and 'y'"},
    {"{'$set':{'a.$[x]':1}}", "[{}]", 9, "without a top-level field name in arrayFilters"},
    {"{'$set':{'a.$[X]':1}}", "[{'X':1}]", 2, "beginning with a lowercase letter, found 'X'"},
    {"{'$set':{'a.$[x]':1}}", "[5]", 14, "Each array filter must be an object, found type int"},
    {"{'$set':{'a.$[x]':1}}", "5", 14, "Array filters must be an array"},
    {"{'$set':{'a.$[x]':1}}", "[{'x':{'$foo':1}}]", 2, "unknown operator: $foo"},
    {"[{'$set':{'a':1}}]", "[{'x':1}]", 9, "arrayFilters may not be specified for pipeline"},
};

constexpr Row kApply[] = {
    {"{'$set':{'_id':2}}", "{'_id':1}", 66, "immutable field '_id'"},
    {"{'$unset':{'_id':1}}", "{'_id':1}", 66, "immutable field '_id'"},
    {"{'$rename':{'_id':'x'}}", "{'_id':1}", 66, "immutable field '_id'"},
    {"{'_id':2,'a':1}", "{'_id':1}", 66, "immutable field '_id'"},
    {"{'$set':{'a.b':1}}", "{'_id':1,'a':5}", 28, "Cannot create field 'b' in element {a: 5}"},
    {"{'$set':{'a.b':1}}", "{'_id':1,'a':null}", 28,
     "Cannot create field 'b' in element {a: null}"},
    {"{'$set':{'a.b':1}}", "{'_id':1,'a':[1]}", 28,
     "Cannot create field 'b' in element {a: [ 1 ]}"},
    {"{'$pull':{'a.b':1}}", "{'_id':1,'a':5}", 28, "Cannot create field 'b' in element {a: 5}"},
    {"{'$set':{'a.2000000':1}}", "{'_id':1,'a':[1]}", 34, "can't backfill"},
    {"{'$inc':{'a':1}}", "{'_id':1,'a':'x'}", 14,
     "Cannot apply $inc to a value of non-numeric type. {_id: 1} has the field 'a' of non-numeric "
     "type string"},
    {"{'$inc':{'a':1}}", "{'_id':1,'a':{'$numberLong':'9223372036854775807'}}", 2,
     "Failed to apply $inc operations to current value ((NumberLong)9223372036854775807)"},
    {"{'$bit':{'a':{'and':1}}}", "{'_id':1,'a':1.5}", 2, "non-integral type"},
    {"{'$push':{'a':1}}", "{'_id':1,'a':5}", 2,
     "The field 'a' must be an array but is of type int in document {_id: 1}"},
    {"{'$addToSet':{'a':1}}", "{'_id':1,'a':5}", 2, "Cannot apply $addToSet to non-array field"},
    {"{'$pull':{'a':1}}", "{'_id':1,'a':5}", 2, "Cannot apply $pull to a non-array value"},
    {"{'$pullAll':{'a':[1]}}", "{'_id':1,'a':5}", 2, "to a non-array value"},
    {"{'$pop':{'a':1}}", "{'_id':1,'a':5}", 14, "contains an element of non-array type 'int'"},
    {"{'$set':{'a.$':1}}", "{'_id':1,'a':[1]}", 2,
     "The positional operator did not find the match needed from the query."},
    {"{'$set':{'a.$[]':1}}", "{'_id':1}", 2,
     "The path 'a' must exist in the document in order to apply array updates."},
    {"{'$set':{'a.$[]':1}}", "{'_id':1,'a':5}", 2,
     "Cannot apply array updates to non-array element a: 5"},
    {"{'$rename':{'a.0':'b'}}", "{'_id':1,'a':[1]}", 2,
     "The source field cannot be an array element"},
    {"{'$rename':{'b':'a.0'}}", "{'_id':1,'a':[1],'b':2}", 2,
     "The destination field cannot be an array element"},
};

template <std::size_t N>
void addRows(const Row (&rows)[N])
{
    QTest::addColumn<QByteArray>("update");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    for (const Row& row : rows) {
        QTest::addRow("%s %s", row.update, row.other)
            << QByteArray(row.update) << QByteArray(row.other) << row.code << QByteArray(row.words);
    }
}

void compareError(const Error& error, int code, const QByteArray& words)
{
    QCOMPARE(error.serverCode, code);
    QVERIFY2(QByteArray::fromStdString(error.message).contains(words), error.message.c_str());
}

} // namespace

void QueryUpdateErrorsTest::wrongUpdateIsRefusedWhenParsed_data()
{
    addRows(kParse);
}

void QueryUpdateErrorsTest::wrongUpdateIsRefusedWhenParsed()
{
    QFETCH(const QByteArray, update);
    QFETCH(const int, code);
    QFETCH(const QByteArray, words);
    const auto parsed = Update::parse(val(update.toStdString()), {}, context());
    QVERIFY(!parsed.has_value());
    compareError(parsed.error(), code, words);
}

void QueryUpdateErrorsTest::arrayFiltersAreChecked_data()
{
    addRows(kFilters);
}

void QueryUpdateErrorsTest::arrayFiltersAreChecked()
{
    QFETCH(const QByteArray, update);
    QFETCH(const QByteArray, other);
    QFETCH(const int, code);
    QFETCH(const QByteArray, words);
    const auto parsed
        = Update::parse(val(update.toStdString()), val(other.toStdString()), context());
    QVERIFY(!parsed.has_value());
    compareError(parsed.error(), code, words);
}

void QueryUpdateErrorsTest::updateThatDoesNotFitTheDocumentFails_data()
{
    addRows(kApply);
}

void QueryUpdateErrorsTest::updateThatDoesNotFitTheDocumentFails()
{
    QFETCH(const QByteArray, update);
    QFETCH(const QByteArray, other);
    QFETCH(const int, code);
    QFETCH(const QByteArray, words);
    const bson::Document document = doc(other.toStdString());
    const auto parsed = Update::parse(val(update.toStdString()), {}, context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const auto updated = parsed->apply({document, std::nullopt, false});
    QVERIFY(!updated.has_value());
    compareError(updated.error(), code, words);
}

void QueryUpdateErrorsTest::elementsThatCannotBeTestedFailTheUpdate_data()
{
    QTest::addColumn<QByteArray>("update");
    QTest::addColumn<QByteArray>("filters");
    QTest::newRow("$pull of values")
        << QByteArray("{'$pull':{'a':{'$not':{'$regex':'(a+)+$'}}}}") << QByteArray("[]");
    QTest::newRow("$pull of documents")
        << QByteArray("{'$pull':{'b':{'x':{'$not':{'$regex':'(a+)+$'}}}}}") << QByteArray("[]");
    QTest::newRow("array filter") << QByteArray("{'$set':{'a.$[e]':1}}")
                                  << QByteArray("[{'e':{'$not':{'$regex':'(a+)+$'}}}]");
}

void QueryUpdateErrorsTest::elementsThatCannotBeTestedFailTheUpdate()
{
    QFETCH(const QByteArray, update);
    QFETCH(const QByteArray, filters);
    const std::string hostile = "'" + std::string(40, 'a') + "!'";
    const bson::Document document
        = doc("{'_id':1,'a':[" + hostile + "],'b':[{'x':" + hostile + "}]}");
    const auto parsed
        = Update::parse(val(update.toStdString()), val(filters.toStdString()), context());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    const auto updated = parsed->apply({document, std::nullopt, false});
    QVERIFY(!updated.has_value());
    QCOMPARE(updated.error().serverCode, 51156);
}

void QueryUpdateErrorsTest::idOfAnUpsertMustBeAKey()
{
    const auto parsed = Update::parse(val("{'$set':{'_id':[1]}}"), {}, context());
    const auto updated = parsed->apply({bson::DocumentView(), std::nullopt, true});
    QVERIFY(!updated.has_value());
    QCOMPARE(updated.error().serverCode, 53);
}

void QueryUpdateErrorsTest::resultMustNotOutgrowTheLimit()
{
    const std::string big(9 * 1024 * 1024, 'x');
    const bson::Document document = doc("{'_id':1,'a':'" + big + "'}");
    const auto parsed = Update::parse(val("{'$set':{'b':'" + big + "'}}"), {}, context());
    QVERIFY(parsed.has_value());
    const auto updated = parsed->apply({document, std::nullopt, false});
    QVERIFY(!updated.has_value());
    QCOMPARE(updated.error().serverCode, 17419);
}

SANDGLASS_TEST(QueryUpdateErrorsTest)

} // namespace tst_query_update_errors

#include "tst_query_update_errors.moc"
