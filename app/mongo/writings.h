// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/mongo/conversation.h"
#include "app/protocol/namespace.h"

#include <vector>

namespace sandglass::mongo {

/// Inserts in order, in as many commands as the size requires. Returns the number inserted. Errors:
/// those of Conversation; after one, what earlier commands have inserted stays. Any thread.
Result<std::int64_t> insertDocuments(Conversation& conversation, const protocol::Namespace& ns,
                                     const std::vector<bson::Document>& documents);
} // namespace sandglass::mongo
