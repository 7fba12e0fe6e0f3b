// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/rehearsal_service.h"

#include "app/bson/builder.h"
#include "app/platform/files.h"
#include "app/platform/process.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/on_worker.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/local_connection.h"
#include "app/services/engine/engine_process.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kCopyTimeout{120};
// for a cancelled copy to end before its folder is removed
constexpr std::chrono::seconds kCopyCleanup{2};

// Failures are ignored: the next start of a program removes leftovers again.
void removeOnWorker(const QString& path)
{
    onWorker([path]() -> Result<void> {
        QDir(path).removeRecursively();
        return {};
    });
}

// Folders are named <process id>-<number>; those of running programs are left alone.
bool isOfARunningProgram(const QString& name)
{
    const qint64 process = name.section(u'-', 0, 0).toLongLong();
    return platform::isProcessRunning(process);
}

// Creates a rehearsal's folder with the settings that it shares with the window: zone, theme,
// language.
Result<void> makeFolder(const QString& folder, const QString& settingsFile)
{
    if (!QDir().mkpath(folder) || !platform::makePrivate(QFile::encodeName(folder).toStdString())) {
        return base::failure(Errc::Storage,
                             "The folder cannot be created: " + folder.toStdString());
    }
    QFile::copy(settingsFile, folder + u"/settings.ini"_s);
    return {};
}

QString engineFolder(const RehearsalPlan& plan)
{
    return plan.folder + u"/engine"_s;
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
    return m_needs.points.folder().rehearsals();
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

QFuture<Result<void>> RehearsalService::prepare(RehearsalRequest request)
{
    if (request.rate < 1 || request.rate > kFastestRehearsal) {
        return knownAnswer(Result<void>(
            base::failure(Errc::InvalidInput, "A rehearsal's clock cannot run at this rate.")));
    }
    const RestorePointService& points = m_needs.points;
    const RestorePoint* point = points.find(request.pointId);
    if (request.pointId.isEmpty() && !points.canMake()) {
        return knownAnswer(Result<void>(
            base::failure(Errc::Unsupported, "Only the local engine's data can be rehearsed.")
                .because(base::LocalReason::LocalEngineOnly)));
    }
    if (!request.pointId.isEmpty() && !point) {
        return knownAnswer(
            Result<void>(base::failure(Errc::NotFound, "There is no such restore point.")));
    }
    RehearsalPlan plan;
    plan.folder = u"%1/%2-%3"_s.arg(root(), QString::number(QCoreApplication::applicationPid()),
                                    QString::number(++m_made));
    plan.rate = request.rate;
    plan.change = std::move(request.change);
    // for the current data only until the engine reports the time of its checkpoint
    plan.copyOf = point ? point->at : m_needs.connection.get()->serverNow();
    const QFuture<Result<RehearsalPlan>> copying
        = point ? copyPoint(plan, request) : copyPresent(plan, request.cancel);
    return then(copying, this, [this, folder = plan.folder](const Result<RehearsalPlan>& copied) {
        if (!copied) {
            removeOnWorker(folder);
            return Result<void>(copied.error());
        }
        Q_EMIT prepared(*copied);
        return Result<void>();
    });
}

QFuture<Result<RehearsalPlan>> RehearsalService::copyPoint(const RehearsalPlan& plan,
                                                           const RehearsalRequest& request)
{
    return onWorker([plan, settings = settingsFile(), folder = m_needs.points.folder(),
                     pointId = request.pointId,
                     cancel = request.cancel]() -> Result<RehearsalPlan> {
        TRY(makeFolder(plan.folder, settings));
        TRY(folder.copyData(pointId, engineFolder(plan), cancel));
        return plan;
    });
}

QFuture<Result<RehearsalPlan>> RehearsalService::copyPresent(const RehearsalPlan& plan,
                                                             const ttl::CancelToken& cancel)
{
    return m_needs.connection.get()->runChange(
        [plan, settings = settingsFile()](ttl::TtlServer& server,
                                          const ttl::CallLimits& limits) -> Result<RehearsalPlan> {
            TRY(makeFolder(plan.folder, settings));
            const std::string path = engineFolder(plan).toStdString();
            const Result<bson::Document> reply = server.runCommand(
                "admin", bson::makeDocument("sandglassCheckpoint", 1, "path", path), limits);
            TRY(reply);
            RehearsalPlan copied = plan;
            copied.copyOf = (*reply)["at"].asDate().time();
            return copied;
        },
        {kCopyTimeout, cancel}, kCopyCleanup);
}

QString RehearsalService::settingsFile() const
{
    return m_needs.settings.folder() + u"/settings.ini"_s;
}

void RehearsalService::discard(const RehearsalPlan& plan)
{
    removeOnWorker(plan.folder);
}

} // namespace sandglass::services

#include "moc_rehearsal_service.cpp"
