// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/undo_service.h"

#include "app/services/indexes/index_service.h"

namespace sandglass::services {

namespace {

Error closed()
{
    return base::failure(Errc::Cancelled, "The window was closed.");
}

bool unchanged(const std::optional<ttl::IndexSpec>& planned,
               const std::optional<ttl::IndexSpec>& found)
{
    return planned.has_value() == found.has_value()
        && (!planned || sameDefinition(planned->listed, found->listed));
}

} // namespace

UndoService::UndoService(IndexService& indexes, JournalService& journal, QObject* parent)
    : QObject(parent)
    , m_indexes(indexes)
    , m_journal(journal)
{
}

QCoro::Task<Result<UndoOutlook>> UndoService::outlook(std::uint64_t entry)
{
    return look(this, entry);
}

QCoro::Task<Result<void>> UndoService::undo(UndoPlan plan, std::optional<std::int64_t> deletes)
{
    return send(this, std::move(plan), deletes);
}

QCoro::Task<Result<UndoOutlook>> UndoService::look(QPointer<UndoService> self, std::uint64_t id)
{
    const JournalEntry* known = self->m_journal.find(id);
    if (!known) {
        co_return Result<UndoOutlook>(
            base::failure(Errc::NotFound, "The journal has no such entry."));
    }
    const JournalEntry entry = *known;
    auto reading = self->m_indexes.read({entry.ns, entry.index});
    const Result<std::optional<ttl::IndexSpec>> present = co_await reading;
    if (!present) {
        co_return Result<UndoOutlook>(present.error());
    }
    co_return Result<UndoOutlook>(undoPlan(entry, *present));
}

QCoro::Task<Result<void>> UndoService::send(QPointer<UndoService> self, UndoPlan plan,
                                            std::optional<std::int64_t> deletes)
{
    auto reading = self->m_indexes.read(plan.index);
    const Result<std::optional<ttl::IndexSpec>> present = co_await reading;
    if (!self) {
        co_return Result<void>(closed());
    }
    if (!present) {
        co_return Result<void>(present.error());
    }
    if (!unchanged(plan.present, *present)) {
        co_return Result<void>(
            base::failure(Errc::Conflict, "The index was changed by somebody else meanwhile."));
    }
    ChangeNote note;
    note.deletes = deletes;
    note.undoes = plan.entry;
    auto sending = plan.way == UndoWay::Drop ? self->m_indexes.drop(plan.index, *plan.present, note)
        : plan.way == UndoWay::Change ? self->m_indexes.change(plan.change, *plan.present, note)
        : plan.way == UndoWay::Create ? make(self, plan, deletes)
                                      : rebuild(self, plan, deletes);
    const Result<void> answer = co_await sending;
    co_return answer;
}

QCoro::Task<Result<void>> UndoService::make(QPointer<UndoService> self, UndoPlan plan,
                                            std::optional<std::int64_t> deletes)
{
    ChangeNote note;
    note.deletes = deletes;
    note.undoes = plan.entry;
    if (plan.present) {
        note.replaces = plan.present->listed;
    }
    auto making = self->m_indexes.restore(plan.index.ns, plan.definition, std::move(note));
    const Result<ttl::IndexRef> made = co_await making;
    co_return made ? Result<void>() : Result<void>(made.error());
}

QCoro::Task<Result<void>> UndoService::rebuild(QPointer<UndoService> self, UndoPlan plan,
                                               std::optional<std::int64_t> deletes)
{
    auto dropping = self->m_indexes.drop(plan.index, *plan.present);
    const Result<void> dropped = co_await dropping;
    if (!dropped || !self) {
        co_return dropped ? Result<void>(closed()) : dropped;
    }
    auto making = make(self, plan, deletes);
    const Result<void> made = co_await making;
    if (made || !self) {
        co_return made;
    }
    auto repairing = self->m_indexes.restore(plan.index.ns, plan.present->listed);
    const Result<ttl::IndexRef> repaired = co_await repairing;
    Error failure = made.error();
    co_return Result<void>(
        repaired ? std::move(failure).during("making the old index (it is as before the undo)")
                 : std::move(failure).during("making the old index (it is missing now)"));
}

} // namespace sandglass::services

#include "moc_undo_service.cpp"
