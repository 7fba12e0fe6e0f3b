// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/reads/find_request.h"

#include <string_view>

namespace sandglass::engine::reads {

// `system.indexes` and `system.namespaces`, in which servers up to 2.6 store their catalog as
// ordinary documents. Here nothing is stored under these names: reading them lists the catalog.
// Source: app/ttl/SEMANTICS.md 6.

/// The name of the collection with the indexes.
inline constexpr std::string_view kSystemIndexes = "system.indexes";

/// Whether the emulated version stores its catalog in these collections.
bool keepsSystemCollections(const request::EngineFacts& facts);

/// Whether a find lists the catalog instead of a collection: it has one of the two names, and was
/// sent as OP_QUERY or the engine emulates 2.x.
bool listsCatalog(const request::Request& request, const FindRequest& find,
                  const plan::DataAccess& access);

/// The entries of the find's database, with its filter, sort, skip, limit and projection applied.
query::DocumentSourcePtr openCatalogListing(const FindRequest& find,
                                            const plan::DataAccess& access);

/// The entries for an aggregation on `ns`, with the filter applied. nullptr unless `ns` has one of
/// the two names and the engine emulates 2.x.
query::DocumentSourcePtr catalogListing(const protocol::Namespace& ns, const query::Filter& filter,
                                        const plan::DataAccess& access);

} // namespace sandglass::engine::reads
