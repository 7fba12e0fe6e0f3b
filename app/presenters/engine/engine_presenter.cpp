// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/engine/engine_presenter.h"

#include "app/presenters/connections/engine_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/engine/engine_user_service.h"
#include "app/services/engine/sample_data_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

EnginePresenter::EnginePresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    // the engine may have started before this object
    for (const QString& line : m_services.engine.logLines()) {
        m_log.append(line);
    }
    connect(&m_services.engine, &services::EngineProcess::logLine, &m_log, &LogModel::append);
    connect(&m_services.engine, &services::EngineProcess::phaseChanged, this,
            &EnginePresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &EnginePresenter::update);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &EnginePresenter::update);
    connect(&m_services.samples, &services::SampleDataService::changed, this,
            &EnginePresenter::update);
    connect(&m_services.engineUsers, &services::EngineUserService::changed, this,
            &EnginePresenter::update);
    connect(&m_services.samples, &services::SampleDataService::finished, this,
            &EnginePresenter::sampleDataLoaded);
    connect(&m_services.links, &services::LinkList::changed, this, &EnginePresenter::update);
    update();
}

EnginePresenter::~EnginePresenter() = default;

void EnginePresenter::chooseFolder(const QString& folder)
{
    if (m_services.rehearsal) {
        return; // a rehearsal only works on its copy
    }
    if (folder.isEmpty() || folder == m_services.engine.folder()) {
        return;
    }
    m_services.settings.setValue(services::kEngineFolder, folder);
    m_services.links.choose(m_services.links.placeLocal(m_services.linkId).linkId);
    m_services.engine.useFolder(folder);
}

void EnginePresenter::usePort(int port, const QString& user)
{
    constexpr int kHighest = 65'535;
    if (m_services.rehearsal || port < 0 || port > kHighest) {
        return;
    }
    m_dismissedPort = false;
    m_services.engineUsers.use(port, user);
    update();
}

void EnginePresenter::makePassword()
{
    m_services.engineUsers.renew();
}

void EnginePresenter::showPassword()
{
    m_services.engineUsers.fetch();
}

void EnginePresenter::hidePassword()
{
    m_services.engineUsers.forgetShown();
}

QString EnginePresenter::addressWithPassword() const
{
    const qsizetype at = m_state.address.indexOf(u'@');
    if (m_state.password.isEmpty() || at < 0) {
        return {};
    }
    // letters and digits only: nothing to encode
    return m_state.address.left(at) + u':' + m_state.password + m_state.address.mid(at);
}

void EnginePresenter::start()
{
    m_services.links.choose(m_services.links.placeLocal(m_services.linkId).linkId);
    m_services.engine.start();
}

void EnginePresenter::stop()
{
    m_services.engine.stop();
}

void EnginePresenter::loadSampleData()
{
    m_services.samples.load();
}

void EnginePresenter::dismissNotice()
{
    m_dismissedRestarts = m_services.engine.restarts();
    m_dismissedPort = m_services.engine.isPortTaken() || m_services.engine.isLoginImpossible();
    update();
}

QString EnginePresenter::phaseText() const
{
    const services::EngineProcess& engine = m_services.engine;
    switch (engine.phase()) {
    case services::EngineProcessPhase::Starting:
        return tr("starting");
    case services::EngineProcessPhase::Running:
        return runningText();
    case services::EngineProcessPhase::Stopping:
        return tr("stopping");
    case services::EngineProcessPhase::Restarting:
        return tr("stopped unexpectedly, restarting");
    case services::EngineProcessPhase::Failed:
        return tr("could not be started");
    case services::EngineProcessPhase::Stopped:
        break;
    }
    return tr("stopped");
}

QString EnginePresenter::runningText() const
{
    const services::EngineProcess& engine = m_services.engine;
    const QString since
        = timeOfDayText(engine.runningSince().value_or(base::Time()), m_services.settings.zone());
    if (engine.restarts() == 0) {
        return tr("running since %1").arg(since);
    }
    return tr("running since %1, after %Ln restart(s)", nullptr, engine.restarts()).arg(since);
}

