// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/restore_point_service.h"

#include "app/bson/builder.h"
#include "app/services/calls/on_worker.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/journal/journal_service.h"

#include <QCoroFuture>
#include <QDir>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// copying the journal takes longest; it has at most 96 MiB
constexpr std::chrono::seconds kMakeTimeout{120};

bool isResting(EngineProcessPhase phase)
{
    return phase == EngineProcessPhase::Stopped || phase == EngineProcessPhase::Failed;
}

bool isDecided(EngineProcessPhase phase)
{
    return isResting(phase) || phase == EngineProcessPhase::Running;
}

// Finishes when the engine is in such a phase; cancelled when the engine is destroyed before.
QFuture<void> phaseReached(EngineProcess& engine, bool (*wanted)(EngineProcessPhase))
{
    auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    QFuture<void> future = promise->future();
    if (wanted(engine.phase())) {
        promise->finish();
        return future;
    }
    auto* watcher = new QObject(&engine);
    QObject::connect(&engine, &EngineProcess::phaseChanged, watcher,
                     [promise, watcher, wanted, &engine] {
                         if (wanted(engine.phase())) {
                             promise->finish();
                             watcher->deleteLater();
                         }
                     });
    return future;
}

auto checkpointCall(const QString& path)
{
    return [path = path.toStdString()](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.runCommand(
            "admin", bson::makeDocument("sandglassCheckpoint", 1, "path", path), limits);
    };
}

Error windowClosed()
{
    return base::failure(Errc::Cancelled, "The window was closed.");
}

} // namespace

RestorePointService::RestorePointService(RestorePointNeeds needs, bool offered, QObject* parent)
    : QObject(parent)
    , m_needs(needs)
    , m_offered(offered)
    , m_folder(needs.engine.folder())
{
    if (!m_offered) {
        return;
    }
    m_folder.recover();
    // by name, and before anything new can be begun
    for (const QString& path : m_folder.unfinished()) {
        onWorker([path]() -> Result<void> {
            QDir(path).removeRecursively();
            return {};
        });
    }
    connect(&m_needs.connections, &ConnectionService::stateChanged, this,
            &RestorePointService::changed);
    connect(&m_needs.engine, &EngineProcess::phaseChanged, this,
            &RestorePointService::followFolder);
    refresh();
}

// The engine may be started on another folder, whose points lie elsewhere.
void RestorePointService::followFolder()
{
    const RestoreFolder folder(m_needs.engine.folder());
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
        && m_needs.connections.isConnected() && m_needs.connections.state().local;
}

const RestorePoint* RestorePointService::find(const QString& id) const
{
    const auto found = std::ranges::find(m_points, id, &RestorePoint::id);
    return found == m_points.end() ? nullptr : &*found;
}

void RestorePointService::refresh()
{
    if (m_offered) {
        read(this);
    }
}

QCoro::Task<void> RestorePointService::read(QPointer<RestorePointService> self)
{
    const std::uint64_t ticket = ++self->m_reads;
    QFuture<Result<std::vector<RestorePoint>>> reading
        = onWorker([folder = self->m_folder] { return folder.list(); });
    Result<std::vector<RestorePoint>> points = co_await reading;
    // one that was quick may overtake an older one
    if (!self || ticket != self->m_reads) {
        co_return;
    }
    self->m_loaded = true;
    self->m_error.reset();
    if (points) {
        self->m_points = std::move(*points);
    } else {
        self->m_error = points.error();
    }
    Q_EMIT self->changed();
}

Result<void> RestorePointService::enter()
{
    if (m_busy) {
        return base::failure(Errc::Conflict,
                             "Another restore point is being made, restored or deleted.");
    }
    m_busy = true;
    Q_EMIT changed();
    return {};
}

void RestorePointService::leave()
{
    m_busy = false;
    Q_EMIT changed();
    refresh();
}

Result<std::uint64_t> RestorePointService::journalled(const RestoreCause& cause, bool restores)
{
    JournalEntry entry;
    entry.kind = restores ? JournalKind::RestoreData : JournalKind::MakeRestorePoint;
    entry.server = u"local"_s;
    entry.ns = cause.ns;
    entry.command = restores ? bson::makeDocument("restore", 1)
                             : bson::makeDocument("sandglassCheckpoint", 1);
    return m_needs.journal.begin(std::move(entry));
}

QCoro::Task<Result<RestorePoint>> RestorePointService::make(RestoreCause cause)
{
    return runMake(this, std::move(cause));
}

