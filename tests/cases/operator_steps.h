// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "tests/cases/wire_connection.h"

namespace sandglass::cases {

/// Steps that ask one operator of the query language for one answer. Each is put to the server as
/// ordinary commands, so any server can answer it. All of them return an error that says what the
/// server answered instead. `exact`: the types of numbers and the order of fields count too.
/// A step that expects a mistake holds "fails": CODE instead of "gives".

/// {"expression": E, "of": DOCUMENT, "gives": VALUE}: what the expression evaluates to.
/// "gives": {"$absent": true} asks for a missing value. Without "of" the document is empty.
Result<void> checkExpression(WireConnection& server, bson::DocumentView step, bool exact);

/// {"filter": F, "matches": [DOCUMENTS], "misses": [DOCUMENTS]}: which documents a find returns,
/// without an index and with one on the path a or a.b.
Result<void> checkFilter(WireConnection& server, bson::DocumentView step, bool exact);

/// {"update": U, "of": DOCUMENT, "gives": DOCUMENT}: a document after an update; "where",
/// "arrayFilters" and "upsert" go along. Documents are written without their _id. The reply's
/// nModified must say whether the document changed.
Result<void> checkUpdate(WireConnection& server, bson::DocumentView step, bool exact);

/// {"pipeline": [STAGES], "of": [DOCUMENTS], "gives": [DOCUMENTS]}: what an aggregation returns.
Result<void> checkPipeline(WireConnection& server, bson::DocumentView step, bool exact);

/// {"projection": P, "of": DOCUMENT, "gives": DOCUMENT}: what a find with that projection returns;
/// "filter" goes along. The _id is left out.
Result<void> checkProjection(WireConnection& server, bson::DocumentView step, bool exact);

} // namespace sandglass::cases
