// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/shell/workspace.h"

#include "app/presenters/connections/capability_presenter.h"
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/doctor/doctor_presenter.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "app/presenters/forecast/collection_presenter.h"
#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/convert_offer.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/indexes/index_list_presenter.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/members/expiry_pause_presenter.h"
#include "app/presenters/members/members_presenter.h"
#include "app/presenters/members/server_health_presenter.h"
#include "app/presenters/members/ttl_hold_presenter.h"
#include "app/presenters/purge/purge_notice_presenter.h"
#include "app/presenters/purge/purge_presenter.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/restore/restore_points_presenter.h"
#include "app/presenters/settings/alert_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/trash/trash_presenter.h"
#include "app/presenters/welcome/news_presenter.h"
#include "app/presenters/welcome/tour_presenter.h"
#include "app/presenters/welcome/welcome_presenter.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/alert_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <map>
#include <vector>

namespace sandglass::presenters {

namespace {

// The presenters of a collection; those that were not used are null.
struct CollectionPresenters
{
    std::unique_ptr<CollectionPresenter> page;
    std::unique_ptr<IndexListPresenter> indexes;
    std::unique_ptr<ConvertOffer> convertOffer;
    std::unique_ptr<DocumentsPresenter> documents;
    std::unique_ptr<DoctorPresenter> doctor;
};

} // namespace

struct Workspace::Private
{
    explicit Private(services::ServiceSet& set)
        : services(set)
        , news(set)
        , preferences(set)
        , connection(set)
        , capabilities(set)
        , members(set)
        , expiryPauses(set)
        , ttlHold(set)
        , serverHealth(set)
        , inventory(set)
        , activity(set)
        , inspector(set)
        , status(set)
        , engine(set)
        , purgeNotice(set)
        , serverDoctor(set, std::nullopt)
        , alerts(set)
        , restorePoints(set)
        , trash(set)
        , rehearsal(set)
        , welcome(set, connection)
        , tour(set, welcome)
    {
    }

