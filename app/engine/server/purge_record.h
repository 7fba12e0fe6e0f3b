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

/// Passes the deletions of one visit of the TTL monitor to the profiler, in the form of the delete
/// command with the same effect: op "remove", no client, desc "TTLMonitor". MongoDB's documentation
/// does not define the form (see app/ttl/SEMANTICS.md 3.5). Any thread.
void recordPurge(const expiry::VisitReport& report, operations::Profiler& profiler);

} // namespace sandglass::engine::server
