// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/presenters/documents/document_words.h"
#include "app/ttl/document_commands.h"

#include <string>
#include <vector>

namespace sandglass::presenters {

/// A change of dates and its way back. Both expect the values that are known, so neither overwrites
/// the change of another client.
struct DateChange
{
    DocumentChange kind = DocumentChange::Touched;
    std::string field;
    std::vector<ttl::ValueChange> there; ///< one for each document
    std::vector<ttl::ValueChange> back; ///< empty: it cannot be undone
};

/// Sets `field` of documents to a date. With an array on the path there may be several values: then
/// nothing is expected, and there is no way back for any of the documents, so that an undo never
/// restores only some. Pure; any thread.
DateChange dateChange(DocumentChange kind, const std::string& field,
                      const std::vector<bson::Document>& documents, bson::Date date);

} // namespace sandglass::presenters
