// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/services/purge/archive_record.h"
#include "app/services/purge/archive_service.h"
#include "app/services/purge/purge_batch.h"
#include "app/services/purge/purge_file.h"
#include "app/services/purge/purge_job.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class EngineProcess;

/// What the user has asked for.
struct PurgeRequest
{
    ttl::ImpactRequest rule; ///< with the `now` of the count
    std::string index; ///< name of the rule's index, for the journal; may be empty
    std::int64_t counted = 0; ///< documents counted, for the progress
    bool countedExactly = true; ///< false: `counted` is an estimate
    PurgeOptions options;
    std::optional<archive::Format> archive; ///< unset: no archive is written
    QString archiveFolder; ///< the archive's own folder is created in it
    bool archiveOnly = false; ///< write the archive and delete nothing
};

/// Phase of a purge. Preparing: the archive is verified or the rest is counted before it resumes.
/// Waiting: between two batches. OutsideHours: until the allowed hours begin.
enum class PurgePhase { Archiving, Preparing, Running, Waiting, OutsideHours, Paused, Ended };

/// Why a purge is paused.
enum class PauseReason {
    User,
    SlowBatch,
    ReplicationLag,
    Locked,
    Disconnected, ///< there is no connection, or it is to another server
    Failure,
};

/// State of the purge. A comment names the phase in which a field is valid.
struct PurgeStatus
{
    PurgePhase phase = PurgePhase::Ended;
    PauseReason reason = PauseReason::User; ///< Paused
    std::optional<Error> error; ///< Paused with Failure; Ended if it failed
    bool cancelled = false; ///< Ended
    bool verifying = false; ///< Archiving: everything is written; now it is read back
    bool archiveOnly = false;
    std::int64_t archived = 0; ///< documents in the archive so far
    std::optional<double> perMinute; ///< documents deleted per minute since start or resume()
    std::optional<base::Time> endedAt;
    base::Millis lastBatch{0};
    std::chrono::seconds lag{0}; ///< Paused with ReplicationLag
};

/// The services that a purge needs. All must outlive it.
struct PurgeNeeds
{
    ConnectionService& connections;
    JournalService& journal;
    TaskService& tasks;
    ArchiveService& archives;
    const EngineProcess& engine; ///< its folder identifies the local data
    /// Whether another connection of the program works on the purge with this id. Empty: there is
    /// no other one.
    std::function<bool(const QString& id)> isElsewhere = {};
};

/// Deletes what a rule would delete, in batches with pauses in between, one purge at a time. It is
/// refused while the connection is locked. If the user locks the connection it pauses; the
/// automatic lock after ten minutes does not matter. Its state is saved to purges/<id>.json in the
/// data folder before each batch, so the user can resume it after the program was killed. After a
/// lost connection it goes on by itself, on the same server and collection only; in a later run of
/// the program it never does. GUI thread.
class PurgeService : public QObject
{
    Q_OBJECT
public:
    /// `folder`: the data folder. Reads unfinished() and removes leftovers of archives.
    PurgeService(PurgeNeeds needs, const QString& folder, QObject* parent = nullptr);
    ~PurgeService() override;

    /// Counts what the rule would delete, with the time limit kCountTimeout. Errors: the server's,
    /// Timeout, Cancelled.
    QFuture<Result<ttl::Impact>> count(ttl::ImpactRequest rule, ttl::CancelToken cancel);

    /// Starts a purge. Errors: Conflict while another one has not ended, Network without a
    /// connection, NotPermitted while locked, InvalidInput for options out of range. A journal or a
    /// state that cannot be written ends it, with Storage in status(), before anything is deleted.
    Result<void> start(const PurgeRequest& request);
    /// Pauses before the next batch. Writing an archive and Preparing cannot be paused.
    void pause();
    /// Resumes after any pause; success if it is not paused. Errors: Network, NotPermitted while
    /// locked, Conflict on another server.
    Result<void> resume();
    /// Resumes one of unfinished(), after its archive has been verified or the rest has been
    /// counted. Errors: as start(); NotFound.
    Result<void> resumeUnfinished(const QString& id);
    /// Ends the purge before the next batch.
    void cancel();
    /// Forgets one of unfinished(). Deletes nothing on the server.
    void discardUnfinished(const QString& id);

    /// The current purge, or the last one; unset before the first.
    const std::optional<PurgeJob>& job() const { return m_job; }
    /// The state of job().
    const PurgeStatus& status() const { return m_status; }
    /// Whether a purge has started and not ended; a paused one counts.
    bool isActive() const { return m_job && m_status.phase != PurgePhase::Ended; }
    /// Purges of earlier runs on the connected server, oldest first; none without a connection.
    std::vector<PurgeJob> unfinished() const;