QCoro::Task<Result<RestorePoint>> RestorePointService::runMake(QPointer<RestorePointService> self,
                                                               RestoreCause cause)
{
    using Answer = Result<RestorePoint>;
    if (!self->canMake()) {
        co_return Answer(base::failure(Errc::Unsupported,
                                       "Restore points are made of the local engine's data only, "
                                       "while it runs and is connected."));
    }
    if (const Result<void> entered = self->enter(); !entered) {
        co_return Answer(entered.error());
    }
    RestorePoint point;
    point.at = self->m_needs.connections.serverNow();
    point.cause = std::move(cause);
    const RestoreFolder folder = self->m_folder;
    const Result<QString> begun = folder.begin(point.at);
    const Result<std::uint64_t> entry
        = begun ? self->journalled(point.cause, false) : Result<std::uint64_t>(begun.error());
    if (!entry) {
        self->leave();
        co_return Answer(entry.error());
    }
    point.id = *begun;
    QCoro::Task<Result<bson::Document>> copying = self->m_needs.connections.run(
        checkpointCall(folder.dataOf(point.id)), ttl::CallLimits{kMakeTimeout, {}});
    const Result<bson::Document> reply = co_await copying;
    if (reply) {
        point.at = (*reply)["at"].asDate().time();
        point.documents = (*reply)["documents"].toInt64();
    }
    QFuture<Answer> completing = onWorker([folder, point, reply]() -> Answer {
        Answer made = reply ? folder.complete(point) : Answer(reply.error());
        if (!made) {
            static_cast<void>(folder.remove(point.id).has_value());
        }
        return made;
    });
    Answer made = co_await completing;
    if (self) {
        if (made) {
            self->m_needs.journal.succeed(*entry, *reply, {}, made->documents.value_or(0));
            self->m_points.insert(self->m_points.begin(), *made);
        } else {
            self->m_needs.journal.fail(*entry, made.error());
        }
        self->leave();
    }
    co_return made;
}

QCoro::Task<Result<void>> RestorePointService::restore(QString id)
{
    return runRestore(this, std::move(id));
}

QCoro::Task<Result<void>> RestorePointService::runRestore(QPointer<RestorePointService> self,
                                                          QString id)
{
    const RestorePoint* found = self->find(id);
    if (!found) {
        co_return Result<void>(base::failure(Errc::NotFound, "There is no such restore point."));
    }
    if (const Result<void> entered = self->enter(); !entered) {
        co_return entered;
    }
    RestorePoint former;
    former.at = self->m_needs.connections.state().local ? self->m_needs.connections.serverNow()
                                                        : self->m_needs.connections.clock().now();
    former.cause.reason = RestoreReason::BeforeRestore;
    const Result<std::uint64_t> entry = self->journalled(found->cause, true);
    if (!entry) {
        self->leave();
        co_return Result<void>(entry.error());
    }
    // everything slow comes before the engine is ended: then two renames are left
    QFuture<Result<QString>> staging = onWorker([folder = self->m_folder, id, former]() mutable {
        folder.discardStaging();
        if (Result<void> copied = folder.copyData(id, folder.staging()); !copied) {
            return Result<QString>(copied.error());
        }
        Result<QString> begun = folder.begin(former.at);
        if (!begun) {
            return begun;
        }
        former.id = *begun;
        const Result<RestorePoint> written = folder.complete(former);
        return written ? begun : Result<QString>(written.error());
    });
    const Result<QString> staged = co_await staging;
    Result<void> answer = staged ? Result<void>() : Result<void>(staged.error());
    if (staged && self) {
        QCoro::Task<Result<void>> swapping = swap(self, *staged);
        answer = co_await swapping;
    }
    if (!self) {
        co_return Result<void>(windowClosed());
    }
    if (answer) {
        self->m_needs.journal.succeed(*entry, {});
    } else {
        self->m_needs.journal.fail(*entry, answer.error());
    }
    self->leave();
    co_return answer;
}

QCoro::Task<Result<void>> RestorePointService::swap(QPointer<RestorePointService> self,
                                                    QString former)
{
    const RestoreFolder folder = self->m_folder;
    const bool ran = !isResting(self->m_needs.engine.phase());
    if (ran) {
        self->m_needs.engine.stop();
    }
    QFuture<void> stopping = phaseReached(self->m_needs.engine, &isResting);
    co_await stopping;
    QFuture<Result<void>> swapping = onWorker([folder, former] {
        Result<void> swapped = folder.swapIn(former);
        if (!swapped) {
            folder.discardStaging();
            static_cast<void>(folder.remove(former).has_value()); // it never got data
        }
        return swapped;
    });
    Result<void> swapped = co_await swapping;
    if (!self) {
        co_return swapped;
    }
    if (ran) {
        self->m_needs.engine.start();
        QFuture<void> starting = phaseReached(self->m_needs.engine, &isDecided);
        co_await starting;
    }
    if (!self || !swapped || !ran || self->m_needs.engine.phase() != EngineProcessPhase::Failed) {
        co_return swapped;
    }
    const Error refused = self->m_needs.engine.error().value_or(windowClosed());
    QFuture<Result<void>> back = onWorker([folder, former] { return folder.swapBack(former); });
    const Result<void> taken = co_await back;
    if (self && taken) {
        self->m_needs.engine.start();
    }
    co_return Result<void>(taken ? refused : taken.error());
}

QCoro::Task<Result<void>> RestorePointService::remove(QString id)
{
    return runRemove(this, std::move(id));
}

QCoro::Task<Result<void>> RestorePointService::runRemove(QPointer<RestorePointService> self,
                                                         QString id)
{
    if (!self->find(id)) {
        co_return Result<void>(base::failure(Errc::NotFound, "There is no such restore point."));
    }
    if (const Result<void> entered = self->enter(); !entered) {
        co_return entered;
    }
    QFuture<Result<void>> removing
        = onWorker([folder = self->m_folder, id] { return folder.remove(id); });
    const Result<void> removed = co_await removing;
    if (self) {
        std::erase_if(self->m_points, [&](const RestorePoint& point) { return point.id == id; });
        self->leave();
    }
    co_return removed;
}

} // namespace sandglass::services

#include "moc_restore_point_service.cpp"
