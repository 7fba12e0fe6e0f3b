// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"
#include "app/engine/catalog/types.h"

#include <cstdint>
#include <map>
#include <vector>

namespace sandglass::engine::catalog {

/// Which state of a changed document is logged beside the change, so that a repeated findAndModify
/// can be answered.
enum class KeptImage { None, Before, After };

/// Log entries of the statements of one retryable command: statement number → entry.
using LoggedStatements = std::map<std::int32_t, RecordId>;

/// What the log of operations is told about the writes that follow. Without a log it means nothing.
struct WriteNote
{
    bool replacement = false; ///< replace() puts a whole new document, not an updated one
    bson::Document session; ///< lsid of a retryable write; empty: the write is none
    std::int64_t txnNumber = 0; ///< of a retryable write
    std::vector<std::int32_t> statements; ///< of a retryable write: their numbers within the
                                          ///< command; several where one write serves them all
    KeptImage image = KeptImage::None;
    LoggedStatements* logged = nullptr; ///< told with the commit; may be null
};

} // namespace sandglass::engine::catalog
