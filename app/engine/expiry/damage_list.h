// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::expiry {

/// A TTL index from which nothing can be deleted, because data of its collection cannot be read.
struct Damage
{
    std::string ns; ///< of the collection
    std::string index;
    base::Time since; ///< of the first failed visit
    std::string error; ///< of the last failed visit
};

/// The TTL indexes whose last visit failed in the storage. Any thread.
class DamageList
{
public:
    /// A visit failed. An index that is in the list already keeps its `since`.
    void note(Damage damage)
    {
        const std::lock_guard lock(m_mutex);
        std::pair<std::string, std::string> place(damage.ns, damage.index);
        const auto [found, added] = m_damages.try_emplace(std::move(place), damage);
        if (!added) {
            found->second.error = std::move(damage.error);
        }
    }
    /// A visit succeeded, or the index is gone.
    void forget(const std::string& ns, const std::string& index)
    {
        const std::lock_guard lock(m_mutex);
        m_damages.erase({ns, index});
    }
    /// Forgets all that `exists` does not know any more.
    template <typename Exists>
    void keepOnly(const Exists& exists)
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_damages, [&exists](const auto& entry) { return !exists(entry.second); });
    }
    /// The list, sorted by namespace and index.
    std::vector<Damage> list() const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Damage> all;
        for (const auto& [place, damage] : m_damages) {
            all.push_back(damage);
        }
        return all;
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::pair<std::string, std::string>, Damage> m_damages; // guarded by m_mutex
};

} // namespace sandglass::engine::expiry
