// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/purge/purge_words.h"

#include "app/presenters/effect/edit_words.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/limits.h"
#include "app/services/purge/purge_service.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Purge
{
    Q_DECLARE_TR_FUNCTIONS(Purge)
};

QString millisText(base::Millis millis)
{
    return Purge::tr("%Ln ms", nullptr, pluralCount(millis.count()));
}

QString pauseText(const services::PurgeJob& job, const services::PurgeStatus& status)
{
    switch (status.reason) {
    case services::PauseReason::User:
        return Purge::tr("Paused.");
    case services::PauseReason::SlowBatch:
        return Purge::tr("Paused: the last batch took %1, which is more than the limit of %2.")
            .arg(millisText(status.lastBatch),
                 millisText(job.options.latencyLimit.value_or(base::Millis(0))));
    case services::PauseReason::ReplicationLag:
        return Purge::tr("Paused: a secondary is %1 behind.")
            .arg(durationWords(status.lag.count()));
    case services::PauseReason::Locked:
        return Purge::tr("Paused: the connection was locked. Unlock it, then resume.");
    case services::PauseReason::Disconnected:
        return Purge::tr(
            "Paused: the connection to its server is lost. The purge goes on when it is back.");
    case services::PauseReason::Failure:
        break;
    }
    return Purge::tr("Stopped by an error; nothing more is deleted until you resume.");
}

// A batch whose reply was lost may have deleted more.
QString deletedText(const services::PurgeJob& job)
{
    const int count = pluralCount(job.deleted);
    return job.deletedExact ? Purge::tr("%Ln document(s) deleted", nullptr, count)
                            : Purge::tr("At least %Ln document(s) deleted", nullptr, count);
}

// Empty when it is not known: nothing was counted, or more was deleted than was estimated.
QString leftText(const services::PurgeJob& job)
{
    if (!isLeftKnown(job)) {
        return {};
    }
    const int count = pluralCount(job.left());
    if (!job.totalExact) {
        return Purge::tr("about %Ln left", nullptr, count);
    }
    return job.deletedExact ? Purge::tr("%Ln left", nullptr, count)
                            : Purge::tr("at most %Ln left", nullptr, count);
}

QString endText(const services::PurgeJob& job, const services::PurgeStatus& status)
{
    if (status.error) {
        return job.deleted == 0 && job.deletedExact ? Purge::tr("It failed; nothing was deleted.")
                                                    : Purge::tr("It failed.");
    }
    if (status.cancelled) {
        return Purge::tr("Cancelled.");
    }
    return status.archiveOnly ? Purge::tr("The archive is written and verified.")
                              : Purge::tr("Done: no due documents are left.");
}

} // namespace

std::optional<ttl::Rule> purgeTarget(const CreateIndexState& state)
{
    const Result<ttl::TtlIndexSpec> spec = ttl::toSpec(state.draft);
    if (!spec || state.commandText.isEmpty()) {
        return {};
    }
    ttl::Rule rule = ttl::plannedRule(*spec);
    rule.index.name.clear(); // the index does not exist yet
    if (state.longestFirst) {
        rule.expireAfterSeconds = protocol::kMaxExpireAfterSeconds; // as its effect is counted
    }
    return rule;
}

std::optional<ttl::Rule> purgeTarget(const ChangeIndexState& state)
{
    const std::optional<std::int64_t> seconds
        = state.draft.atStoredDate ? std::optional<std::int64_t>(0) : state.draft.seconds;
    // an own rule not on _id is that of a time series, whose measurements cannot be deleted one by
    // one; on _id it is that of a clustered collection
    const bool series = state.ownRule && state.spec.singleField() != "_id";
    if (!state.draft.setsPeriod() || !seconds || series || state.commandText.isEmpty()
        || state.spec.singleField().empty()) {
        return {};
    }
    ttl::IndexSpec changed = state.spec;
    changed.expireAfterSeconds = seconds;
    changed.expiryValueInvalid = false;
    return ttl::ruleOf(state.index.ns, changed);
}

