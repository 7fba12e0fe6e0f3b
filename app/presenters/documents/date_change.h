// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/ttl/document_commands.h"

#include <string>
#include <vector>

namespace sandglass::presenters {

/// Sets `field` of documents to a date. Each expects the value that is known, so that none
/// overwrites the change of another client and all can be undone. With an array on the path there
/// may be several values: then nothing is expected, and the change of all of them cannot be undone.
/// Pure; any thread.
std::vector<ttl::ValueChange> dateChanges(const std::string& field,
                                          const std::vector<bson::Document>& documents,
                                          bson::Date date);

} // namespace sandglass::presenters
