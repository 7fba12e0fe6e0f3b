// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/index_list_presenter.h"

#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::presenters {

IndexListPresenter::IndexListPresenter(services::ServiceSet& services, protocol::Namespace ns,
                                       QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_server(services::serverName(services.connections.state()))
    , m_query(std::make_unique<services::Latest>())
{
    m_state.ns = std::move(ns);
    connect(&m_services.indexes, &services::IndexService::indexesChanged, this,
            [this](const protocol::Namespace& changed, const services::IndexesNow& now) {
                // indexes that were read back arrive through the catalogue
                if (changed == m_state.ns && (!now.read || m_state.phase == Phase::Stale)) {
                    refresh();
                }
            });
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &IndexListPresenter::restart);
    connect(&m_services.connections, &services::ConnectionService::disconnected, this,
            &IndexListPresenter::loseConnection);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &IndexListPresenter::updateRights);
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &IndexListPresenter::onCatalogChanged);
    connect(&m_services.settings, &services::Settings::zoneChanged, this, [this] {
        setPhase(m_state.phase);
        Q_EMIT stateChanged();
    });
    m_slow.setSingleShot(true);
    m_slow.setInterval(1s);
    connect(&m_slow, &QTimer::timeout, this, [this] {
        if (m_query->isWaiting() && m_state.phase == Phase::Ready) {
            setPhase(Phase::Stale);
            Q_EMIT stateChanged();
        }
    });
    m_isListed = m_services.catalog.catalog().find(m_state.ns) != nullptr;
    updateRights();
    refresh();
}

IndexListPresenter::~IndexListPresenter() = default;

// The indexes of one server are not those of another, not even old ones.
void IndexListPresenter::restart()
{
    if (m_server.change(services::serverName(m_services.connections.state()))) {
        m_readAt.reset();
        m_state.caption.clear();
        m_model.setIndexes(m_state.ns, {});
        setPhase(Phase::Idle);
    }
    refresh();
}

void IndexListPresenter::refresh()
{
    if (!m_services.connections.isConnected()) {
        return;
    }
    // a table that is on screen stays there while it is read again
    setPhase(m_model.rowCount() == 0 ? Phase::Loading : m_state.phase);
    m_cancel.cancel();
    m_cancel = {};
    m_askedAt = m_services.connections.serverNow();
    m_slow.start();
    m_query->ask(m_services.indexes.list(m_state.ns, m_cancel), this,
                 [this](const Result<std::vector<ttl::IndexSpec>>& answer) { finish(answer); });
    Q_EMIT stateChanged();
}

void IndexListPresenter::cancel()
{
    m_cancel.cancel();
}

void IndexListPresenter::finish(const Result<std::vector<ttl::IndexSpec>>& answer)
{
    if (!answer && services::meansNoCollection(answer.error())) {
        show({}, m_askedAt); // it was dropped
        return;
    }
    if (!answer) {
        m_slow.stop();
        m_state.failure = describe(answer.error());
        setPhase(m_model.rowCount() == 0 ? Phase::Failed : Phase::Stale);
        Q_EMIT stateChanged();
        return;
    }
    show(*answer, m_askedAt);
}

void IndexListPresenter::loseConnection()
{
    m_cancel.cancel();
    m_query->drop();
    m_slow.stop();
    m_state.failure.reset(); // the loss is said once, above all pages
    setPhase(m_readAt ? Phase::Stale : Phase::Idle);
    Q_EMIT stateChanged();
}

void IndexListPresenter::setPhase(Phase phase)
{
    m_state.phase = phase;
    const bool shown = phase == Phase::Ready || phase == Phase::Stale;
    m_state.asOfText = shown && m_readAt
        ? tr("as of %1").arg(timeOfDayText(*m_readAt, m_services.settings.zone()))
        : QString();
}

// The catalogue reads the same indexes, so a query of our own is not needed once it has read them
// later than that was asked. When the collection has left the catalogue, it was dropped or may no
// longer be listed: the server decides.
void IndexListPresenter::onCatalogChanged()
{
    const services::CatalogService& catalog = m_services.catalog;
    const services::CatalogCollection* entry = catalog.catalog().find(m_state.ns);
    const bool wasListed = std::exchange(m_isListed, entry != nullptr);
    // what it knew before a loss, or before a reading that failed, is as old as what is shown
    const bool good = catalog.isLoaded() && !catalog.error();
    const bool usable
        = m_services.connections.isConnected() && (good || m_state.phase != Phase::Stale);
    // another collection was read, and these indexes are on their way
    const bool awaited
        = entry && entry->readAt && m_query->isWaiting() && *entry->readAt < m_askedAt;
    // a query of our own was newer, and only another collection has changed
    const bool older = entry && entry->readAt && m_readAt && *entry->readAt < *m_readAt;
    if (entry && !entry->error && catalog.knows(m_state.ns)) {
        if (usable && !awaited && !older) {
            m_query->drop();
            show(entry->indexes, entry->readAt.value_or(m_services.connections.serverNow()));
        }
    } else if (!entry && wasListed) {
        refresh();
    }
    updateRights();
}

void IndexListPresenter::show(const std::vector<ttl::IndexSpec>& indexes, base::Time readAt)
{
    m_slow.stop();
    m_readAt = readAt;
    m_state.failure.reset();
    setPhase(Phase::Ready);
    const auto ttlIndexes = std::ranges::count_if(indexes, &ttl::IndexSpec::isTtl);
    //: first part of a caption such as "4 indexes, 2 of them TTL"
    m_state.caption = tr("%Ln index(es)", nullptr, static_cast<int>(indexes.size()));
    if (ttlIndexes > 0) {
        //: second part of a caption such as "4 indexes, 2 of them TTL"
        m_state.caption += tr(", %Ln of them TTL", nullptr, static_cast<int>(ttlIndexes));
    }
    m_model.setIndexes(m_state.ns, indexes);
    Q_EMIT stateChanged();
}

void IndexListPresenter::updateRights()
{
    const services::LinkState& link = m_services.connections.state();
    const services::CatalogCollection* entry = m_services.catalog.catalog().find(m_state.ns);
    const ttl::ServerInfo server = link.server.value_or(ttl::ServerInfo());
    m_state.cannotConvertReason = whyNot(server, ttl::Capability::ConvertIndex);
    m_state.cannotHideReason = whyNot(server, ttl::Capability::HideIndex);
    m_state.canConvert = m_state.cannotConvertReason.isEmpty();
    m_state.canHide = m_state.cannotHideReason.isEmpty();
    m_state.cannotCreateReason = whyNoChanges(m_services.connections);
    if (m_state.cannotCreateReason.isEmpty() && entry
        && entry->spec.kind == ttl::CollectionKind::View) {
        m_state.cannotCreateReason = tr("A view cannot have indexes.");
    }
    m_state.canCreate = m_state.cannotCreateReason.isEmpty();
    m_state.ownRuleWords.clear();
    if (const auto own = entry ? ttl::ownRule(entry->spec) : std::nullopt) {
        m_state.ownRuleWords
            = own->expireAfterSeconds ? ruleWords(*own->expireAfterSeconds) : tr("switched off");
    }
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_index_list_presenter.cpp"
