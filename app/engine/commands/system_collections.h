// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/engine/commands/find_request.h"

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::commands {

class Context;

/// `system.indexes` and `system.namespaces`, in which servers up to 2.6 kept their catalog as
/// ordinary documents. Nothing is stored under these names: what is read there is made from the
/// catalog, and what is written there becomes createIndexes. Source: app/ttl/SEMANTICS.md 6.

/// Whether a find shows the catalog instead of a collection: the name is one of the two, and it
/// came as OP_QUERY or the engine behaves like 2.x.
bool listsCatalog(const request::Request& request, const FindRequest& find, const Context& context);

/// The catalog's entries of the find's database through its filter, sort, skip, limit and
/// projection.
query::DocumentSourcePtr openCatalogListing(const FindRequest& find, const Context& context);

/// The same for an aggregation on `ns`, all documents that the filter lets through; nullptr unless
/// the name is one of the two and the engine behaves like 2.x.
query::DocumentSourcePtr catalogListing(const protocol::Namespace& ns, const query::Filter& filter,
                                        const Context& context);

/// Whether an insert goes to `system.indexes`.
bool insertsIndexes(const request::Request& request);

/// Such an insert. Behaving like 2.x, each document becomes createIndexes and its failure a write
/// error. Errors: 73 InvalidNamespace behaving like a later version, in that version's words; 40414
/// and 14 for the list of documents.
Result<void> insertIndexes(const request::Request& request, Context& context, bson::Builder& reply);

} // namespace sandglass::engine::commands
