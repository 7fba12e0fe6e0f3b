// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/document_changes.h"

#include "app/engine/plan/match_cursor.h"
#include "app/engine/query/work_memory.h"
#include "app/engine/request/operation_figures.h"
#include "app/engine/storage/key_value_store.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sandglass::engine::writes {

using catalog::RecordId;
using plan::choosePlan;
using plan::MatchCursor;

namespace {

/// The ids of the matching documents, in the sort order. Only ids: a document is read again inside
/// the write unit that changes it.
class Candidates
{
public:
    static Result<Candidates> open(const WriteScope& scope, const ChangeTask& task);

    /// The next ids, at most `limit`; none at the end.
    Result<std::vector<RecordId>> next(std::size_t limit);

private:
    Candidates(MatchCursor walk, std::optional<query::Sort> sort)
        : m_walk(std::move(walk))
        , m_sort(std::move(sort))
    {
    }
    Result<void> sortAll();

    MatchCursor m_walk;
    std::optional<query::Sort> m_sort; // empty once the ids are sorted, or if the plan sorts them
    std::vector<RecordId> m_sorted;
    std::size_t m_at = 0; // the next one in m_sorted
    bool m_drained = false; // m_walk is at its end
};

Result<Candidates> Candidates::open(const WriteScope& scope, const ChangeTask& task)
{
    auto plan = choosePlan(*task.collection, task.shape);
    TRY(plan);
    std::optional<query::Sort> sort;
    if (!plan->ordered) {
        sort = task.shape.sort;
    }
    return Candidates(
        MatchCursor(task.collection, std::move(*plan), task.shape.filter, scope.interrupt),
        std::move(sort));
}

Result<void> Candidates::sortAll()
{
    struct Row
    {
        std::vector<bson::Value> key;
        RecordId id;
    };
    std::vector<Row> rows;
    query::WorkMemory memory("the sort of a write");
    std::size_t bytes = 0;
    while (true) {
        auto moved = m_walk.next();
        TRY(moved);
        if (!*moved) {
            break;
        }
        rows.push_back({m_sort->keyOf(m_walk.document()), m_walk.id()});
        bytes += sizeof(Row);
        for (const bson::Value& part : rows.back().key) {
            bytes += sizeof(bson::Value) + part.view().raw().size();
        }
        TRY(memory.use(bytes));
    }
    std::ranges::stable_sort(rows, [this](const Row& left, const Row& right) {
        return m_sort->compareKeys(left.key, right.key) == std::strong_ordering::less;
    });
    for (const Row& row : rows) {
        m_sorted.push_back(row.id);
    }
    m_sort.reset();
    m_walk.noteSort();
    m_drained = true;
    return {};
}

Result<std::vector<RecordId>> Candidates::next(std::size_t limit)
{
    if (m_sort) {
        TRY(sortAll());
    }
    std::vector<RecordId> ids;
    while (ids.size() < limit && m_at < m_sorted.size()) {
        ids.push_back(m_sorted[m_at++]);
    }
    while (ids.size() < limit && !m_drained) {
        auto moved = m_walk.next();
        TRY(moved);
        m_drained = !*moved;
        if (*moved) {
            ids.push_back(m_walk.id());
        }
    }
    return ids;
}

/// Changes the given documents, in as many write units as the time limit requires; only the first
/// match unless `multi`. Returns the number of changed documents.
Result<std::int64_t> changeThese(const WriteScope& scope, const ChangeTask& task,
                                 const std::vector<RecordId>& ids)
{
    const base::Clock& clock = scope.access.clock;
    std::int64_t changed = 0;
    std::size_t at = 0;
    while (at < ids.size() && (task.multi || changed == 0)) {
        auto unit = beginUnit(scope, *task.collection);
        TRY(unit);
        const base::Time end = clock.now() + clock.duringReal(kUnitTime);
        Result<bool> done = true;
        do {
            done = changeOne(**unit, ids[at++], task);
            changed += done && *done ? 1 : 0;
        } while (done && at < ids.size() && clock.now() < end && (task.multi || changed == 0));
        scope.interrupt->figures().keysInserted += (*unit)->insertedKeys();
        scope.interrupt->figures().keysDeleted += (*unit)->removedKeys();
        // changes before an error stay, as in MongoDB
        TRY((*unit)->commit(scope.durability));
        TRY(done);
    }
    return changed;
}

} // namespace

Result<bool> changeOne(catalog::WriteUnit& unit, RecordId id, const ChangeTask& task)
{
    auto document = unit.fetch(id);
    TRY(document);
    ChangeTarget target{id, {}, std::nullopt};
    if (!document->has_value()) {
        return false;
    }
    auto matched = task.shape.filter.evaluate(**document, target.arrayIndex);
    TRY(matched);
    if (!*matched) {
        return false;
    }
    target.document = **document;
    TRY(task.change(unit, target));
    return true;
}

Result<std::int64_t> changeMatching(const WriteScope& scope, const ChangeTask& task)
{
    auto candidates = Candidates::open(scope, task);
    TRY(candidates);
    std::int64_t total = 0;
    while (task.multi || total == 0) {
        auto ids = candidates->next(task.multi ? kUnitDocuments : 1);
        TRY(ids);
        if (ids->empty()) {
            break;
        }
        auto changed = changeThese(scope, task, *ids);
        TRY(changed);
        total += *changed;
        if (task.multi) {
            TRY(scope.interrupt->check());
        }
    }
    return total;
}

Result<std::optional<RecordId>> firstMatch(const WriteScope& scope, const ChangeTask& task)
{
    auto candidates = Candidates::open(scope, task);
    TRY(candidates);
    auto ids = candidates->next(1);
    TRY(ids);
    return ids->empty() ? std::nullopt : std::optional(ids->front());
}

} // namespace sandglass::engine::writes
