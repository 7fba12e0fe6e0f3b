// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/deferred_hooks.h"

#include "app/engine/catalog/catalog.h"
#include "tests/bench/engine_collection.h"

#include <array>

namespace sandglass::bench {

namespace catalog = engine::catalog;

Result<void> reclaimAll(catalog::Catalog& catalog)
{
    catalog.settle(); // the pass has begun with it in the background
    for (const auto& collection : catalog.collections({})) {
        if (collection->unreclaimed() == 0) {
            continue;
        }
        TRY(catalog.reclaim(collection->ns()));
    }
    return {};
}

Result<void> setDirectoryKept(catalog::Collection& collection, bool kept)
{
    // that of an ordinary index is kept from the first question on, and nobody has asked before
    if (!kept) {
        return {};
    }
    const std::array<bson::Date, 1> bounds{};
    const auto classes
        = collection.dateClasses(kDateIndexName, bounds, catalog::DatePrecision::Exact);
    TRY(classes);
    return {};
}

} // namespace sandglass::bench