PreviewState purgePreview(const ttl::ExpiryHistogram& counted, const std::vector<base::Time>& edges,
                          bool deletes)
{
    PreviewState preview;
    preview.phase = Phase::Ready;
    preview.edges = edges;
    preview.now = edges.front();
    preview.before = previewSide(counted);
    preview.after = preview.before;
    if (deletes) {
        // all that is due; what falls due while it runs is left to the monitor
        preview.after->overdue = 0;
        preview.after->overdueExact = true;
        preview.after->overdueError = 0.0;
    }
    preview.afterName = deletes ? Purge::tr("after the purge") : Purge::tr("after the archive");
    preview.summary = previewSummary(preview);
    return preview;
}

QString purgeStatusText(const services::PurgeJob& job, const services::PurgeStatus& status)
{
    switch (status.phase) {
    case services::PurgePhase::Archiving:
        return status.verifying
            ? Purge::tr("Reading the archive back. Nothing is deleted before it is verified.")
            : Purge::tr("Writing the archive: %Ln document(s) so far.", nullptr,
                        pluralCount(status.archived));
    case services::PurgePhase::Preparing:
        return job.archive ? Purge::tr("Verifying the archive again.")
                           : Purge::tr("Counting what is left.");
    case services::PurgePhase::Running:
        return Purge::tr("Deleting.");
    case services::PurgePhase::Waiting:
        return Purge::tr("Deleting, with a pause between the batches.");
    case services::PurgePhase::OutsideHours:
        return Purge::tr("Waiting for the allowed hours.");
    case services::PurgePhase::Paused:
        return pauseText(job, status);
    case services::PurgePhase::Ended:
        break;
    }
    return endText(job, status);
}

QString purgeFigures(const services::PurgeJob& job, const services::PurgeStatus& status)
{
    if (status.archiveOnly || status.phase == services::PurgePhase::Archiving) {
        return job.total == 0 && !job.totalExact
            ? Purge::tr("%1 archived").arg(countText(status.archived))
            : Purge::tr("%1 of %2 archived").arg(countText(status.archived), countText(job.total));
    }
    QStringList parts{deletedText(job), leftText(job)};
    parts.removeAll(QString());
    const bool moving = status.phase == services::PurgePhase::Running
        || status.phase == services::PurgePhase::Waiting;
    // a rate of almost 0 would give a time that means nothing
    if (moving && status.perMinute && *status.perMinute >= 1.0) {
        parts << Purge::tr("%1 per minute").arg(countText(std::llround(*status.perMinute)));
    }
    if (moving && status.perMinute && *status.perMinute >= 1.0 && isLeftKnown(job)) {
        parts << Purge::tr("about %1 to go")
                     .arg(durationWords(
                         std::llround(static_cast<double>(job.left()) * 60.0 / *status.perMinute)));
    }
    return parts.join(u" · "_s);
}

QString purgeReport(const services::PurgeJob& job, const services::PurgeStatus& status,
                    const QTimeZone& zone)
{
    QStringList lines;
    if (!status.archiveOnly) {
        lines << deletedText(job)
              << Purge::tr("%Ln batch(es), the slowest took %1", nullptr, pluralCount(job.batches))
                     .arg(millisText(job.slowest));
    }
    if (job.changed > 0) {
        lines << Purge::tr("Changed since the archive was written, and kept: %Ln document(s)",
                           nullptr, pluralCount(job.changed));
    }
    if (job.gone > 0) {
        lines << Purge::tr("%Ln archived document(s) had already been deleted", nullptr,
                           pluralCount(job.gone));
    }
    if (job.left() > 0 && !status.archiveOnly) {
        const int left = pluralCount(job.left());
        lines << (job.deletedExact
                      ? Purge::tr("Left, or touched since the count: %Ln document(s)", nullptr,
                                  left)
                      : Purge::tr("Left, or touched since the count: at most %Ln document(s)",
                                  nullptr, left));
    }
    if (job.archive) {
        lines << Purge::tr("Archive of %Ln document(s), verified: %1", nullptr,
                           pluralCount(status.archived > 0 ? status.archived : job.total))
                     .arg(QString::fromStdString(job.archive->layout.folder.string()));
    }
    const base::Time ended = status.endedAt.value_or(job.startedAt);
    lines << Purge::tr("From %1 to %2")
                 .arg(momentText(job.startedAt, zone), zonedMomentText(ended, zone));
    return lines.join(u'\n');
}

