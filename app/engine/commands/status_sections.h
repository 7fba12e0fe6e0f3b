// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

namespace sandglass::engine::commands {

class Context;

/// Sections of serverStatus that clients look for by name. Each appends one top-level field; what
/// this engine does not have is a zero of the right type. Source of names and types:
/// app/ttl/SEMANTICS.md 7.3.

/// Use of processor, memory and disk by this process, from the operating system.
void appendExtraInfo(bson::Builder& status);
/// `globalLock` and `locks`: operations at work by reading and writing; nobody queues outside the
/// writer lock, whose waits are not counted.
void appendLocks(const Context& context, bson::Builder& status);
/// Operations that came by replication.
void appendReplicatedCounters(bson::Builder& status);
/// `logicalSessionRecordCache`: sessions are not recorded.
void appendSessions(const Context& context, bson::Builder& status);
/// Multi-document transactions: there are none.
void appendTransactions(bson::Builder& status);
/// Numbers of collections by kind.
void appendCatalogStats(const Context& context, bson::Builder& status);

} // namespace sandglass::engine::commands
