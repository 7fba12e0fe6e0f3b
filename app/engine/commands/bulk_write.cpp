// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/plan/query_sources.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/numbers.h"
#include "app/engine/streams/logged_command.h"
#include "app/engine/writes/statements.h"
#include "app/engine/writes/write_result.h"
#include "app/engine/writes/write_scope.h"

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Each operation runs as the insert, update or delete that does the same, so that this command has
// no rules of its own about writes. Inserts into one collection that follow each other run as one.
namespace sandglass::engine::commands {

using protocol::commandError;
using protocol::ServerCode;
using request::appendNumber;
using request::Arguments;
using request::Request;

namespace {

constexpr std::string_view kPath = "bulkWrite.ops";

/// A field of an operation, and the field of a statement with the same meaning.
struct Renamed
{
    std::string_view bulk;
    std::string_view statement;
};

constexpr std::array kUpdateFields{
    Renamed{"filter", "q"},
    Renamed{"updateMods", "u"},
    Renamed{"arrayFilters", "arrayFilters"},
    Renamed{"multi", "multi"},
    Renamed{"upsert", "upsert"},
    Renamed{"hint", "hint"},
    Renamed{"constants", "c"},
    Renamed{"sort", "sort"},
    Renamed{"collation", "collation"},
    Renamed{"upsertSupplied", "upsertSupplied"},
};
constexpr std::array kDeleteFields{
    Renamed{"filter", "q"},
    Renamed{"hint", "hint"},
    Renamed{"collation", "collation"},
};

/// One operation. Views are valid as long as the request.
struct BulkOperation
{
    std::string_view kind; ///< insert, update or delete
    std::size_t target = 0; ///< index into nsInfo
    bson::DocumentView fields;
    bson::Document statement; ///< of an update or delete: that of the command that does the same
};

/// What all operations have changed.
struct BulkTotals
{
    std::int64_t errors = 0;
    std::int64_t inserted = 0;
    std::int64_t matched = 0;
    std::int64_t modified = 0;
    std::int64_t upserted = 0;
    std::int64_t deleted = 0;
};

/// The statement of an update or delete command that does the same.
bson::Document statementOf(const BulkOperation& operation)
{
    const bool updates = operation.kind == "update";
    bson::Builder statement;
    for (const Renamed& field : updates ? std::span<const Renamed>(kUpdateFields)
                                        : std::span<const Renamed>(kDeleteFields)) {
        statement.append(field.statement, operation.fields[field.bulk]);
    }
    if (!updates) {
        statement.append("limit", operation.fields["multi"].toBool() ? 0 : 1);
    }
    return statement.take();
}

Result<void> checkFields(const BulkOperation& operation)
{
    const Arguments arguments(kPath, operation.fields);
    if (operation.kind == "insert") {
        TRY(arguments.onlyKnown({"insert", "document"}));
        TRY(arguments.required("document"));
        TRY(arguments.document("document"));
        return {};
    }
    if (operation.kind == "update") {
        TRY(arguments.onlyKnown({"update", "filter", "updateMods", "arrayFilters", "multi",
                                 "upsert", "hint", "constants", "sort", "collation", "sampleId",
                                 "upsertSupplied"}));
        TRY(arguments.required("updateMods"));
    } else {
        TRY(arguments.onlyKnown({"delete", "filter", "multi", "hint", "collation", "sampleId"}));
    }
    TRY(arguments.required("filter"));
    TRY(arguments.document("filter"));
    TRY(arguments.flag("multi", false));
    if (operation.kind == "delete") {
        return writes::checkDeleteFields(operation.statement, kPath);
    }
    TRY(arguments.document("constants")); // the statement has another name for it
    return writes::checkUpdateFields(operation.statement, kPath);
}

Result<BulkOperation> parseOperation(bson::DocumentView fields, std::size_t number,
                                     std::size_t namespaces)
{
    BulkOperation operation{{}, 0, fields, {}};
    if (!fields.empty()) {
        operation.kind = fields.begin()->key;
    }
    if (operation.kind != "insert" && operation.kind != "update" && operation.kind != "delete") {
        return commandError(ServerCode::FailedToParse,
                            "BulkWrite ops entry " + std::to_string(number)
                                + " must begin with insert, update or delete");
    }
    const bson::ValueView target = fields.begin()->value;
    if (!target.isNumber()) {
        return Arguments(kPath, fields).wrongType(operation.kind, "int");
    }
    const auto index = target.toExactInt64();
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= namespaces) {
        return commandError(ServerCode::BadValue,
                            "BulkWrite ops entry " + std::to_string(number)
                                + " has an invalid nsInfo index.");
    }
    operation.target = static_cast<std::size_t>(*index);
    if (operation.kind != "insert") {
        operation.statement = statementOf(operation);
    }
    TRY(checkFields(operation));
    return operation;
}

Result<std::vector<protocol::Namespace>> parseNamespaces(const Request& request)
{
    auto entries = request.documents("nsInfo");
    TRY(entries);
    std::vector<protocol::Namespace> found;
    for (const bson::DocumentView entry : *entries) {
        const Arguments arguments("bulkWrite.nsInfo", entry);
        TRY(arguments.onlyKnown({"ns"}));
        TRY(arguments.required("ns"));
        auto text = arguments.text("ns");
        TRY(text);
        auto ns = protocol::Namespace::parse(text->value_or(""));
        if (!ns || ns->collection.empty()) {
            return commandError(ServerCode::InvalidNamespace,
                                "Invalid namespace specified for bulkWrite: '"
                                    + std::string(text->value_or("")) + "'");
        }
        TRY(protocol::checkDatabaseName(ns->database));
        found.push_back(std::move(*ns));
    }
    return found;
}

/// The results of a bulk write, in the order of the operations.
class BulkResult
{
public:
    explicit BulkResult(bool errorsOnly)
        : m_errorsOnly(errorsOnly)
    {
    }

