// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/services/journal/journalled_command.h"
#include "app/services/restore/overdue_count.h"
#include "app/services/restore/restore_folder.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

class EngineProcess;
class JournalService;
class LocalConnection;
class Settings;

/// The services that restore points need. All must outlive it.
struct RestorePointNeeds
{
    LocalConnection& connection;
    EngineProcess& engine;
    JournalService& journal;
    Settings& settings;
    std::shared_ptr<ttl::TtlServerFactory> factory; ///< to look into a point
    const base::Clock& clock;
    std::function<void()> beforeMove = {}; ///< see RestoreFolder; for tests
};

/// Makes a restore point: its folder, the journal entry, the engine's copy of the data, and
/// about.json. After a failure nothing of it remains. `point`: without an id. Errors: Storage,
/// Server, Cancelled. Blocking; any thread.
Result<RestorePoint> makeRestorePoint(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                      const RestoreFolder& folder, RestorePoint point,
                                      JournalledCommand& journal);

/// Restore points of the local engine: makes them while it runs, restores one, deletes them. GUI
/// thread; disk access is on worker threads.
class RestorePointService : public QObject
{
    Q_OBJECT
public:
    /// Completes or reverts a restore that a crash interrupted, and pauses expiry if that brings
    /// restored data, so construct it before the engine starts. `offered`: false in a rehearsal,
    /// which has no restore points.
    RestorePointService(RestorePointNeeds needs, bool offered, QObject* parent = nullptr);
    ~RestorePointService() override;

    /// Whether this window has restore points at all.
    bool isOffered() const { return m_offered; }
    /// Whether a point can be made now: the local engine is running and connected.
    bool canMake() const;
    /// The complete points, newest first.
    const std::vector<RestorePoint>& points() const { return m_points; }
    /// The point with this id; null when there is none. Valid until the next changed().
    const RestorePoint* find(const QString& id) const;
    /// Whether points() has been read.
    bool isLoaded() const { return m_loaded; }
    /// Whether a point is being made, restored or deleted; everything else is refused meanwhile.
    bool isBusy() const { return m_busy; }
    /// Whether cancel() can still end what isBusy(): not once the engine is being stopped for a
    /// restore, and not a deletion.
    bool canCancel() const { return m_busy && m_cancellable && !m_cancel.cancelled(); }
    /// Ends what is being made, counted or restored: its answer is Cancelled, and everything is as
    /// before. Does nothing unless canCancel().
    void cancel();
    /// Why the points could not be read; unset after a success.
    const std::optional<Error>& error() const { return m_error; }
    /// The files of the points.
    const RestoreFolder& folder() const { return m_folder; }

    /// Reads the points again.
    void refresh();
    /// Makes a point of the current data. Errors: Unsupported without the local engine, Conflict
    /// while busy, Storage, Server (OutOfDiskSpace for a full disk). Nothing of it remains then.
    QFuture<Result<RestorePoint>> make(RestoreCause cause);
    /// Counts what is overdue in a point now, by each rule: a second engine, with its TTL monitor
    /// off, opens a copy of the data for that. Errors: NotFound, Conflict while busy, Storage,
    /// Internal when that engine does not start, the server's.
    QFuture<Result<OverdueData>> overdueIn(QString id);
    /// Restores the data of a point: stops the engine, swaps the folders, and starts the engine
    /// again if it was running. Expiry is paused from then on, until somebody resumes it, since
    /// what is overdue in the point would be gone after a minute. The data before that become a
    /// restore point of their own. Errors: NotFound, Conflict while busy, Storage, and InvalidInput
    /// when the engine refuses the restored data; the data are as before then.
    QFuture<Result<void>> restore(QString id);
    /// Deletes a point. Errors: NotFound, Conflict while busy, Storage.
    QFuture<Result<void>> remove(QString id);

Q_SIGNALS:
    /// points(), isBusy() or error() has changed, or canMake() may have.
    void changed();

private:
    /// Follows the engine to another data folder.
    void followFolder();
    /// Sets isBusy(), and canCancel() if the action can be cancelled at first. Errors: Conflict if
    /// it is set already.
    Result<void> enter(bool cancellable);
    /// What was staged by a restore that was cancelled is removed. Errors: Cancelled.
    QFuture<Result<void>> unstage(const QString& former);
    /// Clears isBusy() and reads the points again.
    void leave();
    /// The journal's command for making a point, or with `restores` for restoring one.
    JournalledCommand journalled(const RestoreCause& cause, bool restores);
    /// Stops the engine, calls swapWhilePaused(), and starts the engine if it was running.
    QFuture<Result<void>> swap(const QString& former);
    /// Pauses expiry on the disk, calls swapIn(), and takes the pause back if that fails. The
    /// engine must not run. Errors: Storage.
    QFuture<Result<void>> swapWhilePaused(const QString& former);
    /// Starts the engine after swapIn(); undoes it if the engine refuses the data.
    QFuture<Result<void>> startAgain(const QString& former, const Result<void>& swapped);
    /// Starts the engine that looks into a copy, and counts. Errors: as overdueIn().
    QFuture<Result<OverdueData>> lookInto(const QString& copy);
    /// Ends that engine and removes the copy.
    QFuture<Result<void>> endLooking(const QString& copy);
    /// Lets the engine start with its TTL monitor off, this time and later. It is not on the disk
    /// yet.
    void pauseExpiry();
    /// Undoes what pauseExpiry() has changed.
    void takeBackPause();
    /// Calls RestoreFolder::swapBack() and starts the engine. Errors: always; why the engine
    /// refused the data, or Storage.
    QFuture<Result<void>> swapBack(const QString& former);
    /// Lists a new point, or completes the journal entry of one that failed.
    void finishMake(std::uint64_t entry, const Result<RestorePoint>& made);

    RestorePointNeeds m_needs;
    bool m_offered;
    RestoreFolder m_folder;
    std::vector<RestorePoint> m_points;
    Latest m_reading;
    bool m_loaded = false;
    bool m_busy = false;
    bool m_cancellable = false; // what is being done
    ttl::CancelToken m_cancel; // of it
    std::unique_ptr<EngineProcess> m_looking; // into a copy; null: not
    bool m_hasPaused = false; // pauseExpiry() by the restore that is running
    std::optional<Error> m_error;
};

} // namespace sandglass::services
