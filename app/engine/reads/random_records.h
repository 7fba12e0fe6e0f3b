// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/operations/interrupt.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::engine::reads {

/// The size of a stage $sample; nullopt for any other stage. `stage`: valid.
std::optional<std::int64_t> sampleSizeOf(bson::DocumentView stage);

/// Draws documents at random, each with the same chance and none twice, without reading all of
/// them: it looks up random record ids and takes those that exist. nullopt when reading everything
/// is cheaper, since the sample is more than about a hundredth of the collection or its record ids
/// have large gaps, and for documents of more than `bytes` together. Errors (server):
/// MaxTimeMSExpired, Interrupted. Errors: Storage.
Result<std::optional<std::vector<bson::Document>>>
drawRecords(const catalog::Collection& collection, std::int64_t size, std::size_t bytes,
            operations::Interrupt& interrupt);

} // namespace sandglass::engine::reads
