// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/indexes/index_command.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/outcome_check.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;

/// What to count before a rule is created or changed.
struct EffectQuery
{
    ttl::Rule after; ///< the rule as it would be
    std::optional<ttl::Rule> before; ///< the rule as it is; unset: nothing expires now
    QTimeZone zone;
    ttl::CancelToken cancel;
    std::vector<base::Time> edges = {}; ///< of the histograms, at least two, ascending, so that
                                        ///< those of several rules can be added; empty: from now on
                                        ///< over the longer period, at least a day, at most a year
};

/// The edges of a timeline from `now` on that shows rules whose longest period is `longestSeconds`:
/// as far as that reaches, at least a day and at most a year. Pure; any thread.
std::vector<base::Time> effectEdges(base::Time now, std::int64_t longestSeconds,
                                    const QTimeZone& zone);

/// The effect of a rule, and histograms of before and after over the same buckets.
struct EffectAnswer
{
    Result<ttl::Impact> impact = base::failure(Errc::Cancelled, "not counted");
    base::Time now;
    std::vector<base::Time> edges;
    std::optional<ttl::ExpiryHistogram> before;
    std::optional<ttl::ExpiryHistogram> after;
    /// Of a time series, otherwise 0. `impact` then counts the most that can be deleted, since only
    /// the server knows which buckets are complete; the histograms show when each is deleted at the
    /// latest.
    std::int64_t bucketSpanSeconds = 0;
};

/// The indexes of a collection after a change.
struct IndexesNow
{
    std::optional<std::vector<ttl::IndexSpec>> read; ///< all of them; unset: not read back
};

/// Counts effects, and creates, changes and drops indexes. Every command is journalled before it is
/// sent and its result is read back; an index other than the requested one is an error. GUI thread.
class IndexService : public QObject
{
    Q_OBJECT
public:
    /// All services must outlive this object.
    IndexService(ConnectionService& connections, ForecastService& forecasts,
                 JournalService& journal, TaskService& tasks, OutcomeCheck& outcomes);

    /// The indexes of a collection, read now. Errors: Cancelled; the server's.
    QFuture<Result<std::vector<ttl::IndexSpec>>> list(protocol::Namespace ns,
                                                      ttl::CancelToken cancel = {});
    /// One index, or a collection's own rule as ttl::ownRule() returns it, read now; unset when it
    /// does not exist, or the collection does not. Errors: the server's.
    QFuture<Result<std::optional<ttl::IndexSpec>>> read(ttl::IndexRef index);
    /// Field names and their types in a sample of 200 documents. Errors: the server's.
    QFuture<Result<std::vector<ttl::FieldCandidate>>> candidates(protocol::Namespace ns);
    /// Counts what a rule would delete at once, and how its documents would expire over time.
    /// Errors are in the answer.
    QFuture<EffectAnswer> effect(EffectQuery query);

    /// Sends createIndexes and reads the index back. Returns the new index. The task shows the
    /// progress that the server reports, and cancelling it ends the build there. Errors: Cancelled
    /// then, NotPermitted while locked, Storage when the journal cannot be written (nothing is sent
    /// then), Conflict when the index read back differs, Network, and the server's.
    QFuture<Result<ttl::IndexRef>> create(ttl::TtlIndexSpec spec, ChangeNote note = {});
    /// Sends collMod and reads the index back. `before`: the index (or own rule) before the change,
    /// for the journal. Cancelling the task ends the wait for the reply; the result is then what
    /// reading back shows, as after a lost reply. Errors: as create(); Cancelled when the change is
    /// not in effect, OutcomeUnknown when the server cannot be asked.
    QFuture<Result<void>> change(ttl::IndexChange change, ttl::IndexSpec before,
                                 ChangeNote note = {});
    /// Sends dropIndexes and checks that the index is gone. Errors: as change(); InvalidInput for a
    /// name that is none, or means all indexes.
    QFuture<Result<void>> drop(ttl::IndexRef index, ttl::IndexSpec before, ChangeNote note = {});
    /// Creates an index exactly as a server has listed it, with every option; for undoing. Errors:
    /// as create().
    QFuture<Result<ttl::IndexRef>> restore(protocol::Namespace ns, bson::Document listed,
                                           ChangeNote note = {});

    /// The steps of a job on its worker thread. They get the commands in the order in which
    /// carryOut() got them.
    using Steps = std::function<Result<IndexOutcome>(std::vector<PreparedIndexCommand>&,
                                                     ttl::TtlServer&, const ttl::CallLimits&)>;
    /// Runs `steps` with commands on one collection, at least one. A command that is not sent
    /// leaves no trace in the journal. Errors: NotPermitted while locked, and those of `steps`.
    QFuture<Result<void>> carryOut(std::vector<IndexCommand> commands, Steps steps);

Q_SIGNALS:
    /// A command has ended; its entry says how. For what it shows about the server.
    void commandEnded(const sandglass::services::JournalEntry& entry);
    /// The indexes of this collection have changed, or may have.
    void indexesChanged(const sandglass::protocol::Namespace& ns,
                        const sandglass::services::IndexesNow& now);

private:
    /// Makes a command and those instead of it ready to be sent; `ids` gets their numbers.
    PreparedIndexCommand prepare(IndexCommand command, std::vector<std::uint64_t>& ids);
    /// Counts what the rule would delete at `now`. Errors: Unsupported for a field that the server
    /// hides; the server's.
    QFuture<Result<ttl::Impact>> count(const EffectQuery& query, base::Time now);
    /// Announces the change, and completes the journal entries `ids` of an abandoned call. If the
    /// answer to a command was lost, the result is the outcome that is found out. `single`: the
    /// change is one command, whatever was tried instead of it.
    QFuture<Result<void>> finish(const protocol::Namespace& ns,
                                 const std::vector<std::uint64_t>& ids, bool single,
                                 const Result<IndexOutcome>& outcome);
    /// As finish(), after the build of an index was cancelled. A build that was complete before may
    /// have lost its index since, so that it is looked for.
    QFuture<Result<void>> finishCancelled(const std::vector<std::uint64_t>& ids, bool single,
                                          const Result<IndexOutcome>& outcome);

    ConnectionService& m_connections;
    ForecastService& m_forecasts;
    JournalService& m_journal;
    TaskService& m_tasks;
    OutcomeCheck& m_outcomes;
};

} // namespace sandglass::services
