// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <rocksdb/table_properties.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace sandglass::engine::storage {

/// The smallest and the largest record that has a key in a table. A deleted key does not count.
struct RecordExtent
{
    std::uint64_t first = UINT64_MAX; ///< larger than `last`: no record has a key
    std::uint64_t last = 0;
};

/// Makes RocksDB note the extent in the properties of each table of a family.
std::shared_ptr<rocksdb::TablePropertiesCollectorFactory> notesRecordExtents(Family family);

/// The extent that a table has noted; nullopt for a table of an earlier version of the program.
std::optional<RecordExtent> extentOf(const rocksdb::TableProperties& table);

} // namespace sandglass::engine::storage
