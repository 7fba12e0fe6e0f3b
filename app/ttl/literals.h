// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::ttl {

/// `pattern` with %1, %2, … replaced by the parts. A "%1" inside a part stays as it is; so does a
/// place without a part.
std::string filled(std::string_view pattern, std::initializer_list<std::string_view> parts);

/// How a language writes a document: `open`, the first field, the next ones, `close`; in the fields
/// %1 is the key, %2 the value.
struct DocumentForm
{
    std::string_view empty;
    std::string_view open;
    std::string_view first;
    std::string_view next;
    std::string_view close;
};

/// How a language writes values of each BSON type. Texts are inserted into the patterns as quoted
/// literals.
struct LiteralTable
{
    std::string (*text)(std::string_view text); ///< a quoted string on one line
    std::string (*key)(std::string_view key); ///< a field's name inside a document
    std::string (*date)(const LiteralTable& table, bson::Date date);
    std::string_view null;
    std::string_view yes;
    std::string_view no;
    std::string_view int64; ///< %1 digits
    std::string_view fraction; ///< %1 a number with a fraction
    std::string_view wholeDouble; ///< %1 a number like 2.0 or 1e+300
    std::string_view nan;
    std::string_view infinity;
    std::string_view minusInfinity;
    std::string_view decimal; ///< %1 quoted digits
    std::string_view objectId; ///< %1 quoted hexadecimal digits
    std::string_view regex; ///< %1 pattern, %2 options, both quoted
    std::string_view binary; ///< %1 quoted base64, %2 subtype
    std::string_view timestamp; ///< %1 seconds, %2 increment, both up to 2^32 - 1
    std::string_view minKey;
    std::string_view maxKey;
    std::string_view extended; ///< any other value; %1 quoted extended JSON of {"v": value}
    std::string_view emptyArray;
    std::string_view arrayOpen;
    std::string_view arrayClose;
    std::string_view loneNull; ///< an array of one null; empty where the usual form works for it
    DocumentForm document;
    /// For a document with keys like "7", where the usual form would sort these first.
    std::optional<DocumentForm> numberKeyed;
};

/// A value as a literal that the language evaluates to the same BSON type and value. One line;
/// pure.
std::string literal(const LiteralTable& table, bson::ValueView value);
/// A document as such a literal; its fields keep their order.
std::string literal(const LiteralTable& table, bson::DocumentView document);

/// A value as a call that parses canonical extended JSON; for types without a literal.
std::string extendedLiteral(const LiteralTable& table, bson::ValueView value);

} // namespace sandglass::ttl
