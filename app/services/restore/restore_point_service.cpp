// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/restore_point_service.h"

#include "app/bson/builder.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/on_worker.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/local_connection.h"
#include "app/services/engine/engine_process.h"
#include "app/services/journal/journal_service.h"
#include "app/services/members/expiry_pause.h"
#include "app/services/restore/restore_swap.h"
#include "app/services/settings/settings.h"

#include <QDir>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// copying the engine's write-ahead log takes longest; it has at most 96 MiB
constexpr std::chrono::seconds kMakeTimeout{120};
// for a cancelled point to be removed
constexpr std::chrono::seconds kMakeCleanup{2};

// Whether the engine is not running and will not start by itself.
bool isStopped(EngineProcessPhase phase)
{
    return phase == EngineProcessPhase::Stopped || phase == EngineProcessPhase::Failed;
}

// Whether it is known if the engine runs.
bool isSettled(EngineProcessPhase phase)
{
    return isStopped(phase) || phase == EngineProcessPhase::Running;
}

// True as soon as the engine is in a phase that `wanted` accepts. The engine must outlive
// `context`.
QFuture<bool> phaseReached(EngineProcess& engine, bool (*wanted)(EngineProcessPhase),
                           QObject* context)
{
    if (wanted(engine.phase())) {
        return knownAnswer(true);
    }
    const QFuture<bool> changed
        = QtFuture::connect(&engine, &EngineProcess::phaseChanged).then([] { return true; });
    return then(changed, context, [&engine, wanted, context](bool /*changed*/) {
        return phaseReached(engine, wanted, context);
    });
}

} // namespace

RestorePointService::RestorePointService(RestorePointNeeds needs, bool offered, QObject* parent)
    : QObject(parent)
    , m_needs(std::move(needs))
    , m_offered(offered)
    , m_folder(m_needs.engine.folder(), m_needs.beforeMove)
{
    if (!m_offered) {
        return;
    }
    if (m_folder.recover()) {
        pauseExpiry();
        // after a failure the pause holds for this run, and is written later
        static_cast<void>(syncSettings(m_needs.settings.folder()).has_value());
    }
    // these paths are listed before anything new is begun, which would be unfinished as well
    for (const QString& path : m_folder.unfinished()) {
        onWorker([path]() -> Result<void> {
            QDir(path).removeRecursively();
            return {};
        });
    }
    connect(&m_needs.connection, &LocalConnection::changed, this, &RestorePointService::changed);
    connect(&m_needs.engine, &EngineProcess::phaseChanged, this,
            &RestorePointService::followFolder);
    refresh();
}

RestorePointService::~RestorePointService() = default;

// The engine may be started on another folder, with restore points of its own.
void RestorePointService::followFolder()
{
    const RestoreFolder folder(m_needs.engine.folder(), m_needs.beforeMove);
    if (folder.root() != m_folder.root() || folder.staging() != m_folder.staging()) {
        m_folder = folder;
        m_points.clear();
        m_loaded = false;
        refresh();
    }
    Q_EMIT changed();
}

bool RestorePointService::canMake() const
{
    return m_offered && m_needs.engine.phase() == EngineProcessPhase::Running
        && m_needs.connection.isConnected();
}

const RestorePoint* RestorePointService::find(const QString& id) const
{
    const auto found = std::ranges::find(m_points, id, &RestorePoint::id);
    return found == m_points.end() ? nullptr : &*found;
}

void RestorePointService::refresh()
{
    if (m_offered) {
        const auto reading = onWorker([folder = m_folder] { return folder.list(); });
        m_reading.ask(reading, this, [this](const Result<std::vector<RestorePoint>>& points) {
            m_loaded = true;
            m_error.reset();
            if (points) {
                m_points = *points;
            } else {
                m_error = points.error();
            }
            Q_EMIT changed();
        });
    }
}

