// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/ttl_safety.h"

#include "app/bson/validate.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/expiry/purge_pass.h"
#include "app/engine/expiry/ttl_settings.h"
#include "app/engine/server/late_record.h"
#include "app/engine/storage/key_value_store.h"
#include "app/platform/file_identity.h"
#include "app/platform/host.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::server {

namespace {

/// Key in the family Meta; see app/engine/storage/FORMAT.md.
constexpr std::string_view kMarkKey = "wall";
constexpr std::string_view kHeldKey = "held";
/// Key in the family Meta; see app/engine/storage/FORMAT.md.
constexpr std::string_view kLossKey = "lost";
constexpr int kLossLogId = 9100106;
constexpr int kCopyLogId = 9100120;
constexpr base::Millis kBetweenMarks{600'000};
constexpr base::Millis kOldCopy{86'400'000};

bson::Bytes bytesOf(const std::string& text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// The indexes that the last run held back; none when nothing usable is stored.
std::vector<expiry::HeldIndex> readHolds(storage::KeyValueStore& store)
{
    std::vector<expiry::HeldIndex> held;
    std::string stored;
    const auto found = store.get(storage::Family::Meta, kHeldKey, stored, nullptr);
    if (!found || !*found || !bson::validate(bytesOf(stored))) {
        return held;
    }
    for (const bson::Element& each : bson::DocumentView(bytesOf(stored))["indexes"].asDocument()) {
        const bson::DocumentView index = each.value.asDocument();
        expiry::HeldIndex read{std::string(index["ns"].asString()),
                               std::string(index["index"].asString()), index["due"].asInt64(),
                               index["documents"].asInt64()};
        const bson::ValueView counted = index["dueCounted"];
        read.dueCounted = counted.type() != bson::Type::Bool || counted.asBool();
        // older versions have stored none
        if (const bson::ValueView uuid = index["uuid"]; uuid.type() == bson::Type::Binary
            && uuid.asBinary().bytes.size() == read.collection.size()) {
            std::ranges::copy(uuid.asBinary().bytes, read.collection.begin());
        }
        held.push_back(std::move(read));
    }
    return held;
}

void appendHolds(const std::vector<expiry::HeldIndex>& held, bson::Builder& target)
{
    target.beginArray("indexes");
    for (const expiry::HeldIndex& each : held) {
        target.pushDocument()
            .append("ns", each.ns)
            .append("index", each.index)
            .append("due", each.due)
            .append("documents", each.documents)
            .append("dueCounted", each.dueCounted)
            .append("uuid", bson::Binary{bson::kUuidSubtype, each.collection})
            .end();
    }
    target.end();
}

} // namespace

TtlSafety::TtlSafety(const base::Clock& clock)
    : m_guard(clock, platform::sinceBoot, platform::bootId())
{
}

std::optional<TtlSafety::Mark> TtlSafety::readMark(storage::KeyValueStore& store)
{
    std::string stored;
    const auto found = store.get(storage::Family::Meta, kMarkKey, stored, nullptr);
    if (!found || !*found || !bson::validate(bytesOf(stored))) {
        return std::nullopt;
    }
    const bson::DocumentView mark(bytesOf(stored));
    return Mark{{mark["wall"].asDate().time(), base::Millis(mark["sinceBoot"].asInt64()),
                 std::string(mark["bootId"].asString())},
                std::string(mark["files"].asString())}; // older versions have stored none
}

void TtlSafety::begin(storage::KeyValueStore& store, const catalog::Catalog& catalog,
                      const expiry::TtlSettings& settings, base::Log& log)
{
    m_marks = true;
    const std::optional<Mark> last = readMark(store);
    if (last) {
        m_guard.resume(last->clock);
    }
    if (const auto written = store.lastWritten()) {
        m_guard.notBefore(*written);
    }
    if (last && settings.brake) {
        lookAtMark(*last, store.identity(), catalog, settings.enabled, log);
    }
    // a step that nobody has confirmed is noticed again at the next start
    if (const auto step = m_guard.check()) {
        expiry::logClockStep(log, *step);
    }
    remember(store);
}

// An engine that was off for a weekend is no old copy: its files are still the same.
void TtlSafety::lookAtMark(const Mark& last, const std::string& files,
                           const catalog::Catalog& catalog, bool armed, base::Log& log)
{
    const base::Time now = m_guard.mark().wall;
    const bool copied
        = !last.files.empty() && !files.empty() && !platform::mayBeSameFile(last.files, files);
    if (copied && armed && now - last.clock.wall > kOldCopy) {
        log.write({base::Severity::Warning,
                   "INDEX",
                   kCopyLogId,
                   "TTLMonitor",
                   "This data folder is a copy that was last used more than a day ago",
                   {{"millisAgo", std::int64_t{(now - last.clock.wall).count()}}}});
        m_brake.lookAtCopy(catalog, last.clock.wall, now, log);
    } else {
        m_brake.look(catalog, last.clock.wall, now, log);
    }
    // The mark that follows makes the next start believe that nothing is new.
    static_cast<void>(saveHolds().has_value());
}

void TtlSafety::resumeHolds(storage::KeyValueStore& store, const catalog::Catalog& catalog)
{
    m_store = &store;
    m_catalog = &catalog;
    m_brake.resume(readHolds(store));
}

void TtlSafety::resumeLate(storage::KeyValueStore& store, expiry::PurgePass& pass)
{
    m_pass = &pass;
    pass.resumeLate(readLate(store));
}

Result<void> TtlSafety::hold(expiry::HeldIndex index)
{
    m_brake.hold(std::move(index));
    return saveHolds();
}

Result<void> TtlSafety::saveHolds()
{
    if (m_store == nullptr) {
        return {};
    }
    // a pass holds while an administrator releases: the last to write must know both
    const std::lock_guard lock(m_saveMutex);
    const auto batch = m_store->makeBatch();
    const std::vector<expiry::HeldIndex> held = m_brake.held();
    if (held.empty()) {
        batch->remove(storage::Family::Meta, kHeldKey);
    } else {
        bson::Builder builder;
        appendHolds(held, builder);
        const bson::Document stored = builder.take();
        batch->put(storage::Family::Meta, kHeldKey,
                   {reinterpret_cast<const char*>(stored.bytes().data()), stored.bytes().size()});
    }
    return m_store->commit(*batch, storage::Durability::Disk);
}

void TtlSafety::holdAfterLoss(storage::KeyValueStore& store, const catalog::Catalog& catalog,
                              base::Time now, base::Log& log)
{
    const std::optional<std::string> found = store.lostJournal();
    std::string lost = found.value_or(std::string());
    if (found) {
        const auto batch = store.makeBatch();
        batch->put(storage::Family::Meta, kLossKey, lost);
        // if it fails, the store refuses writes, and nothing is deleted either
        static_cast<void>(store.commit(*batch, storage::Durability::Disk).has_value());
    } else if (!store.get(storage::Family::Meta, kLossKey, lost, nullptr).value_or(false)) {
        return;
    }
    m_store = &store;
    m_brake.holdAll(catalog, now);
    // if it fails, the loss is stored, and the next start holds all of them again
    static_cast<void>(saveHolds().has_value());
    {
        const std::lock_guard lock(m_mutex);
        m_loss = lost;
    }
    if (m_brake.held().empty()) {
        release();
        return;
    }
    log.write({base::Severity::Warning,
               "INDEX",
               kLossLogId,
               "TTLMonitor",
               "Data were lost. Nothing expires until setParameter sandglassTtlHold: \"none\"",
               {{"lost", lost}, {"indexes", static_cast<std::int64_t>(m_brake.held().size())}}});
}

void TtlSafety::remember(storage::KeyValueStore& store)
{
    if (store.writesRefused()) {
        return;
    }
    const auto batch = store.makeBatch();
    putMark(*batch, store.identity());
    if (m_pass != nullptr) {
        putLate(*batch, m_pass->lateArrivals());
    }
    // without a mark the next start compares with an earlier one
    static_cast<void>(store.commit(*batch, storage::Durability::Process).has_value());
    m_remembered = platform::sinceBoot();
}

void TtlSafety::putMark(storage::Batch& batch, const std::string& files) const
{
    const expiry::ClockMark mark = m_guard.mark();
    const bson::Document stored = bson::makeDocument(
        "wall", bson::Date::from(mark.wall), "sinceBoot", std::int64_t{mark.sinceBoot.count()},
        "bootId", mark.bootId, "files", files);
    batch.put(storage::Family::Meta, kMarkKey,
              {reinterpret_cast<const char*>(stored.bytes().data()), stored.bytes().size()});
}

void TtlSafety::rememberAtTimes(storage::KeyValueStore& store)
{
    if (platform::sinceBoot() - m_remembered >= kBetweenMarks) {
        remember(store);
    }
}

std::vector<expiry::HeldIndex> TtlSafety::held() const
{
    if (m_catalog != nullptr) {
        m_brake.follow(*m_catalog);
    }
    return m_brake.held();
}

std::string TtlSafety::hold() const
{
    if (m_guard.step()) {
        return "clock";
    }
    if (loss()) {
        return "journal";
    }
    return held().empty() ? "none" : "brake";
}

void TtlSafety::release()
{
    const bool doubted = m_guard.step().has_value();
    m_guard.confirm();
    m_brake.release();
    // a hold that is still stored asks again after the next start
    static_cast<void>(saveHolds().has_value());
    rememberRelease(doubted);
    const bool lost = loss().has_value();
    if (!lost || m_store->writesRefused()) {
        return;
    }
    const auto batch = m_store->makeBatch();
    batch->remove(storage::Family::Meta, kLossKey);
    // else the next start asks again
    static_cast<void>(m_store->commit(*batch, storage::Durability::Process).has_value());
    const std::lock_guard lock(m_mutex);
    m_loss.reset();
}

// What the pass knows belongs to its thread. It is stored again with the next mark.
void TtlSafety::rememberRelease(bool doubted)
{
    if (!m_marks || m_store == nullptr) {
        return;
    }
    const auto batch = m_store->makeBatch();
    if (doubted) {
        putMark(*batch, m_store->identity());
    }
    putLate(*batch, {});
    // else the next start asks again
    static_cast<void>(m_store->commit(*batch, storage::Durability::Process).has_value());
}

std::optional<std::string> TtlSafety::loss() const
{
    const std::lock_guard lock(m_mutex);
    return m_loss;
}

void TtlSafety::append(bson::Builder& section) const
{
    const std::optional<expiry::ClockStep> step = m_guard.step();
    const std::vector<expiry::HeldIndex> indexes = held();
    if (!step && indexes.empty() && !loss()) {
        return;
    }
    section.beginDocument("hold");
    if (step) {
        section.beginDocument("clock")
            .append("byMillis", std::int64_t{step->by.count()})
            .append("noticedAt", bson::Date::from(step->noticed))
            .end();
    }
    if (const auto lost = loss()) {
        section.beginDocument("journal").append("lost", *lost).end();
    }
    appendHolds(indexes, section);
    section.end();
}

} // namespace sandglass::engine::server
