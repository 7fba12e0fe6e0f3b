// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/filter.h"
#include "app/ttl/document_commands.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <string>
#include <vector>

namespace tst_ttl_document_commands {

using namespace sandglass;
using bson::makeDocument;
using bson::Value;
using engine::query::EvaluationContext;
using engine::query::Filter;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

bool matches(const bson::DocumentView& filter, const bson::Document& document)
{
    const auto parsed = Filter::parse(filter, EvaluationContext{});
    return parsed && parsed->matchesWithoutError(document);
}

/// The filter of the first statement that expects `from` at "t".
bson::Document conditionOn(const Value& from)
{
    const auto command
        = ttl::valuesCommand(kCarts, "t", {{Value::of(1), from, Value::of(bson::Date{9})}});
    return command
        ? bson::Document((*command)["updates"].asDocument()["0"].asDocument()["q"].asDocument())
        : bson::Document();
}

} // namespace

class TestDocumentCommands : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheLoadedDocumentFits()
    {
        const bson::Document loaded
            = makeDocument("_id", makeDocument("$gt", 1), "a", "$b", "n", Value::null());
        const bson::Document filter = ttl::unchangedFilter(loaded);
        QVERIFY(matches(filter, loaded));
        QVERIFY(!matches(filter, makeDocument("_id", makeDocument("$gt", 1), "a", "$b")));
        QVERIFY(!matches(
            filter,
            makeDocument("_id", makeDocument("$gt", 1), "a", "$b", "n", Value::null(), "more", 1)));
        QVERIFY(!matches(
            filter, makeDocument("_id", makeDocument("$gt", 1), "a", "c", "n", Value::null())));
    }

    void aNumberOfAnotherTypeDoesNotFit()
    {
        const auto with = [](const Value& number) {
            return makeDocument("_id", 1, "n", number, "in", makeDocument("n", number, "x", 1));
        };
        const bson::Document loaded = with(Value::of(5));
        const bson::Document filter = ttl::unchangedFilter(loaded);
        QVERIFY(matches(filter, loaded));
        QVERIFY(!matches(filter, with(Value::of(5.0))));
        QVERIFY(!matches(filter, with(Value::of(std::int64_t{5}))));
        const bson::Document inside
            = makeDocument("_id", 1, "n", 5, "in", makeDocument("n", 5.0, "x", 1));
        QVERIFY(!matches(filter, inside));
        QVERIFY(matches(ttl::unchangedFilter(inside), inside));
        QVERIFY(!matches(ttl::unchangedFilter(inside), loaded));
    }

    void namesThatAreNoPathsAreComparedByValue()
    {
        bson::Builder numbers;
        numbers.append("_id", 1).append("a.b", 5).append("$c", 5).append("", 5);
        numbers.beginArray("list").push(5).end();
        for (int i = 0; i < 300; ++i) {
            numbers.append("n" + std::to_string(i), i);
        }
        const bson::Document loaded = numbers.take();
        const bson::Document filter = ttl::unchangedFilter(loaded);
        QVERIFY(matches(filter, loaded));
        QVERIFY(filter.view().count() <= 102);
        QVERIFY(!filter.contains("a.b") && !filter.contains("$c") && !filter.contains(""));
    }

    void aReplacementKeepsItsIdAndHasNoOperators()
    {
        const bson::Document loaded = makeDocument("_id", 1, "a", 1);
        QVERIFY(ttl::replaceCommand(kCarts, loaded, makeDocument("_id", 1, "a", 2)));
        for (const bson::Document& wrong : {makeDocument("_id", 2, "a", 2), makeDocument("a", 2),
                                            makeDocument("_id", 1, "$set", makeDocument("a", 2))}) {
            const auto refused = ttl::replaceCommand(kCarts, loaded, wrong);
            QVERIFY(!refused && refused.error().code == Errc::InvalidInput);
        }
        QVERIFY(!ttl::replaceCommand(kCarts, makeDocument("a", 1), makeDocument("a", 2)));
    }

    void aCollatedCollectionIsComparedPlainly()
    {
        const bson::Document loaded = makeDocument("_id", 1, "a", "x");
        const auto statement = [](const Result<bson::Document>& command, const char* list) {
            return bson::Document((*command)[list].asDocument()["0"].asDocument());
        };
        const auto plain = ttl::replaceCommand(kCarts, loaded, loaded);
        QVERIFY(!statement(plain, "updates").contains("collation"));
        const auto collated
            = ttl::replaceCommand(kCarts, loaded, loaded, ttl::Comparison::Collated);
        QVERIFY(statement(collated, "updates")["collation"].asDocument()["locale"].asString()
                == "simple");
        const auto removal = ttl::removalCommands(kCarts, {loaded}, ttl::Comparison::Collated);
        QVERIFY(removal && statement(removal->front(), "deletes").contains("collation"));
    }

    void aValueIsExpectedExactly()
    {
        const bson::Document missing = makeDocument("_id", 1);
        const bson::Document null = makeDocument("_id", 1, "t", Value::null());
        const bson::Document date = makeDocument("_id", 1, "t", bson::Date{5});
        QVERIFY(matches(conditionOn({}), missing));
        QVERIFY(!matches(conditionOn({}), null));
        QVERIFY(matches(conditionOn(Value::null()), null));
        QVERIFY(!matches(conditionOn(Value::null()), missing));
        QVERIFY(matches(conditionOn(Value::of(bson::Date{5})), date));
        QVERIFY(!matches(conditionOn(Value::of(bson::Date{6})), date));
        QVERIFY(matches(conditionOn(Value::of("x")), makeDocument("_id", 1, "t", "x")));
        QVERIFY(matches(conditionOn(Value::of(5)), makeDocument("_id", 1, "t", 5)));
        QVERIFY(!matches(conditionOn(Value::of(5)), makeDocument("_id", 1, "t", 5.0)));
        const Value array = Value::array(bson::makeArray(bson::Date{5}, bson::Date{7}));
        const bson::Document inArray = makeDocument("_id", 1, "t", array);
        QVERIFY(!matches(conditionOn(Value::of(bson::Date{5})), inArray));
        QVERIFY(matches(conditionOn(array), inArray));
    }

    void manyLargeDocumentsAreDeletedBySeveralCommands()
    {
        std::vector<bson::Document> loaded;
        for (int id = 0; id < 5; ++id) {
            loaded.push_back(makeDocument("_id", id, "text", std::string(3'000'000, 'x')));
        }
        const auto commands = ttl::removalCommands(kCarts, loaded);
        QVERIFY(commands);
        QVERIFY(commands->size() > 1);
        std::size_t statements = 0;
        for (const bson::Document& command : *commands) {
            statements += command["deletes"].asDocument().count();
            QVERIFY(command.bytes().size() < std::size_t{12} * 1024 * 1024);
        }
        QCOMPARE(statements, loaded.size());
        QVERIFY(!ttl::removalCommands(kCarts, {makeDocument("a", 1)}));
    }
};

SANDGLASS_PLAIN_TEST(TestDocumentCommands)
} // namespace tst_ttl_document_commands

#include "tst_ttl_document_commands.moc"
