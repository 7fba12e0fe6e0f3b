// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/collection_presenter.h"

#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <utility>

namespace sandglass::presenters {

namespace {

// Whether a collection that is not in the catalogue may exist all the same: its database, or the
// list of databases, may not be read.
bool mayBeUnlisted(const services::Catalog& catalog, const protocol::Namespace& ns)
{
    const auto database
        = std::ranges::find_if(catalog.databases, [&ns](const services::CatalogDatabase& each) {
              return each.spec.name == ns.database;
          });
    return database == catalog.databases.end() ? catalog.refused.has_value()
                                               : database->error.has_value();
}

} // namespace

CollectionPresenter::CollectionPresenter(services::ServiceSet& services, protocol::Namespace ns,
                                         RefreshPacing pacing, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_forecast(services, ns, pacing)
    , m_whatIf(services, m_forecast)
    , m_asked(std::make_unique<services::Latest>())
{
    m_state.ns = ns;
    m_state.title = text(ns.text());
    connect(&m_services.catalog, &services::CatalogService::changed, this,
            &CollectionPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &CollectionPresenter::update);
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &CollectionPresenter::restart);
    connect(&m_services.documents, &services::DocumentService::documentsChanged, this,
            [this](const protocol::Namespace& changed) {
                if (changed == m_state.ns) {
                    refresh();
                }
            });
    connect(&m_forecast, &ForecastPresenter::pictureChanged, this,
            &CollectionPresenter::followCount);
    update();
}

CollectionPresenter::~CollectionPresenter() = default;

void CollectionPresenter::setVisible(bool visible)
{
    m_visible = visible;
    m_forecast.setVisible(visible);
    if (visible) {
        loadStats();
        m_services.catalog.watch(m_state.ns);
    } else {
        m_services.catalog.unwatch(m_state.ns);
    }
}

void CollectionPresenter::refresh()
{
    m_forecast.refresh();
    loadStats();
}

void CollectionPresenter::update()
{
    const CollectionState before = m_state;
    const services::Catalog& catalog = m_services.catalog.catalog();
    const services::CatalogCollection* entry = catalog.find(m_state.ns);
    m_state.exists
        = entry != nullptr || !m_services.catalog.isLoaded() || mayBeUnlisted(catalog, m_state.ns);
    if (m_visible) {
        m_services.catalog.needDetails(m_state.ns); // once it is listed
    }
    m_state.locked = m_services.connections.isLocked();
    m_state.kindText = entry ? kindText(entry->spec.kind) : QString();
    if (m_state != before) {
        Q_EMIT stateChanged();
    }
}

QString CollectionPresenter::kindText(ttl::CollectionKind kind) const
{
    switch (kind) {
    case ttl::CollectionKind::Capped:
        return tr("Capped collection");
    case ttl::CollectionKind::Clustered:
        return tr("Clustered collection");
    case ttl::CollectionKind::TimeSeries:
        return tr("Time series");
    case ttl::CollectionKind::View:
        return tr("View");
    case ttl::CollectionKind::Ordinary:
        break;
    }
    return tr("Ordinary collection");
}

// The size that was read from one server does not apply to another, but stays when the same server
// is reconnected.
void CollectionPresenter::restart()
{
    if (m_server.change(services::serverName(m_services.connections.state()))) {
        m_state.documents = 0;
        m_state.sizeText.clear();
        m_counted.reset();
        Q_EMIT stateChanged();
    }
    loadStats();
}

// The server does not announce that documents are gone, but the timeline has just counted them.
void CollectionPresenter::followCount()
{
    const ForecastState& timeline = m_forecast.state();
    if (timeline.edges.empty() || !timeline.hasRules) {
        return;
    }
    const auto before = std::exchange(m_counted, timeline.documents);
    // before the first count, documents may have gone since the heading was read
    const bool goneBefore = !before && timeline.exact && timeline.documents != m_state.documents;
    if (goneBefore || (before && before != timeline.documents)) {
        loadStats();
    }
}

void CollectionPresenter::loadStats()
{
    if (!m_visible || !m_services.connections.isConnected()) {
        return;
    }
    m_asked->ask(m_services.documents.stats(m_state.ns), this,
                 [this](const Result<ttl::CollectionStats>& answer) {
                     if (!answer) {
                         return;
                     }
                     const CollectionState before = m_state;
                     m_state.documents = answer->documents;
                     //: %1 is a size such as "12.3 MiB"
                     m_state.sizeText
                         = tr("%Ln document(s) · %1", nullptr, pluralCount(answer->documents))
                               .arg(bytesText(answer->dataBytes));
                     m_forecast.setAverageDocumentBytes(answer->averageDocumentBytes);
                     if (m_state != before) {
                         Q_EMIT stateChanged();
                     }
                 });
}

} // namespace sandglass::presenters

#include "moc_collection_presenter.cpp"
