// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/collation.h"
#include "app/bson/view.h"

#include <string>
#include <string_view>

namespace sandglass::engine::catalog {

/// The first byte of every encoded date, and of no other value.
inline constexpr char kDateBracket = 0x37;

/// Appends a value in an encoding whose bytes sort as bson::compare() orders the values. Equal
/// values (1 and 1.0) have equal encodings, and none is a prefix of another, so encodings can be
/// concatenated in compound keys. Missing is encoded as undefined. `collation`: of the index; null:
/// strings compare by their bytes. With one, strings are stored as its sort keys, also inside
/// documents and arrays. Layout: app/engine/storage/FORMAT.md. Pure; any thread.
void appendKey(std::string& key, bson::ValueView value, const bson::Collation* collation);

/// Whether the encoded key of an index with one field is a date.
inline bool isDateKey(std::string_view key)
{
    return !key.empty() && key.front() == kDateBracket;
}

} // namespace sandglass::engine::catalog
