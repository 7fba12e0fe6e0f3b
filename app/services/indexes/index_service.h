// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/indexes/index_command.h"
#include "app/services/journal/journal_service.h"
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

/// What to count before a rule is made or changed.
struct EffectQuery
{
    Rule after; ///< the rule as it would be
    std::optional<Rule> before; ///< the rule as it is; unset: nothing expires today
    QTimeZone zone;
    ttl::CancelToken cancel;
};

/// The effect of a rule, and the picture of before and after over the same buckets.
struct EffectAnswer
{
    Result<ttl::Impact> impact = base::failure(Errc::Cancelled, "not counted");
    base::Time now;
    std::vector<base::Time> edges;
    std::optional<ttl::ExpiryHistogram> before;
    std::optional<ttl::ExpiryHistogram> after;
    std::int64_t bucketSpanSeconds
        = 0; ///< of a time series: `impact` counts the most that can go, since which buckets are
             ///< whole only the server knows; the pictures show when each is gone at the latest
};

/// The indexes of a collection after a change.
struct IndexesNow
{
    std::optional<std::vector<ttl::IndexSpec>> read; ///< all of them; unset: not read back
};

/// Counts effects, makes, changes and drops indexes. Every command is journalled before it is sent
/// and read back after it; a value other than the one asked for is an error. GUI thread.
class IndexService : public QObject
{
    Q_OBJECT
public:
    IndexService(ConnectionService& connections, ForecastService& forecasts,
                 JournalService& journal, TaskService& tasks, QObject* parent = nullptr);

    /// The indexes of a collection, read now.
    QFuture<Result<std::vector<ttl::IndexSpec>>> list(protocol::Namespace ns);
    /// One index, or a collection's own rule as ttl::ownRule() has it, read now; unset when there
    /// is none, nor a collection.
    QFuture<Result<std::optional<ttl::IndexSpec>>> read(ttl::IndexRef index);
    /// Field names and their types out of a sample of 200 documents.
    QFuture<Result<std::vector<ttl::FieldCandidate>>> candidates(protocol::Namespace ns);
    /// Counts what a rule would delete at once and how the timeline would look.
    QFuture<EffectAnswer> effect(EffectQuery query);

    /// Sends createIndexes and reads the index back. Errors: NotPermitted while locked, Storage
    /// when the journal cannot be written (nothing is sent then), Conflict when the index read back
    /// differs, Server and the others as they come.
    QFuture<Result<ttl::IndexRef>> create(ttl::TtlIndexSpec spec, ChangeNote note = {});
    /// Sends collMod and reads back. `before`: the index (or own rule) as it was, for the journal.
    /// Errors as for create().
    QFuture<Result<void>> change(ttl::IndexChange change, ttl::IndexSpec before,
                                 ChangeNote note = {});
    /// Sends dropIndexes and checks that the index is gone.
    QFuture<Result<void>> drop(ttl::IndexRef index, ttl::IndexSpec before, ChangeNote note = {});
    /// Makes an index again exactly as a server once listed it, with every option; for undoing.
    QFuture<Result<ttl::IndexRef>> restore(protocol::Namespace ns, bson::Document listed,
                                           ChangeNote note = {});

    /// What a job does with its commands on a worker thread, in the order in which they were given.
    using Steps = std::function<Result<IndexOutcome>(std::vector<PreparedIndexCommand>&,
                                                     ttl::TtlServer&, const ttl::CallLimits&)>;
    /// Runs `steps` with commands on one collection, at least one. What is not sent leaves no trace
    /// in the journal. Errors: NotPermitted while locked, and those of `steps`.
    QFuture<Result<void>> carryOut(std::vector<IndexCommand> commands, Steps steps);

Q_SIGNALS:
    /// The indexes of this collection have changed, or may have.
    void indexesChanged(const sandglass::protocol::Namespace& ns,
                        const sandglass::services::IndexesNow& now);

private:
    QFuture<Result<ttl::Impact>> count(const EffectQuery& query, base::Time now);
    Result<void> finish(const protocol::Namespace& ns, const std::vector<std::uint64_t>& ids,
                        const Result<IndexOutcome>& outcome);

    ConnectionService& m_connections;
    ForecastService& m_forecasts;
    JournalService& m_journal;
    TaskService& m_tasks;
};

} // namespace sandglass::services
