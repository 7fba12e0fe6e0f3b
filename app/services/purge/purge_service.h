// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/services/purge/archive_record.h"
#include "app/services/purge/archive_service.h"
#include "app/services/purge/purge_batch.h"
#include "app/services/purge/purge_job.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class EngineProcess;

/// What the user asked for.
struct PurgeRequest
{
    ttl::ImpactRequest rule; ///< with the `now` that it was counted by
    std::string index; ///< for the record; may be empty
    std::int64_t counted = 0; ///< documents, for the progress
    PurgeOptions options;
    std::optional<archive::Format> archive; ///< unset: none is written
    QString archiveFolder; ///< where the archive's own folder is made
    bool archiveOnly = false; ///< delete nothing
};

/// Preparing: an archive or the rest is being checked before going on.
enum class PurgePhase { Archiving, Preparing, Running, Waiting, OutsideHours, Paused, Ended };

/// Why a purge stands still.
enum class PauseReason {
    User,
    SlowBatch,
    ReplicationLag,
    Locked,
    Disconnected, ///< there is no connection, or it leads to another server
    Failure,
};

/// Where the purge stands.
struct PurgeStatus
{
    PurgePhase phase = PurgePhase::Ended;
    PauseReason reason = PauseReason::User; ///< in Paused
    std::optional<Error> error; ///< in Paused for Failure; in Ended when it failed
    bool cancelled = false; ///< in Ended
    bool verifying = false; ///< in Archiving: everything is written and is being read back
    bool archiveOnly = false;
    std::int64_t archived = 0; ///< documents written
    std::optional<double> perMinute; ///< deletions since it began or was resumed
    std::optional<base::Time> endedAt;
    base::Millis lastBatch{0};
    std::chrono::seconds lag{0}; ///< in Paused for ReplicationLag
};

/// What the service works with.
struct PurgeNeeds
{
    ConnectionService& connections;
    JournalService& journal;
    TaskService& tasks;
    ArchiveService& archives;
    const EngineProcess& engine; ///< whose folder tells one set of local data from another
};

/// Deletes what a rule would delete, in batches with pauses; one purge at a time. It is refused
/// while the connection is locked; locking by hand pauses it, the lock's own return after ten
/// minutes does not. What it was doing stands in purges/<id>.json below the data folder before each
/// batch, so that it can go on after the program was killed; it never goes on by itself. GUI
/// thread.
class PurgeService : public QObject
{
    Q_OBJECT
public:
    PurgeService(const PurgeNeeds& needs, const QString& folder, QObject* parent = nullptr);
    ~PurgeService() override;

    /// Counts what would go. Limits as for every count.
    QFuture<Result<ttl::Impact>> count(ttl::ImpactRequest rule, ttl::CancelToken cancel);

    /// Begins. Errors: Conflict while another is not ended, NotPermitted while locked, InvalidInput
    /// for options out of range, Storage when journal or state cannot be written.
    Result<void> start(const PurgeRequest& request);
    /// Stops before the next batch.
    void pause();
    /// Goes on after any pause. Errors: NotPermitted while locked, Conflict on another server.
    Result<void> resume();
    /// Goes on with one of unfinished(). Its archive is verified and the rest counted first.
    /// Errors: as start(), NotFound.
    Result<void> resumeUnfinished(const QString& id);
    /// Ends it before the next batch.
    void cancel();
    /// Forgets one of unfinished(); deletes nothing on the server.
    void discardUnfinished(const QString& id);

    /// The purge under way, or the last one; unset before the first.
    const std::optional<PurgeJob>& job() const { return m_job; }
    const PurgeStatus& status() const { return m_status; }
    bool isActive() const { return m_job && m_status.phase != PurgePhase::Ended; }
    /// Purges of earlier runs of the program on the connected server, oldest first.
    std::vector<PurgeJob> unfinished() const;

    /// The clock is looked at so often while waiting; tests shorten it.
    void setLongestTick(std::chrono::milliseconds tick) { m_longestTick = tick; }

Q_SIGNALS:
    /// job(), status() or unfinished() has changed.
    void changed();
    /// Documents of this collection have gone.
    void documentsChanged(const sandglass::protocol::Namespace& ns);

private:
    void loadUnfinished();
    Result<void> checkReady(const QString& server, bool deletes) const;
    QString serverKey() const;
    void begin(PurgeJob job);
    Result<void> writeArchive(const PurgeRequest& request);
    void finishArchive(const Result<Archive>& archive);
    void prepare();
    void recheckArchive();
    void recount();
    Result<void> startDeleting();
    Result<void> journal();
    void tick();
    void watchArchive();
    std::optional<PauseReason> obstacle();
    void sendBatch();
    void finishBatch(const Result<BatchAnswer>& answer);
    void take(const BatchAnswer& answer);
    void halt(PauseReason reason, std::optional<Error> error = {});
    void finish(const std::optional<Error>& error);
    void show(PurgePhase phase);
    void showProgress();
    void connectTasks();
    void wakeIn(std::chrono::milliseconds wait);
    Result<void> save() const;
    QString fileOf(const QString& id) const;

    PurgeNeeds m_needs;
    QString m_folder;
    std::vector<PurgeJob> m_unfinished; // of all servers
    std::optional<PurgeJob> m_job;
    PurgeStatus m_status;
    bool m_pauseAsked = false;
    int m_fruitless = 0; // batches in a row that found documents and deleted none
    ttl::CancelToken m_cancel;
    std::shared_ptr<ArchiveProgress> m_archiving;
    std::optional<std::uint64_t> m_journalled;
    std::uint64_t m_task = 0;
    Latest m_call; // on its way
    base::Time m_nextAt;
    std::optional<base::Time> m_unlockedUntil; // as last seen
    std::int64_t m_deletedHere = 0; // since it began or was resumed
    base::Millis m_workedHere{0}; // batches and pauses of them
    std::chrono::milliseconds m_longestTick{500};
    QTimer m_timer;
};

} // namespace sandglass::services
