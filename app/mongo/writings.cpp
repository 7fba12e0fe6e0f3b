// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/writings.h"

#include "app/bson/builder.h"
#include "app/ttl/draft_rules.h"

#include <algorithm>
#include <functional>
#include <span>

namespace sandglass::mongo {

namespace {

using bson::Builder;
using bson::Document;
using bson::makeArray;
using bson::makeDocument;

constexpr std::size_t kMaxBatchDocuments = 1'000;
// a single document may be larger and goes alone
constexpr std::size_t kMaxBatchBytes = std::size_t{8} * 1024 * 1024;
constexpr std::size_t kMaxBatchIds = 10'000;

// {command: collection, list: [entries], ordered: true}
Document writeCommand(std::string_view command, const protocol::Namespace& ns,
                      std::string_view list, const Document& entries)
{
    return Builder()
        .append(command, ns.collection)
        .appendArray(list, entries)
        .append("ordered", true)
        .take();
}

// The counter of a write's reply, at least 0.
Result<std::int64_t> counted(Result<Document> reply, std::string_view counter)
{
    TRY(reply);
    return std::max<std::int64_t>((*reply)[counter].toInt64(), 0);
}

// Whether {_id: id} matches at most one document. A regular expression would match by pattern, and
// a missing value every document without the field.
bool canBeId(const bson::Value& id)
{
    return id.type() != bson::Type::Missing && id.type() != bson::Type::Regex
        && id.type() != bson::Type::Array && id.type() != bson::Type::Undefined;
}

// Writes the documents that a filter selects and returns their number.
using BatchWrite = std::function<Result<std::int64_t>(const Document& query)>;

// Calls `write` with a filter for each batch of ids and adds up the results.
Result<std::int64_t> forEachBatch(const std::vector<bson::Value>& ids, const BatchWrite& write)
{
    if (!std::all_of(ids.begin(), ids.end(), canBeId)) {
        return base::failure(Errc::InvalidInput, "This _id does not identify a single document.");
    }
    std::int64_t total = 0;
    for (std::size_t start = 0; start < ids.size(); start += kMaxBatchIds) {
        Builder list;
        const std::size_t end = std::min(ids.size(), start + kMaxBatchIds);
        for (std::size_t i = start; i < end; ++i) {
            list.push(ids[i]);
        }
        const bson::Value choices = bson::Value::array(list.take());
        auto done = write(makeDocument("_id", makeDocument("$in", choices)));
        TRY(done);
        total += *done;
    }
    return total;
}

} // namespace

Result<std::int64_t> insertDocuments(Conversation& conversation, const protocol::Namespace& ns,
                                     const std::vector<Document>& documents)
{
    std::int64_t total = 0;
    for (std::size_t next = 0; next < documents.size();) {
        // at least one document, however large
        Builder batch;
        std::size_t size = 0;
        do {
            batch.push(documents[next]);
            ++size;
            ++next;
        } while (next < documents.size() && size < kMaxBatchDocuments
                 && batch.size() + documents[next].bytes().size() < kMaxBatchBytes);
        auto done = counted(conversation.run(ns.database,
                                             writeCommand("insert", ns, "documents", batch.take()),
                                             Access::Write),
                            "n");
        TRY(done);
        total += *done;
    }
    return total;
}

Result<bool> replaceDocument(Conversation& conversation, const protocol::Namespace& ns,
                             const Document& replacement)
{
    const bson::Value id(replacement["_id"]);
    const bool operators
        = std::any_of(replacement.view().begin(), replacement.view().end(),
                      [](const bson::Element& element) { return element.key.starts_with('$'); });
    if (!canBeId(id) || operators) {
        return base::failure(
            Errc::InvalidInput,
            "A replacement must have an _id and no field names that start with $.");
    }
    // $eq, so that a document as _id cannot be taken for operators
    const Document entry
        = makeDocument("q", makeDocument("_id", makeDocument("$eq", id)), "u", replacement);
    const auto matched = counted(
        conversation.run(ns.database, writeCommand("update", ns, "updates", makeArray(entry)),
                         Access::Write),
        "n");
    TRY(matched);
    return *matched > 0;
}

Result<std::int64_t> setDateOf(Conversation& conversation, const protocol::Namespace& ns,
                               const std::vector<bson::Value>& ids, const std::string& field,
                               bson::Date date)
{
    if (ttl::fieldProblem(field)) {
        return base::failure(Errc::InvalidInput, "The field cannot have a TTL index.");
    }
    const Document change = makeDocument("$set", makeDocument(field, date));
    return forEachBatch(ids, [&](const Document& query) {
        const Document entry = makeDocument("q", query, "u", change, "multi", true);
        return counted(conversation.run(ns.database,
                                        writeCommand("update", ns, "updates", makeArray(entry)),
                                        Access::Write),
                       // not n: a document that had this date already has not changed
                       "nModified");
    });
}

Result<std::int64_t> removeDocuments(Conversation& conversation, const protocol::Namespace& ns,
                                     const std::vector<bson::Value>& ids)
{
    return forEachBatch(ids, [&](const Document& query) {
        const Document entry = makeDocument("q", query, "limit", 0);
        return counted(conversation.run(ns.database,
                                        writeCommand("delete", ns, "deletes", makeArray(entry)),
                                        Access::Write),
                       "n");
    });
}

} // namespace sandglass::mongo
