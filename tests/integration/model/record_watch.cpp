// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/record_watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sandglass::tests::model {

std::string RecordWatch::see(const Uuid& collection, const std::vector<RecordId>& ids)
{
    Seen& seen = m_seen[collection];
    RecordId newest = seen.present.empty() ? 0 : *seen.present.rbegin();
    if (!seen.gone.empty()) {
        newest = std::max(newest, *seen.gone.rbegin());
    }
    for (const RecordId id : ids) {
        if (seen.gone.contains(id)) {
            return "record " + std::to_string(id) + " was gone and is back";
        }
        if (!seen.present.contains(id) && id <= newest) {
            return "new record " + std::to_string(id) + " is not after " + std::to_string(newest);
        }
    }
    std::set<RecordId> present(ids.begin(), ids.end());
    std::set_difference(seen.present.begin(), seen.present.end(), present.begin(), present.end(),
                        std::inserter(seen.gone, seen.gone.end()));
    seen.present = std::move(present);
    return {};
}

std::vector<RecordWatch::RecordId> RecordWatch::gone(const Uuid& collection,
                                                     std::size_t limit) const
{
    std::vector<RecordId> ids;
    const auto seen = m_seen.find(collection);
    if (seen == m_seen.end()) {
        return ids;
    }
    const std::set<RecordId>& gone = seen->second.gone;
    for (auto at = gone.rbegin(); at != gone.rend() && ids.size() < limit; ++at) {
        ids.push_back(*at);
    }
    return ids;
}

} // namespace sandglass::tests::model
