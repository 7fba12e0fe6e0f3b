// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/hint.h"

#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

namespace sandglass::engine::plan {

Result<bson::ValueView> hintArgument(std::string_view command, bson::DocumentView fields)
{
    const bson::ValueView hint = request::Arguments(command, fields).value("hint");
    if (!hint.isMissing() && hint.type() != bson::Type::String
        && hint.type() != bson::Type::Document) {
        return protocol::commandError(protocol::ServerCode::FailedToParse,
                                      "Hint must be a string or an object");
    }
    return hint;
}

} // namespace sandglass::engine::plan
