// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/convert_offer.h"

#include "app/presenters/explorer/node_actions.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/explorer/catalog_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/shell/service_set.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

namespace sandglass::presenters {

namespace {

// Empty if the collection has a rule already, or one that cannot be read.
std::vector<ttl::IndexSpec> convertible(const services::CatalogCollection* collection)
{
    std::vector<ttl::IndexSpec> indexes;
    if (!collection || collection->error || ttl::ownRule(collection->spec)
        || std::ranges::any_of(collection->indexes, &ttl::IndexSpec::isTtl)) {
        return indexes;
    }
    std::ranges::copy_if(collection->indexes, std::back_inserter(indexes), &canConvert);
    return indexes;
}

} // namespace

ConvertOffer::ConvertOffer(services::ServiceSet& services, protocol::Namespace ns, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_ns(std::move(ns))
    , m_query(std::make_unique<services::Latest>())
{
    connect(&m_services.catalog, &services::CatalogService::changed, this, &ConvertOffer::update);
    connect(&m_services.connections, &services::ConnectionService::connected, this, [this] {
        m_query->drop(); // it may be another server
        m_asked.clear();
        setIndex({});
    });
}

ConvertOffer::~ConvertOffer() = default;

QString ConvertOffer::name() const
{
    return m_index ? text(m_index->name) : QString();
}

void ConvertOffer::setVisible(bool visible)
{
    m_visible = visible;
    update();
}

void ConvertOffer::update()
{
    if (!m_visible || !m_services.connections.isConnected() || !m_services.catalog.knows(m_ns)) {
        return;
    }
    auto indexes = convertible(m_services.catalog.catalog().find(m_ns));
    if (indexes.empty()) {
        m_query->drop();
        m_asked.clear();
        setIndex({});
    } else if (!std::ranges::equal(indexes, m_asked, {}, &ttl::IndexSpec::name,
                                   &ttl::IndexSpec::name)) {
        m_asked = std::move(indexes);
        m_query->ask(
            m_services.indexes.candidates(m_ns), this,
            [this](const Result<std::vector<ttl::FieldCandidate>>& answer) { take(answer); });
    }
}

void ConvertOffer::take(const Result<std::vector<ttl::FieldCandidate>>& answer)
{
    // an error is ignored: without a sample nothing is offered, but all else works
    std::optional<ttl::IndexRef> best;
    double bestShare = 0.0;
    for (const ttl::FieldCandidate& field : answer ? *answer : std::vector<ttl::FieldCandidate>()) {
        const auto index = std::ranges::find_if(m_asked, [&field](const ttl::IndexSpec& spec) {
            return spec.singleField() == field.path;
        });
        if (index != m_asked.end() && field.dateShare > bestShare) {
            bestShare = field.dateShare;
            best = ttl::IndexRef{m_ns, index->name};
        }
    }
    setIndex(std::move(best));
}

void ConvertOffer::setIndex(std::optional<ttl::IndexRef> index)
{
    if (m_index != index) {
        m_index = std::move(index);
        Q_EMIT changed();
    }
}

} // namespace sandglass::presenters

#include "moc_convert_offer.cpp"
