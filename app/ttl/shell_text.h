// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <string>
#include <string_view>

namespace sandglass::ttl {

/// `text` as a JavaScript (and JSON) string in double quotes, on one line. Quotes, backslashes,
/// control characters, line and paragraph separators, direction marks and invisible characters are
/// written as escapes, so a hostile name can neither leave the quotes nor look like other code.
/// Invalid UTF-8 becomes U+FFFD.
std::string javaScriptString(std::string_view text);

/// A value as a mongosh literal that gives the same BSON type: 5, NumberLong("5"), ISODate("…"),
/// ObjectId("…"). Values without a short form are written as EJSON.parse("…").
std::string javaScriptValue(bson::ValueView value);

/// A document as an object literal on one line: { "a": 1, "b": { "c": true } }.
std::string javaScriptObject(bson::DocumentView document);

} // namespace sandglass::ttl
