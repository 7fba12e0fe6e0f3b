// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/request.h"

#include "app/protocol/server_code.h"

namespace sandglass::engine::request {

std::string sessionOf(bson::DocumentView command)
{
    const bson::Bytes id = command["lsid"].asDocument()["id"].asBinary().bytes;
    return {id.begin(), id.end()};
}

Result<std::vector<bson::DocumentView>> Request::documents(std::string_view field) const
{
    using protocol::commandError;
    using protocol::ServerCode;

    // drivers send large batches as a document sequence, which is not a field of the body
    if (const auto sequence = sequences.find(field); sequence != sequences.end()) {
        return sequence->second;
    }
    const bson::ValueView value = body[field];
    const std::string path = "'" + name + "." + std::string(field) + "'";
    if (value.isMissing()) {
        return commandError(ServerCode::MissingField,
                            "BSON field " + path + " is missing but a required field");
    }
    if (value.type() != bson::Type::Array) {
        return commandError(ServerCode::TypeMismatch,
                            "BSON field " + path + " is the wrong type '"
                                + std::string(bson::typeAlias(value.type()))
                                + "', expected type 'array'");
    }
    std::vector<bson::DocumentView> found;
    for (const bson::Element& element : value.asDocument()) {
        if (element.value.type() != bson::Type::Document) {
            return commandError(ServerCode::TypeMismatch,
                                "BSON field '" + name + "." + std::string(field) + "."
                                    + std::string(element.key) + "' is the wrong type '"
                                    + std::string(bson::typeAlias(element.value.type()))
                                    + "', expected type 'object'");
        }
        found.push_back(element.value.asDocument());
    }
    return found;
}

} // namespace sandglass::engine::request
