// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/trash/trash_commands.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"
#include "app/services/journal/journal_entry.h"

#include <algorithm>

namespace sandglass::services {

namespace {

constexpr const char* kDatabase = "local";
constexpr const char* kCollection = "sandglass.trash";
constexpr int kMostPasses = 200;

bson::DocumentView firstBatch(const bson::Document& reply)
{
    return reply["cursor"].asDocument()["firstBatch"].asDocument();
}

// Whether the server does not know the parameter, or has no parameters at all.
bool isUnknown(const Error& error)
{
    return error.serverCode == static_cast<int>(protocol::ServerCode::InvalidOptions)
        || error.serverCode == static_cast<int>(protocol::ServerCode::CommandNotFound);
}

// unset: the server has no trash
Result<std::optional<TrashLimits>> readLimits(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    const auto reply = server.runCommand(
        "admin",
        bson::makeDocument("getParameter", 1, "sandglassTrashDays", 1, "sandglassTrashBytes", 1),
        limits);
    if (!reply && isUnknown(reply.error())) {
        return std::nullopt;
    }
    TRY(reply);
    return TrashLimits{(*reply)["sandglassTrashDays"].toInt64(),
                       (*reply)["sandglassTrashBytes"].toInt64()};
}

Result<std::vector<TrashItem>> readItems(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                         const bson::Document& filter, int skip)
{
    const auto reply
        = server.runCommand(kDatabase,
                            bson::makeDocument("find", kCollection, "filter", filter, "sort",
                                               bson::makeDocument("_id", -1), "skip", skip, "limit",
                                               kTrashPage, "singleBatch", true),
                            limits);
    TRY(reply);
    std::vector<TrashItem> items;
    for (const bson::Element& each : firstBatch(*reply)) {
        const bson::DocumentView entry = each.value.asDocument();
        items.push_back({bson::Value(entry["_id"]), std::string(entry["ns"].asString()),
                         std::string(entry["index"].asString()), entry["deletedAt"].asDate().time(),
                         bson::Document(entry["document"].asDocument())});
    }
    return items;
}

Result<std::vector<TrashPass>> readPasses(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    const auto pipeline = bson::makeArray(
        bson::makeDocument("$group",
                           bson::makeDocument("_id",
                                              bson::makeDocument("pass", "$pass", "ns", "$ns"),
                                              "documents", bson::makeDocument("$sum", 1))),
        bson::makeDocument("$sort", bson::makeDocument("_id", -1)),
        bson::makeDocument("$limit", kMostPasses));
    const auto reply = server.runCommand(kDatabase,
                                         bson::Builder()
                                             .append("aggregate", kCollection)
                                             .appendArray("pipeline", pipeline)
                                             .append("cursor", bson::Document())
                                             .take(),
                                         limits);
    TRY(reply);
    std::vector<TrashPass> passes;
    for (const bson::Element& each : firstBatch(*reply)) {
        const bson::DocumentView group = each.value.asDocument();
        const bson::DocumentView id = group["_id"].asDocument();
        passes.push_back({id["pass"].asDate().time(), std::string(id["ns"].asString()),
                          group["documents"].toInt64()});
    }
    return passes;
}

} // namespace

Result<TrashReading> readTrash(ttl::TtlServer& server, const ttl::CallLimits& limits,
                               const TrashChoice& choice, int skip)
{
    TrashReading reading;
    const auto kept = readLimits(server, limits);
    TRY(kept);
    reading.limits = *kept;
    if (!reading.limits) {
        return reading;
    }
    const auto filter = trashFilter(choice);
    TRY(filter);
    auto items = readItems(server, limits, *filter, skip);
    TRY(items);
    reading.items = *std::move(items);
    const auto counted = server.runCommand(
        kDatabase, bson::makeDocument("count", kCollection, "query", *filter), limits);
    TRY(counted);
    reading.total = (*counted)["n"].toInt64();
    auto passes = readPasses(server, limits);
    TRY(passes);
    reading.passes = *std::move(passes);
    return reading;
}

bson::Document putBackCommand(const bson::Document& filter, bool byName, bool dryRun)
{
    return bson::makeDocument("sandglassPutBack", 1, "filter", filter, "byName", byName, "dryRun",
                              dryRun);
}

JournalEntry putBackEntry(bool byName)
{
    JournalEntry entry;
    entry.kind = JournalKind::PutBackDocuments;
    // conditions may hold contents of documents
    entry.command = bson::makeDocument("sandglassPutBack", 1, "byName", byName);
    return entry;
}

Result<PutBackReply> sendPutBack(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                 const bson::Document& command)
{
    const auto reply = server.runCommand("admin", command, limits);
    TRY(reply);
    PutBackReply answer{(*reply)["nMatched"].toInt64(),
                        (*reply)["nPutBack"].toInt64(),
                        (*reply)["nRefused"].toInt64(),
                        {}};
    for (const bson::Element& each : (*reply)["refused"].asDocument()) {
        const bson::DocumentView document = each.value.asDocument();
        PutBackRefusal reason{static_cast<int>(document["code"].toInt64()),
                              std::string(document["ns"].asString()),
                              std::string(document["errmsg"].asString())};
        if (std::ranges::find(answer.reasons, reason) == answer.reasons.end()) {
            answer.reasons.push_back(std::move(reason));
        }
    }
    return answer;
}

} // namespace sandglass::services
