// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/journal/outcome_check.h"

#include <map>
#include <vector>

namespace sandglass::services {

/// The value of a field of one document.
struct FieldValue
{
    bson::Value id; ///< _id of the document
    bson::Value value; ///< Missing: the document does not have the field
};

/// The result that a command on documents is to have, to be compared with the server's data. One of
/// the lists is filled.
struct DocumentGoal
{
    std::vector<bson::Value> gone; ///< _ids of documents that must not exist any more
    std::vector<bson::Document> present; ///< documents that must exist exactly like this
    std::string field; ///< of `values`
    std::vector<FieldValue> values; ///< what the field must be
};

/// Counts the documents that meet the goal; 0: the command is not in effect. Documents are read in
/// batches. Pure: the reading runs later.
OutcomeReading documentOutcomeReading(const protocol::Namespace& ns, const DocumentGoal& goal);

/// The goal of a journalled command on documents, as far as the journal holds it: deletions and
/// dates of few documents. nullopt: it holds too little. Pure.
std::optional<DocumentGoal> goalOf(const JournalEntry& entry);

} // namespace sandglass::services
