// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/request/request.h"
#include "app/engine/streams/resume_token.h"
#include "app/protocol/namespace.h"

#include <optional>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::streams {

/// What a change stream looks at.
struct StreamTarget
{
    /// Whose changes are announced.
    enum class Scope { Collection, Database, Cluster };

    Scope scope = Scope::Collection;
    protocol::Namespace ns; ///< the collection is empty for a whole database

    /// Whether changes there belong to the stream. Of whole databases and of the cluster, the
    /// server's own databases and system collections are left out.
    bool covers(const protocol::Namespace& other) const;
};

/// An aggregate command whose first stage is $changeStream, judged. Views live as long as the
/// request.
struct ChangeStreamRequest
{
    /// When an update's event carries the whole document.
    enum class FullDocument { Default, UpdateLookup, WhenAvailable };

    StreamTarget target;
    FullDocument fullDocument = FullDocument::Default;
    bool imageBefore = false; ///< fullDocumentBeforeChange is asked for, and is always null here
    bool expanded = false; ///< events of the catalog too
    std::optional<ResumeToken> after; ///< resumeAfter or startAfter
    std::optional<bson::Timestamp> startAt;
    bson::Document otherStages; ///< an array: what follows the first stage
    plan::FirstBatch batch;

    /// The name its cursor goes under.
    protocol::Namespace cursorNamespace() const;
};

/// Whether the command opens a change stream, on a server that has them.
bool isChangeStream(const request::Request& request, const catalog::Catalog& catalog);

/// Errors: 40415 and 14 for fields, 73 for a target that cannot be watched, 166 a view, 20 for a
/// stage that may not follow, 40602 for a second $changeStream, 40674 for two starting points, 260
/// for resumeAfter behind an invalidate, 9, and those of ResumeToken::parse().
Result<ChangeStreamRequest> parseChangeStream(const request::Request& request,
                                              const catalog::Catalog& catalog);

} // namespace sandglass::engine::streams
