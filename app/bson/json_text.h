// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/view.h"

#include <string>
#include <string_view>

namespace sandglass::bson {

/// Appends `text` in double quotes with JSON escapes; control characters as \u00XX.
void appendQuoted(std::string& out, std::string_view text);

/// The shortest text that reads back as the same double, always with a point or an exponent: "1.0",
/// "0.1", "1e+300". Otherwise "NaN", "Infinity" or "-Infinity".
std::string doubleText(double number);

/// The parts of a DbPointer value. Views of the value's bytes.
struct DbPointerParts
{
    std::string_view ns;
    ObjectId id;
};
/// The parts; empty for a value of another type.
DbPointerParts dbPointerParts(ValueView value);

/// The parts of a CodeWithScope value. Views of the value's bytes.
struct ScopedCodeParts
{
    std::string_view code;
    DocumentView scope;
};
/// The parts; empty for a value of another type.
ScopedCodeParts scopedCodeParts(ValueView value);

} // namespace sandglass::bson
