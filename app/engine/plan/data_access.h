// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/filter.h"
#include "app/protocol/namespace.h"

namespace sandglass::base {
class Clock;
}

namespace sandglass::engine::catalog {
class Catalog;
}

namespace sandglass::engine::operations {
struct Records;
}

namespace sandglass::engine::request {
struct EngineFacts;
struct Request;
} // namespace sandglass::engine::request

namespace sandglass::engine::plan {

class CursorRegistry;

/// The parts of the engine that every command on data uses, whether it reads or writes. They
/// outlive the command. Any thread.
struct DataAccess
{
    catalog::Catalog& catalog;
    const base::Clock& clock;
    const request::EngineFacts& facts;
    operations::Records& records; ///< of connections and operations
    CursorRegistry& cursors;

    /// The values that stay the same for all expressions of an operation: the present time
    /// ($$NOW), of a replica set the time of its newest write ($$CLUSTER_TIME), and the variables
    /// of the command's `let`. Errors (server): TypeMismatch for a `let` that is
    /// not a document, those of query::contextOf().
    Result<query::EvaluationContext> evaluation(const request::Request& request) const;
    /// As above, with the collation of the command: see collationFor(). Errors: those as well.
    Result<query::EvaluationContext> evaluationOn(const request::Request& request,
                                                  const protocol::Namespace& ns) const;
    /// The collation of a command or statement on `ns`: `argument` if it is given, else the default
    /// of the collection or view. Errors (server): those of collation::parseCollation();
    /// OptionNotSupportedOnView (167) for another one than that of a view.
    Result<bson::CollationPtr> collationFor(const protocol::Namespace& ns,
                                            bson::ValueView argument) const;
};

} // namespace sandglass::engine::plan
