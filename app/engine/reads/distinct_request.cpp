// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/reads/distinct_request.h"

#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::reads {

using plan::DataAccess;
using request::Arguments;
using request::commandArguments;
using request::Request;

namespace {
constexpr std::string_view kDistinctName = "distinct";
}

Result<DistinctRequest> parseDistinct(const Request& request, const DataAccess& access)
{
    const Arguments arguments = commandArguments(kDistinctName, request);
    auto selection = parseSelection(kDistinctName, arguments, request, access);
    TRY(selection);
    auto key = arguments.text("key");
    TRY(key);
    if (key->value_or("").find('\0') != std::string_view::npos) {
        return protocol::commandError(31032, "Key field cannot contain an embedded null byte");
    }
    DistinctRequest distinct;
    static_cast<Selection&>(distinct) = std::move(*selection);
    distinct.key = key->value_or("");
    return distinct;
}

} // namespace sandglass::engine::reads
