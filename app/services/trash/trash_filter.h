// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

/// Which of the deleted documents in the trash of the bundled engine are meant.
struct TrashChoice
{
    std::string ns; ///< "db.coll"; empty: of all collections
    std::optional<base::Time> pass = {}; ///< deleted by the TTL pass that started then
    std::optional<base::Time> from = {}; ///< deleted then or later
    std::optional<base::Time> to = {}; ///< deleted before
    std::optional<bson::Document> filter = {}; ///< conditions on the deleted documents
    std::vector<bson::Value> entries = {}; ///< only these entries, by `_id`; empty: all
};

/// The filter over the entries of the trash: {ns, pass, deletedAt, "document.<field>": …}. Errors:
/// InvalidInput for an operator on whole documents other than $and, $or and $nor. Pure; any thread.
Result<bson::Document> trashFilter(const TrashChoice& choice);

} // namespace sandglass::services
