// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/index_dialect.h"

namespace sandglass::engine::cosmos {

/// The index rules of Cosmos DB's MongoDB interface, where they differ from MongoDB's.
/// expireAfterSeconds is taken on `_ts` only, there it may be -1 or 1 … 2 147 483 647, and another
/// value or name replaces the index. Source: app/ttl/SEMANTICS.md 5.1.
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

/// 2 BadValue: expireAfterSeconds on another field than `_ts`.
base::Error onlyOnReservedField();

} // namespace sandglass::engine::cosmos
