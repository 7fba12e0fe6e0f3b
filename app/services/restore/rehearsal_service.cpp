// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/rehearsal_service.h"

#include "app/bson/builder.h"
#include "app/services/calls/on_worker.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"

#include <QCoreApplication>
#include <QCoroFuture>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kCopyTimeout{120};

void removeOnWorker(const QString& path)
{
    onWorker([path]() -> Result<void> {
        QDir(path).removeRecursively();
        return {};
    });
}

// Folders are named <process>-<number>, so that those of a running program are left alone.
bool isOfARunningProgram(const QString& name)
{
    const qint64 process = name.section(u'-', 0, 0).toLongLong();
    return process > 0 && QFileInfo::exists(u"/proc/%1"_s.arg(process));
}

// What a rehearsal is to share with the window it comes from: zone, theme, language.
Result<void> makeFolder(const QString& folder, const QString& settingsFile)
{
    if (!QDir().mkpath(folder)
        || !QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)) {
        return base::failure(Errc::Storage, "The folder cannot be made: " + folder.toStdString());
    }
    QFile::copy(settingsFile, folder + u"/settings.ini"_s);
    return {};
}

} // namespace

QStringList RehearsalPlan::engineArguments() const
{
    return {u"--clock-rate"_s,   QString::number(rate),
            u"--clock-start"_s,  QString::number(copyOf.time_since_epoch().count()),
            u"--setParameter"_s, u"ttlMonitorEnabled=false"_s};
}

RehearsalService::RehearsalService(RehearsalNeeds needs, QObject* parent)
    : QObject(parent)
    , m_needs(needs)
{
    if (m_needs.points.isOffered()) {
        removeLeftovers();
    }
}

QString RehearsalService::root() const
{
    return QFileInfo(m_needs.points.folder().root()).absolutePath() + u"/rehearsals"_s;
}

void RehearsalService::removeLeftovers()
{
    const QDir folder(root());
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!isOfARunningProgram(name)) {
            removeOnWorker(folder.filePath(name));
        }
    }
}

QCoro::Task<Result<void>> RehearsalService::prepare(RehearsalRequest request)
{
    return run(this, std::move(request));
}

QCoro::Task<Result<void>> RehearsalService::run(QPointer<RehearsalService> self,
                                                RehearsalRequest request)
{
    using Answer = Result<void>;
    const RestorePointService& points = self->m_needs.points;
    const RestorePoint* point = points.find(request.pointId);
    if (request.pointId.isEmpty() ? !points.canMake() : !point) {
        co_return request.pointId.isEmpty()
            ? Answer(
                base::failure(Errc::Unsupported, "Only the local engine's data can be rehearsed."))
            : Answer(base::failure(Errc::NotFound, "There is no such restore point."));
    }
    RehearsalPlan plan;
    plan.folder = u"%1/%2-%3"_s.arg(self->root())
                      .arg(QCoreApplication::applicationPid())
                      .arg(++self->m_made);
    plan.rate = request.rate;
    plan.change = std::move(request.change);
    plan.copyOf = point ? point->at : self->m_needs.connections.serverNow();
    const QString copy = plan.folder + u"/engine"_s;
    const QString settings = self->m_needs.settings.folder() + u"/settings.ini"_s;
    QFuture<Answer> making = onWorker(
        [plan, copy, settings, folder = points.folder(), id = request.pointId]() -> Answer {
            Answer made = makeFolder(plan.folder, settings);
            return made && !id.isEmpty() ? folder.copyData(id, copy) : made;
        });
    Answer made = co_await making;
    if (made && self && request.pointId.isEmpty()) {
        QCoro::Task<Result<bson::Document>> copying = self->m_needs.connections.run(
            [path = copy.toStdString()](ttl::TtlServer& server, const ttl::CallLimits& limits) {
                return server.runCommand(
                    "admin", bson::makeDocument("sandglassCheckpoint", 1, "path", path), limits);
            },
            ttl::CallLimits{kCopyTimeout, {}});
        const Result<bson::Document> reply = co_await copying;
        made = reply ? Answer() : Answer(reply.error());
        plan.copyOf = reply ? (*reply)["at"].asDate().time() : plan.copyOf;
    }
    if (!made || !self) {
        removeOnWorker(plan.folder);
        co_return made ? Answer(base::failure(Errc::Cancelled, "The window was closed.")) : made;
    }
    Q_EMIT self->prepared(plan);
    co_return made;
}

void RehearsalService::discard(const RehearsalPlan& plan)
{
    removeOnWorker(plan.folder);
}

} // namespace sandglass::services

#include "moc_rehearsal_service.cpp"
