// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/services/journal/journalled_command.h"
#include "app/services/restore/restore_folder.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class EngineProcess;
class JournalService;

/// The services that restore points need.
struct RestorePointNeeds
{
    ConnectionService& connections;
    EngineProcess& engine;
    JournalService& journal;
};

/// Makes a restore point: its folder, the journal's entry, the engine's copy, and the point's own
/// file; of a failure nothing stays. `point`: without an id. Errors: Storage, Server. Blocking; any
/// thread.
Result<RestorePoint> makeRestorePoint(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                      const RestoreFolder& folder, RestorePoint point,
                                      JournalledCommand& journal);

/// Copies of all data of the local engine: makes them while it runs, puts one back, deletes them.
/// GUI thread; the disk is read and written on worker threads.
class RestorePointService : public QObject
{
    Q_OBJECT
public:
    /// Finishes what a crash left of an earlier restore, so it must be made before the engine
    /// starts. `offered`: false in a rehearsal, which has none.
    RestorePointService(RestorePointNeeds needs, bool offered, QObject* parent = nullptr);

    /// Whether the window has restore points at all.
    bool isOffered() const { return m_offered; }
    /// Whether one can be made now: the local engine runs and is connected.
    bool canMake() const;
    /// Newest first.
    const std::vector<RestorePoint>& points() const { return m_points; }
    const RestorePoint* find(const QString& id) const;
    /// Whether points() has been read.
    bool isLoaded() const { return m_loaded; }
    /// A point is being made, restored or deleted; then nothing else can be.
    bool isBusy() const { return m_busy; }
    /// Why the points could not be read; unset after a success.
    const std::optional<Error>& error() const { return m_error; }
    const RestoreFolder& folder() const { return m_folder; }

    /// Reads the points anew.
    void refresh();
    /// Makes a point of the data as they are. Errors: Unsupported without the local engine,
    /// Conflict while busy, Storage or Server (14031 for a full disk); then nothing is left of it.
    QFuture<Result<RestorePoint>> make(RestoreCause cause);
    /// Makes the data what they were at a point: ends the engine, swaps the folders, starts it
    /// again when it ran. The data as they were become a restore point of their own. Errors:
    /// NotFound, Conflict while busy, Storage, and InvalidInput when the engine refuses the
    /// restored data; then the data are as before.
    QFuture<Result<void>> restore(QString id);
    /// Deletes a point. Errors: NotFound, Conflict while busy, Storage.
    QFuture<Result<void>> remove(QString id);

Q_SIGNALS:
    /// Points, busy or error have changed.
    void changed();

private:
    void followFolder();
    Result<void> enter();
    void leave();
    JournalledCommand journalled(const RestoreCause& cause, bool restores);
    QFuture<Result<void>> swap(const QString& former);
    QFuture<Result<void>> startAgain(const QString& former, const Result<void>& swapped);
    QFuture<Result<void>> swapBack(const QString& former);
    void finishMake(std::uint64_t entry, const Result<RestorePoint>& made);

    RestorePointNeeds m_needs;
    bool m_offered;
    RestoreFolder m_folder;
    std::vector<RestorePoint> m_points;
    Latest m_reading;
    bool m_loaded = false;
    bool m_busy = false;
    std::optional<Error> m_error;
};

} // namespace sandglass::services
