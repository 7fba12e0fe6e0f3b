// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/request/arguments.h"

namespace sandglass::engine::commands {

class Context;

/// create {timeseries, expireAfterSeconds?}: makes the collection of its buckets. The same again is
/// no error. Errors: 72 for options that time series do not have and for values, 14, 2, 40414,
/// 40415, 51024, 48. Source: app/ttl/SEMANTICS.md 1.6 and 4.
Result<void> createTimeSeries(const request::Request& request, const request::Arguments& create,
                              Context& context);

} // namespace sandglass::engine::commands
