// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/builder.h"

namespace sandglass::engine::catalog {
class Collection;
}

namespace sandglass::engine::request {
struct Request;
}

namespace sandglass::engine::commands {

class Context;

// `usePowerOf2Sizes`: up to 2.6 it selected how documents were laid out in the data files. The
// engine stores it as `flags` of the collection's options and shows it; it has no other effect.
// Source: app/ttl/SEMANTICS.md 6.

/// Whether a collMod has the option and the engine emulates 2.x. To later versions it is an unknown
/// field.
bool changesAllocationFlags(const request::Request& request, const Context& context);

/// Executes such a collMod: runs collMod with the other fields, stores the flag, and appends
/// usePowerOf2Sizes_old and _new. Errors (server): InvalidNamespace, NamespaceNotFound, those of
/// collMod.
Result<void> changeAllocationFlags(const request::Request& request, Context& context,
                                   bson::Builder& reply);

/// The flags of a collection: 1 with usePowerOf2Sizes, else 0. The default is 1 in 2.6 and 0
/// in 2.4.
int allocationFlags(const catalog::Collection& collection, const Context& context);

} // namespace sandglass::engine::commands
