// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/plan/planner.h"
#include "app/engine/writes/write_scope.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace sandglass::engine::writes {

/// A document to be changed, as the write unit reads it.
struct ChangeTarget
{
    catalog::RecordId id = 0;
    bson::DocumentView document;
    std::optional<std::size_t> arrayIndex; ///< the array position for the positional operator `$`
};

/// Changes one document. After an error no further document is changed; earlier changes stay.
using Change = std::function<Result<void>(catalog::WriteUnit& unit, const ChangeTarget& target)>;

/// A change of the first document that matches a query, in its sort order, or of all that match.
struct ChangeTask
{
    std::shared_ptr<catalog::Collection> collection; ///< not null
    plan::QueryShape shape;
    bool multi = false; ///< change all matches
    Change change;
};

/// Performs the task and returns the number of changed documents. The documents are found in a
/// snapshot. Inside the write unit each is read again and must still match, in case another client
/// changed it meanwhile. Commits after kUnitDocuments or kUnitTime. Errors: those of the plan, the
/// change and the commit. Errors (server): MaxTimeMSExpired, Interrupted.
Result<std::int64_t> changeMatching(const WriteScope& scope, const ChangeTask& task);

/// The first match in the newest state; nullopt when there is none. Call it while a write unit is
/// open: no other client can then insert a match before the commit. Errors: as changeMatching().
Result<std::optional<catalog::RecordId>> firstMatch(const WriteScope& scope,
                                                    const ChangeTask& task);

/// Applies the task's change to a document if it still matches; false when it does not. Errors:
/// those of the filter and the change.
Result<bool> changeOne(catalog::WriteUnit& unit, catalog::RecordId id, const ChangeTask& task);

} // namespace sandglass::engine::writes
