// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_points_presenter.h"

#include "app/presenters/members/member_words.h"
#include "app/presenters/restore/restore_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/restore/rehearsal_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

RestorePointRow rowOf(const services::RestorePoint& point)
{
    return {point.id,
            point.at,
            causeWords(point.cause),
            text(point.cause.change),
            point.documents ? countText(*point.documents) : u"–"_s,
            bytesText(point.bytes),
            bytesText(point.ownBytes)};
}

} // namespace

RestorePointsPresenter::RestorePointsPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.restorePoints, &services::RestorePointService::changed, this,
            &RestorePointsPresenter::rebuild);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &RestorePointsPresenter::rebuild);
    rebuild();
}

RestorePointsPresenter::~RestorePointsPresenter() = default;

void RestorePointsPresenter::rebuild()
{
    const services::RestorePointService& service = m_services.restorePoints;
    // busy: by an action of this dialog, or because another dialog makes a restore point
    const bool idle = m_state.busyText.isEmpty() && !service.isBusy();
    m_state.offered = service.isOffered();
    m_state.canMake = service.canMake() && idle;
    m_state.whyNotMake
        = service.canMake() ? QString() : tr("Connect to the local engine to make one.");
    m_state.canUse = idle;
    m_state.canCancel = !m_state.busyText.isEmpty()
        && (m_rehearsal ? !m_rehearsal->cancelled() : service.canCancel());
    m_state.folder = service.folder().root();
    // what the user has just done matters more than an error of the list
    const std::optional<Error>& error = m_error ? m_error : service.error();
    m_state.failure = error ? std::optional(describe(*error)) : std::nullopt;
    m_state.phase = !service.isLoaded() ? Phase::Loading
        : service.error()               ? Phase::Failed
                                        : Phase::Ready;
    std::vector<RestorePointRow> rows;
    for (const services::RestorePoint& point : service.points()) {
        rows.push_back(rowOf(point));
    }
    m_points.setRows(std::move(rows), m_services.settings.zone());
    Q_EMIT stateChanged();
}

void RestorePointsPresenter::askRestore(const QString& id)
{
    if (!m_state.canUse) {
        return;
    }
    begin(tr("Counting what is overdue in the restore point…"));
    services::whenAnswered(m_services.restorePoints.overdueIn(id), this,
                           [this, id](const Result<services::OverdueData>& overdue) {
                               if (!overdue && overdue.error().code == Errc::Cancelled) {
                                   finish(overdue.error(), {});
                                   return;
                               }
                               m_state.busyText.clear();
                               rebuild();
                               const QString question = restoreQuestion(id, overdue);
                               if (!question.isEmpty()) {
                                   Q_EMIT restoreAsked(id, question);
                               }
                           });
}

QString RestorePointsPresenter::restoreQuestion(const QString& id,
                                                const Result<services::OverdueData>& overdue) const
{
    const services::RestorePoint* point = m_services.restorePoints.find(id);
    if (!point) {
        return {};
    }
    const QString consequences
        = tr("Restore all data of the local engine as of %1? Everything that was written, changed "
             "or deleted since then is undone. The current data are kept as a restore point. The "
             "engine is restarted.")
              .arg(zonedMomentText(point->at, m_services.settings.zone()));
    const QString counted = overdue ? overdueDataWords(*overdue)
                                    : tr("What is overdue in it could not be counted: %1")
                                          .arg(describe(overdue.error()).sentence);
    return QStringList{consequences, counted,
                       tr("Expiry is paused after the restore until you resume it.")}
        .join(u"\n\n"_s);
}

QString RestorePointsPresenter::removeQuestion(const QString& id) const
{
    const services::RestorePoint* point = m_services.restorePoints.find(id);
    if (!point) {
        return {};
    }
    return tr("Delete the restore point of %1? This cannot be undone. The current data do not "
              "change.")
        .arg(zonedMomentText(point->at, m_services.settings.zone()));
}

void RestorePointsPresenter::refresh()
{
    m_error.reset();
    m_state.message.clear();
    m_services.restorePoints.refresh();
    rebuild();
}

void RestorePointsPresenter::begin(const QString& busyText)
{
    m_error.reset();
    m_state.message.clear();
    m_state.busyText = busyText;
    rebuild();
}

void RestorePointsPresenter::finish(const Result<void>& answer, const QString& message)
{
    m_state.busyText.clear();
    m_rehearsal.reset();
    if (answer) {
        m_state.message = message;
    } else if (answer.error().code == Errc::Cancelled) {
        m_state.message = tr("Cancelled. Nothing was changed.");
    } else {
        m_error = answer.error();
    }
    rebuild();
}

void RestorePointsPresenter::cancel()
{
    if (m_rehearsal) {
        m_rehearsal->cancel();
        rebuild();
    } else {
        m_services.restorePoints.cancel();
    }
}

void RestorePointsPresenter::make()
{
    if (!m_state.canMake) {
        return;
    }
    // an empty cause means that it is made by the user
    begin(tr("Making a restore point…"));
    services::whenAnswered(m_services.restorePoints.make({}), this,
                           [this](const Result<services::RestorePoint>& made) {
                               finish(made ? Result<void>() : Result<void>(made.error()),
                                      tr("The restore point was made."));
                           });
}

void RestorePointsPresenter::restore(const QString& id)
{
    if (!m_state.canUse) {
        return;
    }
    begin(tr("Restoring the data…"));
    services::whenAnswered(m_services.restorePoints.restore(id), this,
                           [this](const Result<void>& done) {
                               finish(done,
                                      tr("The data are restored, and expiry is paused. The newest "
                                         "restore point contains the "
                                         "previous data."));
                           });
}

void RestorePointsPresenter::remove(const QString& id)
{
    if (!m_state.canUse) {
        return;
    }
    begin(tr("Deleting the restore point…"));
    services::whenAnswered(
        m_services.restorePoints.remove(id), this,
        [this](const Result<void>& done) { finish(done, tr("The restore point was deleted.")); });
}

void RestorePointsPresenter::rehearse(const QString& id, int rate)
{
    if (!m_state.canUse) {
        return;
    }
    m_rehearsal.emplace();
    begin(tr("Copying the data for the rehearsal…"));
    services::whenAnswered(m_services.rehearsals.prepare({id, rate, {}, *m_rehearsal}), this,
                           [this](const Result<void>& done) {
                               finish(done, tr("The rehearsal opens in its own window."));
                           });
}

} // namespace sandglass::presenters

#include "moc_restore_points_presenter.cpp"
