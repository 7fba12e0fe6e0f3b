// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/expiry/ttl_settings.h"

#include <algorithm>

namespace sandglass::engine::expiry {

namespace {

// batchedDeletesTargetBatchDocs, when nobody has changed it
constexpr std::int64_t kMongoDbDefault = 10;
constexpr std::int64_t kEfficientBatch = 1000;

} // namespace

std::int64_t batchLimit(const TtlSettings& settings)
{
    const std::int64_t asked = settings.batchDocuments;
    return asked == kMongoDbDefault || asked <= 0 ? kEfficientBatch
                                                  : std::min(asked, kEfficientBatch);
}

} // namespace sandglass::engine::expiry
