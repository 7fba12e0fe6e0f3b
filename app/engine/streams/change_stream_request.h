// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/engine/plan/reply_cursor.h"
#include "app/engine/query/filter.h"
#include "app/engine/request/request.h"
#include "app/engine/streams/resume_token.h"
#include "app/protocol/namespace.h"

#include <optional>

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::streams {

/// The collections that a change stream watches.
struct StreamTarget
{
    /// One collection, all of a database, or all of the server.
    enum class Scope { Collection, Database, Cluster };

    Scope scope = Scope::Collection;
    protocol::Namespace ns; ///< the collection is empty for a whole database
    bool systemToo = false; ///< showSystemEvents: also the system collections that clients may see

    /// Whether changes of that collection belong to the stream. Streams on a database or on the
    /// cluster leave out system collections, unless `systemToo` lets in buckets, stored functions
    /// and views; those on the cluster also the databases admin, local and config.
    bool covers(const protocol::Namespace& other) const;
};

/// An aggregate command whose first stage is $changeStream, parsed and checked. Views live as long
/// as the request.
struct ChangeStreamRequest
{
    /// Whether an update's event has the whole document: as it is now, or as the update left it if
    /// the collection's changeStreamPreAndPostImages keeps that; `WhenAvailable` gives null
    /// otherwise.
    enum class FullDocument { Default, UpdateLookup, WhenAvailable, Required };
    /// Whether events have the document before the change, which is kept likewise.
    enum class BeforeChange { Off, WhenAvailable, Required };

    StreamTarget target;
    FullDocument fullDocument = FullDocument::Default;
    bool truncates = true; ///< updates list truncatedArrays; false: versions before 5.0
    BeforeChange beforeChange = BeforeChange::Off;
    bool expanded = false; ///< showExpandedEvents: also create, createIndexes, dropIndexes, modify
    bool disambiguates = false; ///< updates have disambiguatedPaths; `expanded` and since 6.1
    bool splits = false; ///< $changeStreamSplitLargeEvent is the last stage
    std::optional<ResumeToken> after; ///< resumeAfter or startAfter: events after this place
    std::optional<bson::Timestamp> startAt; ///< startAtOperationTime: events from this time on
    bson::Document otherStages; ///< an array: the stages after $changeStream, without one that
                                ///< splits
    std::optional<query::Filter> early; ///< of what the other stages drop; see earlyMatch()
    plan::FirstBatch batch;

    /// Whether events have images or the document as it is now.
    bool wantsDocuments() const
    {
        return fullDocument != FullDocument::Default || beforeChange != BeforeChange::Off;
    }
    /// The namespace in the cursor's replies: the collection, or <database>.$cmd.aggregate.
    protocol::Namespace cursorNamespace() const;
};

/// Whether the command opens a change stream. False on a server without --replSet, where the
/// pipeline parser refuses the stage.
bool isChangeStream(const request::Request& request, const catalog::Catalog& catalog);

/// Parses the command; call it only if isChangeStream(). Errors (server): UnknownField and
/// TypeMismatch for fields, InvalidNamespace for a target that cannot be watched,
/// CommandNotSupportedOnView, IllegalOperation for a stage that may not follow, Location40602 for a
/// second $changeStream, Location40324 for an unknown stage, Location7182800 and Location7182802
/// for a stage that splits and has arguments or is not the last one, Location50865 and
/// Location40674 for two starting points, InvalidResumeToken for resumeAfter with the token of an
/// invalidate, ChangeStreamFatalError for the token of a fragment without the stage that splits,
/// FailedToParse without a cursor, and those of ResumeToken::parse().
Result<ChangeStreamRequest> parseChangeStream(const request::Request& request,
                                              const catalog::Catalog& catalog);

} // namespace sandglass::engine::streams
