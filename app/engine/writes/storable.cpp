// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/storable.h"

#include "app/bson/validate.h"
#include "app/protocol/server_code.h"

#include <string>

namespace sandglass::engine::writes {

using protocol::commandError;
using protocol::ServerCode;

Result<void> checkStorable(bson::DocumentView document)
{
    if (document.size() > bson::kMaxDocumentBytes) {
        return commandError(ServerCode::BsonObjectTooLarge,
                            "object to insert too large. size in bytes: "
                                + std::to_string(document.size())
                                + ", max size: " + std::to_string(bson::kMaxDocumentBytes));
    }
    const auto valid = bson::validate(document.bytes());
    if (valid) {
        return {};
    }
    // names the fault: too deep, or damaged in another way
    constexpr int kAnyDepth = 1000;
    const bool deep
        = bson::validate(document.bytes(), bson::kMaxDocumentBytes, kAnyDepth).has_value();
    return commandError(deep ? ServerCode::Overflow : ServerCode::InvalidBson,
                        "A computed document cannot be stored: " + valid.error().message);
}

} // namespace sandglass::engine::writes
