// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <string>
#include <string_view>

namespace sandglass::bson {

/// Form of extended JSON: Canonical preserves every type exactly, Relaxed is easier to read.
enum class JsonForm { Canonical, Relaxed };

/// MongoDB extended JSON version 2, on one line.
std::string toJson(DocumentView document, JsonForm form = JsonForm::Relaxed);
/// A single value as it appears inside such a document; empty for Missing.
std::string toJson(ValueView value, JsonForm form = JsonForm::Relaxed);
/// As toJson(), with line breaks and an indent of two spaces.
std::string toPrettyJson(DocumentView document, JsonForm form = JsonForm::Relaxed);

/// The form in which MongoDB quotes documents in messages: { a: 1, b: "x" }. Strings and binary
/// data longer than 160 bytes are cut.
std::string toShellText(DocumentView document);
/// As above for a single value; empty for Missing.
std::string toShellText(ValueView value);

/// Parses plain or extended JSON into a document. `text`: at most 16 MiB. Errors: InvalidInput,
/// with the position in characters, from 1.
Result<Document> fromJson(std::string_view text);

} // namespace sandglass::bson
