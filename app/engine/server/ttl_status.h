// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/engine/expiry/damage_list.h"
#include "app/engine/storage/key_value_store.h"

#include <optional>
#include <vector>

namespace sandglass::engine::expiry {
struct TtlCounters;
}

namespace sandglass::engine::server {

class TtlSafety;

/// Appends the fields of metrics.ttl, a part of serverStatus. Source: app/ttl/SEMANTICS.md 3.5.
void appendTtlMetrics(const expiry::TtlCounters& counters, bson::Builder& metrics);

/// Appends the section `batchedDeletes` of serverStatus: the deletions of TTL passes in batches.
void appendBatchedDeletes(const expiry::TtlCounters& counters, bson::Builder& status);

/// What the section `sandglassTtl` reports.
struct TtlReport
{
    const expiry::TtlCounters& counters;
    std::optional<base::Time> nextPass; ///< nullopt while a pass runs
    const TtlSafety* safety = nullptr; ///< null on a standby, where no pass ever runs
    std::vector<expiry::Damage> damages; ///< collections and indexes that cannot be read
    std::vector<storage::DamagedTable> tables; ///< files that compactions could not read
};

/// Appends the section `sandglassTtl` of serverStatus, which MongoDB does not have: the times of
/// the last and the next TTL pass, what holds deletion back, and `damagedCollections`
/// {ns, index, since, error} and `damagedTables` {file, error} when there are any.
void appendTtlPasses(const TtlReport& report, bson::Builder& status);

} // namespace sandglass::engine::server
