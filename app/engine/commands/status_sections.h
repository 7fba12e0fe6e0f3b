// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

namespace sandglass::engine::commands {

class Context;

// Sections of serverStatus that clients expect. A value that the engine does not have is a zero of
// the right type. Source of names and types: app/ttl/SEMANTICS.md 7.3.

/// Appends `extra_info`: use of processor, memory and disk by this process, from the operating
/// system.
void appendExtraInfo(bson::Builder& status);
/// Appends `globalLock` with the number of running readers and writers, and `locks`. The queues are
/// always empty: waits for the writer lock are not counted.
void appendLocks(const Context& context, bson::Builder& status);
/// Appends `opcountersRepl`, the operations that came by replication: all zero.
void appendReplicatedCounters(bson::Builder& status);
/// Appends `logicalSessionRecordCache`: all zero, because sessions are not stored.
void appendSessions(const Context& context, bson::Builder& status);
/// Appends `transactions`: all zero, because there are no multi-document transactions.
void appendTransactions(bson::Builder& status);
/// Appends `catalogStats`: the number of collections of each kind.
void appendCatalogStats(const Context& context, bson::Builder& status);

} // namespace sandglass::engine::commands