    /// Adds the stmtIds that an inner command did not execute, since an earlier attempt had.
    void addRetried(bson::DocumentView reply)
    {
        for (const bson::Element& element : reply["retriedStmtIds"].asDocument()) {
            m_retried.push_back(element.value.asInt32());
        }
    }
    /// Adds what an inner command has replied for `count` operations from `first` on.
    void add(const BulkOperation& operation, std::size_t first, std::size_t count,
             bson::DocumentView reply)
    {
        std::size_t done = 0;
        for (const bson::Element& element : reply["writeErrors"].asDocument()) {
            const bson::DocumentView error = element.value.asDocument();
            const auto index = static_cast<std::size_t>(error["index"].toInt64());
            addInserts(operation, first + done, index - done);
            addError(first + index, error);
            done = index + 1;
        }
        if (operation.kind == "insert") {
            // an ordered insert that has failed did not try the rest
            addInserts(operation, first + done, done > 0 && m_stopped ? 0 : count - done);
        } else if (done == 0) {
            addChange(operation, first, reply);
        }
    }
    /// Adds the error that `count` operations from `first` on have in common.
    void fail(std::size_t first, std::size_t count, const Error& error)
    {
        for (std::size_t at = 0; at < count; ++at) {
            addError(first + at,
                     bson::makeDocument("code", std::int32_t{error.serverCode}, "errmsg",
                                        error.message));
        }
    }
    /// From now on the operations behind one that failed are not tried.
    void stopAtErrors() { m_stopped = true; }

    const BulkTotals& totals() const { return m_totals; }
    const std::vector<std::int32_t>& retried() const { return m_retried; }
    std::vector<bson::Document> takeRows() { return std::move(m_rows); }

private:
    void addError(std::size_t number, bson::DocumentView error)
    {
        ++m_totals.errors;
        bson::Builder row;
        row.append("ok", 0.0).append("idx", static_cast<std::int32_t>(number));
        for (const bson::Element& field : error) {
            if (field.key != "index") {
                row.append(field.key, field.value);
            }
        }
        m_rows.push_back(row.append("n", 0).take());
    }
    void addInserts(const BulkOperation& operation, std::size_t first, std::size_t count)
    {
        if (operation.kind != "insert") {
            return;
        }
        m_totals.inserted += static_cast<std::int64_t>(count);
        for (std::size_t at = 0; at < count && !m_errorsOnly; ++at) {
            m_rows.push_back(bson::makeDocument("ok", 1.0, "idx",
                                                static_cast<std::int32_t>(first + at), "n", 1));
        }
    }
    void addChange(const BulkOperation& operation, std::size_t number, bson::DocumentView reply)
    {
        const std::int64_t count = reply["n"].toInt64();
        bson::Builder row;
        row.append("ok", 1.0).append("idx", static_cast<std::int32_t>(number));
        appendNumber(row, "n", count);
        if (operation.kind == "delete") {
            m_totals.deleted += count;
        } else {
            const bson::DocumentView upserted = reply["upserted"].asDocument()["0"].asDocument();
            m_totals.upserted += upserted.empty() ? 0 : 1;
            m_totals.matched += upserted.empty() ? count : 0;
            m_totals.modified += reply["nModified"].toInt64();
            appendNumber(row, "nModified", reply["nModified"].toInt64());
            if (!upserted.empty()) {
                row.append("upserted", bson::makeDocument("_id", upserted["_id"]));
            }
        }
        if (!m_errorsOnly) {
            m_rows.push_back(row.take());
        }
    }

