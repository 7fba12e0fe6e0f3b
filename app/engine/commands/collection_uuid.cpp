// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/collection_uuid.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <string>

namespace sandglass::engine::commands {

namespace {

constexpr int kUuidMismatch = 361;

bool hasUuid(const catalog::Collection& collection, bson::Bytes wanted)
{
    return std::ranges::equal(collection.uuid(), wanted);
}

} // namespace

Result<void> checkCollectionUuid(const request::Request& request, const protocol::Namespace& ns,
                                 const catalog::Catalog& catalog)
{
    const auto arguments = request::commandArguments(request.name, request);
    const bson::ValueView value = arguments.value("collectionUUID");
    if (value.isMissing()) {
        return {};
    }
    if (value.type() != bson::Type::Binary) {
        return arguments.wrongType("collectionUUID", "binData");
    }
    const bson::Bytes wanted = value.asBinary().bytes;
    const auto collection = catalog.find(ns);
    if (collection && hasUuid(*collection, wanted)) {
        return {};
    }
    bson::Builder details;
    details.append("db", ns.database).append("collectionUUID", value);
    details.append("expectedCollection", ns.collection);
    const auto all = catalog.collections(ns.database);
    const auto actual
        = std::ranges::find_if(all, [&](const auto& each) { return hasUuid(*each, wanted); });
    if (actual == all.end()) {
        details.appendNull("actualCollection");
    } else {
        details.append("actualCollection", (*actual)->ns().collection);
    }
    Error error = protocol::commandError(
        kUuidMismatch, "Collection UUID does not match that specified: " + ns.text());
    protocol::setDetails(error, details.take());
    return error;
}

Result<std::optional<std::array<std::uint8_t, 16>>> newUuid(const request::Request& request,
                                                            const catalog::Catalog& catalog)
{
    const bson::Bytes wanted = request.body[kNewUuid].asBinary().bytes;
    std::array<std::uint8_t, 16> uuid{};
    if (wanted.size() != uuid.size()) {
        return std::optional<std::array<std::uint8_t, 16>>();
    }
    std::ranges::copy(wanted, uuid.begin());
    for (const auto& collection : catalog.collections({})) {
        const bool own = collection->ns().database == request.database
            && collection->ns().collection == request.argument().asString();
        if (hasUuid(*collection, wanted) && !own) {
            return protocol::commandError(protocol::ServerCode::NamespaceExists,
                                          "The UUID of the new collection belongs to "
                                              + collection->ns().text());
        }
    }
    return std::optional(uuid);
}

} // namespace sandglass::engine::commands
