// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/ttl/draft.h"
#include "app/ttl/types.h"

#include <QFuture>
#include <QObject>
#include <QString>
#include <QStringList>

#include <variant>

namespace sandglass::services {

class EngineProcess;
class LocalConnection;
class RestorePointService;
class Settings;

/// A change of an index, and the index before it.
struct ProposedIndexChange
{
    ttl::IndexChange change;
    ttl::IndexSpec before;
};

/// What a rehearsal tries: nothing, a new index, or a change of an index.
using ProposedChange = std::variant<std::monostate, ttl::TtlIndexSpec, ProposedIndexChange>;

/// A rate that rehearsals are offered with: a minute of the copy's time per second.
inline constexpr int kMinuteASecond = 60;
/// The other rate: an hour per second.
inline constexpr int kHourASecond = 3'600;

/// The fastest rate: a day per second.
inline constexpr int kFastestRehearsal = 86'400;

/// The request for a rehearsal.
struct RehearsalRequest
{
    QString pointId; ///< id of the restore point to start from; empty: the current data
    int rate = kMinuteASecond; ///< how many times faster the clock runs, 1…kFastestRehearsal
    ProposedChange change; ///< made in the copy once it is open
    ttl::CancelToken cancel = {}; ///< ends the copying
};

/// A rehearsal that is ready to be opened. It has services of its own in `folder`; their engine
/// starts with `engineArguments` on the copy in <folder>/engine.
struct RehearsalPlan
{
    QString folder; ///< also holds a copy of the window's settings
    base::Time copyOf; ///< the time of the data, where the rehearsal's clock starts
    int rate = kMinuteASecond;
    ProposedChange change;

    /// Command-line arguments of the engine: rate and start of its clock, and a TTL monitor that is
    /// off until RehearsalRun starts it.
    QStringList engineArguments() const;
};

/// The services that preparing a rehearsal needs. All must outlive it.
struct RehearsalNeeds
{
    LocalConnection& connection;
    EngineProcess& engine;
    RestorePointService& points;
    Settings& settings;
};

/// Prepares rehearsals: copies of the local engine's data with a fast clock, in a folder beside the
/// data. The originals are never changed: a copy shares only files that no engine ever changes. The
/// main program opens what has been prepared. GUI thread; disk access is on worker threads.
class RehearsalService : public QObject
{
    Q_OBJECT
public:
    /// Removes what the rehearsals of ended programs left behind.
    explicit RehearsalService(RehearsalNeeds needs, QObject* parent = nullptr);

    /// Makes a copy, then emits prepared(). Errors: InvalidInput for a rate out of its range;
    /// Unsupported for the current data while
    /// RestorePointService::canMake() is false; NotFound for an unknown restore point; Storage;
    /// Server.
    QFuture<Result<void>> prepare(RehearsalRequest request);
    /// Removes the copy of a rehearsal whose engine has ended.
    void discard(const RehearsalPlan& plan);

Q_SIGNALS:
    /// A copy is ready to be opened.
    void prepared(const sandglass::services::RehearsalPlan& plan);

private:
    /// Copies a restore point. Errors: NotFound, Storage, Cancelled.
    QFuture<Result<RehearsalPlan>> copyPoint(const RehearsalPlan& plan,
                                             const RehearsalRequest& request);
    /// Lets the engine copy its current data. Errors: Storage, Server, Cancelled.
    QFuture<Result<RehearsalPlan>> copyPresent(const RehearsalPlan& plan,
                                               const ttl::CancelToken& cancel);
    /// The folder of all rehearsals, beside that of the restore points.
    QString root() const;
    /// The window's settings.ini.
    QString settingsFile() const;
    /// Removes the folders of ended programs.
    void removeLeftovers();

    RehearsalNeeds m_needs;
    int m_made = 0; // number of copies, for the names of their folders
};

} // namespace sandglass::services
