// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"
#include "tests/support/unlocked.h"

namespace sandglass::tests {

/// Sends createIndexes; gives the reply.
inline Result<bson::Document> createIndex(ttl::TtlServer& server, const ttl::TtlIndexSpec& spec)
{
    return server.alter(spec.ns.database, ttl::createIndexesCommand(spec), unlocked());
}

/// Sends collMod; gives the reply.
inline Result<bson::Document> changeIndex(ttl::TtlServer& server, const ttl::IndexChange& change)
{
    return server.alter(change.index.ns.database, ttl::collModCommand(change), unlocked());
}

/// Sends dropIndexes; gives the reply.
inline Result<bson::Document> dropIndex(ttl::TtlServer& server, const ttl::IndexRef& index)
{
    return server.alter(index.ns.database, ttl::dropIndexesCommand(index), unlocked());
}

} // namespace sandglass::tests
