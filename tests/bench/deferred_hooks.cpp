// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/deferred_hooks.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "tests/bench/engine_collection.h"

#include <array>

namespace sandglass::bench {

namespace storage = engine::storage;
namespace catalog = engine::catalog;

Result<void> reclaimAll(catalog::Catalog& /*catalog*/, storage::KeyValueStore& store)
{
    using storage::Family;
    for (const Family family : {Family::Records, Family::Indexes, Family::Dates, Family::Meta}) {
        if (auto compacted = store.compact(family, {}, {}); !compacted)
            return compacted;
    }
    return {};
}

Result<void> setDirectoryKept(catalog::Collection& collection, bool kept)
{
    // it is kept from the first question on, and nobody has asked before
    if (!kept)
        return {};
    const std::array<bson::Date, 1> bounds{};
    const auto classes
        = collection.dateClasses(kDateIndexName, bounds, catalog::DatePrecision::Exact);
    if (!classes)
        return classes.error();
    return {};
}

} // namespace sandglass::bench
