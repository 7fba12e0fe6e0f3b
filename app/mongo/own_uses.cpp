// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/own_uses.h"

#include <algorithm>

namespace sandglass::mongo {

void OwnUses::note(const ttl::IndexRef& index)
{
    const std::lock_guard lock(m_mutex);
    ++m_counts[index].uses;
}

void OwnUses::leaveOut(const protocol::Namespace& ns, ttl::IndexSpec& index)
{
    if (!index.uses) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    Count& own = m_counts[{ns, index.name}];
    if (own.since && own.since != index.usesSince) {
        own.uses = 0;
    }
    own.since = index.usesSince;
    index.uses = std::max<std::int64_t>(*index.uses - own.uses, 0);
}

} // namespace sandglass::mongo
