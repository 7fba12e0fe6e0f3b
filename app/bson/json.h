// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <string>
#include <string_view>

namespace sandglass::bson {

/// Which extended JSON to write: canonical keeps every type exactly, relaxed is made for reading.
enum class JsonForm { Canonical, Relaxed };

/// MongoDB extended JSON version 2 on one line.
std::string toJson(DocumentView document, JsonForm form = JsonForm::Relaxed);
/// One value as it would stand in such a document; "missing" becomes an empty string.
std::string toJson(ValueView value, JsonForm form = JsonForm::Relaxed);
/// The same with line ends and two-space indents, for people.
std::string toPrettyJson(DocumentView document, JsonForm form = JsonForm::Relaxed);

/// Text as MongoDB puts documents into its messages: { a: 1, b: "x" }.
std::string toShellText(DocumentView document);
std::string toShellText(ValueView value);

/// Parses strict or extended JSON into a document. `text`: at most 16 MiB. Errors: InvalidInput
/// with the place.
Result<Document> fromJson(std::string_view text);

} // namespace sandglass::bson
