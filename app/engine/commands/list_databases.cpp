// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/access_control.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/listing_request.h"
#include "app/engine/reads/collection_stats.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::commands {

using reads::bytesOnDisk;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {

constexpr std::int64_t kBytesPerMb = 1'048'576;

/// The size of a database on disk, in bytes.
std::int64_t databaseBytes(const catalog::Catalog& catalog, const std::string& name)
{
    std::int64_t bytes = 0;
    for (const auto& collection : catalog.collections(name)) {
        bytes += bytesOnDisk(*collection);
    }
    return bytes;
}

/// The databases to list, sorted. A MongoDB server has three of its own from its first start on,
/// and tools expect them. An account of another service has none.
std::vector<std::string> listedNames(const catalog::Catalog& catalog)
{
    std::vector<std::string> names = catalog.databases();
    if (catalog.indexDialect()) {
        return names;
    }
    for (const std::string_view own : {"admin", "config", "local"}) {
        if (std::ranges::find(names, own) == names.end()) {
            names.emplace_back(own);
        }
    }
    std::ranges::sort(names);
    return names;
}

} // namespace

Result<void> runListDatabases(const Request& request, Context& context, bson::Builder& reply)
{
    const Arguments arguments = commandArguments("listDatabases", request);
    const auto evaluation = context.evaluation(request);
    TRY(evaluation);
    auto listing = parseListing(arguments, *evaluation);
    TRY(listing);
    const auto onlyOwn = arguments.flag("authorizedDatabases", true);
    TRY(onlyOwn);
    if (!*onlyOwn && !context.access.mayListAll(request.connectionId)) {
        return protocol::commandError(protocol::ServerCode::Unauthorized,
                                      "Insufficient permissions to list all databases");
    }

    std::int64_t totalBytes = 0;
    reply.beginArray("databases");
    for (const std::string& name : listedNames(context.catalog)) {
        if (!context.access.mayList(request.connectionId, name)) {
            continue;
        }
        const std::int64_t bytes = databaseBytes(context.catalog, name);
        const bson::Document entry
            = bson::makeDocument("name", name, "sizeOnDisk", bytes, "empty", bytes == 0);
        auto matched = listing->filter.evaluate(entry);
        TRY(matched);
        if (!*matched) {
            continue;
        }
        totalBytes += bytes;
        if (listing->nameOnly) {
            reply.push(bson::makeDocument("name", name));
        } else {
            reply.push(entry);
        }
    }
    reply.end();
    if (!listing->nameOnly) {
        reply.append("totalSize", totalBytes).append("totalSizeMb", totalBytes / kBytesPerMb);
    }
    return {};
}

} // namespace sandglass::engine::commands
