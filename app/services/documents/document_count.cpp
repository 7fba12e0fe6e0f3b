// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/documents/document_count.h"

#include "app/bson/builder.h"

namespace sandglass::services {

Result<std::int64_t> countDocuments(ttl::TtlServer& server, const DocumentCount& wanted,
                                    const ttl::CallLimits& limits)
{
    bson::Builder command;
    command.append("count", wanted.ns.collection).append("query", wanted.filter);
    if (wanted.most > 0) {
        command.append("limit", wanted.most);
    }
    if (wanted.collation) {
        command.append("collation", *wanted.collation);
    }
    const Result<bson::Document> reply
        = server.runCommand(wanted.ns.database, command.take(), limits);
    TRY(reply);
    const auto count = (*reply)["n"].toExactInt64();
    if (!count || *count < 0) {
        return base::failure(Errc::Protocol, "The server's reply to count contains no number.");
    }
    return *count;
}

} // namespace sandglass::services
