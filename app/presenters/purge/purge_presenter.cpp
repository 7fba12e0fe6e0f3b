// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/purge/purge_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/purge/purge_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/purge/archive_folder.h"
#include "app/services/purge/percent.h"
#include "app/services/purge/purge_service.h"
#include "app/services/restore/restore_point_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

namespace {

// key in settings.ini of the folder that was last used
const QString kFolder = QStringLiteral("purge/archiveFolder");

services::PurgeOptions optionsOf(const PurgeForm& form, const QTimeZone& zone)
{
    services::PurgeOptions options;
    options.batch = form.batch;
    options.pause = std::chrono::milliseconds(form.pauseMillis);
    // minutes since midnight
    const auto minute = [](const QTime& time) { return time.hour() * 60 + time.minute(); };
    if (form.limitHours) {
        options.hours = services::AllowedHours{minute(form.from), minute(form.to), zone.id()};
    }
    if (form.limitLatency) {
        options.latencyLimit = std::chrono::milliseconds(form.latencyMillis);
    }
    if (form.limitLag) {
        options.lagLimit = std::chrono::seconds(form.lagSeconds);
    }
    return options;
}

} // namespace

PurgePresenter::PurgePresenter(services::ServiceSet& services, ttl::Rule target, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_target(std::move(target))
    , m_query(std::make_unique<services::Latest>())
    , m_timelineQuery(std::make_unique<services::Latest>())
    , m_folderQuery(std::make_unique<services::Latest>())
    , m_offer(services, this)
{
    connectServices();
    const auto& job = m_services.purges.job();
    m_watching = m_services.purges.isActive() && job->rule.ns == m_target->index.ns
        && job->index == m_target->index.name;
    if (!m_watching) {
        count();
    }
    rebuild();
}

PurgePresenter::PurgePresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_watching(services.purges.isActive())
    , m_query(std::make_unique<services::Latest>())
    , m_timelineQuery(std::make_unique<services::Latest>())
    , m_folderQuery(std::make_unique<services::Latest>())
    , m_offer(services, this)
{
    connectServices();
    const std::vector<services::PurgeJob> unfinished = m_services.purges.unfinished();
    if (!m_watching && !unfinished.empty()) {
        m_unfinishedId = unfinished.front().id;
    }
    rebuild();
}

PurgePresenter::~PurgePresenter()
{
    m_cancel.cancel();
}

void PurgePresenter::connectServices()
{
    m_state.form.folder = m_services.settings.value(kFolder).toString();
    connect(&m_services.purges, &services::PurgeService::changed, this, &PurgePresenter::rebuild);
    connect(&m_offer, &RestoreOffer::changed, this, &PurgePresenter::rebuild);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, &PurgePresenter::rebuild);
}

ttl::ImpactRequest PurgePresenter::request() const
{
    // no sample documents are shown
    return ttl::impactRequest(m_services.forecasts.withServerFacts(*m_target), m_now, 0,
                              m_services.forecasts.sampleAbove(*m_target));
}

void PurgePresenter::count()
{
    if (!m_target || m_watching) {
        return;
    }
    m_cancel.cancel();
    m_cancel = {};
    m_now = m_services.connections.serverNow();
    m_state.effect = {};
    m_state.effect.phase = Phase::Loading;
    m_query->ask(m_services.purges.count(request(), m_cancel), this,
                 [this](const Result<ttl::Impact>& impact) { finishCount(impact); });
    countTimeline();
    rebuild();
}

void PurgePresenter::countTimeline()
{
    const std::vector<base::Time> edges
        = services::effectEdges(m_now, m_target->latestAfterSeconds(), m_services.settings.zone());
    m_timelineQuery->ask(
        m_services.forecasts.histogram(*m_target, edges, m_cancel,
                                       m_services.forecasts.sampleAbove(*m_target)),
        this, [this, edges](const Result<ttl::ExpiryHistogram>& answer) {
            // those of an earlier count stay until then
            m_edges = edges;
            m_timeline = answer ? std::optional(*answer) : std::nullopt;
            //: %1 is a sentence
            m_timelineProblem = answer ? QString()
                                       : tr("The timeline could not be counted. %1")
                                             .arg(describe(answer.error()).sentence);
            rebuild();
        });
}

bool PurgePresenter::deletes() const
{
    return m_state.form.archive == ArchiveChoice::None || !m_state.form.archiveOnly;
}

void PurgePresenter::updatePreview()
{
    m_state.preview = m_timeline ? purgePreview(*m_timeline, m_edges, deletes()) : PreviewState();
    m_state.timelineNote = m_timelineProblem;
    if (m_timelineQuery->isWaiting()) {
        m_state.preview.phase = Phase::Loading;
    }
}

void PurgePresenter::cancelCount()
{
    if (m_state.effect.phase == Phase::Loading) {
        m_cancel.cancel();
        m_query->drop();
        m_timelineQuery->drop();
        finishCount(base::failure(Errc::Cancelled, "not counted"));
    }
}

