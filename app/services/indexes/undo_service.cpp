// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/undo_service.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/journal/journalled_command.h"
#include "app/ttl/collations.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::services {

namespace {

bool unchanged(const std::optional<ttl::IndexSpec>& planned,
               const std::optional<ttl::IndexSpec>& found)
{
    return planned.has_value() == found.has_value()
        && (!planned || sameDefinition(planned->listed, found->listed));
}

// The commands of a rebuild: drop the index, create the old one, and, if that fails, create the
// dropped one again.
std::vector<IndexCommand> undoCommands(const UndoPlan& plan, std::optional<std::int64_t> deletes)
{
    ChangeNote note;
    note.deletes = deletes;
    note.undoes = plan.entry;
    switch (plan.way) {
    case UndoWay::Drop:
        return {removal(plan.index, *plan.present, note)};
    case UndoWay::Change:
        return {alteration(plan.change, *plan.present, note)};
    case UndoWay::Create:
    case UndoWay::Rebuild:
        break;
    }
    // lets the undo itself be undone: the entry names the index that it replaces
    if (plan.present) {
        note.replaces = ttl::listedWithCollation(*plan.present);
    }
    IndexCommand make = restoration(plan.index.ns, plan.definition, note);
    if (plan.way == UndoWay::Create) {
        return {std::move(make)};
    }
    return {removal(plan.index, *plan.present, {}), std::move(make),
            restoration(plan.index.ns, ttl::listedWithCollation(*plan.present), {})};
}

Error failureOf(const Result<IndexOutcome>& outcome)
{
    return outcome ? outcome->verdict.error() : outcome.error();
}

bool succeeded(const Result<IndexOutcome>& outcome)
{
    return outcome && outcome->verdict;
}

// Whether the old index may be there, or may come yet: the dropped one would be in its way.
bool mayHaveCome(const Result<IndexOutcome>& made, const std::string& name)
{
    if (!made) {
        return leavesOutcomeUnknown(made.error());
    }
    return !made->indexes
        || std::ranges::find(*made->indexes, name, &ttl::IndexSpec::name) != made->indexes->end();
}

// What a failed rebuild has left.
std::string_view leftBy(const UndoPlan& plan, ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    const Result<std::optional<ttl::IndexSpec>> now = readIndex(server, plan.index, limits);
    if (!now) {
        return "creating the old index (what is there now could not be read)";
    }
    if (!*now) {
        return "creating the old index (the index is missing now)";
    }
    return unchanged(plan.present, *now)
        ? "creating the old index (the index is the same as before the undo)"
        : "creating the old index (the index is another one now)";
}

// The third command is sent only when the second has failed for certain.
Result<IndexOutcome> rebuild(const UndoPlan& plan, std::vector<PreparedIndexCommand>& commands,
                             ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    Result<IndexOutcome> dropped = sendIndexCommand(commands[0], server, limits);
    if (!succeeded(dropped)) {
        return dropped;
    }
    Result<IndexOutcome> made = sendIndexCommand(commands[1], server, limits);
    if (succeeded(made)) {
        return made;
    }
    if (mayHaveCome(made, plan.index.name)) {
        return made ? made
                    : Result<IndexOutcome>(failureOf(made).during(
                        "creating the old index (the present one has been dropped)"));
    }
    const Result<IndexOutcome> repaired = sendIndexCommand(commands[2], server, limits);
    return failureOf(made).during(
        succeeded(repaired) ? "creating the old index (the index is the same as before the undo)"
                            : leftBy(plan, server, limits));
}

} // namespace

Result<IndexOutcome> sendUndo(const UndoPlan& plan, std::vector<PreparedIndexCommand>& commands,
                              ttl::TtlServer& server, const ttl::CallLimits& limits)
{
    const Result<ttl::DataIdentity> now = ttl::readIdentity(server, plan.index.ns, limits);
    TRY(now);
    TRY(ttl::checkSameData(plan.identity, *now));
    // createIndexes would make an empty collection of that name
    if (now->missing) {
        return base::failure(Errc::Conflict, "The collection no longer exists.")
            .because(base::LocalReason::CollectionGone);
    }
    const Result<std::optional<ttl::IndexSpec>> present = readIndex(server, plan.index, limits);
    TRY(present);
    if (!unchanged(plan.present, *present)) {
        return base::failure(Errc::Conflict, "The index has been changed in the meantime.")
            .because(base::LocalReason::IndexChanged);
    }
    return plan.way == UndoWay::Rebuild ? rebuild(plan, commands, server, limits)
                                        : sendIndexCommand(commands.front(), server, limits);
}

UndoService::UndoService(ConnectionService& connections, IndexService& indexes,
                         JournalService& journal, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_indexes(indexes)
    , m_journal(journal)
{
}

QFuture<Result<UndoOutlook>> UndoService::outlook(std::uint64_t entry)
{
    const JournalEntry* known = m_journal.find(entry);
    if (!known) {
        return knownAnswer(
            Result<UndoOutlook>(base::failure(Errc::NotFound, "The journal has no such entry.")));
    }
    const bool elsewhere
        = !known->server.isEmpty() && known->server != serverName(m_connections.state());
    if (elsewhere) {
        return knownAnswer(Result<UndoOutlook>(
            base::failure(Errc::Conflict, "The change was made on another server.")
                .because(base::LocalReason::ChangeOnOtherServer)));
    }
    return then(m_indexes.read({known->ns, known->index}), this,
                [entry = *known](const Result<std::optional<ttl::IndexSpec>>& present) {
                    return present ? Result<UndoOutlook>(undoPlan(entry, *present))
                                   : Result<UndoOutlook>(present.error());
                });
}

QFuture<Result<void>> UndoService::undo(UndoPlan plan, std::optional<std::int64_t> deletes)
{
    std::vector<IndexCommand> commands = undoCommands(plan, deletes);
    QFuture<Result<void>> sent = m_indexes.carryOut(
        std::move(commands),
        [plan](std::vector<PreparedIndexCommand>& prepared, ttl::TtlServer& server,
               const ttl::CallLimits& limits) { return sendUndo(plan, prepared, server, limits); });
    if (plan.way != UndoWay::Rebuild) {
        return sent;
    }
    return then(sent, this, [this, plan = std::move(plan)](const Result<void>& answer) {
        // that of the last command may have been lost, and what it asks for may be so
        return !answer && answer.error().reason == base::LocalReason::StepsUnknown
            ? rebuiltAllTheSame(plan, answer)
            : knownAnswer(Result<void>(answer));
    });
}

QFuture<Result<void>> UndoService::rebuiltAllTheSame(const UndoPlan& plan,
                                                     const Result<void>& otherwise)
{
    return then(
        m_indexes.read(plan.index), this,
        [wanted = plan.definition, otherwise](const Result<std::optional<ttl::IndexSpec>>& now) {
            const bool rebuilt = now && *now && sameDefinition((*now)->listed, wanted);
            return rebuilt ? Result<void>() : otherwise;
        });
}

} // namespace sandglass::services

#include "moc_undo_service.cpp"
