// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/plan/planner.h"

namespace sandglass::engine::plan {

/// What one index can do for a query.
struct IndexMatch
{
    int fixedFields = 0; ///< fields with an equality
    bool bounded = false; ///< the next field has a range or a list of values
    std::vector<catalog::IndexRange> ranges; ///< at least one; an unbounded one when nothing fits
    bool ordered = false; ///< delivers the sort order …
    catalog::Direction direction = catalog::Direction::Forward; ///< … walked this way

    /// Higher is better; 0: of no use.
    int score() const { return 4 * fixedFields + (bounded ? 2 : 0) + (ordered ? 1 : 0); }
};

/// Fits a query to an ordered index. The result is safe: walking it and testing each document gives
/// every match.
IndexMatch matchIndex(const catalog::IndexInfo& index, const QueryShape& shape);

/// What lies outside the dates that the query excludes, for a full index on that one field; nullopt
/// when it excludes none. Worth it where nearly all documents have a date.
std::optional<IndexMatch> matchOutsideDates(const catalog::IndexInfo& index,
                                            const QueryShape& shape);

/// Whether an index holds every document that the query may want: partial indexes need their
/// conditions repeated in the filter, sparse ones a bound that a missing field cannot meet.
bool holdsAllMatches(const catalog::IndexInfo& index, const QueryShape& shape);

} // namespace sandglass::engine::plan
