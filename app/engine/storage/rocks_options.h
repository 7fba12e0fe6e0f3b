// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/engine/storage/drop_filter.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/open_store.h"

#include <rocksdb/db.h>

#include <string>
#include <vector>

namespace sandglass::engine::storage {

/// The name of a family as RocksDB knows it; Meta is the default family.
std::string familyName(Family family);

/// RocksDB's settings for one database; its own messages of warning level and above go to `log` as
/// debug lines.
rocksdb::DBOptions databaseOptions(const StoreOptions& options, base::Log& log);

/// One descriptor per family, in the order of the enum Family. They share one block cache. Their
/// compactions drop what the slot's filter has released; null: they drop nothing.
std::vector<rocksdb::ColumnFamilyDescriptor>
familyDescriptors(const StoreOptions& options, const std::shared_ptr<const FilterSlot>& filter);

/// How tables are rewritten when someone asked for it: all of them down to the lowest level, where
/// removed keys may sit too; flushes and urgent compactions go on beside it.
rocksdb::CompactRangeOptions rewriteOptions();

} // namespace sandglass::engine::storage
