// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string_view>

namespace sandglass::engine::request {
class Arguments;
}

namespace sandglass::engine::definitions {

/// Reads changeStreamPreAndPostImages of create or collMod: whether changes are logged with the
/// document before and after; nullopt when not given. `command`: for messages. Errors (server):
/// TypeMismatch, UnknownField; InvalidOptions for collections of the server.
Result<std::optional<bool>> parseImages(const request::Arguments& arguments,
                                        std::string_view command, const protocol::Namespace& ns);

/// The options of a collection with images of changes or without, as listCollections shows them.
/// Pure; any thread.
bson::Document withImages(bson::DocumentView listed, bool enabled);

} // namespace sandglass::engine::definitions