bool isLeftKnown(const services::PurgeJob& job)
{
    return job.totalExact || job.left() > 0;
}

QString purgeResumeText(const services::PurgeJob& job)
{
    if (!isLeftKnown(job)) {
        return {};
    }
    const int left = pluralCount(job.left());
    if (!job.totalExact) {
        return Purge::tr("&Resume and delete about %Ln document(s)", nullptr, left);
    }
    return job.deletedExact
        ? Purge::tr("&Resume and delete %Ln document(s)", nullptr, left)
        : Purge::tr("&Resume and delete at most %Ln document(s)", nullptr, left);
}

QString folderProblem(const base::Error& error)
{
    const QString path = text(error.message);
    switch (error.code) {
    case Errc::InvalidInput:
        return Purge::tr("%1 is not a folder. Choose the folder of the archive.").arg(path);
    case Errc::NotPermitted:
        return Purge::tr("Sandglass may not write to %1. Choose another folder.").arg(path);
    case Errc::Storage:
        return Purge::tr("The disk with %1 is full. Choose another folder.").arg(path);
    default:
        return Purge::tr("The folder of the archive could not be checked: %1").arg(path);
    }
}

FailureText purgeFailure(const base::Error& error, const QString& archiveFolder)
{
    FailureText failure = describe(error);
    if (error.code == Errc::Storage && error.reason == base::LocalReason::None
        && !archiveFolder.isEmpty() && failure.details.contains(archiveFolder)) {
        failure.sentence = Purge::tr("The archive could not be written to %1.").arg(archiveFolder);
        failure.advice = Purge::tr("Check the free space and the permissions of this folder, or "
                                   "choose another one. Nothing is deleted without an archive.");
    }
    return failure;
}

QString purgeButtonText(const PurgeForm& form, const EffectState& effect)
{
    const bool known = effect.phase == Phase::Ready;
    if (form.archiveOnly && form.archive != ArchiveChoice::None) {
        if (!known) {
            return Purge::tr("Archive what is due");
        }
        return effect.exact
            ? Purge::tr("Archive %Ln document(s)", nullptr, pluralCount(effect.affected))
            : Purge::tr("Archive about %Ln document(s)", nullptr, pluralCount(effect.affected));
    }
    // none in the sample does not mean that there is none
    if (!known || (!effect.exact && effect.affected == 0)) {
        return Purge::tr("Delete what is due, in stages");
    }
    if (!effect.exact) {
        return form.archive == ArchiveChoice::None
            ? Purge::tr("Delete about %Ln document(s) in stages", nullptr,
                        pluralCount(effect.affected))
            : Purge::tr("Archive, then delete about %Ln document(s) in stages", nullptr,
                        pluralCount(effect.affected));
    }
    // a form that is not filled in yet has no batch
    const std::int64_t batch = std::max(form.batch, 1);
    const std::int64_t stages = (effect.affected + batch - 1) / batch;
    //: second half of "Delete 1 234 documents in 3 stages"
    const QString inStages = Purge::tr("in %Ln stage(s)", nullptr, pluralCount(stages));
    return form.archive == ArchiveChoice::None
        //: %1 is "in 3 stages"
        ? Purge::tr("Delete %Ln document(s) %1", nullptr, pluralCount(effect.affected))
              .arg(inStages)
        //: %1 is "in 3 stages"
        : Purge::tr("Archive, then delete %Ln document(s) %1", nullptr,
                    pluralCount(effect.affected))
              .arg(inStages);
}

} // namespace sandglass::presenters
