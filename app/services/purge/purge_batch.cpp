// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/purge_batch.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/services/documents/id_filter.h"
#include "app/ttl/expiry_aggregation.h"

#include <algorithm>
#include <compare>
#include <vector>

namespace sandglass::services {

namespace {

constexpr int kNoReplicationEnabled = 76;
constexpr int kCommandNotFound = 59;
constexpr std::size_t kMaxIdBytes = std::size_t{8} * 1024 * 1024; // of all _ids in one command
constexpr std::size_t kMaxBatchBytes = std::size_t{16} * 1024 * 1024; // read from the archive

using Ids = std::vector<bson::Value>;

/// The first of the expired documents, by their _ids alone.
Result<Ids> expiredIds(ttl::TtlServer& server, const BatchAsk& ask, const ttl::CallLimits& limits)
{
    const bson::Document command = bson::makeDocument(
        "find", ask.rule.ns.collection, "filter", ttl::expiredFilter(ask.rule), "projection",
        bson::makeDocument("_id", 1), "limit", std::int64_t{ask.size}, "batchSize",
        std::int64_t{ask.size}, "singleBatch", true);
    const Result<bson::Document> reply = server.runCommand(ask.rule.ns.database, command, limits);
    TRY(reply);
    const bson::ValueView batch = (*reply)["cursor"].asDocument()["firstBatch"];
    if (batch.type() != bson::Type::Array) {
        return base::failure(Errc::Protocol, "The server's answer to find has no documents.");
    }
    Ids ids;
    std::size_t bytes = 0;
    for (const bson::Element& element : batch.asDocument()) {
        const bson::ValueView id = element.value.asDocument()["_id"];
        if (id.isMissing()) {
            return base::failure(Errc::Protocol, "The server sent a document without _id.");
        }
        bytes += id.raw().size();
        if (!ids.empty() && (bytes > kMaxIdBytes || std::cmp_equal(ids.size(), ask.size))) {
            break;
        }
        ids.emplace_back(id);
    }
    return ids;
}

/// Deletes those that are still expired. Errors: also what the reply says of single documents.
Result<std::int64_t> deleteExpired(ttl::TtlServer& server, const ttl::ImpactRequest& rule,
                                   const Ids& ids, const ttl::CallLimits& limits)
{
    bson::Builder builder;
    builder.append("delete", rule.ns.collection)
        .beginArray("deletes")
        .pushDocument()
        .beginDocument("q")
        .beginArray("$and")
        .push(idFilter(ids))
        .push(ttl::expiredFilter(rule))
        .end()
        .end()
        .append("limit", std::int32_t{0})
        .end()
        .end()
        .append("ordered", false);
    const Result<bson::Document> reply
        = server.runCommand(rule.ns.database, builder.take(), limits);
    TRY(reply);
    for (const bson::Element& refused : (*reply)["writeErrors"].asDocument()) {
        const bson::DocumentView what = refused.value.asDocument();
        return base::serverError(static_cast<int>(what["code"].toInt64()), {},
                                 std::string(what["errmsg"].asString()));
    }
    if (const bson::DocumentView concern = (*reply)["writeConcernError"].asDocument();
        !concern.empty()) {
        return base::serverError(static_cast<int>(concern["code"].toInt64()),
                                 std::string(concern["codeName"].asString()),
                                 std::string(concern["errmsg"].asString()));
    }
    const auto count = (*reply)["n"].toExactInt64();
    if (!count || *count < 0 || std::cmp_greater(*count, ids.size())) {
        return base::failure(Errc::Protocol, "The server's answer to delete has no count.");
    }
    return *count;
}

/// The next documents of the archive; empty at its end.
Result<std::vector<bson::Document>> archived(const BatchAsk& ask, BatchAnswer& answer)
{
    Result<archive::Reader> reader
        = archive::Reader::open(ask.archive->file, ask.archive->format, ask.archive->offset);
    TRY(reader);
    std::vector<bson::Document> documents;
    while (std::cmp_less(documents.size(), ask.size)
           && reader->offset() - ask.archive->offset < kMaxBatchBytes) {
        Result<std::optional<bson::Document>> document = reader->next();
        TRY(document);
        if (!*document) {
            answer.end = true;
            break;
        }
        documents.push_back(std::move(**document));
    }
    answer.offset = reader->offset();
    return documents;
}

/// The _ids of the archive's next documents that are still the same on the server.
Result<Ids> archivedIds(ttl::TtlServer& server, const BatchAsk& ask, const ttl::CallLimits& limits,
                        BatchAnswer& answer)
{
    const Result<std::vector<bson::Document>> documents = archived(ask, answer);
    TRY(documents);
    answer.found = static_cast<std::int64_t>(documents->size());
    Ids all;
    for (const bson::Document& document : *documents) {
        all.emplace_back(document["_id"]);
    }
    if (all.empty()) {
        return all;
    }
    ttl::DocumentQuery query;
    query.ns = ask.rule.ns;
    query.filter = idFilter(all);
    query.limit = static_cast<int>(all.size());
    Result<std::vector<bson::Document>> present = server.find(query, limits);
    TRY(present);
    const auto before = [](const bson::Document& left, const bson::Document& right) {
        return std::is_lt(bson::compare(left["_id"], right["_id"]));
    };
    std::ranges::sort(*present, before);
    Ids same;
    for (const bson::Document& document : *documents) {
        const auto now = std::ranges::lower_bound(*present, document, before);
        if (now == present->end() || !bson::equal((*now)["_id"], document["_id"])) {
            ++answer.gone;
        } else if (*now == document) {
            same.emplace_back(document["_id"]);
        } else {
            ++answer.changed;
        }
    }
    return same;
}

} // namespace

Result<std::chrono::seconds> replicationLag(ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    const Result<bson::Document> reply
        = server.runCommand("admin", bson::makeDocument("replSetGetStatus", 1), limits);
    if (!reply) {
        const int code = reply.error().serverCode;
        if (code == kNoReplicationEnabled || code == kCommandNotFound) {
            return std::chrono::seconds(0);
        }
        return reply.error();
    }
    std::optional<std::int64_t> newest;
    std::optional<std::int64_t> slowest;
    for (const bson::Element& element : (*reply)["members"].asDocument()) {
        const bson::DocumentView member = element.value.asDocument();
        const std::string_view state = member["stateStr"].asString();
        const std::int64_t applied = member["optimeDate"].asDate().millis;
        if (state == "PRIMARY") {
            newest = applied;
        } else if (state == "SECONDARY" || state == "RECOVERING") {
            slowest = std::min(slowest.value_or(applied), applied);
        }
    }
    const std::int64_t millis
        = newest && slowest ? std::max<std::int64_t>(0, *newest - *slowest) : 0;
    return std::chrono::seconds(millis / 1'000);
}

Result<BatchAnswer> purgeBatch(ttl::TtlServer& server, const BatchAsk& ask,
                               const ttl::CallLimits& limits, const base::Clock& clock)
{
    BatchAnswer answer;
    answer.offset = ask.archive ? ask.archive->offset : 0;
    if (ask.lagLimit) {
        const Result<std::chrono::seconds> lag = replicationLag(server, limits);
        TRY(lag);
        if (*lag > *ask.lagLimit) {
            answer.tooFarBehind = *lag;
            return answer;
        }
    }
    const base::Time begun = clock.now();
    Result<Ids> ids
        = ask.archive ? archivedIds(server, ask, limits, answer) : expiredIds(server, ask, limits);
    TRY(ids);
    if (!ask.archive) {
        answer.found = static_cast<std::int64_t>(ids->size());
        answer.end = ids->empty();
    }
    if (!ids->empty()) {
        const Result<std::int64_t> deleted = deleteExpired(server, ask.rule, *ids, limits);
        TRY(deleted);
        answer.deleted = *deleted;
        // archived and equal a moment ago, and yet not deleted: touched in between
        answer.changed
            += ask.archive ? static_cast<std::int64_t>(ids->size()) - *deleted : std::int64_t{0};
    }
    answer.took = clock.now() - begun;
    return answer;
}

} // namespace sandglass::services