Result<void> RestorePointService::enter(bool cancellable)
{
    if (m_busy) {
        return base::failure(Errc::Conflict,
                             "Another restore point is being made, restored or deleted.")
            .because(base::LocalReason::RestorePointsBusy);
    }
    m_busy = true;
    m_cancellable = cancellable;
    m_cancel = {};
    Q_EMIT changed();
    return {};
}

void RestorePointService::cancel()
{
    if (canCancel()) {
        m_cancel.cancel();
        Q_EMIT changed();
    }
}

void RestorePointService::leave()
{
    m_busy = false;
    Q_EMIT changed();
    refresh();
}

JournalledCommand RestorePointService::journalled(const RestoreCause& cause, bool restores)
{
    JournalEntry entry;
    entry.kind = restores ? JournalKind::RestoreData : JournalKind::MakeRestorePoint;
    entry.server = u"local"_s;
    entry.ns = cause.ns;
    entry.command = restores ? bson::makeDocument("restore", 1)
                             : bson::makeDocument("sandglassCheckpoint", 1);
    return m_needs.journal.prepare(std::move(entry));
}

Result<RestorePoint> makeRestorePoint(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                      const RestoreFolder& folder, RestorePoint point,
                                      JournalledCommand& journal)
{
    const Result<QString> begun = folder.begin(point.at);
    TRY(begun);
    point.id = *begun;
    // before the engine copies anything: what is in no journal must not happen
    if (Result<void> noted = journal.begin(); !noted) {
        static_cast<void>(folder.remove(point.id).has_value());
        return std::move(noted.error());
    }
    const Result<bson::Document> reply = server.runCommand(
        "admin",
        bson::makeDocument("sandglassCheckpoint", 1, "path", folder.dataOf(point.id).toStdString()),
        limits);
    if (reply) {
        point.at = (*reply)["at"].asDate().time();
        point.documents = (*reply)["documents"].toInt64();
    }
    // the engine may have made the copy although nobody waits for it any more
    Result<RestorePoint> made = !reply ? Result<RestorePoint>(reply.error())
        : limits.cancel.cancelled()    ? Result<RestorePoint>(
              base::failure(Errc::Cancelled, "Making the restore point was cancelled."))
                                    : folder.complete(point);
    if (made) {
        journal.succeed(*reply, {}, made->documents.value_or(0));
    } else {
        static_cast<void>(folder.remove(point.id).has_value());
        journal.fail(made.error());
    }
    return made;
}

QFuture<Result<RestorePoint>> RestorePointService::make(RestoreCause cause)
{
    using Answer = Result<RestorePoint>;
    if (!canMake()) {
        return knownAnswer(Answer(base::failure(Errc::Unsupported,
                                                "Restore points can be made only of the local "
                                                "engine's data, while the engine is running "
                                                "and connected.")
                                      .because(base::LocalReason::LocalEngineOnly)));
    }
    if (const Result<void> entered = enter(true); !entered) {
        return knownAnswer(Answer(entered.error()));
    }
    RestorePoint point;
    ConnectionService& engine = *m_needs.connection.get();
    point.at = engine.serverNow();
    point.cause = std::move(cause);
    JournalledCommand journal = journalled(point.cause, false);
    const auto work = [folder = m_folder, point = std::move(point),
                       journal](ttl::TtlServer& server, const ttl::CallLimits& limits) mutable {
        return makeRestorePoint(server, limits, folder, point, journal);
    };
    return then(engine.runChange(work, {kMakeTimeout, m_cancel}, kMakeCleanup), this,
                [this, id = journal.id()](const Answer& made) {
                    finishMake(id, made);
                    return made;
                });
}

void RestorePointService::finishMake(std::uint64_t entry, const Result<RestorePoint>& made)
{
    if (made) {
        m_points.insert(m_points.begin(), *made);
    } else {
        m_needs.journal.fail(entry, made.error()); // the worker may have been abandoned
    }
    leave();
}

