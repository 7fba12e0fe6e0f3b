// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/range_bytes.h"

#include "app/engine/storage/rocks_iterator.h"

namespace sandglass::engine::storage {

RangeBytes rangeBytes(rocksdb::DB& db, rocksdb::ColumnFamilyHandle* family, Slice from, Slice to)
{
    const rocksdb::Range range(toRocks(from), toRocks(to));
    const auto estimate = [&](bool files) {
        rocksdb::SizeApproximationOptions options;
        options.include_files = files;
        options.include_memtables = !files;
        std::uint64_t bytes = 0;
        const rocksdb::Status status = db.GetApproximateSizes(options, family, &range, 1, &bytes);
        return status.ok() ? bytes : 0;
    };
    return {estimate(true), estimate(false)};
}

} // namespace sandglass::engine::storage
