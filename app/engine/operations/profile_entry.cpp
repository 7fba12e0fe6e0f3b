// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/profile_entry.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/request/numbers.h"

#include <string>
#include <utility>

namespace sandglass::engine::operations {

using request::appendNumber;
using request::OperationFigures;

namespace {

std::int64_t millisOf(std::chrono::microseconds elapsed)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
}

// MongoDB shortens a large command, since system.profile holds only 1 MB.
bson::Document shortened(const bson::Document& command)
{
    constexpr std::size_t kMostBytes = 50'000;
    if (command.bytes().size() <= kMostBytes) {
        return command;
    }
    const std::string text = bson::toShellText(command);
    return bson::makeDocument("$truncated", bson::utf8Prefix(text, kMostBytes));
}

void appendCounts(const FinishedOperation& operation, bson::Builder& entry)
{
    const OperationFigures& figures = operation.figures;
    if (figures.cursorId != 0) {
        entry.append("cursorid", figures.cursorId);
    }
    appendNumber(entry, "keysExamined", figures.keysExamined);
    appendNumber(entry, "docsExamined", figures.documentsExamined);
    if (figures.sortsInMemory) {
        entry.append("hasSortStage", true);
    }
    if (figures.readsCursor && figures.cursorId == 0) {
        entry.append("cursorExhausted", true);
    }
    // findAndModify has op "command", and shows the counts of what it did
    if (operation.op == "update" || figures.matched > 0) {
        appendNumber(entry, "nMatched", figures.matched);
        appendNumber(entry, "nModified", figures.modified);
        appendNumber(entry, "nUpserted", figures.upserted);
    }
    if (operation.op == "remove" || figures.removed > 0) {
        appendNumber(entry, "ndeleted", figures.removed);
    }
    if (operation.op == "insert" || figures.inserted > 0) {
        appendNumber(entry, "ninserted", figures.inserted);
    }
    if (figures.keysInserted > 0) {
        appendNumber(entry, "keysInserted", figures.keysInserted);
    }
    if (figures.keysDeleted > 0) {
        appendNumber(entry, "keysDeleted", figures.keysDeleted);
    }
    entry.append("numYield", std::int32_t{0});
    if (figures.readsCursor) {
        appendNumber(entry, "nreturned", figures.returned);
    }
}

void appendFailure(bson::DocumentView reply, bson::Builder& entry)
{
    if (reply.empty() || reply["ok"].toBool()) {
        return;
    }
    entry.append("ok", 0.0)
        .append("errMsg", reply["errmsg"])
        .append("errName", reply["codeName"])
        .append("errCode", reply["code"]);
}

/// "127.0.0.1:40000" without the port.
std::string addressOf(const std::string& remote)
{
    return remote.substr(0, remote.rfind(':'));
}

} // namespace

bson::Document profileEntry(const FinishedOperation& operation, base::Time now)
{
    bson::Builder entry;
    entry.append("op", operation.op)
        .append("ns", operation.ns)
        .append("command", shortened(operation.command));
    appendCounts(operation, entry);
    entry.beginDocument("locks").end();
    if (!operation.reply.empty()) {
        appendNumber(entry, "responseLength", static_cast<std::int64_t>(operation.reply.size()));
        entry.append("protocol", operation.legacy ? "op_query" : "op_msg");
    }
    appendFailure(operation.reply, entry);
    appendNumber(entry, "millis", millisOf(operation.elapsed));
    if (std::string plan = operation.figures.plan.text(); !plan.empty()) {
        entry.append("planSummary", plan);
    }
    entry.append("ts", bson::Date::from(now));
    // the engine's own work has no client
    if (operation.remote.empty()) {
        entry.append("desc", operation.thread);
        return entry.take();
    }
    entry.append("client", addressOf(operation.remote));
    if (!operation.appName.empty()) {
        entry.append("appName", operation.appName);
    }
    const OperationFigures& figures = operation.figures;
    entry.beginArray("allUsers");
    if (!figures.user.empty()) {
        entry.push(bson::makeDocument("user", figures.user, "db", figures.userDatabase));
    }
    entry.end();
    entry.append("user", request::ownerOf(figures));
    return entry.take();
}

base::LogEntry slowLine(const FinishedOperation& operation)
{
    constexpr std::size_t kMostBytes = 10'000; // MongoDB's limit for one attribute
    const OperationFigures& figures = operation.figures;
    base::LogEntry line{base::Severity::Info, "COMMAND", 51803, operation.thread, "Slow query", {}};
    auto& attributes = line.attributes;
    attributes.emplace_back("type", operation.op == "query" ? "command" : operation.op);
    attributes.emplace_back("ns", operation.ns);
    if (!operation.appName.empty()) {
        attributes.emplace_back("appName", operation.appName);
    }
    std::string command = bson::toJson(operation.command);
    // a longer command is cut and therefore logged as text: half of a JSON object is none
    if (command.size() <= kMostBytes) {
        attributes.emplace_back("command", base::JsonText(std::move(command)));
    } else {
        const std::string text = bson::toShellText(operation.command);
        attributes.emplace_back("command", std::string(bson::utf8Prefix(text, kMostBytes)));
    }
    if (std::string plan = figures.plan.text(); !plan.empty()) {
        attributes.emplace_back("planSummary", std::move(plan));
    }
    attributes.emplace_back("keysExamined", figures.keysExamined);
    attributes.emplace_back("docsExamined", figures.documentsExamined);
    if (figures.sortsInMemory) {
        attributes.emplace_back("hasSortStage", true);
    }
    if (figures.readsCursor) {
        attributes.emplace_back("nreturned", figures.returned);
    }
    if (figures.inserted > 0) {
        attributes.emplace_back("ninserted", figures.inserted);
    }
    if (figures.matched > 0) {
        attributes.emplace_back("nMatched", figures.matched);
    }
    if (figures.modified > 0) {
        attributes.emplace_back("nModified", figures.modified);
    }
    if (figures.removed > 0) {
        attributes.emplace_back("ndeleted", figures.removed);
    }
    if (!operation.reply.empty()) {
        attributes.emplace_back("reslen", static_cast<std::int64_t>(operation.reply.size()));
    }
    if (!operation.remote.empty()) {
        attributes.emplace_back("remote", operation.remote);
        attributes.emplace_back("protocol", operation.legacy ? "op_query" : "op_msg");
    }
    attributes.emplace_back("durationMillis", millisOf(operation.elapsed));
    return line;
}

} // namespace sandglass::engine::operations
