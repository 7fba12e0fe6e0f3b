// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/null_log.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bench {

inline constexpr std::string_view kDateIndexName = "createdAt_1";

/// The engine's store and catalog in this process, without commands and wire, on a clock of its
/// own. One thread. Errors: Storage.
class EngineCollections
{
public:
    static Result<std::unique_ptr<EngineCollections>> open(const std::string& folder,
                                                           base::Time now);

    /// A collection of that name with the workload's indexes; the one on the date expires
    /// documents, or is an ordinary one.
    Result<std::shared_ptr<engine::catalog::Collection>> create(const std::string& name,
                                                                bool expiring = true);

    tests::FakeClock clock;
    tests::NullLog log;
    std::unique_ptr<engine::storage::KeyValueStore> store;
    std::unique_ptr<engine::catalog::Catalog> catalog;

private:
    explicit EngineCollections(base::Time now)
        : clock(now)
    {
    }
};

/// One write unit with a batch.
Result<void> insertBatch(engine::catalog::Collection& collection,
                         const std::vector<bson::Document>& batch);

} // namespace sandglass::bench
