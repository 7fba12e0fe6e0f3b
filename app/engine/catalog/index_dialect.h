// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <vector>

namespace sandglass::engine::catalog {

/// What a createIndexes command did.
struct IndexCreation
{
    bool collectionCreated = false;
    std::size_t fresh = 0; ///< indexes that were not there as asked for
    std::vector<IndexDefinition> before; ///< the collection's indexes before, `_id_` included
    std::vector<IndexDefinition> after; ///< and after
};

/// How the index commands of a catalog differ from MongoDB's (see Catalog::indexDialect()). Pure;
/// any thread.
class IndexDialect
{
public:
    virtual ~IndexDialect() = default;

    /// The expireAfterSeconds that a well-formed spec of createIndexes asks for, as it is to be
    /// stored; Missing when it asks for none. Judges also whether the spec's key may be indexed.
    /// Errors: the dialect's own.
    virtual Result<bson::Value> expireAfterSeconds(bson::DocumentView spec) const = 0;
    /// The same for collMod's new value, which is a number.
    virtual Result<std::int32_t> changedSeconds(bson::ValueView seconds) const = 0;
    /// Whether `requested` takes the place of `existing`, where MongoDB would see a conflict. False
    /// when both are the same.
    virtual bool replaces(const IndexDefinition& requested,
                          const IndexDefinition& existing) const = 0;
    /// The reply of createIndexes, without `ok`.
    virtual void appendReply(const IndexCreation& creation, bson::Builder& reply) const = 0;
    /// The entry of listIndexes.
    virtual bson::Document listEntry(const IndexDefinition& index,
                                     const protocol::Namespace& ns) const = 0;
};

} // namespace sandglass::engine::catalog
