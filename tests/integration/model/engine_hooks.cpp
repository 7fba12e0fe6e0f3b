// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/engine_hooks.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/storage/key_value_store.h"

namespace sandglass::tests::model::hooks {

void deferFrom(engine::expiry::TtlSettings& settings, std::int64_t documents)
{
    settings.bulkFromDocuments = documents;
    settings.bulkFromPercent = 0;
}

Result<void> reclaim(engine::catalog::Catalog& catalog, const protocol::Namespace& ns)
{
    return catalog.reclaim(ns);
}

void settle(engine::catalog::Catalog& catalog)
{
    catalog.tend(engine::catalog::Catalog::Occasion::Idle);
    catalog.settle();
}

Result<void> compactAll(engine::storage::KeyValueStore& store)
{
    using engine::storage::Family;
    for (const Family family : {Family::Records, Family::Indexes, Family::Dates, Family::Meta}) {
        TRY(store.compact(family, {}, {}));
    }
    return {};
}

bool classifiesArrays()
{
    return true;
}

} // namespace sandglass::tests::model::hooks
