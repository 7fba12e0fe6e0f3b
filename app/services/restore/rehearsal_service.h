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

class ConnectionService;
class EngineProcess;
class RestorePointService;
class Settings;

/// A change of an index with the index as it is.
struct ProposedIndexChange
{
    ttl::IndexChange change;
    ttl::IndexSpec before;
};

/// What a rehearsal tries: nothing, a new index, or a change of one.
using ProposedChange = std::variant<std::monostate, ttl::TtlIndexSpec, ProposedIndexChange>;

/// The rates that a rehearsal is offered with.
inline constexpr int kMinuteASecond = 60;
inline constexpr int kHourASecond = 3'600;

/// What to rehearse.
struct RehearsalRequest
{
    QString pointId; ///< of the restore point to begin with; empty: the data as they are now
    int rate = kMinuteASecond; ///< how many times faster the clock runs, 1 … 86 400
    ProposedChange change; ///< made in the copy as soon as it is open
};

/// A rehearsal that is ready to be opened: services of its own in `folder`, whose engine starts
/// with `engineArguments` on the copy in <folder>/engine.
struct RehearsalPlan
{
    QString folder; ///< has the settings of the window, too
    base::Time copyOf; ///< the moment of the data; the rehearsal's clock starts there
    int rate = kMinuteASecond;
    ProposedChange change;

    /// Also keeps the monitor waiting; RehearsalRun lets it go.
    QStringList engineArguments() const;
};

/// The services that preparing a rehearsal needs.
struct RehearsalNeeds
{
    ConnectionService& connections;
    EngineProcess& engine;
    RestorePointService& points;
    Settings& settings;
};

/// Prepares rehearsals: copies of the local engine's data with a fast clock, in a folder beside it.
/// The originals are never touched: a copy shares only files that neither engine ever changes.
/// Main opens what is prepared. GUI thread; the disk is used on worker threads.
class RehearsalService : public QObject
{
    Q_OBJECT
public:
    /// Removes what rehearsals of ended programs left behind.
    explicit RehearsalService(RehearsalNeeds needs, QObject* parent = nullptr);

    /// Copies, then announces prepared(). Errors: Unsupported where there are no restore points;
    /// for the data as they are now, as RestorePointService::canMake(); NotFound for a point;
    /// Storage, Server.
    QFuture<Result<void>> prepare(RehearsalRequest request);
    /// Removes the copy of a rehearsal that has ended; its engine must have.
    void discard(const RehearsalPlan& plan);

Q_SIGNALS:
    void prepared(const sandglass::services::RehearsalPlan& plan);

private:
    QFuture<Result<RehearsalPlan>> copyPoint(const RehearsalPlan& plan, const QString& pointId);
    QFuture<Result<RehearsalPlan>> copyPresent(const RehearsalPlan& plan);
    QString root() const;
    QString settingsFile() const;
    void removeLeftovers();

    RehearsalNeeds m_needs;
    int m_made = 0;
};

} // namespace sandglass::services
