// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <string>
#include <string_view>

namespace sandglass::bson {

/// Appends `text` in double quotes with JSON's escapes; control characters as \u00XX.
void appendQuoted(std::string& out, std::string_view text);

/// The shortest text that reads back as the same double, always with a point or an exponent: "1.0",
/// "0.1", "1e+300"; "NaN", "Infinity", "-Infinity".
std::string doubleText(double number);

/// Parts of a value of type DbPointer.
struct DbPointerParts
{
    std::string_view ns;
    ObjectId id;
};
DbPointerParts dbPointerParts(ValueView value);

/// Parts of a value of type CodeWithScope.
struct ScopedCodeParts
{
    std::string_view code;
    DocumentView scope;
};
ScopedCodeParts scopedCodeParts(ValueView value);

} // namespace sandglass::bson