void PurgePresenter::finishCount(const Result<ttl::Impact>& impact)
{
    services::EffectAnswer answer;
    answer.impact = impact;
    answer.now = m_now;
    // without the rate of the monitor: batches and pauses of the purge decide how long it takes
    m_state.effect = effectState(answer, {}, m_services.settings.zone());
    rebuild();
}

void PurgePresenter::edit(const PurgeForm& form)
{
    m_state.form = form;
    m_state.failure.reset();
    checkFolder();
    rebuild();
}

// The folder may be on a network, so the answer comes later. Until then the button waits.
void PurgePresenter::checkFolder()
{
    const PurgeForm& form = m_state.form;
    if (form.archive == ArchiveChoice::None || form.folder == m_checkedFolder) {
        return;
    }
    m_checkedFolder = form.folder;
    m_folderProblem = tr("Checking the folder of the archive.");
    if (form.folder.isEmpty()) {
        m_folderQuery->drop();
        m_folderProblem = tr("Choose a folder for the archive.");
        return;
    }
    m_folderQuery->ask(services::checkArchiveFolder(form.folder), this,
                       [this](const Result<void>& answer) {
                           m_folderProblem = answer ? QString() : folderProblem(answer.error());
                           rebuild();
                       });
}

void PurgePresenter::setTypedName(const QString& name)
{
    m_typedName = name;
    rebuild();
}

void PurgePresenter::rebuild()
{
    const services::LinkState& link = m_services.connections.state();
    m_state.lagAvailable = link.server && !link.server->replicaSet.empty();
    m_state.zoneText = QString::fromLatin1(m_services.settings.zone().id());
    updatePreview();
    showScreen();
    Q_EMIT stateChanged();
}

void PurgePresenter::showScreen()
{
    const auto& job = m_services.purges.job();
    const std::vector<services::PurgeJob> unfinished = m_services.purges.unfinished();
    const auto waiting = std::ranges::find(unfinished, m_unfinishedId, &services::PurgeJob::id);
    // progress comes before an unfinished purge, and that before the form
    if (m_watching && job) {
        updateProgress();
    } else if (waiting != unfinished.end()) {
        showUnfinished(*waiting);
    } else if (m_target) {
        m_state.screen = PurgeScreen::Form;
        m_state.title = text(m_target->index.ns.text());
        m_state.index = m_target->index;
        m_state.ruleText
            = tr("%1, %2").arg(text(m_target->field), ruleWords(m_target->expireAfterSeconds));
        updateConfirm();
    } else {
        m_state.screen = PurgeScreen::Progress;
        m_state.statusText = tr("No staged purge is in progress on this server.");
        m_state.ended = true;
        m_state.canResume = m_state.canDiscard = m_state.canCancel = m_state.canPause = false;
    }
}

QString PurgePresenter::obstacle() const
{
    const PurgeForm& form = m_state.form;
    const bool archives = form.archive != ArchiveChoice::None;
    if (m_services.purges.isActive()) {
        return tr("A staged purge of %1 is in progress; only one can run at a time.")
            .arg(text(m_services.purges.job()->rule.ns.text()));
    }
    if (!m_services.connections.isConnected()) {
        return tr("There is no connection.");
    }
    if (m_state.effect.phase == Phase::Loading) {
        return tr("Counting what this would delete.");
    }
    if (m_state.effect.phase == Phase::Ready && !mayDelete(m_state.effect)) {
        return tr("Nothing is due now.");
    }
    if (archives && !m_folderProblem.isEmpty()) {
        return m_folderProblem;
    }
    return archives && form.archiveOnly ? QString() : whyNoChanges(m_services.connections);
}

void PurgePresenter::updateConfirm()
{
    ConfirmState confirm;
    confirm.buttonText = purgeButtonText(m_state.form, m_state.effect);
    confirm.reason = obstacle();
    confirm.enabled = confirm.reason.isEmpty();
    confirm.canUnlock = !confirm.enabled && confirm.reason == whyNoChanges(m_services.connections)
        && canBeUnlocked(m_services.connections);
    const bool onProduction = m_services.connections.state().label.isProduction();
    // an archive alone deletes nothing, so it needs no confirmation
    if (confirm.enabled && deletes()) {
        confirm.ceremony = ceremonyFor(m_state.effect, onProduction);
    }
    if (confirm.ceremony == Ceremony::TypeName) {
        confirm.nameToType = text(m_target->index.ns.collection);
        confirm.enabled = m_typedName == confirm.nameToType;
        confirm.reason = whyTypeName(m_state.effect, onProduction);
    }
    m_offer.fill(confirm, deletes() ? &m_state.effect : nullptr, false);
    m_state.confirm = confirm;
}

