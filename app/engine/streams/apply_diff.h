// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

namespace sandglass::engine::streams {

/// The document after a change that the log of operations describes; the reverse of
/// catalog::documentDiff(). Applying it twice gives the same. Pure; any thread. Errors (server):
/// FailedToParse for a difference of another form, and for one of binary data. Source: MongoDB
/// server source, document_diff_serialization.h.
Result<bson::Document> applyDiff(bson::DocumentView before, bson::DocumentView diff);

} // namespace sandglass::engine::streams
