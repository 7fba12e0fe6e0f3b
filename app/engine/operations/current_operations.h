// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string>
#include <vector>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::operations {

struct Records;

/// The running operations as documents, for the command currentOp and the stage $currentOp.
/// `idleToo`: also the engine's own work, such as the TTL monitor's deletions, and connections that
/// do nothing; the default listing leaves them out. Source: app/ttl/SEMANTICS.md 3.5.
std::vector<bson::Document> currentOperations(const Records& records,
                                              const catalog::Catalog& catalog,
                                              const std::string& host, bool idleToo);

} // namespace sandglass::engine::operations
