// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/compaction_rest.h"

#include "app/engine/storage/rocks_options.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>
#include <vector>

namespace sandglass::engine::storage {

namespace {

constexpr int kDamageLogId = 9100118;
constexpr int kNoDamageLogId = 9100119;
constexpr const char* kAutomatic = "disable_auto_compactions";

// Without compactions, files of the first level pile up. Reads get slower then; writes must not
// wait. 0 bytes: no limit.
std::unordered_map<std::string, std::string> optionsOfRest()
{
    constexpr const char* kNeverReached = "1000000000";
    return {{kAutomatic, "true"},
            {"level0_slowdown_writes_trigger", kNeverReached},
            {"level0_stop_writes_trigger", kNeverReached},
            {"soft_pending_compaction_bytes_limit", "0"},
            {"hard_pending_compaction_bytes_limit", "0"}};
}

} // namespace

CompactionRest::CompactionRest(rocksdb::DB& db, const FamilyHandles& families,
                               std::shared_ptr<DamageWatch> watch, base::Millis shortest,
                               base::Log& log)
    : m_db(db)
    , m_families(families)
    , m_watch(std::move(watch))
    , m_shortest(shortest)
    , m_log(log)
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

void CompactionRest::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const std::set<std::uint32_t> failed = m_watch->wait(stop, nextEnd());
        for (std::size_t at = 0; at < m_families.size() && !stop.stop_requested(); ++at) {
            const std::uint32_t id = m_families.at(at)->GetID();
            const auto rest = m_rests.find(at);
            if (failed.contains(id)) {
                begin(at);
            } else if (rest == m_rests.end()) {
                continue;
            } else if (m_watch->files(id).empty()) {
                end(at);
            } else if (rest->second.end && *rest->second.end <= DamageWatch::Moment::clock::now()) {
                tryAgain(at);
            }
        }
    }
}

std::optional<DamageWatch::Moment> CompactionRest::nextEnd() const
{
    std::optional<DamageWatch::Moment> next;
    for (const auto& [at, rest] : m_rests) {
        if (rest.end && (!next || *rest.end < *next)) {
            next = rest.end;
        }
    }
    return next;
}

void CompactionRest::begin(std::size_t at)
{
    Rest& rest = m_rests[at];
    if (rest.rests == 0) {
        const rocksdb::Options usual = m_db.GetOptions(m_families.at(at));
        rest.usual
            = {{kAutomatic, "false"},
               {"level0_slowdown_writes_trigger",
                std::to_string(usual.level0_slowdown_writes_trigger)},
               {"level0_stop_writes_trigger", std::to_string(usual.level0_stop_writes_trigger)},
               {"soft_pending_compaction_bytes_limit",
                std::to_string(usual.soft_pending_compaction_bytes_limit)},
               {"hard_pending_compaction_bytes_limit",
                std::to_string(usual.hard_pending_compaction_bytes_limit)}};
    }
    // one that was under way when the rest began, or was asked for, does not make it longer
    if (!rest.end) {
        set(at, optionsOfRest());
        rest.end = DamageWatch::Moment::clock::now()
            + m_shortest * (1U << std::min(rest.rests, kMostDoublings));
        ++rest.rests;
    }
    describe(at);
    m_watch->announce();
}

void CompactionRest::tryAgain(std::size_t at)
{
    m_rests[at].end.reset();
    m_watch->endRest(m_families.at(at)->GetID());
    set(at, {{kAutomatic, "false"}});
}

void CompactionRest::end(std::size_t at)
{
    set(at, m_rests[at].usual);
    m_rests.erase(at);
    m_log.write({base::Severity::Info,
                 "STORAGE",
                 kNoDamageLogId,
                 "store",
                 "The tables that could not be read are gone. Their family is compacted again",
                 {{"family", familyName(static_cast<Family>(at))}}});
    m_watch->announce();
}

void CompactionRest::describe(std::size_t at)
{
    const auto family = static_cast<Family>(at);
    std::vector<rocksdb::LiveFileMetaData> live;
    m_db.GetLiveFilesMetaData(&live);
    for (const std::uint64_t number : m_watch->files(m_families.at(at)->GetID())) {
        const auto file = std::ranges::find(live, number, &rocksdb::LiveFileMetaData::file_number);
        if (file == live.end()) {
            m_watch->forget(number); // another compaction has replaced it
            continue;
        }
        const auto news = m_watch->describe(number, family, {file->smallestkey, file->largestkey});
        if (news) {
            m_log.write({base::Severity::Error,
                         "STORAGE",
                         kDamageLogId,
                         "store",
                         "A compaction could not read a table. Nothing has changed: everything "
                         "else is read and written, and it is tried again later",
                         {{"file", file->name}, {"family", familyName(family)}, {"error", *news}}});
        }
    }
}

void CompactionRest::set(std::size_t at, const Options& options)
{
    const rocksdb::Status status = m_db.SetOptions(m_families.at(at), options);
    if (!status.ok()) {
        // a failed write, which the next commit reports too
        m_log.write({base::Severity::Warning,
                     "STORAGE",
                     kDamageLogId,
                     "store",
                     "Compactions could not be paused or resumed",
                     {{"error", status.ToString()}}});
    }
}

} // namespace sandglass::engine::storage