void PurgePresenter::updateProgress()
{
    const services::PurgeJob& job = *m_services.purges.job();
    const services::PurgeStatus& status = m_services.purges.status();
    m_state.screen = PurgeScreen::Progress;
    m_state.title = text(job.rule.ns.text());
    m_state.ruleText
        = tr("%1, %2").arg(text(job.rule.field), ruleWords(job.rule.expireAfterSeconds));
    m_state.statusText = purgeStatusText(job, status);
    m_state.figures = purgeFigures(job, status);
    m_state.ended = status.phase == services::PurgePhase::Ended;
    const bool archiving = status.phase == services::PurgePhase::Archiving;
    const std::int64_t part = archiving || status.archiveOnly ? status.archived : job.done();
    // a purge that started without a count has no total, or has passed it
    const bool known = job.total > part || m_state.ended;
    m_state.percent = known ? services::percent(part, job.total) : -1;
    const bool paused = status.phase == services::PurgePhase::Paused;
    m_state.canResume = paused;
    updateResume(job);
    m_state.canPause = !paused && !m_state.ended && !archiving
        && status.phase != services::PurgePhase::Preparing;
    m_state.canCancel = !m_state.ended;
    m_state.canDiscard = false;
    m_state.resumeText = purgeResumeText(job);
    m_state.report
        = m_state.ended ? purgeReport(job, status, m_services.settings.zone()) : QString();
    // while it is paused, an error of resume() stays on screen
    if (status.error) {
        m_state.failure
            = purgeFailure(*status.error, m_services.settings.value(kFolder).toString());
    } else if (!paused) {
        m_state.failure.reset();
    }
}

void PurgePresenter::showUnfinished(const services::PurgeJob& job)
{
    m_state.screen = PurgeScreen::Progress;
    m_state.title = text(job.rule.ns.text());
    m_state.ruleText
        = tr("%1, %2").arg(text(job.rule.field), ruleWords(job.rule.expireAfterSeconds));
    m_state.statusText
        = tr("This purge stopped when the program ended. It continues only when you resume it.");
    services::PurgeStatus status;
    m_state.figures = purgeFigures(job, status);
    m_state.percent = services::percent(job.done(), job.total);
    m_state.resumeText = purgeResumeText(job);
    m_state.canResume = true;
    updateResume(job);
    m_state.canDiscard = true;
    m_state.canPause = m_state.canCancel = m_state.ended = false;
}

// On production the name is asked for again: the purge may have been paused long ago.
void PurgePresenter::updateResume(const services::PurgeJob& job)
{
    const bool production = m_services.connections.state().label.isProduction();
    m_state.resumeName = m_state.canResume && production ? text(job.rule.ns.collection) : QString();
    m_state.resumeEnabled = m_state.resumeName.isEmpty() || m_typedName == m_state.resumeName;
}

void PurgePresenter::report(const Result<void>& done)
{
    if (!done) {
        m_state.failure = describe(done.error());
        Q_EMIT stateChanged();
    }
}

void PurgePresenter::start()
{
    if (!m_state.confirm.enabled || !m_target || m_watching) {
        return;
    }
    m_offer.makeFirst(
        deletes() && mayDelete(m_state.effect),
        {services::RestoreReason::BeforePurge, m_target->index.ns, {}}, [this] { begin(); },
        [this] { rebuild(); });
}

void PurgePresenter::setRestoreWanted(bool wanted)
{
    m_offer.setWanted(wanted);
}

void PurgePresenter::begin()
{
    const PurgeForm& form = m_state.form;
    services::PurgeRequest asked;
    asked.rule = request();
    asked.index = m_target->index.name;
    asked.counted = m_state.effect.phase == Phase::Ready ? m_state.effect.affected : 0;
    // what was not counted is not exactly 0
    asked.countedExactly = m_state.effect.phase == Phase::Ready && m_state.effect.exact;
    asked.options = optionsOf(form, m_services.settings.zone());
    if (form.archive != ArchiveChoice::None) {
        asked.archive = form.archive == ArchiveChoice::Bson ? archive::Format::Bson
                                                            : archive::Format::JsonLines;
        asked.archiveFolder = form.folder;
        asked.archiveOnly = form.archiveOnly;
        m_services.settings.setValue(kFolder, form.folder);
    }
    m_typedName.clear(); // Resume asks for it again
    // start() may emit changed(), which must already show the progress
    m_watching = true;
    const Result<void> begun = m_services.purges.start(asked);
    m_watching = begun.has_value();
    rebuild();
    report(begun);
}

void PurgePresenter::pause()
{
    m_services.purges.pause();
}

void PurgePresenter::resume()
{
    if (!m_state.resumeEnabled) {
        return;
    }
    m_typedName.clear();
    m_state.failure.reset();
    if (m_unfinishedId.isEmpty()) {
        report(m_services.purges.resume());
        return;
    }
    m_watching = true;
    const Result<void> resumed = m_services.purges.resumeUnfinished(m_unfinishedId);
    m_watching = resumed.has_value();
    m_unfinishedId = resumed ? QString() : m_unfinishedId;
    rebuild();
    report(resumed);
}

void PurgePresenter::cancel()
{
    m_services.purges.cancel();
}

void PurgePresenter::discard()
{
    m_services.purges.discardUnfinished(m_unfinishedId);
}

} // namespace sandglass::presenters

#include "moc_purge_presenter.cpp"
