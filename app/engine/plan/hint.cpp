// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/hint.h"

#include "app/engine/request/arguments.h"

namespace sandglass::engine::plan {

using request::Arguments;

Result<bson::ValueView> hintArgument(std::string_view command, bson::DocumentView fields)
{
    const Arguments arguments(command, fields);
    const bson::ValueView hint = arguments.value("hint");
    if (!hint.isMissing() && hint.type() != bson::Type::String
        && hint.type() != bson::Type::Document) {
        return arguments.wrongType("hint", "object");
    }
    return hint;
}

} // namespace sandglass::engine::plan
