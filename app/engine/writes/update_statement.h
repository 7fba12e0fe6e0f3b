// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/plan/planner.h"
#include "app/engine/query/update.h"
#include "app/engine/writes/write_scope.h"

#include <cstdint>
#include <optional>

namespace sandglass::engine::writes {

/// One update, from the update command or from findAndModify. Views live as long as the request.
struct UpdateStatement
{
    plan::QueryShape shape;
    query::Update update;
    bool multi = false;
    bool upsert = false;
};

/// What it did. `before` and `after` are of the last document changed; `after` also of an upserted
/// one.
struct UpdateOutcome
{
    std::int64_t matched = 0;
    std::int64_t modified = 0;
    std::optional<bson::Value> upsertedId;
    std::optional<bson::Document> before;
    std::optional<bson::Document> after;
};

/// Runs an update; an upsert creates the collection when it is missing. Upserts by an index are
/// atomic: the last look before the insert happens under the writer lock. Errors: the codes of
/// query and update, 11000, 66, 10334, Storage.
Result<UpdateOutcome> runUpdateStatement(const WriteScope& scope, const UpdateStatement& statement);

} // namespace sandglass::engine::writes
