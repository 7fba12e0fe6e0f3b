// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/request/operation_figures.h"

#include <string>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::operations {

struct Records;

/// The running operations as documents, for the command currentOp and the stage $currentOp. `host`:
/// the server's name and port, a field of every entry. `idleToo`: also the engine's own work, such
/// as the TTL monitor's deletions, and idle connections; the default listing leaves both out.
/// `onlyOf`: only the operations of this user, and no idle connections; without a name: those of
/// everybody. Any thread. Source: app/ttl/SEMANTICS.md 3.5.
std::vector<bson::Document> currentOperations(const Records& records,
                                              const catalog::Catalog& catalog,
                                              const std::string& host, bool idleToo,
                                              const request::OperationOwner& onlyOf);

} // namespace sandglass::engine::operations