    /// The longest time between two looks at the clock. Default: 500 ms. Tests shorten it.
    void setLongestTick(std::chrono::milliseconds tick) { m_longestTick = tick; }

Q_SIGNALS:
    /// job(), status() or unfinished() has changed.
    void changed();
    /// Documents of this collection may have been deleted.
    void documentsChanged(const sandglass::protocol::Namespace& ns);

private:
    /// Reads the files of earlier runs.
    void loadUnfinished();
    /// Errors: Network, Conflict for another server than `server`; NotPermitted if it `deletes`
    /// while locked.
    Result<void> checkReady(const QString& server, bool deletes) const;
    /// Identifies the connected server, or for the local engine its data.
    QString serverKey() const;
    /// Makes `job` the current purge, with all counters at zero.
    void begin(PurgeJob job);
    /// Starts to write the archive.
    void writeArchive(const PurgeRequest& request);
    /// Takes the finished archive, and starts to delete unless it is only archived.
    void finishArchive(const Result<Archive>& archive);
    /// Checks what may have changed since the purge stopped in an unknown state; then starts to
    /// delete.
    void prepare();
    /// Counts what a batch without an answer has deleted, then calls `next`.
    void settleLostBatch(std::function<void()> next);
    /// Goes on after the connection was lost and is back.
    void onConnected();
    /// Verifies the archive before resuming.
    void recheckArchive();
    /// Counts the rest before resuming.
    void recount();
    /// Has journal and state written by a worker, as both wait for the disk.
    void startDeleting();
    /// What startDeleting() has come to.
    struct Noted
    {
        bool journalled = false; ///< the journal entry is on the disk
        std::optional<Error> problem; ///< of the journal or the state
    };
    /// Starts the first batch; after a problem the purge pauses or ends.
    void beginBatches(const Result<Noted>& noted);
    /// What the journal says of this purge.
    JournalEntry journalEntry() const;
    /// The step of m_timer: decides what happens next.
    void tick();
    /// Shows the progress of the archive being written.
    void watchArchive();
    /// Why the next batch must not be sent; unset: it may.
    std::optional<PauseReason> obstacle();
    /// Saves the state and sends a batch; before the first one it reads the identity.
    void sendBatch();
    /// Reads which collection is purged, so that it is saved before anything is deleted from it.
    void identify();
    /// Takes the result of a batch and decides whether to go on, pause or end.
    void finishBatch(const Result<BatchAnswer>& answer);
    /// Adds the result of a batch to job() and status().
    void take(const BatchAnswer& answer);
    /// Pauses the purge, or ends it if it has been cancelled.
    void halt(PauseReason reason, std::optional<Error> error = {});
    /// Pauses because of an error: a lost connection lets the purge go on by itself.
    void haltAfter(const Error& error);
    /// Ends the purge and completes its journal entry.
    void finish(const std::optional<Error>& error);
    /// Enters a phase and announces it.
    void show(PurgePhase phase);
    /// Passes the progress to the task list.
    void showProgress();
    /// Follows Pause and Resume in the task list.
    void connectTasks();
    /// Calls tick() after `wait`, or after the longest tick if that is shorter.
    void wakeIn(std::chrono::milliseconds wait);
    /// Has the state of the job written by a worker. A failure is reported by the next batch.
    void save();
    /// The state before a batch: what it deletes is unknown if the program ends meanwhile.
    PurgeFile::State stateBeforeBatch();
    /// Whether one of m_unfinished is still that: another connection may have taken it over.
    bool isOurs(const PurgeJob& job) const;
    /// The file of a job.
    QString fileOf(const QString& id) const;

    PurgeNeeds m_needs;
    QString m_folder;
    std::vector<PurgeJob> m_unfinished; // of all servers
    std::optional<PurgeJob> m_job;
    PurgeStatus m_status;
    bool m_pauseRequested = false;
    std::shared_ptr<SharedBatchTrace> m_trace; // of the batch in progress or the last one
    bool m_answerLost = false; // to the last batch
    bool m_exactBefore = true; // whether the batches before that one are all counted
    std::int64_t m_countedAlready = 0; // deleted archived documents that come up again
    bool m_identityRead = false; // of job(), before its first batch
    bool m_identityChecked = false; // on this connection
    int m_fruitless = 0; // batches in a row that found documents and deleted none
    ttl::CancelToken m_cancel;
    std::shared_ptr<ArchiveProgress> m_archiving;
    std::shared_ptr<PurgeFile> m_file; // of job(); shared with the workers that write it
    std::optional<JournalledCommand> m_entry; // of job(); unset before startDeleting()
    bool m_journalled = false; // m_entry is on the disk
    std::uint64_t m_task = 0;
    Latest m_call; // in progress
    base::Millis m_nextAt{0}; // of the next batch
    std::optional<base::Time> m_unlockedUntil; // as last seen
    ttl::ChangeKey m_key; // of the connection, since it was last seen unlocked
    std::int64_t m_deletedHere = 0; // since start or resume()
    base::Millis m_workedHere{0}; // batches and their pauses, since start or resume()
    std::chrono::milliseconds m_longestTick{500};
    QTimer m_timer;
};

} // namespace sandglass::services
