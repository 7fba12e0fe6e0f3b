// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/engine_collection.h"

#include "app/bson/builder.h"
#include "app/engine/query/filter.h"
#include "app/engine/storage/open_store.h"
#include "tests/bench/workload.h"

namespace sandglass::bench {

namespace catalog = engine::catalog;
namespace storage = engine::storage;
namespace query = engine::query;

namespace {

Result<ttl::DocumentPredicate> compileFilter(bson::DocumentView filter,
                                             const bson::CollationPtr& collation)
{
    auto parsed = query::Filter::parse(filter, {{}, {}, collation});
    TRY(parsed);
    return ttl::DocumentPredicate([kept = std::move(*parsed)](bson::DocumentView document) {
        return kept.matchesWithoutError(document);
    });
}

catalog::IndexDefinition indexOn(std::string_view field)
{
    catalog::IndexDefinition index;
    index.key = bson::makeDocument(field, 1);
    index.name = std::string(field) + "_1";
    return index;
}

} // namespace

Result<std::unique_ptr<EngineCollections>> EngineCollections::open(const std::string& folder,
                                                                   base::Time now)
{
    std::unique_ptr<EngineCollections> parts(new EngineCollections(now));
    auto store = storage::openStore(folder, {}, parts->log);
    TRY(store);
    parts->store = std::move(*store);
    auto catalog = catalog::Catalog::open(*parts->store, parts->clock, compileFilter);
    TRY(catalog);
    parts->catalog = std::move(*catalog);
    return parts;
}

Result<std::shared_ptr<catalog::Collection>> EngineCollections::create(const std::string& name,
                                                                       bool expiring)
{
    catalog::IndexDefinition dates = indexOn(kDateField);
    if (expiring) {
        dates.expireAfterSeconds = bson::Value::of(0);
    }
    return catalog->createIndexed({"bench", name}, {}, {dates, indexOn(kCodeField)});
}

Result<void> insertBatch(catalog::Collection& collection, const std::vector<bson::Document>& batch)
{
    auto unit = collection.beginWrite();
    TRY(unit);
    for (const bson::Document& document : batch) {
        TRY((*unit)->insert(document));
    }
    return (*unit)->commit(storage::Durability::Process);
}

} // namespace sandglass::bench
