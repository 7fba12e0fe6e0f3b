// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/parsed_options.h"

#include "app/bson/builder.h"
#include "app/engine/server/engine_options.h"

namespace sandglass::engine::server {

bson::Document parsedOptions(const EngineOptions& options)
{
    bson::Builder parsed;
    parsed.beginDocument("net").append("bindIp", options.bindAddress);
    if (options.port >= 0) {
        parsed.append("port", std::int32_t{options.port});
    }
    if (!options.unixSocket.empty()) {
        parsed.append("unixSocket", options.unixSocket);
    }
    parsed.end();
    if (!options.replSet.empty()) {
        parsed.beginDocument("replication")
            .append("replSet", options.replSet)
            .append("oplogSizeMB", options.oplogBytes >> 20U)
            .end();
    }
    if (!options.parameters.empty()) {
        parsed.beginDocument("setParameter");
        for (const auto& [name, value] : options.parameters) {
            parsed.append(name, value);
        }
        parsed.end();
    }
    parsed.beginDocument("storage")
        .append("dbPath", options.dbPath)
        .append("engine", "rocksdb")
        .end();
    return parsed.take();
}

} // namespace sandglass::engine::server
