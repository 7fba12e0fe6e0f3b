// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/image_options.h"

#include "app/bson/builder.h"
#include "app/engine/definitions/listed_options.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/server_code.h"

#include <string>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;

namespace {

constexpr std::string_view kImages = "changeStreamPreAndPostImages";

} // namespace

Result<std::optional<bool>> parseImages(const Arguments& arguments, std::string_view command,
                                        const protocol::Namespace& ns)
{
    auto document = arguments.document(kImages);
    TRY(document);
    if (arguments.value(kImages).isMissing()) {
        return std::optional<bool>();
    }
    const Arguments fields(std::string(command) + "." + std::string(kImages), *document);
    TRY(fields.onlyKnown({"enabled"}));
    auto enabled = fields.flag("enabled", false);
    TRY(enabled);
    const bool ofServer
        = ns.database == "admin" || ns.database == "local" || ns.database == "config";
    if (ofServer || ns.collection.starts_with("system.")) {
        return commandError(ServerCode::InvalidOptions,
                            "'changeStreamPreAndPostImages' is not allowed on the collection "
                                + ns.text() + " of the server");
    }
    return std::optional(*enabled);
}

bson::Document withImages(bson::DocumentView listed, bool enabled)
{
    return withOption(listed, kImages,
                      enabled ? bson::Value::document(bson::makeDocument("enabled", true))
                              : bson::Value());
}

} // namespace sandglass::engine::definitions
