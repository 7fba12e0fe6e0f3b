// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/index_dialect.h"

namespace sandglass::engine::cosmos {

/// Cosmos DB's index rules where they differ from MongoDB's. expireAfterSeconds is allowed on `_ts`
/// only and must be -1 or 1 … 2 147 483 647. Another value or name replaces the index. Source:
/// app/ttl/SEMANTICS.md 5.1.
class IndexRules final : public catalog::IndexDialect
{
public:
    Result<bson::Value> expireAfterSeconds(bson::DocumentView spec) const override;
    Result<std::int32_t> changedSeconds(bson::ValueView seconds) const override;
    bool replaces(const catalog::IndexDefinition& requested,
                  const catalog::IndexDefinition& existing) const override;
    void appendReply(const catalog::IndexCreation& creation, bson::Builder& reply) const override;
    bson::Document listEntry(const catalog::IndexDefinition& index,
                             const protocol::Namespace& ns) const override;
};

/// The BadValue error (server) for expireAfterSeconds on another field than `_ts`.
base::Error onlyOnReservedField();

} // namespace sandglass::engine::cosmos
