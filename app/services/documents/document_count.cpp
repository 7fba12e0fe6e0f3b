// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/document_count.h"

#include "app/bson/builder.h"

namespace sandglass::services {

Result<std::int64_t> countDocuments(ttl::TtlServer& server, const protocol::Namespace& ns,
                                    const bson::Document& filter, const ttl::CallLimits& limits,
                                    std::int64_t most)
{
    bson::Builder command;
    command.append("count", ns.collection).append("query", filter);
    if (most > 0) {
        command.append("limit", most);
    }
    const Result<bson::Document> reply = server.runCommand(ns.database, command.take(), limits);
    TRY(reply);
    const auto count = (*reply)["n"].toExactInt64();
    if (!count || *count < 0) {
        return base::failure(Errc::Protocol, "The server's reply to count contains no number.");
    }
    return *count;
}

} // namespace sandglass::services
