// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/date_groups.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::plan {

DateGroups::DateGroups(bson::Date from)
{
    // the first class takes the dates before `from`; there is none before the smallest date
    if (from.millis == std::numeric_limits<std::int64_t>::min()) {
        return;
    }
    m_bounds.push_back({from.millis - 1});
    m_groups.push_back(kBefore);
}

std::size_t DateGroups::add(bson::Value id)
{
    m_ids.push_back(std::move(id));
    return m_ids.size() - 1;
}

void DateGroups::extend(std::int64_t last, std::size_t group)
{
    if (!m_bounds.empty() && last <= m_bounds.back().millis) {
        return;
    }
    // the same group as before: one class with a later end, since fewer classes are read faster
    if (!m_groups.empty() && m_groups.back() == group) {
        m_bounds.back() = {last};
        return;
    }
    m_bounds.push_back({last});
    m_groups.push_back(group);
}

Result<std::optional<CountedGroups>> countGroups(const catalog::Collection& collection,
                                                 std::string_view indexName,
                                                 const DateGroups& groups,
                                                 catalog::DatePrecision precision)
{
    const auto classified = collection.dateClasses(indexName, groups.bounds(), precision);
    TRY(classified);
    if (!*classified) {
        return std::optional<CountedGroups>();
    }
    CountedGroups counted;
    counted.byDirectory = (*classified)->byDirectory;
    counted.documents.resize(groups.ids().size());
    std::vector<std::int64_t> classes(groups.ids().size());
    for (std::size_t i = 0; i < groups.groups().size(); ++i) {
        const std::size_t group = groups.groups()[i];
        const std::int64_t documents = (*classified)->classes[i].documents;
        if (group == DateGroups::kNoGroup) {
            counted.ungrouped += documents;
        }
        if (group >= classes.size()) {
            continue;
        }
        counted.documents[group] += documents;
        ++classes[group];
    }
    // each class may be wrong by mostOff, so a group may be wrong by that for each of its classes
    const auto most = std::ranges::max_element(classes);
    counted.mostOff = (*classified)->mostOff * (most == classes.end() ? 1 : *most);
    return std::optional(std::move(counted));
}

} // namespace sandglass::engine::plan
