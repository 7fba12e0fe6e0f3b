// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/cosmos_rule.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::cosmos {

/// The root field that belongs to the server. Clients can neither set it nor see it.
inline constexpr std::string_view kReservedField = "_ts";
/// The two dates of a stored document. Each has an ordinary TTL index while the collection has a
/// TTL.
inline constexpr std::string_view kByCollectionPath = "_ts.byCollection";
inline constexpr std::string_view kByDocumentPath = "_ts.byDocument";

/// The document as it is stored: without a reserved field from the client, with the stamp of a
/// write at `writtenAt` as its last field: {…, _ts: {seconds, byCollection?, byDocument?}}.
bson::Document stamped(bson::DocumentView document, base::Time writtenAt);

/// The stamp of a stored document; nullopt when it has none.
std::optional<ttl::CosmosStamp> stampOf(bson::DocumentView stored);

/// Replaces `bytes` with the document without its reserved field, as BSON. `stored` must not point
/// into `bytes`.
void unstampInto(bson::DocumentView stored, std::vector<std::uint8_t>& bytes);

/// The document without the reserved field.
bson::Document unstamped(bson::DocumentView stored);

} // namespace sandglass::engine::cosmos
