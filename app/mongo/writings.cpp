// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/writings.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <cstdint>

namespace sandglass::mongo {

namespace {

using bson::Builder;
using bson::Document;

constexpr std::size_t kMaxBatchDocuments = 1'000;
// a single document may be larger and goes alone
constexpr std::size_t kMaxBatchBytes = std::size_t{8} * 1024 * 1024;

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
        const Document command = Builder()
                                     .append("insert", ns.collection)
                                     .appendArray("documents", batch.take())
                                     .append("ordered", true)
                                     .take();
        const Result<Document> reply = conversation.run(ns.database, command, Access::Write);
        TRY(reply);
        total += std::max<std::int64_t>((*reply)["n"].toInt64(), 0);
    }
    return total;
}

} // namespace sandglass::mongo
