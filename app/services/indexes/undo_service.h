// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/indexes/index_command.h"
#include "app/services/indexes/undo_plan.h"

#include <QFuture>
#include <QObject>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class IndexService;

/// What an undo would do, or why there is nothing to do.
using UndoOutlook = std::variant<UndoPlan, UndoObstacle>;

/// Checks that it is the same collection, and that the index still is as the plan expects, and
/// sends the plan's commands. Errors: Conflict when it is not (nothing is sent then), and those of
/// sendIndexCommand(). Blocking; any thread.
Result<IndexOutcome> sendUndo(const UndoPlan& plan, std::vector<PreparedIndexCommand>& commands,
                              ttl::TtlServer& server, const ttl::CallLimits& limits);

/// Reverts journalled changes of indexes, after working out what that means now. Documents that
/// have been deleted do not come back. GUI thread; no function blocks.
class UndoService : public QObject
{
    Q_OBJECT
public:
    /// The services must outlive this object.
    UndoService(ConnectionService& connections, IndexService& indexes, JournalService& journal,
                QObject* parent = nullptr);

    /// Reads the index as it is now and works out what reverting the entry would send. Sends no
    /// change. Errors: NotFound for an unknown entry, Conflict for one of another server than the
    /// connected one, and those of reading.
    QFuture<Result<UndoOutlook>> outlook(std::uint64_t entry);
    /// Carries out a plan; every command is journalled and read back like any other change.
    /// `deletes`: documents counted to be deleted at once. Errors: Conflict when the index is no
    /// longer as the plan expects (nothing is sent then), and those of IndexService::carryOut(). If
    /// a rebuild drops the index and cannot create the old one, it creates the dropped one again.
    /// If the answer to the creation is lost, it does not: the index is read back, and the old one
    /// may be there.
    QFuture<Result<void>> undo(UndoPlan plan, std::optional<std::int64_t> deletes);

private:
    /// Succeeds if the index is now as the plan of a rebuild wants it, else with `otherwise`.
    QFuture<Result<void>> rebuiltAllTheSame(const UndoPlan& plan, const Result<void>& otherwise);

    ConnectionService& m_connections;
    IndexService& m_indexes;
    JournalService& m_journal;
};

} // namespace sandglass::services
