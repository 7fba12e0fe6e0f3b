// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/namespace.h"

namespace sandglass::engine::catalog {
class Collection;
}

namespace sandglass::engine::commands {

class Context;

/// Whether a create command creates a view.
bool createsView(const request::Arguments& create);

/// Executes create {viewOn, pipeline}: adds an entry without documents to the catalog. Succeeds
/// without effect if an equal view exists. Errors (server): InvalidOptions for options of other
/// kinds of collections, TypeMismatch, BadValue and InvalidNamespace for the names,
/// OptionNotSupportedOnView for $out and $merge, GraphContainsCycle, ViewDepthLimitExceeded,
/// NamespaceExists, those of the stages.
Result<void> createView(const request::Request& request, const request::Arguments& create,
                        Context& context);

/// Executes collMod {viewOn, pipeline} for a view. An option that is not given does not change.
/// Errors: as createView().
Result<void> modifyView(const request::Arguments& collMod, const catalog::Collection& view,
                        Context& context);

} // namespace sandglass::engine::commands
