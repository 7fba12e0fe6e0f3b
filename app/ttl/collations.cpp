// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/collations.h"

#include "app/bson/builder.h"
#include "app/ttl/types.h"

#include <algorithm>

namespace sandglass::ttl {

bson::Document simpleCollation()
{
    return bson::makeDocument("locale", "simple");
}

bool comparesSimply(const std::optional<bson::Document>& collation)
{
    return !collation || (*collation)["locale"].asString() == "simple";
}

void nameSimpleCollations(std::vector<IndexSpec>& indexes)
{
    const bool inherited = std::ranges::any_of(indexes, [](const IndexSpec& index) {
        return index.isIdIndex() && !comparesSimply(index.collation);
    });
    for (IndexSpec& index : indexes) {
        if (inherited && !index.collation) {
            index.collation = simpleCollation();
        }
    }
}

bson::Document listedWithCollation(const IndexSpec& index)
{
    if (!index.collation || index.listed.contains("collation")) {
        return index.listed;
    }
    bson::Builder entry;
    for (const bson::Element& each : index.listed.view()) {
        entry.append(each.key, each.value);
    }
    entry.append("collation", *index.collation);
    return entry.take();
}

} // namespace sandglass::ttl
