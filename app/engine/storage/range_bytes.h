// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <rocksdb/db.h>

namespace sandglass::engine::storage {

/// RocksDB's estimates for the keys in [from, to) of a column family; all 0 when it has none.
RangeBytes rangeBytes(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family, Slice from, Slice to);

} // namespace sandglass::engine::storage
