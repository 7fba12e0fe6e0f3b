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

/// One update, of the update command or findAndModify. Views are valid as long as the request.
struct UpdateStatement
{
    plan::QueryShape shape;
    query::Update update;
    bool multi = false;
    bool upsert = false;
};

/// The outcome of an update.
struct UpdateOutcome
{
    std::int64_t matched = 0;
    std::int64_t modified = 0; ///< matches that the update has really changed
    std::optional<bson::Value> upsertedId; ///< _id of the inserted document
    std::optional<bson::Document> before; ///< the changed document; not with `multi`
    std::optional<bson::Document> after; ///< the changed or inserted document; not with `multi`
};

/// Runs an update. An upsert creates the collection if it is missing. An upsert whose query uses an
/// index is atomic: it searches again under the writer lock before it inserts. Errors: those of the
/// query and the update, Storage. Errors (server): DuplicateKey, ImmutableField,
/// BsonObjectTooLarge, UserWritesBlocked.
Result<UpdateOutcome> runUpdateStatement(const WriteScope& scope, const UpdateStatement& statement);

} // namespace sandglass::engine::writes