QFuture<Result<OverdueData>> RestorePointService::overdueIn(QString id)
{
    using Answer = Result<OverdueData>;
    if (!find(id)) {
        return knownAnswer(
            Answer(base::failure(Errc::NotFound, "There is no such restore point.")));
    }
    if (const Result<void> entered = enter(true); !entered) {
        return knownAnswer(Answer(entered.error()));
    }
    // a point that is never completed: not listed, and removed at the next start after a crash
    const auto copying = onWorker(
        [folder = m_folder, id, at = m_needs.clock.now(), cancel = m_cancel]() -> Result<QString> {
            Result<QString> copy = folder.begin(at);
            TRY(copy);
            Result<void> copied = folder.copyData(id, folder.dataOf(*copy), cancel);
            if (!copied) {
                static_cast<void>(folder.remove(*copy).has_value());
                return copied.error();
            }
            return copy;
        });
    return then(copying, this, [this](const Result<QString>& copy) {
        if (!copy) {
            leave();
            return knownAnswer(Answer(copy.error()));
        }
        return then(lookInto(*copy), this, [this, copy = *copy](const Answer& answer) {
            return then(endLooking(copy), this, [this, answer](const Result<void>& /*removed*/) {
                leave();
                return answer;
            });
        });
    });
}

QFuture<Result<OverdueData>> RestorePointService::lookInto(const QString& copy)
{
    using Answer = Result<OverdueData>;
    EngineOptions options;
    options.program = m_needs.engine.program();
    options.folder = m_folder.dataOf(copy);
    options.extraArguments = QStringList{u"--setParameter"_s, u"ttlMonitorEnabled=false"_s};
    options.maxRestartsPerMinute = 0;
    m_looking = std::make_unique<EngineProcess>(std::move(options), m_needs.clock);
    m_looking->start();
    return then(phaseReached(*m_looking, &isSettled, this), this, [this](bool /*settled*/) {
        if (m_looking->phase() != EngineProcessPhase::Running) {
            return knownAnswer(Answer(m_looking->error().value_or(
                base::failure(Errc::Internal, "The engine did not start on the copy."))));
        }
        return onWorker([factory = m_needs.factory, uri = m_looking->uri().toStdString(),
                         now = m_needs.clock.now(), cancel = m_cancel]() -> Answer {
            ttl::CallLimits limits;
            limits.cancel = cancel;
            const auto server = factory->connect(uri, limits);
            TRY(server);
            return countAllOverdue(**server, now, limits);
        });
    });
}

QFuture<Result<void>> RestorePointService::endLooking(const QString& copy)
{
    m_looking->stop();
    return then(phaseReached(*m_looking, &isStopped, this), this, [this, copy](bool /*stopped*/) {
        m_looking.release()->deleteLater(); // the answer may come out of one of its signals
        return onWorker(
            [folder = m_folder, copy]() -> Result<void> { return folder.remove(copy); });
    });
}

QFuture<Result<void>> RestorePointService::restore(QString id)
{
    const RestorePoint* found = find(id);
    if (!found) {
        return knownAnswer(
            Result<void>(base::failure(Errc::NotFound, "There is no such restore point.")));
    }
    if (const Result<void> entered = enter(true); !entered) {
        return knownAnswer(entered);
    }
    RestorePoint former;
    // the engine's clock is known only while connected to it
    const ConnectionService* engine = m_needs.connection.get();
    former.at = engine ? engine->serverNow() : m_needs.clock.now();
    former.cause.reason = RestoreReason::BeforeRestore;
    JournalledCommand journal = journalled(found->cause, true);
    const auto staging = onWorker([folder = m_folder, id, former, begun = journal,
                                   cancel = m_cancel]() mutable -> Result<QString> {
        TRY(begun.begin());
        return stageRestore(folder, id, former, cancel);
    });
    const QFuture<Result<void>> swapped
        = then(staging, this, [this](const Result<QString>& staged) {
              if (!staged) {
                  return knownAnswer(Result<void>(staged.error()));
              }
              return m_cancel.cancelled() ? unstage(*staged) : swap(*staged);
          });
    return then(swapped, this, [this, journal](const Result<void>& answer) mutable {
        if (answer) {
            journal.succeed({});
        } else {
            journal.fail(answer.error());
        }
        leave();
        return answer;
    });
}

