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

/// RocksDB's name of a family; Meta is the default family.
std::string familyName(Family family);

/// RocksDB's settings of a database. RocksDB's messages of warning level and above go to `log` as
/// debug lines.
rocksdb::DBOptions databaseOptions(const StoreOptions& options, base::Log& log);

/// One descriptor per family, in the order of enum Family. They share one block cache. Compactions
/// drop what the slot's filter has released; null: nothing.
std::vector<rocksdb::ColumnFamilyDescriptor>
familyDescriptors(const StoreOptions& options, const std::shared_ptr<const FilterSlot>& filter);

/// Options of an explicit compaction: rewrites the tables down to the lowest level, which may hold
/// deleted keys too. Flushes and urgent compactions continue meanwhile.
rocksdb::CompactRangeOptions rewriteOptions();

} // namespace sandglass::engine::storage
