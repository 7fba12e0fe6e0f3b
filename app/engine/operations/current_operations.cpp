// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/current_operations.h"

#include "app/bson/builder.h"
#include "app/bson/extended_json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/operations/records.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>

namespace sandglass::engine::operations {

namespace {

std::string timeText(base::Time now)
{
    return bson::isoText(bson::Date::from(now)).value_or(std::string());
}

void appendClient(const Client& client, bson::Builder& entry)
{
    entry.append("connectionId", static_cast<std::int64_t>(client.connectionId));
    entry.append("client", client.remote);
    if (!client.appName.empty()) {
        entry.append("appName", client.appName);
    }
    if (!client.metadata.empty()) {
        entry.append("clientMetadata", client.metadata);
    }
}

/// Appends the progress of an index build: how many documents the first index that is not ready
/// holds, out of all documents of the collection.
void appendBuildProgress(const Operation& operation, const catalog::Catalog& catalog,
                         bson::Builder& entry)
{
    const auto ns = protocol::Namespace::parse(operation.ns);
    const auto collection = ns ? catalog.find(*ns) : nullptr;
    if (!collection) {
        return;
    }
    const std::int64_t total = collection->figures().documents;
    for (const catalog::IndexInfo& index : collection->indexes()) {
        if (index.ready) {
            continue;
        }
        // documents may have been deleted since they were counted as built
        const std::int64_t done = std::min(index.builtDocuments, total);
        const std::int64_t percent = total > 0 ? done * 100 / total : std::int64_t{100};
        entry.append("msg",
                     "Index Build: scanning collection Index Build: scanning collection: "
                         + std::to_string(done) + "/" + std::to_string(total) + " "
                         + std::to_string(percent) + "%");
        entry.beginDocument("progress").append("done", done).append("total", total).end();
        return;
    }
}

/// What all entries of one listing have in common.
struct Listing
{
    const catalog::Catalog& catalog;
    const std::string& host;
    base::Time now;
};

bson::Document operationEntry(const Operation& operation, const Client& client,
                              const Listing& listing)
{
    const base::Time now = listing.now;
    const auto running
        = std::chrono::duration_cast<std::chrono::microseconds>(now - operation.startedAt);
    bson::Builder entry;
    entry.append("type", "op").append("host", listing.host).append("desc", operation.description);
    if (operation.connectionId != 0) {
        appendClient(client, entry);
    }
    entry.append("active", true)
        .append("currentOpTime", timeText(now))
        .append("opid", operation.id)
        .append("secs_running", static_cast<std::int64_t>(running.count() / 1'000'000))
        .append("microsecs_running", static_cast<std::int64_t>(running.count()))
        .append("op", operation.kind)
        .append("ns", operation.ns)
        .append("command", operation.command);
    const std::string plan = operation.figures ? operation.figures->plan.text() : std::string();
    if (!plan.empty()) {
        entry.append("planSummary", plan);
    }
    if (operation.command.contains("createIndexes")) {
        appendBuildProgress(operation, listing.catalog, entry);
    }
    if (*operation.killed) {
        entry.append("killPending", true);
    }
    // fields of MongoDB's locking that clients read; this engine has neither yields nor locks
    entry.append("numYields", std::int32_t{0});
    entry.beginDocument("locks").end();
    entry.append("waitingForLock", false);
    return entry.take();
}

/// Whether the operation is of this user; without a name: of anybody.
bool isOf(const Operation& operation, const request::OperationOwner& owner)
{
    return owner.user.empty()
        || (operation.figures && request::userOf(*operation.figures) == owner);
}

bson::Document idleEntry(const Client& client, const Listing& listing)
{
    bson::Builder entry;
    entry.append("type", "op")
        .append("host", listing.host)
        .append("desc", "conn" + std::to_string(client.connectionId));
    appendClient(client, entry);
    entry.append("active", false).append("currentOpTime", timeText(listing.now));
    return entry.take();
}

} // namespace

std::vector<bson::Document> currentOperations(const Records& records,
                                              const catalog::Catalog& catalog,
                                              const std::string& host, bool idleToo,
                                              const request::OperationOwner& onlyOf)
{
    const Listing listing{catalog, host, records.clock.now()};
    // starts with all connections; those with a running operation are erased below
    std::map<std::uint64_t, Client> idle;
    for (Client& client : records.clients.list()) {
        const std::uint64_t id = client.connectionId;
        idle.emplace(id, std::move(client));
    }
    const std::map<std::uint64_t, Client> clients = idle;
    std::vector<bson::Document> listed;
    for (const Operation& operation : records.running.list()) {
        idle.erase(operation.connectionId);
        if ((operation.internal && !idleToo) || !isOf(operation, onlyOf)) {
            continue;
        }
        // the connection may have been closed between the two listings
        const auto found = clients.find(operation.connectionId);
        const Client unknown{operation.connectionId, operation.remote, {}, {}};
        listed.push_back(
            operationEntry(operation, found == clients.end() ? unknown : found->second, listing));
    }
    if (!idleToo || !onlyOf.user.empty()) {
        return listed;
    }
    for (const auto& [id, client] : idle) {
        listed.push_back(idleEntry(client, listing));
    }
    return listed;
}

} // namespace sandglass::engine::operations
