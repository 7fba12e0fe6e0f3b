// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

namespace sandglass::engine::server {

struct EngineOptions;

/// The options as getCmdLineOpts shows them. Values of parameters stay text, as they were given.
bson::Document parsedOptions(const EngineOptions& options);

} // namespace sandglass::engine::server
