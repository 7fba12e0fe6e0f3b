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

/// `usePowerOf2Sizes`, by which servers up to 2.6 chose how documents were laid out in their files.
/// Kept and told, as `flags` of the collection's options; it changes nothing here. Source:
/// app/ttl/SEMANTICS.md 6.

/// Whether a collMod asks for it and the engine behaves like 2.x; a later version takes it for an
/// unknown field.
bool changesAllocationFlags(const request::Request& request, const Context& context);

/// Such a collMod: stores the flag, runs collMod with the other fields and appends
/// usePowerOf2Sizes_old and _new. Errors: 73, 26, those of collMod.
Result<void> changeAllocationFlags(const request::Request& request, Context& context,
                                   bson::Builder& reply);

/// 1 when documents of the collection get sizes that are powers of 2. In 2.6 that is what a
/// collection has unless told otherwise.
int allocationFlags(const catalog::Collection& collection, const Context& context);

} // namespace sandglass::engine::commands
