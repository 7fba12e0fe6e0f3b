// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/plan/planner.h"

namespace sandglass::engine::plan {

/// How an index can serve a query.
struct IndexMatch
{
    int fixedFields = 0; ///< number of first fields with one allowed value
    bool bounded = false; ///< the next field has bounds or a list of values
    std::vector<catalog::IndexRange> ranges; ///< at least one; unbounded if the filter does not
                                             ///< limit the index
    bool ordered = false; ///< the scan returns the sort order …
    catalog::Direction direction = catalog::Direction::Forward; ///< … in this direction

    /// Higher is better; 0: of no use. A fixed field narrows more than bounds, and reading less is
    /// worth more than saving a sort.
    int score() const { return 4 * fixedFields + (bounded ? 2 : 0) + (ordered ? 1 : 0); }
};

/// Matches a query with an index that has entries. The ranges contain every matching document; each
/// document must still be tested with the filter.
IndexMatch matchIndex(const catalog::IndexInfo& index, const QueryShape& shape);

/// The two ranges outside the dates that the query excludes, for a full index on that field alone.
/// nullopt when the query excludes no dates. Pays off where nearly all documents have a date.
std::optional<IndexMatch> matchOutsideDates(const catalog::IndexInfo& index,
                                            const QueryShape& shape);

/// Whether the index contains every document that the query can match: the filter must imply the
/// conditions of a partial index, and have a bound that a missing field does not meet for a sparse
/// one.
bool holdsAllMatches(const catalog::IndexInfo& index, const QueryShape& shape);

} // namespace sandglass::engine::plan
