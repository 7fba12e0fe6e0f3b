// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <string_view>

namespace sandglass::engine::definitions {

/// The options of a collection with one of them changed: replaced in its place, added at the end,
/// or removed when `value` is Missing. Pure; any thread.
bson::Document withOption(bson::DocumentView listed, std::string_view field, bson::ValueView value);

} // namespace sandglass::engine::definitions