    bool m_errorsOnly;
    bool m_stopped = false;
    BulkTotals m_totals;
    std::vector<std::int32_t> m_retried;
    std::vector<bson::Document> m_rows;
};

/// Appends the numbers that `count` operations from `first` on have in a retryable write. Those of
/// the whole request have been checked.
void appendStatementNumbers(const Request& request, std::size_t first, std::size_t count,
                            bson::Builder& body)
{
    const bson::ValueView all = request.body["stmtIds"];
    if (all.isNullish()) {
        const std::int64_t base = request.body["stmtId"].toInt64();
        body.append("stmtId", static_cast<std::int32_t>(base + static_cast<std::int64_t>(first)));
        return;
    }
    body.beginArray("stmtIds");
    std::size_t at = 0;
    for (const bson::Element& element : all.asDocument()) {
        if (at >= first && at < first + count) {
            body.push(element.value);
        }
        ++at;
    }
    body.end();
}

void appendRetried(const std::vector<std::int32_t>& numbers, bson::Builder& reply)
{
    if (numbers.empty()) {
        return;
    }
    reply.beginArray("retriedStmtIds");
    for (const std::int32_t number : numbers) {
        reply.push(number);
    }
    reply.end();
}

/// The command that does the same as some operations of one kind and collection. `first`: the
/// number of the first one among all operations.
bson::Document innerCommand(const Request& request, std::span<const BulkOperation> operations,
                            const protocol::Namespace& ns, std::size_t first)
{
    const std::string_view kind = operations.front().kind;
    bson::Builder body;
    body.append(kind, ns.collection);
    body.beginArray(kind == "insert" ? "documents" : kind == "update" ? "updates" : "deletes");
    for (const BulkOperation& operation : operations) {
        if (kind == "insert") {
            body.push(operation.fields["document"].asDocument());
        } else {
            body.push(operation.statement);
        }
    }
    body.end();
    for (const std::string_view field : {"ordered", "bypassDocumentValidation", "writeConcern",
                                         "maxTimeMS", "lsid", "txnNumber"}) {
        body.append(field, request.body[field]);
    }
    if (kind != "insert") {
        body.append("let", request.body["let"]);
    }
    appendStatementNumbers(request, first, operations.size(), body);
    return body.take();
}

Result<bson::Document> runInner(const Request& request, const bson::Document& command,
                                const protocol::Namespace& ns, Context& context)
{
    Request inner = request;
    inner.name = std::string(command.view().begin()->key);
    inner.database = ns.database;
    inner.body = command;
    inner.sequences.clear();
    bson::Builder reply;
    auto done = inner.name == "insert" ? runInsert(inner, context, reply)
        : inner.name == "update"       ? runUpdate(inner, context, reply)
                                       : runDelete(inner, context, reply);
    TRY(done);
    return reply.take();
}

/// The number of operations from `first` on that run together.
std::size_t together(const std::vector<BulkOperation>& operations, std::size_t first)
{
    std::size_t end = first + 1;
    while (operations[first].kind == "insert" && end < operations.size()
           && operations[end].kind == "insert"
           && operations[end].target == operations[first].target) {
        ++end;
    }
    return end - first;
}

void appendTotals(const BulkTotals& totals, bson::Builder& reply)
{
    appendNumber(reply, "nErrors", totals.errors);
    appendNumber(reply, "nInserted", totals.inserted);
    appendNumber(reply, "nMatched", totals.matched);
    appendNumber(reply, "nModified", totals.modified);
    appendNumber(reply, "nUpserted", totals.upserted);
    appendNumber(reply, "nDeleted", totals.deleted);
}

} // namespace

Result<void> runBulkWrite(const Request& request, Context& context, bson::Builder& reply)
{
    if (!context.facts.atLeast(8, 0)) {
        return commandError(ServerCode::CommandNotFound, "no such command: 'bulkWrite'");
    }
    // what holds for the whole command must not become the error of each operation
    TRY(streams::checkTransactionNumber(request, context.catalog));
    TRY(streams::checkStatementNumbers(request));
    auto namespaces = parseNamespaces(request);
    TRY(namespaces);
    auto documents = writes::writeBatch(request, "ops");
    TRY(documents);
    auto batch = plan::firstBatchArgument("bulkWrite", request.body);
    TRY(batch);
    std::vector<BulkOperation> operations;
    for (const bson::DocumentView document : *documents) {
        auto operation = parseOperation(document, operations.size(), namespaces->size());
        TRY(operation);
        operations.push_back(std::move(*operation));
    }
    const bson::ValueView ordered = request.body["ordered"];
    const bool stops = ordered.isNullish() || ordered.toBool();
    BulkResult result(request.body["errorsOnly"].toBool());
    if (stops) {
        result.stopAtErrors();
    }
    const auto interrupt = operations::Interrupt::make(request, context.clock);
    TRY(interrupt);
    for (std::size_t at = 0; at < operations.size();) {
        TRY(interrupt->check());
        const std::size_t count = together(operations, at);
        const protocol::Namespace& ns = (*namespaces)[operations[at].target];
        const std::span<const BulkOperation> some(operations.data() + at, count);
        auto inner = runInner(request, innerCommand(request, some, ns, at), ns, context);
        if (!inner && !writes::isWriteError(inner.error())) {
            return inner.error();
        }
        if (inner) {
            result.addRetried(*inner);
            result.add(operations[at], at, count, *inner);
        } else {
            result.fail(at, stops ? 1 : count, inner.error());
        }
        if (stops && result.totals().errors > 0) {
            break;
        }
        at += count;
    }
    auto cursor = std::make_unique<plan::Cursor>();
    cursor->ns = {"admin", "$cmd.bulkWrite"};
    cursor->source = plan::listSource(result.takeRows());
    TRY(plan::replyFirstBatch(std::move(cursor), *batch, context.cursors, reply));
    appendTotals(result.totals(), reply);
    appendRetried(result.retried(), reply);
    return {};
}

} // namespace sandglass::engine::commands
