// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/plan/index_match.h"

#include <vector>

namespace sandglass::engine::plan {

/// matchIndex() for a hashed or wildcard index: equality by the hash, and conditions on one path
/// that a wildcard covers. Never in the order of a sort. Score 0 where it cannot serve the query; a
/// wildcard index without other fields must then not be scanned, because it lacks documents.
IndexMatch matchSpecial(const catalog::IndexInfo& index, const QueryShape& shape);

/// The fields of the parts of an index's keys. A wildcard field has two parts, "$_path" and the
/// path that `range` names, as MongoDB shows them.
std::vector<std::string> keyParts(const catalog::IndexInfo& index,
                                  const catalog::IndexRange& range);

} // namespace sandglass::engine::plan
