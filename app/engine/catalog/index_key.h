// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <string>
#include <string_view>

namespace sandglass::engine::catalog {

/// First byte of every encoded date; only dates start with it.
inline constexpr char kDateBracket = 0x37;

/// Appends a value in a form whose bytes compare as bson::compare() orders the values: equal values
/// (1 and 1.0) give equal bytes, and no encoding is a prefix of another, so that encodings can
/// follow each other in compound keys. `value`: any; Missing encodes as undefined. The layout is
/// part of app/engine/storage/FORMAT.md. Pure; any thread.
void appendKey(std::string& key, bson::ValueView value);

/// True when an encoded key of a single-field index is a date.
inline bool isDateKey(std::string_view key)
{
    return !key.empty() && key.front() == kDateBracket;
}

} // namespace sandglass::engine::catalog
