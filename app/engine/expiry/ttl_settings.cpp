// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/ttl_settings.h"

#include <algorithm>

namespace sandglass::engine::expiry {

namespace {

// the default of batchedDeletesTargetBatchDocs
constexpr std::int64_t kMongoDbDefault = 10;
constexpr std::int64_t kEfficientBatch = 1000;

} // namespace

std::int64_t batchLimit(const TtlSettings& settings)
{
    const std::int64_t requested = settings.batchDocuments;
    return requested == kMongoDbDefault || requested <= 0 ? kEfficientBatch
                                                          : std::min(requested, kEfficientBatch);
}

} // namespace sandglass::engine::expiry
