// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/request/arguments.h"

namespace sandglass::engine::commands {

class Context;

/// Executes create {timeseries, expireAfterSeconds?}: creates the collection for the buckets of the
/// series. Succeeds without effect if an equal series exists. Errors (server): InvalidOptions for
/// wrong values and for options of other kinds of collections, TypeMismatch, BadValue,
/// MissingField, UnknownField, Location51024, NamespaceExists. Source: app/ttl/SEMANTICS.md 1.6
/// and 4.
Result<void> createTimeSeries(const request::Request& request, const request::Arguments& create,
                              Context& context);

} // namespace sandglass::engine::commands
