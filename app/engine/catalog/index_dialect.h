// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <vector>

namespace sandglass::engine::catalog {

/// The result of a createIndexes command, for its reply.
struct IndexCreation
{
    bool collectionCreated = false;
    std::size_t fresh = 0; ///< indexes that did not exist before as requested
    std::vector<IndexDefinition> before; ///< the collection's indexes before, `_id_` included
    std::vector<IndexDefinition> after; ///< the same after the command
};

/// The differences between the index commands of a catalog and MongoDB's; see
/// Catalog::indexDialect(). Pure; any thread.
class IndexDialect
{
public:
    virtual ~IndexDialect() = default;

    /// The expireAfterSeconds of a well-formed createIndexes spec, in the form to store; Missing if
    /// it has none. Also checks whether the spec's key may be indexed. Errors: the dialect's own.
    virtual Result<bson::Value> expireAfterSeconds(bson::DocumentView spec) const = 0;
    /// The same for the new value in collMod, which is a number.
    virtual Result<std::int32_t> changedSeconds(bson::ValueView seconds) const = 0;
    /// Whether `requested` replaces `existing` where MongoDB would report a conflict. False if both
    /// are the same.
    virtual bool replaces(const IndexDefinition& requested,
                          const IndexDefinition& existing) const = 0;
    /// Appends the reply of createIndexes, without `ok`.
    virtual void appendReply(const IndexCreation& creation, bson::Builder& reply) const = 0;
    /// The index as listIndexes shows it.
    virtual bson::Document listEntry(const IndexDefinition& index,
                                     const protocol::Namespace& ns) const = 0;
};

} // namespace sandglass::engine::catalog
