// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/explorer/catalog_reading.h"

#include "app/bson/builder.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

namespace {

// The collection as it is now. Only one with a rule of its own can change without being created
// anew.
ttl::CollectionSpec specNow(ttl::TtlServer& server, ttl::CollectionSpec spec,
                            const ttl::CallLimits& limits)
{
    if (!ttl::ownRule(spec)) {
        return spec;
    }
    const Result<std::vector<ttl::CollectionSpec>> collections
        = server.collections(spec.ns.database, limits);
    if (!collections) {
        return spec; // the error shows when the indexes are read
    }
    const auto found = std::ranges::find(*collections, spec.ns, &ttl::CollectionSpec::ns);
    return found == collections->end() ? spec : *found;
}

} // namespace

bool endsReading(const Error& error)
{
    return error.code == Errc::Network || error.code == Errc::Cancelled;
}

bool isSameCollection(const ttl::CollectionSpec& one, const ttl::CollectionSpec& other)
{
    return one.ns == other.ns && one.kind == other.kind && one.uuid == other.uuid;
}

CatalogCollection readCollection(ttl::TtlServer& server, CollectionToRead wanted,
                                 const ttl::CallLimits& limits)
{
    CatalogCollection entry{std::move(wanted.spec), {}, {}, true, wanted.details};
    // listIndexes does not work on views
    if (entry.spec.kind == ttl::CollectionKind::View) {
        return entry;
    }
    Result<std::vector<ttl::IndexSpec>> indexes = wanted.details
        ? server.indexes(entry.spec.ns, limits)
        : server.listedIndexes(entry.spec.ns, limits);
    if (indexes) {
        entry.indexes = std::move(*indexes);
    } else {
        entry.error = std::move(indexes.error());
    }
    return entry;
}

Result<std::vector<CatalogCollection>> readCollections(ttl::TtlServer& server,
                                                       const std::vector<CollectionToRead>& wanted,
                                                       const ttl::CallLimits& limits)
{
    std::vector<CatalogCollection> entries;
    for (const CollectionToRead& each : wanted) {
        if (limits.cancel.cancelled()) {
            return base::failure(Errc::Cancelled, "The reading was cancelled.");
        }
        entries.push_back(readCollection(server, each, limits));
        if (entries.back().error && endsReading(*entries.back().error)) {
            return std::move(*entries.back().error);
        }
    }
    return entries;
}

Result<std::optional<std::int64_t>>
countIndexes(ttl::TtlServer& server, const std::string& database, const ttl::CallLimits& limits)
{
    const Result<bson::Document> reply
        = server.runCommand(database, bson::makeDocument("dbStats", 1), limits);
    if (!reply && endsReading(reply.error())) {
        return reply.error();
    }
    if (!reply || !reply->contains("indexes")) {
        return std::optional<std::int64_t>();
    }
    return std::optional<std::int64_t>((*reply)["indexes"].toInt64());
}

bool showsOtherIndexes(const CatalogDatabase& before, const CatalogDatabase& now)
{
    std::size_t known = 0;
    for (const CatalogCollection& collection : now.collections) {
        known += collection.indexes.size();
    }
    return before.indexCount && now.indexCount && *before.indexCount != *now.indexCount
        && std::cmp_not_equal(*now.indexCount, known);
}

CatalogCollection readDetails(ttl::TtlServer& server, ttl::CollectionSpec spec,
                              const ttl::CallLimits& limits)
{
    return readCollection(server, {specNow(server, std::move(spec), limits), true}, limits);
}

void keepDetails(const CatalogCollection& before, CatalogCollection& now)
{
    if (now.detailed || !before.detailed || !isSameCollection(before.spec, now.spec)) {
        return;
    }
    now.detailed = true;
    now.readAt = before.readAt;
    for (ttl::IndexSpec& index : now.indexes) {
        const auto known = std::ranges::find_if(before.indexes, [&](const ttl::IndexSpec& one) {
            return one.name == index.name && one.key == index.key;
        });
        if (known == before.indexes.end()) {
            now.detailed = false; // a new index, about which nothing else is known
            continue;
        }
        index.bytes = known->bytes;
        index.uses = known->uses;
        index.usesSince = known->usesSince;
    }
}

} // namespace sandglass::services
