// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/types.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// Knows every record id that a collection has shown, as long as one catalog is watched: none that
/// went may come back, and new ones are larger than all before.
class RecordWatch
{
public:
    using Uuid = std::array<std::uint8_t, 16>;
    using RecordId = engine::catalog::RecordId;

    /// Takes the ids that are there now, ascending; "" or what is wrong with them.
    std::string see(const Uuid& collection, const std::vector<RecordId>& ids);
    /// Ids that were there once; the newest ones, at most `limit`.
    std::vector<RecordId> gone(const Uuid& collection, std::size_t limit) const;

private:
    struct Seen
    {
        std::set<RecordId> present;
        std::set<RecordId> gone;
    };
    std::map<Uuid, Seen> m_seen;
};

} // namespace sandglass::tests::model
