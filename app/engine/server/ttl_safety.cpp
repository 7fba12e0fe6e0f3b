// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/ttl_safety.h"

#include "app/bson/validate.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "app/platform/host.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sandglass::engine::server {

namespace {

/// Key in the family Meta; see app/engine/storage/FORMAT.md.
constexpr std::string_view kMarkKey = "wall";
/// Key in the family Meta; see app/engine/storage/FORMAT.md.
constexpr std::string_view kLossKey = "lost";
constexpr int kLossLogId = 9100106;
constexpr base::Millis kBetweenMarks{600'000};

bson::Bytes bytesOf(const std::string& text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::optional<expiry::ClockMark> readMark(storage::KeyValueStore& store)
{
    std::string stored;
    const auto found = store.get(storage::Family::Meta, kMarkKey, stored, nullptr);
    if (!found || !*found || !bson::validate(bytesOf(stored))) {
        return std::nullopt;
    }
    const bson::DocumentView mark(bytesOf(stored));
    return expiry::ClockMark{mark["wall"].asDate().time(),
                             base::Millis(mark["sinceBoot"].asInt64()),
                             std::string(mark["bootId"].asString())};
}

} // namespace

TtlSafety::TtlSafety(const base::Clock& clock)
    : m_guard(clock, platform::sinceBoot, platform::bootId())
{
}

void TtlSafety::begin(storage::KeyValueStore& store, const catalog::Catalog& catalog, bool braked,
                      base::Log& log)
{
    if (const auto last = readMark(store)) {
        m_guard.resume(*last);
        if (braked) {
            m_brake.look(catalog, last->wall, m_guard.mark().wall, log);
        }
    }
    // a step that nobody has confirmed is noticed again at the next start
    if (const auto step = m_guard.check()) {
        expiry::logClockStep(log, *step);
    }
    remember(store);
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
    const expiry::ClockMark mark = m_guard.mark();
    const bson::Document stored
        = bson::makeDocument("wall", bson::Date::from(mark.wall), "sinceBoot",
                             std::int64_t{mark.sinceBoot.count()}, "bootId", mark.bootId);
    const auto batch = store.makeBatch();
    batch->put(storage::Family::Meta, kMarkKey,
               {reinterpret_cast<const char*>(stored.bytes().data()), stored.bytes().size()});
    // without a mark the next start compares with an earlier one
    static_cast<void>(store.commit(*batch, storage::Durability::Process).has_value());
    m_remembered = mark.sinceBoot;
}

void TtlSafety::rememberAtTimes(storage::KeyValueStore& store)
{
    if (platform::sinceBoot() - m_remembered >= kBetweenMarks) {
        remember(store);
    }
}

std::string TtlSafety::hold() const
{
    if (m_guard.step()) {
        return "clock";
    }
    if (loss()) {
        return "journal";
    }
    return m_brake.held().empty() ? "none" : "brake";
}

void TtlSafety::release()
{
    m_guard.confirm();
    m_brake.release();
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

std::optional<std::string> TtlSafety::loss() const
{
    const std::lock_guard lock(m_mutex);
    return m_loss;
}

void TtlSafety::append(bson::Builder& section) const
{
    const std::optional<expiry::ClockStep> step = m_guard.step();
    const std::vector<expiry::HeldIndex> held = m_brake.held();
    if (!step && held.empty()) {
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
    section.beginArray("indexes");
    for (const expiry::HeldIndex& each : held) {
        section.pushDocument()
            .append("ns", each.ns)
            .append("index", each.index)
            .append("due", each.due)
            .append("documents", each.documents)
            .end();
    }
    section.end().end();
}

} // namespace sandglass::engine::server
