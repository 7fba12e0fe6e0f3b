// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <map>
#include <vector>

namespace sandglass::engine::catalog {

/// The state of a changed document that is logged with the change, so that a repeated findAndModify
/// can be answered.
enum class KeptImage { None, Before, After };

/// The log entries of a retryable command: statement number → entry.
using LoggedStatements = std::map<std::int32_t, RecordId>;

/// Information for the log of operations about the writes that follow. No effect without a log.
struct WriteNote
{
    bool replacement = false; ///< replace() stores a replacement, not an updated document
    bool pipeline = false; ///< replace() stores what a pipeline made: it is logged as a whole where
                           ///< the difference is not smaller
    bson::Document difference; ///< of the next replace(), by what an update has written; empty: the
                               ///< log compares the documents
    bson::Document session; ///< lsid of a retryable write; empty: not retryable
    std::int64_t txnNumber = 0; ///< of a retryable write
    std::vector<std::int32_t> statements; ///< of a retryable write: their numbers within the
                                          ///< command; several if one write covers them
    KeptImage image = KeptImage::None;
    LoggedStatements* logged = nullptr; ///< filled by the commit; may be null
};

} // namespace sandglass::engine::catalog
