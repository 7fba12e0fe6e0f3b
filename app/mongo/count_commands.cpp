// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/count_commands.h"

#include "app/bson/builder.h"
#include "app/mongo/readings.h"
#include "app/protocol/server_code.h"
#include "app/ttl/privilege.h"

#include <algorithm>

namespace sandglass::mongo {

namespace {

using bson::Document;
using bson::makeDocument;

constexpr std::int64_t kMostQuickResults = 1'000;

// The first batch of a cursor, which holds all results of a quick command.
Result<std::vector<Document>> firstBatch(const Result<Document>& reply)
{
    TRY(reply);
    const bson::ValueView batch = (*reply)["cursor"].asDocument()["firstBatch"];
    // without results there is nothing that was found, not even that nothing was
    if (batch.type() != bson::Type::Array) {
        return base::failure(Errc::Protocol, "The server's reply contains no results.");
    }
    std::vector<Document> results;
    for (const bson::Element& element : batch.asDocument()) {
        results.emplace_back(element.value.asDocument());
    }
    return results;
}

void append(bson::Builder& command, const QuickLimits& limits)
{
    if (!limits.hint.empty()) {
        command.append("hint", limits.hint);
    }
    command.append("maxTimeMS", std::int64_t{limits.time.count()});
}

} // namespace

Result<std::int64_t> countIn(bson::DocumentView reply)
{
    // sums of such counts cannot overflow
    constexpr std::int64_t kMostDocuments = std::int64_t{1} << 48;
    const auto count = reply["n"].toExactInt64();
    if (!count || *count < 0 || *count > kMostDocuments) {
        return base::failure(Errc::Protocol, "The server's reply contains no number of documents.");
    }
    return *count;
}

Result<std::int64_t> countAll(Conversation& conversation, const protocol::Namespace& ns)
{
    const auto reply
        = conversation.run(ns.database, makeDocument("count", ns.collection), Access::Read);
    TRY(reply);
    return countIn(*reply);
}

Result<std::int64_t> countWithoutOrphans(Conversation& conversation, const protocol::Namespace& ns)
{
    const auto groups = conversation.aggregate(ns, bson::makeArray(makeDocument("$count", "n")));
    TRY(groups);
    return groups->empty() ? Result<std::int64_t>(0) : countIn(groups->front());
}

Result<std::vector<Document>> aggregateWithHint(Conversation& conversation,
                                                const protocol::Namespace& ns,
                                                const Document& stages, const std::string& hint)
{
    auto groups = conversation.aggregate(ns, stages, hint);
    // BadValue is the error for an unusable hint
    const bool hintRefused = !groups && !hint.empty()
        && groups.error().serverCode == static_cast<int>(protocol::ServerCode::BadValue);
    if (hintRefused) {
        return conversation.aggregate(ns, stages);
    }
    return groups;
}

Result<std::vector<Document>> aggregateQuickly(Conversation& conversation,
                                               const protocol::Namespace& ns,
                                               const Document& stages, const QuickLimits& limits)
{
    bson::Builder command;
    command.append("aggregate", ns.collection)
        .appendArray("pipeline", stages)
        .append("cursor", makeDocument("batchSize", kMostQuickResults));
    append(command, limits);
    return firstBatch(conversation.run(ns.database, command.take(), Access::Read));
}

Result<std::optional<Document>> endOfIndex(Conversation& conversation,
                                           const protocol::Namespace& ns, const std::string& field,
                                           int direction, const QuickLimits& limits)
{
    bson::Builder command;
    command.append("find", ns.collection)
        .append("sort", makeDocument(field, direction))
        .append("limit", std::int64_t{1})
        .append("singleBatch", true);
    append(command, limits);
    const auto found = firstBatch(conversation.run(ns.database, command.take(), Access::Read));
    TRY(found);
    return found->empty() ? std::nullopt : std::optional(found->front());
}

Result<std::int64_t> averageBytes(Conversation& conversation, const protocol::Namespace& ns)
{
    const auto stats = readStats(conversation, ns);
    if (stats) {
        return stats->averageDocumentBytes;
    }
    // views and some compatible servers have no statistics, and not every user may read them
    if (stats.error().code == Errc::Server || ttl::isRefusal(stats.error())) {
        return std::int64_t{0};
    }
    return stats.error();
}

std::optional<bson::Date> dateIn(const Document& group, std::string_view key)
{
    if (group[key].type() != bson::Type::Date) {
        return std::nullopt;
    }
    return group[key].asDate();
}

bool isServerTimeout(const Error& error)
{
    return error.code == Errc::Timeout && error.serverCode != 0;
}

bool isRefusedOrSlow(const Error& error)
{
    return error.code == Errc::Server || isServerTimeout(error);
}

} // namespace sandglass::mongo
