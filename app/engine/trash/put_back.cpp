// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/trash/put_back.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/trash/trash_entry.h"
#include "app/protocol/server_code.h"
#include "app/ttl/expiry_rule.h"

#include <algorithm>

namespace sandglass::engine::trash {

namespace {

using protocol::commandError;
using protocol::ServerCode;

// Limits of one commit, so that other writers get their turn.
constexpr std::size_t kMostEntries = 500;
constexpr std::size_t kMostBytes = std::size_t{16} * 1024 * 1024;

bson::DocumentView documentOf(bson::DocumentView entry)
{
    return entry["document"].asDocument();
}

/// Whether the error is about the document, so that other documents can still be put back.
bool isOfDocument(const Error& error)
{
    return error.serverCode != 0
        && error.serverCode != static_cast<int>(ServerCode::QueryPlanKilled)
        && error.code != Errc::Storage;
}

} // namespace

PutBack::PutBack(catalog::Catalog& catalog, const base::Clock& clock, Hold hold)
    : m_catalog(catalog)
    , m_clock(clock)
    , m_hold(std::move(hold))
{
}

PutBack::~PutBack() = default;

Result<PutBackResult> PutBack::run(const PutBackOrder& order)
{
    PutBackResult result;
    m_trash = m_catalog.find(trashNamespace());
    if (!m_trash) {
        return result;
    }
    const auto entries = m_trash->scan(catalog::Direction::Forward);
    while (entries->next()) {
        TRY(order.interrupted());
        const auto wanted = order.wants(entries->document());
        TRY(wanted);
        if (!*wanted) {
            continue;
        }
        ++result.matched;
        auto target = targetOf(entries->document(), order.byName);
        if (!target) {
            refuse(entries->document(), std::move(target.error()), result);
            continue;
        }
        if (order.dryRun) {
            continue;
        }
        m_pendingBytes += entries->document().size();
        m_pending.push_back(
            {entries->id(), bson::Document(entries->document()), *std::move(target)});
        if (m_pending.size() >= kMostEntries || m_pendingBytes >= kMostBytes) {
            TRY(flush(result));
        }
    }
    TRY(entries->status());
    TRY(flush(result));
    return result;
}

Result<std::shared_ptr<catalog::Collection>> PutBack::targetOf(bson::DocumentView entry,
                                                               bool byName) const
{
    const auto read = readTrashEntry(entry);
    if (!read) {
        return commandError(ServerCode::BadValue,
                            "This document of the trash is not a deleted document");
    }
    const auto all = m_catalog.collections({});
    auto found = std::ranges::find_if(
        all, [&](const auto& each) { return each->uuid() == read->collection; });
    if (found == all.end() && byName) {
        found = std::ranges::find_if(
            all, [&](const auto& each) { return each->ns().text() == read->ns; });
    }
    if (found == all.end()) {
        return commandError(ServerCode::NamespaceNotFound,
                            "The collection " + read->ns
                                + " that held the document was dropped. With byName: true it goes "
                                  "into a collection of the same name");
    }
    if ((*found)->shape()->capped && !(*found)->shape()->clustered) {
        return commandError(ServerCode::IllegalOperation,
                            "Nothing can be put back into the capped collection "
                                + (*found)->ns().text());
    }
    return *found;
}

Result<void> PutBack::flush(PutBackResult& result)
{
    std::vector<Return> pending;
    pending.swap(m_pending);
    m_pendingBytes = 0;
    while (!pending.empty()) {
        const auto target = pending.front().target;
        const auto others
            = std::stable_partition(pending.begin(), pending.end(),
                                    [&](const Return& each) { return each.target == target; });
        std::vector<Return> same(std::make_move_iterator(pending.begin()),
                                 std::make_move_iterator(others));
        pending.erase(pending.begin(), others);
        TRY(flushInto(target, same, result));
    }
    return {};
}

Result<void> PutBack::flushInto(const std::shared_ptr<catalog::Collection>& target,
                                const std::vector<Return>& returns, PutBackResult& result)
{
    TRY(holdFor(*target, returns));
    auto unit = target->beginWrite();
    TRY(unit);
    const auto trash = (*unit)->join(m_trash);
    TRY(trash);
    std::int64_t done = 0;
    for (const Return& each : returns) {
        // the newest state: another client may have put it back or deleted it
        const auto newest = (*trash)->fetch(each.entry);
        TRY(newest);
        if (!*newest) {
            continue;
        }
        auto added = (*unit)->insert(documentOf(**newest));
        if (!added && !isOfDocument(added.error())) {
            return std::move(added.error());
        }
        if (!added) {
            refuse(**newest, std::move(added.error()), result);
            continue;
        }
        const auto removed = (*trash)->remove(each.entry);
        TRY(removed);
        ++done;
    }
    TRY((*unit)->commit(storage::Durability::Disk));
    result.putBack += done;
    return {};
}

Result<void> PutBack::holdFor(const catalog::Collection& target, const std::vector<Return>& returns)
{
    const base::Time now = m_clock.now();
    for (const catalog::IndexInfo& index : target.indexes()) {
        const auto rule = target.expiryRule(index.definition.name);
        if (!rule || !rule->valid) {
            continue;
        }
        const auto due = std::ranges::count_if(returns, [&](const Return& each) {
            return ttl::isExpired(*rule, documentOf(each.stored), now);
        });
        if (due > 0) {
            TRY(m_hold(target, index.definition.name, due));
        }
    }
    return {};
}

void PutBack::refuse(bson::DocumentView entry, Error reason, PutBackResult& result)
{
    ++result.refused;
    if (result.listed.size() < PutBackResult::kMostListed) {
        result.listed.push_back(
            {bson::Value(entry["_id"]), std::string(entry["ns"].asString()), std::move(reason)});
    }
}

} // namespace sandglass::engine::trash
