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

class IndexService;

/// What an undo would do, or why there is nothing to do.
using UndoOutlook = std::variant<UndoPlan, UndoObstacle>;

/// Looks whether the index still is as the plan says and sends its commands. Errors: Conflict when
/// it is not (nothing is sent then), and those of sendIndexCommand(). Blocking; any thread.
Result<IndexOutcome> sendUndo(const UndoPlan& plan, std::vector<PreparedIndexCommand>& commands,
                              ttl::TtlServer& server, const ttl::CallLimits& limits);

/// Takes back journalled changes of indexes: looks first what that means now, then does it. Deleted
/// documents do not come back. GUI thread; nothing here waits.
class UndoService : public QObject
{
    Q_OBJECT
public:
    UndoService(IndexService& indexes, JournalService& journal, QObject* parent = nullptr);

    /// Reads the index as it is now and works out what taking the entry back would send. Sends no
    /// change. Errors: NotFound for an unknown entry, and those of reading.
    QFuture<Result<UndoOutlook>> outlook(std::uint64_t entry);
    /// Does it; every command is journalled and read back as for any change. `deletes`: what was
    /// counted to go at once. Errors: Conflict when the index is no longer as the plan says
    /// (nothing is sent then), else those of IndexService. When a rebuild can drop the index but
    /// not make the old one, the dropped one is made again.
    QFuture<Result<void>> undo(UndoPlan plan, std::optional<std::int64_t> deletes);

private:
    IndexService& m_indexes;
    JournalService& m_journal;
};

} // namespace sandglass::services