void EnginePresenter::update()
{
    const services::EngineProcess& engine = m_services.engine;
    // the engine's own error comes first, since it also makes a load fail
    const services::EngineProcessPhase phase = engine.phase();
    m_state.phase = static_cast<EnginePhase>(phase);
    static_assert(static_cast<int>(EnginePhase::Failed)
                      == static_cast<int>(services::EngineProcessPhase::Failed)
                  && static_cast<int>(EnginePhase::Running)
                      == static_cast<int>(services::EngineProcessPhase::Running));
    m_state.phaseText = phaseText();
    m_state.folder = engine.folder();
    m_state.address = engine.address();
    m_state.port = engine.port();
    m_state.portTaken = engine.isPortTaken();
    m_state.loginImpossible = engine.isLoginImpossible();
    m_state.folderInUse = phase == services::EngineProcessPhase::Failed
        && engine.fault() == services::EngineFault::FolderInUse;
    m_state.program = engine.program();
    updateUser();
    // beside other servers, faults of the engine are said on its own pages only
    const bool concerned
        = m_services.links.size() == 1 || m_services.links.known(m_services.linkId).local;
    updateNotice(concerned);
    m_state.canStart = phase == services::EngineProcessPhase::Stopped
        || phase == services::EngineProcessPhase::Failed;
    m_state.canStop = !m_state.canStart && phase != services::EngineProcessPhase::Stopping;
    updateSamples();
    m_state.failure = concerned ? engineFailure(engine) : std::nullopt;
    if (const std::optional<Error>& error = m_services.samples.error(); error && !m_state.failure) {
        m_state.failure = describe(*error);
    }
    Q_EMIT stateChanged();
}

void EnginePresenter::updateUser()
{
    const services::EngineUserService& users = m_services.engineUsers;
    m_state.user = m_services.engine.user();
    m_state.password = users.password();
    m_state.passwordBusy = users.isBusy();
    m_state.canMakePassword = users.canRenew();
    m_state.passwordNotice.clear();
    if (const std::optional<Error>& error = users.error()) {
        m_state.passwordNotice = describe(*error).sentence;
    } else if (!m_state.password.isEmpty()) {
        m_state.passwordNotice = users.isOnlyInMemory()
            ? tr("There is no keychain: the password is lost when Sandglass ends. Copy it now.")
            : tr("The password is in the keychain.");
    }
}

void EnginePresenter::updateNotice(bool concerned)
{
    const services::EngineProcess& engine = m_services.engine;
    m_state.notice.clear();
    if (!concerned) {
        return;
    }
    if (engine.isPortTaken() && !m_dismissedPort) {
        m_state.notice = tr("Another program uses port %1 of this computer, so other programs "
                            "cannot connect to the local engine.")
                             .arg(engine.port());
    } else if (engine.isLoginImpossible() && !m_dismissedPort) {
        m_state.notice = tr("The local engine has no private socket on this system. Other programs "
                            "could not be asked for a password, so port %1 stays closed.")
                             .arg(engine.port());
    } else if (engine.restarts() > m_dismissedRestarts && engine.lastCrashAt()) {
        m_state.notice = tr("The engine stopped unexpectedly at %1 and was restarted.")
                             .arg(timeOfDayText(*engine.lastCrashAt(), m_services.settings.zone()));
    }
}

void EnginePresenter::updateSamples()
{
    const services::SampleDataService& samples = m_services.samples;
    const services::Catalog& catalog = m_services.catalog.catalog();
    m_state.loadingSampleData = samples.isLoading();
    m_state.samplePercent = samples.percent();
    m_state.canLoadSampleData = m_services.connections.isConnected()
        && m_services.connections.state().local && !samples.isLoading();
    // only an empty engine is offered sample data; the menu can load it at any time
    m_state.offerSampleData = m_state.canLoadSampleData && m_services.catalog.isLoaded()
        && std::ranges::all_of(catalog.databases, [](const services::CatalogDatabase& database) {
                                  return database.collections.empty();
                              });
    m_state.message.clear();
    if (samples.loaded()) {
        m_state.message = tr("%Ln document(s) loaded.", nullptr, pluralCount(*samples.loaded()));
    }
}

} // namespace sandglass::presenters

#include "moc_engine_presenter.cpp"
