// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/purge_batch.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/protocol/code_trait.h"
#include "app/services/documents/document_count.h"
#include "app/services/documents/id_filter.h"
#include "app/ttl/collations.h"
#include "app/ttl/expiry_aggregation.h"

#include <algorithm>
#include <compare>
#include <vector>

namespace sandglass::services {

namespace {

// server codes that mean: there is no replication
constexpr int kNoReplicationEnabled = 76;
constexpr int kCommandNotFound = 59;
constexpr std::size_t kMaxIdBytes = std::size_t{8} * 1024 * 1024; // of the _ids in a command
constexpr std::size_t kMaxBatchBytes = std::size_t{16} * 1024 * 1024; // read from an archive

using Ids = std::vector<bson::Value>;

/// The _ids of the first expired documents; only these are read.
Result<Ids> expiredIds(ttl::TtlServer& server, const BatchRequest& request,
                       const ttl::CallLimits& limits)
{
    bson::Builder command;
    command.append("find", request.rule.ns.collection)
        .append("filter", ttl::expiredFilter(request.rule))
        .append("projection", bson::makeDocument("_id", 1))
        .append("limit", std::int64_t{request.size})
        .append("batchSize", std::int64_t{request.size})
        .append("singleBatch", true);
    if (request.rule.collation) {
        command.append("collation", *request.rule.collation);
    }
    const Result<bson::Document> reply
        = server.runCommand(request.rule.ns.database, command.take(), limits);
    TRY(reply);
    const bson::ValueView batch = (*reply)["cursor"].asDocument()["firstBatch"];
    if (batch.type() != bson::Type::Array) {
        return base::failure(Errc::Protocol, "The server's reply to find contains no documents.");
    }
    Ids ids;
    std::size_t bytes = 0;
    for (const bson::Element& element : batch.asDocument()) {
        const bson::ValueView id = element.value.asDocument()["_id"];
        if (id.isMissing()) {
            return base::failure(Errc::Protocol, "The server sent a document without _id.");
        }
        bytes += id.raw().size();
        // _ids may be large: the rest waits for the next batch
        if (!ids.empty() && (bytes > kMaxIdBytes || std::cmp_equal(ids.size(), request.size))) {
            break;
        }
        ids.emplace_back(id);
    }
    return ids;
}

/// What the reply to delete says.
struct Deletion
{
    std::int64_t count = 0; ///< documents deleted
    std::optional<Error> refused; ///< for a single document, or for the write concern
};

/// Errors: Protocol for a count that cannot be true.
Result<Deletion> readDeletion(const bson::Document& reply, std::size_t sent)
{
    const auto count = reply["n"].toExactInt64();
    if (!count || *count < 0 || std::cmp_greater(*count, sent)) {
        return base::failure(Errc::Protocol,
                             "The server's reply to delete contains no valid count.");
    }
    Deletion deletion{*count, {}};
    const bson::DocumentView refusals = reply["writeErrors"].asDocument();
    const bson::DocumentView concern = reply["writeConcernError"].asDocument();
    if (!refusals.empty()) {
        const bson::DocumentView first = refusals.begin()->value.asDocument();
        deletion.refused = base::serverError(static_cast<int>(first["code"].toInt64()), {},
                                             std::string(first["errmsg"].asString()));
    } else if (!concern.empty()) {
        deletion.refused = base::serverError(static_cast<int>(concern["code"].toInt64()),
                                             std::string(concern["codeName"].asString()),
                                             std::string(concern["errmsg"].asString()));
    }
    return deletion;
}

/// A collation compares _ids as well, so that a text could select other documents than its own:
/// those would be deleted without having been archived. Errors: Unsupported.
Result<void> checkIdsWithCollation(const ttl::ImpactRequest& rule, const Ids& ids)
{
    const auto isText = [](const bson::Value& id) {
        return id.type() == bson::Type::String || id.type() == bson::Type::Symbol
            || id.type() == bson::Type::Document;
    };
    if (ttl::comparesSimply(rule.collation) || std::ranges::none_of(ids, isText)) {
        return {};
    }
    return base::failure(Errc::Unsupported,
                         "The rule's index has a collation, so documents whose _id is a text cannot"
                         " be purged in batches.")
        .because(base::LocalReason::CollatedIds);
}

/// Deletes the documents that are still expired. Errors: the server's, Protocol, Unsupported.
Result<Deletion> deleteExpired(ttl::TtlServer& server, const ttl::ImpactRequest& rule,
                               const Ids& ids, const ttl::CallLimits& limits)
{
    TRY(checkIdsWithCollation(rule, ids));
    bson::Builder builder;
    builder.append("delete", rule.ns.collection)
        .beginArray("deletes")
        .pushDocument()
        .beginDocument("q")
        .beginArray("$and")
        .push(idFilter(ids))
        // again, for documents that were touched since they were selected
        .push(ttl::expiredFilter(rule))
        .end()
        .end()
        .append("limit", std::int32_t{0});
    if (rule.collation) {
        builder.append("collation", *rule.collation);
    }
    builder.end().end().append("ordered", false);
    const Result<bson::Document> reply
        = server.runCommand(rule.ns.database, builder.take(), limits);
    TRY(reply);
    return readDeletion(*reply, ids.size());
}

/// Errors: Conflict for another collection than the expected one; the server's.
Result<ttl::DataIdentity> checkedIdentity(ttl::TtlServer& server, const protocol::Namespace& ns,
                                          const ttl::DataIdentity& expected,
                                          const ttl::CallLimits& limits)
{
    Result<ttl::DataIdentity> now = ttl::readIdentity(server, ns, limits);
    TRY(now);
    TRY(ttl::checkSameData(expected, *now));
    return now;
}

/// The next documents of the archive; none at its end. Advances answer.offset.
Result<std::vector<bson::Document>> archived(const BatchRequest& request, BatchAnswer& answer)
{
    Result<archive::Reader> reader = archive::Reader::open(
        request.archive->file, request.archive->format, request.archive->offset);
    TRY(reader);
    std::vector<bson::Document> documents;
    while (std::cmp_less(documents.size(), request.size)
           && reader->offset() - request.archive->offset < kMaxBatchBytes) {
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

/// The _ids of the archive's next documents that are unchanged on the server; counts the others.
Result<Ids> archivedIds(ttl::TtlServer& server, const BatchRequest& request,
                        const ttl::CallLimits& limits, BatchAnswer& answer)
{
    const Result<std::vector<bson::Document>> documents = archived(request, answer);
    TRY(documents);
    answer.found = static_cast<std::int64_t>(documents->size());
    Ids all;
    for (const bson::Document& document : *documents) {
        all.emplace_back(document["_id"]);
    }
    if (all.empty()) {
        return all;
    }
    // all of them in one request; the server may answer in any order
    ttl::DocumentQuery query;
    query.ns = request.rule.ns;
    query.filter = idFilter(all);
    query.limit = static_cast<int>(all.size());
    query.fromPrimary = true; // a secondary may not have the latest changes
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
        const bool hasData = state == "PRIMARY" || state == "SECONDARY" || state == "RECOVERING";
        // that a member does not tell is neither 0 nor half a century
        if (hasData && member["optimeDate"].type() != bson::Type::Date) {
            return base::failure(Errc::Unsupported,
                                 "The server does not tell how far its members are behind.")
                .because(base::LocalReason::LagNotTold);
        }
        // none before 1970, so that the difference of two stays in range
        const std::int64_t applied
            = std::max<std::int64_t>(member["optimeDate"].asDate().millis, 0);
        if (state == "PRIMARY") {
            newest = applied;
            // other states (arbiters, members that are down) do not count
        } else if (state == "SECONDARY" || state == "RECOVERING") {
            slowest = std::min(slowest.value_or(applied), applied);
        }
    }
    const std::int64_t millis
        = newest && slowest ? std::max<std::int64_t>(0, *newest - *slowest) : 0;
    return std::chrono::seconds(millis / 1'000);
}

bool endsInTheMiddle(const Error& error)
{
    return protocol::hasTrait(error.serverCode, protocol::CodeTrait::Partial);
}

Result<std::int64_t> countGone(ttl::TtlServer& server, const protocol::Namespace& ns,
                               const BatchTrace& trace, const ttl::CallLimits& limits)
{
    TRY(checkedIdentity(server, ns, trace.identity.value_or(ttl::DataIdentity()), limits));
    const Result<std::int64_t> left = countDocuments(server, {ns, idFilter(trace.sent)}, limits);
    TRY(left);
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(trace.sent.size()) - *left);
}

Result<BatchAnswer> purgeBatch(ttl::TtlServer& server, const BatchRequest& request,
                               const ttl::CallLimits& limits, const base::Clock& clock)
{
    BatchAnswer answer;
    answer.offset = request.archive ? request.archive->offset : 0;
    std::optional<ttl::DataIdentity> identity;
    if (request.expected) {
        Result<ttl::DataIdentity> checked
            = checkedIdentity(server, request.rule.ns, *request.expected, limits);
        TRY(checked);
        identity = std::move(*checked);
    }
    if (request.lagLimit) {
        const Result<std::chrono::seconds> lag = replicationLag(server, limits);
        TRY(lag);
        if (*lag > *request.lagLimit) {
            answer.tooFarBehind = *lag;
            return answer;
        }
    }
    const base::Millis begun = clock.steady();
    Result<Ids> ids = request.archive ? archivedIds(server, request, limits, answer)
                                      : expiredIds(server, request, limits);
    TRY(ids);
    if (!request.archive) {
        answer.found = static_cast<std::int64_t>(ids->size());
        answer.end = ids->empty();
    }
    if (!ids->empty()) {
        if (request.trace) {
            request.trace->set({*ids, identity});
        }
        Result<Deletion> deletion = deleteExpired(server, request.rule, *ids, limits);
        TRY(deletion);
        answer.deleted = deletion->count;
        answer.refused = std::move(deletion->refused);
        if (request.archive && answer.refused) {
            answer.offset = request.archive->offset;
            answer.changed = 0;
            answer.gone = 0;
        } else if (request.archive) {
            // archived and unchanged a moment ago, yet not deleted: touched in between
            answer.changed += static_cast<std::int64_t>(ids->size()) - answer.deleted;
        }
    }
    answer.took = clock.steady() - begun;
    return answer;
}

} // namespace sandglass::services
