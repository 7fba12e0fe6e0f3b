// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/catalog/collection_shape.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/logged_view.h"
#include "app/engine/commands/logged_write.h"
#include "app/engine/operations/interrupt.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/declaration.h"
#include "app/engine/writes/write_permission.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

// Applies entries of a log of operations, as mongorestore sends them: with --preserveUUID it
// creates collections so, with --oplogReplay it applies what happened during the dump.
namespace sandglass::engine::commands {

using operations::Interrupt;
using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;
using request::commandArguments;
using request::notSupportedYet;
using request::Request;

namespace {

/// Lists inside of lists; a transaction in the log is one.
constexpr int kDeepestList = 4;

/// A command of the log, and what is left out of it or has another form as a client's command.
struct LoggedForm
{
    std::string_view name;
    Result<bson::Document> (*toCommand)(bson::DocumentView logged, bson::DocumentView entry);
};

Result<bson::Document> asItIs(bson::DocumentView logged, bson::DocumentView /*entry*/)
{
    return bson::Document(logged);
}

/// {createIndexes: <collection>, v, key, name, …}: the log has one entry for each index.
Result<bson::Document> oneIndex(bson::DocumentView logged, bson::DocumentView /*entry*/)
{
    if (logged.contains("indexes")) {
        return bson::Document(logged);
    }
    bson::Builder index;
    for (const bson::Element& field : logged) {
        if (field.key != "createIndexes" && field.key != "ns") {
            index.append(field.key, field.value);
        }
    }
    return bson::makeDocument("createIndexes", logged["createIndexes"], "indexes",
                              bson::Value::array(bson::makeArray(index.take())));
}

/// {commitIndexBuild: <collection>, indexBuildUUID, indexes}: the end of a build.
Result<bson::Document> builtIndexes(bson::DocumentView logged, bson::DocumentView /*entry*/)
{
    return bson::makeDocument("createIndexes", logged["commitIndexBuild"], "indexes",
                              logged["indexes"]);
}

/// The index is named; newer logs have its key beside it.
Result<bson::Document> droppedIndex(bson::DocumentView logged, bson::DocumentView /*entry*/)
{
    return bson::makeDocument("dropIndexes", logged.begin()->value, "index", logged["index"]);
}

/// `dropTarget` is the UUID of the collection that is replaced, or false.
Result<bson::Document> renamed(bson::DocumentView logged, bson::DocumentView /*entry*/)
{
    return bson::makeDocument("renameCollection", logged["renameCollection"], "to", logged["to"],
                              "dropTarget", logged["dropTarget"].toBool());
}

/// The UUID of a new collection stands beside the command. The log has a time series as its
/// buckets.
Result<bson::Document> withUuid(bson::DocumentView logged, bson::DocumentView entry)
{
    const bson::ValueView uuid = entry["ui"];
    constexpr std::size_t kUuidBytes = 16;
    if (!uuid.isMissing()
        && (uuid.asBinary().subtype != bson::kUuidSubtype
            || uuid.asBinary().bytes.size() != kUuidBytes)) {
        return commandError(ServerCode::FailedToParse, "'ui' must be a UUID");
    }
    bson::Builder create;
    const std::string_view series = catalog::timeSeriesName(logged["create"].asString());
    if (series.empty() || !logged.contains("timeseries")) {
        return create.appendAll(logged).append(kNewUuid, uuid).take();
    }
    // the rest of the options of buckets follows from these
    create.append("create", series);
    for (const std::string_view option : {"timeseries", "expireAfterSeconds", "collation"}) {
        create.append(option, logged[option]);
    }
    return create.append(kNewUuid, uuid).take();
}

/// Nothing: the entry that ends a build has its indexes.
Result<bson::Document> nothing(bson::DocumentView /*logged*/, bson::DocumentView /*entry*/)
{
    return bson::Document();
}

constexpr auto kForms = std::to_array<LoggedForm>({
    {"abortIndexBuild", nothing},
    {"collMod", asItIs},
    {"commitIndexBuild", builtIndexes},
    {"convertToCapped", asItIs},
    {"create", withUuid},
    {"createIndexes", oneIndex},
    {"deleteIndexes", droppedIndex},
    {"drop", asItIs},
    {"dropDatabase", asItIs},
    {"dropIndexes", droppedIndex},
    {"renameCollection", renamed},
    {"startIndexBuild", nothing},
});

/// Whether the entry had its effect before: it is applied a second time.
bool isDoneAlready(std::string_view name, const Error& error)
{
    const int code = error.serverCode;
    return (name == "drop" && code == static_cast<int>(ServerCode::NamespaceNotFound))
        || (name == "dropIndexes"
            && (code == static_cast<int>(ServerCode::IndexNotFound)
                || code == static_cast<int>(ServerCode::NamespaceNotFound)));
}

Result<void> runLogged(const Request& request, Context& context, const std::string& database,
                       const bson::Document& command)
{
    Request inner = request;
    inner.name = std::string(command.view().begin()->key);
    inner.database = database;
    inner.body = command;
    inner.sequences.clear();
    inner.turn = nullptr;
    const Command* known = findCommand(inner.name);
    bson::Builder checked;
    for (const bson::Element& field : command.view()) {
        if (field.key != kNewUuid) {
            checked.append(field.key, field.value);
        }
    }
    const bson::Document fields = checked.take();
    Request declared = inner;
    declared.body = fields;
    TRY(request::checkDeclared(declarationOf(*known), declared, context.facts));
    bson::Builder reply;
    auto done = known->run(inner, context, reply);
    return done || isDoneAlready(inner.name, done.error()) ? Result<void>() : done;
}

/// What all entries of one command have in common.
struct OpsScope
{
    const Request& request;
    Context& context;
    Interrupt& interrupt;
    bool alwaysUpsert = true;
};

Result<void> applyList(const OpsScope& scope, bson::DocumentView entries, int depth,
                       std::vector<bool>* results);

Result<void> applyCommand(const OpsScope& scope, bson::DocumentView entry, int depth)
{
    const bson::DocumentView logged = entry["o"].asDocument();
    const std::string_view full = entry["ns"].asString();
    const std::string database(full.substr(0, full.find('.')));
    TRY(protocol::checkDatabaseName(database));
    if (logged.empty()) {
        return commandError(ServerCode::FailedToParse, "A command of applyOps needs 'o'");
    }
    const std::string_view name = logged.begin()->key;
    if (name == "applyOps") {
        return applyList(scope, logged.begin()->value.asDocument(), depth + 1, nullptr);
    }
    const auto form = std::ranges::find(kForms, name, &LoggedForm::name);
    if (form == kForms.end()) {
        return notSupportedYet("The command '" + std::string(name) + "' in applyOps");
    }
    TRY(writes::checkUserWrites(scope.context.gate, database));
    auto command = form->toCommand(logged, entry);
    TRY(command);
    return command->empty() ? Result<void>()
                            : runLogged(scope.request, scope.context, database, *command);
}

/// A view is changed by its command, which writes its document of system.views, too.
Result<void> applyView(const OpsScope& scope, const protocol::Namespace& systemViews,
                       bson::DocumentView entry)
{
    auto command = viewCommand(entry, systemViews, scope.context.catalog);
    TRY(command);
    if (command->empty()) {
        return {};
    }
    TRY(writes::checkUserWrites(scope.context.gate, systemViews.database));
    return runLogged(scope.request, scope.context, systemViews.database, *command);
}

Result<void> applyEntry(const OpsScope& scope, bson::DocumentView entry, int depth)
{
    const std::string_view op = entry["op"].asString();
    if (op == "n") {
        return {};
    }
    if (op == "i" || op == "u" || op == "d") {
        const auto ns = protocol::Namespace::parse(entry["ns"].asString());
        if (ns && ns->collection == "system.views") {
            return applyView(scope, *ns, entry);
        }
        return applyWrite(scope.request, scope.context, entry, scope.alwaysUpsert);
    }
    if (op == "c") {
        return applyCommand(scope, entry, depth);
    }
    return commandError(ServerCode::FailedToParse,
                        "Unknown 'op' in an entry of applyOps: '" + std::string(op) + "'");
}

Result<void> applyList(const OpsScope& scope, bson::DocumentView entries, int depth,
                       std::vector<bool>* results)
{
    if (depth > kDeepestList) {
        return commandError(ServerCode::FailedToParse, "Too many nested applyOps");
    }
    for (const bson::Element& element : entries) {
        if (element.value.type() != bson::Type::Document) {
            return commandError(ServerCode::FailedToParse,
                                "Each entry of applyOps must be an object");
        }
        TRY(scope.interrupt.check());
        auto applied = applyEntry(scope, element.value.asDocument(), depth);
        if (results != nullptr) {
            results->push_back(applied.has_value());
        }
        TRY(applied);
    }
    return {};
}

void appendResults(const std::vector<bool>& results, bson::Builder& reply)
{
    reply.append("applied", static_cast<std::int32_t>(results.size()));
    reply.beginArray("results");
    for (const bool applied : results) {
        reply.push(applied);
    }
    reply.end();
}

} // namespace

// Stops at the first entry that fails; those before it stay applied.
Result<void> runApplyOps(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments("applyOps", request);
    if (request.argument().type() != bson::Type::Array) {
        return arguments.wrongType("applyOps", "array");
    }
    auto upsert = arguments.flag("alwaysUpsert", true);
    TRY(upsert);
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    std::vector<bool> results;
    auto applied = applyList({request, context, **interrupt, *upsert},
                             request.argument().asDocument(), 1, &results);
    if (applied) {
        appendResults(results, reply);
        return {};
    }
    bson::Builder details;
    appendResults(results, details);
    protocol::setDetails(applied.error(), details.take());
    return applied;
}

} // namespace sandglass::engine::commands
