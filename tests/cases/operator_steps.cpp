// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/operator_steps.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "tests/cases/expectation.h"

#include <string>
#include <utility>
#include <vector>

namespace sandglass::cases {

namespace {

using bson::DocumentView;
using bson::ValueView;

const std::string kOperatorDatabase = "cases";
const std::string kCollection = "operators";

Result<void> wrongAnswer(std::string text)
{
    return base::failure(Errc::Conflict, std::move(text));
}

std::string exactText(ValueView value)
{
    return value.isMissing() ? "nothing" : bson::toJson(value, bson::JsonForm::Canonical);
}

/// Whether a step's expected value asks for no value at all.
bool asksForNothing(ValueView expected)
{
    return expected.type() == bson::Type::Document && expected.asDocument()["$absent"].toBool();
}

/// What is wrong with a value, as an error.
Result<void> compareValue(ValueView actual, ValueView expected, bool exact)
{
    if (expected.isMissing()) {
        return base::failure(Errc::InvalidInput, "the step expects neither a value nor a mistake");
    }
    if (asksForNothing(expected)) {
        return actual.isMissing() ? Result<void>()
                                  : wrongAnswer("the answer is " + exactText(actual));
    }
    const bson::Document question = bson::makeDocument("$exactly", expected);
    const bool same = exact ? exactText(actual) == exactText(expected)
                            : difference(actual, bson::Value::document(question), {}).empty();
    return same
        ? Result<void>()
        : wrongAnswer("the answer is " + exactText(actual) + ", not " + exactText(expected));
}

/// The code of a reply's first mistake, its own or that of its first write; missing if none.
ValueView mistakeOf(DocumentView reply)
{
    const ValueView ofAWrite = reply.at("writeErrors.0.code");
    return ofAWrite.isMissing() ? reply["code"] : ofAWrite;
}

/// Compares the mistake in a reply with the one that the step expects. True when the step expects
/// none and there is none, so that values are to be compared; false when the step is done.
Result<bool> goesOn(DocumentView step, const bson::Document& reply)
{
    const ValueView expected = step["fails"];
    const ValueView actual = mistakeOf(reply);
    if (expected.isMissing() && actual.isMissing()) {
        return true;
    }
    const bool any = expected.type() == bson::Type::Bool;
    if (!actual.isMissing() && !expected.isMissing()
        && (any || actual.toInt64() == expected.toInt64())) {
        return false;
    }
    return base::failure(Errc::Conflict,
                         "the reply is " + bson::toJson(reply) + ", not the code "
                             + exactText(expected));
}

bson::Document withId(ValueView id, DocumentView document)
{
    bson::Builder builder;
    // one of its own takes its place
    const ValueView own = document["_id"];
    builder.append("_id", own.isMissing() ? id : own);
    for (const bson::Element& element : document) {
        if (element.key != "_id") {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

bson::Document withoutId(DocumentView document)
{
    bson::Builder builder;
    for (const bson::Element& element : document) {
        if (element.key != "_id") {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

/// The stage that produces these documents, each as it stands.
bson::Document documentsStage(const std::vector<ValueView>& documents)
{
    bson::Builder list;
    for (const ValueView document : documents) {
        list.push(bson::makeDocument("$literal", document));
    }
    return bson::makeDocument("$documents", bson::Value::array(list.take()));
}

Result<bson::Document> aggregate(WireConnection& server, const bson::Document& stages)
{
    return server.run(kOperatorDatabase,
                      bson::makeDocument("aggregate", 1, "pipeline", bson::Value::array(stages),
                                         "cursor", bson::Document()));
}

/// Replaces what the collection holds.
Result<void> fill(WireConnection& server, const std::vector<bson::Document>& documents)
{
    const auto dropped = server.run(kOperatorDatabase, bson::makeDocument("drop", kCollection));
    TRY(dropped);
    if (documents.empty()) {
        return {};
    }
    bson::Builder list;
    for (const bson::Document& document : documents) {
        list.push(document);
    }
    const auto reply = server.run(
        kOperatorDatabase,
        bson::makeDocument("insert", kCollection, "documents", bson::Value::array(list.take())));
    TRY(reply);
    const bool stored = mistakeOf(*reply).isMissing();
    return stored ? Result<void>() : wrongAnswer("inserting: " + bson::toJson(*reply));
}

/// The numbers from `first` to below `last`, as an array.
bson::Value numbers(int first, int last)
{
    bson::Builder list;
    for (int number = first; number < last; ++number) {
        list.push(number);
    }
    return bson::Value::array(list.take());
}

/// The update command of a step.
bson::Document updateCommand(DocumentView step)
{
    bson::Builder statement;
    statement.append("q",
                     step.contains("where") ? step["where"] : bson::Value::document({}).view());
    statement.append("u", step["update"]);
    for (const char* name : {"arrayFilters", "upsert"}) {
        if (step.contains(name)) {
            statement.append(name, step[name]);
        }
    }
    bson::Builder statements;
    statements.push(statement.take());
    return bson::makeDocument("update", kCollection, "updates",
                              bson::Value::array(statements.take()));
}

/// Compares the counters of an update's reply with what became of the document.
Result<void> checkCounters(DocumentView step, const bson::Document& reply)
{
    const bool inserted = !step.contains("of");
    const bool changed = inserted || exactText(step["of"]) != exactText(step["gives"]);
    const ValueView counter = inserted ? reply["n"] : reply["nModified"];
    return counter.toInt64() == (changed ? 1 : 0)
        ? Result<void>()
        : wrongAnswer("the counters are wrong: " + bson::toJson(reply));
}

/// An index of the collection on that path.
Result<void> makeIndex(WireConnection& server, const std::string& path)
{
    bson::Builder indexes;
    indexes.push(bson::makeDocument("key", bson::makeDocument(path, 1), "name", path));
    const auto reply = server.run(kOperatorDatabase,
                                  bson::makeDocument("createIndexes", kCollection, "indexes",
                                                     bson::Value::array(indexes.take())));
    TRY(reply);
    return mistakeOf(*reply).isMissing() ? Result<void>() : wrongAnswer(bson::toJson(*reply));
}

/// Compares what the step's filter finds with the documents that it should match: the first ones.
/// `path`: of the index to go by; "$natural" for none.
Result<void> checkFound(WireConnection& server, DocumentView step, const std::string& path,
                        bool exact)
{
    const auto reply = server.run(kOperatorDatabase,
                                  bson::makeDocument("find", kCollection, "filter", step["filter"],
                                                     "sort", bson::makeDocument("_id", 1),
                                                     "projection", bson::makeDocument("_id", 1),
                                                     "hint", bson::makeDocument(path, 1)));
    TRY(reply);
    const auto more = goesOn(step, *reply);
    TRY(more);
    if (!*more) {
        return {};
    }
    bson::Builder found;
    for (const ValueView document : reply->view().at("cursor.firstBatch").asDocument().values()) {
        found.push(document.asDocument()["_id"]);
    }
    const auto count = static_cast<int>(step["matches"].asDocument().count());
    return compareValue(bson::Value::array(found.take()), numbers(0, count), exact);
}

} // namespace

Result<void> checkExpression(WireConnection& server, DocumentView step, bool exact)
{
    const bson::Value empty = bson::Value::document({});
    const ValueView of = step.contains("of") ? step["of"] : empty.view();
    const bson::Document root
        = bson::makeDocument("newRoot", bson::makeDocument("answer", step["expression"]));
    bson::Builder stages;
    stages.push(documentsStage({of}));
    stages.push(bson::makeDocument("$replaceRoot", root));
    const auto reply = aggregate(server, stages.take());
    TRY(reply);
    const auto more = goesOn(step, *reply);
    TRY(more);
    return *more
        ? compareValue(reply->view().at("cursor.firstBatch.0.answer"), step["gives"], exact)
        : Result<void>();
}

Result<void> checkPipeline(WireConnection& server, DocumentView step, bool exact)
{
    bson::Builder stages;
    stages.push(documentsStage(step["of"].asDocument().values()));
    for (const ValueView stage : step["pipeline"].asDocument().values()) {
        stages.push(stage);
    }
    const auto reply = aggregate(server, stages.take());
    TRY(reply);
    const auto more = goesOn(step, *reply);
    TRY(more);
    return *more ? compareValue(reply->view().at("cursor.firstBatch"), step["gives"], exact)
                 : Result<void>();
}

Result<void> checkFilter(WireConnection& server, DocumentView step, bool exact)
{
    std::vector<bson::Document> documents;
    for (const char* name : {"matches", "misses"}) {
        for (const ValueView document : step[name].asDocument().values()) {
            const bson::Value id = bson::Value::of(static_cast<std::int32_t>(documents.size()));
            documents.push_back(withId(id, document.asDocument()));
        }
    }
    TRY(fill(server, documents));
    TRY(checkFound(server, step, "$natural", exact));
    // an index may make the answer faster, never another one
    for (const char* path : {"a", "a.b"}) {
        TRY(makeIndex(server, path));
        if (auto same = checkFound(server, step, path, exact); !same) {
            return std::move(same.error()).during("with an index on " + std::string(path));
        }
    }
    return {};
}

Result<void> checkUpdate(WireConnection& server, DocumentView step, bool exact)
{
    std::vector<bson::Document> documents;
    if (step.contains("of")) {
        documents.push_back(withId(bson::Value::of(1), step["of"].asDocument()));
    }
    TRY(fill(server, documents));
    const auto reply = server.run(kOperatorDatabase, updateCommand(step));
    TRY(reply);
    const auto more = goesOn(step, *reply);
    TRY(more);
    if (!*more) {
        return {};
    }
    const auto found = server.run(kOperatorDatabase, bson::makeDocument("find", kCollection));
    TRY(found);
    const ValueView document = found->view().at("cursor.firstBatch.0");
    TRY(compareValue(bson::Value::document(withoutId(document.asDocument())), step["gives"],
                     exact));
    return checkCounters(step, *reply);
}

Result<void> checkProjection(WireConnection& server, DocumentView step, bool exact)
{
    TRY(fill(server, {withId(bson::Value::of(1), step["of"].asDocument())}));
    const bson::Value all = bson::Value::document({});
    const auto reply
        = server.run(kOperatorDatabase,
                     bson::makeDocument("find", kCollection, "filter",
                                        step.contains("filter") ? step["filter"] : all.view(),
                                        "projection", step["projection"]));
    TRY(reply);
    const auto more = goesOn(step, *reply);
    TRY(more);
    if (!*more) {
        return {};
    }
    const ValueView document = reply->view().at("cursor.firstBatch.0");
    return compareValue(bson::Value::document(withoutId(document.asDocument())), step["gives"],
                        exact);
}

} // namespace sandglass::cases
