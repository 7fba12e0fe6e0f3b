// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
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

/// How JSON that a person has typed is read.
struct JsonReading
{
    bool bareNames = false; ///< names need no quotes if they are words: {state: "open"}
    std::optional<DocumentView> like; ///< a plain number where this document has a number of
                                      ///< another type gets that type, if it can hold the value:
                                      ///< relaxed JSON does not tell the types apart
};

/// Why a text is not JSON, or not that of a document.
enum class JsonFault {
    TooLarge, ///< than 16 MiB
    ObjectExpected, ///< at the beginning
    TextFollows, ///< behind the object
    SingleValue, ///< such as {"$oid": …} in place of a document
    NotADocument, ///< `detail` = the message, such as for bytes that are not UTF-8; without a place
    ValueExpected,
    TooDeep, ///< nested
    ObjectOpen, ///< ',' or '}' is expected
    ArrayOpen, ///< ',' or ']' is expected
    NameExpected, ///< in double quotes
    NameWithNul,
    ColonExpected,
    ControlCharacter, ///< in a string
    StringOpen, ///< it is not closed
    UnknownEscape,
    HalfCharacter, ///< an escape with half of a surrogate pair
    HexDigitsExpected, ///< four
    NumberTooLarge,
    WrongContent, ///< of extended JSON; `detail` = the first name, such as "$oid"
};

/// A fault and its place. Programs that show it make their own words; fromJson() has English ones.
struct JsonProblem
{
    JsonFault fault = JsonFault::ValueExpected;
    std::int64_t line = 0; ///< from 1; 0 in a text of one line
    std::int64_t character = 0; ///< from 1, in the line; 0: the fault has no place
    std::string detail; ///< see JsonFault

    bool operator==(const JsonProblem&) const = default;
};

/// A document, or why the text is none.
using JsonParsed = tl::expected<Document, JsonProblem>;

/// Parses plain or extended JSON into a document. `text`: at most 16 MiB.
JsonParsed parseJson(std::string_view text, const JsonReading& reading = {});
/// As parseJson(). Errors: InvalidInput, with the position in characters from 1, and in a text of
/// several lines with the line.
Result<Document> fromJson(std::string_view text, const JsonReading& reading = {});

} // namespace sandglass::bson