    services::ServiceSet& services;
    NewsPresenter news; // first, before another presenter saves anything
    PreferencesPresenter preferences;
    ConnectionPresenter connection;
    CapabilityPresenter capabilities;
    MembersPresenter members;
    ExpiryPausePresenter expiryPauses;
    TtlHoldPresenter ttlHold;
    ServerHealthPresenter serverHealth;
    InventoryPresenter inventory;
    ActivityPresenter activity;
    InspectorPresenter inspector;
    StatusPresenter status;
    EnginePresenter engine;
    PurgeNoticePresenter purgeNotice;
    DoctorPresenter serverDoctor;
    AlertPresenter alerts;
    RestorePointsPresenter restorePoints;
    TrashPresenter trash;
    RehearsalPresenter rehearsal;
    WelcomePresenter welcome;
    TourPresenter tour;
    std::map<protocol::Namespace, CollectionPresenters> collections;
    std::map<std::string, std::unique_ptr<InventoryPresenter>> databases;
    std::vector<std::unique_ptr<QObject>> dialogs; // their presenters
};

Workspace::Workspace(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_p(std::make_unique<Private>(services))
{
    connect(&m_p->preferences, &PreferencesPresenter::stateChanged, this,
            &Workspace::applyPreferences);
    connect(&services.alerts, &services::AlertService::limitsChanged, this,
            &Workspace::watchForAlerts);
    applyPreferences();
    watchForAlerts();
}

Workspace::~Workspace() = default;

void Workspace::applyPreferences()
{
    const std::chrono::seconds interval = m_p->preferences.state().remoteInterval;
    m_p->services.forecasts.setSampleAbove(m_p->preferences.state().sampleAbove);
    m_p->inventory.forecast().setRemoteInterval(interval);
    for (auto& [name, database] : m_p->databases) {
        database->forecast().setRemoteInterval(interval);
    }
    for (auto& [ns, presenters] : m_p->collections) {
        if (presenters.page) {
            presenters.page->forecast().setRemoteInterval(interval);
        }
    }
}

// Alerts come from forecasts. Those of the whole server go on when its page, or the server itself,
// is not in front.
void Workspace::watchForAlerts()
{
    m_p->inventory.forecast().setWatched(m_p->services.alerts.limits().on);
}

int Workspace::server() const
{
    return m_p->services.linkId;
}

QString Workspace::serverName() const
{
    return serverTitle(m_p->services.connections.state(),
                       m_p->services.links.known(m_p->services.linkId));
}

ConnectionPresenter& Workspace::connection()
{
    return m_p->connection;
}

CapabilityPresenter& Workspace::capabilities()
{
    return m_p->capabilities;
}

MembersPresenter& Workspace::members()
{
    return m_p->members;
}

ExpiryPausePresenter& Workspace::expiryPauses()
{
    return m_p->expiryPauses;
}

TtlHoldPresenter& Workspace::ttlHold()
{
    return m_p->ttlHold;
}

ServerHealthPresenter& Workspace::serverHealth()
{
    return m_p->serverHealth;
}

InventoryPresenter& Workspace::inventory()
{
    return m_p->inventory;
}

ActivityPresenter& Workspace::activity()
{
    return m_p->activity;
}

InspectorPresenter& Workspace::inspector()
{
    return m_p->inspector;
}

StatusPresenter& Workspace::statusBar()
{
    return m_p->status;
}

EnginePresenter& Workspace::engine()
{
    return m_p->engine;
}

AlertPresenter& Workspace::alerts()
{
    return m_p->alerts;
}

RestorePointsPresenter& Workspace::restorePoints()
{
    return m_p->restorePoints;
}

TrashPresenter& Workspace::trash()
{
    return m_p->trash;
}

RehearsalPresenter& Workspace::rehearsal()
{
    return m_p->rehearsal;
}

WelcomePresenter& Workspace::welcome()
{
    return m_p->welcome;
}

TourPresenter& Workspace::tour()
{
    return m_p->tour;
}

NewsPresenter& Workspace::news()
{
    return m_p->news;
}

PreferencesPresenter& Workspace::preferences()
{
    return m_p->preferences;
}

DoctorPresenter& Workspace::serverDoctor()
{
    return m_p->serverDoctor;
}

InventoryPresenter& Workspace::databasePage(const std::string& database)
{
    std::unique_ptr<InventoryPresenter>& page = m_p->databases[database];
    if (!page) {
        page = std::make_unique<InventoryPresenter>(m_p->services, database);
        page->forecast().setRemoteInterval(m_p->preferences.state().remoteInterval);
    }
    return *page;
}

void Workspace::closeDatabase(const std::string& database)
{
    if (auto page = m_p->databases.extract(database)) {
        destroyLater(std::move(page.mapped()));
    }
}

QString Workspace::dataIdentity() const
{
    const services::LinkState& link = m_p->services.connections.state();
    if (!m_p->services.connections.isConnected()) {
        return {};
    }
    const QString name = services::serverName(link);
    return link.local ? name + u' ' + m_p->services.engine.folder() : name;
}

PictureCaption Workspace::previewCaption(const protocol::Namespace& collection,
                                         std::vector<base::Time> edges, base::Time countedAt)
{
    return captionOf(m_p->services,
                     {collection, true, std::move(edges), statusBar().state().zone, countedAt});
}

PictureCaption Workspace::previewCaption(int rules, bool perRule, std::vector<base::Time> edges,
                                         base::Time countedAt)
{
    const QTimeZone& zone = statusBar().state().zone;
    return captionOf(m_p->services, {{}, true, std::move(edges), zone, countedAt, rules, perRule});
}

CollectionPresenter& Workspace::collectionPage(const protocol::Namespace& ns)
{
    std::unique_ptr<CollectionPresenter>& page = m_p->collections[ns].page;
    if (!page) {
        page = std::make_unique<CollectionPresenter>(m_p->services, ns);
        // applyPreferences() was called before this page existed
        page->forecast().setRemoteInterval(m_p->preferences.state().remoteInterval);
    }
    return *page;
}

IndexListPresenter& Workspace::indexList(const protocol::Namespace& ns)
{
    std::unique_ptr<IndexListPresenter>& indexes = m_p->collections[ns].indexes;
    if (!indexes) {
        indexes = std::make_unique<IndexListPresenter>(m_p->services, ns);
    }
    return *indexes;
}

ConvertOffer& Workspace::convertOffer(const protocol::Namespace& ns)
{
    std::unique_ptr<ConvertOffer>& offer = m_p->collections[ns].convertOffer;
    if (!offer) {
        offer = std::make_unique<ConvertOffer>(m_p->services, ns);
    }
    return *offer;
}

DocumentsPresenter& Workspace::documents(const protocol::Namespace& ns)
{
    std::unique_ptr<DocumentsPresenter>& documents = m_p->collections[ns].documents;
    if (!documents) {
        documents = std::make_unique<DocumentsPresenter>(m_p->services, ns);
    }
    return *documents;
}

DoctorPresenter& Workspace::doctor(const protocol::Namespace& ns)
{
    std::unique_ptr<DoctorPresenter>& doctor = m_p->collections[ns].doctor;
    if (!doctor) {
        doctor = std::make_unique<DoctorPresenter>(m_p->services, ns);
    }
    return *doctor;
}

void Workspace::closeCollection(const protocol::Namespace& ns)
{
    const auto found = m_p->collections.find(ns);
    if (found == m_p->collections.end()) {
        return;
    }
    destroyLater(std::move(found->second.page));
    destroyLater(std::move(found->second.indexes));
    destroyLater(std::move(found->second.convertOffer));
    destroyLater(std::move(found->second.documents));
    destroyLater(std::move(found->second.doctor));
    m_p->collections.erase(found);
}

// The caller may be reacting to a signal of this very presenter, which must exist until all of the
// signal's receivers have been called.
void Workspace::destroyLater(std::unique_ptr<QObject> presenter)
{
    if (QObject* leaving = presenter.release()) {
        leaving->setParent(this);
        leaving->deleteLater();
    }
}

CreateIndexPresenter& Workspace::createIndex(const protocol::Namespace& ns)
{
    auto made = std::make_unique<CreateIndexPresenter>(m_p->services, ns);
    CreateIndexPresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

ConnectFormPresenter& Workspace::connectForm()
{
    auto made = std::make_unique<ConnectFormPresenter>(m_p->services);
    ConnectFormPresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

ChangeIndexPresenter& Workspace::changeIndex(const ttl::IndexRef& index)
{
    auto made = std::make_unique<ChangeIndexPresenter>(m_p->services, index);
    ChangeIndexPresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

BatchChangePresenter& Workspace::batchChange(std::vector<ttl::IndexRef> indexes)
{
    auto made = std::make_unique<BatchChangePresenter>(m_p->services, std::move(indexes));
    BatchChangePresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

UndoPresenter& Workspace::undo(std::uint64_t journalEntry)
{
    auto made = std::make_unique<UndoPresenter>(m_p->services, journalEntry);
    UndoPresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

PurgeNoticePresenter& Workspace::purgeNotice()
{
    return m_p->purgeNotice;
}

PurgePresenter& Workspace::purge(const ttl::Rule& target)
{
    auto made = std::make_unique<PurgePresenter>(m_p->services, target);
    PurgePresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

PurgePresenter& Workspace::currentPurge()
{
    auto made = std::make_unique<PurgePresenter>(m_p->services);
    PurgePresenter& presenter = *made;
    m_p->dialogs.push_back(std::move(made));
    return presenter;
}

std::optional<ttl::Rule> Workspace::purgeTarget(const ttl::IndexRef& index) const
{
    const ttl::IndexSpec* spec = m_p->services.catalog.catalog().find(index);
    const services::CatalogCollection* entry = m_p->services.catalog.catalog().find(index.ns);
    const bool series = entry && entry->spec.kind == ttl::CollectionKind::TimeSeries;
    if (!spec || series || !spec->expireAfterSeconds || spec->singleField().empty()) {
        return {};
    }
    return ttl::ruleOf(index.ns, *spec);
}

void Workspace::release(QObject& dialogPresenter)
{
    const auto found
        = std::ranges::find(m_p->dialogs, &dialogPresenter, &std::unique_ptr<QObject>::get);
    if (found != m_p->dialogs.end()) {
        destroyLater(std::move(*found));
        m_p->dialogs.erase(found);
    }
}

void Workspace::refreshAll()
{
    m_p->services.catalog.refresh();
    m_p->services.monitor.poll();
    if (m_p->inventory.isVisible()) {
        m_p->inventory.forecast().refresh();
    }
    for (auto& [name, database] : m_p->databases) {
        if (database->isVisible()) {
            database->forecast().refresh();
        }
    }
    m_p->serverDoctor.refresh();
    for (auto& [ns, presenters] : m_p->collections) {
        // what is hidden asks when it is shown
        const bool visible = presenters.page && presenters.page->isVisible();
        if (visible) {
            presenters.page->refresh();
        }
        if (visible && presenters.indexes) {
            presenters.indexes->refresh();
        }
        if (presenters.documents && presenters.documents->isVisible()) {
            presenters.documents->refresh();
        }
        if (presenters.doctor) {
            presenters.doctor->refresh();
        }
    }
}

} // namespace sandglass::presenters

#include "moc_workspace.cpp"
