// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/welcome/tour_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/welcome/welcome_presenter.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/sample_data_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/forecast/forecast_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/rule.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// The key must not change, or the tour is offered again. Any value means that it was offered.
const QString kTour = u"welcome/tour"_s;
constexpr int kSteps = static_cast<int>(TourStep::Journal) + 1;

} // namespace

TourPresenter::TourPresenter(services::ServiceSet& services, WelcomePresenter& welcome,
                             QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_welcome(welcome)
{
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &TourPresenter::followConnection);
    connect(&m_services.samples, &services::SampleDataService::finished, this,
            &TourPresenter::offer);
    connect(&m_welcome, &WelcomePresenter::sampleDataReady, this, [this] {
        if (std::exchange(m_starting, false)) {
            begin();
        }
    });
    connect(&m_welcome, &WelcomePresenter::sampleDataFailed, this, [this] { m_starting = false; });
}

TourPresenter::~TourPresenter() = default;

void TourPresenter::allowOffer()
{
    m_mayOffer = true;
}

void TourPresenter::offer()
{
    if (!m_mayOffer || m_starting || m_state.running
        || !m_services.settings.value(kTour).toString().isEmpty()) {
        return;
    }
    m_services.settings.setValue(kTour, u"offered"_s);
    m_state.offered = true;
    Q_EMIT stateChanged();
}

void TourPresenter::declineOffer()
{
    m_services.settings.setValue(kTour, u"declined"_s);
    m_state.offered = false;
    Q_EMIT stateChanged();
}

bool TourPresenter::canStart() const
{
    const services::LinkState& link = m_services.connections.state();
    // a remote server that is being connected to must not be left for the sample data, and a
    // rehearsal works on its copy only
    const bool free = link.local || link.phase == services::LinkPhase::Disconnected;
    return m_services.connections.isConnected() || (free && !m_services.rehearsal);
}

bool TourPresenter::isEmptyEngine() const
{
    const services::CatalogService& catalog = m_services.catalog;
    return m_services.connections.state().local && !m_services.rehearsal && catalog.isLoaded()
        && std::ranges::all_of(catalog.catalog().databases,
                               [](const services::CatalogDatabase& database) {
                                   return (database.collections.empty() && !database.error)
                                       || services::isSystemDatabase(database.spec.name);
                               });
}

void TourPresenter::start()
{
    if (!canStart()) {
        return;
    }
    // the tree may not show yet what has just been loaded
    const bool hasData = !isEmptyEngine() || m_services.samples.loaded();
    if (m_services.connections.isConnected() && hasData) {
        begin();
        return;
    }
    m_starting = true;
    m_welcome.startWithSampleData();
}

void TourPresenter::begin()
{
    m_services.settings.setValue(kTour, u"taken"_s);
    m_state.offered = false;
    m_state.running = true;
    show(TourStep::Rules);
}

void TourPresenter::next()
{
    if (!m_state.running) {
        return;
    }
    if (m_state.isLast) {
        end();
    } else {
        show(static_cast<TourStep>(static_cast<int>(m_state.step) + 1));
    }
}

void TourPresenter::back()
{
    if (m_state.running && m_state.canGoBack) {
        show(static_cast<TourStep>(static_cast<int>(m_state.step) - 1));
    }
}

void TourPresenter::end()
{
    m_starting = false;
    if (m_state.running) {
        m_state = {};
        Q_EMIT stateChanged();
    }
}

void TourPresenter::followConnection()
{
    if (m_state.running && !m_services.connections.isConnected()) {
        end();
    }
}

std::optional<protocol::Namespace> TourPresenter::chooseCollection() const
{
    std::optional<protocol::Namespace> first;
    for (const ttl::Rule& rule : m_services.forecasts.rules({})) {
        if (rule.index.ns.database == services::kSampleDatabase) {
            return rule.index.ns;
        }
        if (!first) {
            first = rule.index.ns;
        }
    }
    return first;
}

void TourPresenter::show(TourStep step)
{
    const int number = static_cast<int>(step) + 1;
    m_state.step = step;
    m_state.canGoBack = number > 1;
    m_state.isLast = number == kSteps;
    m_state.progress = tr("Step %1 of %2").arg(number).arg(kSteps);
    m_state.collection = chooseCollection();
    switch (step) {
    case TourStep::Rules:
        m_state.title = tr("Every TTL rule of the server");
        m_state.text = tr("Each row is one rule: the collection, the date field, and how long "
                          "documents live. The columns show how many documents are overdue and "
                          "when the next large deletion is due. A double click opens the "
                          "collection.");
        break;
    case TourStep::Timeline:
        m_state.title = tr("What will be deleted, and when");
        m_state.text = tr("Each bar counts the documents that become due in that span of time. "
                          "The bar at the left counts those that are overdue already. Point at a "
                          "bar to read its numbers, and turn the wheel to zoom.");
        break;
    case TourStep::WhatIf:
        m_state.title = tr("Try another period");
        m_state.text = tr("On the page of a collection, “What if…” below the timeline tries a "
                          "longer or shorter period: the chart shows at once what would be "
                          "deleted when. Nothing is changed on the server.");
        break;
    case TourStep::Change:
        m_state.title = tr("See the effect before you change a rule");
        m_state.text = tr("Create a TTL index, convert an ordinary index, or change a period. The "
                          "dialog counts the documents that would be deleted at once, before "
                          "anything is sent to the server.");
        break;
    case TourStep::Journal:
        m_state.title = tr("Every change is recorded");
        m_state.text = tr("The journal lists each change with the command that was sent. Undo "
                          "restores the rule as it was before. Documents that were deleted do not "
                          "come back.");
        break;
    }
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_tour_presenter.cpp"
