// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/document_id.h"

#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/protocol/server_code.h"

#include <string>
#include <utility>

namespace sandglass::engine::catalog {

using protocol::commandError;
using protocol::ServerCode;

namespace {

constexpr int kInvalidIdField = 53;

Result<void> checkId(bson::ValueView id)
{
    switch (id.type()) {
    case bson::Type::Array:
    case bson::Type::Regex:
    case bson::Type::Undefined:
        return commandError(kInvalidIdField,
                            "The '_id' value cannot be of type "
                                + std::string(bson::typeAlias(id.type())));
    case bson::Type::Document:
        break;
    default:
        return {};
    }
    for (const bson::Element& element : id.asDocument()) {
        if (element.key.starts_with('$')) {
            return commandError(ServerCode::DollarPrefixedFieldName,
                                "_id fields may not contain '$'-prefixed fields: "
                                    + std::string(element.key) + " is not valid for storage.");
        }
    }
    return {};
}

/// Errors (server): BadValue for a second _id, which no index would find.
Result<void> checkOneId(bson::DocumentView document)
{
    bool found = false;
    for (const bson::Element& element : document) {
        if (element.key == "_id" && std::exchange(found, true)) {
            return commandError(ServerCode::BadValue,
                                "can't have multiple _id fields in one document");
        }
    }
    return {};
}

} // namespace

Result<bson::DocumentView> withLeadingId(bson::DocumentView document, bson::Document& storage)
{
    const auto first = document.begin();
    const bool leads = first->key == "_id"; // also false in an empty document
    const bson::ValueView id = leads ? first->value : document["_id"];
    TRY(checkId(id));
    TRY(checkOneId(document));
    bson::DocumentView whole = document;
    if (!leads) {
        bson::Builder builder;
        if (id.isMissing()) {
            builder.append("_id", bson::ObjectId::generate());
        } else {
            builder.append("_id", id);
        }
        for (const bson::Element& element : document) {
            if (element.key != "_id") {
                builder.append(element.key, element.value);
            }
        }
        storage = builder.take();
        whole = storage;
    }
    if (whole.size() > bson::kMaxDocumentBytes) {
        return commandError(ServerCode::BsonObjectTooLarge,
                            "object to insert too large. size in bytes: "
                                + std::to_string(whole.size())
                                + ", max size: " + std::to_string(bson::kMaxDocumentBytes));
    }
    return whole;
}

} // namespace sandglass::engine::catalog
