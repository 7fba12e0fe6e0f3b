// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/builder.h"

#include <optional>

namespace sandglass::engine::expiry {
struct TtlCounters;
}

namespace sandglass::engine::server {

class TtlSafety;

/// Appends the fields of metrics.ttl, a part of serverStatus. Source: app/ttl/SEMANTICS.md 3.5.
void appendTtlMetrics(const expiry::TtlCounters& counters, bson::Builder& metrics);

/// Appends the section `batchedDeletes` of serverStatus: the deletions of TTL passes in batches.
void appendBatchedDeletes(const expiry::TtlCounters& counters, bson::Builder& status);

/// Appends the section `sandglassTtl` of serverStatus, which MongoDB does not have: the times of
/// the last and the next TTL pass, and what holds deletion back. `nextPass`: nullopt while a pass
/// runs. `safety`: null on a standby, where no pass ever runs.
void appendTtlPasses(const expiry::TtlCounters& counters, const std::optional<base::Time>& nextPass,
                     const TtlSafety* safety, bson::Builder& status);

} // namespace sandglass::engine::server
