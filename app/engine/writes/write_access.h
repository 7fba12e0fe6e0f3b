// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::base {
class Clock;
}

namespace sandglass::engine::catalog {
class Catalog;
struct WriteGate;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::operations {
struct OperationCounters;
}

namespace sandglass::engine::plan {
class CursorRegistry;
}

namespace sandglass::engine::request {
struct EngineFacts;
}

namespace sandglass::engine::streams {
class RetryableSessions;
}

namespace sandglass::engine::writes {

/// What a write may use of the engine. All of it outlives the write.
struct WriteAccess
{
    catalog::Catalog& catalog;
    const base::Clock& clock;
    const request::EngineFacts& facts;
    const catalog::WriteGate& gate; ///< what administrators have closed for writing
    operations::OperationCounters& counters;
    streams::RetryableSessions& sessions;
    plan::CursorRegistry& cursors; ///< of which $out kills those of its target
};

} // namespace sandglass::engine::writes
