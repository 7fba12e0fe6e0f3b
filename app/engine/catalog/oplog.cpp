// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oplog.h"

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/index_entries.h"

#include <algorithm>
#include <limits>

namespace sandglass::engine::catalog {

namespace {

constexpr unsigned kSecondsShift = 32;
// The log may exceed its size by one part in kStepsPerLog before it is trimmed, so that few commits
// pay for it.
constexpr std::int64_t kStepsPerLog = 64;

// Whether an entry is the first of a log that has lost nothing yet.
bool isInitiation(bson::DocumentView entry)
{
    return entry["op"].asString() == "n"
        && entry["o"].asDocument()["msg"].asString() == "initiating set";
}

} // namespace

const protocol::Namespace& oplogNamespace()
{
    static const protocol::Namespace kOplog{"local", "oplog.rs"};
    return kOplog;
}

bool isLogged(const protocol::Namespace& ns)
{
    return ns.database != "local" && ns.collection != "system.profile";
}

RecordId recordOf(bson::Timestamp timestamp)
{
    // entries are ordinary records; this id sorts them by timestamp
    return (RecordId{timestamp.seconds} << kSecondsShift) | timestamp.increment;
}

bson::Timestamp timestampOf(RecordId entry)
{
    return {static_cast<std::uint32_t>(entry >> kSecondsShift), static_cast<std::uint32_t>(entry)};
}

Oplog::Oplog(CollectionImpl& collection, std::int64_t bytes)
    : m_collection(collection)
    , m_bytes(bytes)
{
}

Result<void> Oplog::load()
{
    const KeyRange range = recordRange(m_collection.id());
    const auto entries
        = m_collection.core().store.iterate(range.family, range.lower, range.upper, nullptr);
    entries->seekToFirst();
    if (entries->valid()) {
        m_first = recordIdOf(entries->key());
        m_whole = isInitiation(recordDocument(entries->value()));
        entries->seekToLast();
        m_last = recordIdOf(entries->key());
        m_lastWall = recordDocument(entries->value())["wall"].asDate().millis;
    }
    return entries->status();
}

bool Oplog::reachesBackTo(bson::Timestamp moment) const
{
    return m_whole || recordOf(moment) >= m_first;
}

RecordId Oplog::nextAfter(RecordId after) const
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
                             m_collection.core().clock.now().time_since_epoch())
                             .count();
    const auto bounded = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(seconds, 1, std::numeric_limits<std::uint32_t>::max() - 1));
    // timestamps never go back, even if the clock does; within a second the increment counts
    return std::max(recordOf({bounded, 1}), std::max(after, m_last.load()) + 1);
}

Result<std::pair<std::int64_t, std::int64_t>> Oplog::trim(storage::Batch& batch, std::int64_t added)
{
    std::pair<std::int64_t, std::int64_t> removed{0, 0};
    m_firstAfterTrim = m_first;
    const std::int64_t size = m_collection.counters().bytes + added;
    if (size <= m_bytes + m_bytes / kStepsPerLog) {
        return removed;
    }
    const KeyRange range = recordRange(m_collection.id());
    const auto entries = m_collection.core().store.iterate(
        range.family, recordKey(m_collection.id(), m_first), range.upper, nullptr);
    // the newest entry is never removed: after a restart timestamps continue from it
    for (entries->seekToFirst(); entries->valid(); entries->next()) {
        m_firstAfterTrim = recordIdOf(entries->key());
        if (size - removed.second <= m_bytes || m_firstAfterTrim == m_last) {
            break;
        }
        ++removed.first;
        removed.second += static_cast<std::int64_t>(entries->value().size());
    }
    TRY(entries->status());
    batch.removeRange(range.family, recordKey(m_collection.id(), m_first),
                      recordKey(m_collection.id(), m_firstAfterTrim));
    return removed;
}

} // namespace sandglass::engine::catalog
