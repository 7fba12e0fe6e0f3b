// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::base {
class Clock;
}

namespace sandglass::engine::catalog {
class Catalog;
struct WriteGate;
} // namespace sandglass::engine::catalog

namespace sandglass::engine::commands {

class CursorRegistry;
class RetryableSessions;
struct EngineFacts;
struct OperationCounters;

/// What a write may use of the engine. All of it outlives the write.
struct WriteAccess
{
    catalog::Catalog& catalog;
    const base::Clock& clock;
    const EngineFacts& facts;
    const catalog::WriteGate& gate; ///< what administrators have closed for writing
    OperationCounters& counters;
    RetryableSessions& sessions;
    CursorRegistry& cursors; ///< of which $out kills those of its target
};

} // namespace sandglass::engine::commands