QFuture<Result<void>> RestorePointService::unstage(const QString& former)
{
    return onWorker([folder = m_folder, former]() -> Result<void> {
        folder.discardStaging();
        static_cast<void>(folder.remove(former).has_value()); // it got no data
        return base::failure(Errc::Cancelled, "The restore was cancelled.");
    });
}

// Stops the engine, swaps the folders, and starts the engine if it was running.
QFuture<Result<void>> RestorePointService::swap(const QString& former)
{
    // from here on there is no way back but to the end
    m_cancellable = false;
    Q_EMIT changed();
    const bool ran = !isStopped(m_needs.engine.phase());
    if (ran) {
        m_needs.engine.stop();
    }
    const QFuture<Result<void>> swapped
        = then(phaseReached(m_needs.engine, &isStopped, this), this,
               [this, former](bool /*stopped*/) { return swapWhilePaused(former); });
    return then(swapped, this, [this, ran, former](const Result<void>& done) {
        return ran ? startAgain(former, done) : knownAnswer(done);
    });
}

QFuture<Result<void>> RestorePointService::swapWhilePaused(const QString& former)
{
    pauseExpiry();
    const auto swapped
        = onWorker([folder = m_folder, former, settings = m_needs.settings.folder()] {
              return swapPaused(folder, former, settings);
          });
    return then(swapped, this, [this](const Result<void>& done) {
        if (!done) {
            takeBackPause();
        }
        return done;
    });
}

void RestorePointService::pauseExpiry()
{
    m_hasPaused = !isLocalExpiryPaused(m_needs.settings);
    if (m_hasPaused) {
        ExpiryPause pause;
        pause.server = u"local"_s;
        pause.since = m_needs.clock.now();
        pause.confirmed = true; // the engine is started so
        addPause(m_needs.settings, pause);
    }
}

void RestorePointService::takeBackPause()
{
    if (std::exchange(m_hasPaused, false)) {
        dropPause(m_needs.settings, u"local"_s, {}); // the data of before, and as before
    }
}

// Waits until the engine runs again. If it refuses the restored data, they are swapped back.
QFuture<Result<void>> RestorePointService::startAgain(const QString& former,
                                                      const Result<void>& swapped)
{
    m_needs.engine.start();
    return then(phaseReached(m_needs.engine, &isSettled, this), this,
                [this, former, swapped](bool /*settled*/) {
                    const bool refused
                        = swapped && m_needs.engine.phase() == EngineProcessPhase::Failed;
                    return refused ? swapBack(former) : knownAnswer(swapped);
                });
}

QFuture<Result<void>> RestorePointService::swapBack(const QString& former)
{
    const Error refused = m_needs.engine.error().value_or(
        base::failure(Errc::Internal, "The engine did not start."));
    const auto back = onWorker([folder = m_folder, former] { return folder.swapBack(former); });
    return then(back, this, [this, refused](const Result<void>& taken) {
        if (taken) {
            takeBackPause();
            m_needs.engine.start();
        }
        return Result<void>(taken ? refused : taken.error());
    });
}

QFuture<Result<void>> RestorePointService::remove(QString id)
{
    if (!find(id)) {
        return knownAnswer(
            Result<void>(base::failure(Errc::NotFound, "There is no such restore point.")));
    }
    if (const Result<void> entered = enter(false); !entered) {
        return knownAnswer(entered);
    }
    const auto removing = onWorker([folder = m_folder, id] { return folder.remove(id); });
    return then(removing, this, [this, id](const Result<void>& removed) {
        // after a failure, reading them again shows whether it is still a point
        if (removed) {
            std::erase_if(m_points, [&](const RestorePoint& point) { return point.id == id; });
        }
        leave();
        return removed;
    });
}

} // namespace sandglass::services

#include "moc_restore_point_service.cpp"
