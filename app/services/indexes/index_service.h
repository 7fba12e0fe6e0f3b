// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/ttl/draft.h"
#include "app/ttl/ttl_server.h"

#include <QCoroTask>
#include <QObject>
#include <QPointer>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;

/// What to count before a rule is made or changed.
struct EffectQuery
{
    ttl::Rule after; ///< the rule as it would be
    std::optional<ttl::Rule> before; ///< the rule as it is; unset: nothing expires today
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

/// What the journal is told of a change besides the command itself.
struct ChangeNote
{
    std::optional<std::int64_t> deletes; ///< counted to go at once; unset: not counted
    std::uint64_t undoes = 0; ///< the journal entry that this change takes back; 0: none
    std::optional<bson::Document> replaces; ///< restore() only: the index that it replaces
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
    QCoro::Task<Result<std::vector<ttl::IndexSpec>>> list(protocol::Namespace ns);
    /// One index, or a collection's own rule as ttl::ownRule() has it, read now; unset when there
    /// is none, nor a collection.
    QCoro::Task<Result<std::optional<ttl::IndexSpec>>> read(ttl::IndexRef index);
    /// Field names and their types out of a sample of 200 documents.
    QCoro::Task<Result<std::vector<ttl::FieldCandidate>>> candidates(protocol::Namespace ns);
    /// Counts what a rule would delete at once and how the timeline would look.
    QCoro::Task<EffectAnswer> effect(EffectQuery query);

    /// Sends createIndexes and reads the index back. Errors: NotPermitted while locked, Storage
    /// when the journal cannot be written (nothing is sent then), Conflict when the index read back
    /// differs, Server and the others as they come.
    QCoro::Task<Result<ttl::IndexRef>> create(ttl::TtlIndexSpec spec, ChangeNote note = {});
    /// Sends collMod and reads back. `before`: the index (or own rule) as it was, for the journal.
    /// Errors as for create().
    QCoro::Task<Result<void>> change(ttl::IndexChange change, ttl::IndexSpec before,
                                     ChangeNote note = {});
    /// Sends dropIndexes and checks that the index is gone.
    QCoro::Task<Result<void>> drop(ttl::IndexRef index, ttl::IndexSpec before,
                                   ChangeNote note = {});
    /// Makes an index again exactly as a server once listed it, with every option; for undoing.
    QCoro::Task<Result<ttl::IndexRef>> restore(protocol::Namespace ns, bson::Document listed,
                                               ChangeNote note = {});

Q_SIGNALS:
    /// The indexes of this collection have changed, or may have.
    void indexesChanged(const sandglass::protocol::Namespace& ns);

private:
    struct Command;
    struct Outcome;
    static QCoro::Task<EffectAnswer> effectFlow(QPointer<IndexService> self, EffectQuery query);
    static QCoro::Task<Result<std::optional<ttl::IndexSpec>>> send(QPointer<IndexService> self,
                                                                   Command command);
    static QCoro::Task<Result<ttl::IndexRef>> createFlow(QPointer<IndexService> self,
                                                         Command command);
    static QCoro::Task<Result<void>> changeFlow(QPointer<IndexService> self, Command command);

    ConnectionService& m_connections;
    ForecastService& m_forecasts;
    JournalService& m_journal;
    TaskService& m_tasks;
};

} // namespace sandglass::services
