// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/operations/profiler.h"

#include "app/bson/builder.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/document_id.h"
#include "app/engine/operations/profile_entry.h"
#include "app/engine/storage/key_value_store.h"

#include <random>
#include <utility>

namespace sandglass::engine::operations {

using catalog::withLeadingId;

namespace {

constexpr std::string_view kProfileCollection = "system.profile";
constexpr std::int64_t kProfileBytes = 1'048'576;

/// The database's system.profile, made when it is missing.
Result<std::shared_ptr<catalog::Collection>> profileCollection(std::string_view database,
                                                               catalog::Catalog& catalog)
{
    const protocol::Namespace ns{std::string(database), std::string(kProfileCollection)};
    if (auto found = catalog.find(ns)) {
        return found;
    }
    auto created = catalog.create(ns, {bson::makeDocument("capped", true, "size", kProfileBytes)});
    if (created) {
        return created;
    }
    // another thread may have created it meanwhile
    if (auto found = catalog.find(ns)) {
        return found;
    }
    return created.error();
}

Result<void> store(const bson::Document& entry, std::string_view database,
                   catalog::Catalog& catalog)
{
    auto collection = profileCollection(database, catalog);
    TRY(collection);
    auto unit = (*collection)->beginWrite();
    TRY(unit);
    // MongoDB's entries have no _id, but this engine's documents need one
    bson::Document rebuilt;
    auto whole = withLeadingId(entry, rebuilt);
    TRY(whole);
    TRY((*unit)->insert(*whole));
    // A lost profile entry does no harm, so nobody waits for the disk.
    return (*unit)->commit(storage::Durability::Process);
}

} // namespace

Profiler::Profiler(ProfileTarget target)
    : m_target(std::move(target))
{
}

ProfileSettings Profiler::settings(std::string_view database) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_databases.find(database);
    return found == m_databases.end() ? ProfileSettings() : found->second;
}

void Profiler::change(std::string_view database, ProfileSettings settings)
{
    const std::lock_guard lock(m_mutex);
    if (settings.level == 0 && !settings.hasFilter()) {
        m_databases.erase(std::string(database));
    } else {
        m_databases.insert_or_assign(std::string(database), std::move(settings));
    }
    m_anySettings = !m_databases.empty();
}

void Profiler::forget(std::string_view database)
{
    change(database, {});
}

bool Profiler::sampled() const
{
    const double rate = sampleRate();
    if (rate >= 1) {
        return true;
    }
    thread_local std::minstd_rand random{std::random_device{}()};
    return std::uniform_real_distribution<double>(0, 1)(random) < rate;
}

void Profiler::finished(const FinishedOperation& operation)
{
    const ProfileSettings chosen = m_anySettings ? settings(operation.database) : ProfileSettings();
    const bool slow = !chosen.hasFilter() && isSlow(operation.elapsed) && sampled();
    if (!slow && chosen.level == 0 && !chosen.hasFilter()) {
        return;
    }
    const bson::Document entry = profileEntry(operation, m_target.clock.now());
    // the client has its reply already, so an error of the filter cannot be reported
    const bool noted = chosen.hasFilter() ? chosen.filter.matchesWithoutError(entry) : slow;
    // the TTL monitor logs slow deletions itself
    if (noted && !operation.remote.empty()) {
        m_target.log.write(slowLine(operation));
    }
    // Reading or writing system.profile is not recorded there: each read would add an entry.
    const bool onProfile
        = operation.ns == operation.database + "." + std::string(kProfileCollection);
    if (onProfile || chosen.level == 0 || (chosen.level == 1 && !noted) || !m_target.mayWrite()) {
        return;
    }
    if (auto stored = store(entry, operation.database, m_target.catalog); !stored) {
        m_target.log.write({base::Severity::Warning,
                            "COMMAND",
                            20703,
                            operation.thread,
                            "Caught error while trying to profile operation",
                            {{"namespace", operation.ns}, {"error", stored.error().message}}});
    }
}

Result<void> Profiler::ensureCollection(std::string_view database)
{
    auto collection = profileCollection(database, m_target.catalog);
    TRY(collection);
    return {};
}

} // namespace sandglass::engine::operations
