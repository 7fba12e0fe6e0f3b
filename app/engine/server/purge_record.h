// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::engine::operations {
class Profiler;
}

namespace sandglass::engine::commands {
}
namespace sandglass::engine::expiry {
struct VisitReport;
}

namespace sandglass::engine::server {

/// Hands the deletions of one visit of the TTL monitor to the profiler, as the deletion by range
/// that a client could have asked for: op "remove", no client, desc "TTLMonitor". The reference
/// (app/ttl/SEMANTICS.md 3.5) asserts no shape for it.
void recordPurge(const expiry::VisitReport& report, operations::Profiler& profiler);

} // namespace sandglass::engine::server
