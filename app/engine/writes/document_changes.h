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

/// A document about to be changed, as it is inside the write unit.
struct ChangeTarget
{
    catalog::RecordId id = 0;
    bson::DocumentView document;
    std::optional<std::size_t> arrayIndex; ///< what the positional `$` stands for
};

/// What is done to each document. An error ends the work; what was done before stays.
using Change = std::function<Result<void>(catalog::WriteUnit& unit, const ChangeTarget& target)>;

/// Finds documents by a shape and changes the first one, in the shape's sort order, or all of them.
struct ChangeTask
{
    std::shared_ptr<catalog::Collection> collection;
    plan::QueryShape shape;
    bool multi = false;
    Change change;
};

/// Runs the task and returns how many documents were changed. Documents are found in a snapshot;
/// inside the write unit each is read again and must still match, so that nothing is changed that
/// was changed by somebody else meanwhile. Commits per kUnitDocuments or kUnitTime. Errors: the
/// plan's, the change's, the commit's, 50, 11601.
Result<std::int64_t> changeMatching(const WriteScope& scope, const ChangeTask& task);

/// Inside a write unit: the first match of the newest state, or none. For an upsert's last look
/// before it inserts.
Result<std::optional<catalog::RecordId>> firstMatch(const WriteScope& scope,
                                                    const ChangeTask& task);

/// Applies the change to that document if it still matches; false when it does not.
Result<bool> changeOne(catalog::WriteUnit& unit, catalog::RecordId id, const ChangeTask& task);

} // namespace sandglass::engine::writes
